//! Who listens to what. Handlers may come and go while a message is being delivered.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::JsValue;

use crate::protocol::EventKind;

/// What a handler can listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// One event of the catalog.
    Event(EventKind),
    /// Events that this version does not know.
    Unknown,
    /// Every event, known or not.
    Any,
    /// The session's state, at each change.
    Session,
    /// Messages from the iframe that failed a check.
    Dropped,
}

impl Topic {
    /// The topic's name in JavaScript: an event's bare name, `unknown`, `*`, `session`, `dropped`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "unknown" => Some(Topic::Unknown),
            "*" => Some(Topic::Any),
            "session" => Some(Topic::Session),
            "dropped" => Some(Topic::Dropped),
            _ => EventKind::ALL
                .iter()
                .copied()
                .find(|kind| kind.name() == name)
                .map(Topic::Event),
        }
    }
}

type Call = Box<dyn Fn(&JsValue)>;

struct Handler {
    topic: Topic,
    /// Cleared when the subscription ends, so that a delivery under way skips it.
    live: Cell<bool>,
    call: Call,
}

/// The handlers of one embed. The list is shared with deliveries under way and copied on change.
#[derive(Default)]
pub(super) struct Handlers {
    list: RefCell<Rc<Vec<Rc<Handler>>>>,
}

impl Handlers {
    pub(super) fn add(self: &Rc<Self>, topic: Topic, call: Call) -> Subscription {
        let handler = Rc::new(Handler {
            topic,
            live: Cell::new(true),
            call,
        });
        Rc::make_mut(&mut self.list.borrow_mut()).push(Rc::clone(&handler));
        Subscription {
            handlers: Rc::downgrade(self),
            handler: Rc::downgrade(&handler),
        }
    }

    /// Calls the handlers of `topic` with `value`, in the order in which they were added.
    pub(super) fn call(&self, topic: Topic, value: &JsValue) {
        let list = Rc::clone(&self.list.borrow());
        for handler in list.iter() {
            if handler.topic == topic && handler.live.get() {
                (handler.call)(value);
            }
        }
    }

    pub(super) fn has(&self, topic: Topic) -> bool {
        self.list
            .borrow()
            .iter()
            .any(|handler| handler.topic == topic)
    }

    /// Ends every subscription.
    pub(super) fn clear(&self) {
        let list = self.list.take();
        for handler in list.iter() {
            handler.live.set(false);
        }
    }

    fn remove(&self, handler: &Rc<Handler>) {
        handler.live.set(false);
        Rc::make_mut(&mut self.list.borrow_mut()).retain(|other| !Rc::ptr_eq(other, handler));
    }
}

/// A handler's place in the list. Dropping it ends the subscription.
#[must_use = "dropping it ends the subscription; keep it, or call `forget`"]
pub struct Subscription {
    handlers: Weak<Handlers>,
    handler: Weak<Handler>,
}

impl Subscription {
    /// Keeps the handler for as long as the embed lives.
    pub fn forget(mut self) {
        self.handlers = Weak::new();
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let (Some(handlers), Some(handler)) = (self.handlers.upgrade(), self.handler.upgrade()) {
            handlers.remove(&handler);
        }
    }
}
