//! Building a request: the path, the query, and the checks on the way.

use super::check;
use super::data::Data;
use super::invalid::InvalidRequest;
use super::operation::Traits;
use super::text::Text;

/// What a request is built by: the part of a row of the table that it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template<T> {
    /// The path from the base URL on; `{name}` stands for a parameter.
    pub path: T,
    /// The fields that the input needs, as [`Operation`](super::Operation) says.
    pub needs: T,
    /// What else is particular to the operation.
    pub traits: Traits,
}

/// What a caller hands over.
#[derive(Debug, Clone)]
pub struct Input<D> {
    /// The parameters of the path, in its order: an array.
    pub path: D,
    /// The query: an array of objects, of which the options may add one.
    pub query: D,
    /// The body; null where there is none.
    pub body: D,
}

/// A request that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<T> {
    /// Path and query, from the base URL on.
    pub path: T,
    /// What the request uses that the service has deprecated.
    pub deprecation: Option<&'static str>,
}

/// Checks `input` and builds the target of an operation.
///
/// # Errors
/// Where a parameter of the path is not one, or the service would not accept the input.
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
                // A path of the caller's own may have a query.
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

/// When a call can be written by its parts, without [`build`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// What each parameter of the path has to match, to stand there as it is.
    pub parameter: &'static str,
    /// The field that the input must not have.
    pub without: Option<&'static str>,
}

/// When a call of an operation is plain: [`build`] would not refuse it, nor tell of anything. `None`
/// where only `build` knows.
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

/// What a path must not hold: no slash in front, control characters, spaces, backslashes, a
/// fragment, a brace that closes nothing, and segments of one or two dots. URL parsers take an
/// encoded dot for a dot.
const ASTRAY: &str = "^[^/]|^$|[\\x00-\\x20\\x7f-\\x9f\\\\#]|^[^{]*\\}|\\}[^{]*\\}|[/?](\\.|%2[eE])(\\.|%2[eE])?([/?]|$)";

/// A path that the caller gave, in place of one of the table, stays below the base URL.
fn check_template<T: Text>(path: &T) -> Result<(), InvalidRequest<T>> {
    if path.matches(ASTRAY) {
        return Err(InvalidRequest::new(
            "path",
            "must begin with a slash, without steps, spaces or a fragment",
        ));
    }
    Ok(())
}

/// Puts the parameters in their places: between the braces stand their names.
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

/// A segment, as most are: nothing in it needs to be encoded.
const PLAIN: &str = "^[\\w~-]+$";

/// What a segment must not be. A URL's parser or a server would read it as something else, even
/// encoded: `..` would leave the path, and some servers decode a slash.
const NO_SEGMENT: &str = "^\\.{0,2}$|[/\\\\\\x00-\\x1f\\x7f-\\x9f]";

/// The parts of [`NO_SEGMENT`], each with its rule.
const SEGMENT_RULES: &[(&str, &str)] = &[
    ("^$", "must not be empty"),
    ("^\\.\\.?$", "must not be a step of a path"),
    ("[/\\\\]", "must not hold a slash"),
    ("", "must not hold control characters"),
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

/// Segments, each encoded; a slash in front of them changes nothing.
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

/// Appends `key=value`, one of each for an array; gives what separates the next parameter.
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
