//! A renewal, from its trigger to its end, and the timers that move it on.

use super::{Delivery, Life, MintFailure, Phase, Reason, Session, Task, Term, Ticket};

use crate::error::Error;
use crate::session::jitter::Jitter;
use crate::session::policy::{ID_LIFETIME, OnExhausted};
use crate::session::seeded::Bug;
use crate::session::time::NEVER;
use crate::session::{Millis, Mode, Now};

impl<I> Session<I> {
    pub(super) fn can_renew(&self) -> bool {
        self.refusal().is_none()
    }

    /// Why this session is not renewed, where it is not.
    pub(super) fn refusal(&self) -> Option<Error> {
        match self.phase {
            Phase::SignedOut => Some(Error::SIGNED_OUT),
            _ if !self.can_mint || self.mode == Some(Mode::Private) => Some(Error::NOT_RENEWABLE),
            _ => None,
        }
    }

    /// Starts a renewal after `session-expiring`, spread over time.
    pub(super) fn schedule(&mut self, left: Millis) {
        let jitter = Jitter::draw(self.seed, self.ticket);
        let delay = self.policy.spread_delay(left, jitter);
        self.begin_after(Reason::Expiring, delay);
    }

    fn begin_after(&mut self, reason: Reason, delay: Millis) {
        if delay == 0 {
            self.begin(reason);
        } else {
            self.reason = reason;
            self.attempt = 0;
            self.enter(Phase::Scheduled, NEVER);
            self.plan_attempt(delay);
        }
    }

    /// Starts a renewal now.
    pub(super) fn begin(&mut self, reason: Reason) {
        self.prepare(reason);
        self.await_turn();
    }

    /// Makes ready for the first attempt of a renewal.
    pub(super) fn prepare(&mut self, reason: Reason) {
        let present = self.mounted || self.adopted;
        self.delivery = if present && reason != Reason::Reload {
            Delivery::Post
        } else {
            Delivery::Load
        };
        self.renew_at_ready = false;
        self.reason = reason;
        if !self.has(Bug::EndlessCount) {
            self.attempt = 0;
        }
    }

    pub(super) fn await_turn(&mut self) {
        self.attempt += 1;
        self.enter(Phase::AwaitingTurn, NEVER);
        self.todo.add(Task::AwaitTurn);
    }

    pub(super) fn on_turn(&mut self) {
        if self.phase != Phase::AwaitingTurn {
            return;
        }
        self.ticket += 1;
        self.enter(Phase::Minting, self.policy.mint_timeout);
        self.todo.add(Task::Mint);
    }

    pub(super) fn on_minted(&mut self, ticket: Ticket, id: I) {
        if !self.is_minting_ticket(ticket) {
            return;
        }
        if self.now.at_most_since(self.since) >= ID_LIFETIME && !self.has(Bug::StaleIds) {
            self.fail(Error::MINT_STALE);
            return;
        }
        self.todo.id = Some(id);
        match self.delivery {
            Delivery::Load => self.load(),
            Delivery::Post => self.post(),
        }
    }

    pub(super) fn on_mint_failed(&mut self, ticket: Ticket, failure: MintFailure) {
        if !self.is_minting_ticket(ticket) {
            return;
        }
        match failure {
            MintFailure::Failed => self.fail(Error::MINT_FAILED),
            MintFailure::Invalid => self.fail(Error::MINT_INVALID),
            MintFailure::Repeated => self.fail(Error::MINT_REPEATED),
            MintFailure::SignedOut => {
                self.enter(Phase::SignedOut, NEVER);
                self.last_error = Some(Error::SIGNED_OUT);
                self.drop_deadlines();
                self.settle(Some(Error::SIGNED_OUT));
            }
        }
    }

    fn post(&mut self) {
        self.enter(Phase::Confirming, self.policy.confirm);
        self.clocked = self.now;
        self.late = self.term.life == Life::Expired;
        self.todo.add(Task::Post);
    }

    pub(super) fn load(&mut self) {
        self.enter(Phase::Loading, NEVER);
        self.todo.add(Task::Load);
    }

    /// What the iframe showed is gone, and `ready` is waited for.
    pub(super) fn on_loaded(&mut self) {
        if self.phase != Phase::Loading {
            return;
        }
        self.enter(Phase::Idle, NEVER);
        self.loading = true;
        self.mounted = false;
        // From now on `ready` alone shows that there is somebody to post to.
        self.adopted = false;
        self.replaced = None;
        self.replayed_until = 0;
        if self.ready_by == NEVER {
            self.ready_by = self.now.after(self.ready_timeout);
        }
        let was_one = self.term.life != Life::Starting;
        self.term.succeed(was_one);
        self.term.life = Life::Starting;
        self.begin_session(self.now);
    }

    pub(super) fn on_load_failed(&mut self, error: Error) {
        if self.phase != Phase::Loading {
            return;
        }
        self.enter(Phase::Idle, NEVER);
        self.last_error = Some(error);
        if matches!(self.term.life, Life::Expiring | Life::Expired) && self.can_renew() {
            // No deadline is left that would try again before the session lapses.
            self.phase = Phase::Exhausted;
        }
        self.settle(Some(error));
    }

    pub(super) fn on_unreachable(&mut self) {
        if self.phase == Phase::Confirming {
            self.fail(Error::UNREACHABLE);
        }
    }

    /// The id that was posted has been taken.
    pub(super) fn confirm(&mut self) {
        self.take_over();
        self.settle(None);
    }

    /// The session of the id that was posted takes the place of the present one.
    pub(super) fn take_over(&mut self) {
        let posted = self.since;
        self.enter(Phase::Idle, NEVER);
        self.renewals = self.renewals.wrapping_add(1);
        self.last_error = None;
        self.replaced = Some(self.term);
        self.term.succeed(true);
        if self.term.life != Life::Starting {
            self.term.life = Life::Active;
        }
        self.begin_session(posted);
    }

    /// The id that counted as taken was not: the session is the one that it would have replaced.
    pub(super) fn restore_replaced(&mut self) {
        let Some(replaced) = self.replaced.take() else {
            return;
        };
        if self.has(Bug::LateRejection) {
            return;
        }
        let heard = self.term.earlier_expiry;
        self.term = replaced;
        // What was heard meanwhile of an earlier session was of this one.
        if heard != self.term.earlier_expiry && self.term.expires_at == NEVER {
            self.term.expires_at = heard;
        }
        self.renewals = self.renewals.wrapping_sub(1);
    }

    pub(super) fn confirm_and_replay(&mut self) {
        if self.late && !self.has(Bug::NoReplay) {
            let until = self.since.after(ID_LIFETIME);
            if self.replayed_until == until {
                // A view has had it done.
                self.replayed_until = 0;
            } else {
                self.replayed_until = until;
                self.todo.add(Task::Replay);
            }
        }
        self.confirm();
    }

    /// The present session began at `began`.
    pub(super) fn begin_session(&mut self, began: Now) {
        self.drop_deadlines();
        self.clocked = began;
        self.term.began = began;
        if self.can_renew() {
            self.term.overdue_at = began.after(self.policy.overdue_age());
            self.term.lapses_at = began.after(self.policy.lifetime);
        }
    }

    #[inline(never)]
    pub(super) fn drop_deadlines(&mut self) {
        self.term.overdue_at = NEVER;
        self.term.lapses_at = NEVER;
    }

    /// One attempt has failed: back off, or give up after the last.
    pub(super) fn fail(&mut self, error: Error) {
        self.last_error = Some(error);
        if self.attempt >= self.policy.max_attempts {
            let reload = self.policy.on_exhausted == OnExhausted::Reload;
            if !reload || self.delivery == Delivery::Load {
                self.enter(Phase::Exhausted, NEVER);
                self.settle(Some(error));
                return;
            }
            self.reason = Reason::Reload;
            self.delivery = Delivery::Load;
            self.attempt = 0;
        }
        self.enter(Phase::BackingOff, NEVER);
        let jitter = Jitter::draw(self.seed, self.ticket);
        let delay = if self.has(Bug::NoPause) {
            0
        } else {
            self.policy.retry_delay(self.attempt, jitter)
        };
        self.plan_attempt(delay);
    }

    #[inline(never)]
    pub(super) fn plan_attempt(&mut self, delay: Millis) {
        self.until = self.now.after(delay);
        self.next_attempt_at = self.now.wall.saturating_add(delay);
    }

    pub(super) fn abort_mint(&mut self) {
        if self.is_minting() {
            self.todo.add(Task::Abort);
        }
    }
}

// The passing of time.
impl<I> Session<I> {
    pub(super) fn run_timers(&mut self) {
        loop {
            let due = |at: Millis| at <= self.now.monotonic;
            let term = &mut self.term;
            if due(self.ready_by) {
                self.ready_by = NEVER;
                self.on_ready_timeout();
            } else if due(term.lapses_at) {
                term.lapses_at = NEVER;
                self.lapse(self.rest_of_youth());
            } else if due(self.until) {
                self.end_phase();
            } else if due(term.overdue_at) {
                term.overdue_at = NEVER;
                if term.life == Life::Active {
                    term.life = Life::Expiring;
                }
                if self.can_renew() && self.rests() {
                    self.begin_after(Reason::Expiring, self.rest_of_youth());
                }
            } else {
                break;
            }
        }
    }

    /// Nobody else has ended the phase in time.
    fn end_phase(&mut self) {
        match self.phase {
            Phase::Minting => {
                self.abort_mint();
                if self.has(Bug::DeadTimeout) {
                    self.until = NEVER;
                } else {
                    self.fail(Error::MINT_TIMED_OUT);
                }
            }
            Phase::Confirming => self.confirm_and_replay(),
            Phase::Scheduled => self.begin(self.reason),
            _ => self.await_turn(),
        }
    }

    pub(super) fn on_ready_timeout(&mut self) {
        self.todo.add(Task::TellOverdue);
        if core::mem::take(&mut self.loading) && self.rests() {
            self.settle(Some(Error::READY_TIMED_OUT));
        }
        if core::mem::take(&mut self.renew_at_ready) && self.rests() {
            self.begin(Reason::Manual);
        }
    }

    /// How long the machine's own deadlines must wait still: a page that says that sessions are
    /// very short would otherwise mint without a pause.
    fn rest_of_youth(&self) -> Millis {
        let age = self.now.since(self.term.began);
        self.policy.retry_min.saturating_sub(age)
    }

    /// The session has stopped working: renew after `delay`.
    pub(super) fn lapse(&mut self, delay: Millis) {
        self.term.life = Life::Expired;
        // Before its successor took over, as far as is known: the view state may be lost.
        self.late = self.phase == Phase::Confirming;
        let waits = self.rests() || self.phase == Phase::Scheduled;
        if self.can_renew() && (waits || self.has(Bug::SecondFlight)) {
            self.begin_after(Reason::Expired, delay);
        }
    }
}

impl Term {
    /// Another session takes its place. Of this one its expiry is kept, by which late events are
    /// recognised; or else when it began, where it `was_one`.
    pub(super) fn succeed(&mut self, was_one: bool) {
        self.unknown_predecessor = if was_one && self.expires_at == NEVER {
            self.began.monotonic
        } else {
            NEVER
        };
        self.forget_expiry();
    }

    pub(super) fn forget_expiry(&mut self) {
        if self.expires_at != NEVER {
            self.earlier_expiry = self.expires_at;
            self.expires_at = NEVER;
        }
    }
}
