//! The origins of requests to the endpoint that mints. No page of another origin may get as far as the
//! question who is signed in. The reference is the crate `url`, whose parser is that of browsers.

use std::future::{Ready, ready};
use std::pin::pin;
use std::sync::OnceLock;
use std::task::{Context, Poll, Waker};

use ::url::Url;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, request::Parts};
use svc_embed::management::Client;
use svc_embed::management::client::{Credential, Options};
use svc_embed::protocol::names::SESSION_HEADER;
use svc_embed::server::{Authorized, SessionEndpoint};

use super::Bytes;

const OWN: [&str; 4] = [
    "https://app.example.com",
    "https://app.example.com:8443",
    "http://localhost:3000",
    "http://[::1]:3000",
];
const SITES: [Option<&str>; 5] = [
    None,
    Some("same-origin"),
    Some("same-site"),
    Some("cross-site"),
    Some("none"),
];

/// The first byte chooses the origin of the app, the next ones what the browser says of the page and
/// whether the element's header is there; the rest is `Origin` and `Host`, one line each.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let own = bytes.one_of(&OWN);
    let has_option = bytes.flag();
    let site = bytes.one_of(&SITES);
    let has_header = bytes.flag();
    let (has_origin, has_host) = (bytes.flag(), bytes.flag());
    let Some(origin) = bytes.line() else { return };
    let Some(host) = bytes.text() else { return };
    let (Ok(origin_header), Ok(host_header)) =
        (HeaderValue::from_str(origin), HeaderValue::from_str(host))
    else {
        return;
    };
    let mut request = Request::post("/api/embed-session");
    if has_origin {
        request = request.header("origin", origin_header);
    }
    // Without one of its own, the request is for the app's host.
    let host = if has_host { host } else { authority(own) };
    let host_header = if has_host {
        host_header
    } else {
        HeaderValue::from_static(authority(own))
    };
    request = request.header("host", host_header);
    if let Some(site) = site {
        request = request.header("sec-fetch-site", site);
    }
    if has_header {
        request = request.header(SESSION_HEADER, "1");
    }
    let status = ask(
        has_option.then_some(own),
        request.body(Body::empty()).unwrap(),
    );
    let is_refused = status == StatusCode::FORBIDDEN;
    // Nobody is ever signed in.
    assert!(is_refused || status == StatusCode::UNAUTHORIZED, "{status}");
    if is_refused {
        return;
    }
    assert!(has_header, "a form of another site can send this");
    assert!(
        site.is_none_or(|site| site == "same-origin"),
        "a page of {site:?} is let in"
    );
    if has_origin {
        let page = Url::parse(origin).map(|page| page.origin());
        let is_own = if has_option {
            page == Url::parse(own).map(|own| own.origin())
        } else {
            // As a browser writes it, the origin is that of the host that was asked.
            ["https", "http"]
                .map(|scheme| Url::parse(&format!("{scheme}://{host}")).map(|own| own.origin()))
                .contains(&page)
        };
        assert!(is_own, "{origin:?} is let in to {own} at the host {host:?}");
    }
}

fn authority(own: &'static str) -> &'static str {
    own.split_once("://")
        .map_or(own, |(_, authority)| authority)
}

type Endpoint = SessionEndpoint<fn(Parts) -> Ready<Result<Option<Authorized>, String>>>;

/// The status of the endpoint's answer. It asks nobody before it has refused, and so is ready at once.
fn ask(origin: Option<&str>, request: Request) -> StatusCode {
    static ENDPOINTS: OnceLock<Vec<(Option<&str>, Endpoint)>> = OnceLock::new();
    let endpoints = ENDPOINTS.get_or_init(|| {
        let origins = OWN.map(Some).into_iter().chain([None]);
        origins.map(|origin| (origin, endpoint(origin))).collect()
    });
    let (_, endpoint) = endpoints.iter().find(|it| it.0 == origin).unwrap();
    let answer = pin!(endpoint.answer(request));
    match answer.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer.status(),
        Poll::Pending => panic!("the endpoint waits for something"),
    }
}

fn endpoint(origin: Option<&str>) -> Endpoint {
    let client = Client::with_reqwest(Options {
        base_url: "https://acme.example.com".to_owned(),
        credential: Credential::ApiKey("unused".to_owned()),
        ..Options::default()
    });
    let endpoint: Endpoint = SessionEndpoint::new(client.unwrap(), |_| ready(Ok(None)));
    match origin {
        Some(origin) => endpoint.origin(origin),
        None => endpoint,
    }
}
