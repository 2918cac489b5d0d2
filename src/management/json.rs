//! Implements [`Data`] for Rust's JSON.

use serde_json::Value;

use super::data::Data;
use super::text::Text;

/// Replaces `secret` in all texts of `value`.
pub(super) fn redact(value: Value, secret: &String) -> Value {
    match value {
        Value::String(text) => text.without(secret).into(),
        Value::Array(items) => items.into_iter().map(|item| redact(item, secret)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, member)| (key, redact(member, secret)))
            .collect(),
        other => other,
    }
}

impl Data for &Value {
    type Text = String;

    fn member(&self, key: &'static str) -> Option<Self> {
        self.get(key).filter(|member| !member.is_null())
    }

    fn member_named(&self, key: &String) -> Option<Self> {
        self.get(key).filter(|member| !member.is_null())
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

    fn is_false(&self) -> bool {
        **self == Value::Bool(false)
    }

    fn text(&self) -> Option<String> {
        self.as_str().map(str::to_owned)
    }

    fn number(&self) -> Option<f64> {
        self.as_f64()
    }

    fn scalar(&self) -> Option<String> {
        match self {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(self.to_string()),
            _ => None,
        }
    }
}
