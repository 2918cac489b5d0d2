//! `GET /control/requests`: what was asked of the service.

use axum::Json;
use axum::extract::{self, Query};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Host;
use crate::api;
use crate::json::Failure;

/// Which requests.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wanted {
    /// Only calls of the operation with this id.
    operation: Option<String>,
    /// Only requests after the one with this number.
    #[serde(default)]
    since: u64,
}

/// Answers `{ requests, last }`; `last` is the `since` of the next question.
pub async fn requests(
    extract::State(host): extract::State<Host>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Value>, Failure> {
    let operation = wanted.operation.as_deref();
    if let Some(id) = operation.filter(|id| !api::is_operation(id)) {
        return Err(Failure::invalid(format!("there is no operation {id}")));
    }
    let world = host.state.world();
    let requests = world.journal.after(wanted.since, operation);
    Ok(Json(
        json!({ "requests": requests, "last": world.journal.last() }),
    ))
}
