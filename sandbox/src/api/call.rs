//! A request as a handler sees it: the caller, the input, and the transaction.

use axum::body::Bytes;
use rusqlite::types::FromSql;
use rusqlite::{Connection, Params, Row};
use serde_json::Value;

use super::caller::Caller;
use super::form::Form;
use super::operation::Operation;
use super::rows::{self, Object};
use crate::clock::EpochMs;
use crate::json::Failure;
use crate::state::State;

/// One call of one operation.
#[derive(Debug)]
pub struct Call<'a> {
    /// The row of the table.
    pub operation: &'static Operation,
    /// The database, within the transaction of this call.
    pub db: &'a Connection,
    /// The caller.
    pub caller: Caller,
    /// The sandbox's time, the same throughout the call.
    pub now: EpochMs,
    /// The rest of the sandbox: its sessions and its faults.
    pub state: &'a State,
    /// The address of the service: `http://127.0.0.1:…`.
    pub origin: String,
    pub(super) method: &'a str,
    pub(super) path: Vec<(String, String)>,
    pub(super) query: Vec<(String, String)>,
    /// The body; null if there is none or it is not JSON.
    pub body: Value,
    /// The bytes of the body.
    pub raw: Bytes,
    /// The fields of a body in `multipart/form-data`.
    pub form: Option<Form>,
}

impl Call<'_> {
    /// A path parameter.
    pub fn path(&self, name: &str) -> &str {
        find(&self.path, name).unwrap_or_default()
    }

    /// The path parameters, in path order.
    pub fn path_parameters(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.path
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A path parameter that is a number. 404 for other texts, because all ids are numbers, and for `+7`
    /// and `07`, because what belongs to a deployment is stored under the text of its id.
    pub fn id(&self, name: &str) -> Result<i64, Failure> {
        let text = self.path(name);
        let what = name.strip_suffix("Id").unwrap_or("resource");
        id_of(text).ok_or_else(|| Failure::missing(what))
    }

    /// True if the path names a deployment.
    pub fn has_deployment(&self) -> bool {
        find(&self.path, "deploymentId").is_some()
    }

    /// The deployment of the path. The router has checked that it exists and is within the key's
    /// scope.
    pub fn deployment(&self) -> Result<i64, Failure> {
        self.id("deploymentId")
    }

    /// A query parameter; `None` if it is missing or empty.
    pub fn query(&self, name: &str) -> Option<&str> {
        find(&self.query, name).filter(|value| !value.is_empty())
    }

    /// A query parameter; empty if it is there and has no value.
    pub fn given(&self, name: &str) -> Option<&str> {
        find(&self.query, name)
    }

    /// A query parameter that is a whole number of at least `least`.
    pub fn query_number(&self, name: &str, least: i64) -> Result<Option<i64>, Failure> {
        let Some(text) = self.query(name) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(number) if number >= least => Ok(Some(number)),
            _ => Err(Failure::invalid(format!(
                "{name} is not a whole number of at least {least}"
            ))),
        }
    }

    /// The body, which must be an object. No body counts as an empty object.
    pub fn object(&self) -> Result<Object, Failure> {
        match &self.body {
            Value::Null => Ok(Object::new()),
            Value::Object(fields) => Ok(fields.clone()),
            _ => Err(Failure::invalid("the body is not a JSON object")),
        }
    }

    /// A field of the body; null counts as absent.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.body.get(name).filter(|value| !value.is_null())
    }

    /// A field of the body that the operation's shape requires. The shape has been checked before. 500 if the
    /// shape does not say that the field has this type.
    pub fn shaped<'v, T>(
        &'v self,
        name: &str,
        read: impl FnOnce(&'v Value) -> Option<T>,
    ) -> Result<T, Failure> {
        let value = self.field(name).and_then(read);
        value.ok_or_else(|| Failure::internal(name))
    }

    /// The same for a field that may be absent or null.
    fn optional<'v, T>(
        &'v self,
        name: &str,
        read: impl FnOnce(&'v Value) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        self.field(name)
            .map(|value| read(value).ok_or_else(|| Failure::internal(name)))
            .transpose()
    }

    /// An optional text field of the body.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Failure> {
        self.optional(name, Value::as_str)
    }

    /// A text field of the body that the shape requires.
    pub fn required_text(&self, name: &str) -> Result<&str, Failure> {
        self.shaped(name, Value::as_str)
    }

    /// A text of the body, else of the query.
    pub fn anywhere(&self, name: &str) -> Result<Option<&str>, Failure> {
        let in_form = || self.form.as_ref().and_then(|form| form.text(name));
        Ok(self
            .text(name)?
            .or_else(in_form)
            .or_else(|| self.query(name)))
    }

    /// A field of the body with the number of a resource.
    pub fn number(&self, name: &str) -> Result<Option<i64>, Failure> {
        self.optional(name, Value::as_i64)
    }

    /// True if the body has the field and it is null.
    pub fn is_null(&self, name: &str) -> bool {
        self.body.get(name).is_some_and(Value::is_null)
    }

    /// All rows of a query.
    pub fn all(&self, sql: &str, params: impl Params) -> Result<Vec<Value>, Failure> {
        rows::all(self.db, sql, params)
    }

    /// The only row of a query, if there is one.
    pub fn one(&self, sql: &str, params: impl Params) -> Result<Option<Value>, Failure> {
        rows::one(self.db, sql, params)
    }

    /// One value of one row, if there is one.
    pub fn scalar<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<Option<T>, Failure> {
        rows::scalar(self.db, sql, params)
    }

    /// The JSON in one column of one row, if there is any.
    pub fn json(&self, sql: &str, params: impl Params) -> Result<Option<Value>, Failure> {
        rows::json(self.db, sql, params)
    }

    /// The JSON object in one column of one row; empty if there is none.
    pub fn json_object(&self, sql: &str, params: impl Params) -> Result<Object, Failure> {
        rows::json_object(self.db, sql, params)
    }

    /// Runs a statement. Returns the number of changed rows.
    pub fn write(&self, sql: &str, params: impl Params) -> Result<usize, Failure> {
        rows::write(self.db, sql, params)
    }

    /// Inserts a row. Returns its id.
    pub fn insert(&self, sql: &str, params: impl Params) -> Result<i64, Failure> {
        rows::insert(self.db, sql, params)
    }

    /// What a function makes of each row of a query.
    pub fn each<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, Failure> {
        let mut statement = self.db.prepare_cached(sql)?;
        let rows = statement.query_map(params, read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// True if the query finds a row.
    pub fn exists(&self, sql: &str, params: impl Params) -> Result<bool, Failure> {
        Ok(self.db.prepare_cached(sql)?.exists(params)?)
    }

    /// 404 unless the query finds a row.
    pub fn must_exist(&self, what: &str, sql: &str, params: impl Params) -> Result<(), Failure> {
        let found = self.exists(sql, params)?;
        found.then_some(()).ok_or_else(|| Failure::missing(what))
    }

    /// A row that the path names, or 404.
    pub fn found(&self, what: &str, sql: &str, params: impl Params) -> Result<Value, Failure> {
        self.one(sql, params)?.ok_or_else(|| Failure::missing(what))
    }
}

/// The id that a text says. An id has one spelling: `+7` and `07` name nothing.
pub fn id_of(text: &str) -> Option<i64> {
    let id: Option<i64> = text.parse().ok();
    id.filter(|id| id.to_string() == text)
}

fn find<'v>(pairs: &'v [(String, String)], name: &str) -> Option<&'v str> {
    pairs
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.as_str())
}
