//! The passing of time.

use super::phase::OrElse;
use super::{Error, Phase, Session, Task};
use crate::session::{Monotonic, Now};

/// What the machine does by itself when its time has come. Of several due timers, the one that is declared
/// first runs first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Timer {
    /// `ready` is overdue.
    Ready,
    /// The session has lapsed.
    Lapse,
    /// The phase of the renewal is over.
    Phase,
    /// The session is to be renewed, although no event says so.
    Overdue,
}

impl Session {
    /// When each timer is due; [`Monotonic::NEVER`] if it is not set.
    fn timers(&self) -> [(Timer, Monotonic); 4] {
        [
            (Timer::Ready, self.ready.due_at()),
            (Timer::Lapse, self.term.lapses_at),
            (Timer::Phase, self.phase.until(&self.policy)),
            (Timer::Overdue, self.term.overdue_at),
        ]
    }

    /// When [`Input::Tick`](super::Input::Tick) is due, on the monotonic clock. An earlier one does no
    /// harm.
    pub fn next_timeout(&self) -> Option<Monotonic> {
        let due = self.timers().into_iter().map(|(_, at)| at);
        let next = due.fold(Monotonic::NEVER, Monotonic::min);
        next.known().map(|at| at - self.asleep)
    }

    pub(super) fn run_timers(&mut self, now: Now) {
        let is_due = |&(_, at): &(Timer, Monotonic)| at <= now.monotonic;
        while let Some((timer, _)) = self.timers().into_iter().find(is_due) {
            match timer {
                Timer::Ready => self.on_ready_due(now),
                Timer::Lapse => self.on_lapse_due(now),
                Timer::Phase => self.on_phase_over(now),
                Timer::Overdue => self.on_overdue(now),
            }
        }
    }

    /// Nothing else has ended the phase in time.
    fn on_phase_over(&mut self, now: Now) {
        match self.phase {
            Phase::Minting { .. } => {
                self.abort_mint();
                self.fail(now, Error::MintTimedOut);
            }
            // No rejection has come in time.
            Phase::Confirming { .. } => self.confirm_and_replay(now),
            Phase::Scheduled { reason, .. } => self.begin(now, reason),
            Phase::Exhausted { since, .. } => {
                let or_else = OrElse::Seen;
                self.phase = Phase::Exhausted { since, or_else };
                self.todo.add(Task::AskIfSeen);
            }
            Phase::BackingOff { .. } if self.can_renew() => self.await_turn(now),
            // A private embed has only a load to try again.
            Phase::BackingOff { .. } => {
                self.attempt.number += 1;
                self.load(Task::Load);
            }
            Phase::Idle { .. }
            | Phase::AwaitingEmbed { .. }
            | Phase::AwaitingTurn
            | Phase::Loading
            | Phase::SignedOut
            | Phase::Destroyed => {}
        }
    }
}
