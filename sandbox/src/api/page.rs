//! The two styles of lists: with cursors (current and deprecated fields) and with offsets.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use serde_json::{Value, json};

use super::call::Call;
use super::rows::{self, Object};
use crate::json::Failure;

/// The default number of items on a page.
const PAGE: i64 = 20;

/// The column of the cursor's value. No field of a resource has this name.
const KEY: &str = "\u{1}key";

/// The order of a list in memory.
const POSITION: &str = "position";

/// A list of rows that have an `id`.
#[derive(Debug)]
pub struct List<'a> {
    /// A SELECT.
    pub sql: &'a str,
    /// Its parameters, `?1` and so on.
    pub params: Vec<SqlValue>,
    /// The column by which rows are sorted before `id`; empty for only `id`.
    pub sort: &'a str,
}

impl<'a> List<'a> {
    /// A list in the order of ids.
    pub fn new(sql: &'a str, params: Vec<SqlValue>) -> Self {
        Self {
            sql,
            params,
            sort: "",
        }
    }

    /// The page that `first` and `after` select: `items` and `pageInfo`, and the deprecated `data`,
    /// `count` and `pagination`. `finish` may change an item.
    pub fn by_cursor(
        &self,
        call: &Call<'_>,
        finish: impl Fn(&mut Object) -> Result<(), Failure>,
    ) -> Result<Value, Failure> {
        let first = call.query_number("first", 1)?.unwrap_or(PAGE);
        let sort = if self.sort.is_empty() {
            "id"
        } else {
            self.sort
        };
        let after = call.query("after");
        let after = after.map(|after| cursor_key(after, sort)).transpose()?;
        let (next, limit) = (self.params.len() + 1, self.params.len() + 3);
        let within = after
            .as_ref()
            .map(|_| format!("WHERE (\"{sort}\", id) > (?{next}, ?{})", next + 1))
            .unwrap_or_default();
        let sql = format!(
            "SELECT *, \"{sort}\" AS \"{KEY}\" FROM ({}) {within} ORDER BY \"{sort}\", id LIMIT ?{limit}",
            self.sql
        );
        let started_at_the_top = after.is_none();
        let (key, id) = after.unwrap_or((SqlValue::Null, SqlValue::Null));
        let more = [key, id, SqlValue::Integer(first.saturating_add(1))];
        let mut items = rows::all(
            call.db,
            &sql,
            params_from_iter(self.params.iter().cloned().chain(more)),
        )?;
        let has_next_page = items.len() > usize::try_from(first).unwrap_or(usize::MAX);
        if has_next_page {
            items.pop();
        }
        let cursors: Vec<String> = items
            .iter_mut()
            .map(|item| take_cursor(item, sort))
            .collect();
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            finish(item)?;
        }
        let total = self.total(call.db)?;
        Ok(json!({
            "items": items,
            "pageInfo": {
                "hasNextPage": has_next_page,
                "hasPreviousPage": !started_at_the_top,
                "startCursor": cursors.first(),
                "endCursor": cursors.last(),
            },
            "data": items,
            "count": total,
            "pagination": { "offset": 0, "limit": first, "total": total },
        }))
    }

    /// The page that `offset` and `limit` select, as `{ data: { <name>: […] }, pagination }`.
    pub fn by_offset(&self, call: &Call<'_>, name: &str) -> Result<Value, Failure> {
        let (items, pagination) = self.slice(call)?;
        Ok(json!({ "data": { name: items }, "pagination": pagination }))
    }

    /// The page that `offset` and `limit` select, only in the deprecated form, for an order without
    /// cursors.
    pub fn without_cursor(
        &self,
        call: &Call<'_>,
        finish: impl Fn(&mut Object) -> Result<(), Failure>,
    ) -> Result<Value, Failure> {
        let (mut items, pagination) = self.slice(call)?;
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            finish(item)?;
        }
        let total = pagination.get("total").cloned();
        Ok(json!({ "data": items, "count": total, "pagination": pagination }))
    }

    fn slice(&self, call: &Call<'_>) -> Result<(Vec<Value>, Value), Failure> {
        let offset = call.query_number("offset", 0)?.unwrap_or(0);
        let limit = call.query_number("limit", 1)?.unwrap_or(PAGE);
        let next = self.params.len() + 1;
        let order = if self.sort.is_empty() {
            "CAST(id AS INTEGER)".to_owned()
        } else {
            format!("\"{}\" DESC, id", self.sort)
        };
        let sql = format!(
            "SELECT * FROM ({}) ORDER BY {order} LIMIT ?{next} OFFSET ?{}",
            self.sql,
            next + 1
        );
        let more = [SqlValue::Integer(limit), SqlValue::Integer(offset)];
        let items = rows::all(
            call.db,
            &sql,
            params_from_iter(self.params.iter().cloned().chain(more)),
        )?;
        let total = self.total(call.db)?;
        Ok((
            items,
            json!({ "offset": offset, "limit": limit, "total": total }),
        ))
    }

    fn total(&self, db: &Connection) -> Result<i64, Failure> {
        let sql = format!("SELECT count(*) FROM ({})", self.sql);
        let total = rows::scalar(db, &sql, params_from_iter(self.params.iter().cloned()))?;
        Ok(total.unwrap_or_default())
    }
}

/// Leaves an item unchanged.
#[allow(clippy::unnecessary_wraps)] // it stands where a function that may fail is asked for
pub fn as_it_is(_: &mut Object) -> Result<(), Failure> {
    Ok(())
}

/// A page of a list in memory. `after` is the position of the last item of the previous page.
pub fn of_values(call: &Call<'_>, all: &[Value]) -> Result<Value, Failure> {
    let first = call.query_number("first", 1)?.unwrap_or(PAGE);
    let wrong = || Failure::invalid("after is not a cursor of this list");
    let skip = match call.query("after") {
        None => 0,
        Some(after) => {
            let (key, _) = cursor_key(after, POSITION)?;
            match key {
                SqlValue::Integer(seen) => usize::try_from(seen).map_err(|_| wrong())?,
                _ => return Err(wrong()),
            }
        }
    };
    let limit = usize::try_from(first).unwrap_or(usize::MAX);
    let items: Vec<&Value> = all.iter().skip(skip).take(limit).collect();
    let end = skip + items.len();
    let cursor =
        |position: usize| (!items.is_empty()).then(|| cursor_text(&json!([POSITION, position, 0])));
    Ok(json!({
        "items": items,
        "pageInfo": {
            "hasNextPage": end < all.len(),
            "hasPreviousPage": skip > 0,
            "startCursor": cursor(skip + 1),
            "endCursor": cursor(end),
        },
        "data": items,
        "count": all.len(),
        "pagination": { "offset": skip, "limit": first, "total": all.len() },
    }))
}

fn take_cursor(item: &mut Value, sort: &str) -> String {
    let key = item
        .as_object_mut()
        .and_then(|fields| fields.remove(KEY))
        .unwrap_or_default();
    let id = item.get("id").cloned().unwrap_or_default();
    cursor_text(&json!([sort, key, id]))
}

fn cursor_text(key: &Value) -> String {
    URL_SAFE_NO_PAD.encode(key.to_string())
}

/// The position of a cursor in a list with this order.
fn cursor_key(cursor: &str, sort: &str) -> Result<(SqlValue, SqlValue), Failure> {
    let wrong = || Failure::invalid("after is not a cursor of this list");
    let text = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| wrong())?;
    let (order, key, id): (String, Value, Value) =
        serde_json::from_slice(&text).map_err(|_| wrong())?;
    if order != sort {
        return Err(Failure::invalid(
            "after is a cursor of another order: begin this one at its first page",
        ));
    }
    let sql = |value: Value| match value {
        Value::Null => Ok(SqlValue::Null),
        Value::Number(number) => number.as_i64().map(SqlValue::Integer).ok_or_else(wrong),
        Value::String(text) => Ok(SqlValue::Text(text)),
        _ => Err(wrong()),
    };
    Ok((sql(key)?, sql(id)?))
}
