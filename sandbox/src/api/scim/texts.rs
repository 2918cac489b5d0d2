//! What identity providers send as a text although the schema has another type.

use serde_json::{Value, json};

/// What a text means, or nothing: it stays as it is then.
type Meaning = fn(&str) -> Option<Value>;

/// The attributes, each with what its texts mean.
const TEXTS: [(&str, Meaning); 3] = [
    ("active", boolean),
    ("primary", boolean),
    // Of the extension for enterprises: the id of another user.
    ("manager", |id| Some(json!({ "value": id }))),
];

/// The value of an attribute as the schema has it.
pub fn read(name: &str, value: Value) -> Value {
    let known = TEXTS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    match (known, value.as_str()) {
        (Some((_, meaning)), Some(text)) => meaning(text).unwrap_or(value),
        _ => value,
    }
}

/// Entra ID sends `"True"` and `"False"`, also in the filter of a path.
fn boolean(text: &str) -> Option<Value> {
    text.to_ascii_lowercase()
        .parse::<bool>()
        .ok()
        .map(Value::Bool)
}
