//! What callers are promised: the `OpenAPI` document, and the check that each request keeps to it.

mod check;
mod document;
mod fields;
mod shapes;

use std::sync::LazyLock;

use axum::http::StatusCode;
use serde_json::{Value, json};

pub use self::document::limit;
use self::fields::reference;
use super::call::Call;
use super::operation::Operation;
use super::reply::{Outcome, Reply};
use crate::json::Failure;

/// The values that are still accepted and no longer advertised. Not part of the served document.
const LEGACY: &str = "x-legacy";

/// The document with the values that are no longer advertised, by which requests are checked.
static DOCUMENT: LazyLock<Value> = LazyLock::new(document::document);

/// `GET /api/v1/spec`.
#[allow(clippy::unnecessary_wraps)] // it is a handler like the others
pub fn retrieve(_: &Call<'_>) -> Outcome {
    let mut served = DOCUMENT.clone();
    forget(&mut served, LEGACY);
    Ok(served.into())
}

/// What the document says of an operation. A HEAD is a GET without the body of the answer.
fn described(operation: &Operation, method: &str) -> Option<&'static Value> {
    let method = method.to_ascii_lowercase();
    let method = if method == "head" { "get" } else { &method };
    DOCUMENT.get("paths")?.get(operation.path)?.get(method)
}

/// Checks the query and the body of a request against the document.
///
/// 400 that names what does not fit.
pub fn check(
    operation: &Operation,
    method: &str,
    query: &[(String, String)],
    body: Option<&Value>,
) -> Result<(), Failure> {
    let Some(described) = described(operation, method) else {
        return Ok(());
    };
    let parameters = described.get("parameters").and_then(Value::as_array);
    for parameter in parameters.into_iter().flatten() {
        check_parameter(parameter, query)?;
    }
    let Some(schema) = described.pointer("/requestBody/content").and_then(|types| {
        let (_, content) = types
            .as_object()?
            .iter()
            .find(|(name, _)| name.contains("json"))?;
        content.get("schema")
    }) else {
        return Ok(());
    };
    match body {
        Some(body) => check::value(&DOCUMENT, schema, body, check::BODY),
        None if described.pointer("/requestBody/required") == Some(&Value::Bool(true)) => {
            check::value(&DOCUMENT, schema, &json!({}), check::BODY)
        }
        None => Ok(()),
    }
}

/// Checks an answer against the document. Only debug builds do: a handler that breaks the promise fails in
/// whatever test calls it.
///
/// 500 that names what does not fit.
pub fn check_answer(operation: &Operation, method: &str, answer: &Reply) -> Result<(), Failure> {
    let Reply::Json(status, value) = answer else {
        return Ok(());
    };
    let Some(described) = described(operation, method) else {
        return Ok(());
    };
    let schema = described.get("responses").and_then(|answers| {
        let content = answers.get(status.as_str())?.get("content")?.as_object()?;
        content.values().next()?.get("schema")
    });
    let Some(schema) = schema else {
        let message = format!("the document has no {status} of {}", operation.id);
        return Err(Failure::new(StatusCode::INTERNAL_SERVER_ERROR, message));
    };
    check::value(&DOCUMENT, schema, value, "the answer")
        .map_err(|misfit| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, misfit.message))
}

/// Checks a value against a schema of the document, by its name.
///
/// 400 that names what does not fit.
pub fn check_shape(name: &str, value: &Value) -> Result<(), Failure> {
    check::value(&DOCUMENT, &reference(name), value, check::BODY)
}

fn check_parameter(parameter: &Value, query: &[(String, String)]) -> Result<(), Failure> {
    let field = |name: &str| parameter.get(name).unwrap_or(&Value::Null);
    if field("in") != "query" {
        return Ok(());
    }
    let name = field("name").as_str().unwrap_or_default();
    let mut given = query.iter().filter(|(key, _)| key == name);
    let Some((_, text)) = given.next() else {
        return if field("required") == &Value::Bool(true) {
            Err(Failure::invalid(format!("{name} is required")))
        } else {
            Ok(())
        };
    };
    if given.next().is_some() {
        return Err(Failure::invalid(format!("{name} is given more than once")));
    }
    let schema = field("schema");
    let typed = match schema.get("type").and_then(Value::as_str) {
        Some("integer") => text.parse::<i64>().ok().map(Value::from),
        Some("boolean") => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    let value = typed.unwrap_or_else(|| text.clone().into());
    check::value(&DOCUMENT, schema, &value, name)
}

/// Removes a field wherever it is.
fn forget(value: &mut Value, name: &str) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| forget(value, name)),
        Value::Object(fields) => {
            fields.remove(name);
            fields.values_mut().for_each(|value| forget(value, name));
        }
        _ => {}
    }
}
