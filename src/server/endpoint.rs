//! Whom an endpoint serves. The checks are in the order of the answers: 405, 403, 401, 429, and then what
//! the endpoint is for.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
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

use super::failure::{Failure, one_line};
use super::rate_limiter::RateLimiter;
use crate::management::client::{Client, Reqwest};
use crate::protocol::names::SESSION_HEADER;

/// What an endpoint is for.
pub trait Purpose: Send + Sync + 'static {
    /// What `authorize` returns.
    type Authorized: Send;
    /// The text of an answer after a failure.
    const FAILURE: &'static str;

    /// The app's own id of the user.
    fn user_id(authorized: &Self::Authorized) -> &str;

    /// Answers a user's request.
    fn serve(
        &self,
        client: &Client<Reqwest>,
        authorized: Self::Authorized,
        uri: &Uri,
    ) -> impl Future<Output = Result<Response, Failure>> + Send;
}

/// An endpoint of an app's own backend: a [`SessionEndpoint`](super::SessionEndpoint) or an
/// [`ExportEndpoint`](super::ExportEndpoint).
pub struct Endpoint<A, P> {
    client: Arc<Client<Reqwest>>,
    authorize: A,
    limiter: Option<RateLimiter>,
    pages: Pages,
    /// The origins of the pages that were refused, as far as they were told.
    refused: Mutex<Vec<String>>,
    on_error: Box<dyn Fn(&Failure) + Send + Sync>,
    pub(super) purpose: P,
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

impl<A, P> fmt::Debug for Endpoint<A, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Endpoint").finish_non_exhaustive()
    }
}

impl<A, P, F, E> Endpoint<A, P>
where
    P: Purpose,
    A: Fn(Parts) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Option<P::Authorized>, E>> + Send,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    pub(super) fn with(client: Arc<Client<Reqwest>>, authorize: A, purpose: P) -> Self {
        Self {
            client,
            authorize,
            limiter: Some(RateLimiter::new(60, Duration::from_secs(60))),
            pages: Pages::OfHost,
            refused: Mutex::default(),
            on_error: Box::new(|failure| {
                eprintln!("svc-embed: {} {}", P::FAILURE, failure.one_line());
            }),
            purpose,
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
            // sandboxed frame. A list of origins, with commas, would be read as one host, which no page
            // has.
            Ok(url)
                if matches!(url.scheme(), "http" | "https") && !url.authority().contains(',') =>
            {
                Pages::Of(url.origin().ascii_serialization())
            }
            _ => Pages::Unknown(origin),
        };
        self
    }

    /// Called with the reason of an answer that is 500 or more, instead of the standard error output. The
    /// first five pages that are refused by their origins are named there all the same.
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
        let is_own_page = self.is_own_page(&parts.headers, &parts.uri);
        // A browser first asks by OPTIONS for a page of another origin, and sends no POST then.
        if !is_own_page {
            self.say_refused(&parts.headers);
        }
        if parts.method != Method::POST {
            let refusal = refusal(StatusCode::METHOD_NOT_ALLOWED, "Use POST.");
            return with(refusal, ALLOW, HeaderValue::from_static("POST"));
        }
        if let Pages::Unknown(origin) = &self.pages {
            return self.failed(&Failure::InvalidOrigin(origin.clone()));
        }
        if !is_own_page {
            return refusal(StatusCode::FORBIDDEN, OTHER_ORIGIN);
        }
        if only(&parts.headers, SESSION_HEADER) != Some(b"1") {
            return refusal(StatusCode::FORBIDDEN, &no_header());
        }
        let uri = parts.uri.clone();
        let authorized = match (self.authorize)(parts).await {
            Ok(Some(authorized)) => authorized,
            Ok(None) => return refusal(StatusCode::UNAUTHORIZED, "Nobody is signed in."),
            Err(error) => return self.failed(&Failure::Authorize(error.into())),
        };
        let limiter = self.limiter.as_ref();
        if let Some(wait) =
            limiter.and_then(|limiter| limiter.take(P::user_id(&authorized), Instant::now()))
        {
            let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
            let refusal = refusal(
                StatusCode::TOO_MANY_REQUESTS,
                "There were too many requests.",
            );
            return with(refusal, RETRY_AFTER, HeaderValue::from(seconds));
        }
        match self.purpose.serve(&self.client, authorized, &uri).await {
            Ok(answer) => answer,
            Err(failure) => self.failed(&failure),
        }
    }

    fn failed(&self, failure: &Failure) -> Response {
        (self.on_error)(failure);
        refusal(failure.status(), P::FAILURE)
    }

    /// Names the page: the answer goes only to that. A few times, so that no stranger fills the log.
    fn say_refused(&self, headers: &HeaderMap) {
        let own = match &self.pages {
            Pages::Of(own) => own,
            Pages::OfHost => "not set",
            // `on_error` receives that.
            Pages::Unknown(_) => return,
        };
        let Some(origin) = only(headers, ORIGIN.as_str()) else {
            return;
        };
        let text = String::from_utf8_lossy(origin.get(..100).unwrap_or(origin));
        let page = one_line(&text);
        if !self.is_news(&page) {
            return;
        }
        // If the page is right, `Sec-Fetch-Site` says that the endpoint is elsewhere.
        let why = if page == own {
            "The endpoint has another origin".to_owned()
        } else {
            format!("The option origin is {own}")
        };
        eprintln!("svc-embed: A page of {page} was refused. {why}. {OTHER_ORIGIN}");
    }

    /// Notes the origin of a refused page. False if it was told, or enough others were.
    fn is_news(&self, page: &str) -> bool {
        let mut told = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = told.len() < MOST_TOLD && !told.iter().any(|other| other == page);
        if is_news {
            told.push(page.to_owned());
        }
        is_news
    }

    /// Whether a page of the endpoint's own origin may have asked. Every browser sends `Origin` with
    /// a POST. Current ones on https also send `Sec-Fetch-Site`, which says `same-origin` for any host
    /// name that leads to this server, an attacker's too: one header never outweighs the other.
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

/// So many origins of pages that were refused are named.
const MOST_TOLD: usize = 5;

const OTHER_ORIGIN: &str = "Only pages of this origin may ask for a session. Serve the endpoint on the origin of your page, through a proxy if need be, and set its option origin to that.";

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

pub(super) fn refusal(status: StatusCode, error: &str) -> Response {
    answer(status, &json!({ "error": error }))
}

pub(super) fn answer(status: StatusCode, body: &Value) -> Response {
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

pub(super) fn with(mut response: Response, name: HeaderName, value: HeaderValue) -> Response {
    response.headers_mut().insert(name, value);
    response
}
