//! Rust's JSON, looked into as JavaScript's values are.

use serde_json::Value;

use super::data::Data;
use super::text;

/// `value` without `secret` in any of its texts.
pub(super) fn redact(value: Value, secret: &str) -> Value {
    match value {
        Value::String(text) => text::redact(&text, secret).into(),
        Value::Array(items) => items.into_iter().map(|item| redact(item, secret)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, member)| (key, redact(member, secret)))
            .collect(),
        other => other,
    }
}

impl Data for &Value {
    fn member(&self, key: &str) -> Option<Self> {
        self.get(key)
    }

    fn key(&self, index: usize) -> Option<String> {
        self.as_object()?.keys().nth(index).cloned()
    }

    fn element(&self, index: usize) -> Option<Self> {
        self.as_array()?.get(index)
    }

    fn length(&self) -> Option<usize> {
        self.as_array().map(Vec::len)
    }

    fn is_null(&self) -> bool {
        Value::is_null(self)
    }

    fn text(&self) -> Option<String> {
        self.as_str().map(str::to_owned)
    }

    fn number(&self) -> Option<f64> {
        self.as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn scalar(&self) -> Option<String> {
        match self {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(self.to_string()),
            _ => None,
        }
    }
}
