//! Selects the attributes of an answer by `attributes` and `excludedAttributes` of RFC 7644,
//! section 3.4.2.5. `id` and `schemas` are always included.

use serde_json::Value;

use super::path::Path;
use crate::api::call::Call;
use crate::api::rows::Object;

const ALWAYS: [&str; 2] = ["id", "schemas"];

/// A resource with the attributes that the query selects.
pub fn project(call: &Call<'_>, resource: &Value) -> Value {
    let paths = |name: &str| -> Option<Vec<Path>> {
        let names = call.query(name)?;
        Some(
            names
                .split(',')
                .map(|name| Path::parse(name.trim()))
                .collect(),
        )
    };
    let Some(fields) = resource.as_object() else {
        return resource.clone();
    };
    match (paths("attributes"), paths("excludedAttributes")) {
        (Some(wanted), _) => Value::Object(kept(fields, &wanted, 0)),
        (None, Some(unwanted)) => Value::Object(without(fields, &unwanted, 0)),
        (None, None) => resource.clone(),
    }
}

fn kept(fields: &Object, wanted: &[Path], depth: usize) -> Object {
    let mut kept = Object::new();
    for (name, value) in fields {
        let named: Vec<Path> = at(wanted, name, depth);
        let always = depth == 0 && ALWAYS.contains(&name.as_str());
        if always || named.iter().any(|path| path.0.len() == depth + 1) {
            kept.insert(name.clone(), value.clone());
        } else if !named.is_empty() {
            let part = each(value, &|fields| self::kept(fields, &named, depth + 1));
            kept.insert(name.clone(), part);
        }
    }
    kept
}

fn without(fields: &Object, unwanted: &[Path], depth: usize) -> Object {
    let mut left = Object::new();
    for (name, value) in fields {
        let named = at(unwanted, name, depth);
        let always = depth == 0 && ALWAYS.contains(&name.as_str());
        if always || named.is_empty() {
            left.insert(name.clone(), value.clone());
        } else if !named.iter().any(|path| path.0.len() == depth + 1) {
            let part = each(value, &|fields| without(fields, &named, depth + 1));
            left.insert(name.clone(), part);
        }
    }
    left
}

/// The paths that name this field at this depth.
fn at(paths: &[Path], name: &str, depth: usize) -> Vec<Path> {
    let names = |path: &&Path| {
        path.0
            .get(depth)
            .is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    paths.iter().filter(names).cloned().collect()
}

fn each(value: &Value, part: &dyn Fn(&Object) -> Object) -> Value {
    match value {
        Value::Object(fields) => Value::Object(part(fields)),
        Value::Array(values) => values.iter().map(|value| each(value, part)).collect(),
        value => value.clone(),
    }
}
