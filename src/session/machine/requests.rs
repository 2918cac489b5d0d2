//! What the page does: it comes back, it renews, reloads or destroys the embed.

use super::{Delivery, Life, Phase, Reason, Session, Todo};
use crate::error::Error;
use crate::session::policy::ID_LIFETIME;
use crate::session::time::NEVER;

impl<I> Session<I> {
    pub(super) fn on_foreground(&mut self) {
        if self.phase == Phase::Exhausted {
            // Invariant 7 holds across renewals too, however often the page comes back.
            self.prepare(Reason::Foreground);
            self.phase = Phase::BackingOff;
        }
        if self.phase == Phase::BackingOff {
            let paused = self.now.since(self.since);
            self.plan_attempt(self.policy.retry_min.saturating_sub(paused));
        } else if self.phase == Phase::Idle && self.can_renew() && self.is_due() {
            self.begin(Reason::Foreground);
        }
    }

    /// Whether a tab that comes back should renew: the session is in its last stretch.
    fn is_due(&self) -> bool {
        matches!(self.term.life, Life::Expiring | Life::Expired)
            || (self.mounted && self.now.since(self.term.began) >= self.policy.expiring_age())
    }

    pub(super) fn on_renew(&mut self) {
        if let Some(error) = self.refusal() {
            self.settle(Some(error));
            return;
        }
        let is_unready = !self.mounted && self.ready_by != NEVER;
        match self.phase {
            Phase::Idle if self.loading => {}
            // The page loads the iframe: what is posted now would be lost.
            _ if self.rests() && self.adopted && is_unready => self.renew_at_ready = true,
            // A reload that waits for its next attempt stays one.
            Phase::BackingOff if self.reason == Reason::Reload => self.begin(Reason::Reload),
            Phase::AwaitingTurn | Phase::Minting | Phase::Loading | Phase::Confirming => {}
            _ => self.begin(Reason::Manual),
        }
    }

    pub(super) fn on_reload(&mut self) {
        if self.phase == Phase::SignedOut {
            self.settle(Some(Error::SIGNED_OUT));
            return;
        }
        if !self.can_renew() {
            self.load();
            return;
        }
        match self.phase {
            Phase::AwaitingTurn | Phase::Minting => self.delivery = Delivery::Load,
            Phase::Confirming => {
                if self.late {
                    // The page that is there until then, or stays, may lose its view yet.
                    self.replayed_until = self.since.after(ID_LIFETIME);
                }
                // Nothing but a rejection, which is heard later too, says that it was not taken.
                self.take_over();
                self.begin(Reason::Reload);
            }
            _ => self.begin(Reason::Reload),
        }
    }

    pub(super) fn on_destroy(&mut self) {
        self.todo = Todo::default();
        self.abort_mint();
        self.enter(Phase::Destroyed, NEVER);
        self.ready_by = NEVER;
        self.drop_deadlines();
        self.settle(Some(Error::DESTROYED));
    }
}
