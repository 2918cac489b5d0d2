//! The short form in which the table and the shapes write JSON Schema.
//!
//! Fields are separated by spaces: `name:type`. A `!` after the name means that the field is
//! required, and a `?` after the type that it may be null. The types:
//!
//! | type | means |
//! |---|---|
//! | `string`, `number`, `boolean`, `object`, `any` | as in JSON Schema |
//! | `whole` | any whole number |
//! | `integer` | a whole number that JavaScript can hold |
//! | `id`, `page`, `offset` | a whole number of at least 1, 1 and 0 |
//! | `text` | a string that is not empty |
//! | `date` | an ISO 8601 date, or a date and time |
//! | `time` | a date and time |
//! | `a\|b` | one of these texts |
//! | `[type]` | an array of them; `[type]+` if it is not empty |
//! | `@Name` | a schema of the document, or a part of it: `@Name/properties/field` |
//!
//! `(a^b)` means that exactly one of these fields is there, and `(a|b)` at least one.

use serde_json::{Value, json};

/// The largest whole number that JavaScript holds exactly.
const MAX_SAFE: i64 = 9_007_199_254_740_991;

/// The schema of an object with these fields.
pub fn object(text: &str) -> Value {
    let mut schema = json!({ "type": "object", "properties": {} });
    let mut required = Vec::new();
    for word in text.split_whitespace() {
        if let Some(names) = word.strip_prefix('(') {
            let keyword = if names.contains('^') {
                "oneOf"
            } else {
                "anyOf"
            };
            let names = names.trim_end_matches(')').split(['^', '|']);
            put(
                &mut schema,
                &[keyword],
                names
                    .map(|name| json!({ "required": [name] }))
                    .collect::<Value>(),
            );
            continue;
        }
        let (name, kind) = word.split_once(':').unwrap_or((word, "any"));
        if let Some(name) = name.strip_suffix('!') {
            required.push(name);
        }
        put(
            &mut schema,
            &["properties", name.trim_end_matches('!')],
            self::schema(kind),
        );
    }
    if !required.is_empty() {
        put(&mut schema, &["required"], json!(required));
    }
    schema
}

/// Sets a field of an object, which a path of names leads to.
pub fn put(object: &mut Value, path: &[&str], value: impl Into<Value>) {
    let mut place = object;
    for name in path {
        let Some(fields) = place.as_object_mut() else {
            return;
        };
        place = fields.entry(*name).or_insert_with(|| json!({}));
    }
    *place = value.into();
}

/// A reference to a schema of the document.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The schema of a type.
pub fn schema(kind: &str) -> Value {
    match kind.strip_suffix('?') {
        Some(kind) => nullable(base(kind)),
        None => base(kind),
    }
}

fn nullable(mut schema: Value) -> Value {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values = values.iter().chain(&[Value::Null]);
        return json!({ "enum": values.collect::<Vec<_>>() });
    }
    match schema.get("type").cloned() {
        Some(kind) => {
            put(&mut schema, &["type"], json!([kind, "null"]));
            schema
        }
        None => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

fn base(kind: &str) -> Value {
    if let Some(name) = kind.strip_prefix('@') {
        return reference(name);
    }
    if let Some(items) = kind.strip_prefix('[') {
        return match items.strip_suffix("]+") {
            Some(items) => json!({ "type": "array", "items": schema(items), "minItems": 1 }),
            None => json!({ "type": "array", "items": schema(items.trim_end_matches(']')) }),
        };
    }
    match kind {
        "any" => json!({}),
        "whole" => json!({ "type": "integer" }),
        "integer" => json!({ "type": "integer", "minimum": -MAX_SAFE, "maximum": MAX_SAFE }),
        "id" | "page" => json!({ "type": "integer", "minimum": 1, "maximum": MAX_SAFE }),
        "offset" => json!({ "type": "integer", "minimum": 0, "maximum": MAX_SAFE }),
        "text" => json!({ "type": "string", "minLength": 1 }),
        "date" => json!({ "anyOf": [
            { "type": "string", "format": "date" }, { "type": "string", "format": "date-time" },
        ] }),
        "time" => json!({ "type": "string", "format": "date-time" }),
        values if values.contains('|') => {
            json!({ "type": "string", "enum": values.split('|').collect::<Vec<_>>() })
        }
        kind => json!({ "type": kind }),
    }
}

/// Limits each whole number of a schema that has no limit to those that JavaScript can hold.
pub fn bound(schema: &mut Value) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(bound),
        Value::Object(fields) => {
            let kind = fields.get("type");
            let kinds = kind.and_then(Value::as_array).into_iter().flatten();
            if kinds.chain(kind).any(|kind| kind == "integer") {
                fields.entry("minimum").or_insert((-MAX_SAFE).into());
                fields.entry("maximum").or_insert(MAX_SAFE.into());
            }
            fields.values_mut().for_each(bound);
        }
        _ => {}
    }
}
