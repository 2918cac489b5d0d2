//! One embed: what it holds, the messages it receives, the actions it sends.

use alloc::boxed::Box;
use core::cell::Cell;

use wasm_bindgen::JsValue;

use super::held::with;
use super::host::{self, Host, to_millis};
use super::outgoing::Outgoing;
use super::page::{Page, Setup, Slot};
use super::{wire, words};
use crate::error::Error;
use crate::protocol::envelope::Refusal;
use crate::protocol::outbox::Outbox;
use crate::protocol::{EmbedUrl, EventKind, SessionId};
use crate::session::{Input, Mode, Session, State};

/// A session id as the page's own string.
pub(super) type Id = SessionId<JsValue>;

pub(crate) struct Inner {
    pub(super) slot: Slot,
    pub(super) host: Host,
    /// The tenant's origin.
    pub(super) origin: JsValue,
    /// `None` where the page loads the iframe itself.
    pub(super) url: Option<EmbedUrl<JsValue>>,

    session: Cell<Option<Box<Session<Id>>>>,
    pub(super) has_turn: Cell<bool>,
    /// What the timer is set to, on the monotonic clock.
    pub(super) timer: Cell<Option<u64>>,
    /// The last state that the page's handlers were told of.
    pub(super) shown: Cell<State>,

    pub(super) outbox: Cell<Outbox<Outgoing, JsValue>>,
    pub(super) is_ready: Cell<bool>,
    /// Whether the page's actions were sent again since the present session began.
    pub(super) replayed: Cell<bool>,
}

impl Inner {
    pub(super) fn new(slot: Slot, setup: Setup, session: Session<Id>) -> Self {
        Self {
            slot,
            host: setup.host,
            origin: setup.base.origin().clone(),
            url: setup.url,
            shown: Cell::new(session.state()),
            session: Cell::new(Some(Box::new(session))),
            has_turn: Cell::new(false),
            timer: Cell::new(None),
            outbox: Cell::default(),
            is_ready: Cell::new(false),
            replayed: Cell::new(false),
        }
    }

    /// The session as it stands.
    pub(crate) fn state(&self) -> State {
        self.session(|session| session.state())
            .unwrap_or(self.shown.get())
    }

    /// Uses the session; `None` where it is in use.
    pub(super) fn session<R>(&self, use_it: impl FnOnce(&mut Session<Id>) -> R) -> Option<R> {
        with(&self.session, |session| session.as_deref_mut().map(use_it))
    }

    /// `error` as the page sees it, with what its own code threw where that is the cause.
    pub(crate) fn error(&self, error: Error) -> JsValue {
        let caused = matches!(error, Error::MINT_FAILED | Error::SIGNED_OUT);
        self.host.error(error.number(), caused)
    }

    /// The session as the page sees it.
    pub(crate) fn session_state(&self) -> JsValue {
        let state = self.state();
        host::session_state(
            words::of_mode(state.mode),
            words::of_status(state.status),
            words::of_renewal(state.renewal),
            state.attempt.cast_signed(),
            state.renewals.cast_signed(),
            host::from_millis(state.expires_at),
            host::from_millis(state.next_attempt_at),
            &state
                .last_error
                .map_or(JsValue::NULL, |error| self.error(error)),
        )
    }
}

// Messages in.
impl Page {
    /// A message from the embed's window: checks its origin, its envelope and its payload, lets
    /// the session know, and hands it to the page's handlers as it arrived.
    pub(super) fn receive_for(&self, embed: &Inner, origin: &JsValue, data: &JsValue) {
        let read = if *origin == embed.origin {
            wire::read(data)
        } else {
            Err(Refusal::Origin)
        };
        match read {
            Ok(received) => {
                if let Some(kind) = received.kind {
                    self.note(embed, kind, data);
                }
                embed.host.deliver(received.line, data);
            }
            Err(refusal) => embed.host.drop(words::of_refusal(refusal), origin, data),
        }
    }

    /// Lets the session know of an event that concerns it.
    fn note(&self, embed: &Inner, kind: EventKind, data: &JsValue) {
        let is = |key, word| host::is_in(data, words::PAYLOAD, key, word);
        let millis = |key| to_millis(host::number_in(data, words::PAYLOAD, key));
        let input = match kind {
            EventKind::Ready if is(words::MODE, words::SIGNED) => Input::Ready(Some(Mode::Signed)),
            EventKind::Ready if is(words::MODE, words::PRIVATE) => {
                Input::Ready(Some(Mode::Private))
            }
            EventKind::Ready => Input::Ready(None),
            EventKind::View => Input::View,
            EventKind::SessionExpiring => Input::Expiring {
                expires_at: millis(words::EXPIRES_AT),
                expires_in: millis(words::EXPIRES_IN),
            },
            EventKind::SessionExpired => Input::Expired {
                expired_at: millis(words::EXPIRED_AT),
                reported_at: to_millis(host::number(data, "timestamp", 0.0)),
            },
            EventKind::Error
                if is(words::NAME, words::REJECTION)
                    && is(words::CONTEXT, words::RENEWAL_CONTEXT) =>
            {
                Input::Rejected
            }
            _ => return,
        };
        self.feed(embed, input);
        if kind == EventKind::Ready && self.embed(embed.slot).is_some() {
            // A handler of `session` may have loaded the iframe anew: what is sent from now on
            // waits for the next `ready`.
            if embed.session(|session| session.is_loading()) == Some(false) {
                embed.is_ready.set(true);
                let waiting = with(&embed.outbox, |outbox| {
                    outbox.at_ready(!embed.replayed.get())
                });
                embed.post_all(&waiting);
            }
            embed.host.settle_ready(data, &JsValue::UNDEFINED);
        }
    }
}

// Actions out.
impl Inner {
    /// Sends an action, or keeps it until the embed is ready.
    pub(crate) fn send(&self, action: Outgoing) {
        let is_ready = self.is_ready.get();
        if is_ready {
            self.post(&action);
        }
        let (name, member) = (action.name.clone(), action.member.clone());
        with(&self.outbox, |outbox| {
            outbox.record(&name, member.as_ref(), action, is_ready);
        });
    }

    pub(super) fn post_all(&self, actions: &[Outgoing]) {
        for action in actions {
            self.post(action);
        }
    }

    fn post(&self, action: &Outgoing) -> bool {
        self.post_named(&action.name, &action.payload)
    }

    /// Posts an action to the tenant's exact origin. False where there is no window to post to.
    pub(super) fn post_named(&self, name: &JsValue, payload: &JsValue) -> bool {
        self.host.post(
            &self.origin,
            words::SVC_EMBED,
            words::ACTION,
            words::ACTION_TYPE,
            name,
            payload,
        )
    }
}
