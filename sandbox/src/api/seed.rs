//! A seed: one JSON file that fills the database. Each key is a table, and each of its items is a
//! row. The fields of a row are the table's columns in camelCase. Fields without a column are kept
//! in `rest`.

use std::fmt;

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use serde_json::Value;

use super::database::DatabaseError;
use super::rows::{self, Object};
use crate::clock::EpochMs;
use crate::secret::Secret;

/// The demonstration data. It is also the example of a seed file.
const DEMONSTRATION: &str = include_str!("../../seed.json");

/// The tables, ordered so that none refers to a later one.
const TABLES: &[&str] = &[
    "tenant",
    "embed_tenants",
    "users",
    "groups",
    "group_members",
    "versions",
    "deployments",
    "credentials",
    "env_vars",
    "branches",
    "files",
    "folders",
    "workbooks",
    "reports",
    "dashboards",
    "report_snapshots",
    "views",
    "policies",
    "placements",
    "comments",
    "data_sources",
    "integrations",
    "audit_events",
    "documents",
];

/// Why a seed does not fit.
fn unfit(why: impl fmt::Display) -> DatabaseError {
    DatabaseError(format!("the seed does not fit: {why}"))
}

/// The demonstration data.
pub fn demonstration() -> Value {
    // A broken file would give an empty database, and each test would fail.
    serde_json::from_str(DEMONSTRATION).unwrap_or_default()
}

/// Fills empty tables.
pub fn load(db: &Connection, seed: &Value, now: EpochMs) -> Result<(), DatabaseError> {
    let tables = seed
        .as_object()
        .ok_or_else(|| unfit("it is not a JSON object"))?;
    if let Some(unknown) = tables
        .keys()
        .find(|key| !TABLES.contains(&snake(key).as_str()))
    {
        return Err(unfit(format!("there is no table {unknown}")));
    }
    for table in TABLES {
        let Some(items) = tables.get(&camel(table)) else {
            continue;
        };
        let wrong = || unfit(format!("{} is not a list of objects", camel(table)));
        let columns = columns(db, table)?;
        for item in items.as_array().ok_or_else(wrong)? {
            let fields = item.as_object().ok_or_else(wrong)?;
            insert(db, table, &columns, fields, now)
                .map_err(|error| unfit(format!("{}: {error} in {item}", camel(table))))?;
        }
    }
    // Every database has exactly one row of tenant settings.
    db.execute("INSERT OR IGNORE INTO tenant (id) VALUES (1)", [])?;
    Ok(())
}

/// Checks that every row that another row names exists.
pub fn check_references(db: &Connection) -> Result<(), DatabaseError> {
    let broken: Option<(String, String)> = db
        .query_row("PRAGMA foreign_key_check", [], |row| {
            Ok((row.get(0)?, row.get(2)?))
        })
        .optional()?;
    match broken {
        None => Ok(()),
        Some((table, named)) => Err(unfit(format!(
            "{}: a row names a row of {} that does not exist",
            camel(&table),
            camel(&named)
        ))),
    }
}

/// Stores the API key of the page's backend, as an administrator's key if there is an
/// administrator. Deletes the key of an earlier process.
pub fn backend_key(db: &Connection, key: &Secret) -> Result<(), DatabaseError> {
    db.execute("DELETE FROM credentials WHERE kind = 'backend'", [])?;
    db.execute(
        "INSERT INTO credentials (secret, kind, user_id)
         SELECT ?1, 'backend', id FROM users WHERE role = 'Administrator' AND embed_tenant IS NULL
         ORDER BY id LIMIT 1",
        [key.reveal()],
    )?;
    Ok(())
}

fn insert(
    db: &Connection,
    table: &str,
    columns: &[String],
    fields: &Object,
    now: EpochMs,
) -> Result<(), rusqlite::Error> {
    let mut names = Vec::new();
    let mut values = Vec::new();
    let mut rest = Object::new();
    for (field, value) in fields {
        let column = snake(field);
        if columns.contains(&column) && column != "rest" {
            values.push(sql_value(&column, value));
            names.push(column);
        } else {
            rest.insert(field.clone(), value.clone());
        }
    }
    for column in ["created_at", "updated_at", "placed_at", "at"] {
        if columns.iter().any(|known| known == column) && !names.iter().any(|name| name == column) {
            names.push(column.to_owned());
            values.push(SqlValue::Integer(now));
        }
    }
    if !rest.is_empty() {
        // If the table has no `rest`, SQLite refuses the field and names it.
        names.push("rest".to_owned());
        values.push(SqlValue::Text(Value::Object(rest).to_string()));
    }
    let marks = vec!["?"; names.len()].join(", ");
    let sql = format!(
        "INSERT INTO {table} ({}) VALUES ({marks})",
        names.join(", ")
    );
    db.prepare_cached(&sql)?.execute(params_from_iter(values))?;
    Ok(())
}

fn columns(db: &Connection, table: &str) -> Result<Vec<String>, rusqlite::Error> {
    let mut statement = db.prepare_cached("SELECT name FROM pragma_table_info(?1)")?;
    let names = statement.query_map([table], |row| row.get(0))?;
    names.collect()
}

fn sql_value(column: &str, value: &Value) -> SqlValue {
    match value {
        Value::Null => SqlValue::Null,
        Value::Bool(truth) => SqlValue::Integer(i64::from(*truth)),
        Value::Number(number) => number
            .as_i64()
            .map_or(SqlValue::Text(number.to_string()), SqlValue::Integer),
        Value::String(text) if column == "at" || column.ends_with("_at") => {
            rows::epoch(text).map_or(SqlValue::Text(text.clone()), SqlValue::Integer)
        }
        Value::String(text) => SqlValue::Text(text.clone()),
        Value::Array(_) | Value::Object(_) => SqlValue::Text(value.to_string()),
    }
}

fn snake(camel: &str) -> String {
    camel.chars().fold(String::new(), |mut snake, letter| {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
        snake
    })
}

fn camel(snake: &str) -> String {
    let mut raise = false;
    snake
        .chars()
        .filter_map(|letter| {
            let raised = std::mem::replace(&mut raise, letter == '_');
            match letter {
                '_' => None,
                _ if raised => Some(letter.to_ascii_uppercase()),
                _ => Some(letter),
            }
        })
        .collect()
}
