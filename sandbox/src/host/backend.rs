//! The page's backend. It has the API key, mints for the page, and fails on request.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract;
use axum::http::{Request, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::{Json, Router};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::Host;
use crate::api::GENERATE_SESSION;
use crate::faults::{BackendMode, SLOW_DELAY_MS};
use crate::json::Failure;
use crate::secret::Secret;
use crate::state::State;

/// `POST /api/embed-session`: a fresh session id for the viewer. A body is accepted and not read.
pub async fn embed_session(extract::State(host): extract::State<Host>) -> Response {
    let state = &*host.state;
    let fault = {
        let mut world = state.world();
        world.counts.mint_requests += 1;
        world.faults.next_backend()
    };
    let answer = match fault.mode {
        BackendMode::Ok => answer(&host).await,
        BackendMode::Slow => {
            let delay = Duration::from_millis(fault.delay_ms.unwrap_or(SLOW_DELAY_MS));
            tokio::select! {
                () = tokio::time::sleep(delay) => answer(&host).await,
                () = state.ended() => Err(down()),
            }
        }
        BackendMode::Hang => {
            // Ends when the browser aborts the request, which drops this future, or when the
            // process ends.
            state.ended().await;
            Err(down())
        }
        BackendMode::Down => Err(down()),
        BackendMode::SignedOut => Err(Failure::new(StatusCode::UNAUTHORIZED, "you are signed out")),
        BackendMode::Junk => {
            return Html("<!doctype html><title>Welcome</title><p>Please sign in.").into_response();
        }
        BackendMode::Number => Ok(json!({ "sessionId": 42 })),
        BackendMode::Empty => Ok(json!({ "sessionId": "" })),
        BackendMode::Repeat => {
            let last_id = state.world().last_id.clone();
            match last_id {
                Some(id) => Ok(session_id(&id)),
                None => answer(&host).await,
            }
        }
    };
    answer.map(Json).into_response()
}

async fn answer(host: &Host) -> Result<Value, Failure> {
    let id = mint(&host.service, &host.state).await?;
    let answer = session_id(&id);
    host.state.world().last_id = Some(id);
    Ok(answer)
}

/// The request that a real backend would send to the service.
async fn mint(service: &Router, state: &State) -> Result<Secret, Failure> {
    let body = json!({
        "embedTenantName": "acme",
        "embedTenantProfile": { "displayName": "Acme Retail" },
        "externalId": "chris",
        "settings": { "allowAi": true },
    });
    let request = Request::post(GENERATE_SESSION)
        .header(
            header::AUTHORIZATION,
            format!("Bearer {}", state.api_key.reveal()),
        )
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .map_err(Failure::internal)?;
    let response = service
        .clone()
        .oneshot(request)
        .await
        .map_err(Failure::internal)?;
    // A fault of the service may have cut the answer, or made it something else than JSON.
    let bytes = to_bytes(response.into_body(), 64 * 1024).await;
    let answer: Value = bytes
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    answer
        .get("sessionId")
        .and_then(Value::as_str)
        .map(Secret::presented)
        .ok_or_else(|| {
            Failure::new(
                StatusCode::BAD_GATEWAY,
                "the service did not generate a session",
            )
        })
}

fn session_id(id: &Secret) -> Value {
    json!({ "sessionId": id.reveal() })
}

fn down() -> Failure {
    Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "the page's backend is down",
    )
}
