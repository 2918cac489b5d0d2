//! One embed: what it holds, the messages it receives, the actions it sends.

use super::effects::feed;
use super::host::{self, UNDEFINED, Value, to_millis};
use super::outgoing::Action;
use super::page::{Setup, Slot, with};
use super::{wire, words};
use crate::error::Error;
use crate::protocol::EventKind;
use crate::session::{Input, Mode, Session, Turn};

pub(super) struct Embed {
    /// It knows nothing of the ids: the one there is comes with [`Input::Minted`], and is used at
    /// once.
    pub(super) session: Session<()>,
    pub(super) turn: Turn,
    pub(super) is_ready: bool,
    /// Whether the page's actions were sent again since the present session began.
    pub(super) replayed: bool,
}

impl Embed {
    pub(super) fn new(setup: &Setup) -> Self {
        let (policy, timeout) = (setup.policy, setup.ready_timeout);
        let now = host::now();
        let session = if setup.url.is_some() {
            Session::mount(now, policy, timeout, setup.can_mint, setup.seed)
        } else {
            Session::connect(now, policy, timeout, setup.can_mint, setup.seed)
        };
        Self {
            session,
            turn: Turn::NONE,
            is_ready: false,
            replayed: false,
        }
    }
}

/// A message from the embed's window, and whether it is from the tenant's origin. Checks its
/// envelope and its payload, and lets the session know. Gives the line of the event in the catalog,
/// to be handed to the page's handlers as it arrived, or, below 0, the word that says why it is
/// dropped.
pub(crate) fn receive(slot: Slot, is_of_tenant: bool, data: Value) -> i32 {
    if !is_of_tenant {
        return -words::ORIGIN;
    }
    let line = host::line_of(data);
    // A type in the catalog is an event's. Any other must look like one: that check stands before the
    // payload's, so it is made up for where that one failed, too.
    let is_open = line == 0 || line == -words::PAYLOAD;
    if is_open && !host::matches(host::property(data, words::TYPE), words::EVENT_FORM) {
        return -words::ENVELOPE;
    }
    if let Some(kind) = wire::event_of(line) {
        note(slot, kind, data);
    }
    line
}

/// Lets the session know of an event that concerns it.
fn note(slot: Slot, kind: EventKind, data: Value) {
    let is = |key, word| host::is_in(data, words::PAYLOAD, key, word);
    let millis = |key| to_millis(host::number_in(data, words::PAYLOAD, key));
    let input = match kind {
        EventKind::Ready if is(words::MODE, words::SIGNED) => Input::Ready(Some(Mode::Signed)),
        EventKind::Ready if is(words::MODE, words::PRIVATE) => Input::Ready(Some(Mode::Private)),
        EventKind::Ready => Input::Ready(None),
        EventKind::View => Input::View,
        EventKind::SessionExpiring => Input::Expiring {
            expires_at: millis(words::EXPIRES_AT),
            expires_in: millis(words::EXPIRES_IN),
        },
        EventKind::SessionExpired => Input::Expired {
            expired_at: millis(words::EXPIRED_AT),
            reported_at: to_millis(host::number(data, words::TIMESTAMP, 0.0)),
        },
        EventKind::Error
            if is(words::NAME, words::REJECTION) && is(words::CONTEXT, words::RENEWAL_CONTEXT) =>
        {
            Input::Rejected
        }
        _ => return,
    };
    let fed = feed(slot, Some(input), UNDEFINED);
    if kind == EventKind::Ready && fed.is_ok() {
        let again = with(slot, |embed| {
            // A handler of `session` may have loaded the iframe anew: what is sent from now on
            // waits for the next `ready`.
            let is_there = !embed.session.is_loading();
            embed.is_ready |= is_there;
            is_there.then_some(!embed.replayed)
        });
        if let Some(again) = again.flatten() {
            host::replay(slot, true, again);
        }
        host::resolve_ready(slot, data);
    }
}

/// Sends an action, or keeps it until the embed is ready.
///
/// # Errors
/// Where the embed was destroyed.
pub(crate) fn send(slot: Slot, action: &Action) -> Result<(), Error> {
    let Action {
        name,
        payload,
        key,
        lasts,
    } = *action;
    let is_ready = with(slot, |embed| embed.is_ready).ok_or(Error::DESTROYED)?;
    if is_ready {
        host::post(slot, name, payload);
    }
    if lasts || !is_ready {
        host::keep(slot, key, name, payload, lasts, is_ready);
    }
    Ok(())
}
