//! What is wrong with a request that was not sent.

use alloc::string::String;
use core::fmt;

use super::text::join;

/// A request that is wrong before it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest {
    /// The parameter, option or field at fault: `expiresIn`, `dashboardPublished.widgets[2].id`.
    pub field: String,
    /// What it must be. It never repeats the value, which may be a secret.
    pub message: String,
}

impl InvalidRequest {
    /// `field` must be what `rule` says.
    pub fn new(field: impl Into<String>, rule: &str) -> Self {
        let field = field.into();
        let message = join(&[&field, " ", rule, "."]);
        Self { field, message }
    }
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for InvalidRequest {}
