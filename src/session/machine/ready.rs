//! `ready`, or its absence; and what an embed that has lost its view is sent again.

use super::document::Sign;
use super::term::Life;
use super::{Delivery, Error, Mode, Phase, Reason, Session, Task};
use crate::session::policy::GLANCE;
use crate::session::{Monotonic, Now};

/// What is still expected of `ready`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ready {
    pub(super) due: Due,
    /// Whether the page was told that it did not come in time, for this document or an earlier one.
    pub(super) is_missed: bool,
    /// Whether it ends a load of the bridge's, and the promise of `reload`, if there is one.
    pub(super) ends_load: bool,
}

/// When `ready` is overdue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Due {
    /// It has come, was given up, or nothing is loaded because nobody could use an id.
    Never,
    At(Monotonic),
    /// It is now, if the viewer turns out before that time to see the iframe, and so to have seen it all the
    /// time.
    Asked(Monotonic),
    /// Some time after the viewer will see the iframe. The promises of `renew` and `reload` have ended; that of
    /// `ready` goes on.
    Unseen,
}

impl Ready {
    /// A document has come that is to report `ready`. The time that runs already goes on, unless it waits for the
    /// viewer.
    pub(super) fn expect_by(&mut self, at: Monotonic) {
        if !matches!(self.due, Due::At(_)) {
            self.due = Due::At(at);
        }
    }

    pub(super) fn due_at(&self) -> Monotonic {
        match self.due {
            Due::At(at) | Due::Asked(at) => at,
            Due::Never | Due::Unseen => Monotonic::NEVER,
        }
    }

    /// The load has ended, with `ready` or without. Returns whether there was one.
    pub(super) fn take_load(&mut self) -> bool {
        core::mem::take(&mut self.ends_load)
    }
}

// A document shows itself.
impl Session {
    pub(super) fn on_shown(&mut self, now: Now) {
        self.document.note_event();
        if self.last_error == Some(Error::Blocked) {
            self.last_error = None;
        }
        self.renew_if_asked(now);
    }

    pub(super) fn on_ready(&mut self, now: Now, mode: Option<Mode>) {
        let was_private = self.mode == Some(Mode::Private);
        self.mode = mode.or(self.mode);
        self.ready.due = Due::Never;
        let was_embed = self.document.is_embed();
        let was_ready = core::mem::replace(&mut self.document.sign, Sign::Ready) == Sign::Ready;
        self.replay_at_ready(now, was_ready);
        self.document.has_rejected = false;
        // The load of the document was slow, or it was moved before it had spent its id.
        let was_slow = core::mem::take(&mut self.document.is_dead);
        let is_being_replaced =
            self.attempt.reason != Reason::Rejected && self.attempt.delivery == Delivery::Load;
        if was_slow && is_being_replaced && self.term.life == Life::Starting {
            self.leave_load_alone(now);
        }
        self.document.answer = super::document::Answer::Nothing;
        // The age of a private embed was not counted.
        let is_signed_now = was_private && self.mode == Some(Mode::Signed);
        if is_signed_now {
            // What was tried was to load a private embed.
            self.attempt.number = 0;
        }
        self.begin_session_at_ready(now, was_embed, is_signed_now);
        if self.phase.is_confirming() {
            // `ready` comes once for each session, so the new one has taken over.
            self.confirm(now);
        } else if self.phase.is_idle() {
            self.end_load();
        }
        self.ready.take_load();
        if self.mode == Some(Mode::Private) {
            self.leave_private_alone(now);
        } else {
            self.renew_if_asked(now);
        }
    }

    /// The iframe was loaded, if that was asked for.
    fn end_load(&mut self) {
        if self.ready.ends_load {
            self.last_error = None;
            self.todo.settle(Ok(()));
        } else if self.last_error == Some(Error::ReadyTimedOut) {
            self.last_error = None;
        }
    }

    /// A `ready` that answers a late id shows a loss, also the first. Of the others, only a later one does: the embed has
    /// mounted itself again.
    fn replay_at_ready(&mut self, now: Now, was_ready: bool) {
        let answer = self.document.answer;
        let is_lost = if answer.is_due(now) {
            self.phase.awaits_view() || answer.shows_loss()
        } else {
            was_ready && self.document.note_remount(now, self.policy.least_pause())
        };
        if is_lost {
            self.replay();
        }
    }

    /// The document that seemed dead was slow: the load that was to take its place is not needed.
    fn leave_load_alone(&mut self, now: Now) {
        if matches!(
            self.phase,
            Phase::BackingOff { .. }
                | Phase::AwaitingTurn
                | Phase::Minting { .. }
                | Phase::Exhausted { .. }
        ) {
            self.abort_mint();
            self.end_renewal(now);
            self.attempt.number = 0;
            self.last_error = None;
            self.todo.settle(Ok(()));
        }
    }

    /// Invariant 9, for an embed that was given `getSession` and turns out to be private.
    fn leave_private_alone(&mut self, now: Now) {
        self.term.drop_deadlines();
        let was_under_way = self.phase.is_under_way();
        self.abort_mint();
        self.todo.withdraw(Task::LoadWithId);
        self.todo.withdraw(Task::Post);
        if was_under_way || matches!(self.phase, Phase::Exhausted { .. }) {
            // A private embed is not renewed, so it cannot have given up, and no attempt has failed.
            self.end_renewal(now);
            self.attempt.number = 0;
            self.last_error = None;
        }
        if was_under_way {
            self.todo.settle(Err(Error::NotRenewable));
        }
    }

    /// Makes the attempt that has waited for an embed.
    fn renew_if_asked(&mut self, now: Now) {
        if matches!(self.phase, Phase::AwaitingEmbed { .. }) && self.document.is_embed() {
            self.await_turn(now);
        }
    }
}

// A document does not show itself.
impl Session {
    /// The time for `ready` is over.
    pub(super) fn on_ready_due(&mut self, now: Now) {
        if let Due::Asked(_) = self.ready.due {
            self.ready.due = Due::Unseen;
            self.settle_if_unseen();
        } else if self.awaits_document() {
            self.ready.due = Due::Asked(now.after(GLANCE));
            self.todo.add(Task::AskIfViewed);
        } else {
            self.miss_ready(now);
        }
    }

    /// Whether the session does nothing, or waits for the document to show itself.
    fn awaits_document(&self) -> bool {
        matches!(self.phase, Phase::Idle { .. } | Phase::AwaitingEmbed { .. })
    }

    /// While nobody sees the iframe, the load and the renewal that waits for it go on for as long as they may,
    /// but no promise of them is pending for ever.
    pub(super) fn settle_if_unseen(&mut self) {
        if self.ready.due == Due::Unseen {
            self.todo.settle(Err(Error::ReadyTimedOut));
        }
    }

    /// The viewer sees the iframe.
    pub(super) fn on_viewed(&mut self, now: Now) {
        match self.ready.due {
            Due::Asked(until) if now.monotonic < until => self.miss_ready(now),
            // Browsers draw no frame that nobody sees, and the embed may have waited for that.
            Due::Asked(_) | Due::Unseen => self.ready.due = Due::At(now.after(self.ready_timeout)),
            Due::Never | Due::At(_) => {}
        }
    }

    fn miss_ready(&mut self, now: Now) {
        self.ready.due = Due::Never;
        if !core::mem::replace(&mut self.ready.is_missed, true) {
            self.todo.add(Task::RejectReady);
        }
        let had_load = self.ready.take_load();
        if !self.awaits_document() || !(had_load || self.document.is_foreign) {
            return;
        }
        if self.document.sign == Sign::Nothing && self.can_renew() {
            // It has reported nothing: the load is a failed attempt.
            self.document.is_dead = true;
            if self.phase.is_idle() && !had_load {
                // No renewal of the bridge's has brought this document.
                self.attempt.number = 0;
            }
            self.aim(Reason::Reload);
            self.fail(now, Error::ReadyTimedOut);
        } else if had_load {
            // The viewer may see something, so only the page may load it again.
            self.last_error = Some(Error::ReadyTimedOut);
            self.todo.settle(Err(Error::ReadyTimedOut));
        }
    }

    /// Nothing is under way. If nothing was ever loaded, there is no `ready` to wait for.
    pub(super) fn refuse_ready(&mut self) {
        let document = &self.document;
        let is_there = document.is_foreign || self.ready.ends_load || document.is_embed();
        if !is_there && self.ready.due != Due::Never {
            self.ready.due = Due::Never;
            self.todo.add(Task::RejectReady);
        }
    }

    /// Why `ready` will not come, or did not come in time.
    pub(super) fn refusal_of_ready(&self) -> Error {
        if self.is_destroyed() {
            return Error::Destroyed;
        }
        let lateness = if self.attempt.reason == Reason::Mount && self.phase.has_attempt() {
            // From the first load on, whatever is under way has another reason.
            Error::NotLoaded
        } else {
            Error::ReadyTimedOut
        };
        let given_up = self.last_error.filter(|_| !self.ready.is_missed);
        given_up.unwrap_or(lateness)
    }
}

// What is lost is sent again.
impl Session {
    /// After a late renewal the embed loads its view again without its state, so the actions are
    /// replayed at the first view, and if none comes, at the confirmation. Once: a replay may itself
    /// cause a view, and what the viewer does later must stand.
    pub(super) fn on_view(&mut self) {
        if self.phase.awaits_view() {
            self.phase.note_view();
            self.replay();
        }
    }

    pub(super) fn confirm_and_replay(&mut self, now: Now) {
        self.replay_without_view();
        self.confirm(now);
    }

    /// An id counts as taken. If it was late and no view has come, the `ready` that answers it shows that the embed
    /// has lost its view only then.
    pub(super) fn replay_without_view(&mut self) {
        if self.phase.awaits_view() {
            self.replay();
            self.document.answer.expect_loss();
        }
    }

    pub(super) fn replay(&mut self) {
        self.todo.add(Task::Replay);
    }
}
