//! A renewal, from its trigger to its end.

use super::phase::{OrElse, Planned};
use super::term::Life;
use super::{Delivery, Error, Lateness, MintFailure, Phase, Reason, Session, Task, Ticket};
use crate::session::jitter::Jitter;
use crate::session::policy::{ASKED_PAUSE, ID_LIFETIME, OnExhausted};
use crate::session::{Millis, Monotonic, Now};

// It is triggered.
impl Session {
    /// Renews after `delay`, because an event says so. An embed may report anything at any time, so
    /// its events alone never have the machine mint without a pause. `is_known`: the same was
    /// reported before.
    pub(super) fn renew_by_event(
        &mut self,
        now: Now,
        reason: Reason,
        delay: Millis,
        is_known: bool,
    ) {
        let age = now.since(self.term.began);
        let was_renewed = self.renewals > 0 && self.attempt.number > 0;
        let is_young = was_renewed && age < self.policy.least_age();
        if let Phase::Exhausted { .. } = self.phase {
            if !is_known {
                self.try_soon(now, reason);
            }
        } else if is_young && delay < self.policy.least_pause() {
            // A renewal whose session ends at once is a failed attempt.
            self.aim(reason);
            self.fail(now, Error::SessionLapsed);
        } else {
            self.begin_after(now, reason, delay);
        }
    }

    pub(super) fn begin_after(&mut self, now: Now, reason: Reason, delay: Millis) {
        if delay == Millis::ZERO {
            self.begin(now, reason);
        } else {
            self.attempt.number = 0;
            let next = Planned::after(now, delay);
            self.phase = Phase::Scheduled { reason, next };
        }
    }

    /// Starts a renewal now.
    pub(super) fn begin(&mut self, now: Now, reason: Reason) {
        self.prepare(reason);
        self.await_turn(now);
    }

    /// Starts a renewal that the page asks for: now, but not within [`ASKED_PAUSE`] of a failure. A page may
    /// ask whenever it hears of one.
    pub(super) fn begin_asked(&mut self, now: Now, reason: Reason) {
        self.prepare(reason);
        let (Phase::BackingOff { since, .. } | Phase::Exhausted { since, .. }) = self.phase else {
            return self.await_turn(now);
        };
        self.hurry(now, since, since + ASKED_PAUSE);
    }

    /// Starts a renewal over, as soon as the least pause since the last failure or load allows it.
    pub(super) fn try_soon(&mut self, now: Now, reason: Reason) {
        // The pause counts from the last failure or load, however often this is called.
        let (since, planned) = match self.phase {
            Phase::Idle { since } | Phase::AwaitingEmbed { since, .. } => (since, Monotonic::NEVER),
            Phase::Exhausted { since, .. } => (since, self.phase.until(&self.policy)),
            _ => return,
        };
        self.prepare(reason);
        self.hurry(now, since, planned);
    }

    /// The next attempt is made as soon as the least pause since `since` is over. It may be `planned` for
    /// earlier: a page may have asked for no pauses.
    pub(super) fn hurry(&mut self, now: Now, since: Monotonic, planned: Monotonic) {
        let least = self.policy.least_pause();
        let pause = match self.attempt.delivery {
            Delivery::Load => least.max(ASKED_PAUSE),
            Delivery::Post => least,
        };
        let left = pause - now.since(since);
        let next = Planned::after(now, left.min(planned - now.monotonic));
        self.phase = Phase::BackingOff { since, next };
    }

    /// Prepares the first attempt of a renewal.
    fn prepare(&mut self, reason: Reason) {
        self.aim(reason);
        self.attempt.lost_id = false;
        self.attempt.number = 0;
    }

    /// Decides how the id of the next attempt reaches the embed.
    pub(super) fn aim(&mut self, reason: Reason) {
        self.attempt.delivery = match reason {
            Reason::Reload => Delivery::Load,
            _ => self.document.delivery(),
        };
        // The first load is still to come, whatever the page has asked for meanwhile.
        let awaits_mount = matches!(self.phase, Phase::AwaitingEmbed { .. })
            && self.attempt.reason == Reason::Mount;
        if !awaits_mount {
            self.attempt.reason = reason;
        }
    }
}

// It mints.
impl Session {
    pub(super) fn await_turn(&mut self, now: Now) {
        let is_first_load = self.attempt.reason == Reason::Mount;
        if is_first_load && matches!(self.phase, Phase::AwaitingEmbed { .. }) {
            self.ready.expect_by(now.after(self.ready_timeout));
        }
        if self.attempt.delivery == Delivery::Post && self.document.is_unknown() {
            // The document shows itself, or is loaded again when `ready` is due.
            if self.ready.due == super::Due::Never {
                self.ready.due = super::Due::At(now.after(self.ready_timeout));
            }
            self.await_embed(now);
            return self.settle_if_unseen();
        }
        self.attempt.number += 1;
        self.phase = Phase::AwaitingTurn;
    }

    pub(super) fn on_turn(&mut self, now: Now) {
        if !matches!(self.phase, Phase::AwaitingTurn) {
            return;
        }
        self.ticket.0 += 1;
        self.phase = Phase::Minting { began: now };
        self.todo.add(Task::Mint);
    }

    pub(super) fn on_minted(&mut self, now: Now, ticket: Ticket) {
        let Phase::Minting { began } = self.phase else {
            return;
        };
        if ticket != self.ticket {
            return;
        }
        if now.at_most_since(began) >= ID_LIFETIME {
            self.fail(now, Error::MintStale);
            return;
        }
        match self.attempt.delivery {
            Delivery::Load => self.load(Task::LoadWithId),
            // The frame has gone elsewhere meanwhile.
            Delivery::Post if self.document.is_unknown() => self.fail(now, Error::Unreachable),
            Delivery::Post => self.post(now),
        }
    }

    pub(super) fn on_mint_failed(&mut self, now: Now, ticket: Ticket, failure: MintFailure) {
        if !self.is_minting_ticket(ticket) {
            return;
        }
        match failure {
            MintFailure::Failed => self.fail(now, Error::MintFailed),
            MintFailure::Invalid => self.fail(now, Error::MintInvalid),
            MintFailure::Repeated => self.fail(now, Error::MintRepeated),
            MintFailure::SignedOut => self.sign_out(),
        }
    }

    pub(super) fn abort_mint(&mut self) {
        // A mint whose effect was not polled has not begun.
        if self.is_minting() && !self.todo.withdraw(Task::Mint) {
            self.todo.add(Task::Abort);
        }
    }
}

// Its id reaches the embed, which takes it. `document.rs` has the loads.
impl Session {
    fn post(&mut self, now: Now) {
        self.clocks_compared = now;
        // An embed that was not heard yet cannot have said that its session has lapsed.
        let is_past_lifetime = now.since(self.term.began) >= self.policy.lifetime;
        self.phase = Phase::Confirming {
            posted: now,
            lateness: if self.term.life == Life::Expired || is_past_lifetime {
                Lateness::Late
            } else {
                Lateness::InTime
            },
        };
        self.document.answer.note_post();
        self.todo.add(Task::Post);
    }

    /// The frame has left the document to which an id was posted, perhaps before it was posted: a failed attempt. An
    /// id that counts as taken is minted again once for each renewal: what seemed to answer it may have been the next
    /// document's.
    pub(super) fn lose_id(&mut self, now: Now, error: Error) {
        let is_recent =
            matches!(self.phase, Phase::Idle { since } if now.since(since) < ID_LIFETIME);
        let counts_as_taken = is_recent && self.term_before.is_some() && self.can_renew();
        if self.phase.is_confirming() || (counts_as_taken && !self.attempt.lost_id) {
            self.attempt.lost_id |= counts_as_taken;
            self.fail(now, error);
        }
    }

    /// The embed took the id that was posted.
    pub(super) fn confirm(&mut self, now: Now) {
        self.take_over(now);
        self.todo.settle(Ok(()));
    }
}

// It fails.
impl Session {
    /// The iframe is in no document, or the page is prerendered.
    pub(super) fn on_unreachable(&mut self, now: Now) {
        match self.phase {
            // Nothing was minted: the attempt is still to be made.
            Phase::Minting { .. } => {
                self.attempt.number -= 1;
                self.await_embed(now);
                if self.attempt.reason != Reason::Mount {
                    self.last_error = Some(Error::Unreachable);
                }
                self.todo.settle(Err(Error::Unreachable));
            }
            Phase::Loading | Phase::Confirming { .. } => self.fail(now, Error::Unreachable),
            _ => {}
        }
    }

    /// An id would be of no use now. The attempt is made when that changes.
    fn await_embed(&mut self, now: Now) {
        self.phase = Phase::AwaitingEmbed {
            since: now.monotonic,
        };
        if self.attempt.reason == Reason::Mount {
            // Nothing is being loaded that could be late.
            self.ready.due = super::Due::Never;
        }
    }

    /// An attempt has failed: back off, and after the last one give up, or load the iframe if the page wants that.
    pub(super) fn fail(&mut self, now: Now, error: Error) {
        self.last_error = Some(error);
        if self.attempt.number >= self.policy.max_attempts {
            let reloads = self.policy.on_exhausted == OnExhausted::Reload;
            if !reloads || self.attempt.delivery == Delivery::Load {
                return self.exhaust(now, error);
            }
            self.attempt.reason = Reason::Reload;
            self.attempt.delivery = Delivery::Load;
            self.attempt.number = 0;
        }
        let delay = (self.policy).retry_delay(self.attempt.number, self.jitter());
        self.phase = Phase::BackingOff {
            since: now.monotonic,
            next: Planned::after(now, delay),
        };
    }

    fn exhaust(&mut self, now: Now, error: Error) {
        let delay = self.policy.stopped_delay(self.jitter());
        self.phase = Phase::Exhausted {
            since: now.monotonic,
            or_else: OrElse::At(Planned::after(now, delay)),
        };
        self.todo.add(Task::PutBack);
        self.plan_next_renewal(now);
        self.refuse_ready();
        self.todo.settle(Err(error));
    }

    pub(super) fn jitter(&self) -> Jitter {
        Jitter::draw(self.seed, self.ticket)
    }
}
