//! Routes requests: finds the operation, authenticates the caller, checks the rights, and answers
//! in one transaction.

use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request as HttpRequest, State as Shared};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Json, RequestExt as _, Router};
use rusqlite::Connection;
use serde_json::{Number, Value, json};

use super::call::Call;
use super::caller::Caller;
use super::form::Form;
use super::operation::{Api, Operation};
use super::reply::Outcome;
use super::{audit, contract, data_api, query, sync, table};
use crate::json::Failure;
use crate::loopback;
use crate::state::State;
use crate::tenant::requests;

/// The largest whole number that JavaScript holds exactly.
const MAX_SAFE: u64 = 9_007_199_254_740_991;

/// The media type of SCIM.
const SCIM_JSON: &str = "application/scim+json";

/// Every operation of the table, at its path. Other paths of the tenant origin answer 404, also to
/// pages of other loopback ports.
pub fn routes(state: &Arc<State>) -> Router<Arc<State>> {
    let mut router = Router::new();
    for operation in table::all() {
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
        .merge(data_api::routes())
        .method_not_allowed_fallback(async |uri: Uri| {
            let message = "there is no such method here: the header Allow lists those that exist";
            let failure = Failure::new(StatusCode::METHOD_NOT_ALLOWED, message);
            failed(Api::of(uri.path()), failure)
        })
        .fallback(async |uri: Uri| {
            let failure = Failure::new(
                StatusCode::NOT_FOUND,
                "nothing is at this path: see GET /api/v1/spec for those that exist",
            );
            failed(Api::of(uri.path()), failure)
        })
        .layer(from_fn_with_state(Arc::clone(state), requests::called))
        .layer(loopback::api_cors())
}

/// The id of the operation with this method at this path, in which parameters are as axum writes them.
pub fn operation_at(method: &Method, path: &str) -> Option<&'static str> {
    let path = path.replace("{*path}", "{path}");
    let is_at = |operation: &&Operation| {
        (operation.path == path || operation.path.strip_suffix('/') == Some(&path))
            && (operation.method == "*" || operation.method == method.as_str())
    };
    table::all().find(is_at).map(|operation| operation.id)
}

/// True if there is an operation of this id.
pub fn is_operation(id: &str) -> bool {
    table::all().any(|operation| operation.id == id)
}

/// The handler that axum calls for an operation.
fn routed(operation: &'static Operation, filter: MethodFilter) -> MethodRouter<Arc<State>> {
    on(
        filter,
        move |Shared(state): Shared<Arc<State>>, request: HttpRequest| async move {
            match Request::read(operation, request, &state).await {
                Ok(request) => request.answer(&state),
                Err(failure) => failed(operation.api(), failure),
            }
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
    /// Reads a request: 400 for texts that are not UTF-8, 413 for a body that is too large, and 408
    /// for one that takes too long.
    async fn read(
        operation: &'static Operation,
        mut request: HttpRequest,
        state: &State,
    ) -> Result<Self, Failure> {
        let path: Result<RawPathParams, RawPathParamsRejection> = request.extract_parts().await;
        let path = path.map_err(|_| Failure::invalid("the path is not UTF-8"))?;
        let (parts, body) = request.into_parts();
        let limits = &state.limits;
        let most = if operation.takes_any_body {
            limits.upload_bytes
        } else {
            limits.body_bytes
        };
        let raw = tokio::time::timeout(limits.body_time, to_bytes(body, most))
            .await
            .map_err(|_| Failure::slow())?
            .map_err(|error| unread(&error, most))?;
        if !raw.is_empty() {
            require_plain(&parts.headers)?;
        }
        Ok(Self {
            operation,
            method: parts.method,
            path: path
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            query: query::parse(parts.uri.query().unwrap_or_default())?,
            headers: parts.headers,
            raw,
        })
    }

    fn answer(self, state: &State) -> Response {
        let api = self.operation.api();
        match state.database.transact(|db| self.call(state, db)) {
            Ok(reply) => of_api(api, reply.into_response()),
            Err(failure) => failed(api, failure),
        }
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
            form: self.form()?,
        };
        within_scope(&call)?;
        call.caller.allowed(self.operation.access)?;
        self.check(&call)?;
        if call.has_deployment() {
            sync::settle(&call)?;
        }
        let reply = (self.operation.handler)(&call)?;
        if cfg!(debug_assertions) {
            contract::check_answer(self.operation, call.method, &reply)?;
        }
        if !self.only_reads() {
            audit::note(&call)?;
        }
        Ok(reply)
    }

    /// Checks the request against the document. SCIM has rules of its own: its names ignore case.
    fn check(&self, call: &Call<'_>) -> Result<(), Failure> {
        if self.operation.api() == Api::Scim {
            return Ok(());
        }
        let is_read_otherwise = self.operation.takes_any_body && !is_json(self.media_type());
        let body = (!self.raw.is_empty() && !self.only_reads() && !is_read_otherwise)
            .then_some(&call.body);
        contract::check(self.operation, call.method, &self.query, body)
    }

    /// The fields of a form, where the operation takes any body.
    fn form(&self) -> Result<Option<Form>, Failure> {
        if !self.operation.takes_any_body {
            return Ok(None);
        }
        Form::parse(self.media_type(), &self.raw)
    }

    /// True for GET and HEAD, which change nothing and whose body means nothing.
    fn only_reads(&self) -> bool {
        self.method == Method::GET || self.method == Method::HEAD
    }

    /// The media type of the body, which is JSON unless the request says otherwise.
    fn media_type(&self) -> &str {
        self.headers
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("application/json")
    }

    /// The body as JSON. 415 for a body of another media type, unless the operation takes any.
    fn body(&self) -> Result<Value, Failure> {
        if self.raw.is_empty() || self.only_reads() {
            return Ok(Value::Null);
        }
        if !is_json(self.media_type()) {
            return if self.operation.takes_any_body {
                Ok(Value::Null)
            } else {
                Err(Failure::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "the body is not JSON by its Content-Type: send application/json",
                ))
            };
        }
        read_json(&self.raw).map_err(|error| {
            let message = format!(
                "the body is not JSON: line {}, column {}",
                error.line(),
                error.column()
            );
            match self.operation.api() {
                Api::Scim => Failure::scim(StatusCode::BAD_REQUEST, "invalidSyntax", message),
                _ => Failure::invalid(message),
            }
        })
    }
}

/// Reads JSON. `serde_json` refuses a value that is deeper than 128 levels.
pub fn read_json(raw: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(raw).map(whole_numbers)
}

/// A value in which `1.0` is 1: for JSON Schema and for JavaScript, both are the same whole number.
fn whole_numbers(value: Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(whole_numbers).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, whole_numbers(value)))
            .collect(),
        Value::Number(number) => whole(&number).map_or(Value::Number(number), Value::from),
        value => value,
    }
}

fn whole(number: &Number) -> Option<i64> {
    let float = number.as_f64().filter(|_| number.is_f64())?;
    let text = format!("{float:.0}");
    let whole: i64 = text.parse().ok()?;
    let is_same = whole.unsigned_abs() <= MAX_SAFE && text.parse() == Ok(float);
    is_same.then_some(whole)
}

/// 415 for a body in a content coding, such as gzip: no body is decoded.
fn require_plain(headers: &HeaderMap) -> Result<(), Failure> {
    let coding = headers.get(header::CONTENT_ENCODING);
    if coding.is_none_or(|coding| coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Ok(());
    }
    Err(Failure::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "a body in a content coding, such as gzip, is not read: send it as it is",
    ))
}

/// True for `application/json` and for types that end with `+json`, such as SCIM's.
fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    essence == "application/json" || (essence.contains('/') && essence.ends_with("+json"))
}

/// 413 for a body that is too large, else 400: the connection ended before the body did.
fn unread(error: &axum::Error, most: usize) -> Failure {
    let too_large = std::iter::successors(
        std::error::Error::source(error),
        |error: &&(dyn std::error::Error + 'static)| error.source(),
    )
    .any(|error| error.to_string().contains("length limit"));
    if too_large {
        return Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!(
                "the body is larger than {} MiB: send it in parts",
                most / 1024 / 1024
            ),
        );
    }
    Failure::invalid("the body ended early")
}

/// 403 for a deployment outside the key's scope, and for a key with a scope where the whole tenant is
/// concerned; then 404 for a deployment that does not exist.
fn within_scope(call: &Call<'_>) -> Result<(), Failure> {
    if !call.has_deployment() {
        return call.caller.reaches(call.operation);
    }
    let deployment = call.deployment()?;
    call.caller.within(deployment)?;
    let sql = "SELECT 1 FROM deployments WHERE id = ?1";
    call.must_exist("deployment", sql, [deployment])
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

/// An error in the form of the API that a path belongs to.
pub fn failed_at(path: &str, failure: Failure) -> Response {
    failed(Api::of(path), failure)
}

/// An error in the form of its API.
fn failed(api: Api, failure: Failure) -> Response {
    match api {
        Api::Scim => scim_error(&failure),
        Api::Management | Api::Build => failure.into_response(),
    }
}

/// An answer with the media type of its API.
fn of_api(api: Api, mut response: Response) -> Response {
    let headers = response.headers_mut();
    if api == Api::Scim && headers.contains_key(header::CONTENT_TYPE) {
        let media_type = HeaderValue::from_static(SCIM_JSON);
        headers.insert(header::CONTENT_TYPE, media_type);
    }
    response
}

/// An error in the form of RFC 7644, section 3.12.
fn scim_error(failure: &Failure) -> Response {
    let mut body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "status": failure.status.as_str(),
        "detail": failure.message,
    });
    if let (Some(scim_type), Some(fields)) = (failure.scim_type, body.as_object_mut()) {
        fields.insert("scimType".to_owned(), scim_type.into());
    }
    let media_type = [(header::CONTENT_TYPE, SCIM_JSON)];
    (failure.status, media_type, Json(body)).into_response()
}
