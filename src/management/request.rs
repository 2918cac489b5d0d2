//! Builds the path and the query of a request.

use serde_json::{Map, Value};

use super::invalid::InvalidRequest;
use super::operation::{Cursorless, Operation};
use super::redirect::LONGEST_URL;
use super::value::scalar;
use crate::protocol::percent_encoded;

/// The input of a call.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The path after the base URL, if it is not the table's; `{name}` is a parameter.
    pub path: Option<&'a str>,
    /// The parameters of the path, in order.
    pub parameters: &'a [Value],
    /// The query.
    pub query: &'a Map<String, Value>,
}

/// Builds the path and the query of an operation, after the base URL.
///
/// # Errors
/// If the path, a parameter of it or a value of the query is not valid, or if the query asks for a
/// page of a list in the order in which it has no pages.
pub fn target(operation: &Operation, input: Input<'_>) -> Result<String, InvalidRequest> {
    let path = input.path.unwrap_or(operation.path);
    check_path(path)?;
    if let Some(list) = operation.cursorless {
        check_order(list, input.query)?;
    }
    let mut target = fill_path(path, input.parameters, operation.has_sub_path())?;
    // A path that the caller gave may already have a query. Parameters have no `?` left, and their
    // names are gone.
    let mut separator = if target.contains('?') { '&' } else { '?' };
    for (key, value) in input.query {
        let values = match value {
            Value::Null => continue,
            Value::Array(values) => values.as_slice(),
            single => std::slice::from_ref(single),
        };
        for value in values {
            let text = scalar(value).ok_or_else(|| InvalidRequest::new(key, QUERY_VALUE))?;
            target.push(separator);
            target.push_str(&percent_encoded(key));
            target.push('=');
            target.push_str(&percent_encoded(&text));
            separator = '&';
        }
    }
    Ok(target)
}

const QUERY_VALUE: &str = "must be a string, a finite number, a boolean or an array of these";

/// The client could not iterate over a list in the order that has no cursors.
fn check_order(list: Cursorless, query: &Map<String, Value>) -> Result<(), InvalidRequest> {
    let (order, value) = (list.order, list.value);
    let given = |key: &str| query.get(key).filter(|value| !value.is_null());
    let is_chosen = given(order).and_then(Value::as_str) == Some(value);
    let mut refused = list.refused.iter().filter(|key| given(key).is_some());
    match refused.next() {
        Some(key) if is_chosen => {
            let instead = list.instead;
            let rule = format!(
                "cannot be used with {order} '{value}', which has no cursors: use {instead}"
            );
            Err(InvalidRequest::new(*key, &rule))
        }
        _ => Ok(()),
    }
}

/// Checks a path, which the caller may have given: it must stay below the base URL.
fn check_path(path: &str) -> Result<(), InvalidRequest> {
    let forbidden =
        |c: char| c <= ' ' || c == '\\' || c == '#' || ('\u{7f}'..='\u{9f}').contains(&c);
    // URL parsers read an encoded dot as a dot.
    let is_dots =
        |part: &str| matches!(part.to_lowercase().replace("%2e", ".").as_str(), "." | "..");
    let dots = path.split(['/', '?']).any(is_dots);
    // As JavaScript counts.
    if path.encode_utf16().count() > LONGEST_URL {
        let rule = format!("must have at most {LONGEST_URL} characters");
        return Err(InvalidRequest::new("path", &rule));
    }
    if !path.starts_with('/') || path.contains(forbidden) || dots || !has_pairs_of_braces(path) {
        return Err(InvalidRequest::new(
            "path",
            "must begin with a slash, without '.', '..', spaces or a fragment",
        ));
    }
    Ok(())
}

/// True if every brace has its counterpart.
fn has_pairs_of_braces(path: &str) -> bool {
    let mut is_open = false;
    for brace in path.chars().filter(|c| matches!(c, '{' | '}')) {
        if is_open == (brace == '{') {
            return false;
        }
        is_open = brace == '{';
    }
    !is_open
}

/// Replaces each `{name}` in the path by its parameter.
fn fill_path(
    path: &str,
    parameters: &[Value],
    has_sub_path: bool,
) -> Result<String, InvalidRequest> {
    let mut pieces = path.split(['{', '}']);
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    let mut parameters = parameters.iter();
    // Names and texts alternate.
    while let Some(name) = pieces.next() {
        let text = parameters
            .next()
            .and_then(scalar)
            .ok_or_else(|| InvalidRequest::new(name, "must be a string or a finite number"))?;
        if has_sub_path {
            let segments = text.strip_prefix('/').unwrap_or(&text).split('/');
            let segments: Result<Vec<_>, _> = segments.map(|part| segment(name, part)).collect();
            filled += &segments?.join("/");
        } else {
            filled += &segment(name, &text)?;
        }
        filled += pieces.next().unwrap_or_default();
    }
    Ok(filled)
}

/// One segment, encoded. A slash becomes `%2F`. Even encoded, `.` and `..` would leave the path, and a
/// proxy may decode the slash beside them.
fn segment(name: &str, text: &str) -> Result<String, InvalidRequest> {
    let rule = if text.is_empty() {
        "must not be empty"
    } else if text
        .split(['/', '\\'])
        .any(|step| matches!(step, "." | ".."))
    {
        "must not contain the step '.' or '..'"
    } else if text.contains(char::is_control) {
        "must not contain control characters"
    } else {
        return Ok(percent_encoded(text));
    };
    Err(InvalidRequest::new(name, rule))
}
