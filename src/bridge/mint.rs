//! `get_session`: how a page mints a session id.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::Poll;

use futures_channel::oneshot::{self, Sender};
use js_sys::{Function, Promise};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal};

use super::message;
use crate::protocol::SessionId;
use crate::protocol::names::SIGNED_OUT_ERROR;
use crate::session::{Epoch, MintFailure, Reason, Ticket};

/// What `get_session` receives.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MintRequest {
    /// Why an id is needed.
    pub reason: Reason,
    /// Counts from 1 within one renewal.
    pub attempt: u32,
    /// When the present session stops working; `None` until an event reports it.
    pub expires_at: Option<Epoch>,
    /// Aborted when the answer is no longer wanted. Pass it to `fetch`. The future that
    /// `get_session` returned is dropped then, too.
    pub signal: AbortSignal,
}

/// Why `get_session` has no session id.
///
/// Any value that JavaScript threw becomes one by `?`.
///
/// ```no_run
/// use svc_embed::bridge::MintError;
/// use wasm_bindgen::JsCast;
/// use wasm_bindgen_futures::JsFuture;
/// use web_sys::{Headers, RequestInit, Response};
///
/// # async fn example(window: web_sys::Window) -> Result<(), MintError> {
/// let init = RequestInit::new();
/// init.set_method("POST");
/// // The endpoint requires it: no form of another site can send the header.
/// let headers = Headers::new()?;
/// headers.set("x-svc-embed", "1")?;
/// init.set_headers_headers(&headers);
/// let response = window.fetch_with_str_and_init("/api/embed-session", &init);
/// let response: Response = JsFuture::from(response).await?.unchecked_into();
/// match response.status() {
///     200 => {}
///     401 => return Err(MintError::SignedOut),
///     status => return Err(MintError::new(&format!("The backend answered {status}."))),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum MintError {
    /// The user is signed out. Renewal stops for good.
    SignedOut,
    /// Anything else. svc-embed calls `get_session` again after a pause;
    /// [`Embed::last_error_cause`](super::Embed::last_error_cause) returns the value.
    Failed(JsValue),
}

impl MintError {
    /// An error with a text that says what went wrong.
    ///
    /// ```no_run
    /// # use svc_embed::bridge::MintError;
    /// let error = MintError::new("The backend answered 503.");
    /// ```
    pub fn new(message: &str) -> Self {
        Self::Failed(js_sys::Error::new(message).into())
    }
}

impl From<JsValue> for MintError {
    /// An error whose `name` is `SignedOutError` says that the user is signed out, as in
    /// JavaScript.
    fn from(error: JsValue) -> Self {
        if is_signed_out(&error) {
            Self::SignedOut
        } else {
            Self::Failed(error)
        }
    }
}

impl fmt::Display for MintError {
    /// Shows the error's message up to the first quotation mark. [`MintError::Failed`] has all of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SignedOut => f.write_str("The user is signed out."),
            Self::Failed(cause) => match reason(cause) {
                Some(reason) => f.write_str(&reason),
                None => f.write_str("`get_session` failed."),
            },
        }
    }
}

/// The message of an error of JavaScript's, as far as it may be shown.
pub(super) fn reason(cause: &JsValue) -> Option<String> {
    let error = cause.dyn_ref::<js_sys::Error>()?;
    // A parser quotes the text, which may hold an id.
    if message::property(error, "name") == "SyntaxError" {
        return Some("the answer of the backend is not JSON.".to_owned());
    }
    message::beginning(&message::property(error, "message")).map(without_quotation)
}

/// A message up to a text that it quotes: a parser's error may quote a session id.
fn without_quotation(message: String) -> String {
    let Some((before, _)) = message.split_once('"') else {
        return message;
    };
    let before = before.strip_suffix(' ').unwrap_or(before);
    let before = before.strip_suffix(',').unwrap_or(before);
    format!("{before} …")
}

impl std::error::Error for MintError {}

/// By name, since a page may have several copies of the class.
fn is_signed_out(error: &JsValue) -> bool {
    message::property(error, "name") == SIGNED_OUT_ERROR
}

/// A mint that failed, with the value that JavaScript threw or the page gave.
pub(super) struct Failure {
    pub(super) kind: MintFailure,
    pub(super) cause: Option<JsValue>,
}

impl From<MintError> for Failure {
    fn from(error: MintError) -> Self {
        let (kind, cause) = match error {
            MintError::SignedOut => (MintFailure::SignedOut, None),
            MintError::Failed(cause) => (MintFailure::Failed, Some(cause)),
        };
        Self { kind, cause }
    }
}

impl From<JsValue> for Failure {
    /// Unlike a [`MintError`], it keeps the error of a sign-out.
    fn from(error: JsValue) -> Self {
        let kind = if is_signed_out(&error) {
            MintFailure::SignedOut
        } else {
            MintFailure::Failed
        };
        Self {
            kind,
            cause: Some(error),
        }
    }
}

/// The page's `get_session`.
pub(super) type GetSession = Rc<dyn Fn(MintRequest) -> Answer>;

type Answer = Pin<Box<dyn Future<Output = Result<SessionId, Failure>>>>;

/// An async closure of the page's.
pub(super) fn from_closure(
    get_session: impl AsyncFn(MintRequest) -> Result<SessionId, MintError> + 'static,
) -> GetSession {
    let get_session = Rc::new(get_session);
    Rc::new(move |request| {
        let get_session = Rc::clone(&get_session);
        Box::pin(async move { Ok(get_session(request).await?) })
    })
}

/// A function of JavaScript's that returns an id, or a promise of one.
pub(super) fn from_function(get_session: Function) -> GetSession {
    Rc::new(move |request| {
        let get_session = get_session.clone();
        Box::pin(async move {
            let request = message::to_js(&JsRequest::from(request)).unwrap_or_default();
            let answer = get_session.call1(&JsValue::UNDEFINED, &request)?;
            let answer = JsFuture::from(Promise::resolve(&answer)).await?;
            let id = message::text(&answer).as_deref().and_then(SessionId::new);
            id.ok_or(Failure {
                kind: MintFailure::Invalid,
                cause: None,
            })
        })
    })
}

/// A request as a function of JavaScript's knows it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsRequest {
    reason: &'static str,
    attempt: u32,
    expires_at: Option<f64>,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    signal: AbortSignal,
}

impl From<MintRequest> for JsRequest {
    fn from(request: MintRequest) -> Self {
        Self {
            reason: request.reason.as_str(),
            attempt: request.attempt,
            expires_at: request.expires_at.map(Epoch::number),
            signal: request.signal,
        }
    }
}

/// A call of `get_session` that is under way.
pub(super) struct Mint {
    pub(super) ticket: Ticket,
    controller: Option<AbortController>,
    /// Dropping it drops the page's future.
    _is_wanted: Sender<()>,
}

impl Mint {
    /// Calls `get_session`, and then `on_answer` unless the mint is dropped before.
    pub(super) fn start(
        ticket: Ticket,
        get_session: GetSession,
        request: impl FnOnce(AbortSignal) -> MintRequest + 'static,
        on_answer: impl FnOnce(Result<SessionId, Failure>) + 'static,
    ) -> Self {
        // Every browser that runs WebAssembly has the class.
        let controller = AbortController::new().ok();
        let signal = controller.as_ref().map(AbortController::signal);
        let (is_wanted, end) = oneshot::channel::<()>();
        spawn_local(async move {
            let Some(signal) = signal else { return };
            let answer = get_session(request(signal));
            if let Some(answer) = until(end, answer).await {
                on_answer(answer);
            }
        });
        Self {
            ticket,
            controller,
            _is_wanted: is_wanted,
        }
    }

    /// Aborts the signal of the request, and drops the page's future.
    pub(super) fn abort(self) {
        if let Some(controller) = &self.controller {
            controller.abort();
        }
    }
}

/// The output of `future`; `None` if `end` comes first.
async fn until<T>(end: impl Future, future: impl Future<Output = T>) -> Option<T> {
    let mut end = pin!(end);
    let mut future = pin!(future);
    poll_fn(|context| {
        if end.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        future.as_mut().poll(context).map(Some)
    })
    .await
}
