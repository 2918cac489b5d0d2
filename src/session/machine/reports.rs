//! What the embed reports.

use super::{Delivery, Effect, Halt, Life, Phase, Reason, Session};
use crate::error::Error;
use crate::session::policy::ID_LIFETIME;
use crate::session::seeded::Bug;
use crate::session::time::Timer;
use crate::session::{Millis, Mode, Now};

impl<I> Session<I> {
    pub(super) fn on_ready(&mut self, now: Now, mode: Option<Mode>) {
        let was_private = self.mode == Some(Mode::Private);
        self.mode = mode.or(self.mode);
        self.timers.stop(Timer::Ready);
        let again = core::mem::replace(&mut self.mounted, true);
        let replaced = matches!(self.phase, Phase::Confirming { .. });
        if replaced || self.phase == Phase::Idle {
            // The id has been taken; a renewal that is under way beside it goes on counting.
            self.attempt = 0;
        }
        // Of a private embed no age was counted.
        let signed_now = was_private && self.mode == Some(Mode::Signed);
        let anew = match self.term.life {
            _ if signed_now => true,
            // Unless it is late, and of the session that a renewal has replaced.
            Life::Starting => self.adopted && self.renewals == 0,
            // An embed that had lapsed is ready again: it has a session of its own.
            Life::Expired => again && !replaced,
            Life::Active | Life::Expiring => false,
        };
        if anew || self.term.life == Life::Starting {
            self.term.life = Life::Active;
        }
        if anew {
            self.forget_session();
            self.begin_session(now);
        }
        if let Phase::Confirming { posted, .. } = self.phase {
            // `ready` comes once a session: the new one has taken over, and whoever hears
            // `ready` sends the page's actions anyway.
            self.replayed = None;
            self.confirm(posted);
        } else if self.is_loading() && self.phase == Phase::Idle {
            self.last_error = None;
            self.effects.push(Effect::Settle(Ok(())));
        }
        self.before_load = None;
        let renew = core::mem::take(&mut self.renew_at_ready);
        if self.mode == Some(Mode::Private) {
            self.leave_private_alone(renew);
        } else if renew && self.phase == Phase::Idle {
            self.begin(Reason::Manual);
        }
    }

    /// Invariant 9, for an embed that was given `getSession` and turns out to be private.
    fn leave_private_alone(&mut self, asked: bool) {
        self.timers.stop_all();
        if matches!(self.halt, Some(Halt::Exhausted(_))) {
            // What has given up is none of a private embed's business.
            self.halt = None;
        }
        if asked || self.phase != Phase::Idle {
            self.abort_mint();
            self.phase = Phase::Idle;
            self.next_attempt_at = None;
            self.effects.push(Effect::Settle(Err(Error::NOT_RENEWABLE)));
        }
    }

    /// After a late renewal the embed loads its view again: its state is gone, so replay now
    /// rather than at the confirmation. Until that, at each view: the first may be one from before
    /// the new session. After that once more, for as long as the id lives.
    pub(super) fn on_view(&mut self, now: Now) {
        let lost = if let Phase::Confirming { posted, late: true } = self.phase {
            self.replayed = Some(posted);
            true
        } else {
            let replayed = self.replayed.take();
            replayed.is_some_and(|posted| now.since(posted) < ID_LIFETIME)
        };
        if lost && !self.has(Bug::NoReplay) {
            self.effects.push(Effect::Replay);
        }
    }

    pub(super) fn on_expiring(&mut self, now: Now, expires_at: Millis, expires_in: Millis) {
        if self.names_earlier_session(expires_at) {
            return;
        }
        if self.is_of_page_before(now) || self.is_left_of_predecessor(now, expires_in) {
            self.term.earlier_expiry = Some(expires_at);
            return;
        }
        if let Phase::Confirming { posted, .. } = self.phase {
            match self.term.expires_at {
                Some(replaced) if expires_at > replaced => self.confirm_and_replay(posted),
                None if self.is_too_young(now, posted) => {
                    self.term.expires_at = Some(expires_at);
                    return;
                }
                // Of the one that is replaced; or there is no telling, and the successor's
                // `session-expired` will still come.
                _ => return,
            }
        }
        // Of one that the bridge loads, `ready` alone shows which document it is that speaks.
        self.mounted |= self.adopted;
        self.replaced = None;
        self.term.expires_at = Some(expires_at);
        if self.term.life != Life::Expired {
            self.term.life = Life::Expiring;
        }
        // A notice that is late, and says less than the page can know, moves no deadline away.
        self.count_sleep(now);
        let told = now.monotonic.saturating_add(expires_in);
        let own = self.timers.due(Timer::Lapse);
        self.term.clocked = now;
        self.term.asleep = 0;
        self.timers.stop(Timer::Overdue);
        self.timers
            .arm(Timer::Lapse, own.map_or(told, |own| own.min(told)));
        if self.can_renew() && self.phase == Phase::Idle {
            self.schedule(now, expires_in);
        }
    }

    pub(super) fn on_expired(&mut self, now: Now, expired_at: Millis, reported_at: Millis) {
        if self.names_earlier_session(expired_at) {
            return;
        }
        if self.is_of_page_before(now) || self.lapsed_before_this(now, expired_at, reported_at) {
            self.term.earlier_expiry = Some(expired_at);
            return;
        }
        if let Phase::Confirming { posted, .. } = self.phase {
            let of_replaced = match self.term.expires_at {
                Some(replaced) => expired_at <= replaced,
                None => {
                    self.is_too_young(now, posted)
                        || lapsed_before(posted, now, expired_at, reported_at)
                }
            };
            if of_replaced {
                // It lapsed before its successor took over: the embed has lost its view state.
                self.term.expires_at = Some(expired_at);
                self.term.life = Life::Expired;
                self.phase = Phase::Confirming { posted, late: true };
                return;
            }
            self.confirm_and_replay(posted);
        }
        self.mounted |= self.adopted;
        self.replaced = None;
        self.term.expires_at = Some(expired_at);
        self.timers.stop(Timer::Overdue);
        self.timers.stop(Timer::Lapse);
        self.lapse(now, 0);
    }

    /// Whether an event that is heard now must be of the page that the iframe showed before: the
    /// present one is not ready yet, and too young to say such a thing.
    fn is_of_page_before(&self, now: Now) -> bool {
        let unready = self.is_loading() || !(self.adopted || self.mounted);
        unready && now.since(self.term.began) < self.ready_timeout
    }

    /// Whether `expiry` is that of the session before the present one. What lies far before it is
    /// not: the embed's clock was set back.
    fn names_earlier_session(&self, expiry: Millis) -> bool {
        let close = |earlier| expiry <= earlier && earlier - expiry < self.policy.lifetime / 2;
        self.term.earlier_expiry.is_some_and(close) && !self.has(Bug::EarlierEvents)
    }

    /// Whether a lapse is that of the session before the present one, of which nothing was told.
    fn lapsed_before_this(&self, now: Now, expired_at: Millis, reported_at: Millis) -> bool {
        self.term.unknown_predecessor.is_some()
            && lapsed_before(self.term.began, now, expired_at, reported_at)
    }

    /// Whether the session that is being confirmed cannot have told of its end yet: its
    /// confirmation takes seconds, unless the page was frozen meanwhile.
    fn is_too_young(&self, now: Now, posted: Now) -> bool {
        now.since(posted) < self.policy.lifetime / 2
    }

    /// Whether `left` is what the session before the present one has left, of which nothing was
    /// told, and far from what the present one has.
    fn is_left_of_predecessor(&self, now: Now, left: Millis) -> bool {
        let lifetime = self.policy.lifetime;
        let far =
            |began: Now| lifetime.saturating_sub(now.since(began)).abs_diff(left) > lifetime / 16;
        self.term
            .unknown_predecessor
            .is_some_and(|predecessor| !far(predecessor) && far(self.term.began))
    }

    pub(super) fn on_rejected(&mut self, now: Now) {
        let age = now.since(self.term.began);
        if !matches!(self.phase, Phase::Confirming { .. }) {
            self.restore_replaced();
        }
        match self.phase {
            Phase::Confirming { .. } => {}
            Phase::Idle if self.can_renew() && self.halt.is_none() => {
                // An id that was loaded, or one that counted as taken because no answer came.
                if self.mounted {
                    if age >= ID_LIFETIME {
                        // It is not the last renewal's any more, whose attempts it would add to.
                        self.attempt = 0;
                    }
                    self.delivery = Delivery::Post;
                } else {
                    self.delivery = Delivery::Load;
                    self.before_load = None;
                }
            }
            _ => return,
        }
        self.reason = Reason::Rejected;
        self.fail(now, Error::EXCHANGE_REJECTED);
    }
}

/// Whether a lapse at `expired_at`, reported at `reported_at` by the same clock and heard `now`,
/// lies before the moment `then`. The distance is
/// the longer of both clocks': the monotonic one may have stood still in sleep.
fn lapsed_before(then: Now, now: Now, expired_at: Millis, reported_at: Millis) -> bool {
    let passed = now.at_most_since(then);
    expired_at <= reported_at.saturating_sub(passed)
}
