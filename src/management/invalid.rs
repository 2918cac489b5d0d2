//! The error of a request that was not sent.

use std::fmt;

/// A wrong request, which was not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest {
    /// The wrong parameter, option or field: `expiresIn`, `dashboardPublished.widgets[2].id`.
    pub field: String,
    /// A sentence that says what it must be. Never contains the value, which may be a secret.
    pub message: String,
}

impl InvalidRequest {
    /// The error for `field`. `rule` completes the sentence that begins with the field's name.
    pub fn new(field: impl Into<String>, rule: &str) -> Self {
        let field = field.into();
        let message = format!("{field} {rule}.");
        Self { field, message }
    }
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InvalidRequest {}
