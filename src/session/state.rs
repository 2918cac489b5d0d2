//! The session as a page sees it.

use super::time::Epoch;
use crate::error::Error;

/// How the embed is authenticated, according to its `ready` event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// By a session id; renewed.
    Signed,
    /// By the viewer's own sign-in; never renewed.
    Private,
}

/// How far the session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// The embed has not reported `ready` yet.
    Starting,
    /// The session works.
    Active,
    /// The session still works, but `session-expiring` has come or is overdue.
    Expiring,
    /// The session has lapsed.
    Expired,
    /// Renewal has given up or ended; `last_error` says why.
    Stopped,
}

/// What the renewal is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Renewal {
    /// No attempt is under way, or it waits for the iframe.
    Idle,
    /// A mint is to start: spread over time, or waiting for its turn on this page.
    Scheduled,
    /// The page's `getSession` is running.
    Minting,
    /// An id has been posted and may yet be rejected.
    Confirming,
    /// An attempt failed; the next one waits.
    BackingOff,
}

/// A snapshot of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// `None` until `ready` reports it.
    pub mode: Option<Mode>,
    /// How far the session is.
    pub status: Status,
    /// What the renewal is doing.
    pub renewal: Renewal,
    /// The attempt of the renewal under way, from 1; 0 if none has begun.
    pub attempt: u32,
    /// Renewals confirmed since the embed was made.
    pub renewals: u32,
    /// When the session stops working, by the embed's clock; `None` until an event reports it.
    pub expires_at: Option<Epoch>,
    /// When the next attempt starts; `None` if none is planned.
    pub next_attempt_at: Option<Epoch>,
    /// Why the last failed attempt failed; `None` once a renewal is confirmed.
    pub last_error: Option<Error>,
}

names!(Mode: Signed = "signed", Private = "private");
names!(Status: Starting = "starting", Active = "active", Expiring = "expiring", Expired = "expired", Stopped = "stopped");
names!(Renewal: Idle = "idle", Scheduled = "scheduled", Minting = "minting", Confirming = "confirming", BackingOff = "backing-off");
