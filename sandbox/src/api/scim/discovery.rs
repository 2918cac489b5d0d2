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

use super::schema;
use crate::api::router::scim_error;
use crate::json::Failure;
use crate::state::State;

/// `ServiceProviderConfig`, `ResourceTypes` and `Schemas`.
pub fn routes() -> Router<Arc<State>> {
    Router::new()
        .route(
            "/api/scim/v2/ServiceProviderConfig",
            get(async || provider()),
        )
        .route(
            "/api/scim/v2/ResourceTypes",
            get(async || list(&resource_types())),
        )
        .route(
            "/api/scim/v2/Schemas",
            get(async || list(&schema::DOCUMENTS)),
        )
        .route(
            "/api/scim/v2/ResourceTypes/{id}",
            get(async |id: Name| one(&resource_types(), id)),
        )
        .route(
            "/api/scim/v2/Schemas/{id}",
            get(async |id: Name| one(&schema::DOCUMENTS, id)),
        )
        // Other paths below the prefix get an error in SCIM's form.
        .route("/api/scim/v2/{*rest}", any(async || missing("resource")))
}

fn provider() -> Response {
    scim(&json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": { "supported": true },
        "bulk": { "supported": false, "maxOperations": 0, "maxPayloadSize": 0 },
        "filter": { "supported": true, "maxResults": 1_000_000 },
        "changePassword": { "supported": false },
        "sort": { "supported": false },
        "etag": { "supported": false },
        "authenticationSchemes": [{
            "type": "oauthbearertoken",
            "name": "Bearer token",
            "description": "An API key, sent as a bearer token.",
            "primary": true,
        }],
        "meta": {
            "resourceType": "ServiceProviderConfig",
            "location": "/api/scim/v2/ServiceProviderConfig",
        },
    }))
}

fn resource_types() -> [Value; 2] {
    let of = |name: &str, description: &str, extensions: Value| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
            "id": name,
            "name": name,
            "endpoint": format!("/{name}s"),
            "description": description,
            "schema": format!("urn:ietf:params:scim:schemas:core:2.0:{name}"),
            "schemaExtensions": extensions,
            "meta": {
                "resourceType": "ResourceType",
                "location": format!("/api/scim/v2/ResourceTypes/{name}"),
            },
        })
    };
    let enterprise = json!([{ "schema": schema::ENTERPRISE, "required": false }]);
    [
        of("User", "A user of the console.", enterprise),
        of("Group", "A group of users.", json!([])),
    ]
}

fn list(all: &[Value]) -> Response {
    scim(&json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": all.len(),
        "startIndex": 1,
        "itemsPerPage": all.len(),
        "Resources": all,
    }))
}

/// The last part of a path, unless it is not UTF-8.
type Name = Result<Path<String>, PathRejection>;

fn one(all: &[Value], id: Name) -> Response {
    let Ok(Path(id)) = id else {
        return scim_error(&Failure::invalid("the path is not UTF-8"));
    };
    let is_named = |one: &&Value| one.get("id").and_then(Value::as_str) == Some(id.as_str());
    let found = all.iter().find(is_named);
    found.map_or_else(|| scim_error(&Failure::missing("document")), scim)
}

fn missing(what: &str) -> Response {
    scim_error(&Failure::missing(what))
}

fn scim(value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/scim+json")];
    (headers, value.to_string()).into_response()
}
