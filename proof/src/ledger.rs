//! What has to be remembered of a history, to judge the next step by what truly happened.

use svc_embed::session::{ID_LIFETIME, Input, Millis, MintFailure, Renewal, State, Status};

use crate::embed::{Frame, Kind};
use crate::laws::{Law, Witness};
use crate::scenario::{LIFETIME, READY_TIMEOUT};
use crate::verdict::Step;
use crate::world::World;

#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of one history"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ledger {
    /// The laws broken, as bits.
    pub broken: u32,
    /// The witnesses of the last step alone, as bits.
    pub seen: u32,
    /// The number of the mint that was asked for last, within its renewal.
    pub tries: u32,
    /// When it was asked for.
    pub asked: Millis,
    /// Whether the next one may also be the first of a renewal.
    pub restarts: bool,
    /// What the number of the next one must be.
    pub expected: u32,
    /// When the attempt failed that is to be repeated.
    pub failed: Option<Millis>,
    /// When an id was handed over last.
    pub posted: Millis,
    /// Since when the machine takes an id for confirmed that is still undecided, or was refused.
    pub mistaken: Option<Millis>,
    /// Up to which of the embed's sessions an event may be taken for that of another.
    pub confused: u8,
    /// The expiry of a session of whose begin the machine was told the opposite: the rejection of
    /// another id, which does not say whose it is.
    pub denied: Option<Millis>,
    /// The latest expiry that any session event has told of.
    pub told: Millis,
    pub private: bool,
    pub signed_out: bool,
    pub destroyed: bool,
}

impl Ledger {
    pub fn breaks(&self, law: Law) -> bool {
        self.broken & law.bit() != 0
    }

    pub fn has_seen(&self, witness: Witness) -> bool {
        self.seen & witness.bit() != 0
    }

    pub fn require(&mut self, law: Law, holds: bool) {
        if !holds {
            self.broken |= law.bit();
        }
    }

    pub fn witness(&mut self, witness: Witness, occurs: bool) {
        if occurs {
            self.seen |= witness.bit();
        }
    }
}

impl World {
    /// Whether a session event is the first word of its session, and comes when the machine must
    /// take that session for replaced. Nothing in the event says whose it is then.
    pub fn cannot_be_told_apart(&self, step: &Step<'_>, expires: Millis) -> bool {
        let loading = match self.embed.frame {
            Frame::Loading { since, .. } => self.clock.time - since < READY_TIMEOUT,
            _ => false,
        };
        let unheard = expires > self.ledger.told;
        unheard && step.before.renewal != Renewal::Confirming && !loading
    }

    /// Whether the machine has been told what it could not but misunderstand, of the session that
    /// the embed has.
    pub fn is_confused(&self) -> bool {
        self.embed.sessions <= self.ledger.confused
    }

    pub fn note_facts(&mut self, step: &Step<'_>) {
        self.note_pauses(step);
        if let Some(expires) = step.event_of() {
            self.note_event(step, expires);
        }
        self.note_mistakes(step);
        match step.input {
            Input::Destroy => self.ledger.destroyed = true,
            Input::Ready(_) if step.scenario.is_private() => self.ledger.private = true,
            Input::MintFailed(_, MintFailure::SignedOut) if step.answers_live_mint() => {
                self.ledger.signed_out = true;
            }
            _ => {}
        }
    }

    fn note_pauses(&mut self, step: &Step<'_>) {
        let (before, after) = (step.before, step.after);
        let halted = |state: State| state.status == Status::Stopped;
        let pausing = |state: State| state.renewal == Renewal::BackingOff || halted(state);
        if !pausing(after) {
            self.ledger.failed = None;
        } else if !pausing(before) {
            self.ledger.failed = Some(self.clock.time);
        }
        if halted(before) && !halted(after) {
            // A renewal of its own, that has the pause before its first attempt.
            self.ledger.tries = 0;
        }
        let since_asked = self.clock.time - self.ledger.asked;
        let rejected = *step.input == Input::Rejected && before.renewal == Renewal::Idle;
        // So long after the mint, it need not count as one more failure of that renewal.
        self.ledger.restarts |= rejected && since_asked >= ID_LIFETIME;
        // `ready` has ended the renewal; a rejection after it is of another id.
        let rests = matches!(before.renewal, Renewal::Confirming | Renewal::Idle);
        self.ledger.restarts |= rests && matches!(step.input, Input::Ready(_));
        // So has a load that failed; a rejection after it is of the id before that one.
        self.ledger.restarts |= step.not_loaded;
    }

    fn note_event(&mut self, step: &Step<'_>, expires: Millis) {
        let unclear = self.cannot_be_told_apart(step, expires);
        let mistaken = self.ledger.mistaken.is_some();
        if unclear && let Some(live) = &mut self.embed.session {
            let of_other = live.expires != expires;
            live.misled |= of_other;
            // The machine takes the next session for the one after that.
            let sessions = self.embed.sessions;
            if of_other {
                self.ledger.confused = sessions + 1;
            } else if mistaken {
                self.ledger.confused = sessions + 2;
            }
        }
        // After half a lifetime in a frozen tab, either session may be the one that ends.
        let frozen = step.before.renewal == Renewal::Confirming
            && step.before.expires_at.is_none()
            && self.clock.time - self.ledger.posted >= LIFETIME / 2;
        if !frozen {
            self.ledger.told = self.ledger.told.max(expires);
        }
    }

    fn note_mistakes(&mut self, step: &Step<'_>) {
        let rejected = *step.input == Input::Rejected;
        if rejected && !self.embed.exchanges.is_empty() {
            // It does not say which of two ids it is about.
            self.ledger.confused = self.embed.sessions + 1;
        }
        let live = self.embed.session;
        let taken = live.filter(|live| live.delivered == self.ledger.posted);
        if rejected && let Some(live) = taken {
            // The id before that one was refused; the machine must think that this one was.
            self.ledger.denied = Some(live.expires);
            self.ledger.confused = self.ledger.confused.max(self.embed.sessions);
        }
        let refused = self.messages.iter().any(|it| it.kind == Kind::Rejected);
        let undecided = refused || !self.embed.exchanges.is_empty();
        if step.after.renewals > step.before.renewals {
            // Of two such at once, no rejection says which it is of.
            let twice = undecided && self.ledger.mistaken.is_some();
            if let Some(live) = &mut self.embed.session {
                live.misled |= twice;
            }
            self.ledger.mistaken = undecided.then_some(self.clock.time);
        } else if rejected {
            self.ledger.mistaken = None;
        }
    }
}
