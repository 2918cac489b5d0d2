//! Bugs planted in the page on purpose, to show that the proof in `proof/` finds them. Without the
//! feature `seeded-bugs` no bug can be planted, and the compiler removes every trace.

use super::Page;
use super::embed::Embed;
#[cfg(feature = "seeded-bugs")]
use crate::session;

/// One safeguard taken out of the page, or out of the sessions of its embeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bug {
    /// Every session of the page has this bug.
    #[cfg(feature = "seeded-bugs")]
    Session(session::Bug),
    /// An embed keeps its turn when its mint has ended.
    ForgottenTurn,
    /// Actions are sent before the new document has reported `ready`.
    ActionsTooEarly,
    /// An id that was used before counts as a fresh one.
    ForgottenIds,
}

impl<const EMBEDS: usize, const IDS: usize, const MINTS: usize> Page<EMBEDS, IDS, MINTS> {
    /// Plants `bug` in the page and in every embed that is opened from now on.
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
    #[expect(
        clippy::unused_self,
        reason = "with the feature, the function reads `self`"
    )]
    pub(super) const fn has(&self, _: Bug) -> bool {
        false
    }
}

impl Embed {
    /// Plants `bug` in the embed and in its session.
    #[cfg(feature = "seeded-bugs")]
    pub(super) fn with_bug(mut self, bug: Option<Bug>) -> Self {
        self.bug = bug;
        if let Some(Bug::Session(bug)) = bug {
            self.session = self.session.with_bug(Some(bug));
        }
        self
    }

    #[cfg(feature = "seeded-bugs")]
    pub(super) fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(feature = "seeded-bugs"))]
    #[expect(
        clippy::unused_self,
        reason = "with the feature, the function reads `self`"
    )]
    pub(super) const fn has(&self, _: Bug) -> bool {
        false
    }
}
