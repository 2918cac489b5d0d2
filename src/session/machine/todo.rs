//! The effects that wait to be polled.

use crate::error::Error;

/// A thing to do. Those that one input causes are done in the order of these variants: a mint is aborted before
/// the next one starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Task {
    Abort,
    LoadWithId,
    Load,
    Post,
    RejectReady,
    Replay,
    Settle,
    Mint,
    AskIfSeen,
    AskIfViewed,
    PutBack,
}

impl Task {
    const ALL: [Task; 11] = [
        Task::Abort,
        Task::LoadWithId,
        Task::Load,
        Task::Post,
        Task::RejectReady,
        Task::Replay,
        Task::Settle,
        Task::Mint,
        Task::AskIfSeen,
        Task::AskIfViewed,
        Task::PutBack,
    ];
}

/// Each task has a bit of its own.
const _: () = assert!(Task::ALL.len() <= u16::BITS as usize);

/// The effects that wait to be polled: at most one of each kind, so one bit for each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Todo {
    tasks: u16,
    /// How the promises of `renew` and `reload` are to be settled, if they are.
    pub(super) outcome: Option<Result<(), Error>>,
}

impl Todo {
    pub(super) fn add(&mut self, task: Task) {
        self.tasks |= 1 << task as u8;
    }

    /// Removes `task`; false if it does not wait.
    pub(super) fn withdraw(&mut self, task: Task) -> bool {
        let was_waiting = self.tasks & (1 << task as u8) != 0;
        self.tasks &= !(1 << task as u8);
        was_waiting
    }

    /// Settles the promises. If an outcome waits to be polled already, that one counts.
    // Not inlined: it has twenty callers.
    #[inline(never)]
    pub(super) fn settle(&mut self, outcome: Result<(), Error>) {
        self.add(Task::Settle);
        self.outcome.get_or_insert(outcome);
    }

    /// Removes every task but `task`.
    pub(super) fn clear_all_but(&mut self, task: Task) {
        self.tasks &= 1 << task as u8;
        self.outcome = None;
    }

    /// Removes and returns the first task.
    pub(super) fn next(&mut self) -> Option<Task> {
        let task = Task::ALL.get(self.tasks.trailing_zeros() as usize);
        // Removes the lowest bit.
        self.tasks &= self.tasks.wrapping_sub(1);
        task.copied()
    }
}
