//! The handlers of an embed.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
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
pub trait Topic: Sized + sealed::Sealed {
    #[doc(hidden)]
    fn of<'a>(message: &'a HandlerMessage<'a>) -> Option<&'a Self>;
}

mod sealed {
    pub trait Sealed {}
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

impl HandlerMessage<'_> {
    /// How much it counts for a stream that nobody reads.
    fn size(&self) -> u32 {
        match self {
            Self::Event(_, size) => *size,
            // They have no text.
            Self::Session(_) | Self::Dropped(_) => 0,
        }
    }
}

macro_rules! topics {
    ($($topic:ty: $pattern:pat => $value:expr;)*) => {
        $(
            impl sealed::Sealed for $topic {}
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

impl<T: Payload> sealed::Sealed for T {}
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

struct Handler {
    number: u64,
    is_live: Cell<bool>,
    call: Box<dyn Fn(&HandlerMessage<'_>)>,
}

/// The handlers of one embed. No borrow is held while a handler is called, or dropped: either may
/// run any code of the page.
#[derive(Default)]
pub(super) struct Handlers {
    /// Replaced rather than changed while a delivery goes through it, so that the delivery reaches
    /// the handlers it began with.
    list: RefCell<Rc<Vec<Rc<Handler>>>>,
    last_number: Cell<u64>,
    /// Changes of the session that are still to be reported.
    changes: RefCell<VecDeque<State>>,
    /// True while [`Handlers::report_change`] runs.
    is_reporting_changes: Cell<bool>,
    is_closed: Cell<bool>,
}

impl std::fmt::Debug for Handlers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handlers").finish_non_exhaustive()
    }
}

impl Handlers {
    pub(super) fn add<T: Topic>(self: &Rc<Self>, handler: impl Fn(&T) + 'static) -> Subscription {
        self.add_with_size(move |topic: &T, _| handler(topic))
    }

    /// The handler also gets the size of the message.
    pub(super) fn add_with_size<T: Topic>(
        self: &Rc<Self>,
        handler: impl Fn(&T, u32) + 'static,
    ) -> Subscription {
        if self.is_closed.get() {
            return Subscription {
                handlers: Weak::new(),
                number: 0,
            };
        }
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        let call = Box::new(move |message: &HandlerMessage<'_>| {
            if let Some(topic) = T::of(message) {
                handler(topic, message.size());
            }
        });
        let handler = Handler {
            number,
            is_live: Cell::new(true),
            call,
        };
        Rc::make_mut(&mut self.list.borrow_mut()).push(Rc::new(handler));
        Subscription {
            handlers: Rc::downgrade(self),
            number,
        }
    }

    fn remove(&self, number: u64) {
        let removed = {
            let mut list = self.list.borrow_mut();
            let place = list.iter().position(|handler| handler.number == number);
            place.map(|place| Rc::make_mut(&mut list).remove(place))
        };
        if let Some(handler) = &removed {
            handler.is_live.set(false);
        }
        drop(removed);
    }

    /// Calls the handlers of an event or of a dropped message.
    pub(super) fn deliver(&self, message: &HandlerMessage<'_>) {
        let list = Rc::clone(&self.list.borrow());
        for handler in list.iter() {
            if handler.is_live.get() && !self.is_closed.get() {
                (handler.call)(message);
            }
        }
    }

    /// Reports a change of the session, once and in order: a handler that causes a further change
    /// does not take the present one away from the handlers after it.
    pub(super) fn report_change(&self, state: State) {
        self.changes.borrow_mut().push_back(state);
        if self.is_reporting_changes.replace(true) {
            return;
        }
        while let Some(state) = self.next_change() {
            let list = Rc::clone(&self.list.borrow());
            for handler in list.iter().filter(|handler| handler.is_live.get()) {
                (handler.call)(&HandlerMessage::Session(&state));
            }
        }
        self.is_reporting_changes.set(false);
        if self.is_closed.get() {
            self.clear();
        }
    }

    fn next_change(&self) -> Option<State> {
        self.changes.borrow_mut().pop_front()
    }

    /// Ends all subscriptions. Changes of the session that are being reported still reach their
    /// handlers.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        if !self.is_reporting_changes.get() {
            self.clear();
        }
    }

    fn clear(&self) {
        let list = self.list.take();
        for handler in list.iter() {
            handler.is_live.set(false);
        }
        drop(list);
    }
}
