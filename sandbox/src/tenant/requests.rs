//! Stands before the API and the embed pages: notes each request in the journal, and performs the
//! faults of the API.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State as Shared};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse as _, Response};
use axum::{Json, http};

use crate::api;
use crate::faults::{ApiFault, RetryAfter};
use crate::journal::Asked;
use crate::json::Failure;
use crate::state::State;

/// In an answer: the fault that was performed, by its name in `/control/faults`.
#[derive(Debug, Clone, Copy)]
pub struct Performed(pub &'static str);

/// Notes a request of an embed page.
pub async fn noted(Shared(state): Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let noted = Noted::new(&state, &request, None);
    noted.finish(next.run(request).await)
}

/// Notes a call of the API, and performs its fault.
pub async fn called(Shared(state): Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let operation = operation(&request);
    let path = request.uri().path().to_owned();
    let noted = Noted::new(&state, &request, operation);
    let fault = state.world().faults.api.next(operation, &path);
    let answer = match fault {
        None => next.run(request).await,
        Some(fault) => {
            noted.performs("api");
            perform(&fault, &state, request, next).await
        }
    };
    noted.finish(answer)
}

/// The id of the operation that a call has reached.
fn operation(request: &Request) -> Option<&'static str> {
    let pattern = request.extensions().get::<MatchedPath>()?;
    let method = match request.method() {
        &Method::HEAD => &Method::GET,
        method => method,
    };
    api::operation_at(method, pattern.as_str())
}

/// An entry of the journal that is completed when the answer is, or when the caller has gone away.
struct Noted {
    state: Arc<State>,
    n: u64,
    began: Instant,
}

impl Noted {
    fn new(state: &Arc<State>, request: &Request, operation: Option<&'static str>) -> Self {
        let asked = Asked {
            method: request.method().as_str(),
            operation,
            path: request.uri().path(),
        };
        let now = state.clock.now();
        let n = state.world().journal.note(&asked, now);
        Self {
            state: Arc::clone(state),
            n,
            began: Instant::now(),
        }
    }

    fn performs(&self, fault: &'static str) {
        if let Some(entry) = self.state.world().journal.entry(self.n) {
            entry.fault = Some(fault);
        }
    }

    fn finish(self, answer: Response) -> Response {
        if let Some(Performed(fault)) = answer.extensions().get() {
            self.performs(fault);
        }
        if let Some(entry) = self.state.world().journal.entry(self.n) {
            entry.status = Some(answer.status().as_u16());
        }
        answer
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        let duration = self.began.elapsed().as_secs_f64() * 1_000.0;
        if let Some(entry) = self.state.world().journal.entry(self.n) {
            entry.duration_ms = Some((duration * 1_000.0).round() / 1_000.0);
        }
    }
}

async fn perform(fault: &ApiFault, state: &Arc<State>, request: Request, next: Next) -> Response {
    if let Some(delay) = fault.delay_ms {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(delay)) => {}
            () = state.ended() => return StatusCode::BAD_GATEWAY.into_response(),
        }
    }
    let mut answer = match fault.replaced_status() {
        Some(status) => replaced(fault, status, request.uri()),
        None => next.run(request).await,
    };
    let retry_after = fault.retry_after.as_ref().map(RetryAfter::text);
    if let Some(value) = retry_after.and_then(|text| HeaderValue::from_str(&text).ok()) {
        answer.headers_mut().insert(header::RETRY_AFTER, value);
    }
    answer
}

/// The answer in place of the service's.
fn replaced(fault: &ApiFault, status: u16, uri: &http::Uri) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match &fault.body {
        Some(serde_json::Value::String(text)) => (status, Html(text.clone())).into_response(),
        Some(value) => (status, Json(value)).into_response(),
        None if status.is_success() => status.into_response(),
        None => {
            let failure = Failure::new(status, "a fault of the sandbox");
            api::failed_at(uri.path(), failure)
        }
    }
}
