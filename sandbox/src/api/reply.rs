//! The answers of handlers.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::json::Failure;

/// A handler's answer, or its failure.
pub type Outcome = Result<Reply, Failure>;

/// A successful answer.
#[derive(Debug)]
pub enum Reply {
    /// JSON, with its status.
    Json(StatusCode, Value),
    /// 204.
    Empty,
    /// A file for download.
    File {
        /// Its media type.
        media_type: &'static str,
        /// The name of the file.
        name: String,
        /// The content.
        content: Vec<u8>,
    },
}

impl Reply {
    /// 201 with the created resource.
    pub fn created(value: Value) -> Self {
        Self::Json(StatusCode::CREATED, value)
    }
}

impl From<Value> for Reply {
    fn from(value: Value) -> Self {
        Self::Json(StatusCode::OK, value)
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        match self {
            Self::Json(status, value) => {
                let location = value.pointer("/meta/location").and_then(Value::as_str);
                let location = location.and_then(|text| HeaderValue::from_str(text).ok());
                let mut response = (status, Json(value)).into_response();
                if let (StatusCode::CREATED, Some(location)) = (status, location) {
                    response.headers_mut().insert(header::LOCATION, location);
                }
                response
            }
            Self::Empty => StatusCode::NO_CONTENT.into_response(),
            Self::File {
                media_type,
                name,
                content,
            } => {
                let mut response = content.into_response();
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
                let disposition = format!("attachment; filename=\"{name}\"");
                if let Ok(value) = HeaderValue::from_str(&disposition) {
                    headers.insert(header::CONTENT_DISPOSITION, value);
                }
                response
            }
        }
    }
}
