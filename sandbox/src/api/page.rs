//! The two styles of lists: with cursors (current and deprecated fields) and with offsets.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use serde_json::{Value, json};

use super::call::Call;
use super::reply::Outcome;
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

    /// The page that `first` and `after` select, or the deprecated `offset` and `limit`: `items` and
    /// `pageInfo`, and the deprecated `data`, `count` and `pagination`. `finish` may change an item.
    pub fn by_cursor(
        &self,
        call: &Call<'_>,
        finish: impl Fn(&mut Object) -> Result<(), Failure>,
    ) -> Result<Value, Failure> {
        let sort = if self.sort.is_empty() {
            "id"
        } else {
            self.sort
        };
        let (after, skipped, limit) = if deprecated_paging(call) {
            let (offset, limit) = offset_and_limit(call)?;
            (None, offset, limit)
        } else {
            let after = call.query("after");
            let after = after.map(|after| cursor_key(call, after, sort));
            let first = call.query_number("first", 1)?.unwrap_or(PAGE);
            (after.transpose()?, 0, first)
        };
        let next = self.params.len() + 1;
        let within = after
            .as_ref()
            .map(|_| format!("WHERE (\"{sort}\", id) > (?{next}, ?{})", next + 1))
            .unwrap_or_default();
        let sql = format!(
            "SELECT *, \"{sort}\" AS \"{KEY}\" FROM ({}) {within} ORDER BY \"{sort}\", id LIMIT ?{} OFFSET ?{}",
            self.sql,
            next + 2,
            next + 3
        );
        let offset = skipped.saturating_add(self.position(call.db, sort, after.as_ref())?);
        let (key, id) = after.unwrap_or((SqlValue::Null, SqlValue::Null));
        let page = [limit.saturating_add(1), skipped].map(SqlValue::Integer);
        let parameters = self.params.iter().cloned().chain([key, id]).chain(page);
        let mut items = call.all(&sql, params_from_iter(parameters))?;
        let has_more = items.len() > usize::try_from(limit).unwrap_or(usize::MAX);
        if has_more {
            items.pop();
        }
        let cursors: Vec<String> = items
            .iter_mut()
            .map(|item| take_cursor(call, item, sort))
            .collect();
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            finish(item)?;
        }
        let page = Page {
            offset,
            limit,
            total: self.total(call.db)?,
            has_more,
        };
        Ok(page.of(&items, &cursors))
    }

    /// The number of items up to a cursor.
    fn position(
        &self,
        db: &Connection,
        sort: &str,
        after: Option<&(SqlValue, SqlValue)>,
    ) -> Result<i64, Failure> {
        let Some((key, id)) = after else {
            return Ok(0);
        };
        let next = self.params.len() + 1;
        let sql = format!(
            "SELECT count(*) FROM ({}) WHERE (\"{sort}\", id) <= (?{next}, ?{})",
            self.sql,
            next + 1
        );
        let more = [key.clone(), id.clone()];
        let all = self.params.iter().cloned().chain(more);
        Ok(rows::scalar(db, &sql, params_from_iter(all))?.unwrap_or_default())
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
        let (offset, limit) = offset_and_limit(call)?;
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
        let items = call.all(
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

/// A page of a list, in all its forms.
struct Page {
    offset: i64,
    limit: i64,
    total: i64,
    has_more: bool,
}

impl Page {
    fn of(&self, items: &[Value], cursors: &[String]) -> Value {
        json!({
            "items": items,
            "pageInfo": {
                "hasNextPage": self.has_more,
                "hasPreviousPage": self.offset > 0,
                "startCursor": cursors.first(),
                "endCursor": cursors.last(),
            },
            "data": items,
            "count": self.total,
            "pagination": { "offset": self.offset, "limit": self.limit, "total": self.total },
        })
    }
}

/// True if only the deprecated parameters select the page. Those of cursors take precedence.
fn deprecated_paging(call: &Call<'_>) -> bool {
    let any = |names: [&str; 2]| names.iter().any(|name| call.query(name).is_some());
    any(["offset", "limit"]) && !any(["first", "after"])
}

/// `offset` and `limit` of the query.
pub fn offset_and_limit(call: &Call<'_>) -> Result<(i64, i64), Failure> {
    let offset = call.query_number("offset", 0)?.unwrap_or(0);
    let limit = call.query_number("limit", 1)?.unwrap_or(PAGE);
    Ok((offset, limit))
}

/// A list in the order of ids, whose items stay as they are.
pub fn list(call: &Call<'_>, sql: &str, params: Vec<SqlValue>) -> Outcome {
    Ok(List::new(sql, params).by_cursor(call, |_| Ok(()))?.into())
}

/// A page of a list in memory. `after` is the position of the last item of the previous page.
pub fn of_values(call: &Call<'_>, all: &[Value]) -> Result<Value, Failure> {
    let wrong = || Failure::invalid("after is not a cursor of this list");
    let (skip, limit) = if deprecated_paging(call) {
        offset_and_limit(call)?
    } else {
        let first = call.query_number("first", 1)?.unwrap_or(PAGE);
        let seen = match call.query("after") {
            None => 0,
            Some(after) => match cursor_key(call, after, POSITION)? {
                (SqlValue::Integer(seen), _) if seen >= 0 => seen,
                _ => return Err(wrong()),
            },
        };
        (seen, first)
    };
    let as_size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let items = all.iter().skip(as_size(skip)).take(as_size(limit));
    let items: Vec<Value> = items.cloned().collect();
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let cursors: Vec<String> = (1..)
        .zip(&items)
        .map(|(n, _)| cursor_text(call, POSITION, &skip.saturating_add(n).into(), &0.into()))
        .collect();
    let shown = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let page = Page {
        offset: skip,
        limit,
        total,
        has_more: skip.saturating_add(shown) < total,
    };
    Ok(page.of(&items, &cursors))
}

fn take_cursor(call: &Call<'_>, item: &mut Value, sort: &str) -> String {
    let key = item
        .as_object_mut()
        .and_then(|fields| fields.remove(KEY))
        .unwrap_or_default();
    let id = item.get("id").cloned().unwrap_or_default();
    cursor_text(call, sort, &key, &id)
}

fn cursor_text(call: &Call<'_>, sort: &str, key: &Value, id: &Value) -> String {
    URL_SAFE_NO_PAD.encode(json!([list_of(call), sort, key, id]).to_string())
}

/// The name of the list that a call asks for: its operation, and what its path names.
fn list_of(call: &Call<'_>) -> String {
    let path = call.path_parameters().map(|(_, value)| value);
    let parts: Vec<&str> = std::iter::once(call.operation.id).chain(path).collect();
    parts.join("/")
}

/// The position of a cursor in a list with this order.
fn cursor_key(call: &Call<'_>, cursor: &str, sort: &str) -> Result<(SqlValue, SqlValue), Failure> {
    let wrong = || Failure::invalid("after is not a cursor of this list");
    let text = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| wrong())?;
    let (list, order, key, id): (String, String, Value, Value) =
        serde_json::from_slice(&text).map_err(|_| wrong())?;
    if list != list_of(call) {
        return Err(wrong());
    }
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
