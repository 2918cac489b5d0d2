//! What carries a request: `fetch` on the web, something else in a test.

use std::future::Future;

use crate::management::operation::Method;

/// A request, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// How it acts.
    pub method: Method,
    /// The whole URL.
    pub url: String,
    /// The headers, the credential among them.
    pub headers: Vec<(String, String)>,
    /// The body, as JSON.
    pub body: Option<String>,
}

/// Why there is no answer, or none to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransportError {
    /// The connection failed, or was cut.
    Network,
    /// The time ran out.
    TimedOut,
}

/// Sends requests, and knows the time. Redirects are not followed: they could carry the
/// credential to another origin.
pub trait Transport {
    /// An answer whose head has come.
    type Response: HttpResponse;

    /// Sends `request`, and waits for the head of the answer for `timeout_ms` milliseconds.
    fn send(
        &self,
        request: HttpRequest,
        timeout_ms: u32,
    ) -> impl Future<Output = Result<Self::Response, TransportError>>;

    /// Waits for so many milliseconds.
    fn sleep(&self, pause_ms: f64) -> impl Future<Output = ()>;

    /// The wall clock in epoch milliseconds.
    fn now_ms(&self) -> f64;

    /// A number from 0 to 1, by chance.
    fn chance(&self) -> f64;

    /// Whether this runs in a page or a worker, where an API key is everybody's to read.
    fn is_page(&self) -> bool;
}

/// An answer whose head has come.
pub trait HttpResponse {
    /// The HTTP status.
    fn status(&self) -> u16;

    /// The header `name`.
    fn header(&self, name: &str) -> Option<String>;

    /// The whole body.
    fn text(self) -> impl Future<Output = Result<String, TransportError>>;
}
