//! Answers and bodies in JSON: an error is always `{ "error": <message> }`.

use axum::Json;
use axum::extract::{FromRequest, Request, rejection::JsonRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

/// An answer that says what went wrong. The message never carries an id, a token or a key.
#[derive(Debug)]
pub struct Failure {
    /// The status of the answer.
    pub status: StatusCode,
    /// What went wrong.
    pub message: String,
    /// The detail error keyword of RFC 7644, where SCIM has one.
    pub scim_type: Option<&'static str>,
}

impl Failure {
    /// With this status and message.
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

    /// 403: the credential is valid but not authorized for the target.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: there is no such thing.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("no such {what}"))
    }

    /// 409: the request does not fit the present state.
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

    /// Something that no request can bring about by itself.
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

/// A body in JSON.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let parsed: Result<Json<T>, JsonRejection> = Json::from_request(request, state).await;
        match parsed {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(Failure::new(rejection.status(), rejection.body_text())),
        }
    }
}
