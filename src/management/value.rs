//! Reads JSON values. A member that is null counts as missing.

use std::time::Duration;

use serde::de::DeserializeOwned;
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

/// The largest whole number that JavaScript holds exactly.
pub(super) const MAX_SAFE: u64 = 9_007_199_254_740_991;

/// A member that is a whole number from 0 to [`MAX_SAFE`], also as a text: some SCIM services write texts.
/// Sums of such numbers do not overflow.
pub(super) fn count_of(value: &Value, key: &str) -> Option<u64> {
    let value = member(value, key)?;
    let count = match value.as_str() {
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
        _ => value.as_u64().or_else(|| whole(value.as_f64()?)),
    };
    count.filter(|count| *count <= MAX_SAFE)
}

/// A whole number that is written with a fraction of zero, as some services do.
fn whole(number: f64) -> Option<u64> {
    // Has a fraction unless the number is whole.
    format!("{number}").parse().ok()
}

/// Reads an answer as its type. A whole number that is written with a fraction of zero is an integer,
/// as in JSON Schema.
pub(super) fn typed<R: DeserializeOwned>(answer: &Value) -> Result<R, serde_json::Error> {
    // Nearly every service writes integers without a fraction.
    R::deserialize(answer).or_else(|error| R::deserialize(integers(answer)).map_err(|_| error))
}

fn integers(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64().and_then(whole) {
            Some(whole) => whole.into(),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(integers).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, member)| (key.clone(), integers(member)))
            .collect(),
        other => other.clone(),
    }
}

/// A duration of `ms` milliseconds; zero if it is negative or too long to be one.
pub(super) fn millis(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1_000.0).unwrap_or_default()
}

/// The milliseconds of a duration.
pub(super) fn in_millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
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

/// Replaces `secret` in all texts of `value`, names of members included.
pub(super) fn redact(value: Value, secret: &str) -> Value {
    match value {
        Value::String(text) => without(&text, secret).into(),
        Value::Array(items) => items.into_iter().map(|item| redact(item, secret)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, member)| (without(&key, secret), redact(member, secret)))
            .collect(),
        other => other,
    }
}
