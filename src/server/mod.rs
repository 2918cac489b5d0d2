//! The endpoint of an app's own backend that mints session ids, as a handler for axum.
//!
//! Its twin for JavaScript is `svc-embed/server`, in `npm/src/server/`.
//! `tests/fixtures/session_endpoint.json` holds both to the same answers.
//!
//! ```no_run
//! use std::convert::Infallible;
//! use std::time::Duration;
//!
//! use axum::Router;
//! use axum::http::request::Parts;
//! use svc_embed::management::Client;
//! use svc_embed::management::client::{Credential, Options};
//! use svc_embed::management::models::GenerateSession;
//! use svc_embed::server::{Authorized, SessionEndpoint};
//!
//! /// Finds out who asks, for example by the request's cookie.
//! async fn authorize(_request: Parts) -> Result<Option<Authorized>, Infallible> {
//!     Ok(Some(Authorized::new("ada", GenerateSession::default())))
//! }
//!
//! # fn example(api_key: String) -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::with_reqwest(Options {
//!     base_url: "https://acme.example.com".to_owned(),
//!     credential: Credential::ApiKey(api_key),
//!     timeout: Duration::from_secs(10),
//!     ..Options::default()
//! })?;
//! let endpoint = SessionEndpoint::new(client, authorize).origin("https://app.example.com");
//! let app: Router = Router::new().route("/api/embed-session", endpoint.into_route());
//! # Ok(())
//! # }
//! ```

mod rate_limiter;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::{MethodRouter, any};
use reqwest::Url;
use serde_json::{Value, json};

use crate::management::client::{Client, Error, Reqwest};
use crate::management::models::GenerateSession;
use crate::protocol::names::SESSION_HEADER;
use rate_limiter::RateLimiter;

/// A user who gets a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Authorized {
    /// Your own id of the user. The endpoint counts requests by it, and sends it nowhere.
    pub user_id: String,
    /// What the service learns about the user. It decides what the user sees, so take it from your
    /// own records and never from the request's body.
    pub session: GenerateSession,
}

impl Authorized {
    /// A user and their session.
    pub fn new(user_id: impl Into<String>, session: GenerateSession) -> Self {
        Self {
            user_id: user_id.into(),
            session,
        }
    }
}

/// An endpoint that mints session ids.
///
/// It answers 200 with `{ "sessionId": … }`; 401 if nobody is signed in, 403 for pages of other
/// origins and for requests without the header `x-svc-embed: 1`, 405 for other methods than POST, 429 after too many requests, 502 if the service refuses,
/// 503 if it fails, and 500 if `authorize` fails or the session that it returns is wrong. No answer may be stored.
pub struct SessionEndpoint<A> {
    client: Client<Reqwest>,
    authorize: A,
    limiter: Option<RateLimiter>,
    pages: Pages,
    on_error: Box<dyn Fn(&Failure) + Send + Sync>,
}

/// Whose pages may ask.
enum Pages {
    /// Those of the host that was asked.
    OfHost,
    /// Those of this origin.
    Of(String),
    /// The option `origin` has this text, which names no origin: every request is refused.
    Unknown(String),
}

/// Why no session was minted, for your log.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// `authorize` failed.
    Authorize(Box<dyn std::error::Error + Send + Sync>),
    /// The call of the service failed.
    Call(Error),
    /// The service answered without a session id.
    NoSessionId,
    /// The option [`origin`](SessionEndpoint::origin) has this text, which names no origin.
    InvalidOrigin(String),
}

impl Failure {
    /// The reason as one line of a log. The service's answer may be part of it, so line breaks and
    /// codes of a terminal are written as `\n` and `\u{1b}`.
    #[must_use]
    pub fn one_line(&self) -> String {
        let escaped = |char: char| match char {
            // `escape_debug` is for texts in quotation marks.
            '"' | '\'' => char.to_string(),
            _ => char.escape_debug().to_string(),
        };
        self.to_string().chars().map(escaped).collect()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Authorize(error) => error.fmt(formatter),
            Self::Call(error) => error.fmt(formatter),
            Self::NoSessionId => formatter.write_str("The service answered without a session id."),
            Self::InvalidOrigin(text) => write!(
                formatter,
                "The endpoint's origin is {text:?}. It must be the URL of your pages, such as https://app.example.com."
            ),
        }
    }
}

impl std::error::Error for Failure {}

impl<A> fmt::Debug for SessionEndpoint<A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SessionEndpoint")
            .finish_non_exhaustive()
    }
}

impl<A, F, E> SessionEndpoint<A>
where
    A: Fn(Parts) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Option<Authorized>, E>> + Send,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// An endpoint that mints with `client` for the users that `authorize` returns. `None` means
    /// that nobody is signed in. `authorize` receives the request's head: its headers, and the
    /// extensions that your middleware has added.
    ///
    /// A user may ask 60 times a minute, counted in this process for the 10,000 users who asked last.
    /// Failures are written to the standard error output, one line each.
    pub fn new(client: Client<Reqwest>, authorize: A) -> Self {
        Self {
            client,
            authorize,
            limiter: Some(RateLimiter::new(60, Duration::from_secs(60))),
            pages: Pages::OfHost,
            on_error: Box::new(|failure| {
                eprintln!("svc-embed: No session was minted. {}", failure.one_line());
            }),
        }
    }

    /// Lets each user ask so many times within a window.
    #[must_use]
    pub fn rate_limit(mut self, requests: u32, window: Duration) -> Self {
        self.limiter = Some(RateLimiter::new(requests, window));
        self
    }

    /// Does not limit how often a user may ask. For a limiter of your own.
    #[must_use]
    pub fn without_rate_limit(mut self) -> Self {
        self.limiter = None;
        self
    }

    /// The origin of your pages, such as `https://app.example.com`. Strongly recommended, and
    /// necessary if a proxy replaces the header `Host`. Without it, the endpoint trusts `Host`: it
    /// mints for pages of any name that leads to this server, an attacker's too (DNS rebinding), and
    /// for `http://app.example.com` as for `https://app.example.com`. With a text that is no http or
    /// https URL, every request is answered 500, and [`on_error`](Self::on_error) receives
    /// [`Failure::InvalidOrigin`].
    #[must_use]
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        let origin = origin.into();
        self.pages = match Url::parse(&origin) {
            // Of other schemes, such as that of `localhost:3000`, the origin is `null`, as of a
            // sandboxed frame.
            Ok(url) if matches!(url.scheme(), "http" | "https") => {
                Pages::Of(url.origin().ascii_serialization())
            }
            _ => Pages::Unknown(origin),
        };
        self
    }

    /// Called with the reason of an answer that is 500 or more, instead of the standard error output.
    #[must_use]
    pub fn on_error(mut self, on_error: impl Fn(&Failure) + Send + Sync + 'static) -> Self {
        self.on_error = Box::new(on_error);
        self
    }

    /// The endpoint as a route, which takes every method.
    pub fn into_route<S: Clone + Send + Sync + 'static>(self) -> MethodRouter<S>
    where
        F: 'static,
        E: 'static,
    {
        let endpoint = Arc::new(self);
        any(move |request: Request| {
            let endpoint = Arc::clone(&endpoint);
            async move { endpoint.answer(request).await }
        })
    }

    /// Answers a request.
    pub async fn answer(&self, request: Request) -> Response {
        let (parts, _) = request.into_parts();
        if parts.method != Method::POST {
            let refusal = refusal(StatusCode::METHOD_NOT_ALLOWED, "Use POST.");
            return with(refusal, ALLOW, HeaderValue::from_static("POST"));
        }
        if let Pages::Unknown(origin) = &self.pages {
            return self.failed(&Failure::InvalidOrigin(origin.clone()));
        }
        if !self.is_own_page(&parts.headers, &parts.uri) {
            return refusal(StatusCode::FORBIDDEN, OTHER_ORIGIN);
        }
        if only(&parts.headers, SESSION_HEADER) != Some(b"1") {
            return refusal(StatusCode::FORBIDDEN, &no_header());
        }
        let authorized = match (self.authorize)(parts).await {
            Ok(Some(authorized)) => authorized,
            Ok(None) => return refusal(StatusCode::UNAUTHORIZED, "Nobody is signed in."),
            Err(error) => return self.failed(&Failure::Authorize(error.into())),
        };
        let limiter = self.limiter.as_ref();
        if let Some(wait) =
            limiter.and_then(|limiter| limiter.take(&authorized.user_id, Instant::now()))
        {
            let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
            let refusal = refusal(
                StatusCode::TOO_MANY_REQUESTS,
                "There were too many requests.",
            );
            return with(refusal, RETRY_AFTER, HeaderValue::from(seconds));
        }
        match self.mint(authorized.session).await {
            Ok(id) => answer(StatusCode::OK, &json!({ "sessionId": id })),
            Err(failure) => self.failed(&failure),
        }
    }

    fn failed(&self, failure: &Failure) -> Response {
        (self.on_error)(failure);
        refusal(status_of(failure), "No session was minted.")
    }

    async fn mint(&self, session: GenerateSession) -> Result<String, Failure> {
        let minted = self.client.embed_sessions().generate(session).send().await;
        let id = minted.map_err(Failure::Call)?.session_id;
        id.filter(|id| !id.is_empty()).ok_or(Failure::NoSessionId)
    }

    /// Whether a page of the endpoint's own origin may have asked. Every browser sends `Origin` with
    /// a POST. Current ones on https also send `Sec-Fetch-Site`, which says `same-origin` for any host
    /// name that leads to this server, an attacker's too: one header never outweighs the other.
    // twin: npm/src/server/endpoint.ts isOwnPage
    fn is_own_page(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        let site = only(headers, "sec-fetch-site");
        let origin = only(headers, ORIGIN.as_str());
        if site.is_some_and(|site| site != b"same-origin") {
            return false;
        }
        match (&self.pages, origin) {
            (Pages::Unknown(_), _) => false,
            (Pages::OfHost, None) => true,
            // With `Sec-Fetch-Site` only, it is no POST of a browser.
            (Pages::Of(_), None) => site.is_none(),
            (Pages::Of(own), Some(origin)) => origin == own.as_bytes(),
            // HTTP/2 has the authority of the URI in place of `Host`.
            (Pages::OfHost, Some(origin)) => only(headers, HOST.as_str())
                .or(uri.authority().map(|own| own.as_str().as_bytes()))
                .is_some_and(|host| is_of_host(origin, host)),
        }
    }
}

const OTHER_ORIGIN: &str = "Only pages of this origin may ask for a session. If yours asks, set the option origin of the endpoint to its origin.";

fn no_header() -> String {
    format!(
        "The header {SESSION_HEADER}: 1 is missing. It shows that a script of your page asks, and no form. Send it: fetch(url, {{ method: 'POST', headers: {{ '{SESSION_HEADER}': '1' }} }})."
    )
}

/// The value of a header. Of several, none counts: the result is then empty, which nothing accepts.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.as_bytes();
    Some(if values.next().is_some() { b"" } else { first })
}

/// Whether an origin has exactly this host and port. Only a parser could take two texts for one host.
fn is_of_host(origin: &[u8], host: &[u8]) -> bool {
    let is_prefixed = |scheme: &[u8]| origin.eq_ignore_ascii_case(&[scheme, host].concat());
    !host.is_empty() && (is_prefixed(b"https://") || is_prefixed(b"http://"))
}

/// The status for a failure: 503 if the service may succeed later, 502 if it refuses, 500 if the
/// mistake is in this backend. None of them is 401 or 403, which a page takes for a sign-out.
// twin: npm/src/server/endpoint.ts statusOf
fn status_of(failure: &Failure) -> StatusCode {
    match failure {
        Failure::Authorize(_) | Failure::InvalidOrigin(_) | Failure::Call(Error::Invalid(_)) => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
        Failure::Call(Error::Api(error)) if error.status != 429 && error.status < 500 => {
            StatusCode::BAD_GATEWAY
        }
        Failure::Call(_) => StatusCode::SERVICE_UNAVAILABLE,
        Failure::NoSessionId => StatusCode::BAD_GATEWAY,
    }
}

fn refusal(status: StatusCode, error: &str) -> Response {
    answer(status, &json!({ "error": error }))
}

fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let response = with(
        response,
        CACHE_CONTROL,
        HeaderValue::from_static("no-store"),
    );
    let json = HeaderValue::from_static("application/json");
    let response = with(response, CONTENT_TYPE, json);
    let exactly = HeaderValue::from_static("nosniff");
    with(response, X_CONTENT_TYPE_OPTIONS, exactly)
}

fn with(mut response: Response, name: HeaderName, value: HeaderValue) -> Response {
    response.headers_mut().insert(name, value);
    response
}
