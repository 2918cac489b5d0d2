//! JSON-like values, seen alike whether they are Rust's or JavaScript's.

use serde_json::Value;

/// A value that can be looked into. Cheap to clone: a handle.
pub trait Data: Clone {
    /// The member `key` of an object; `None` where it is missing, or this is no object.
    fn member(&self, key: &str) -> Option<Self>;
    /// The members of an object, in its order; none where this is no object.
    fn members(&self) -> Vec<(String, Self)>;
    /// The elements of an array; `None` where this is no array.
    fn elements(&self) -> Option<Vec<Self>>;
    /// How many elements an array has; `None` where this is no array.
    fn length(&self) -> Option<usize>;
    /// Whether this is null.
    fn is_null(&self) -> bool;
    /// The text of a string.
    fn text(&self) -> Option<String>;
    /// The value of a number.
    fn number(&self) -> Option<f64>;
    /// The value of a boolean.
    fn boolean(&self) -> Option<bool>;
    /// How a string, a finite number, a boolean or a date stands in a URL; `None` for all else.
    fn scalar(&self) -> Option<String>;

    /// The member `key`, but for null.
    fn given(&self, key: &str) -> Option<Self> {
        self.member(key).filter(|value| !value.is_null())
    }

    /// The text of the member `key`.
    fn text_of(&self, key: &str) -> Option<String> {
        self.member(key)?.text()
    }

    /// The member `key` as a count.
    fn count_of(&self, key: &str) -> Option<u64> {
        count(self.member(key)?.number()?)
    }
}

/// The whole number `value`, where it is one that a count may be.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "within the range that is checked, and any fraction is dropped on purpose"
)]
pub(super) fn count(value: f64) -> Option<u64> {
    (0.0..9_007_199_254_740_992.0)
        .contains(&value)
        .then_some(value as u64)
}

impl Data for &Value {
    fn member(&self, key: &str) -> Option<Self> {
        self.get(key)
    }

    fn members(&self) -> Vec<(String, Self)> {
        let members = self.as_object().into_iter().flatten();
        members.map(|(key, value)| (key.clone(), value)).collect()
    }

    fn elements(&self) -> Option<Vec<Self>> {
        Some(self.as_array()?.iter().collect())
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
