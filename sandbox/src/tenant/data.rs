//! Serves data to embed pages whose session has not expired.

use std::sync::Arc;

use axum::Json;
use axum::extract::{self, FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use serde_json::{Value, json};

use super::bearer;
use crate::api::Dashboard;
use crate::json::{Body, Failure};
use crate::sessions::{Mode, Session};
use crate::state::State;
use crate::store::{OrdersRequest, Query, StoreError};

/// The session of the request. It must be usable now.
#[derive(Debug)]
pub struct Viewer(pub Session);

impl FromRequestParts<Arc<State>> for Viewer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Failure> {
        let now = state.clock.now();
        bearer(&parts.headers)
            .and_then(|token| state.world().sessions.usable(&token, now).cloned())
            .map(Self)
            .ok_or_else(|| Failure::new(StatusCode::UNAUTHORIZED, "the session has ended"))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Invalid(message) => Self::new(StatusCode::BAD_REQUEST, message),
            StoreError::Sqlite(cause) => Self::internal(cause),
        }
    }
}

/// The deployment whose dashboards an application lists; if absent, all that the session reaches.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    deployment_id: Option<i64>,
}

/// `GET /embed/api/dashboards?deploymentId=…`.
pub async fn dashboards(
    extract::State(state): extract::State<Arc<State>>,
    Viewer(session): Viewer,
    extract::Query(Listed { deployment_id }): extract::Query<Listed>,
) -> Result<Json<Value>, Failure> {
    let deployments = match deployment_id {
        Some(id) if !session.grant.reaches(id) => return Err(other_deployment()),
        Some(id) => Some(vec![id]),
        None => session.grant.deployments,
    };
    let items = state
        .database
        .embeddable_dashboards(deployments.as_deref())?;
    Ok(Json(json!({ "items": items })))
}

/// `GET /embed/api/dashboards/{publicId}`. A signed session sees what signed embedding is on for.
pub async fn dashboard(
    extract::State(state): extract::State<Arc<State>>,
    Viewer(session): Viewer,
    Path(public_id): Path<String>,
) -> Result<Json<Dashboard>, Failure> {
    match state.database.dashboard(&public_id)? {
        Some(found) if !session.grant.reaches(found.deployment) => Err(other_deployment()),
        Some(found) if session.mode == Mode::Signed && !found.allow_embed => Err(
            Failure::forbidden("signed embedding of this dashboard is off"),
        ),
        Some(found) => Ok(Json(found)),
        None => Err(Failure::missing("dashboard")),
    }
}

fn other_deployment() -> Failure {
    Failure::forbidden("the session was generated for other deployments")
}

/// `POST /embed/api/query`.
pub async fn query(
    extract::State(state): extract::State<Arc<State>>,
    _: Viewer,
    Body(query): Body<Query>,
) -> Result<Json<Value>, Failure> {
    let rows = state.store.query(&query, state.clock.now())?;
    Ok(Json(json!({ "rows": rows })))
}

/// `POST /embed/api/orders`.
pub async fn orders(
    extract::State(state): extract::State<Arc<State>>,
    _: Viewer,
    Body(request): Body<OrdersRequest>,
) -> Result<Json<Value>, Failure> {
    let (orders, total) = state.store.orders(&request, state.clock.now())?;
    Ok(Json(json!({ "rows": orders, "total": total })))
}
