//! What the embed reports.

use super::faults::{NOT_RENEWABLE, REJECTED};
use super::{Delivery, Effect, Life, Phase, Reason, Session};
use crate::session::time::Timer;
use crate::session::{Millis, Mode, Now};

impl Session {
    pub(super) fn on_ready(&mut self, now: Now, mode: Option<Mode>) {
        self.mode = mode.or(self.mode);
        self.timers.stop(Timer::Ready);
        self.mounted = true;
        if self.life == Life::Starting {
            self.life = Life::Active;
            if self.adopted && !self.loading {
                self.begin_session(now);
            }
        }
        if let Phase::Confirming { posted, .. } = self.phase {
            // `ready` comes once a session: the new one has taken over, and whoever hears
            // `ready` sends the page's actions anyway.
            self.confirm(posted);
        } else if self.loading && self.phase == Phase::Idle {
            self.last_error = None;
            self.effects.push_back(Effect::Settle(Ok(())));
        }
        self.loading = false;
        if self.mode == Some(Mode::Private) {
            self.leave_private_alone();
        }
    }

    /// Invariant 9, for an embed that was given `getSession` and turns out to be private.
    pub(super) fn leave_private_alone(&mut self) {
        self.timers.stop_all();
        if self.phase != Phase::Idle {
            self.abort_mint();
            self.phase = Phase::Idle;
            self.next_attempt_at = None;
            self.effects.push_back(Effect::Settle(Err(NOT_RENEWABLE)));
        }
    }

    /// After a late renewal the embed loads its view again: its state is gone, so replay now
    /// rather than at the confirmation.
    pub(super) fn on_view(&mut self) {
        if let Phase::Confirming { late, .. } = &mut self.phase
            && std::mem::take(late)
        {
            self.effects.push_back(Effect::Replay);
        }
    }

    pub(super) fn on_expiring(&mut self, now: Now, expires_at: Millis, expires_in: Millis) {
        if self.names_earlier_session(expires_at) {
            return;
        }
        if let Phase::Confirming { posted, .. } = self.phase {
            match self.expires_at {
                Some(replaced) if expires_at > replaced => self.confirm_and_replay(posted),
                // Of the session that is being replaced; or there is no telling, and the
                // successor's `session-expired` will still come.
                _ => return,
            }
        }
        self.mounted = true;
        self.expires_at = Some(expires_at);
        if self.life != Life::Expired {
            self.life = Life::Expiring;
        }
        self.clocked = now;
        self.timers.stop(Timer::Overdue);
        self.timers
            .arm(Timer::Lapse, now.monotonic.saturating_add(expires_in));
        if self.can_renew() && self.phase == Phase::Idle {
            self.schedule(now, expires_in);
        }
    }

    pub(super) fn on_expired(&mut self, now: Now, expired_at: Millis, reported_at: Millis) {
        if self.is_of_earlier_session(now, expired_at, reported_at) {
            return;
        }
        if let Phase::Confirming { posted, .. } = self.phase {
            let of_replaced = match self.expires_at {
                Some(replaced) => expired_at <= replaced,
                None => lapsed_before(posted, now, expired_at, reported_at),
            };
            if of_replaced {
                // It lapsed before its successor took over: the embed has lost its view state.
                self.expires_at = Some(expired_at);
                self.life = Life::Expired;
                self.phase = Phase::Confirming { posted, late: true };
                return;
            }
            self.confirm_and_replay(posted);
        }
        self.mounted = true;
        self.expires_at = Some(expired_at);
        self.timers.stop(Timer::Overdue);
        self.timers.stop(Timer::Lapse);
        self.lapse();
    }

    /// Whether `expiry` is that of the session before the present one. What lies far before it is
    /// not: the embed's clock was set back.
    fn names_earlier_session(&self, expiry: Millis) -> bool {
        self.earlier_expiry
            .is_some_and(|earlier| expiry <= earlier && earlier - expiry < self.policy.lifetime / 2)
    }

    /// Whether an event that names `expiry` belongs to a session before the present one.
    pub(super) fn is_of_earlier_session(
        &self,
        now: Now,
        expiry: Millis,
        reported_at: Millis,
    ) -> bool {
        self.names_earlier_session(expiry)
            || (self.predecessor_unknown && lapsed_before(self.began, now, expiry, reported_at))
    }

    pub(super) fn on_rejected(&mut self, now: Now) {
        match self.phase {
            Phase::Confirming { .. } => {}
            Phase::Idle if self.can_renew() && self.halt.is_none() => {
                // An id that was loaded, or one that counted as taken because no answer came.
                if self.mounted {
                    self.delivery = Delivery::Post;
                    if self.life == Life::Active {
                        self.life = Life::Expiring;
                    }
                } else {
                    self.delivery = Delivery::Load;
                    self.loading = false;
                }
            }
            _ => return,
        }
        self.reason = Reason::Rejected;
        self.fail(now, REJECTED);
    }
}

/// Whether a lapse at `expired_at`, reported at `reported_at` by the same clock and heard `now`,
/// lies before the moment `then`. Only the monotonic clock of this page is asked for the distance.
fn lapsed_before(then: Now, now: Now, expired_at: Millis, reported_at: Millis) -> bool {
    let passed = now.monotonic.saturating_sub(then.monotonic);
    expired_at < reported_at.saturating_sub(passed)
}
