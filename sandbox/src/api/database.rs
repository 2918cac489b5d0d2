//! The database of the API, in memory or in a file. An empty database is seeded.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};
use serde::Serialize;
use serde_json::{Value, json};

use super::search;
use super::{dashboards, rows, seed, tenant};
use crate::clock::EpochMs;
use crate::json::Failure;
use crate::secret::Secret;
use crate::state::locked;

/// The version of the schema. A file with another version is refused.
const SCHEMA: i32 = 3;

/// The database and its seed.
#[derive(Debug)]
pub struct Database {
    connection: Mutex<Connection>,
    seed: Value,
    backend_key: Secret,
}

/// Why the database could not be opened or filled, in a sentence.
#[derive(Debug)]
pub struct DatabaseError(pub String);

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A dashboard as the embed pages list it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DashboardSummary {
    /// Its id in URLs.
    pub public_id: String,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: Option<String>,
}

/// A dashboard as the embed pages show it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// The fields in a list.
    #[serde(flatten)]
    pub summary: DashboardSummary,
    /// A `DashboardConfig` with only its widgets.
    pub config: Value,
    /// True if signed sessions may see it.
    #[serde(skip)]
    pub allow_embed: bool,
    /// Its deployment.
    #[serde(skip)]
    pub deployment: i64,
}

impl Database {
    /// Opens the file, or a database in memory. An empty one is filled from the seed.
    ///
    /// If the file is not a database of this version, or the seed does not fit.
    pub fn open(
        file: Option<&Path>,
        seed: Value,
        backend_key: Secret,
        now: EpochMs,
    ) -> Result<Self, DatabaseError> {
        let connection = match file {
            Some(file) => Connection::open(file)?,
            None => Connection::open_in_memory()?,
        };
        let database = Self::around(connection, seed, backend_key)?;
        let schema: i32 = database
            .lock()
            .query_row("PRAGMA user_version", [], |row| row.get(0))?;
        match schema {
            0 => {
                let mut db = database.lock();
                let transaction = db.transaction()?;
                database.fill(&transaction, now)?;
                transaction.commit()?;
            }
            SCHEMA => seed::backend_key(&database.lock(), &database.backend_key)?,
            _ => {
                let message =
                    "the database file was made by another version of the sandbox: delete it";
                return Err(DatabaseError(message.to_owned()));
            }
        }
        Ok(database)
    }

    fn around(
        connection: Connection,
        seed: Value,
        backend_key: Secret,
    ) -> Result<Self, DatabaseError> {
        connection.set_prepared_statement_cache_capacity(256);
        search::add_to(&connection)?;
        connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL;")?;
        Ok(Self {
            connection: Mutex::new(connection),
            seed,
            backend_key,
        })
    }

    /// Deletes everything and fills the database again, in one transaction: a process that is killed
    /// in the middle leaves the file as it was. Then calls `also`, before any other request sees the
    /// database.
    ///
    /// If the seed does not fit. The database then stays as it was, and `also` is not called.
    pub fn reset(&self, now: EpochMs, also: impl FnOnce()) -> Result<(), DatabaseError> {
        let mut db = self.lock();
        // Allows deleting tables in any order. SQLite ignores this pragma within a transaction.
        db.execute_batch("PRAGMA foreign_keys = OFF")?;
        let done = self.refill(&mut db, now);
        db.execute_batch("PRAGMA foreign_keys = ON")?;
        done?;
        also();
        Ok(())
    }

    fn refill(&self, db: &mut Connection, now: EpochMs) -> Result<(), DatabaseError> {
        let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut statement = transaction.prepare(
            "SELECT 'DROP ' || type || ' ' || name FROM sqlite_schema
             WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
        )?;
        let drops: Vec<String> = statement
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        drop(statement);
        transaction.execute_batch(&drops.join(";"))?;
        self.fill(&transaction, now)?;
        seed::check_references(&transaction)?;
        transaction.commit()?;
        Ok(())
    }

    /// Creates the tables in an empty database and fills them from the seed.
    fn fill(&self, db: &Connection, now: EpochMs) -> Result<(), DatabaseError> {
        db.execute_batch(include_str!("schema.sql"))?;
        db.execute_batch(include_str!("views.sql"))?;
        db.pragma_update(None, "user_version", SCHEMA)?;
        seed::load(db, &self.seed, now)?;
        seed::backend_key(db, &self.backend_key)?;
        Ok(())
    }

    /// Runs a function in one transaction. An error undoes it.
    pub fn transact<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut db = self.lock();
        let transaction = db.transaction()?;
        let answer = work(&transaction)?;
        transaction.commit()?;
        Ok(answer)
    }

    /// The dashboards that the embed pages offer, of these deployments or of all.
    pub fn embeddable_dashboards(
        &self,
        deployments: Option<&[i64]>,
    ) -> Result<Vec<DashboardSummary>, Failure> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT public_id, coalesce(title, public_id), description FROM dashboards
             WHERE status = 'published' AND allow_embed
               AND (?1 IS NULL OR deployment_id IN (SELECT value FROM json_each(?1)))
             ORDER BY id",
        )?;
        let deployments = deployments.map(|ids| json!(ids).to_string());
        let rows = statement.query_map([deployments], |row| {
            Ok(DashboardSummary {
                public_id: row.get(0)?,
                title: row.get(1)?,
                description: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One published dashboard, if it exists.
    pub fn dashboard(&self, public_id: &str) -> Result<Option<Dashboard>, Failure> {
        let db = self.lock();
        let found = db
            .prepare_cached(
                "SELECT public_id, coalesce(title, public_id), description, config, allow_embed,
                        deployment_id
                 FROM dashboards WHERE public_id = ?1 AND status = 'published'",
            )?
            .query_row([public_id], |row| {
                let config: String = row.get(3)?;
                Ok(Dashboard {
                    summary: DashboardSummary {
                        public_id: row.get(0)?,
                        title: row.get(1)?,
                        description: row.get(2)?,
                    },
                    config: shown(serde_json::from_str(&config).unwrap_or_default()),
                    allow_embed: row.get(4)?,
                    deployment: row.get(5)?,
                })
            })
            .optional()?;
        Ok(found)
    }

    /// The deployment that the embedded application shows: the first.
    pub fn first_deployment(&self) -> Result<Option<i64>, Failure> {
        let sql = "SELECT id FROM deployments ORDER BY id LIMIT 1";
        rows::scalar(&self.lock(), sql, [])
    }

    /// True if there is a deployment of this id.
    pub fn has_deployment(&self, id: i64) -> Result<bool, Failure> {
        let sql = "SELECT 1 FROM deployments WHERE id = ?1";
        Ok(rows::scalar::<i64>(&self.lock(), sql, [id])?.is_some())
    }

    /// The account's default time zone.
    pub fn default_timezone(&self) -> Result<Option<String>, Failure> {
        tenant::default_timezone(&self.lock())
    }

    /// Locks the connection.
    pub fn lock(&self) -> MutexGuard<'_, Connection> {
        locked(&self.connection)
    }
}

/// A configuration with only the widgets, each in its current type. A seed may have one without a
/// place, which cannot be shown.
fn shown(mut config: Value) -> Value {
    let widgets = config.get_mut("widgets").and_then(Value::as_array_mut);
    let mut widgets = widgets.map(std::mem::take).unwrap_or_default();
    widgets.retain(|widget| widget.pointer("/position/w").is_some_and(Value::is_number));
    let fields = widgets.iter_mut().filter_map(Value::as_object_mut);
    fields.for_each(dashboards::convert_legacy_tabs);
    json!({ "widgets": widgets })
}
