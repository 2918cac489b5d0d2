//! The page comes back, or calls `renew`, `reload` or `destroy`.

use super::{Delivery, Life, Phase, Reason, Session, Task};
use crate::error::Error;
use crate::session::policy::ID_LIFETIME;
use crate::session::{Millis, Monotonic};

impl Session {
    pub(super) fn on_foreground(&mut self) {
        if self.phase == Phase::Exhausted {
            // The phase changes, but not its beginning: the least pause counts from the last failure,
            // however often the page comes back.
            self.prepare(Reason::Foreground);
            self.phase = Phase::BackingOff;
        }
        if self.phase == Phase::BackingOff {
            let paused = self.now.since(self.since);
            self.plan_attempt(self.policy.least_pause() - paused);
        } else if self.phase == Phase::Idle && self.can_renew() && self.is_due() {
            self.begin(Reason::Foreground);
        }
    }

    /// Whether a tab that comes back should renew: the session is about to end, or has ended.
    fn is_due(&self) -> bool {
        matches!(self.term.life, Life::Expiring | Life::Expired)
            || (self.present && self.now.since(self.term.began) >= self.policy.expiring_age())
    }

    pub(super) fn on_renew(&mut self) {
        if let Some(error) = self.refusal() {
            self.settle(Some(error));
            return;
        }
        let is_unready = !self.present && !self.ready_overdue;
        match self.phase {
            Phase::Idle if self.awaits_ready => {}
            // The page is still loading the iframe: a message posted now would be lost.
            _ if self.rests() && self.loaded_by_page && is_unready => self.renew_at_ready = true,
            // A reload that waits for its next attempt stays a reload.
            Phase::BackingOff if self.reason == Reason::Reload => self.begin(Reason::Reload),
            Phase::AwaitingTurn | Phase::Minting | Phase::Loading | Phase::Confirming => {}
            _ => self.begin(Reason::Manual),
        }
    }

    pub(super) fn on_reload(&mut self) {
        if self.phase == Phase::SignedOut {
            self.settle(Some(Error::SignedOut));
            return;
        }
        if !self.can_renew() {
            self.load(Task::Load);
            return;
        }
        match self.phase {
            // The iframe is about to be loaded.
            Phase::Loading => {}
            Phase::AwaitingTurn | Phase::Minting => self.delivery = Delivery::Load,
            Phase::Confirming => {
                if self.late {
                    // The present document may still lose its view before the load, or if that fails.
                    self.replay_until = self.since.after(ID_LIFETIME);
                }
                // The id counts as taken. A rejection would say otherwise, and is heard later too.
                self.take_over();
                self.begin(Reason::Reload);
            }
            _ => self.begin(Reason::Reload),
        }
    }

    pub(super) fn on_destroy(&mut self) {
        self.abort_mint();
        self.todo.clear_all_but(Task::Abort);
        self.enter(Phase::Destroyed, Millis::FOREVER);
        self.ready_by = Monotonic::NEVER;
        self.drop_deadlines();
        self.settle(Some(Error::Destroyed));
    }
}
