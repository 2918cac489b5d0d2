//! What is wrong with a request that was not sent.

use alloc::string::String;
use core::fmt;

use super::text::Text;

/// A request that is wrong before it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest<T = String> {
    /// The parameter, option or field at fault: `expiresIn`, `dashboardPublished.widgets[2].id`.
    pub field: T,
    /// What it must be. It never repeats the value, which may be a secret.
    pub message: T,
}

impl<T: Text> InvalidRequest<T> {
    /// `field` must be what `rule` says.
    pub fn new(field: &'static str, rule: &'static str) -> Self {
        Self::of(T::of(field), rule)
    }

    /// The same, of a field whose name is not known before.
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
