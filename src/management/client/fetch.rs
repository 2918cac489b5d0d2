//! The transport of the web: `fetch`.

use std::time::Duration;

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Date, Math, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReadableStreamDefaultReader, Request, RequestCredentials,
    RequestInit, RequestRedirect, Response,
};

use super::{Client, HttpRequest, HttpResponse, Options, Transport, TransportError};
use crate::management::invalid::InvalidRequest;

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
    // web-sys has `fetch` only as a method of `Window` and of the scopes of workers.
    #[wasm_bindgen(js_name = fetch)]
    fn fetch(request: &Request) -> Promise;
}

impl Transport for Fetch {
    type Response = FetchResponse;

    async fn send(
        &self,
        request: HttpRequest,
        timeout: Duration,
    ) -> Result<FetchResponse, TransportError> {
        let deadline = Deadline::new(timeout).map_err(|error| failed(&error))?;
        let request = build(&request, &deadline).map_err(|error| failed(&error))?;
        let answer = JsFuture::from(fetch(&request)).await;
        let response: Response = answer
            .and_then(JsCast::dyn_into)
            .map_err(|error| deadline.error(&error))?;
        Ok(FetchResponse {
            response,
            deadline,
            reader: None,
        })
    }

    async fn sleep(&self, pause: Duration) {
        TimeoutFuture::new(whole_ms(pause)).await;
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
        // An edge runtime has the class, too, but it is a server.
        has("document") || (has("WorkerGlobalScope") && has("importScripts"))
    }
}

/// Milliseconds for a timer, at most the longest time that the platform's timers support: 24 days.
fn whole_ms(time: Duration) -> u32 {
    const LONGEST: u32 = i32::MAX.unsigned_abs();
    let ms = time.as_nanos().div_ceil(1_000_000);
    u32::try_from(ms).unwrap_or(LONGEST).min(LONGEST)
}

fn build(request: &HttpRequest, deadline: &Deadline) -> Result<Request, JsValue> {
    let headers = Headers::new()?;
    for (name, value) in request.headers.iter() {
        headers.set(name, value)?;
    }
    // Without a prototype, because the platform reads options that are inherited, too.
    let init: RequestInit =
        Object::create(JsValue::NULL.unchecked_ref::<Object>()).unchecked_into();
    init.set_method(request.method.as_str());
    init.set_headers(&headers);
    if request.include_cookies {
        init.set_credentials(RequestCredentials::Include);
    }
    // A redirect could carry the credential to another origin.
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(Some(&deadline.controller.signal()));
    if let Some(body) = &request.body {
        init.set_body(&body.into());
    }
    Request::new_with_str_and_init(&request.url, &init)
}

/// The error of a request that the platform could not send. Its text never has the credential.
fn failed(error: &JsValue) -> TransportError {
    let message = Reflect::get(error, &"message".into()).ok();
    TransportError::Network(message.and_then(|message| message.as_string()))
}

/// The answer to a request sent with `fetch`.
#[derive(Debug)]
pub struct FetchResponse {
    response: Response,
    deadline: Deadline,
    /// Reads the body; `None` before its first bytes were asked for.
    reader: Option<ReadableStreamDefaultReader>,
}

impl FetchResponse {
    /// The platform's response, to stream its body. Ends the time limit.
    pub fn into_response(self) -> Response {
        let Self {
            response,
            mut deadline,
            ..
        } = self;
        deadline.lift();
        response
    }
}

impl HttpResponse for FetchResponse {
    fn status(&self) -> u16 {
        self.response.status()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.response.headers().get(name).ok().flatten()
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        if self.reader.is_none() {
            let body = self.response.body();
            self.reader = body.map(|body| body.get_reader().unchecked_into());
        }
        let Some(reader) = &self.reader else {
            return Ok(None);
        };
        let step = JsFuture::from(reader.read()).await;
        let step = step.map_err(|error| self.deadline.error(&error))?;
        let member = |name: &str| Reflect::get(&step, &name.into());
        let is_done = member("done").map_err(|error| failed(&error))?;
        if is_done.is_truthy() {
            return Ok(None);
        }
        let bytes = member("value").map_err(|error| failed(&error))?;
        Ok(Some(Uint8Array::new(&bytes).to_vec()))
    }
}

/// Aborts a request when its time is over, or when this is dropped because nobody awaits the answer.
#[derive(Debug)]
#[must_use]
struct Deadline {
    controller: AbortController,
    /// `None` once the limit is lifted: the request then runs on when this is dropped.
    timer: Option<Timeout>,
}

impl Deadline {
    fn new(timeout: Duration) -> Result<Self, JsValue> {
        let controller = AbortController::new()?;
        let aborted = controller.clone();
        let timer = Timeout::new(whole_ms(timeout), move || aborted.abort());
        Ok(Self {
            controller,
            timer: Some(timer),
        })
    }

    /// Ends the time limit, and keeps the request running when this is dropped.
    fn lift(&mut self) {
        self.timer = None;
    }

    /// The error of a failed request with this deadline.
    fn error(&self, error: &JsValue) -> TransportError {
        if self.controller.signal().aborted() {
            TransportError::TimedOut
        } else {
            failed(error)
        }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // Has no effect if the answer is complete.
        if self.timer.is_some() {
            self.controller.abort();
        }
    }
}
