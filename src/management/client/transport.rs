//! The interface through which the client sends requests: `fetch` on the web, a fake in a test.

use std::future::Future;
use std::time::Duration;

use crate::management::headers::Headers;
use crate::management::operation::Method;

/// A request, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The HTTP method.
    pub method: Method,
    /// The whole URL.
    pub url: String,
    /// The headers, including the credential.
    pub headers: Headers,
    /// True if cookies authenticate the request, because it has no credential.
    pub include_cookies: bool,
    /// The body, as JSON.
    pub body: Option<String>,
}

/// Why there is no complete answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransportError {
    /// The connection failed or was cut; with a word or two on the cause, if it is known.
    Network(Option<String>),
    /// The time ran out.
    TimedOut,
}

/// Sends requests and provides the time. It must not follow redirects, because one could carry the
/// credential to another origin.
///
/// A transport of yours that wraps another one sees every request with its outcome, whether or not
/// there is an answer: the place for a span of each try, or for a count.
pub trait Transport {
    /// An answer whose status and headers have arrived.
    type Response: HttpResponse;

    /// Sends `request` and waits at most `timeout` for status and headers.
    fn send(
        &self,
        request: HttpRequest,
        timeout: Duration,
    ) -> impl Future<Output = Result<Self::Response, TransportError>>;

    /// Waits for `pause`.
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()>;

    /// The wall clock in epoch milliseconds.
    fn now_ms(&self) -> f64;

    /// A random number from 0 to 1.
    fn chance(&self) -> f64;

    /// True in a page or a worker, where everybody could read an API key.
    fn is_page(&self) -> bool;
}

/// An answer whose status and headers have arrived.
pub trait HttpResponse {
    /// The HTTP status.
    fn status(&self) -> u16;

    /// The header `name`.
    fn header(&self, name: &str) -> Option<String>;

    /// The next bytes of the body, after decompression; `None` at its end. Dropping the answer before
    /// its end must close the connection.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, TransportError>>;

    /// The whole body as text, without a limit: for an answer whose size you know.
    fn text(mut self) -> impl Future<Output = Result<String, TransportError>>
    where
        Self: Sized,
    {
        async move {
            let mut bytes = Vec::new();
            while let Some(chunk) = self.chunk().await? {
                bytes.extend(chunk);
            }
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}
