//! Answers and bodies in JSON: an error is always `{ "error": <message> }`.

use axum::Json;
use axum::extract::{FromRequest, Request, rejection::JsonRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::limits::Limits;

/// An error answer. The message never contains an id, a token or a key.
#[derive(Debug)]
pub struct Failure {
    /// The status of the answer.
    pub status: StatusCode,
    /// The message.
    pub message: String,
    /// The `scimType` of RFC 7644, if SCIM has one for this error.
    pub scim_type: Option<&'static str>,
}

impl Failure {
    /// An answer with a status and a message.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            scim_type: None,
        }
    }

    /// 400: the request itself is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// 403: the credential is valid, but not authorized for the target.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: the target does not exist.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("no such {what}"))
    }

    /// 408: the body took too long.
    pub fn slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "the body took too long")
    }

    /// 409: the request conflicts with the current state.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// 400 or 409 with the keyword that RFC 7644 gives this error.
    pub fn scim(status: StatusCode, scim_type: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            scim_type: Some(scim_type),
        }
    }

    /// 500: a failure that no request can cause.
    pub fn internal(_cause: impl std::fmt::Debug) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the sandbox failed to answer",
        )
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::internal(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

/// A body in JSON, of at most 2 MB.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let limits = request.extensions().get::<Limits>().copied();
        let time = limits.unwrap_or_default().body_time;
        let reading = tokio::time::timeout(time, Json::from_request(request, state));
        let parsed: Result<Json<T>, JsonRejection> = reading.await.map_err(|_| Failure::slow())?;
        match parsed {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(Failure::new(rejection.status(), rejection.body_text())),
        }
    }
}
