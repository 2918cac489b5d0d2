//! The session as a page sees it.

use super::time::Epoch;
use crate::error::Error;

variants! {
    /// How the embed is authenticated, according to its `ready` event.
    pub enum Mode {
        /// By a session id; renewed.
        Signed = "signed",
        /// By the viewer's own sign-in; never renewed.
        Private = "private",
    }
}

variants! {
    /// How far the session is.
    pub enum Status {
        /// The embed has not reported `ready` yet.
        Starting = "starting",
        /// The session works.
        Active = "active",
        /// The session still works, but `session-expiring` has come or is overdue.
        Expiring = "expiring",
        /// The session has lapsed.
        Expired = "expired",
        /// Renewal has given up or ended; `last_error` says why, unless the page has called `destroy`.
        Stopped = "stopped",
    }
}

variants! {
    /// What the renewal is doing.
    pub enum Renewal {
        /// No attempt is under way, or it waits for the iframe.
        Idle = "idle",
        /// A mint is to start: spread over time, after the pause that a load needs, or waiting for its turn on
        /// this page.
        Scheduled = "scheduled",
        /// The page's `getSession` is running.
        Minting = "minting",
        /// An id has been posted and may yet be rejected.
        Confirming = "confirming",
        /// An attempt failed; the next one waits.
        BackingOff = "backing-off",
    }
}

/// A snapshot of the session. A shell that gives errors details has an `E` of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State<E = Error> {
    /// `None` until `ready` reports it.
    pub mode: Option<Mode>,
    /// How far the session is.
    pub status: Status,
    /// What the renewal is doing.
    pub renewal: Renewal,
    /// The attempt of the present renewal, counted from 1: the one under way, or while it backs off the one that
    /// failed last. 0 before the first, and while `renewal` is idle.
    pub attempt: u32,
    /// Renewals confirmed since the embed was made.
    pub renewals: u32,
    /// When the session stops working, by the embed's clock; `None` until an event of this session reports it.
    pub expires_at: Option<Epoch>,
    /// When the next attempt starts; `None` if none is planned.
    pub next_attempt_at: Option<Epoch>,
    /// Why the last attempt failed, or the embed did not become ready; `None` once that is mended.
    pub last_error: Option<E>,
}
