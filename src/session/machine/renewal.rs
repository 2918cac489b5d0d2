//! A renewal, from its trigger to its end, and the timers that move it on.

use super::{Delivery, Life, MintFailure, Phase, Reason, Session, Task, Term, Ticket};

use crate::error::Error;
use crate::session::jitter::Jitter;
use crate::session::policy::{ID_LIFETIME, OnExhausted, Policy, VIEW_WAIT};
use crate::session::seeded::Bug;
use crate::session::{Epoch, Millis, Mode, Monotonic, Now};

impl Session {
    pub(super) fn can_renew(&self) -> bool {
        self.refusal().is_none()
    }

    /// Why this session cannot be renewed; `None` if it can.
    pub(super) fn refusal(&self) -> Option<Error> {
        match self.phase {
            Phase::SignedOut => Some(Error::SignedOut),
            _ if !self.can_mint || self.mode == Some(Mode::Private) => Some(Error::NotRenewable),
            _ => None,
        }
    }

    /// How long to wait after `session-expiring`, with `left` to go.
    pub(super) fn spread_delay(&self, left: Millis) -> Millis {
        let jitter = Jitter::draw(self.seed, self.ticket);
        self.policy.spread_delay(left, jitter)
    }

    /// Renews after `delay`, because an event says so. An embed may report anything at any time, so
    /// its events alone never have the machine mint without a pause. `is_known`: the same was
    /// reported before.
    pub(super) fn renew_by_event(&mut self, reason: Reason, delay: Millis, is_known: bool) {
        let age = self.now.since(self.term.began);
        let is_young = self.renewals > 0 && self.attempt > 0 && age < self.policy.least_age();
        if self.phase == Phase::Exhausted {
            if !is_known {
                self.try_soon(reason);
            }
        } else if is_young && delay < self.policy.least_pause() && !self.has(Bug::FreeLapses) {
            // A renewal whose session ends at once is a failed attempt.
            self.aim(reason);
            self.fail(Error::SessionLapsed);
        } else {
            self.begin_after(reason, delay);
        }
    }

    fn begin_after(&mut self, reason: Reason, delay: Millis) {
        if delay == Millis::ZERO {
            self.begin(reason);
        } else {
            self.reason = reason;
            self.attempt = 0;
            self.enter(Phase::Scheduled, Millis::FOREVER);
            self.plan_attempt(delay);
        }
    }

    /// Starts a renewal now.
    pub(super) fn begin(&mut self, reason: Reason) {
        self.prepare(reason);
        self.await_turn();
    }

    /// Prepares the first attempt of a renewal.
    pub(super) fn prepare(&mut self, reason: Reason) {
        self.aim(reason);
        if !self.has(Bug::EndlessCount) {
            self.attempt = 0;
        }
    }

    /// Decides how the id of the next attempt reaches the embed.
    fn aim(&mut self, reason: Reason) {
        let present = self.present || (self.foreign && !self.dead);
        self.delivery = if present && reason != Reason::Reload {
            Delivery::Post
        } else {
            Delivery::Load
        };
        self.renew_at_ready = false;
        // The first load is still to come, whatever the page has asked for meanwhile.
        if self.phase != Phase::AwaitingEmbed || self.reason != Reason::Mount {
            self.reason = reason;
        }
    }

    pub(super) fn await_turn(&mut self) {
        if self.phase == Phase::AwaitingEmbed && self.reason == Reason::Mount {
            self.ready_by = self.now.after(self.ready_timeout);
        }
        self.attempt += 1;
        self.enter(Phase::AwaitingTurn, Millis::FOREVER);
    }

    /// An id would be of no use now. The attempt is made when that changes.
    fn await_embed_for(&mut self, attempt: u32) {
        self.attempt = attempt;
        let longest = if self.has(Bug::RestlessWait) {
            self.policy.retry_max
        } else {
            Millis::FOREVER
        };
        self.enter(Phase::AwaitingEmbed, longest);
        if self.reason == Reason::Mount {
            // Nothing is being loaded that could be late.
            self.ready_by = Monotonic::NEVER;
        } else {
            self.last_error = Some(Error::Unreachable);
        }
    }

    pub(super) fn on_turn(&mut self) {
        if self.phase != Phase::AwaitingTurn {
            return;
        }
        self.ticket.0 += 1;
        self.enter(Phase::Minting, self.policy.mint_timeout);
        self.todo.add(Task::Mint);
    }

    pub(super) fn on_minted(&mut self, ticket: Ticket) {
        if !self.is_minting_ticket(ticket) {
            return;
        }
        if self.now.at_most_since(self.since) >= ID_LIFETIME && !self.has(Bug::StaleIds) {
            self.fail(Error::MintStale);
            return;
        }
        match self.delivery {
            Delivery::Load => self.load(Task::LoadWithId),
            Delivery::Post => self.post(),
        }
    }

    pub(super) fn on_mint_failed(&mut self, ticket: Ticket, failure: MintFailure) {
        if !self.is_minting_ticket(ticket) {
            return;
        }
        match failure {
            MintFailure::Failed => self.fail(Error::MintFailed),
            MintFailure::Invalid => self.fail(Error::MintInvalid),
            MintFailure::Repeated => self.fail(Error::MintRepeated),
            MintFailure::SignedOut => {
                self.enter(Phase::SignedOut, Millis::FOREVER);
                self.last_error = Some(Error::SignedOut);
                self.drop_deadlines();
                self.give_up_ready();
                self.settle(Some(Error::SignedOut));
            }
        }
    }

    fn post(&mut self) {
        self.enter(Phase::Confirming, self.policy.confirm);
        self.clocks_compared = self.now;
        // An embed that was not heard yet cannot have said that its session has lapsed.
        let is_past_lifetime = self.now.since(self.term.began) >= self.policy.lifetime;
        self.late = self.term.life == Life::Expired || is_past_lifetime;
        self.replayed_by_view = false;
        self.owes_replay = false;
        self.expect_answer();
        self.todo.add(Task::Post);
    }

    fn expect_answer(&mut self) {
        // More than two need not be told apart from two.
        self.unanswered = (self.unanswered + 1).min(2);
        self.answer_until = self.now.after(ID_LIFETIME);
    }

    /// The document has answered an id: by `ready`, or by a rejection.
    pub(super) fn note_answer(&mut self) {
        self.unanswered = if self.awaits_answer() {
            self.unanswered - 1
        } else {
            0
        };
    }

    /// Whether a `ready` or a rejection is the present document's answer to an id that was posted.
    pub(super) fn awaits_answer(&self) -> bool {
        self.unanswered > 0 && self.now.monotonic < self.answer_until
    }

    /// Loads the iframe by `task`: with an id, or without one.
    pub(super) fn load(&mut self, task: Task) {
        self.enter(Phase::Loading, Millis::FOREVER);
        self.todo.add(task);
    }

    /// A new document is being loaded, and `ready` is still to come.
    pub(super) fn on_loaded(&mut self) {
        if self.phase != Phase::Loading {
            // The embed has turned out to be private while it was being loaded.
            self.show_other_document();
            return;
        }
        self.enter(Phase::Idle, Millis::FOREVER);
        self.awaits_ready = true;
        self.show_other_document();
        // From now on only `ready` shows that an embed is there to receive a post.
        self.foreign = false;
        self.replaced = None;
        let had_session = self.term.life != Life::Starting;
        self.term.make_way(self.policy, had_session);
        self.term.life = Life::Starting;
        self.begin_session(self.now);
    }

    pub(super) fn on_load_failed(&mut self, error: Error) {
        if self.phase != Phase::Loading {
            return;
        }
        self.enter(Phase::Idle, Millis::FOREVER);
        self.last_error = Some(error);
        if core::mem::take(&mut self.was_present) {
            // The next attempt posts: nothing else is left, and the rejection may be an old one.
            self.present = true;
            self.dead = false;
        }
        let is_ending = matches!(self.term.life, Life::Expiring | Life::Expired);
        if (is_ending || self.reason == Reason::Rejected) && self.can_renew() {
            // No deadline is left that would start an attempt before the session lapses. After a
            // rejection, nobody knows which session the embed has.
            self.phase = Phase::Exhausted;
        }
        self.settle(Some(error));
    }

    /// The iframe is in no document, or the page is prerendered.
    pub(super) fn on_unreachable(&mut self) {
        match self.phase {
            // Nothing was minted: the attempt is still to be made.
            Phase::Minting => {
                self.await_embed_for(self.attempt - 1);
                self.settle(Some(Error::Unreachable));
            }
            Phase::Loading | Phase::Confirming => self.fail(Error::Unreachable),
            _ => {}
        }
    }

    /// The embed took the id that was posted.
    pub(super) fn confirm(&mut self) {
        self.take_over();
        self.settle(None);
    }

    /// The session of the id that was posted takes the place of the present one.
    pub(super) fn take_over(&mut self) {
        let posted = self.since;
        self.enter(Phase::Idle, Millis::FOREVER);
        self.renewals = self.renewals.wrapping_add(1);
        self.last_error = None;
        self.replaced = Some(self.term);
        self.term.make_way(self.policy, true);
        if self.term.life != Life::Starting {
            self.term.life = Life::Active;
        }
        self.begin_session(posted);
    }

    /// The embed did not take the id that counted as taken: it still has the session before it.
    pub(super) fn restore_replaced(&mut self) {
        let Some(replaced) = self.replaced.take() else {
            return;
        };
        if self.has(Bug::LateRejection) {
            return;
        }
        let heard = self.term.earlier_expiry;
        self.term = replaced;
        // An event that seemed to be about an earlier session was about this one.
        if heard != self.term.earlier_expiry && self.term.expires_at == Epoch::NEVER {
            self.term.expires_at = heard;
        }
        self.renewals = self.renewals.wrapping_sub(1);
    }

    pub(super) fn confirm_and_replay(&mut self) {
        if self.late && !self.has(Bug::NoReplay) {
            if self.replayed_by_view {
                self.replay_until = Monotonic::PAST;
            } else {
                self.replay();
                self.replay_until = self.until + VIEW_WAIT;
                self.owes_replay = true;
            }
        }
        self.confirm();
    }

    /// The present session began at `began`.
    pub(super) fn begin_session(&mut self, began: Now) {
        self.drop_deadlines();
        self.clocks_compared = began;
        self.term.began = began;
        if self.can_renew() {
            self.term.overdue_at = began.after(self.policy.overdue_age());
            self.term.lapses_at = began.after(self.policy.lifetime);
        }
    }

    #[inline(never)]
    pub(super) fn drop_deadlines(&mut self) {
        self.term.overdue_at = Monotonic::NEVER;
        self.term.lapses_at = Monotonic::NEVER;
    }

    /// An attempt has failed: back off, or give up after the last one.
    pub(super) fn fail(&mut self, error: Error) {
        self.last_error = Some(error);
        if self.attempt >= self.policy.max_attempts {
            let reload = self.policy.on_exhausted == OnExhausted::Reload;
            if !reload || self.delivery == Delivery::Load {
                self.enter(Phase::Exhausted, Millis::FOREVER);
                let jitter = Jitter::draw(self.seed, self.ticket);
                self.plan_attempt(self.policy.stopped_delay(jitter));
                self.plan_next_renewal();
                self.give_up_ready();
                self.settle(Some(error));
                return;
            }
            self.reason = Reason::Reload;
            self.delivery = Delivery::Load;
            self.attempt = 0;
        }
        self.enter(Phase::BackingOff, Millis::FOREVER);
        let jitter = Jitter::draw(self.seed, self.ticket);
        let delay = if self.has(Bug::NoPause) {
            Millis::ZERO
        } else {
            self.policy.retry_delay(self.attempt, jitter)
        };
        self.plan_attempt(delay);
    }

    /// Nothing is under way. If nothing was ever loaded, there is no `ready` to wait for.
    fn give_up_ready(&mut self) {
        let has_document = self.foreign || self.awaits_ready || self.present;
        if !has_document && self.ready_by != Monotonic::NEVER {
            self.ready_by = Monotonic::NEVER;
            self.todo.add(Task::RejectReady);
        }
    }

    /// A renewal that gave up while the session still works is followed by another, half-way to the
    /// lapse: the viewer then notices no outage that ends before it.
    fn plan_next_renewal(&mut self) {
        let term = &mut self.term;
        let pause = self.policy.retry_max;
        if term.life == Life::Expired {
            // The session lapsed while this renewal was under way, so the lapse started none.
            if self.reason == Reason::Expiring {
                term.overdue_at = self.now.after(pause);
            }
        } else if term.overdue_at == Monotonic::NEVER && term.lapses_at != Monotonic::NEVER {
            let half = (term.lapses_at - self.now.monotonic) / 2;
            // Half of the remaining time, then half of that, until it is shorter than a pause.
            if half > pause {
                term.overdue_at = self.now.after(half);
            }
        }
    }

    #[inline(never)]
    pub(super) fn plan_attempt(&mut self, delay: Millis) {
        self.until = self.now.after(delay);
        self.next_attempt_at = self.now.wall + delay;
    }

    pub(super) fn abort_mint(&mut self) {
        // A mint whose effect was not polled has not begun.
        if self.is_minting() && !self.todo.withdraw(Task::Mint) {
            self.todo.add(Task::Abort);
        }
    }
}

// The passing of time.
impl Session {
    pub(super) fn run_timers(&mut self) {
        loop {
            let due = |at: Monotonic| at <= self.now.monotonic;
            let term = &mut self.term;
            if due(self.ready_by) {
                self.ready_by = Monotonic::NEVER;
                if self.phase == Phase::Idle {
                    self.unseen_since = self.now.monotonic;
                    self.todo.add(Task::AskIfViewed);
                } else {
                    self.on_ready_timeout();
                }
            } else if due(self.presumed_at) {
                self.presumed_at = Monotonic::NEVER;
                self.todo.add(Task::Presume);
            } else if due(term.lapses_at) {
                term.lapses_at = Monotonic::NEVER;
                if self.lapse() {
                    self.begin_after(Reason::Expired, self.rest_of_least_age());
                }
            } else if due(self.until) {
                self.end_phase();
            } else if due(term.overdue_at) {
                term.overdue_at = Monotonic::NEVER;
                if term.life == Life::Active {
                    term.life = Life::Expiring;
                }
                let reason = if term.life == Life::Expired {
                    Reason::Expired
                } else {
                    Reason::Expiring
                };
                if self.can_renew() && self.rests() {
                    self.begin_after(reason, self.rest_of_least_age());
                }
            } else {
                break;
            }
        }
    }

    /// Nothing else has ended the phase in time.
    fn end_phase(&mut self) {
        match self.phase {
            Phase::Minting => {
                self.abort_mint();
                if self.has(Bug::DeadTimeout) {
                    self.until = Monotonic::NEVER;
                } else {
                    self.fail(Error::MintTimedOut);
                }
            }
            // A page that is no embed rejects nothing. Whoever has called `renew` waits for the embed to be
            // back, which is given another id.
            Phase::Confirming if self.has_left && !self.present => self.await_embed_for(0),
            Phase::Confirming => self.confirm_and_replay(),
            Phase::Scheduled => self.begin(self.reason),
            Phase::Exhausted => {
                self.until = Monotonic::NEVER;
                self.next_attempt_at = Epoch::NEVER;
                self.todo.add(Task::AskIfSeen);
            }
            // Of the phases that end by themselves, only `BackingOff` is left.
            _ if self.can_renew() => self.await_turn(),
            // A private embed has only a load to try again.
            _ => self.load(Task::Load),
        }
    }

    pub(super) fn on_ready_timeout(&mut self) {
        if !core::mem::replace(&mut self.ready_overdue, true) {
            self.todo.add(Task::RejectReady);
        }
        if core::mem::take(&mut self.awaits_ready) && self.rests() {
            if !self.heard && self.phase == Phase::Idle && self.can_renew() {
                // The document has reported nothing: the load is a failed attempt.
                self.dead = true;
                self.aim(Reason::Reload);
                self.fail(Error::ReadyTimedOut);
            } else {
                self.settle(Some(Error::ReadyTimedOut));
            }
        }
        self.renew_if_asked();
    }

    /// Why `ready` did not come in time.
    pub(super) fn lateness(&self) -> Error {
        // From the first load on, whatever is under way has another reason.
        if self.reason == Reason::Mount && !self.rests() {
            Error::NotLoaded
        } else {
            Error::ReadyTimedOut
        }
    }

    /// How long the machine's own deadlines must still wait. If the page says that sessions are very
    /// short, the machine would otherwise mint without a pause.
    fn rest_of_least_age(&self) -> Millis {
        let age = self.now.since(self.term.began);
        self.policy.retry_min - age
    }

    /// The session has stopped working. Returns whether it is to be renewed.
    pub(super) fn lapse(&mut self) -> bool {
        self.term.life = Life::Expired;
        // As far as is known, the successor has not taken over: the view state may be lost.
        self.late = self.phase == Phase::Confirming;
        let waits = self.rests() || self.phase == Phase::Scheduled;
        self.can_renew() && (waits || self.has(Bug::SecondFlight))
    }
}

impl Term {
    /// Makes way for the next session. Late events of this one are recognized by its expiry. If that
    /// was never reported, they are recognized by its beginning, provided that there was a session.
    pub(super) fn make_way(&mut self, policy: Policy, had_session: bool) {
        self.unknown_predecessor = if had_session && self.expires_at == Epoch::NEVER {
            self.began.monotonic
        } else {
            Monotonic::NEVER
        };
        self.forget_expiry(policy);
    }

    pub(super) fn forget_expiry(&mut self, policy: Policy) {
        if self.expires_at != Epoch::NEVER {
            self.earlier_expiry = self.expires_at;
            self.earlier_end = self.latest_end(policy);
            self.expires_at = Epoch::NEVER;
            self.ended = false;
        }
    }

    /// The latest end that `session-expired` may name: its timer need not name the very end that
    /// `session-expiring` has announced.
    pub(super) fn latest_end(&self, policy: Policy) -> Epoch {
        if self.ended {
            self.expires_at
        } else {
            self.expires_at + policy.expiry_slack()
        }
    }
}
