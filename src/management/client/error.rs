//! The errors of a call.

use std::fmt;

use serde_json::Value;

use crate::management::failure::Class;
use crate::management::invalid::InvalidRequest;

/// Why a call failed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The request is wrong and was not sent.
    Invalid(InvalidRequest),
    /// The service answered with an error, or the client cannot read its answer.
    Api(Box<ApiError>),
    /// The connection failed before the answer was complete, or a redirect was not followed.
    Connection {
        /// The operation's id.
        operation: String,
        /// A sentence with the operation, the host and the cause.
        message: String,
    },
    /// The service did not answer within the time limit, or a job did not end within its limit.
    Timeout {
        /// The operation's id.
        operation: String,
        /// A sentence with the operation, the host or the job, and the limit.
        message: String,
    },
}

impl Error {
    pub(super) fn redirect(operation: &str, why: &str) -> Self {
        Error::Connection {
            operation: operation.to_owned(),
            message: format!("{operation}: {why}"),
        }
    }
}

/// An answer that is an error or cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// The class of the error, by its status.
    pub class: Class,
    /// The HTTP status.
    pub status: u16,
    /// The service's code of the error.
    pub code: Option<String>,
    /// The operation's id.
    pub operation: String,
    /// The header `X-Request-Id` or `Request-Id`.
    pub request_id: Option<String>,
    /// The JSON body, or the text as a string if it is not JSON or long; a long text is cut. The
    /// client's credential is removed from it.
    pub body: Value,
    /// A sentence that says what happened. The client's credential is removed from it.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(invalid) => invalid.fmt(f),
            Error::Api(error) => f.write_str(&error.message),
            Error::Connection { message, .. } | Error::Timeout { message, .. } => {
                f.write_str(message)
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
