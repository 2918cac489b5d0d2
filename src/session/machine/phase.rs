//! What the renewal is doing.

use super::{Error, Mode, Policy, Reason, Session};
use crate::session::{Epoch, Millis, Monotonic, Now, Renewal};

/// What the renewal is doing, or why it does nothing more.
///
/// ```text
/// ┌──── at rest ────┐             ┌─────────────────── under way ────────────────────┐
/// │ Idle            │             │                                                  │
/// │ Scheduled       │ ──trigger─▶ │ AwaitingTurn ──turn─▶ Minting ──id─▶ Loading, or │ ──signed out─▶ SignedOut
/// │ AwaitingEmbed   │             │      ▲                               Confirming  │
/// │ BackingOff      │ ◀─outcome── │      └────── a move, or a reload ───────┘        │
/// │ Exhausted       │             └──────────────────────────────────────────────────┘
/// └─────────────────┘                                     any ──destroy─▶ Destroyed
/// ```
///
/// A trigger is an event, a deadline, a tab that comes back, a move, a call of the page, or the time that a phase at rest
/// waits for. It leads to `AwaitingTurn` (a load without an id to `Loading`), unless something is to be waited for. In
/// `AwaitingTurn` and `Minting`, a move or a `reload` only has the id loaded.
///
/// | to | because |
/// |---|---|
/// | `Scheduled` | renewals are spread, or the machine's own deadline comes too soon after the session's beginning |
/// | `AwaitingEmbed` | nobody could use an id now |
/// | `BackingOff` | the trigger means that the last renewal has failed, or a pause is left since the last failure, or since the last load that a move or a `reload` asked for |
///
/// | outcome | to |
/// |---|---|
/// | confirmed, loaded, or not needed: the embed is private, or the document that was to be replaced is ready, and no session has begun | `Idle` |
/// | the load cannot be done | `Idle`; `Exhausted` if no deadline would start another renewal |
/// | nobody could use an id | `AwaitingEmbed` |
/// | failed: no id, unreachable, rejected, or lost with its document | `BackingOff`; `Exhausted` after the last attempt |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// No renewal is under way.
    Idle {
        /// When the last one ended, or the iframe was loaded; [`Monotonic::PAST`] before either.
        since: Monotonic,
    },
    /// A renewal is to start: those of many pages are spread over time, and the machine's own waits for the least
    /// pause.
    Scheduled {
        /// Why.
        reason: Reason,
        /// When.
        next: Planned,
    },
    /// The next attempt starts as soon as the page grants a turn.
    AwaitingTurn,
    /// The next attempt waits for somebody who could use its id: the iframe is in no document, the page
    /// is prerendered, or the iframe shows a document that is unknown.
    AwaitingEmbed {
        /// When that turned out: from then on, the pause before the next attempt counts.
        since: Monotonic,
    },
    /// `getSession` is running.
    Minting {
        /// When it was called.
        began: Now,
    },
    /// The shell is to load the iframe, and has not answered yet.
    Loading,
    /// An id was posted, and may yet be rejected.
    Confirming {
        /// When it was posted.
        posted: Now,
        /// Whether the session that it replaces has lapsed.
        lateness: Lateness,
    },
    /// The last attempt has failed, or the iframe was loaded a moment ago: the next attempt has a pause.
    BackingOff {
        /// When the last attempt failed, the iframe was loaded, or nobody could use an id.
        since: Monotonic,
        /// The next attempt.
        next: Planned,
    },
    /// The last attempt of the renewal has failed. The next trigger, or a deadline of the session, starts another.
    Exhausted {
        /// When it failed.
        since: Monotonic,
        /// What else starts the next renewal.
        or_else: OrElse,
    },
    /// The user is signed out: nothing is renewed any more.
    SignedOut,
    /// The embed has ended.
    Destroyed,
}

/// After a renewal has given up, a trigger or a deadline of the session starts the next one. This is what else may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum OrElse {
    /// Nothing: the iframe could not be loaded.
    Nothing,
    /// One more attempt is made then, if somebody looks at the page.
    At(Planned),
    /// The shell was asked whether somebody does, and has only to say so.
    Seen,
}

/// When an attempt is to start, by both clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Planned {
    pub(super) at: Monotonic,
    /// For the page.
    pub(super) wall: Epoch,
}

impl Planned {
    /// An attempt that starts after `delay`.
    pub(super) fn after(now: Now, delay: Millis) -> Self {
        Self {
            at: now.after(delay),
            wall: now.wall + delay,
        }
    }
}

/// Whether a posted id replaces a session that has lapsed. The embed loses its view then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Lateness {
    InTime,
    Late,
    /// It is late, and a `view` has had the page's actions sent again.
    Replayed,
}

/// The attempt under way. If there is none, or only a renewal that is scheduled, the last one: a rejection may come
/// after its id counted as taken, and the next attempt then continues its count. Before the first one, the load that
/// the page began with, which has lost nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    /// What its renewal was started by, or the rejection or the load that has continued it since.
    pub(super) reason: Reason,
    /// Counts from 1 within the renewal; 0 before its first, and if the last renewal is not to be continued. Of the
    /// loads without an id, those that follow a failure are counted.
    pub(super) number: u32,
    /// How its id is to reach the embed, or has reached it; and so that of the next attempt of its renewal.
    pub(super) delivery: Delivery,
    /// Whether an id of its renewal was lost with the document after it counted as taken.
    pub(super) lost_id: bool,
}

/// How a fresh id reaches the embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Delivery {
    Load,
    Post,
}

impl Phase {
    /// Whether a renewal or a load is under way.
    pub(super) fn is_under_way(&self) -> bool {
        !(self.is_idle() || self.has_stopped())
    }

    /// Whether the renewal has given up or ended.
    pub(super) fn has_stopped(&self) -> bool {
        matches!(
            self,
            Phase::Exhausted { .. } | Phase::SignedOut | Phase::Destroyed
        )
    }

    /// Whether an attempt is under way or has a pause: a renewal is more than scheduled.
    pub(super) fn has_attempt(&self) -> bool {
        self.is_under_way() && !matches!(self, Phase::Scheduled { .. })
    }

    pub(super) fn is_idle(&self) -> bool {
        matches!(self, Phase::Idle { .. })
    }

    pub(super) fn is_confirming(&self) -> bool {
        matches!(self, Phase::Confirming { .. })
    }

    /// Whether an id that is late is being confirmed, and the view of its session is still to come.
    pub(super) fn awaits_view(&self) -> bool {
        matches!(
            self,
            Phase::Confirming {
                lateness: Lateness::Late,
                ..
            }
        )
    }

    /// The session that is being replaced has lapsed: if its successor has not taken over, the view is
    /// lost.
    pub(super) fn note_lapse(&mut self) {
        if let Phase::Confirming { lateness, .. } = self
            && *lateness == Lateness::InTime
        {
            *lateness = Lateness::Late;
        }
    }

    /// A `view` has come: a late renewal needs no second replay.
    pub(super) fn note_view(&mut self) {
        if let Phase::Confirming { lateness, .. } = self
            && *lateness == Lateness::Late
        {
            *lateness = Lateness::Replayed;
        }
    }

    /// The attempt that waits for its time.
    fn planned(&self) -> Option<Planned> {
        match *self {
            Phase::Scheduled { next, .. }
            | Phase::BackingOff { next, .. }
            | Phase::Exhausted {
                or_else: OrElse::At(next),
                ..
            } => Some(next),
            _ => None,
        }
    }

    /// When the phase ends by itself; [`Monotonic::NEVER`] if something else must end it.
    pub(super) fn until(&self, policy: &Policy) -> Monotonic {
        match *self {
            // It has taken too long then.
            Phase::Minting { began } => began.after(policy.mint_timeout),
            // It counts as taken then.
            Phase::Confirming { posted, .. } => posted.after(policy.confirm),
            _ => self.planned().map_or(Monotonic::NEVER, |next| next.at),
        }
    }

    /// For the page: when the next attempt starts.
    pub(super) fn next_attempt_at(&self) -> Option<Epoch> {
        self.planned()?.wall.known()
    }

    /// What the page sees. `has_failed`: the state has an error, so a pause is that after a failure.
    pub(super) fn renewal(&self, has_failed: bool) -> Renewal {
        match self {
            Phase::Scheduled { .. } | Phase::AwaitingTurn => Renewal::Scheduled,
            // A load that a move asks for has a pause, and nothing has failed.
            Phase::BackingOff { .. } if !has_failed => Renewal::Scheduled,
            Phase::BackingOff { .. } => Renewal::BackingOff,
            Phase::Minting { .. } => Renewal::Minting,
            Phase::Confirming { .. } => Renewal::Confirming,
            _ => Renewal::Idle,
        }
    }
}

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

    /// Nothing is under way from now on.
    pub(super) fn end_renewal(&mut self, now: Now) {
        self.phase = Phase::Idle {
            since: now.monotonic,
        };
    }
}
