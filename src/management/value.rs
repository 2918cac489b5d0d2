//! Reads JSON values. A member that is null counts as missing.

use serde_json::Value;

/// A member that is not null.
pub(super) fn member<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    value.get(key).filter(|member| !member.is_null())
}

/// True if there is such a member that is not null.
pub(super) fn has(value: &Value, key: &str) -> bool {
    member(value, key).is_some()
}

/// A member that is a text.
pub(super) fn text_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    member(value, key)?.as_str()
}

/// A member that is a whole number of 0 or more.
pub(super) fn count_of(value: &Value, key: &str) -> Option<u64> {
    let count = member(value, key)?;
    count.as_u64().or_else(|| whole(count.as_f64()?))
}

/// A whole number that is written with a fraction of zero, as some services do.
fn whole(number: f64) -> Option<u64> {
    // Has a fraction unless the number is whole.
    format!("{number}").parse().ok()
}

/// The text of a string, a number or a boolean, as in a URL.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Replaces `secret` by `[credential]`, because the service may repeat it and errors get printed.
pub(super) fn without(text: &str, secret: &str) -> String {
    if secret.is_empty() {
        return text.to_owned();
    }
    text.replace(secret, "[credential]")
}

/// Replaces `secret` in all texts of `value`.
pub(super) fn redact(value: Value, secret: &str) -> Value {
    match value {
        Value::String(text) => without(&text, secret).into(),
        Value::Array(items) => items.into_iter().map(|item| redact(item, secret)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, member)| (key, redact(member, secret)))
            .collect(),
        other => other,
    }
}
