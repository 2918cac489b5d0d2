//! The call to the page's `getSession`, and its answer.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, AbortSignal};

use super::deferred::Deferred;
use super::platform::{property, text_property};
use crate::protocol::SessionId;
use crate::session::{GivenIds, Input, MintFailure, Reason, Ticket};

thread_local! {
    /// Kept as long as the page: a cache outlives the embed that it first answered.
    static GIVEN: RefCell<GivenIds> = RefCell::default();
}

/// What a page's mint function is told.
#[derive(Debug, Clone)]
pub struct MintRequest {
    /// Why an id is asked for.
    pub reason: Reason,
    /// Counts from 1 within one renewal.
    pub attempt: u32,
    /// When the session stops working (epoch ms), where an event told.
    pub expires_at: Option<u64>,
    /// Aborted when the answer is no longer wanted.
    pub signal: AbortSignal,
}

/// Mints a fresh session id on the page's own backend: gives the id as a string or a promise of
/// one, or throws. An error whose `name` is `SignedOutError` stops renewal for good.
pub type MintFn = Rc<dyn Fn(MintRequest) -> Result<JsValue, JsValue>>;

/// A mint under way. Dropping it aborts it.
pub(super) struct Mint {
    controller: AbortController,
    /// Settled with the mint, so that nothing waits for a `getSession` that never answers.
    given_up: Deferred,
    answered: bool,
}

impl Mint {
    /// Calls `function`; `done` gets the input for the session and, where it failed, the reason
    /// that JavaScript gave.
    pub(super) fn start(
        function: &MintFn,
        ticket: Ticket,
        (reason, attempt, expires_at): (Reason, u32, Option<u64>),
        done: impl FnOnce(Input, JsValue) + 'static,
    ) -> Result<Self, JsValue> {
        let controller = AbortController::new()?;
        let request = MintRequest {
            reason,
            attempt,
            expires_at,
            signal: controller.signal(),
        };
        let given_up = Deferred::new();
        match function(request) {
            Ok(answer) => {
                let first = Promise::race(&Array::of2(&answer, &given_up.promise));
                // One closure for both outcomes, and one of them always comes: a closure that
                // is never called would never be freed.
                let settled = Closure::once_into_js(move |outcomes: JsValue| {
                    let outcome = property(&outcomes, &0.into());
                    if text_property(&outcome, "status").as_deref() == Some("fulfilled") {
                        let id = property(&outcome, &"value".into());
                        done(minted(ticket, &id), JsValue::UNDEFINED);
                    } else {
                        let error = property(&outcome, &"reason".into());
                        done(failed(ticket, &error), error);
                    }
                });
                let outcomes = Promise::all_settled(&Array::of1(&first));
                then(&outcomes, &settled, &JsValue::UNDEFINED);
            }
            Err(thrown) => done(failed(ticket, &thrown), thrown),
        }
        Ok(Self {
            controller,
            given_up,
            answered: false,
        })
    }

    /// Forgets the mint, whose answer has come.
    pub(super) fn finish(mut self) {
        self.answered = true;
    }
}

impl Drop for Mint {
    fn drop(&mut self) {
        if !self.answered {
            self.controller.abort();
        }
        self.given_up.resolve(&JsValue::UNDEFINED);
    }
}

#[wasm_bindgen]
extern "C" {
    type Thenable;
    #[wasm_bindgen(method, js_name = then)]
    fn then_call(this: &Thenable, resolve: &JsValue, reject: &JsValue);
}

/// `promise.then(resolve, reject)`, for functions that are values.
pub(super) fn then(promise: &Promise, resolve: &JsValue, reject: &JsValue) {
    promise
        .unchecked_ref::<Thenable>()
        .then_call(resolve, reject);
}

fn minted(ticket: Ticket, answer: &JsValue) -> Input {
    let Some(id) = answer.as_string().as_deref().and_then(SessionId::new) else {
        return Input::MintFailed(ticket, MintFailure::Invalid);
    };
    if GIVEN.with_borrow_mut(|given| given.note(&id)) {
        Input::Minted(ticket, id)
    } else {
        Input::MintFailed(ticket, MintFailure::Repeated)
    }
}

fn failed(ticket: Ticket, error: &JsValue) -> Input {
    // By name, so that it holds across two copies of the package on one page.
    let signed_out = text_property(error, "name").as_deref() == Some("SignedOutError");
    let failure = if signed_out {
        MintFailure::SignedOut
    } else {
        MintFailure::Failed
    };
    Input::MintFailed(ticket, failure)
}
