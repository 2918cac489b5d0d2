//! Builds the path and the query of a request, and checks its input.

use super::check;
use super::data::Data;
use super::invalid::InvalidRequest;
use super::operation::Traits;
use super::text::Text;

/// The part of a table row that a request is built from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template<T> {
    /// The path after the base URL; `{name}` is a parameter.
    pub path: T,
    /// The required fields of the input. [`Operation`](super::Operation) documents the syntax.
    pub needs: T,
    /// The special properties of the operation.
    pub traits: Traits,
}

/// The input of a call.
#[derive(Debug, Clone)]
pub struct Input<D> {
    /// The parameters of the path, in order: an array.
    pub path: D,
    /// The query: an array of objects. The options of a call may add one.
    pub query: D,
    /// The body; null if there is none.
    pub body: D,
}

/// A checked request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<T> {
    /// The path and the query, after the base URL.
    pub path: T,
    /// A sentence if the request uses a deprecated field.
    pub deprecation: Option<&'static str>,
}

/// Checks `input` and builds the target of an operation.
///
/// # Errors
/// If a path parameter is not valid, or if the service would not accept the input.
pub fn build<D: Data>(
    template: &Template<D::Text>,
    input: &Input<D>,
) -> Result<Target<D::Text>, InvalidRequest<D::Text>> {
    check_template(&template.path)?;
    let mut path = fill_path(template, &input.path)?;
    let deprecation = check::input(template, input)?;
    let mut separator = "";
    for query in input.query.elements() {
        for key in query.keys() {
            let Some(value) = query.member_named(&key) else {
                continue;
            };
            if separator.is_empty() {
                // A path that the caller gave may already have a query.
                separator = if template.path.matches("\\?") {
                    "&"
                } else {
                    "?"
                };
            }
            separator = push_parameter(&mut path, separator, &key, &value)?;
        }
    }
    Ok(Target { path, deprecation })
}

/// When a call can be built without the checks of [`build`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// The pattern that each path parameter must match, so that it needs no encoding.
    pub parameter: &'static str,
    /// The field that the input must not have.
    pub without: Option<&'static str>,
}

/// When a call of an operation is plain: [`build`] would neither refuse it nor report a deprecated
/// field. `None` if every call needs `build`.
pub fn plain<T: Text>(template: &Template<T>) -> Option<Plain> {
    let without = match check::looks(template) {
        check::Looks::Always => return None,
        check::Looks::With(field) => Some(field),
        check::Looks::Never => None,
    };
    let is_path = !template.path.matches(ASTRAY);
    is_path.then_some(Plain {
        parameter: PLAIN,
        without,
    })
}

/// Matches forbidden paths: without a slash at the start, with control characters, spaces,
/// backslashes, a fragment, an unmatched closing brace, or segments of one or two dots. URL parsers
/// treat an encoded dot like a dot.
const ASTRAY: &str = "^[^/]|^$|[\\x00-\\x20\\x7f-\\x9f\\\\#]|^[^{]*\\}|\\}[^{]*\\}|[/?](\\.|%2[eE])(\\.|%2[eE])?([/?]|$)";

/// Checks a path that the caller gave instead of the table's: it must stay below the base URL.
fn check_template<T: Text>(path: &T) -> Result<(), InvalidRequest<T>> {
    if path.matches(ASTRAY) {
        return Err(InvalidRequest::new(
            "path",
            "must begin with a slash, without '.', '..', spaces or a fragment",
        ));
    }
    Ok(())
}

/// Replaces each `{name}` in the path by its parameter.
fn fill_path<D: Data>(
    template: &Template<D::Text>,
    parameters: &D,
) -> Result<D::Text, InvalidRequest<D::Text>> {
    let mut parts = template.path.parts("[{}]");
    let mut values = parameters.elements();
    let mut path = parts.next().unwrap_or_else(|| D::Text::of(""));
    while let Some(name) = parts.next() {
        let Some(value) = values.next().and_then(|value| value.scalar()) else {
            return Err(InvalidRequest::of(
                name,
                "must be a string or a finite number",
            ));
        };
        path.push(&if template.traits.has(Traits::SUB_PATH) {
            sub_path(&name, &value)?
        } else {
            segment(name, &value)?
        });
        if let Some(literal) = parts.next() {
            path.push(&literal);
        }
    }
    Ok(path)
}

/// Matches a segment that needs no encoding. Most segments match.
const PLAIN: &str = "^[\\w~-]+$";

/// Matches forbidden segments. Even encoded, a URL parser or a server would read them differently:
/// `..` leaves the path, and some servers decode a slash.
const NO_SEGMENT: &str = "^\\.{0,2}$|[/\\\\\\x00-\\x1f\\x7f-\\x9f]";

/// The parts of [`NO_SEGMENT`], each with the rule for the error message.
const SEGMENT_RULES: &[(&str, &str)] = &[
    ("^$", "must not be empty"),
    ("^\\.\\.?$", "must not be '.' or '..'"),
    ("[/\\\\]", "must not contain a slash"),
    ("", "must not contain control characters"),
];

/// One segment, encoded.
fn segment<T: Text>(name: T, value: &T) -> Result<T, InvalidRequest<T>> {
    if value.matches(PLAIN) {
        return Ok(value.clone());
    }
    if !value.matches(NO_SEGMENT) {
        return Ok(value.encoded());
    }
    let mut rules = SEGMENT_RULES.iter();
    let rule = rules.find(|(pattern, _)| value.matches(pattern));
    Err(InvalidRequest::of(name, rule.map_or("", |(_, rule)| rule)))
}

/// A path of several segments, each encoded. A slash at the start is ignored.
fn sub_path<T: Text>(name: &T, value: &T) -> Result<T, InvalidRequest<T>> {
    let value = value.replace("^/", &T::of(""));
    let mut path = T::of("");
    let mut slash = "";
    for part in value.parts("/") {
        path.push_str(slash);
        path.push(&segment(name.clone(), &part)?);
        slash = "/";
    }
    Ok(path)
}

/// Appends `key=value`, for an array once per element. Returns the separator for the next parameter.
fn push_parameter<D: Data>(
    path: &mut D::Text,
    mut separator: &'static str,
    key: &D::Text,
    value: &D,
) -> Result<&'static str, InvalidRequest<D::Text>> {
    let length = value.length();
    for index in 0..length.unwrap_or(1) {
        let single = match length {
            None => value.scalar(),
            Some(_) => match value.element(index) {
                None => continue,
                Some(element) => element.scalar(),
            },
        };
        let Some(single) = single else {
            return Err(InvalidRequest::of(
                key.clone(),
                "must be a string, a finite number, a boolean, a date or an array of these",
            ));
        };
        path.push_parameter(separator, key, &single);
        separator = "&";
    }
    Ok(separator)
}
