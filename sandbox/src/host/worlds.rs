//! `/control/worlds`: a sandbox for each test, in one process.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Host;
use crate::json::{Body, Failure};
use crate::worlds::{IDLE, MAX_WORLDS, NotOpened, Opened, Worlds};

/// The routes that open, list and close worlds.
pub fn routes(worlds: &Arc<Worlds>) -> Router<Host> {
    Router::new()
        .route("/control/worlds", get(list).post(open))
        .route("/control/worlds/{id}", delete(close))
        .with_state(Arc::clone(worlds))
}

/// How a world is opened.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Opening {
    /// How long nobody may ask it for anything before it is closed, in milliseconds of the wall clock.
    idle_ms: Option<u64>,
}

async fn list(State(worlds): State<Arc<Worlds>>) -> Json<Value> {
    let open: Vec<Value> = worlds.list().iter().map(shown).collect();
    Json(json!({ "worlds": open }))
}

async fn open(
    State(worlds): State<Arc<Worlds>>,
    Body(Opening { idle_ms }): Body<Opening>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let idle = idle_ms.map_or(IDLE, Duration::from_millis);
    match worlds.open(idle).await {
        Ok(opened) => Ok((StatusCode::CREATED, Json(shown(&opened)))),
        Err(NotOpened::TooMany) => Err(Failure::conflict(format!(
            "there are {MAX_WORLDS} worlds: close one first"
        ))),
        Err(NotOpened::Start(error)) => Err(Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the world did not start: {error}"),
        )),
    }
}

async fn close(
    State(worlds): State<Arc<Worlds>>,
    Path(id): Path<u64>,
) -> Result<StatusCode, Failure> {
    if worlds.close(id).await {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Failure::missing("world"))
    }
}

fn shown(Opened { id, host, tenant }: &Opened) -> Value {
    json!({ "id": id, "host": host, "tenant": tenant })
}
