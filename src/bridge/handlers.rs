//! The handlers of an embed.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::{Rc, Weak};

use super::message::Dropped;
use super::session::State;
use crate::protocol::events::Payload;
use crate::protocol::{Event, EventMessage};

/// What a handler can listen to: the type of its argument.
///
/// - the payload of one event, such as [`Drilldown`](crate::protocol::events::Drilldown)
/// - [`Event`]: every event, also one that this version does not know
/// - [`EventMessage`]: the same with its timestamp and surface
/// - [`State`]: the session, at each change
/// - [`Dropped`]: a message that failed a check
///
/// ```no_run
/// # use svc_embed::Embed;
/// use svc_embed::protocol::events::{Download, Drilldown};
///
/// # fn example(embed: &Embed) {
/// let drilldowns = embed.on(|event: &Drilldown| println!("{}", event.member));
/// let downloads = embed.on(|event: &Download| println!("{}", event.format.as_str()));
/// # drop((drilldowns, downloads));
/// # }
/// ```
pub trait Topic: Sized {
    #[doc(hidden)]
    fn of<'a>(message: &'a HandlerMessage<'a>) -> Option<&'a Self>;
}

/// A message to handlers: an event of the embed, a change of its session, or a message of its iframe
/// that was dropped.
#[doc(hidden)]
#[derive(Debug)]
pub enum HandlerMessage<'a> {
    /// With the size of the message.
    Event(&'a EventMessage, u32),
    Session(&'a State),
    Dropped(&'a Dropped),
}

macro_rules! topics {
    ($($topic:ty: $pattern:pat => $value:expr;)*) => {
        $(
            impl Topic for $topic {
                fn of<'a>(message: &'a HandlerMessage<'a>) -> Option<&'a Self> {
                    match message {
                        $pattern => Some($value),
                        _ => None,
                    }
                }
            }
        )*
    };
}

topics! {
    EventMessage: HandlerMessage::Event(message, _) => message;
    Event: HandlerMessage::Event(message, _) => &message.event;
    State: HandlerMessage::Session(state) => state;
    Dropped: HandlerMessage::Dropped(dropped) => dropped;
}

// For this impl, rustdoc would link the method, which has no documentation.
#[doc(hidden)]
impl<T: Payload> Topic for T {
    fn of<'a>(message: &'a HandlerMessage<'a>) -> Option<&'a Self> {
        T::of_event(<Event as Topic>::of(message)?)
    }
}

/// The registration of a handler. Dropping it ends the subscription.
///
/// ```no_run
/// # use svc_embed::{Embed, protocol::events::View};
/// # fn example(embed: &Embed) {
/// let views = embed.on(|view: &View| println!("{}", view.path));
/// drop(views); // The handler is not called any more.
///
/// embed.on(|view: &View| println!("{}", view.path)).forget();
/// # }
/// ```
#[must_use = "dropping a subscription ends it: keep it, or call `forget`"]
#[derive(Debug)]
pub struct Subscription {
    handlers: Weak<Handlers>,
    number: u64,
}

impl Subscription {
    /// Keeps the handler for as long as the embed lives.
    pub fn forget(mut self) {
        self.handlers = Weak::new();
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(handlers) = self.handlers.upgrade() {
            handlers.remove(self.number);
        }
    }
}

type Call = dyn Fn(&HandlerMessage<'_>);

/// The handlers of one embed. No borrow is held while a handler is called, or dropped: either may
/// run any code of the page.
#[derive(Default)]
pub(super) struct Handlers {
    /// By the numbers of their subscriptions, in the order in which they were added.
    list: RefCell<BTreeMap<u64, Rc<Call>>>,
    last_number: Cell<u64>,
    /// The changes of the session that the handlers have still to be called with.
    changes: RefCell<VecDeque<State>>,
    is_closed: Cell<bool>,
}

impl Handlers {
    /// Calls `handler` with every message of the type `T`, and its size.
    pub(super) fn add<T: Topic>(
        self: &Rc<Self>,
        handler: impl Fn(&T, u32) + 'static,
    ) -> Subscription {
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        let call = Rc::new(move |message: &HandlerMessage<'_>| {
            if let Some(topic) = T::of(message) {
                let size = match message {
                    HandlerMessage::Event(_, size) => *size,
                    // They have no text.
                    HandlerMessage::Session(_) | HandlerMessage::Dropped(_) => 0,
                };
                handler(topic, size);
            }
        });
        if !self.is_closed.get() {
            self.list.borrow_mut().insert(number, call);
        }
        Subscription {
            handlers: Rc::downgrade(self),
            number,
        }
    }

    fn remove(&self, number: u64) {
        let removed = self.list.borrow_mut().remove(&number);
        drop(removed);
    }

    /// Calls the handlers that there are now. Once the embed has ended, only its last changes of the session still
    /// reach their handlers.
    pub(super) fn deliver(&self, message: &HandlerMessage<'_>) {
        let is_session = matches!(message, HandlerMessage::Session(_));
        let list = self.list.borrow().clone();
        for (number, call) in list {
            let is_there = self.list.borrow().contains_key(&number);
            if is_there && (is_session || !self.is_closed.get()) {
                call(message);
            }
        }
    }

    /// Calls the handlers of the session once for each change and in order: a handler that causes the next change
    /// does not take the present one away from the handlers after it.
    pub(super) fn report_change(&self, state: State) {
        self.changes.borrow_mut().push_back(state);
        if self.changes.borrow().len() > 1 {
            return;
        }
        while let Some(state) = self.next_change() {
            self.deliver(&HandlerMessage::Session(&state));
            self.changes.borrow_mut().pop_front();
        }
        self.clear_if_closed();
    }

    fn next_change(&self) -> Option<State> {
        self.changes.borrow().front().cloned()
    }

    /// Ends all subscriptions.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        self.clear_if_closed();
    }

    fn clear_if_closed(&self) {
        if self.is_closed.get() && self.changes.borrow().is_empty() {
            drop(self.list.take());
        }
    }
}
