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
//! | `{type}` | an object whose values are of this type |
//! | `@Name` | a schema of the document, or a part of it: `@Name/properties/field` |

use serde_json::{Map, Value, json};

/// The largest whole number that JavaScript holds exactly.
const MAX_SAFE: i64 = 9_007_199_254_740_991;

/// A field in the short form.
pub struct Field<'a> {
    /// Its name.
    pub name: &'a str,
    /// True if it must be present.
    pub required: bool,
    /// Its schema.
    pub schema: Value,
}

/// Parses fields.
pub fn parse(text: &str) -> impl Iterator<Item = Field<'_>> {
    text.split_whitespace().map(|field| {
        let (name, kind) = field.split_once(':').unwrap_or((field, "any"));
        Field {
            name: name.trim_end_matches('!'),
            required: name.ends_with('!'),
            schema: schema(kind),
        }
    })
}

/// The schema of an object with these fields.
pub fn object(text: &str) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in parse(text) {
        if field.required {
            required.push(field.name);
        }
        properties.insert(field.name.to_owned(), field.schema);
    }
    let mut schema = json!({ "type": "object", "properties": properties });
    if let (false, Some(fields)) = (required.is_empty(), schema.as_object_mut()) {
        fields.insert("required".to_owned(), json!(required));
    }
    schema
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
    let Some(fields) = schema.as_object_mut() else {
        return schema;
    };
    if fields.is_empty() {
        return schema;
    }
    if let Some(values) = fields.get_mut("enum").and_then(Value::as_array_mut) {
        values.push(Value::Null);
        fields.remove("type");
        return schema;
    }
    match fields.get_mut("type") {
        Some(kind) => {
            *kind = json!([kind.clone(), "null"]);
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
        let filled = items.strip_suffix("]+");
        let items = filled.unwrap_or_else(|| items.trim_end_matches(']'));
        let mut array = json!({ "type": "array", "items": schema(items) });
        if let (Some(_), Some(fields)) = (filled, array.as_object_mut()) {
            fields.insert("minItems".to_owned(), 1.into());
        }
        return array;
    }
    if let Some(values) = kind.strip_prefix('{') {
        let values = values.trim_end_matches('}');
        return json!({ "type": "object", "additionalProperties": schema(values) });
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{bound, object, schema};

    #[test]
    fn the_short_form_is_json_schema() {
        assert_eq!(
            object("name!:text size:boolean? free"),
            json!({
                "type": "object",
                "properties": {
                    "name": { "type": "string", "minLength": 1 },
                    "size": { "type": ["boolean", "null"] },
                    "free": {},
                },
                "required": ["name"],
            })
        );
        assert_eq!(schema("a|b?"), json!({ "enum": ["a", "b", null] }));
        let named = json!({ "$ref": "#/components/schemas/Named" });
        assert_eq!(
            schema("[@Named]+"),
            json!({ "type": "array", "items": named, "minItems": 1 })
        );
        assert_eq!(
            schema("@Named?"),
            json!({ "anyOf": [named, { "type": "null" }] })
        );
        assert_eq!(
            schema("{string}"),
            json!({ "type": "object", "additionalProperties": { "type": "string" } })
        );
    }

    #[test]
    fn whole_numbers_are_bounded_wherever_they_are() {
        let mut schema = json!({ "properties": {
            "a": { "type": ["integer", "null"] },
            "b": { "type": "array", "items": { "type": "integer" } },
            "c": { "type": "number" },
        } });
        bound(&mut schema);
        let most = json!(9_007_199_254_740_991_i64);
        let number = json!({ "type": "number" });
        assert_eq!(schema.pointer("/properties/a/maximum"), Some(&most));
        assert_eq!(schema.pointer("/properties/b/items/maximum"), Some(&most));
        assert_eq!(schema.pointer("/properties/c"), Some(&number));
    }
}
