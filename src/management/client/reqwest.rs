//! The transport of servers: reqwest.

use std::collections::hash_map::RandomState;
use std::error::Error as _;
use std::hash::{BuildHasher as _, Hasher as _};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;

use super::{Client, HttpRequest, HttpResponse, Options, Transport, TransportError};
use crate::management::invalid::InvalidRequest;

/// Sends requests with reqwest, on a runtime of tokio. All futures of its calls are `Send`, so a
/// handler of axum can await them.
///
/// It asks for no compression, because the crate leaves reqwest's features for it off. If another crate
/// of yours switches `gzip` on, reqwest decompresses piece by piece, and
/// [`Options::max_response_bytes`] counts what comes out.
#[derive(Debug, Clone)]
pub struct Reqwest(reqwest::Client);

impl Reqwest {
    /// Creates a transport with reqwest's defaults.
    ///
    /// # Errors
    /// If the platform's TLS cannot be set up.
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::build(reqwest::Client::builder())
    }

    /// Creates a transport with settings of yours, such as a proxy. Redirects stay off: the client
    /// follows them itself, because one could carry the credential to another origin.
    ///
    /// # Errors
    /// If the settings are wrong.
    pub fn build(settings: reqwest::ClientBuilder) -> Result<Self, reqwest::Error> {
        settings.redirect(Policy::none()).build().map(Self)
    }
}

impl Client<Reqwest> {
    /// Creates a client that sends its requests with reqwest.
    ///
    /// ```no_run
    /// use svc_embed::management::Client;
    /// use svc_embed::management::client::{Credential, Options};
    /// use svc_embed::management::models::DuplicateWorkbook;
    ///
    /// # async fn example(api_key: String) -> Result<(), Box<dyn std::error::Error>> {
    /// let client = Client::with_reqwest(Options {
    ///     base_url: "https://acme.example.com".to_owned(),
    ///     credential: Credential::ApiKey(api_key),
    ///     ..Options::default()
    /// })?;
    /// let copy = client.workbooks().duplicate(7, 42, DuplicateWorkbook::default());
    /// println!("{}", copy.send().await?.name);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the base URL is not https (or http on a loopback host), or if the platform's TLS cannot be
    /// set up.
    pub fn with_reqwest(options: Options) -> Result<Self, InvalidRequest> {
        let transport = Reqwest::new().map_err(|_| {
            InvalidRequest::new(
                "transport",
                "needs TLS, which cannot be set up on this machine",
            )
        })?;
        Client::with_transport(options, transport)
    }
}

impl Transport for Reqwest {
    type Response = ReqwestResponse;

    async fn send(
        &self,
        request: HttpRequest,
        timeout: Duration,
    ) -> Result<ReqwestResponse, TransportError> {
        let until = Instant::now().checked_add(timeout);
        let method = reqwest::Method::from_bytes(request.method.as_str().as_bytes())
            .map_err(|_| TransportError::Network(None))?;
        let mut headers = HeaderMap::new();
        for (name, value) in request.headers.iter() {
            let name = HeaderName::from_bytes(name.as_bytes());
            // The client sends Latin-1, as `fetch` does.
            let bytes: Option<Vec<u8>> = value.chars().map(|c| u8::try_from(c).ok()).collect();
            let value = HeaderValue::from_bytes(&bytes.unwrap_or_default());
            if let (Ok(name), Ok(value)) = (name, value) {
                headers.insert(name, value);
            }
        }
        let mut sending = self.0.request(method, &request.url).headers(headers);
        if let Some(body) = request.body {
            sending = sending.body(body);
        }
        let response = within(until, sending.send()).await?;
        Ok(ReqwestResponse { response, until })
    }

    async fn sleep(&self, pause: Duration) {
        tokio::time::sleep(pause).await;
    }

    fn now_ms(&self) -> f64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0.0, |since| since.as_secs_f64() * 1_000.0)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "32 bits of the number are enough, and exact as a float"
    )]
    fn chance(&self) -> f64 {
        // Each state of the standard library's hash maps begins at random.
        let random = RandomState::new().build_hasher().finish() >> 32;
        random as f64 / 4_294_967_296.0
    }

    fn is_page(&self) -> bool {
        false
    }
}

/// The answer to a request sent with reqwest.
#[derive(Debug)]
pub struct ReqwestResponse {
    response: reqwest::Response,
    /// The end of the time limit; `None` if it is too far away for the clock.
    until: Option<Instant>,
}

impl ReqwestResponse {
    /// reqwest's response, to stream its body. Ends the time limit.
    pub fn into_response(self) -> reqwest::Response {
        self.response
    }
}

impl HttpResponse for ReqwestResponse {
    fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    fn header(&self, name: &str) -> Option<String> {
        let value = self.response.headers().get(name)?;
        Some(value.as_bytes().iter().copied().map(char::from).collect())
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        let chunk = within(self.until, self.response.chunk()).await?;
        Ok(chunk.map(Vec::from))
    }
}

/// Waits until the time limit for a step of reqwest.
async fn within<T>(
    until: Option<Instant>,
    step: impl Future<Output = Result<T, reqwest::Error>>,
) -> Result<T, TransportError> {
    let outcome = match until {
        Some(until) => tokio::time::timeout_at(until.into(), step).await,
        None => Ok(step.await),
    };
    match outcome {
        Err(_) => Err(TransportError::TimedOut),
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(TransportError::Network(Some(cause(&error)))),
    }
}

/// The innermost cause. The outer errors of reqwest have the URL in their text. Twin: `brokenOff` in `call.ts`.
fn cause(error: &reqwest::Error) -> String {
    let mut innermost = error.source();
    while let Some(inner) = innermost.and_then(std::error::Error::source) {
        innermost = Some(inner);
    }
    let cause = innermost.map_or_else(|| "no connection".to_owned(), ToString::to_string);
    let is_proxy = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_proxy("HTTPS_PROXY") || is_proxy("https_proxy") {
        cause + "; HTTPS_PROXY is set, and reqwest uses it by default"
    } else {
        cause
    }
}
