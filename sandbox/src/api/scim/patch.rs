//! PATCH of RFC 7644, section 3.5.2: operations on a resource in JSON, one after another.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::filter::Filter;
use super::path::{Path, field};
use super::primary;
use super::scan::require_short;
use super::schema;
use crate::api::rows::Object;
use crate::json::Failure;

/// Attributes that only the service writes.
const READ_ONLY: [&str; 3] = ["id", "meta", "groups"];

/// The target of an operation: an attribute, some of its values, or a sub-attribute.
#[derive(Debug)]
struct Target {
    /// The names of the path to the attribute: one, or two if the first is an extension's URN.
    names: Vec<String>,
    filter: Option<Filter>,
    sub: Option<String>,
}

impl Target {
    fn is_read_only(&self) -> bool {
        let first = self.names.first().map(|name| name.to_ascii_lowercase());
        first.is_some_and(|name| READ_ONLY.contains(&name.as_str()))
    }

    /// True if the resource has this value there: Okta repeats a group's `id` and `meta` when it renames
    /// the group, and changes nothing of them.
    fn has(&self, resource: &Value, value: &Value) -> bool {
        let mut names = self.names.iter().chain(&self.sub);
        let found = names.try_fold(resource, |found, name| field(found, name));
        self.filter.is_none() && contains(found.unwrap_or(&Value::Null), value)
    }
}

/// True if `part` says nothing that `whole` does not. A client's copy of `meta` is older than the last change.
fn contains(whole: &Value, part: &Value) -> bool {
    match part {
        Value::Object(fields) => fields.iter().all(|(name, part)| {
            name == "lastModified" || contains(field(whole, name).unwrap_or(&Value::Null), part)
        }),
        Value::Array(values) if values.is_empty() => whole.is_null(),
        part => part == whole,
    }
}

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Add,
    Replace,
    Remove,
}

/// Applies the `Operations` of a body to a resource.
///
/// 400 with `invalidSyntax`, `invalidPath`, `noTarget`, `invalidValue` or `mutability`.
pub fn apply(resource: &mut Value, body: &Value) -> Result<(), Failure> {
    let operations = field(body, "Operations").and_then(Value::as_array);
    let operations = operations
        .filter(|all| !all.is_empty())
        .ok_or_else(|| refused("invalidSyntax", "Operations is required"))?;
    for operation in operations {
        let kind = match text(operation, "op")
            .map(str::to_ascii_lowercase)
            .as_deref()
        {
            Some("add") => Kind::Add,
            Some("replace") => Kind::Replace,
            Some("remove") => Kind::Remove,
            _ => return Err(refused("invalidSyntax", "op is add, replace or remove")),
        };
        let value = field(operation, "value");
        match (text(operation, "path"), kind, value) {
            (Some(path), _, value) => change(resource, &target(path)?, kind, value)?,
            (None, Kind::Remove, _) => return Err(refused("noTarget", "remove needs a path")),
            (None, _, Some(Value::Object(fields))) => {
                for (name, value) in fields {
                    change(resource, &field_target(name, value)?, kind, Some(value))?;
                }
            }
            (None, _, _) => {
                return Err(refused(
                    "invalidValue",
                    "without a path, the value is an object",
                ));
            }
        }
    }
    Ok(())
}

fn change(
    resource: &mut Value,
    target: &Target,
    kind: Kind,
    value: Option<&Value>,
) -> Result<(), Failure> {
    if target.is_read_only() {
        return match value.filter(|_| kind != Kind::Remove) {
            Some(value) if target.has(resource, value) => Ok(()),
            _ => Err(refused("mutability", "the attribute is read-only")),
        };
    }
    if kind != Kind::Remove && value.is_none() {
        return Err(refused("invalidValue", "a value is required"));
    }
    let value = value.unwrap_or(&Value::Null);
    let Some((attribute, holders)) = target.names.split_last() else {
        return Err(refused("invalidPath", "the path names no attribute"));
    };
    let mut holder = resource;
    for name in holders {
        holder = entry(holder, name)?;
    }
    let before = match (&target.filter, &target.sub, kind) {
        (None, None, Kind::Replace) => Value::Null,
        _ => field(holder, attribute).cloned().unwrap_or_default(),
    };
    match (&target.filter, &target.sub) {
        (None, None) => whole(holder, attribute, kind, value)?,
        (None, Some(sub)) => match entry(holder, attribute)? {
            Value::Array(elements) => elements
                .iter_mut()
                .try_for_each(|element| whole(element, sub, kind, value))?,
            complex => whole(complex, sub, kind, value)?,
        },
        (Some(filter), sub) => elements(holder, attribute, filter, sub.as_deref(), kind, value)?,
    }
    let fields = object(holder)?;
    let key = key(fields, attribute);
    match fields.get_mut(&key) {
        Some(after) => primary::settle(&before, after),
        None => Ok(()),
    }
}

/// Changes an attribute as a whole.
fn whole(holder: &mut Value, name: &str, kind: Kind, value: &Value) -> Result<(), Failure> {
    let value = &schema::read(name, value.clone());
    let fields = object(holder)?;
    let key = key(fields, name);
    let several = schema::is_many(name);
    match kind {
        // Some clients send the values to remove in `value`, not in the path.
        Kind::Remove if several && value.is_array() => {
            let gone = value.as_array().cloned().unwrap_or_default();
            let same = |one: &Value, other: &Value| one.get("value") == other.get("value");
            if let Some(Value::Array(all)) = fields.get_mut(&key) {
                all.retain(|element| !gone.iter().any(|other| same(element, other)));
            }
        }
        Kind::Remove => drop(fields.remove(&key)),
        Kind::Add | Kind::Replace => {
            let value = match value {
                value if several && !value.is_array() => json!([value]),
                value => value.clone(),
            };
            match (fields.get_mut(&key), value) {
                (Some(Value::Array(all)), Value::Array(more)) if kind == Kind::Add => {
                    for element in more {
                        if !all.contains(&element) {
                            all.push(element);
                        }
                    }
                }
                (Some(Value::Object(all)), Value::Object(more)) => all.extend(more),
                (_, value) => drop(fields.insert(key, value)),
            }
        }
    }
    Ok(())
}

/// Changes the values of a multi-valued attribute that match a filter. If none does, `add` creates it
/// (RFC 7644, section 3.5.2.1), and the other operations have no target.
fn elements(
    holder: &mut Value,
    attribute: &str,
    filter: &Filter,
    sub: Option<&str>,
    kind: Kind,
    value: &Value,
) -> Result<(), Failure> {
    let fields = object(holder)?;
    let key = key(fields, attribute);
    let none = || refused("noTarget", "no value passes the path's filter");
    let all = fields.entry(key).or_insert_with(|| json!([]));
    let all = all.as_array_mut().ok_or_else(none)?;
    if !all.iter().any(|element| filter.passes(element)) {
        let created = filter.example().filter(|_| kind == Kind::Add);
        all.push(created.ok_or_else(none)?.into());
    }
    if kind == Kind::Remove && sub.is_none() {
        all.retain(|element| !filter.passes(element));
        return Ok(());
    }
    for element in all.iter_mut().filter(|element| filter.passes(element)) {
        match (sub, value) {
            (Some(sub), value) => whole(element, sub, kind, value)?,
            (None, Value::Object(more)) => object(element)?.extend(more.clone()),
            (None, _) => return Err(refused("invalidValue", "the value is not an object")),
        }
    }
    Ok(())
}

/// Parses `name`, `name.sub`, `name[filter]` or `name[filter].sub`, each optionally after a URN and
/// a colon.
fn target(path: &str) -> Result<Target, Failure> {
    let wrong = || refused("invalidPath", "the path cannot be read");
    require_short(path)?;
    if path.trim().is_empty() {
        return Err(wrong());
    }
    let Some((before, rest)) = path.split_once('[') else {
        let mut names = Path::parse(path).0;
        let attributes = if is_urn(&names) { 2 } else { 1 };
        let sub = (names.len() > attributes).then(|| names.pop()).flatten();
        if names.len() > attributes || names.iter().any(String::is_empty) {
            return Err(wrong());
        }
        return Ok(Target {
            names,
            filter: None,
            sub,
        });
    };
    let (filter, after) = rest.rsplit_once(']').ok_or_else(wrong)?;
    let sub = match after.strip_prefix('.') {
        Some(sub) if !sub.is_empty() => Some(sub.to_owned()),
        None if after.is_empty() => None,
        _ => return Err(wrong()),
    };
    Ok(Target {
        names: Path::parse(before).0,
        filter: Some(Filter::parse(filter)?),
        sub,
    })
}

/// The target of a field, for an operation without a path. The field's name is a path, or the URN of
/// an extension, whose fields are merged.
fn field_target(name: &str, value: &Value) -> Result<Target, Failure> {
    if name.to_ascii_lowercase().starts_with("urn:") && value.is_object() {
        return Ok(Target {
            names: vec![name.to_owned()],
            filter: None,
            sub: None,
        });
    }
    target(name)
}

fn is_urn(names: &[String]) -> bool {
    names
        .first()
        .is_some_and(|name| name.to_ascii_lowercase().starts_with("urn:"))
}

/// An attribute's value, which is created if it is missing.
fn entry<'v>(holder: &'v mut Value, name: &str) -> Result<&'v mut Value, Failure> {
    let fields = object(holder)?;
    let key = key(fields, name);
    Ok(fields.entry(key).or_insert_with(|| json!({})))
}

fn object(value: &mut Value) -> Result<&mut Object, Failure> {
    value
        .as_object_mut()
        .ok_or_else(|| refused("invalidPath", "the attribute has no sub-attributes"))
}

/// The name in the resource's spelling, else in the schema's.
fn key(fields: &Object, name: &str) -> String {
    let known = fields.keys().find(|key| key.eq_ignore_ascii_case(name));
    known.map_or_else(|| schema::spelled(name).to_owned(), Clone::clone)
}

fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    field(value, name)?.as_str()
}

fn refused(scim_type: &'static str, message: &str) -> Failure {
    Failure::scim(StatusCode::BAD_REQUEST, scim_type, message)
}
