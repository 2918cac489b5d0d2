//! Only pages of this machine, under a loopback name, may use the sandbox.
//!
//! The listeners are bound to loopback, but a browser on this machine also runs pages of other
//! sites. The `Host` check stops sites whose name points to 127.0.0.1, and the `Origin` check stops
//! the others.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

use crate::answers::REQUEST_ID;
use crate::api::failed_at;
use crate::json::Failure;

/// Refuses requests whose `Host` or `Origin` is not a loopback name.
pub async fn guard(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !header_passes(headers, &header::HOST, is_loopback_authority)
        || !header_passes(headers, &header::ORIGIN, is_loopback_origin)
    {
        let failure = Failure::new(StatusCode::FORBIDDEN, "the sandbox serves loopback alone");
        return failed_at(request.uri().path(), failure);
    }
    next.run(request).await
}

/// CORS for pages of another loopback port.
pub fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(|origin: &HeaderValue, _| {
            origin.to_str().is_ok_and(is_loopback_origin)
        }))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
}

/// CORS of the API. Pages of another loopback port may call every operation with a token, and read
/// the headers that a client needs.
pub fn api_cors() -> CorsLayer {
    cors()
        .allow_methods(AllowMethods::mirror_request())
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            header::CONTENT_DISPOSITION,
            header::LOCATION,
            header::RETRY_AFTER,
            REQUEST_ID,
        ])
}

fn header_passes(
    headers: &HeaderMap,
    name: &header::HeaderName,
    passes: impl Fn(&str) -> bool,
) -> bool {
    headers
        .get(name)
        .is_none_or(|value| value.to_str().is_ok_and(passes))
}

fn is_loopback_origin(origin: &str) -> bool {
    // `null`, the origin of sandboxed frames and files, is refused, because the page is unknown.
    origin
        .split_once("://")
        .is_some_and(|(_, authority)| is_loopback_authority(authority))
}

fn is_loopback_authority(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(host, _)| host),
        None => authority
            .split_once(':')
            .map_or(authority, |(host, _)| host),
    };
    let name = host.to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| match address {
            IpAddr::V4(v4) => v4.is_loopback(),
            IpAddr::V6(v6) => v6 == Ipv6Addr::LOCALHOST,
        })
}
