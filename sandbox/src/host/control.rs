//! The controls of the sandbox: its clock, its faults and its visible state. No answer contains an
//! id, a token or a key.

use axum::Json;
use axum::extract;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Host;
use crate::api;
use crate::json::{Body, Failure};
use crate::state::State;
use crate::tenant::bearer;

/// 401 without the control token, if the sandbox has one.
pub async fn require_token(
    extract::State(host): extract::State<Host>,
    request: extract::Request,
    next: Next,
) -> Response {
    let wanted = host.state.control_token.as_ref();
    if wanted.is_none_or(|token| bearer(request.headers()).as_ref() == Some(token)) {
        return next.run(request).await;
    }
    Failure::new(
        StatusCode::UNAUTHORIZED,
        "the levers need the control token: the sandbox printed it when it started",
    )
    .into_response()
}

/// `GET /control/state`.
pub async fn state(extract::State(host): extract::State<Host>) -> Json<Value> {
    Json(snapshot(&host.state))
}

/// A move of the clock: by a duration, or to an offset from the wall clock.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClockMove {
    advance_ms: Option<i64>,
    offset_ms: Option<i64>,
}

/// `POST /control/clock`.
pub async fn clock(
    extract::State(host): extract::State<Host>,
    Body(change): Body<ClockMove>,
) -> Result<Json<Value>, Failure> {
    match (change.advance_ms, change.offset_ms) {
        (Some(by), None) => host.state.clock.advance(by),
        (None, Some(to)) => host.state.clock.set_offset(to),
        _ => {
            return Err(Failure::new(
                StatusCode::BAD_REQUEST,
                "give either advanceMs or offsetMs",
            ));
        }
    }
    Ok(Json(snapshot(&host.state)))
}

/// `POST /control/faults`.
pub async fn faults(
    extract::State(host): extract::State<Host>,
    Body(change): Body<Map<String, Value>>,
) -> Result<Json<Value>, Failure> {
    let mut world = host.state.world();
    let changed = world.faults.changed(change, api::is_operation);
    world.faults = changed.map_err(|(status, wrong)| Failure::new(status, wrong))?;
    drop(world);
    Ok(Json(snapshot(&host.state)))
}

/// `POST /control/reset`. The answer says what is wrong if the database cannot be filled again, for
/// example because the seed does not fit.
pub async fn reset(extract::State(host): extract::State<Host>) -> Result<Json<Value>, Failure> {
    host.state.reset().map_err(|error| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the reset failed and nothing has changed: {error}"),
        )
    })?;
    Ok(Json(snapshot(&host.state)))
}

pub fn snapshot(state: &State) -> Value {
    let now = state.clock.now();
    let world = state.world();
    let sessions: Vec<Value> = world
        .sessions
        .opened()
        .map(|(n, session)| {
            json!({
                "n": n,
                "surface": session.surface,
                "mode": session.mode,
                "openedAt": session.opened_at,
                "expiresAt": session.expires_at,
                "status": session.status(now),
            })
        })
        .collect();
    json!({
        "now": now,
        "offsetMs": state.clock.offset_ms(),
        "faults": world.faults,
        "counts": world.counts,
        "sessions": sessions,
        "embeds": state.embeds.list(),
    })
}
