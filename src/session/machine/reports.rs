//! What the embed reports.

use super::{Delivery, Life, Phase, Reason, Session, Task};
use crate::error::Error;
use crate::session::policy::ID_LIFETIME;
use crate::session::seeded::Bug;
use crate::session::time::NEVER;
use crate::session::{Millis, Mode, Now};

impl<I> Session<I> {
    pub(super) fn on_ready(&mut self, mode: Option<Mode>) {
        let was_private = self.mode == Some(Mode::Private);
        self.mode = mode.or(self.mode);
        self.ready_by = NEVER;
        let again = core::mem::replace(&mut self.mounted, true);
        let replaced = self.phase == Phase::Confirming;
        if replaced || self.rests() {
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
            self.term.forget_expiry();
            self.begin_session(self.now);
        }
        if replaced {
            // `ready` comes once a session: the new one has taken over, and whoever hears
            // `ready` sends the page's actions anyway.
            self.replayed_until = 0;
            self.confirm();
        } else if self.is_loading() && self.rests() {
            self.last_error = None;
            self.settle(None);
        }
        self.loading = false;
        let renew = core::mem::take(&mut self.renew_at_ready);
        if self.mode == Some(Mode::Private) {
            self.leave_private_alone(renew);
        } else if renew && self.rests() {
            self.begin(Reason::Manual);
        }
    }

    /// Invariant 9, for an embed that was given `getSession` and turns out to be private.
    fn leave_private_alone(&mut self, asked: bool) {
        self.drop_deadlines();
        let rested = self.rests();
        self.abort_mint();
        if !rested || self.phase == Phase::Exhausted {
            // What has given up is none of a private embed's business.
            self.enter(Phase::Idle, NEVER);
        }
        if asked || !rested {
            self.settle(Some(Error::NOT_RENEWABLE));
        }
    }

    /// After a late renewal the embed loads its view again: its state is gone, so replay now
    /// rather than at the confirmation. Until that, at each view: the first may be one from before
    /// the new session. After that once more, for as long as the id lives.
    pub(super) fn on_view(&mut self) {
        let again = self.now.monotonic < self.replayed_until;
        self.replayed_until = if self.late {
            self.since.after(ID_LIFETIME)
        } else {
            0
        };
        if (self.late || again) && !self.has(Bug::NoReplay) {
            self.todo.add(Task::Replay);
        }
    }

    pub(super) fn on_expiring(&mut self, expires_at: Millis, expires_in: Millis) {
        let of_predecessor = self.is_left_of_predecessor(expires_in);
        if self.is_of_another(expires_at, of_predecessor) {
            return;
        }
        if self.phase == Phase::Confirming {
            let replaced = self.term.expires_at;
            if replaced == NEVER && self.is_too_young() {
                self.term.expires_at = expires_at;
                return;
            }
            if replaced == NEVER || expires_at <= replaced {
                // Of the one that is replaced; or there is no telling, and the successor's
                // `session-expired` will still come.
                return;
            }
            self.confirm_and_replay();
        }
        self.note_expiry(expires_at);
        self.clocked = self.now;
        let term = &mut self.term;
        if term.life != Life::Expired {
            term.life = Life::Expiring;
        }
        term.overdue_at = NEVER;
        // A notice that is late, and says less than the page can know, moves no deadline away.
        term.lapses_at = term.lapses_at.min(self.now.after(expires_in));
        if self.can_renew() && self.rests() {
            self.schedule(expires_in);
        }
    }

    /// The present session ends at `expires_at`.
    fn note_expiry(&mut self, expires_at: Millis) {
        // Of one that the bridge loads, `ready` alone shows which document it is that speaks.
        self.mounted |= self.adopted;
        self.replaced = None;
        self.term.expires_at = expires_at;
    }

    pub(super) fn on_expired(&mut self, expired_at: Millis, reported_at: Millis) {
        let of_predecessor = self.lapsed_before_this(expired_at, reported_at);
        if self.is_of_another(expired_at, of_predecessor) {
            return;
        }
        if self.phase == Phase::Confirming {
            let of_replaced = match self.term.expires_at {
                NEVER => {
                    self.is_too_young() || self.lapsed_before(self.since, expired_at, reported_at)
                }
                replaced => expired_at <= replaced,
            };
            if of_replaced {
                // It lapsed before its successor took over: the embed has lost its view state.
                self.term.expires_at = expired_at;
                self.term.life = Life::Expired;
                self.late = true;
                return;
            }
            self.confirm_and_replay();
        }
        self.note_expiry(expired_at);
        self.drop_deadlines();
        self.lapse(0);
    }

    /// Whether an event that names `expiry` is not of the present session.
    fn is_of_another(&mut self, expiry: Millis, of_predecessor: bool) -> bool {
        if self.names_earlier_session(expiry) {
            return true;
        }
        let is_earlier = of_predecessor || self.is_of_page_before();
        if is_earlier {
            self.term.earlier_expiry = expiry;
        }
        is_earlier
    }

    /// Whether an event that is heard now must be of the page that the iframe showed before: the
    /// present one is not ready yet, and too young to say such a thing.
    fn is_of_page_before(&self) -> bool {
        let unready = self.loading || !(self.adopted || self.mounted);
        unready && self.now.since(self.term.began) < self.ready_timeout
    }

    /// Whether `expiry` is that of the session before the present one. What lies far before it is
    /// not: the embed's clock was set back.
    fn names_earlier_session(&self, expiry: Millis) -> bool {
        let earlier = self.term.earlier_expiry;
        let close = expiry <= earlier && earlier - expiry < self.policy.lifetime / 2;
        close && earlier != NEVER && !self.has(Bug::EarlierEvents)
    }

    /// Whether a lapse is that of the session before the present one, of which nothing was told.
    fn lapsed_before_this(&self, expired_at: Millis, reported_at: Millis) -> bool {
        self.term.unknown_predecessor != NEVER
            && self.lapsed_before(self.term.began, expired_at, reported_at)
    }

    /// Whether the session that is being confirmed cannot have told of its end yet: its
    /// confirmation takes seconds, unless the page was frozen meanwhile.
    fn is_too_young(&self) -> bool {
        self.now.since(self.since) < self.policy.lifetime / 2
    }

    /// Whether `left` is what the session before the present one has left, of which nothing was
    /// told, and far from what the present one has.
    fn is_left_of_predecessor(&self, left: Millis) -> bool {
        let lifetime = self.policy.lifetime;
        let far = |began: Millis| {
            let age = self.now.monotonic.saturating_sub(began);
            lifetime.saturating_sub(age).abs_diff(left) > lifetime / 16
        };
        let predecessor = self.term.unknown_predecessor;
        predecessor != NEVER && !far(predecessor) && far(self.term.began.monotonic)
    }

    pub(super) fn on_rejected(&mut self) {
        let age = self.now.since(self.term.began);
        if self.phase != Phase::Confirming {
            self.restore_replaced();
        }
        match self.phase {
            Phase::Confirming => {}
            Phase::Idle if self.can_renew() => {
                // An id that was loaded, or one that counted as taken because no answer came.
                if self.mounted {
                    if age >= ID_LIFETIME {
                        // It is not the last renewal's any more, whose attempts it would add to.
                        self.attempt = 0;
                    }
                    self.delivery = Delivery::Post;
                } else {
                    self.delivery = Delivery::Load;
                    self.loading = false;
                }
            }
            _ => return,
        }
        self.reason = Reason::Rejected;
        self.fail(Error::EXCHANGE_REJECTED);
    }

    /// Whether a lapse at `expired_at`, reported at `reported_at` by the same clock and heard now,
    /// lies before the moment `then`. The distance is the longer of both clocks': the monotonic one
    /// may have stood still in sleep.
    fn lapsed_before(&self, then: Now, expired_at: Millis, reported_at: Millis) -> bool {
        let passed = self.now.at_most_since(then);
        expired_at <= reported_at.saturating_sub(passed)
    }
}
