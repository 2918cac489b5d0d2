//! Rows as JSON. A column of a view is named after the field and, after a colon, the field's type.

use jiff::Timestamp;
use rusqlite::types::{Value as SqlValue, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, Params, Row};
use serde_json::{Map, Value};

use crate::clock::EpochMs;
use crate::json::Failure;

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A JSON object.
pub type Object = Map<String, Value>;

/// All rows of a query.
pub fn all(db: &Connection, sql: &str, params: impl Params) -> Result<Vec<Value>, Failure> {
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map(params, |row| object(row).map(Value::Object))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The only row of a query, if there is one.
pub fn one(db: &Connection, sql: &str, params: impl Params) -> Result<Option<Value>, Failure> {
    let mut statement = db.prepare_cached(sql)?;
    let found = statement.query_row(params, |row| object(row).map(Value::Object));
    Ok(found.optional()?)
}

/// One value of one row, if there is one.
pub fn scalar<T: rusqlite::types::FromSql>(
    db: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Option<T>, Failure> {
    let mut statement = db.prepare_cached(sql)?;
    Ok(statement.query_row(params, |row| row.get(0)).optional()?)
}

/// The JSON in one column of one row, if there is any.
pub fn json(db: &Connection, sql: &str, params: impl Params) -> Result<Option<Value>, Failure> {
    let text: Option<String> = scalar::<Option<String>>(db, sql, params)?.flatten();
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// The JSON object in one column of one row; empty if there is none.
pub fn json_object(db: &Connection, sql: &str, params: impl Params) -> Result<Object, Failure> {
    Ok(match json(db, sql, params)? {
        Some(Value::Object(fields)) => fields,
        _ => Object::new(),
    })
}

/// Runs a statement. Returns the number of changed rows.
pub fn write(db: &Connection, sql: &str, params: impl Params) -> Result<usize, Failure> {
    Ok(db.prepare_cached(sql)?.execute(params)?)
}

/// Inserts a row. Returns its id.
pub fn insert(db: &Connection, sql: &str, params: impl Params) -> Result<i64, Failure> {
    Ok(db.prepare_cached(sql)?.insert(params)?)
}

/// A text parameter of a list.
pub fn text(text: &str) -> SqlValue {
    SqlValue::Text(text.to_owned())
}

/// Formats a time as in the API's answers: ISO 8601, in UTC.
pub fn iso(at: EpochMs) -> String {
    Timestamp::from_millisecond(at)
        .map(|at| format!("{at:.3}"))
        .unwrap_or_default()
}

/// Parses a time of a request: a date, or a date and time. A time without an offset is in UTC.
pub fn epoch(text: &str) -> Option<EpochMs> {
    let instant = text.parse::<Timestamp>().ok();
    instant
        .or_else(|| {
            let at = text.parse::<jiff::civil::DateTime>().ok()?;
            // The last days of the year 9999 are dates, and no instants.
            let zoned = at.to_zoned(jiff::tz::TimeZone::UTC);
            let edge = if at.year() < 0 {
                Timestamp::MIN
            } else {
                Timestamp::MAX
            };
            Some(zoned.map_or(edge, |zoned| zoned.timestamp()))
        })
        .map(Timestamp::as_millisecond)
}

/// Parses the end of a period: a date includes its whole day.
pub fn epoch_end(text: &str) -> Option<EpochMs> {
    let is_date = !text.contains([':', 'T', 't', ' ']) && text.parse::<jiff::civil::Date>().is_ok();
    let at = epoch(text)?;
    Some(if is_date { at + DAY_MS - 1 } else { at })
}

fn object(row: &Row<'_>) -> rusqlite::Result<Object> {
    let mut fields = Object::new();
    // A column takes precedence over a stored field of the same name.
    let mut rest = Object::new();
    for (index, column) in row.as_ref().column_names().into_iter().enumerate() {
        let value = row.get_ref(index)?;
        match column.split_once(':') {
            Some((_, "rest")) => rest = opened(value).as_object().cloned().unwrap_or_default(),
            Some((name, "json")) => drop(fields.insert(name.to_owned(), opened(value))),
            Some((name, "bool")) => {
                let truth = integer(value)?.map(|number| number != 0);
                fields.insert(name.to_owned(), truth.into());
            }
            Some((name, _time)) => {
                fields.insert(name.to_owned(), integer(value)?.map(iso).into());
            }
            None => drop(fields.insert(column.to_owned(), plain(value))),
        }
    }
    rest.extend(fields);
    Ok(rest)
}

fn opened(value: ValueRef<'_>) -> Value {
    value
        .as_str()
        .ok()
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or(Value::Null)
}

fn integer(value: ValueRef<'_>) -> rusqlite::Result<Option<i64>> {
    Ok(value.as_i64_or_null()?)
}

fn plain(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into(),
    }
}
