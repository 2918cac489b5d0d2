//! What goes wrong in an endpoint, and what it then answers.

use std::fmt;

use axum::http::StatusCode;

use crate::management::client::Error;

/// Why an endpoint could not do what it was asked for, for your log.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// `authorize` failed.
    Authorize(Box<dyn std::error::Error + Send + Sync>),
    /// The call of the service failed.
    Call(Error),
    /// The service answered without a session id.
    NoSessionId,
    /// The option [`origin`](super::Endpoint::origin) has this text, which names no origin.
    InvalidOrigin(String),
}

impl Failure {
    /// The reason as one line of a log. The service's answer may be part of it, so line breaks and
    /// codes of a terminal are written as `\n` and `\u{1b}`.
    #[must_use]
    pub fn one_line(&self) -> String {
        one_line(&self.to_string())
    }

    /// The status for a failure: 503 if the service may succeed later, 502 if it refuses, 500 if the
    /// mistake is in this backend. None of them is 401 or 403, which a page takes for a sign-out.
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Authorize(_) | Self::InvalidOrigin(_) | Self::Call(Error::Invalid(_)) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            // An export that the service has dropped can be asked for again.
            Self::Call(Error::Api(error)) if error.code.as_deref() == Some("expired") => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Call(Error::Api(error)) if error.status != 429 && error.status < 500 => {
                StatusCode::BAD_GATEWAY
            }
            Self::Call(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoSessionId => StatusCode::BAD_GATEWAY,
        }
    }
}

/// A text of somebody else's in one line of a log.
pub(super) fn one_line(text: &str) -> String {
    let escaped = |char: char| match char {
        // `escape_debug` is for texts in quotation marks.
        '"' | '\'' => char.to_string(),
        _ => char.escape_debug().to_string(),
    };
    text.chars().map(escaped).collect()
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Authorize(error) => error.fmt(formatter),
            Self::Call(error) => error.fmt(formatter),
            Self::NoSessionId => formatter.write_str("The service answered without a session id."),
            Self::InvalidOrigin(text) => write!(
                formatter,
                "The endpoint's origin is {text:?}. It must be the URL of your pages, such as https://app.example.com."
            ),
        }
    }
}

impl std::error::Error for Failure {}
