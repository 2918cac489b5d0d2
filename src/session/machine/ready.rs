//! `ready`, or its absence; and what an embed that has lost its view is sent again.

use super::document::{EarlyReady, Seemed, Sign};
use super::term::Life;
use super::{Delivery, Error, Mode, Phase, Reason, Session, Task};
use crate::session::policy::{EARLY_READY, FIRST_SIGHT, GLANCE};
use crate::session::{Monotonic, Now};

/// What is still expected of `ready`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ready {
    pub(super) due: Due,
    /// Whether the page was told that it did not come in time, for this document or an earlier one.
    pub(super) is_missed: bool,
    pub(super) awaited_by: AwaitedBy,
}

/// What waits for the document to show itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum AwaitedBy {
    /// Only the promise of `ready`, if that is open.
    Nothing,
    /// A load of the bridge's, and so the promise of `reload`, if there is one: `ready` ends it.
    Load,
    /// The page has called `renew` for an iframe that it may still be loading: the first sign of an embed begins the
    /// renewal.
    Renew,
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

    /// Whether it ends a load of the bridge's.
    pub(super) fn ends_load(&self) -> bool {
        self.awaited_by == AwaitedBy::Load
    }

    /// The load has ended, with `ready` or without. Returns whether there was one.
    pub(super) fn take_load(&mut self) -> bool {
        self.take(AwaitedBy::Load)
    }

    /// The renewal that was asked for begins, or does not. Returns whether one was.
    pub(super) fn take_renewal(&mut self) -> bool {
        self.take(AwaitedBy::Renew)
    }

    fn take(&mut self, awaited_by: AwaitedBy) -> bool {
        let was_awaited = self.awaited_by == awaited_by;
        if was_awaited {
            self.awaited_by = AwaitedBy::Nothing;
        }
        was_awaited
    }
}

// A document shows itself.
impl Session {
    pub(super) fn on_shown(&mut self, now: Now) {
        let was_embed = self.document.is_embed();
        let was_slow = self.document.is_slow_embed(now);
        self.document.note_event();
        if was_embed || !self.document.is_embed() {
            return;
        }
        if was_slow {
            // It may have missed what it was sent.
            self.todo.add(Task::Presume);
        }
        // The actions are sent now. The `ready` that may follow is the same document's.
        self.document.loss.note_actions(now);
        self.renew_if_asked(now);
    }

    pub(super) fn on_ready(&mut self, now: Now, mode: Option<Mode>) {
        let was_private = self.mode == Some(Mode::Private);
        self.mode = mode.or(self.mode);
        self.ready.due = Due::Never;
        self.document.refused_until = Monotonic::PAST;
        let was_embed = self.document.is_embed();
        let was_ready = core::mem::replace(&mut self.document.sign, Sign::Ready) == Sign::Ready;
        if was_embed {
            self.on_ready_again(now, was_ready);
        }
        // The doubt was wrong: its load was slow, or it was moved before it had spent its id.
        let was_slow = self.document.doubt.take().is_some();
        let is_being_replaced =
            self.attempt.reason != Reason::Rejected && self.attempt.delivery == Delivery::Load;
        if was_slow && is_being_replaced && self.term.life == Life::Starting {
            self.leave_load_alone(now);
        }
        self.document.answers.note(now);
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
        if self.ready.ends_load() {
            self.last_error = None;
            self.todo.settle(Ok(()));
        } else if self.last_error == Some(Error::ReadyTimedOut) {
            self.last_error = None;
        }
    }

    /// An embed that has shown itself before is ready again. Either that is for the id that was posted,
    /// or the embed has mounted itself again in the same document, or the next document has come. The first
    /// `ready` of a document that another event has shown is none of these.
    fn on_ready_again(&mut self, now: Now, was_ready: bool) {
        let is_answer = self.document.answers.are_due(now);
        let loss = &mut self.document.loss;
        let is_lost = if is_answer {
            self.phase.awaits_view() || self.document.answers.show_loss()
        } else {
            loss.on_remount(now, &self.policy)
        };
        if was_ready || is_answer {
            loss.early_ready = Some(EarlyReady {
                until: now.after(EARLY_READY),
                seemed: if is_answer {
                    Seemed::Answer
                } else {
                    Seemed::Remount {
                        is_replayed: is_lost,
                    }
                },
            });
        }
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
        let was_asked = self.ready.take_renewal();
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
        if was_asked || was_under_way {
            self.todo.settle(Err(Error::NotRenewable));
        }
    }

    /// Does the renewal that was asked for before an embed was there, unless the user has been signed
    /// out since, and the attempt that has waited for it.
    pub(super) fn renew_if_asked(&mut self, now: Now) {
        if matches!(self.phase, Phase::AwaitingEmbed { .. }) && self.document.is_embed() {
            self.await_turn(now);
        }
        let is_asked = self.ready.take_renewal();
        if is_asked && !self.phase.is_under_way() && self.can_renew() {
            self.begin(now, Reason::Manual);
        }
    }
}

// A document does not show itself.
impl Session {
    /// The time for `ready` is over.
    pub(super) fn on_ready_due(&mut self, now: Now) {
        if let Due::Asked(_) = self.ready.due {
            self.ready.due = Due::Unseen;
            if self.ready.awaited_by != AwaitedBy::Nothing {
                self.settle_if_unseen();
            }
        } else if self.phase.is_idle() {
            self.ready.due = Due::Asked(now.after(GLANCE));
            self.todo.add(Task::AskIfViewed);
        } else {
            self.miss_ready(now);
        }
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
            Due::Asked(_) | Due::Unseen => {
                // Browsers draw no frame that nobody sees, and the embed may have waited for that.
                let time = self.ready_timeout.max(FIRST_SIGHT);
                self.ready.due = Due::At(now.after(time));
            }
            Due::Never | Due::At(_) => {}
        }
    }

    fn miss_ready(&mut self, now: Now) {
        self.ready.due = Due::Never;
        if !core::mem::replace(&mut self.ready.is_missed, true) {
            self.todo.add(Task::RejectReady);
        }
        if self.ready.take_load() && !self.phase.is_under_way() {
            self.fail_load(now);
        }
        self.renew_if_asked(now);
    }

    /// The document that the bridge has loaded is not ready in time.
    fn fail_load(&mut self, now: Now) {
        let may_load_again = self.phase.is_idle() && self.can_renew();
        if may_load_again && !self.document.was_heard() {
            // It has reported nothing: the load is a failed attempt.
            self.document.write_off();
            self.aim(Reason::Reload);
            return self.fail(now, Error::ReadyTimedOut);
        }
        if may_load_again {
            // The viewer may see something, so only the page may load it again.
            self.last_error = Some(Error::ReadyTimedOut);
        }
        self.todo.settle(Err(Error::ReadyTimedOut));
    }

    /// The document has been silent for so long that it counts as an embed that has nothing to report.
    pub(super) fn on_silence(&mut self, now: Now) {
        if self.mode.is_none() {
            // No embed was ever ready in the iframe, so it may show the page of a sign-in.
            return self.document.end_silence();
        }
        self.document.presume(now);
        self.todo.add(Task::Presume);
    }

    /// Nothing is under way. If nothing was ever loaded, there is no `ready` to wait for.
    pub(super) fn refuse_ready(&mut self) {
        let document = &self.document;
        let is_there = document.is_foreign() || self.ready.ends_load() || document.is_embed();
        if !is_there && self.ready.due != Due::Never {
            self.ready.due = Due::Never;
            self.todo.add(Task::RejectReady);
        }
    }

    /// Why `ready` will not come, or did not come in time.
    pub(super) fn refusal_of_ready(&self) -> Error {
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
            self.document.answers.expect_loss();
        }
    }

    pub(super) fn replay(&mut self) {
        self.todo.add(Task::Replay);
    }
}
