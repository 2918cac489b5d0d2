//! What waits to be done.

use crate::error::Error;

/// An [`Effect`](super::Effect) by its kind. Those of one input are done in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Task {
    Mint,
    Load,
    Post,
    TellOverdue,
    Abort,
    Replay,
    Settle,
    AwaitTurn,
}

impl Task {
    const ALL: [Task; 8] = [
        Task::Mint,
        Task::Load,
        Task::Post,
        Task::TellOverdue,
        Task::Abort,
        Task::Replay,
        Task::Settle,
        Task::AwaitTurn,
    ];
}

/// What waits to be done: no more than one of each kind, so a bit each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Todo<I> {
    tasks: u8,
    /// To be loaded or posted.
    pub(super) id: Option<I>,
    /// What the promises of `renew` and `reload` are settled with.
    pub(super) outcome: Option<Error>,
}

impl<I> Default for Todo<I> {
    fn default() -> Self {
        Self {
            tasks: 0,
            id: None,
            outcome: None,
        }
    }
}

impl<I> Todo<I> {
    pub(super) fn add(&mut self, task: Task) {
        self.tasks |= 1 << task as u8;
    }

    pub(super) fn has(&self, task: Task) -> bool {
        self.tasks & 1 << task as u8 != 0
    }

    /// Takes the first that waits.
    pub(super) fn next(&mut self) -> Option<Task> {
        let task = Task::ALL.get(self.tasks.trailing_zeros() as usize);
        self.tasks &= self.tasks.wrapping_sub(1);
        task.copied()
    }
}
