//! As much of JSON Schema as the `OpenAPI` document uses.

use serde_json::Value;

/// What of a value does not fit a schema of the document; empty where all does.
pub fn misfits(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(target) = schema["$ref"].as_str() {
        let target = document
            .pointer(target.trim_start_matches('#'))
            .expect("it is there");
        return misfits(document, target, value, at);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let fits = |choice: &Value| misfits(document, choice, value, at).is_empty();
        return if choices.iter().any(fits) {
            Vec::new()
        } else {
            misfits(document, &choices[0], value, at)
        };
    }
    let mut wrong = Vec::new();
    if !schema["type"].is_null() && !is_of_type(&schema["type"], value) {
        wrong.push(format!("{at} is not {}: {value}", schema["type"]));
    }
    if schema["enum"]
        .as_array()
        .is_some_and(|values| !values.contains(value))
    {
        wrong.push(format!("{at} is not one of its values: {value}"));
    }
    if let Some(fields) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(name.as_str().unwrap()) {
                wrong.push(format!("{at} has no {name}"));
            }
        }
        for (name, value) in fields {
            let known = schema["properties"].get(name);
            let other = schema.get("additionalProperties");
            if let Some(schema) = known.or(other) {
                wrong.extend(misfits(document, schema, value, &format!("{at}.{name}")));
            }
        }
    }
    if let (Some(values), Some(items)) = (value.as_array(), schema.get("items")) {
        let each = values.iter().enumerate();
        wrong.extend(
            each.flat_map(|(n, value)| misfits(document, items, value, &format!("{at}[{n}]"))),
        );
    }
    wrong
}

fn is_of_type(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Array(kinds) => kinds.iter().any(|kind| is_of_type(kind, value)),
        kind => match kind.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "null" => value.is_null(),
            other => panic!("unknown type {other}"),
        },
    }
}
