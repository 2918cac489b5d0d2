//! What a call may fail with.

use std::fmt;

use serde_json::Value;

use crate::management::failure::Class;
use crate::management::invalid::InvalidRequest;

/// Why a call failed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The request is wrong, and was not sent.
    Invalid(InvalidRequest),
    /// The service answered with an error, or with what cannot be read.
    Api(Box<ApiError>),
    /// No complete answer came.
    Connection {
        /// The operation's id.
        operation: String,
    },
    /// The time ran out.
    Timeout {
        /// The operation's id.
        operation: String,
    },
}

/// An answer that is an error, or cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// Which kind of error.
    pub class: Class,
    /// The HTTP status.
    pub status: u16,
    /// The service's own name of the error, where it gives one.
    pub code: Option<String>,
    /// The operation's id.
    pub operation: String,
    /// The header `X-Request-Id`.
    pub request_id: Option<String>,
    /// The body: JSON, or the text as a string. No credential of the client stands in it.
    pub body: Value,
    /// What happened. No credential stands in it.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(invalid) => invalid.fmt(f),
            Error::Api(error) => f.write_str(&error.message),
            Error::Connection { operation } => {
                write!(
                    f,
                    "{operation}: the connection failed before the answer was complete."
                )
            }
            Error::Timeout { operation } => {
                write!(f, "{operation}: the service did not answer in time.")
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<InvalidRequest> for Error {
    fn from(invalid: InvalidRequest) -> Self {
        Error::Invalid(invalid)
    }
}
