//! The error of a request that was not sent.

use alloc::string::String;
use core::fmt;

use super::text::Text;

/// A wrong request, which was not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest<T = String> {
    /// The wrong parameter, option or field: `expiresIn`, `dashboardPublished.widgets[2].id`.
    pub field: T,
    /// A sentence that says what it must be. Never contains the value, which may be a secret.
    pub message: T,
}

impl<T: Text> InvalidRequest<T> {
    /// The error for `field`. `rule` completes the sentence that begins with the field's name.
    pub fn new(field: &'static str, rule: &'static str) -> Self {
        Self::of(T::of(field), rule)
    }

    /// The same as [`new`](Self::new), for a field whose name is not a literal.
    pub fn of(field: T, rule: &'static str) -> Self {
        let mut message = field.clone();
        message.push_str(" ");
        message.push_str(rule);
        message.push_str(".");
        Self { field, message }
    }
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for InvalidRequest {}
