//! Building a request: the path, the query, and the checks on the way.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::check;
use super::data::Data;
use super::invalid::InvalidRequest;
use super::operation::{Operation, Traits};

/// What a caller hands over.
#[derive(Debug, Clone)]
pub struct Input<D> {
    /// The parameters of the path, in its order.
    pub path: Vec<D>,
    /// The query: of an operation that takes one, and whatever the options add.
    pub query: Vec<D>,
    /// The body.
    pub body: Option<D>,
}

/// A request that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Path and query, from the base URL on.
    pub path: String,
    /// What the request uses that the service has deprecated.
    pub deprecations: Vec<&'static str>,
}

/// Checks `input` and builds the target of `operation`.
///
/// # Errors
/// Where a parameter of the path is not one, or the service would not accept the input.
pub fn build<D: Data>(
    operation: &Operation<'_>,
    input: &Input<D>,
) -> Result<Target, InvalidRequest> {
    check_template(operation.path)?;
    let mut target = fill_path(operation, &input.path)?;
    let deprecations = check::input(operation, input)?;
    let has_query = operation.path.bytes().any(|byte| byte == b'?');
    let mut separator = if has_query { '&' } else { '?' };
    for query in &input.query {
        for key in query.keys() {
            if let Some(value) = query.member(&key) {
                push_parameter(&mut target, &mut separator, &key, &value)?;
            }
        }
    }
    Ok(Target {
        path: target,
        deprecations,
    })
}

/// A path that the caller gave, in place of one of the table, stays below the base URL.
fn check_template(path: &str) -> Result<(), InvalidRequest> {
    let foreign = |c: char| c.is_control() || matches!(c, ' ' | '\\' | '#');
    if !path.starts_with(['/']) || path.contains(foreign) || path.split(['/', '?']).any(is_step) {
        return Err(InvalidRequest::new(
            "path",
            "must begin with a slash, without steps, spaces or a fragment",
        ));
    }
    Ok(())
}

/// Whether a segment is one or two dots. URL parsers take an encoded dot for a dot.
fn is_step(segment: &str) -> bool {
    let mut rest = segment;
    let mut dots = 0;
    while let Some(after) = ["%2e", "%2E", "."]
        .iter()
        .find_map(|dot| rest.strip_prefix(dot))
    {
        rest = after;
        dots += 1;
    }
    rest.is_empty() && matches!(dots, 1 | 2)
}

/// Puts the parameters in their places.
fn fill_path<D: Data>(
    operation: &Operation<'_>,
    parameters: &[D],
) -> Result<String, InvalidRequest> {
    let mut values = parameters.iter();
    let mut parts = operation.path.split(['{']);
    let mut path = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(['}']).unwrap_or((part, ""));
        let value = values.next().and_then(Data::scalar);
        let value = value
            .ok_or_else(|| InvalidRequest::new(name, "must be a string or a finite number"))?;
        if operation.traits.has(Traits::SUB_PATH) {
            push_sub_path(&mut path, name, &value)?;
        } else {
            push_segment(&mut path, name, &value)?;
        }
        path.push_str(rest);
    }
    Ok(path)
}

/// Appends one segment. A segment that the URL's parser or a server would read as something else
/// is refused, even encoded: `..` would leave the path, and some servers decode a slash.
fn push_segment(path: &mut String, name: &str, value: &str) -> Result<(), InvalidRequest> {
    let rule = if value.is_empty() {
        "must not be empty"
    } else if value == "." || value == ".." {
        "must not be a step of a path"
    } else if value.contains(['/', '\\']) {
        "must not hold a slash"
    } else if value.chars().any(char::is_control) {
        "must not hold control characters"
    } else {
        push_encoded(path, value);
        return Ok(());
    };
    Err(InvalidRequest::new(name, rule))
}

fn push_sub_path(path: &mut String, name: &str, value: &str) -> Result<(), InvalidRequest> {
    let value = value.strip_prefix(['/']).unwrap_or(value);
    for (index, segment) in value.split(['/']).enumerate() {
        if index > 0 {
            path.push('/');
        }
        push_segment(path, name, segment)?;
    }
    Ok(())
}

/// Appends `key=value`: nothing for null, one of each for an array.
fn push_parameter<D: Data>(
    target: &mut String,
    separator: &mut char,
    key: &str,
    value: &D,
) -> Result<(), InvalidRequest> {
    if value.is_null() {
        return Ok(());
    }
    let Some(length) = value.length() else {
        return push_pair(target, separator, key, value);
    };
    for element in (0..length).filter_map(|index| value.element(index)) {
        push_pair(target, separator, key, &element)?;
    }
    Ok(())
}

fn push_pair<D: Data>(
    target: &mut String,
    separator: &mut char,
    key: &str,
    value: &D,
) -> Result<(), InvalidRequest> {
    let text = value.scalar().ok_or_else(|| {
        InvalidRequest::new(
            key,
            "must be a string, a finite number, a boolean, a date or an array of these",
        )
    })?;
    target.push(*separator);
    push_encoded(target, key);
    target.push('=');
    push_encoded(target, &text);
    *separator = '&';
    Ok(())
}

/// Percent-encodes all but the unreserved characters of RFC 3986.
fn push_encoded(to: &mut String, text: &str) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |value: u8| {
        DIGITS
            .get(usize::from(value))
            .map_or('0', |&d| char::from(d))
    };
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            to.push(char::from(byte));
        } else {
            to.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}
