//! Routes requests: finds the operation, authenticates the caller, checks the rights, and answers
//! in one transaction.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, RawPathParams, State as Shared};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::call::Call;
use super::caller::Caller;
use super::operation::{Api, Operation};
use super::reply::Outcome;
use super::{audit, data_api, rows, scim, table};
use crate::json::Failure;
use crate::loopback;
use crate::secret::Secret;
use crate::state::State;

/// Only uploads may be large.
const MAX_BODY_BYTES: usize = 64 * 1024 * 1024;

/// Every operation of the table, at its path.
pub fn routes() -> Router<Arc<State>> {
    let mut router = Router::new();
    for operation in table::all().chain(scim::SEARCH) {
        let path = operation.path.replace("{path}", "{*path}");
        for method in operation.methods() {
            let Ok(filter) = MethodFilter::try_from(method) else {
                continue;
            };
            router = router.route(&path, routed(operation, filter));
            // The same path with a slash at its end works too.
            if let Some(bare) = path.strip_suffix('/') {
                router = router.route(bare, routed(operation, filter));
            }
        }
    }
    router
        .merge(scim::discovery::routes())
        .merge(data_api::routes())
        .method_not_allowed_fallback(async || {
            Failure::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "there is no such method here",
            )
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(loopback::api_cors())
}

/// The handler that axum calls for an operation.
fn routed(operation: &'static Operation, filter: MethodFilter) -> MethodRouter<Arc<State>> {
    on(
        filter,
        move |Shared(state): Shared<Arc<State>>,
              method: Method,
              path: RawPathParams,
              Query(query): Query<Vec<(String, String)>>,
              headers: HeaderMap,
              raw: Bytes| async move {
            let path = path.iter();
            let request = Request {
                operation,
                method,
                path: path
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect(),
                query,
                headers,
                raw,
            };
            request.answer(&state)
        },
    )
}

struct Request {
    operation: &'static Operation,
    method: Method,
    path: Vec<(String, String)>,
    query: Vec<(String, String)>,
    headers: HeaderMap,
    raw: Bytes,
}

impl Request {
    fn answer(self, state: &State) -> Response {
        let api = self.operation.api();
        let outcome = state.database.transact(|db| self.call(state, db));
        let mut response = match (outcome, api) {
            (Ok(reply), _) => reply.into_response(),
            (Err(failure), Api::Scim) => scim_error(&failure),
            (Err(failure), _) => failure.into_response(),
        };
        let headers = response.headers_mut();
        if api == Api::Scim && headers.contains_key(header::CONTENT_TYPE) {
            let media_type = HeaderValue::from_static("application/scim+json");
            headers.insert(header::CONTENT_TYPE, media_type);
        }
        // Names this request in reports and logs. It is not a secret.
        if let Some(id) = Secret::random()
            .ok()
            .and_then(|id| HeaderValue::from_str(id.reveal()).ok())
        {
            headers.insert("x-request-id", id);
        }
        response
    }

    fn call(&self, state: &State, db: &Connection) -> Outcome {
        let now = state.clock.now();
        let caller = Caller::of(&self.headers, self.operation, db, state, now)?;
        let call = Call {
            operation: self.operation,
            db,
            caller,
            now,
            state,
            origin: origin(&self.headers),
            method: self.method.as_str(),
            path: self.path.clone(),
            query: self.query.clone(),
            body: self.body()?,
            raw: self.raw.clone(),
        };
        within_scope(&call)?;
        call.caller.allowed(self.operation.access)?;
        let reply = (self.operation.handler)(&call)?;
        if self.method != Method::GET {
            audit::note(&call)?;
        }
        Ok(reply)
    }

    /// The body as JSON, unless its media type is a different one.
    fn body(&self) -> Result<Value, Failure> {
        let media_type = self
            .headers
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("application/json");
        if self.raw.is_empty() || !media_type.contains("json") {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&self.raw).map_err(|_| {
            let message = "the body is not JSON";
            match self.operation.api() {
                Api::Scim => Failure::scim(StatusCode::BAD_REQUEST, "invalidSyntax", message),
                _ => Failure::invalid(message),
            }
        })
    }
}

/// 403 for a deployment outside the key's scope, then 404 for one that does not exist.
fn within_scope(call: &Call<'_>) -> Result<(), Failure> {
    if call.path("deploymentId").is_empty() {
        return Ok(());
    }
    let deployment = call.deployment()?;
    call.caller.within(deployment)?;
    let sql = "SELECT 1 FROM deployments WHERE id = ?1";
    let found: Option<i64> = rows::scalar(call.db, sql, [deployment])?;
    found
        .map(|_| ())
        .ok_or_else(|| Failure::missing("deployment"))
}

/// The address under which the caller reached the service. The guard has checked that the host is a
/// loopback name.
fn origin(headers: &HeaderMap) -> String {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or("127.0.0.1");
    format!("http://{host}")
}

/// An error in the form of RFC 7644, section 3.12.
pub fn scim_error(failure: &Failure) -> Response {
    let mut body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "status": failure.status.as_str(),
        "detail": failure.message,
    });
    if let (Some(scim_type), Some(fields)) = (failure.scim_type, body.as_object_mut()) {
        fields.insert("scimType".to_owned(), scim_type.into());
    }
    (failure.status, Json(body)).into_response()
}
