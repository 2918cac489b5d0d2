//! What the session asks for, done in the browser.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Promise;
use wasm_bindgen::JsValue;

use super::inner::{Inner, Timer};
use crate::bridge::deferred::Deferred;
use crate::bridge::handlers::Topic;
use crate::bridge::mint::Mint;
use crate::bridge::platform::{self, object};
use crate::bridge::wire;
use crate::error::Error;
use crate::protocol::ActionKind;
use crate::session::{Effect, Input, READY_TIMED_OUT};

impl Inner {
    /// Tells the session of `input` and does what it asks for.
    pub(in crate::bridge) fn feed(self: &Rc<Self>, input: Input) {
        self.session.borrow_mut().handle(platform::now(), input);
        self.run_effects();
    }

    pub(in crate::bridge) fn take_turn(self: &Rc<Self>) {
        self.has_turn.set(true);
        self.feed(Input::Turn);
    }

    pub(super) fn ask(self: &Rc<Self>, input: Input) -> Promise {
        let deferred = Deferred::new();
        let promise = deferred.promise.clone();
        let refusal = self.require_alive().and_then(|()| match input {
            Input::Reload => self.frame.require_loadable(),
            _ => Ok(()),
        });
        if let Err(error) = refusal {
            deferred.reject(&self.error(error));
            return promise;
        }
        self.asked.borrow_mut().push(deferred);
        self.feed(input);
        promise
    }

    pub(super) fn run_effects(self: &Rc<Self>) {
        loop {
            // The borrow ends before the effect runs: it may call the page's code.
            let effect = self.session.borrow_mut().poll();
            let Some(effect) = effect else { break };
            self.run(effect);
        }
        self.give_turn_back();
        self.set_timer();
        self.show_session();
    }

    fn run(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::AwaitTurn => {
                let page = self.page.borrow().clone();
                // A renewal whose pause is over at once has kept its turn.
                if self.has_turn.get() || page.is_some_and(|page| page.request_turn(self.slot)) {
                    self.take_turn();
                }
            }
            Effect::Mint {
                ticket,
                reason,
                attempt,
                expires_at,
            } => {
                let Some(get_session) = &self.get_session else {
                    return;
                };
                let weak = Rc::downgrade(self);
                let done = move |input, cause| {
                    if let Some(inner) = weak.upgrade() {
                        inner.on_mint_done(ticket, input, cause);
                    }
                };
                let mint = Mint::start(get_session, ticket, (reason, attempt, expires_at), done);
                if self.session.borrow().is_minting_ticket(ticket) {
                    self.mint.replace(mint.ok());
                }
            }
            Effect::Abort => drop(self.mint.take()),
            Effect::Load(id) => {
                let page = self.page.borrow().clone();
                match self.frame.load(id.as_ref()) {
                    Ok(()) => {
                        self.is_ready.set(false);
                        self.replayed.set(false);
                        if let Some(page) = page {
                            page.route(self);
                        }
                    }
                    Err(error) => self.feed(Input::LoadFailed(error)),
                }
            }
            Effect::Post(id) => {
                self.replayed.set(false);
                let payload = object(&[("sessionId", &id.expose().into())]);
                let action = wire::action(ActionKind::SetSession.name(), &payload);
                if !self.frame.post(&action) {
                    self.feed(Input::Unreachable);
                }
            }
            Effect::Replay => {
                self.replayed.set(true);
                let lasting = self.outbox.borrow().lasting();
                self.post_all(&lasting);
            }
            Effect::Settle(outcome) => self.settle(outcome),
            Effect::ReadyTimedOut => self.settle_ready(Err(READY_TIMED_OUT)),
        }
    }

    fn on_mint_done(self: &Rc<Self>, ticket: u32, input: Input, cause: JsValue) {
        if self.session.borrow().is_minting_ticket(ticket) {
            if let Some(mint) = self.mint.take() {
                mint.finish();
            }
            self.cause.replace(cause);
        }
        self.feed(input);
    }

    pub(super) fn settle(&self, outcome: Result<(), Error>) {
        for deferred in self.asked.take() {
            match outcome {
                Ok(()) => deferred.resolve(&JsValue::UNDEFINED),
                Err(error) => deferred.reject(&self.error(error)),
            }
        }
    }

    fn give_turn_back(self: &Rc<Self>) {
        if self.has_turn.get() && !self.session.borrow().is_minting() {
            self.has_turn.set(false);
            let page = self.page.borrow().clone();
            if let Some(page) = page {
                page.release_turn();
            }
        }
    }

    fn set_timer(self: &Rc<Self>) {
        let wanted = self.session.borrow().next_timeout();
        if self.timer.borrow().as_ref().map(|timer| timer.at) == wanted {
            return;
        }
        let timer = wanted.map(|at| {
            let delay = at.saturating_sub(platform::now().monotonic);
            // A longer delay than the platform's timers take is waited for in parts.
            let delay = u32::try_from(delay)
                .unwrap_or(u32::MAX)
                .min(i32::MAX.unsigned_abs());
            let weak = Rc::downgrade(self);
            let timeout = Timeout::new(delay, move || {
                if let Some(inner) = weak.upgrade() {
                    inner.on_timer();
                }
            });
            Timer {
                at,
                _timeout: timeout,
            }
        });
        self.timer.replace(timer);
    }

    fn on_timer(self: &Rc<Self>) {
        let fired = self.timer.take();
        self.feed(Input::Tick);
        drop(fired);
    }

    /// Tells the page's handlers of each change of the session, once and in order: a handler that
    /// causes a further change does not take the present one away from the handlers after it.
    fn show_session(&self) {
        let state = self.session.borrow().state();
        if self.shown.replace(state) != state {
            self.changes.borrow_mut().push_back(state);
        }
        if self.announcing.replace(true) {
            return;
        }
        loop {
            let change = self.changes.borrow_mut().pop_front();
            let Some(change) = change else { break };
            self.announced.set(change);
            self.handlers.call(Topic::Session, &JsValue::UNDEFINED);
        }
        self.announcing.set(false);
    }
}
