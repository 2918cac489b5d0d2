//! What the page does: it comes back, it renews, reloads or destroys the embed.

use super::faults::{DESTROYED, SIGNED_OUT};
use super::{Delivery, Effect, Halt, Life, Phase, Reason, Session};
use crate::session::Now;
use crate::session::time::Timer;

impl Session {
    pub(super) fn on_foreground(&mut self, now: Now) {
        match self.phase {
            Phase::BackingOff { failed } => {
                let soonest = failed.monotonic.saturating_add(self.policy.retry_min);
                self.plan_attempt(now, soonest.saturating_sub(now.monotonic));
            }
            Phase::Idle if self.can_renew() && self.is_due(now) => {
                self.begin(Reason::Foreground);
            }
            _ => {}
        }
    }

    /// Whether a tab that comes back should renew: the session is in its last stretch, or an
    /// earlier renewal gave up.
    pub(super) fn is_due(&self, now: Now) -> bool {
        self.halt == Some(Halt::Exhausted)
            || matches!(self.life, Life::Expiring | Life::Expired)
            || (self.mounted && now.since(self.began) >= self.policy.expiring_age())
    }

    pub(super) fn on_renew(&mut self) {
        if let Some(error) = self.refusal() {
            self.effects.push_back(Effect::Settle(Err(error)));
            return;
        }
        match self.phase {
            Phase::Idle if self.loading => {}
            Phase::Idle | Phase::Scheduled | Phase::BackingOff { .. } => {
                self.begin(Reason::Manual);
            }
            Phase::AwaitingTurn | Phase::Minting { .. } | Phase::Confirming { .. } => {}
        }
    }

    pub(super) fn on_reload(&mut self, now: Now) {
        if self.halt == Some(Halt::SignedOut) {
            self.effects.push_back(Effect::Settle(Err(SIGNED_OUT)));
            return;
        }
        if !self.can_renew() {
            self.load(now, None);
            return;
        }
        match self.phase {
            Phase::AwaitingTurn | Phase::Minting { .. } => self.delivery = Delivery::Load,
            _ => {
                self.timers.stop(Timer::Confirm);
                self.begin(Reason::Reload);
            }
        }
    }

    pub(super) fn on_destroy(&mut self) {
        self.effects.clear();
        self.abort_mint();
        self.phase = Phase::Idle;
        self.next_attempt_at = None;
        self.timers.stop_all();
        self.halt = Some(Halt::Destroyed);
        self.effects.push_back(Effect::Settle(Err(DESTROYED)));
    }
}
