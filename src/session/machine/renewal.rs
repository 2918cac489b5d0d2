//! A renewal, from its trigger to its end, and the timers that move it on.

use super::{
    BeforeLoad, Delivery, Effect, Halt, Life, MintFailure, Phase, Reason, Replaced, Session, Ticket,
};
use alloc::boxed::Box;

use crate::error::Error;
use crate::session::jitter::Jitter;
use crate::session::policy::{ID_LIFETIME, OnExhausted};
use crate::session::seeded::Bug;
use crate::session::time::Timer;
use crate::session::{Millis, Mode, Now};

impl<I> Session<I> {
    pub(super) fn can_renew(&self) -> bool {
        self.refusal().is_none()
    }

    /// Why this session is not renewed, where it is not.
    pub(super) fn refusal(&self) -> Option<Error> {
        match self.halt {
            Some(Halt::SignedOut) => Some(Error::SIGNED_OUT),
            _ if !self.can_mint || self.mode == Some(Mode::Private) => Some(Error::NOT_RENEWABLE),
            _ => None,
        }
    }

    /// Starts a renewal after `session-expiring`, spread over time.
    pub(super) fn schedule(&mut self, now: Now, left: Millis) {
        let jitter = Jitter::draw(self.seed, self.ticket);
        let delay = self.policy.spread_delay(left, jitter);
        self.begin_after(now, Reason::Expiring, delay);
    }

    fn begin_after(&mut self, now: Now, reason: Reason, delay: Millis) {
        if delay == 0 {
            self.begin(reason);
        } else {
            self.halt = None;
            self.reason = reason;
            self.attempt = 0;
            self.phase = Phase::Scheduled;
            self.plan_attempt(now, delay);
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
        self.halt = None;
        self.renew_at_ready = false;
        self.reason = reason;
        if !self.has(Bug::EndlessCount) {
            self.attempt = 0;
        }
    }

    pub(super) fn await_turn(&mut self) {
        self.timers.stop(Timer::Attempt);
        self.next_attempt_at = None;
        self.attempt += 1;
        self.phase = Phase::AwaitingTurn;
        self.effects.push(Effect::AwaitTurn);
    }

    pub(super) fn on_turn(&mut self, now: Now) {
        if self.phase != Phase::AwaitingTurn {
            return;
        }
        self.ticket += 1;
        self.phase = Phase::Minting { since: now };
        let timeout = now.monotonic.saturating_add(self.policy.mint_timeout);
        self.timers.arm(Timer::Mint, timeout);
        self.effects.push(Effect::Mint {
            ticket: self.ticket,
            reason: self.reason,
            attempt: self.attempt,
            expires_at: self.term.expires_at,
        });
    }

    pub(super) fn on_minted(&mut self, now: Now, ticket: Ticket, id: I) {
        let Some(since) = self.minting_since(ticket) else {
            return;
        };
        if now.at_most_since(since) >= ID_LIFETIME && !self.has(Bug::StaleIds) {
            self.fail(now, Error::MINT_STALE);
        } else {
            self.timers.stop(Timer::Mint);
            match self.delivery {
                Delivery::Load => self.load(now, Some(id)),
                Delivery::Post => self.post(now, id),
            }
        }
    }

    pub(super) fn on_mint_failed(&mut self, now: Now, ticket: Ticket, failure: MintFailure) {
        if self.minting_since(ticket).is_none() {
            return;
        }
        match failure {
            MintFailure::Failed => self.fail(now, Error::MINT_FAILED),
            MintFailure::Invalid => self.fail(now, Error::MINT_INVALID),
            MintFailure::Repeated => self.fail(now, Error::MINT_REPEATED),
            MintFailure::SignedOut => {
                self.phase = Phase::Idle;
                self.last_error = Some(Error::SIGNED_OUT);
                self.halt = Some(Halt::SignedOut);
                self.timers.stop(Timer::Mint);
                self.timers.stop(Timer::Overdue);
                self.timers.stop(Timer::Lapse);
                self.effects.push(Effect::Settle(Err(Error::SIGNED_OUT)));
            }
        }
    }

    /// When the mint that `ticket` numbers began, where it is the one under way.
    pub(super) fn minting_since(&self, ticket: Ticket) -> Option<Now> {
        match self.phase {
            Phase::Minting { since } if ticket == self.ticket => Some(since),
            _ => None,
        }
    }

    pub(super) fn post(&mut self, now: Now, id: I) {
        let late = self.term.life == Life::Expired;
        self.phase = Phase::Confirming { posted: now, late };
        self.timers.arm(
            Timer::Confirm,
            now.monotonic.saturating_add(self.policy.confirm),
        );
        self.effects.push(Effect::Post(id));
    }

    /// Loads the iframe: what was there is gone, and `ready` is waited for.
    pub(super) fn load(&mut self, now: Now, id: Option<I>) {
        self.before_load = Some(Box::new(BeforeLoad {
            session: self.as_replaced(),
            replaced: self.replaced,
            replayed: self.replayed.take(),
            mounted: self.mounted,
            adopted: self.adopted,
            ready_by: self.timers.due(Timer::Ready),
        }));
        let unknown = self.term.life != Life::Starting && self.term.expires_at.is_none();
        self.term.unknown_predecessor = unknown.then_some(self.term.began);
        self.phase = Phase::Idle;
        self.term.life = Life::Starting;
        self.mounted = false;
        // From now on `ready` alone shows that there is somebody to post to.
        self.adopted = false;
        self.forget_session();
        self.replaced = None;
        self.begin_session(now);
        let ready_by = now.monotonic.saturating_add(self.ready_timeout);
        self.timers.arm_if_unarmed(Timer::Ready, ready_by);
        self.effects.push(Effect::Load(id));
    }

    /// The iframe could not be loaded: what was there is there still.
    pub(super) fn on_load_failed(&mut self, now: Now, error: Error) {
        let Some(before) = self.before_load.take() else {
            return;
        };
        self.restore(before.session);
        self.replaced = before.replaced;
        self.replayed = before.replayed;
        self.mounted = before.mounted;
        self.adopted = before.adopted;
        self.timers.set(Timer::Ready, before.ready_by);
        self.last_error = Some(error);
        if matches!(self.term.life, Life::Expiring | Life::Expired) && self.can_renew() {
            // No deadline is left that would try again before the session lapses.
            self.halt = Some(Halt::Exhausted(now));
        }
        self.effects.push(Effect::Settle(Err(error)));
    }

    pub(super) fn on_unreachable(&mut self, now: Now) {
        if matches!(self.phase, Phase::Confirming { .. }) {
            self.fail(now, Error::UNREACHABLE);
        }
    }

    /// The id that was posted has been taken.
    pub(super) fn confirm(&mut self, posted: Now) {
        self.take_over(posted);
        self.effects.push(Effect::Settle(Ok(())));
    }

    /// The session of the id that was posted takes the place of the present one.
    pub(super) fn take_over(&mut self, posted: Now) {
        self.timers.stop(Timer::Confirm);
        self.phase = Phase::Idle;
        self.renewals = self.renewals.wrapping_add(1);
        self.last_error = None;
        self.replaced = Some(self.as_replaced());
        if self.term.life != Life::Starting {
            self.term.life = Life::Active;
        }
        self.term.unknown_predecessor = self.term.expires_at.is_none().then_some(self.term.began);
        self.forget_session();
        self.begin_session(posted);
    }

    fn as_replaced(&self) -> Replaced {
        Replaced {
            term: self.term,
            overdue: self.timers.due(Timer::Overdue),
            lapse: self.timers.due(Timer::Lapse),
        }
    }

    /// The id that counted as taken was not: the session is the one that it would have replaced.
    pub(super) fn restore_replaced(&mut self) {
        let Some(replaced) = self
            .replaced
            .take()
            .filter(|_| !self.has(Bug::LateRejection))
        else {
            return;
        };
        self.restore(replaced);
        self.renewals = self.renewals.wrapping_sub(1);
    }

    fn restore(&mut self, replaced: Replaced) {
        // What was heard meanwhile of an earlier session was of this one.
        let heard = self.term.earlier_expiry;
        self.term = replaced.term;
        if heard != self.term.earlier_expiry {
            self.term.expires_at = self.term.expires_at.or(heard);
        }
        self.timers.set(Timer::Overdue, replaced.overdue);
        self.timers.set(Timer::Lapse, replaced.lapse);
    }

    /// Of the session that ends, its expiry is kept: late events are recognised by it.
    pub(super) fn forget_session(&mut self) {
        self.term.earlier_expiry = self.term.expires_at.take().or(self.term.earlier_expiry);
    }

    pub(super) fn confirm_and_replay(&mut self, posted: Now) {
        let late = matches!(self.phase, Phase::Confirming { late: true, .. });
        if late && !self.has(Bug::NoReplay) {
            if self.replayed == Some(posted) {
                // A view has had it done.
                self.replayed = None;
            } else {
                self.replayed = Some(posted);
                self.effects.push(Effect::Replay);
            }
        }
        self.confirm(posted);
    }

    /// The present session began at `began`.
    pub(super) fn begin_session(&mut self, began: Now) {
        self.term.began = began;
        self.term.clocked = began;
        self.term.asleep = 0;
        if self.can_renew() {
            let at = |age: Millis| began.monotonic.saturating_add(age);
            self.timers
                .arm(Timer::Overdue, at(self.policy.overdue_age()));
            self.timers.arm(Timer::Lapse, at(self.policy.lifetime));
        } else {
            self.timers.stop(Timer::Overdue);
            self.timers.stop(Timer::Lapse);
        }
    }

    /// One attempt has failed: back off, or give up after the last.
    pub(super) fn fail(&mut self, now: Now, error: Error) {
        self.timers.stop(Timer::Mint);
        self.timers.stop(Timer::Confirm);
        self.last_error = Some(error);
        if self.attempt >= self.policy.max_attempts {
            let reload = self.policy.on_exhausted == OnExhausted::Reload;
            if !reload || self.delivery == Delivery::Load {
                self.phase = Phase::Idle;
                self.halt = Some(Halt::Exhausted(now));
                self.effects.push(Effect::Settle(Err(error)));
                return;
            }
            self.reason = Reason::Reload;
            self.delivery = Delivery::Load;
            self.attempt = 0;
        }
        self.phase = Phase::BackingOff { failed: now };
        let jitter = Jitter::draw(self.seed, self.ticket);
        let delay = if self.has(Bug::NoPause) {
            0
        } else {
            self.policy.retry_delay(self.attempt, jitter)
        };
        self.plan_attempt(now, delay);
    }

    pub(super) fn plan_attempt(&mut self, now: Now, delay: Millis) {
        self.timers
            .arm(Timer::Attempt, now.monotonic.saturating_add(delay));
        self.next_attempt_at = Some(now.wall.saturating_add(delay));
    }

    pub(super) fn abort_mint(&mut self) {
        if self.is_minting() {
            self.effects.push(Effect::Abort);
        }
    }
}

// The passing of time.
impl<I> Session<I> {
    pub(super) fn run_timers(&mut self, now: Now) {
        loop {
            self.count_sleep(now);
            let Some(timer) = self.timers.expire(now.monotonic) else {
                break;
            };
            match timer {
                Timer::Ready => self.on_ready_timeout(),
                Timer::Attempt => match self.phase {
                    Phase::Scheduled => self.begin(self.reason),
                    _ => self.await_turn(),
                },
                Timer::Mint => {
                    self.abort_mint();
                    if !self.has(Bug::DeadTimeout) {
                        self.fail(now, Error::MINT_TIMED_OUT);
                    }
                }
                Timer::Confirm => {
                    if let Phase::Confirming { posted, .. } = self.phase {
                        self.confirm_and_replay(posted);
                    }
                }
                Timer::Overdue => {
                    if self.term.life == Life::Active {
                        self.term.life = Life::Expiring;
                    }
                    if self.can_renew() && self.phase == Phase::Idle {
                        self.begin_after(now, Reason::Expiring, self.rest_of_youth(now));
                    }
                }
                Timer::Lapse => self.lapse(now, self.rest_of_youth(now)),
            }
        }
    }

    /// What the monotonic clock has missed of the present session is made up for, so that
    /// [`Session::next_timeout`] tells the truth after it too.
    pub(super) fn count_sleep(&mut self, now: Now) {
        let awake = now.monotonic.saturating_sub(self.term.clocked.monotonic);
        let asleep = now.since(self.term.clocked) - awake;
        let news = asleep.saturating_sub(self.term.asleep);
        self.timers.count_sleep(news);
        self.term.asleep += news;
    }

    pub(super) fn on_ready_timeout(&mut self) {
        self.effects.push(Effect::ReadyTimedOut);
        if self.before_load.take().is_some() && self.phase == Phase::Idle {
            self.effects
                .push(Effect::Settle(Err(Error::READY_TIMED_OUT)));
        }
        if core::mem::take(&mut self.renew_at_ready) && self.phase == Phase::Idle {
            self.begin(Reason::Manual);
        }
    }

    /// How long the machine's own deadlines must wait still: a page that says that sessions are
    /// very short would otherwise mint without a pause.
    fn rest_of_youth(&self, now: Now) -> Millis {
        let age = now.since(self.term.began);
        self.policy.retry_min.saturating_sub(age)
    }

    /// The session has stopped working: renew after `delay`.
    pub(super) fn lapse(&mut self, now: Now, delay: Millis) {
        self.term.life = Life::Expired;
        if let Phase::Confirming { late, .. } = &mut self.phase {
            // Before its successor took over, as far as is known: the view state may be lost.
            *late = true;
        }
        let waits = matches!(self.phase, Phase::Idle | Phase::Scheduled);
        if self.can_renew() && (waits || self.has(Bug::SecondFlight)) {
            self.begin_after(now, Reason::Expired, delay);
        }
    }
}
