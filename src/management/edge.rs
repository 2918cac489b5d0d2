//! The transport of the web: `fetch`.

use std::cell::Cell;

use js_sys::{Date, Function, Math, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, Request, RequestInit, RequestRedirect, Response};

use super::client::{Client, HttpRequest, HttpResponse, Options, Transport, TransportError};
use super::invalid::InvalidRequest;

/// Sends requests with the platform's `fetch`, in a page or a worker.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fetch;

impl Client<Fetch> {
    /// Creates a client that sends its requests with `fetch`.
    ///
    /// # Errors
    /// If the base URL is not https (or http on a loopback host), or if a page uses an API key
    /// without [`Options::dangerously_allow_browser`].
    pub fn new(options: Options) -> Result<Self, InvalidRequest> {
        Client::with_transport(options, Fetch)
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch)]
    fn fetch(request: &Request) -> Promise;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(handler: &Function, delay_ms: f64) -> JsValue;

    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

impl Transport for Fetch {
    type Response = FetchResponse;

    async fn send(
        &self,
        request: HttpRequest,
        timeout_ms: u32,
    ) -> Result<FetchResponse, TransportError> {
        let deadline = Deadline::new(timeout_ms)?;
        let request = build(&request, &deadline).map_err(|_| TransportError::Network)?;
        let answer = JsFuture::from(fetch(&request)).await;
        let response: Response = answer
            .and_then(JsCast::dyn_into)
            .map_err(|_| deadline.error())?;
        Ok(FetchResponse { response, deadline })
    }

    async fn sleep(&self, pause_ms: f64) {
        let waited = Promise::new(&mut |resolve, _| {
            set_timeout(&resolve, pause_ms);
        });
        // A promise that only resolves cannot reject.
        let _ = JsFuture::from(waited).await;
    }

    fn now_ms(&self) -> f64 {
        Date::now()
    }

    fn chance(&self) -> f64 {
        Math::random()
    }

    fn is_page(&self) -> bool {
        let global = js_sys::global();
        let has = |name: &str| Reflect::has(&global, &name.into()).unwrap_or(false);
        has("document") || has("WorkerGlobalScope")
    }
}

fn build(request: &HttpRequest, deadline: &Deadline) -> Result<Request, JsValue> {
    let headers = Headers::new()?;
    for (name, value) in &request.headers {
        headers.set(name, value)?;
    }
    let init = RequestInit::new();
    init.set_method(request.method.as_str());
    init.set_headers(&headers);
    // A redirect could carry the credential to another origin.
    init.set_redirect(RequestRedirect::Error);
    init.set_signal(Some(&deadline.controller.signal()));
    if let Some(body) = &request.body {
        init.set_body(&body.into());
    }
    Request::new_with_str_and_init(&request.url, &init)
}

/// The answer to a request sent with `fetch`.
#[derive(Debug)]
pub struct FetchResponse {
    response: Response,
    deadline: Deadline,
}

impl FetchResponse {
    /// The platform's response, to stream its body. Ends the time limit.
    pub fn into_response(self) -> Response {
        self.deadline.lift();
        // Not `Response::clone`, which is JavaScript's `clone` and would split the body.
        Clone::clone(&self.response)
    }
}

impl HttpResponse for FetchResponse {
    fn status(&self) -> u16 {
        self.response.status()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.response.headers().get(name).ok().flatten()
    }

    async fn text(self) -> Result<String, TransportError> {
        let text = self.response.text().map_err(|_| TransportError::Network)?;
        let text = JsFuture::from(text).await;
        let text = text.map_err(|_| self.deadline.error())?;
        text.as_string().ok_or(TransportError::Network)
    }
}

/// Aborts a request when its time is over, or when this is dropped because nobody awaits the answer.
#[derive(Debug)]
#[must_use]
struct Deadline {
    controller: AbortController,
    timer: JsValue,
    lifted: Cell<bool>,
    // Kept alive until the timer is cleared, because the timer calls it.
    _abort: Closure<dyn FnMut()>,
}

impl Deadline {
    fn new(timeout_ms: u32) -> Result<Self, TransportError> {
        let controller = AbortController::new().map_err(|_| TransportError::Network)?;
        let aborted = controller.clone();
        let abort = Closure::<dyn FnMut()>::new(move || aborted.abort());
        let timer = set_timeout(abort.as_ref().unchecked_ref(), f64::from(timeout_ms));
        Ok(Self {
            controller,
            timer,
            lifted: Cell::new(false),
            _abort: abort,
        })
    }

    /// Keeps the request running when this is dropped.
    fn lift(&self) {
        self.lifted.set(true);
    }

    /// The error of a failed request with this deadline.
    fn error(&self) -> TransportError {
        if self.controller.signal().aborted() {
            TransportError::TimedOut
        } else {
            TransportError::Network
        }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
        // Has no effect if the answer is complete.
        if !self.lifted.get() {
            self.controller.abort();
        }
    }
}
