//! The backend of the demo's page for the management API. It has the API key, so that the page needs
//! none. It passes on the calls of that page, for one deployment, and nothing else.

use axum::extract::{self, RawPathParams, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Router, http};
use tower::ServiceExt as _;

use super::Host;
use crate::json::Failure;

/// The header of the page's client. A page of another origin needs CORS to send it, and these routes
/// have no CORS.
const PAGE: HeaderName = HeaderName::from_static("x-svc-embed-demo");

/// The headers of a request that are passed on. The page's cookies and credentials are not.
const OF_REQUEST: [HeaderName; 3] = [
    header::ACCEPT,
    header::CONTENT_TYPE,
    HeaderName::from_static("idempotency-key"),
];

/// The headers of an answer that are passed on: those that the client reads.
const OF_ANSWER: [HeaderName; 4] = [
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
    header::CONTENT_DISPOSITION,
    header::RETRY_AFTER,
];

/// Every call that the page makes, at the service's own path. A further call of the page is a further
/// route here.
pub fn routes() -> Router<Host> {
    let deployment = |path: &str| format!("/api/v1/deployments/{{deploymentId}}/{path}");
    Router::new()
        .route(&deployment("reports"), get(pass_on))
        .route(
            &deployment("workbooks/{workbookId}/duplicate"),
            post(pass_on),
        )
        .route(&deployment("dashboard-exports"), post(pass_on))
        .route(&deployment("dashboard-exports/{jobId}"), get(pass_on))
        .route(
            &deployment("dashboard-exports/{jobId}/download"),
            get(pass_on),
        )
        .route("/api/scim/v2/Users", post(pass_on))
        .method_not_allowed_fallback(not_offered)
        .fallback(not_offered)
        .layer(middleware::from_fn(require_page))
}

/// Sends a call to the service with the backend's key. The service reads the body, within its limits.
async fn pass_on(
    extract::State(host): extract::State<Host>,
    parameters: RawPathParams,
    request: Request,
) -> Response {
    let answer = match allowed(&host, &parameters).and_then(|()| with_key(&host, request)) {
        Ok(request) => host.service.clone().oneshot(request).await,
        Err(failure) => return failure.into_response(),
    };
    match answer {
        Ok(mut answer) => {
            *answer.headers_mut() = only(&OF_ANSWER, answer.headers());
            answer
        }
        Err(never) => match never {},
    }
}

/// 403 for another deployment. Only the spelling that the service writes is allowed.
fn allowed(host: &Host, parameters: &RawPathParams) -> Result<(), Failure> {
    let first = host.state.database.first_deployment()?;
    for (name, value) in parameters {
        if name == "deploymentId" && first.is_none_or(|id| id.to_string() != value) {
            return Err(Failure::forbidden(
                "the page's backend passes on calls for the demo's deployment only",
            ));
        }
    }
    Ok(())
}

fn with_key(host: &Host, request: Request) -> Result<Request, Failure> {
    let (mut parts, body) = request.into_parts();
    let key = format!("Bearer {}", host.state.api_key.reveal());
    let authority = host.tenant.trim_start_matches("http://");
    parts.headers = only(&OF_REQUEST, &parts.headers);
    for (name, value) in [
        (header::AUTHORIZATION, key.as_str()),
        (header::HOST, authority),
    ] {
        let value = HeaderValue::from_str(value).map_err(Failure::internal)?;
        parts.headers.insert(name, value);
    }
    // This router's own extensions would mislead the service's router.
    parts.extensions = http::Extensions::new();
    Ok(Request::from_parts(parts, body))
}

fn only(names: &[HeaderName], headers: &HeaderMap) -> HeaderMap {
    let kept = names.iter().filter_map(|name| {
        let value = headers.get(name)?;
        Some((name.clone(), value.clone()))
    });
    kept.collect()
}

async fn not_offered() -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "the page's backend passes on only the calls that the page makes",
    )
}

/// 403 unless a page of this origin asks.
async fn require_page(request: Request, next: Next) -> Response {
    if is_own_page(request.headers()) {
        return next.run(request).await;
    }
    Failure::forbidden("only the sandbox's own page may use its backend").into_response()
}

/// Browsers report the page by `Sec-Fetch-Site` or `Origin`, which no page can change. Some report
/// neither for a read, so the page's own header must be there too.
fn is_own_page(headers: &HeaderMap) -> bool {
    let own = headers
        .get(header::HOST)
        .map(|host| [b"http://", host.as_bytes()].concat());
    let agrees = |name: HeaderName, expected: Option<&[u8]>| {
        let mut values = headers.get_all(name).iter();
        values.all(|value| Some(value.as_bytes()) == expected)
    };
    headers.contains_key(PAGE)
        && agrees(
            HeaderName::from_static("sec-fetch-site"),
            Some(b"same-origin"),
        )
        && agrees(header::ORIGIN, own.as_deref())
}
