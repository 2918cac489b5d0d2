//! Answers and bodies in JSON: an error is always `{ "error": <message> }`.

use axum::Json;
use axum::extract::{FromRequest, Request, rejection::JsonRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

/// An answer that says what went wrong. The message never carries an id, a token or a key.
#[derive(Debug)]
pub struct Failure(pub StatusCode, pub String);

impl Failure {
    /// With this status and message.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self(status, message.into())
    }

    /// Something that no request can bring about by itself.
    pub fn internal(_cause: impl std::fmt::Debug) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the sandbox failed to answer",
        )
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
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
