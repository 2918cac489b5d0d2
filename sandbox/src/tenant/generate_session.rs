//! Session generation: the server-side call that mints a session id.
//!
//! The description of the service names the operation and its fields, but shows neither its path nor
//! its full payload: [`PATH`] is the sandbox's own choice.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value, json};

use super::bearer;
use crate::json::Failure;
use crate::secret::Secret;
use crate::sessions::Grant;
use crate::state::State;

/// Where a backend mints.
pub const PATH: &str = "/api/v1/embed/generate-session";

/// `POST /api/v1/embed/generate-session`, with an API key. A body is optional.
pub async fn handle(
    extract::State(state): extract::State<Arc<State>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Failure> {
    if bearer(&headers).as_ref() != Some(&state.api_key) {
        return Err(Failure::new(
            StatusCode::UNAUTHORIZED,
            "the API key is missing, malformed or expired",
        ));
    }
    let grant = grant(&body)?;
    let id = Secret::random().map_err(Failure::internal)?;
    let answer = json!({ "sessionId": id.reveal() });
    let now = state.clock.now();
    let mut world = state.world();
    world.sessions.mint(id, grant, now);
    world.counts.mints += 1;
    Ok(Json(answer))
}

fn grant(body: &[u8]) -> Result<Grant, Failure> {
    let fields: Map<String, Value> = if body.is_empty() {
        Map::new()
    } else {
        serde_json::from_slice(body).map_err(|_| bad_request("the body is not a JSON object"))?
    };
    if fields.contains_key("ephemeralTtlSeconds") {
        return Err(bad_request("ephemeralTtlSeconds was removed"));
    }
    for name in ["settings", "embedTenantProfile", "embedTheme"] {
        if !matches!(
            fields.get(name),
            None | Some(Value::Null | Value::Object(_))
        ) {
            return Err(bad_request(&format!("{name} is not an object")));
        }
    }
    let field = |name| fields.get(name).cloned().unwrap_or_default();
    Ok(Grant {
        embed_tenant: field("embedTenantProfile")
            .get("displayName")
            .and_then(Value::as_str)
            .map(str::to_owned),
        settings: field("settings"),
        theme: field("embedTheme"),
    })
}

fn bad_request(message: &str) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use super::grant;

    #[test]
    fn takes_what_the_service_takes() {
        assert!(grant(b"").is_ok());
        let body = br#"{
            "settings": { "locale": "de", "allowAi": false },
            "tenantGroups": ["a"],
            "tenantGroupDefinitions": [],
            "embedTenantProfile": { "displayName": "Acme" },
            "embedTheme": { "primaryColor": "teal" }
        }"#;
        let granted = grant(body).ok();
        assert_eq!(
            granted
                .as_ref()
                .and_then(|grant| grant.embed_tenant.as_deref()),
            Some("Acme")
        );
        assert!(granted.is_some_and(|grant| !grant.allows_ai()));
    }

    #[test]
    fn refuses_the_removed_field_and_what_is_no_object() {
        for body in [
            r#"{ "ephemeralTtlSeconds": 60 }"#,
            r#"{ "settings": "de" }"#,
            "[]",
            "{",
        ] {
            assert!(grant(body.as_bytes()).is_err(), "{body}");
        }
    }
}
