//! The data API of an environment: metadata and data, both with tokens.
//!
//! The service describes only the URL of an environment and the rights of a token. `GET {url}/meta`
//! and `POST {url}/load` are the sandbox's choice.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, State as Shared};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::caller::{credential, unauthorized};
use super::operation::Api;
use super::rows;
use crate::json::{Body, Failure};
use crate::state::State;
use crate::store::{CREATED_AT, Dimension, Measure, Query};

/// The environment that a path names.
struct Environment {
    deployment: i64,
    environment: i64,
}

impl<S: Send + Sync> FromRequestParts<S> for Environment {
    type Rejection = Failure;

    /// 404 for a path that does not have two numbers, because all ids are numbers.
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let ids = Path::<(i64, i64)>::from_request_parts(parts, state).await;
        let Path((deployment, environment)) = ids.map_err(|_| Failure::missing("environment"))?;
        Ok(Self {
            deployment,
            environment,
        })
    }
}

/// Both addresses of each environment.
pub fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/svc-api/v1/{deployment}/{environment}/meta", get(meta))
        .route("/svc-api/v1/{deployment}/{environment}/load", post(load))
}

/// The data model that the token's security context makes visible. If the context has `members`,
/// only those.
async fn meta(
    Shared(state): Shared<Arc<State>>,
    environment: Environment,
    headers: HeaderMap,
) -> Result<Json<Value>, Failure> {
    let token = token(&state, &environment, &headers)?;
    let visible = token
        .get("claims")
        .and_then(|claims| claims.pointer("/security_context/members")?.as_array());
    let is_shown = |name: &str| {
        let has = |visible: &Vec<Value>| visible.iter().any(|visible| visible == name);
        visible.is_none_or(has)
    };
    let measures = Measure::NAMES.iter().filter(|name| is_shown(name));
    let dimensions = Dimension::NAMES.iter().map(|name| (*name, "string"));
    let dimensions = dimensions.chain([(CREATED_AT, "time")]);
    let dimensions = dimensions.filter(|(name, _)| is_shown(name));
    Ok(Json(json!({ "cubes": [{
        "name": "orders",
        "measures": measures.map(|name| json!({ "name": name })).collect::<Vec<_>>(),
        "dimensions": dimensions
            .map(|(name, kind)| json!({ "name": name, "type": kind }))
            .collect::<Vec<_>>(),
    }] })))
}

/// Data. A token for metadata gets none.
async fn load(
    Shared(state): Shared<Arc<State>>,
    environment: Environment,
    headers: HeaderMap,
    // Read after the token: whoever has none learns nothing of the body.
    body: Result<Body<Query>, Failure>,
) -> Result<Json<Value>, Failure> {
    let token = token(&state, &environment, &headers)?;
    if token.get("kind").and_then(Value::as_str) == Some("meta-sync") {
        return Err(Failure::forbidden(
            "a meta-sync token is scoped to metadata endpoints: it cannot query data",
        ));
    }
    let Body(query) = body?;
    let rows = state.store.query(&query, state.clock.now())?;
    Ok(Json(json!({ "data": rows })))
}

/// The token of the request: 401 without a token, 403 for a token of another deployment, 404 for an
/// environment that does not exist.
fn token(
    state: &State,
    &Environment {
        deployment,
        environment,
    }: &Environment,
    headers: &HeaderMap,
) -> Result<Value, Failure> {
    let secret = credential(headers, Api::Management).ok_or_else(unauthorized)?;
    state.database.transact(|db| {
        let found = rows::one(
            db,
            r#"SELECT kind, claims AS "claims:json",
                      ?2 IN (SELECT value FROM json_each(deployments)) AS "inScope:bool"
               FROM credentials
               WHERE secret = ?1 AND kind IN ('deployment', 'meta-sync') AND expires_at > ?3
                 AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.active)"#,
            (secret.reveal(), deployment, state.clock.now()),
        )?;
        let found = found.ok_or_else(unauthorized)?;
        if found.get("inScope") != Some(&Value::Bool(true)) {
            return Err(Failure::forbidden("the token is for another deployment"));
        }
        let own = found
            .pointer("/claims/environmentId")
            .and_then(Value::as_str);
        if own.is_some_and(|own| own != environment.to_string()) {
            return Err(Failure::forbidden("the token is for another environment"));
        }
        let sql = "SELECT 1 FROM branches WHERE id = ?1 AND deployment_id = ?2";
        let known: Option<i64> = rows::scalar(db, sql, (environment, deployment))?;
        known.ok_or_else(|| Failure::missing("environment"))?;
        Ok(found)
    })
}
