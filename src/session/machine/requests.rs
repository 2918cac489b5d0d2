//! What the page does: it comes back, it renews, reloads or destroys the embed.

use super::{Delivery, Effect, Halt, Life, Phase, Reason, Session};
use crate::error::Error;
use crate::session::time::Timer;
use crate::session::{Millis, Now};

impl<I> Session<I> {
    pub(super) fn on_foreground(&mut self, now: Now) {
        match self.phase {
            Phase::BackingOff { failed } => {
                self.plan_attempt(now, self.rest_of_pause(now, failed));
            }
            Phase::Idle if self.can_renew() && self.is_due(now) => match self.halt {
                // Invariant 7 holds across renewals too, however often the page comes back.
                Some(Halt::Exhausted(failed)) => {
                    self.prepare(Reason::Foreground);
                    self.phase = Phase::BackingOff { failed };
                    self.plan_attempt(now, self.rest_of_pause(now, failed));
                }
                _ => self.begin(Reason::Foreground),
            },
            _ => {}
        }
    }

    /// What is left of the least pause after an attempt that `failed`.
    fn rest_of_pause(&self, now: Now, failed: Now) -> Millis {
        let soonest = failed.monotonic.saturating_add(self.policy.retry_min);
        soonest.saturating_sub(now.monotonic)
    }

    /// Whether a tab that comes back should renew: the session is in its last stretch, or an
    /// earlier renewal gave up.
    pub(super) fn is_due(&self, now: Now) -> bool {
        matches!(self.halt, Some(Halt::Exhausted(_)))
            || matches!(self.term.life, Life::Expiring | Life::Expired)
            || (self.mounted && now.since(self.term.began) >= self.policy.expiring_age())
    }

    pub(super) fn on_renew(&mut self) {
        if let Some(error) = self.refusal() {
            self.effects.push(Effect::Settle(Err(error)));
            return;
        }
        match self.phase {
            Phase::Idle if self.is_loading() && self.halt.is_none() => {}
            // The page loads the iframe: what is posted now would be lost.
            Phase::Idle if self.adopted && !self.mounted && self.timers.is_armed(Timer::Ready) => {
                self.renew_at_ready = true;
            }
            // A reload that waits for its next attempt stays one.
            Phase::BackingOff { .. } if self.reason == Reason::Reload => {
                self.begin(Reason::Reload);
            }
            Phase::Idle | Phase::Scheduled | Phase::BackingOff { .. } => {
                self.begin(Reason::Manual);
            }
            Phase::AwaitingTurn | Phase::Minting { .. } | Phase::Confirming { .. } => {}
        }
    }

    pub(super) fn on_reload(&mut self, now: Now) {
        if self.halt == Some(Halt::SignedOut) {
            self.effects.push(Effect::Settle(Err(Error::SIGNED_OUT)));
            return;
        }
        if !self.can_renew() {
            self.load(now, None);
            return;
        }
        match self.phase {
            Phase::AwaitingTurn | Phase::Minting { .. } => self.delivery = Delivery::Load,
            Phase::Confirming { posted, late } => {
                if late {
                    // The page that is there until then, or stays, may lose its view yet.
                    self.replayed = Some(posted);
                }
                // Nothing but a rejection, which is heard later too, says that it was not taken.
                self.take_over(posted);
                self.begin(Reason::Reload);
            }
            _ => self.begin(Reason::Reload),
        }
    }

    pub(super) fn on_destroy(&mut self) {
        self.effects.clear();
        self.abort_mint();
        self.phase = Phase::Idle;
        self.next_attempt_at = None;
        self.timers.stop_all();
        self.halt = Some(Halt::Destroyed);
        self.effects.push(Effect::Settle(Err(Error::DESTROYED)));
    }
}
