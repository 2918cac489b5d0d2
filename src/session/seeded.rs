//! Bugs planted in the machine on purpose, to show that the proof in `proof/` finds them. Without
//! the feature `seeded-bugs` no bug can be planted, and the compiler removes every trace.

use super::machine::Session;

/// One safeguard taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bug {
    /// A lapse starts a renewal though one is under way.
    SecondFlight,
    /// An id is delivered however old it is.
    StaleIds,
    /// A renewal continues the count of the one before it.
    EndlessCount,
    /// A failed attempt is repeated without a pause.
    NoPause,
    /// An event of an earlier session counts as one of the present.
    EarlierEvents,
    /// Nothing follows the timeout of a mint.
    DeadTimeout,
    /// A late renewal restores nothing.
    NoReplay,
    /// The foreground takes a document for dead whose load is under way.
    HastyForeground,
    /// Each `ready` has the actions sent again.
    ReadyReplays,
    /// A renewal whose session ends at once is followed by the next one without a pause.
    FreeLapses,
    /// An attempt that nobody could use is made again and again.
    RestlessWait,
    /// A rejection after the confirmation leaves the deadlines of a session that never began.
    LateRejection,
}

impl Session {
    /// Plants `bug`.
    #[cfg(feature = "seeded-bugs")]
    #[must_use]
    pub fn with_bug(mut self, bug: Option<Bug>) -> Self {
        self.bug = bug;
        self
    }

    #[cfg(feature = "seeded-bugs")]
    pub(super) fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(feature = "seeded-bugs"))]
    #[expect(clippy::unused_self, reason = "the feature needs `self`")]
    pub(super) const fn has(&self, _: Bug) -> bool {
        false
    }
}
