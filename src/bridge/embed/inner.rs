//! The inside of an embed: what it holds, the messages it receives, the actions it sends.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Promise;
use wasm_bindgen::prelude::*;

use crate::bridge::deferred::Deferred;
use crate::bridge::frame::Frame;
use crate::bridge::handlers::{Handlers, Topic};
use crate::bridge::mint::{Mint, MintFn};
use crate::bridge::options::{ConnectOptions, ErrorFactory};
use crate::bridge::outgoing::Outgoing;
use crate::bridge::page::{Page, Slot};
use crate::bridge::platform::{self, Incoming, object, property};
use crate::bridge::wire;
use crate::error::{Code, Error};
use crate::protocol::EventKind;
use crate::protocol::envelope::Refusal;
use crate::protocol::events::is_session_rejection;
use crate::protocol::outbox::Outbox;
use crate::session::{DESTROYED, Input, Mode, Session, State};

pub(in crate::bridge) struct Inner {
    pub(in crate::bridge) slot: Slot,
    pub(in crate::bridge) frame: Frame,
    /// The tenant's origin.
    pub(in crate::bridge) origin: JsValue,
    /// `None` once destroyed.
    pub(super) page: RefCell<Option<Rc<Page>>>,
    pub(super) session: RefCell<Session>,
    pub(super) get_session: Option<MintFn>,
    pub(super) error_factory: ErrorFactory,

    pub(super) handlers: Rc<Handlers>,
    pub(super) outbox: RefCell<Outbox<Outgoing>>,
    pub(super) is_ready: Cell<bool>,
    /// `None` once destroyed: its rejection's stack may hold whatever holds this.
    ready: RefCell<Option<Deferred>>,
    /// The promises of `renew` and `reload`.
    pub(super) asked: RefCell<Vec<Deferred>>,

    pub(super) mint: RefCell<Option<Mint>>,
    pub(super) has_turn: Cell<bool>,
    pub(super) timer: RefCell<Option<Timer>>,
    /// The last state that the page's handlers were or will be told of.
    pub(super) shown: Cell<State>,
    /// Changes that handlers are still to be told of.
    pub(super) changes: RefCell<VecDeque<State>>,
    /// The change that handlers are being told of.
    pub(super) announced: Cell<State>,
    pub(super) announcing: Cell<bool>,
    /// Whether the page's actions were sent again since the present session began.
    pub(super) replayed: Cell<bool>,
    pub(super) cause: RefCell<JsValue>,
}

pub(super) struct Timer {
    pub(super) at: u64,
    /// Held for its `Drop`, which clears it.
    pub(super) _timeout: Timeout,
}

type Begin = fn(crate::session::Now, crate::session::Policy, u64, bool, u32) -> Session;

impl Inner {
    pub(super) fn start(
        page: &Rc<Page>,
        frame: Frame,
        options: ConnectOptions,
        begin: Begin,
    ) -> Rc<Self> {
        let session = begin(
            platform::now(),
            options.renewal,
            options.ready_timeout,
            options.get_session.is_some(),
            platform::seed(),
        );
        let inner = Rc::new(Self {
            slot: page.free_slot(),
            frame,
            page: RefCell::new(Some(Rc::clone(page))),
            origin: options.base_url.origin().into(),
            shown: Cell::new(session.state()),
            announced: Cell::new(session.state()),
            changes: RefCell::default(),
            announcing: Cell::new(false),
            replayed: Cell::new(false),
            session: RefCell::new(session),
            get_session: options.get_session,
            error_factory: options.error_factory,
            handlers: Rc::default(),
            outbox: RefCell::default(),
            is_ready: Cell::new(false),
            ready: RefCell::new(Some(Deferred::quiet())),
            asked: RefCell::default(),
            mint: RefCell::default(),
            has_turn: Cell::new(false),
            timer: RefCell::default(),
            cause: RefCell::new(JsValue::UNDEFINED),
        });
        page.add(&inner);
        for action in options.initial {
            inner.send(action);
        }
        inner.run_effects();
        inner
    }

    pub(super) fn require_alive(&self) -> Result<(), Error> {
        if self.page.borrow().is_some() {
            Ok(())
        } else {
            Err(DESTROYED)
        }
    }

    /// `error` as the page sees it, with what its own code threw where that is the cause.
    pub(super) fn error(&self, error: Error) -> JsValue {
        let cause = match error.code {
            Code::MintFailed | Code::SignedOut => self.cause.borrow().clone(),
            _ => JsValue::UNDEFINED,
        };
        (self.error_factory)(error, &cause)
    }

    pub(super) fn destroy(self: &Rc<Self>) {
        if self.page.borrow().is_none() {
            return;
        }
        self.feed(Input::Destroy);
        self.timer.replace(None);
        if let Some(ready) = self.ready.take() {
            ready.reject(&self.error(DESTROYED));
        }
        self.handlers.clear();
        // A handler of `session` may have got here first.
        if let Some(page) = self.page.take() {
            page.remove(self);
            self.frame.remove();
        }
        // What a handler asked for in the meantime.
        self.settle(Err(DESTROYED));
        self.cause.replace(JsValue::UNDEFINED);
    }

    /// The promise of the first `ready`.
    pub(super) fn ready(&self) -> Promise {
        if let Some(ready) = self.ready.borrow().as_ref() {
            return ready.promise.clone();
        }
        let gone = Deferred::quiet();
        gone.reject(&self.error(DESTROYED));
        gone.promise
    }

    pub(super) fn settle_ready(&self, outcome: Result<&JsValue, Error>) {
        if let Some(ready) = self.ready.borrow().as_ref() {
            match outcome {
                Ok(event) => ready.resolve(event),
                Err(error) => ready.reject(&self.error(error)),
            }
        }
    }
}

// Messages in.
impl Inner {
    /// A message from this embed's window: checks its origin, its envelope and its payload, lets
    /// the session know, and hands it to the page's handlers as it arrived.
    pub(in crate::bridge) fn receive(self: &Rc<Self>, event: &Incoming) {
        let origin = event.origin();
        let data = event.data();
        if origin != self.origin {
            self.drop_message(Refusal::Origin, &origin, &data);
            return;
        }
        let Some(page) = self.page.borrow().clone() else {
            return;
        };
        match page.wire.read(&data) {
            Ok(received) => {
                let topic = match received.kind {
                    Some(kind) => {
                        self.note(kind, &received, &data);
                        Topic::Event(kind)
                    }
                    None => Topic::Unknown,
                };
                self.handlers.call(topic, &data);
                self.handlers.call(Topic::Any, &data);
            }
            Err(refusal) => self.drop_message(refusal, &origin, &data),
        }
    }

    fn drop_message(&self, refusal: Refusal, origin: &JsValue, data: &JsValue) {
        if self.handlers.has(Topic::Dropped) {
            let reason = refusal.as_str().into();
            let report = object(&[("reason", &reason), ("origin", origin), ("data", data)]);
            self.handlers.call(Topic::Dropped, &report);
        }
    }

    /// Lets the session know of an event that concerns it.
    fn note(self: &Rc<Self>, kind: EventKind, received: &wire::Received, data: &JsValue) {
        let millis = |key: &str| {
            let value = property(&received.payload, &key.into());
            platform::to_millis(value.as_f64().unwrap_or_default())
        };
        let text = |key: &str| platform::text_property(&received.payload, key);
        match kind {
            EventKind::Ready => {
                let mode = text("mode").and_then(|mode| match mode.as_str() {
                    "signed" => Some(Mode::Signed),
                    "private" => Some(Mode::Private),
                    _ => None,
                });
                self.on_ready(mode, data);
            }
            EventKind::View => self.feed(Input::View),
            EventKind::SessionExpiring => self.feed(Input::Expiring {
                expires_at: millis("expiresAt"),
                expires_in: millis("expiresInMs"),
            }),
            EventKind::SessionExpired => self.feed(Input::Expired {
                expired_at: millis("expiredAt"),
                reported_at: platform::to_millis(received.timestamp),
            }),
            EventKind::Error
                if is_session_rejection(text("name").as_deref(), text("context").as_deref()) =>
            {
                self.feed(Input::Rejected);
            }
            _ => {}
        }
    }

    fn on_ready(self: &Rc<Self>, mode: Option<Mode>, data: &JsValue) {
        self.feed(Input::Ready(mode));
        if self.require_alive().is_err() {
            return;
        }
        self.is_ready.set(true);
        let waiting = self.outbox.borrow_mut().at_ready(!self.replayed.get());
        self.post_all(&waiting);
        self.settle_ready(Ok(data));
    }
}

// Actions out.
impl Inner {
    pub(super) fn send(&self, action: Outgoing) {
        let is_ready = self.is_ready.get();
        if is_ready {
            self.post(&action);
        }
        let (name, member) = (action.name.clone(), action.member.clone());
        self.outbox
            .borrow_mut()
            .record(&name, member.as_deref(), action, is_ready);
    }

    pub(super) fn post_all(&self, actions: &[Outgoing]) {
        for action in actions {
            self.post(action);
        }
    }

    fn post(&self, action: &Outgoing) {
        self.frame
            .post(&wire::action(&action.name, &action.payload));
    }
}
