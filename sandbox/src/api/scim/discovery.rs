//! The three discovery endpoints of RFC 7644, section 4. The service's description does not list
//! them, and they need no credential.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use serde_json::{Value, json};

use crate::api::router::scim_error;
use crate::json::Failure;
use crate::state::State;

const DOCUMENTS: &str = include_str!("discovery.json");

/// `ServiceProviderConfig`, `ResourceTypes` and `Schemas`.
pub fn routes() -> Router<Arc<State>> {
    Router::new()
        .route(
            "/api/scim/v2/ServiceProviderConfig",
            get(async || provider()),
        )
        .route(
            "/api/scim/v2/ResourceTypes",
            get(async || list("resourceTypes")),
        )
        .route("/api/scim/v2/Schemas", get(async || list("schemas")))
        .route(
            "/api/scim/v2/ResourceTypes/{id}",
            get(async |id: Name| one("resourceTypes", id)),
        )
        .route(
            "/api/scim/v2/Schemas/{id}",
            get(async |id: Name| one("schemas", id)),
        )
        // Other paths below the prefix get an error in SCIM's form.
        .route("/api/scim/v2/{*rest}", any(async || missing("resource")))
}

fn provider() -> Response {
    scim(&documents("serviceProviderConfig"))
}

fn list(kind: &str) -> Response {
    let all = documents(kind);
    let count = all.as_array().map(Vec::len);
    scim(&json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": count,
        "startIndex": 1,
        "itemsPerPage": count,
        "Resources": all,
    }))
}

/// The last part of a path, unless it is not UTF-8.
type Name = Result<Path<String>, PathRejection>;

fn one(kind: &str, id: Name) -> Response {
    let Ok(Path(id)) = id else {
        return scim_error(&Failure::invalid("the path is not UTF-8"));
    };
    let all = documents(kind);
    let found = all.as_array().and_then(|all| {
        all.iter()
            .find(|one| one.get("id").and_then(Value::as_str) == Some(id.as_str()))
    });
    found.map_or_else(|| scim_error(&Failure::missing("document")), scim)
}

fn missing(what: &str) -> Response {
    scim_error(&Failure::missing(what))
}

fn documents(name: &str) -> Value {
    let all: Value = serde_json::from_str(DOCUMENTS).unwrap_or_default();
    all.get(name).cloned().unwrap_or_default()
}

fn scim(value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/scim+json")];
    (headers, value.to_string()).into_response()
}
