//! `get_session`: how a page mints a session id.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::Poll;

use futures_channel::oneshot::Sender;
use js_sys::{Function, Promise, Reflect};
use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
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
/// # use svc_embed::bridge::MintError;
/// # fn example(status: u16) -> Result<(), MintError> {
/// match status {
///     200 => Ok(()),
///     401 => Err(MintError::SignedOut),
///     _ => Err(MintError::new(&format!("The backend answered {status}."))),
/// }
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

/// How a call of `get_session` ended. A failure has the value that JavaScript threw or the page gave.
pub(super) type Answer = Result<SessionId, (MintFailure, Option<JsValue>)>;

type Answering = Pin<Box<dyn Future<Output = Answer>>>;

/// The page's `get_session`.
#[derive(Clone)]
pub(super) struct GetSession(pub(super) Rc<dyn Fn(MintRequest) -> Answering>);

impl fmt::Debug for GetSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("get_session")
    }
}

impl GetSession {
    /// An async closure of the page's.
    pub(super) fn from_closure(
        get_session: impl AsyncFn(MintRequest) -> Result<SessionId, MintError> + 'static,
    ) -> Self {
        let get_session = Rc::new(get_session);
        Self(Rc::new(move |request| {
            let get_session = Rc::clone(&get_session);
            Box::pin(async move {
                let answer = get_session(request).await;
                answer.map_err(|error| match error {
                    MintError::SignedOut => (MintFailure::SignedOut, None),
                    MintError::Failed(cause) => (MintFailure::Failed, Some(cause)),
                })
            })
        }))
    }

    /// A function of JavaScript's that returns an id, or a promise of one.
    pub(super) fn from_function(get_session: Function) -> Self {
        // Unlike a `MintError`, this keeps the error of a sign-out.
        let failed = |error: JsValue| {
            let is_final = is_signed_out(&error);
            let failure = if is_final {
                MintFailure::SignedOut
            } else {
                MintFailure::Failed
            };
            (failure, Some(error))
        };
        Self(Rc::new(move |request| {
            let answer = get_session.call1(&JsValue::UNDEFINED, &request.to_js());
            Box::pin(async move {
                let answer = Promise::resolve(&answer.map_err(failed)?);
                let answer = JsFuture::from(answer).await.map_err(failed)?;
                let id = message::text(&answer).as_deref().and_then(SessionId::new);
                id.ok_or((MintFailure::Invalid, None))
            })
        }))
    }
}

impl MintRequest {
    /// The request as a function of JavaScript's knows it.
    fn to_js(&self) -> JsValue {
        let request = message::to_js(&json!({
            "reason": self.reason.as_str(),
            "attempt": self.attempt,
            "expiresAt": self.expires_at.map(Epoch::number),
        }));
        let request = request.unwrap_or_default();
        let _ = Reflect::set(&request, &"signal".into(), &self.signal);
        request
    }
}

/// A call of `get_session` that is under way.
pub(super) struct Mint {
    pub(super) ticket: Ticket,
    pub(super) controller: AbortController,
    /// Dropping it drops the page's future.
    pub(super) _is_wanted: Sender<()>,
}

/// The output of `future`; `None` if `end` comes first.
pub(super) async fn until<T>(end: impl Future, future: impl Future<Output = T>) -> Option<T> {
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
