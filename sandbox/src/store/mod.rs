//! The data behind the dashboards: orders in an in-memory `SQLite`, generated in each process.

mod orders;
mod query;
mod seed;
mod time;

use std::sync::Mutex;

use rusqlite::Connection;

pub use orders::OrdersRequest;
pub use query::{CREATED_AT, Dimension, Direction, Filter, Measure, OrderBy, Query};
pub use time::{Range, Unit, buckets, zone};

use crate::state::locked;

/// Why a query failed.
#[derive(Debug)]
pub enum StoreError {
    /// The query names a time zone, a period or a filter that does not exist.
    Invalid(&'static str),
    /// `SQLite` failed.
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// The database. It is created at the first query, so that users of only the API do not wait for it.
/// Queries are short, so one connection behind a lock serves every embed.
#[derive(Debug, Default)]
pub struct Store {
    connection: Mutex<Option<Connection>>,
}

impl Store {
    fn with<T>(
        &self,
        ask: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = locked(&self.connection);
        match &mut *connection {
            Some(connection) => ask(connection),
            none => ask(none.insert(filled()?)),
        }
    }
}

/// A database with the demonstration data.
fn filled() -> Result<Connection, rusqlite::Error> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(include_str!("schema.sql"))?;
    time::register_functions(&connection)?;
    let transaction = connection.transaction()?;
    seed::orders(&transaction)?;
    transaction.commit()?;
    Ok(connection)
}
