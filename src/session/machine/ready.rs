//! `ready`, or its absence; and what an embed that has lost its view is sent again.

use super::document::{EarlyReady, Sign};
use super::term::Life;
use super::{Delivery, Error, Lateness, Mode, Phase, Reason, Session, Task};
use crate::session::Monotonic;
use crate::session::policy::{EARLY_READY, FIRST_SIGHT, GLANCE, VIEW_WAIT};

/// What is still expected of `ready`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ready {
    pub(super) due: Due,
    /// Whether it did not come in time, for this document or an earlier one.
    pub(super) is_missed: bool,
    /// Whether it ends a load of the bridge's, and so the promise of `reload`.
    pub(super) ends_load: bool,
}

/// When `ready` is overdue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Due {
    /// It has come, or was given up.
    Never,
    At(Monotonic),
    /// As soon as the viewer sees the iframe.
    Unseen {
        /// When it would have been overdue.
        since: Monotonic,
        /// When the promises end all the same.
        until: Monotonic,
    },
}

impl Ready {
    /// A document has come that is to report `ready`. The time that runs already goes on.
    pub(super) fn expect_by(&mut self, at: Monotonic) {
        if !matches!(self.due, Due::At(_)) {
            self.due = Due::At(at);
        }
    }

    pub(super) fn due_at(&self) -> Monotonic {
        match self.due {
            Due::At(at) | Due::Unseen { until: at, .. } => at,
            Due::Never => Monotonic::NEVER,
        }
    }
}

// A document shows itself.
impl Session {
    pub(super) fn on_shown(&mut self) {
        if !self.document.is_foreign() {
            if self.document.sign == Sign::Nothing {
                self.document.sign = Sign::Event;
            }
            return;
        }
        if self.document.is_embed() {
            return;
        }
        if self.document.is_slow_embed(self.now) {
            // It may have missed what it was sent.
            self.todo.add(Task::Presume);
        }
        self.document.sign = Sign::Embed;
        // The actions are sent now. The `ready` that may follow is the same document's.
        self.document.loss.note_actions(self.now);
        self.renew_if_asked();
    }

    pub(super) fn on_ready(&mut self, mode: Option<Mode>) {
        let was_private = self.mode == Some(Mode::Private);
        self.mode = mode.or(self.mode);
        self.ready.due = Due::Never;
        let was_ready = core::mem::replace(&mut self.document.is_ready, true);
        self.document.refused_until = Monotonic::PAST;
        let was_embed = self.document.is_embed();
        self.document.sign = Sign::Embed;
        if was_embed {
            self.on_ready_again(was_ready);
        }
        // The doubt was wrong: its load was slow, or it was moved before it had spent its id.
        let was_slow = self.document.doubt.take().is_some();
        let is_being_replaced =
            self.attempt.reason != Reason::Rejected && self.attempt.delivery == Delivery::Load;
        if was_slow && is_being_replaced && self.term.life == Life::Starting {
            self.leave_load_alone();
        }
        self.document.answers.note(self.now);
        // The age of a private embed was not counted.
        let is_signed_now = was_private && self.mode == Some(Mode::Signed);
        if is_signed_now {
            // What was tried was to load a private embed.
            self.attempt.number = 0;
        }
        self.begin_session_at_ready(was_embed, is_signed_now);
        if let Phase::Confirming { lateness, .. } = self.phase {
            // `ready` comes once for each session, so the new one has taken over. Unless it is the
            // answer to the id before, that the browser has held back.
            let is_earlier = lateness != Lateness::InTime && self.document.answers.has_more();
            self.document.loss.by_view_until = if is_earlier {
                self.now.after(VIEW_WAIT)
            } else {
                Monotonic::PAST
            };
            self.confirm();
        } else if self.phase.is_idle() {
            self.end_load();
        }
        self.ready.ends_load = false;
        if self.mode == Some(Mode::Private) {
            self.leave_private_alone();
        } else {
            self.renew_if_asked();
        }
    }

    /// The iframe was loaded, if that was asked for.
    fn end_load(&mut self) {
        if self.ready.ends_load {
            self.last_error = None;
            self.settle(None);
        } else if self.last_error == Some(Error::ReadyTimedOut) {
            self.last_error = None;
        }
    }

    /// An embed that has shown itself before is ready again. Either that is for the id that was posted,
    /// or the embed has mounted itself again in the same document, or the next document has come. The first
    /// `ready` of a document that another event has shown is none of these.
    fn on_ready_again(&mut self, was_ready: bool) {
        let is_answer = self.document.answers.are_due(self.now);
        let loss = &mut self.document.loss;
        let is_lost = if is_answer {
            self.phase.lateness().awaits_view() || loss.by_answer
        } else {
            loss.on_remount(self.now, &self.policy)
        };
        if was_ready || is_answer {
            loss.early_ready = Some(EarlyReady {
                until: self.now.after(EARLY_READY),
                is_replayed: is_lost,
                is_answer,
            });
        }
        if is_lost {
            self.replay();
        }
    }

    /// The document that seemed dead was slow: the load that was to take its place is not needed.
    fn leave_load_alone(&mut self) {
        if matches!(
            self.phase,
            Phase::BackingOff { .. }
                | Phase::AwaitingTurn
                | Phase::Minting { .. }
                | Phase::Exhausted { .. }
        ) {
            self.abort_mint();
            self.rest();
            self.attempt.number = 0;
            self.last_error = None;
            self.settle(None);
        }
    }

    /// Invariant 9, for an embed that was given `getSession` and turns out to be private.
    fn leave_private_alone(&mut self) {
        let was_asked = core::mem::take(&mut self.renews_when_shown);
        self.term.drop_deadlines();
        let rested = self.phase.rests();
        self.abort_mint();
        self.todo.withdraw(Task::LoadWithId);
        self.todo.withdraw(Task::Post);
        if !rested || matches!(self.phase, Phase::Exhausted { .. }) {
            // A private embed is not renewed, so it cannot have given up, and no attempt has failed.
            self.rest();
            self.attempt.number = 0;
            self.last_error = None;
        }
        if was_asked || !rested {
            self.settle(Some(Error::NotRenewable));
        }
    }

    /// Does the renewal that was asked for before an embed was there, unless the user has been signed
    /// out since, and the attempt that has waited for it.
    pub(super) fn renew_if_asked(&mut self) {
        if matches!(self.phase, Phase::AwaitingEmbed { .. }) && self.document.is_embed() {
            self.await_turn();
        }
        let is_asked = core::mem::take(&mut self.renews_when_shown);
        if is_asked && self.phase.rests() && self.can_renew() {
            self.begin(Reason::Manual);
        }
    }
}

// A document does not show itself.
impl Session {
    /// The time for `ready` is over.
    pub(super) fn on_ready_due(&mut self) {
        if let Due::Unseen { since, .. } = self.ready.due {
            // The load goes on for as long as it may, but no promise is pending for ever.
            let until = Monotonic::NEVER;
            self.ready.due = Due::Unseen { since, until };
            if self.ready.ends_load || self.renews_when_shown {
                self.settle(Some(Error::ReadyTimedOut));
            }
        } else if self.phase.is_idle() {
            self.ready.due = Due::Unseen {
                since: self.now.monotonic,
                until: self.now.after(GLANCE),
            };
            self.todo.add(Task::AskIfViewed);
        } else {
            self.miss_ready();
        }
    }

    /// The viewer sees the iframe.
    pub(super) fn on_viewed(&mut self) {
        let Due::Unseen { since, .. } = self.ready.due else {
            return;
        };
        if self.now.monotonic - since < GLANCE {
            self.miss_ready();
        } else {
            // Browsers draw no frame that nobody sees, and the embed may have waited for that.
            let time = self.ready_timeout.max(FIRST_SIGHT);
            self.ready.due = Due::At(self.now.after(time));
        }
    }

    fn miss_ready(&mut self) {
        self.ready.due = Due::Never;
        if !core::mem::replace(&mut self.ready.is_missed, true) {
            self.todo.add(Task::RejectReady);
        }
        if core::mem::take(&mut self.ready.ends_load) && self.phase.rests() {
            self.fail_load();
        }
        self.renew_if_asked();
    }

    /// The document that the bridge has loaded is not ready in time.
    fn fail_load(&mut self) {
        let may_load_again = self.phase.is_idle() && self.can_renew();
        if may_load_again && self.document.sign == Sign::Nothing {
            // It has reported nothing: the load is a failed attempt.
            self.document.give_up();
            self.aim(Reason::Reload);
            return self.fail(Error::ReadyTimedOut);
        }
        if may_load_again {
            // The viewer may see something, so only the page may load it again.
            self.last_error = Some(Error::ReadyTimedOut);
        }
        self.settle(Some(Error::ReadyTimedOut));
    }

    /// The document has been silent for so long that it counts as an embed that has nothing to report.
    pub(super) fn on_silence(&mut self) {
        if self.mode.is_none() {
            // No embed was there before, so it may be the page of a sign-in.
            return self.document.end_silence();
        }
        self.document.presume(self.now);
        self.todo.add(Task::Presume);
    }

    /// Nothing is under way. If nothing was ever loaded, there is no `ready` to wait for.
    pub(super) fn give_up_ready(&mut self) {
        let document = &self.document;
        let is_there = document.is_foreign() || self.ready.ends_load || document.is_embed();
        if !is_there && self.ready.due != Due::Never {
            self.ready.due = Due::Never;
            self.todo.add(Task::RejectReady);
        }
    }

    /// Why `ready` will not come, or did not come in time.
    pub(super) fn refusal_of_ready(&self) -> Error {
        let lateness = if self.attempt.reason == Reason::Mount && !self.phase.rests() {
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
        let is_soon = self.now.monotonic < self.document.loss.by_view_until;
        let is_first = self.phase.lateness().awaits_view();
        self.phase.note_view();
        self.document.loss.by_view_until = Monotonic::PAST;
        if is_first || is_soon {
            self.replay();
        }
    }

    pub(super) fn confirm_and_replay(&mut self) {
        match self.phase {
            Phase::Confirming {
                lateness: Lateness::Late { is_replayed: false },
                ..
            } => {
                self.replay();
                // The embed may still lose its view, and if the tab was frozen, only from now on.
                self.document.loss.await_view_after(self.now.monotonic);
                self.document.loss.by_answer = true;
            }
            Phase::Confirming {
                lateness: Lateness::Late { .. },
                ..
            } => self.document.loss.by_view_until = Monotonic::PAST,
            _ => {}
        }
        self.confirm();
    }

    pub(super) fn replay(&mut self) {
        self.document.loss.by_view_until = Monotonic::PAST;
        self.document.loss.by_answer = false;
        self.todo.add(Task::Replay);
    }
}
