//! What comes into the machine and what goes out of it.

use crate::error::Error;
use crate::protocol::SessionId;
use crate::session::{Millis, Mode};

/// Numbers the mints of one embed, so that a late answer is recognised.
pub type Ticket = u32;

/// Why a session id is asked for; `SessionRequest.reason` in JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The iframe is loaded for the first time.
    Mount,
    /// The session is about to lapse.
    Expiring,
    /// The session has lapsed.
    Expired,
    /// The tab came back and found a renewal due.
    Foreground,
    /// The embed refused the id before this one.
    Rejected,
    /// The page called `renew`.
    Manual,
    /// The iframe is loaded anew.
    Reload,
}

impl Reason {
    /// The reason's name in JavaScript.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Mount => "mount",
            Reason::Expiring => "expiring",
            Reason::Expired => "expired",
            Reason::Foreground => "foreground",
            Reason::Rejected => "rejected",
            Reason::Manual => "manual",
            Reason::Reload => "reload",
        }
    }
}

/// How a mint ended without an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MintFailure {
    /// `getSession` threw or rejected.
    Failed,
    /// `getSession` gave something that is no session id.
    Invalid,
    /// `getSession` gave an id that it had given before, for this embed or another of the page;
    /// see [`GivenIds`](crate::session::GivenIds).
    Repeated,
    /// `getSession` said that the user is signed out.
    SignedOut,
}

/// What happens to the machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Input<I = SessionId> {
    /// The embed reported `ready`; `None` for a mode this version does not know.
    Ready(Option<Mode>),
    /// The embed reported `view`.
    View,
    /// The embed reported `session-expiring`.
    Expiring {
        /// Epoch ms by the embed's clock; names the session.
        expires_at: Millis,
        /// Time left, ms.
        expires_in: Millis,
    },
    /// The embed reported `session-expired`.
    Expired {
        /// Epoch ms by the embed's clock; names the session.
        expired_at: Millis,
        /// When the embed said so, epoch ms by the same clock.
        reported_at: Millis,
    },
    /// The embed refused a session id.
    Rejected,
    /// The page is visible again, was restored or resumed, or the network is back.
    Foreground,
    /// The page's turn to mint has come for this embed, after [`Effect::AwaitTurn`].
    Turn,
    /// The mint gave an id.
    Minted(Ticket, I),
    /// The mint gave none.
    MintFailed(Ticket, MintFailure),
    /// [`Effect::Load`] was carried out.
    Loaded,
    /// [`Effect::Load`] could not be carried out: what the iframe showed is there still.
    LoadFailed(Error),
    /// [`Effect::Post`] could not be carried out: the iframe has no window.
    Unreachable,
    /// The page called `renew`.
    Renew,
    /// The page called `reload`.
    Reload,
    /// Time has passed; see [`Session::next_timeout`](crate::session::Session::next_timeout).
    Tick,
    /// The page called `destroy`.
    Destroy,
}

/// What the machine wants done.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect<I = SessionId> {
    /// Answer with [`Input::Turn`] as soon as the page may run one more mint.
    AwaitTurn,
    /// Call `getSession`; answer with [`Input::Minted`] or [`Input::MintFailed`].
    Mint {
        /// To be handed back with the answer.
        ticket: Ticket,
        /// Why.
        reason: Reason,
        /// Counts from 1 within one renewal.
        attempt: u32,
    },
    /// The mint's answer is no longer wanted: abort it.
    Abort,
    /// Load the iframe with this id, or without one; answer at once with [`Input::Loaded`] or
    /// [`Input::LoadFailed`].
    Load(Option<I>),
    /// Post `set-session` with this id.
    Post(I),
    /// Send the page's actions again: the embed has lost its view state.
    Replay,
    /// Settle the promises of `renew` and `reload`.
    Settle(Result<(), Error>),
    /// `ready` is overdue.
    ReadyTimedOut,
}
