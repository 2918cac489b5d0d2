//! What answers of the sandbox have in common: a request id, errors in JSON, and who may frame a page.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::json::Failure;
use crate::secret::Secret;

/// The header that names a request in reports and logs. Its value is not a secret.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest text of an error that is kept, in bytes.
const MAX_TEXT: usize = 4 * 1024;

/// Adds the request id. Writes errors that have no form of their own, such as those of a library,
/// as `{ "error": <message> }`.
pub async fn complete(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    let mut response = if is_error && is_plain(&response) {
        in_json(response).await
    } else {
        response
    };
    let id = Secret::random().ok();
    if let Some(id) = id.and_then(|id| HeaderValue::from_str(id.reveal()).ok()) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Lets no page of another origin show the pages: one click on such a page could pull a lever. A page
/// of their own origin may, as the demo does with its usual listener.
pub async fn unframed(request: Request, next: Next) -> Response {
    let site = request.headers().get("sec-fetch-site");
    let is_own = site.is_some_and(|site| site == "same-origin");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if is_own {
        set_framing(headers, "SAMEORIGIN", "frame-ancestors 'self'");
    } else {
        forbid_framing(headers);
    }
    response
}

/// Lets no page show this one.
pub fn forbid_framing(headers: &mut HeaderMap) {
    set_framing(headers, "DENY", "frame-ancestors 'none'");
}

fn set_framing(headers: &mut HeaderMap, options: &'static str, policy: &'static str) {
    for (name, value) in [
        (header::X_FRAME_OPTIONS, options),
        (header::CONTENT_SECURITY_POLICY, policy),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// True for a text, and for no body at all.
fn is_plain(response: &Response) -> bool {
    response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_none_or(|media_type| media_type.as_bytes().starts_with(b"text/plain"))
}

async fn in_json(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, MAX_TEXT).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let message = match text.trim() {
        "" => parts.status.canonical_reason().unwrap_or("it failed"),
        text => text,
    };
    let (json, body): (_, Body) = Failure::new(parts.status, message)
        .into_response()
        .into_parts();
    for name in [header::CONTENT_LENGTH, header::TRANSFER_ENCODING] {
        parts.headers.remove(name);
    }
    parts.headers.extend(json.headers);
    Response::from_parts(parts, body)
}
