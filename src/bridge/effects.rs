//! What the session asks for, done in the page.

use wasm_bindgen::JsValue;

use super::embed::{Id, Inner};
use super::held::with;
use super::host;
use super::page::{Page, Slot};
use super::words;
use crate::error::Error;
use crate::protocol::{ActionKind, SessionId};
use crate::session::{Effect, Input, MintFailure, Session, Ticket};

// What the page calls.
impl Page {
    /// The page asks for a renewal, or for the iframe to be loaded anew.
    ///
    /// # Errors
    /// Where the embed is gone, or its iframe cannot be loaded anew.
    pub(super) fn ask(&self, slot: Slot, reload: bool) -> Result<(), Error> {
        let embed = self.living(slot)?;
        if !reload {
            self.feed(&embed, Input::Renew);
            return Ok(());
        }
        if embed.url.is_none() && !embed.host.can_reload(&embed.origin) {
            return Err(Error::NOT_RELOADABLE);
        }
        self.feed(&embed, Input::Reload);
        Ok(())
    }

    /// The timer has fired.
    pub(super) fn tick(&self, slot: Slot) {
        if let Some(embed) = self.embed(slot) {
            embed.timer.set(None);
            self.feed(&embed, Input::Tick);
        }
    }

    /// `getSession` has given an `answer`.
    pub(super) fn minted(&self, slot: Slot, ticket: Ticket, answer: &JsValue) {
        self.note_own_id(slot);
        let input = match SessionId::of(answer.clone()) {
            None => Input::MintFailed(ticket, MintFailure::Invalid),
            Some(id) if with(&self.given, |given| given.note_units(units_of(id.expose()))) => {
                Input::Minted(ticket, id)
            }
            Some(_) => Input::MintFailed(ticket, MintFailure::Repeated),
        };
        self.feed_slot(slot, input);
    }

    /// The id with which the page has loaded an iframe of its own is spent, too.
    fn note_own_id(&self, slot: Slot) {
        if let Some(own) = self.embed(slot).filter(|embed| embed.url.is_none()) {
            let id = own
                .host
                .own_id(&own.origin, words::SESSION, words::SESSION_ID);
            with(&self.given, |given| given.note_units(units_of(&id)));
        }
    }

    /// `getSession` has thrown, or rejected.
    pub(super) fn mint_failed(&self, slot: Slot, ticket: Ticket, signed_out: bool) {
        let failure = if signed_out {
            MintFailure::SignedOut
        } else {
            MintFailure::Failed
        };
        self.feed_slot(slot, Input::MintFailed(ticket, failure));
    }

    fn feed_slot(&self, slot: Slot, input: Input<Id>) {
        if let Some(embed) = self.embed(slot) {
            self.feed(&embed, input);
        }
    }
}

impl Page {
    /// Tells the session of `input` and does what it asks for.
    pub(super) fn feed(&self, embed: &Inner, input: Input<Id>) {
        embed.session(|session| session.handle(host::now(), input));
        self.run_effects(embed);
    }

    pub(super) fn take_turn(&self, embed: &Inner) {
        embed.has_turn.set(true);
        self.feed(embed, Input::Turn);
    }

    pub(super) fn run_effects(&self, embed: &Inner) {
        loop {
            // The session is at rest before the effect runs, which may call the page's code.
            let effect = embed.session(Session::poll).flatten();
            let Some(effect) = effect else { break };
            self.run(embed, effect);
        }
        if embed.has_turn.get() && embed.session(|session| session.is_minting()) == Some(false) {
            embed.has_turn.set(false);
            self.release_turn();
        }
        embed.set_timer();
        embed.show_session();
    }

    fn run(&self, embed: &Inner, effect: Effect<Id>) {
        match effect {
            Effect::AwaitTurn => {
                // A renewal whose pause is over at once has kept its turn.
                if embed.has_turn.get() || self.request_turn(embed.slot) {
                    self.take_turn(embed);
                }
            }
            Effect::Mint {
                ticket,
                reason,
                attempt,
                expires_at,
            } => {
                let expires_at = host::from_millis(expires_at);
                let reason = words::of_reason(reason);
                embed.host.mint(ticket, reason, attempt, expires_at);
            }
            Effect::Abort => embed.host.abort(),
            Effect::Load(id) => {
                if embed.load(id.as_ref()) {
                    embed.is_ready.set(false);
                    embed.replayed.set(false);
                    embed.host.route(&embed.origin);
                } else {
                    self.feed(embed, Input::LoadFailed(Error::NOT_RELOADABLE));
                }
            }
            Effect::Post(id) => {
                embed.replayed.set(false);
                let payload = host::object_with("sessionId", id.expose());
                let name = ActionKind::SetSession.name().into();
                if !embed.post_named(&name, &payload) {
                    self.feed(embed, Input::Unreachable);
                }
            }
            Effect::Replay => {
                embed.replayed.set(true);
                let lasting = with(&embed.outbox, |outbox| outbox.lasting());
                embed.post_all(&lasting);
            }
            Effect::Settle(outcome) => {
                let error = match outcome {
                    Ok(()) => JsValue::UNDEFINED,
                    Err(error) => embed.error(error),
                };
                embed.host.settle(&error);
            }
            Effect::ReadyTimedOut => {
                let error = embed.error(Error::READY_TIMED_OUT);
                embed.host.settle_ready(&JsValue::UNDEFINED, &error);
            }
        }
    }
}

/// The code units of `text`.
fn units_of(text: &JsValue) -> impl Iterator<Item = u32> {
    let units = (0..).map(|index| host::unit_at(text, index));
    units.take_while(|unit| *unit != 0).map(i32::cast_unsigned)
}

impl Inner {
    fn load(&self, id: Option<&Id>) -> bool {
        if let Some(url) = &self.url {
            self.host.load(&url.with_session(id));
            return true;
        }
        // The page's own URL, with the fresh id in the place of the one it was loaded with.
        let id = id.map_or(JsValue::UNDEFINED, |id| id.expose().clone());
        self.host
            .reload(&self.origin, words::SESSION, words::SESSION_ID, &id)
    }

    #[expect(clippy::cast_precision_loss, reason = "a delay, not a date")]
    fn set_timer(&self) {
        let wanted = self.session(|session| session.next_timeout()).flatten();
        if self.timer.replace(wanted) != wanted {
            let delay = wanted.map_or(-1.0, |at| at.saturating_sub(host::now().monotonic) as f64);
            self.host.set_timer(delay);
        }
    }

    /// Tells the page's handlers of each change of the session.
    fn show_session(&self) {
        let state = self.state();
        if self.shown.replace(state) != state {
            self.host.announce(&self.session_state());
        }
    }
}
