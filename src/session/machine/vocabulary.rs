//! Inputs and effects of the machine.

use crate::error::Error;
use crate::session::{Epoch, Millis, Mode};

/// The number of a mint of one embed, by which a late answer is recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Ticket(pub u32);

variants! {
    /// Why a session id is asked for; `SessionRequest.reason` in JavaScript.
    pub enum Reason {
        /// The iframe is loaded for the first time.
        Mount = "mount",
        /// The session is about to lapse.
        Expiring = "expiring",
        /// The session has lapsed.
        Expired = "expired",
        /// The tab came back, and found a renewal due, one that has given up, or a document that is dead.
        Foreground = "foreground",
        /// The embed refused the id before this one.
        Rejected = "rejected",
        /// The page called `renew`.
        Manual = "manual",
        /// The iframe is loaded again.
        Reload = "reload",
    }
}

variants! {
    /// How a mint ended without an id.
    pub enum MintFailure {
        /// `getSession` threw or rejected.
        Failed,
        /// `getSession` returned something that is no session id.
        Invalid,
        /// `getSession` returned an id that any embed of the page was given before.
        Repeated,
        /// `getSession` reported that the user is signed out.
        SignedOut,
    }
}

/// What happens to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// The embed reported `ready`; `None` for a mode this version does not know.
    Ready(Option<Mode>),
    /// The embed reported `view`.
    View,
    /// The embed reported `session-expiring`.
    Expiring {
        /// By the embed's clock; names the session.
        expires_at: Epoch,
        /// The time that is left.
        expires_in: Millis,
    },
    /// The embed reported `session-expired`.
    Expired {
        /// By the embed's clock; names the session.
        expired_at: Epoch,
        /// When the embed reported it, by the same clock.
        reported_at: Epoch,
    },
    /// The embed refused a session id.
    Rejected,
    /// The page is visible again, was restored or resumed, or the network is back; or a prerendered page
    /// is shown, or the iframe was put into a document for the first time.
    Foreground,
    /// The page is visible and online: the answer to [`Effect::AskIfSeen`]. A page that is not gives
    /// none, and hands in [`Input::Foreground`] when it is.
    Seen,
    /// The viewer sees the iframe: the answer to [`Effect::AskIfViewed`], whenever that comes true.
    Viewed,
    /// The first valid event of a document, or after a rejection, other than those of [`Input::Expiring`] and
    /// [`Input::Expired`], a fatal error and a rejection. An embed is there; if the bridge has loaded the document, only `ready` shows that, and
    /// another event no more than that the load has not failed.
    Shown,
    /// The iframe has a new window: the page moved it, and the browser has loaded its URL once more,
    /// whose id is spent. The browser does that, too, when the viewer comes back through the history.
    Moved,
    /// The iframe has another document, which neither the bridge nor a move has loaded: the embed has
    /// navigated by itself.
    Navigated,
    /// The document in the iframe came to the end of its load while the page was offline, and has
    /// reported nothing: it may be the browser's error page.
    LoadedOffline,
    /// The browser will not show the document.
    Blocked,
    /// This embed may mint now; see [`Session::awaits_turn`](crate::session::Session::awaits_turn).
    Turn,
    /// The mint returned an id. The machine never sees the id itself.
    Minted(Ticket),
    /// The mint returned no id.
    MintFailed(Ticket, MintFailure),
    /// [`Effect::LoadWithId`] or [`Effect::Load`] was done.
    Loaded,
    /// The load failed: the iframe still shows its document.
    LoadFailed(Error),
    /// The answer to [`Effect::Mint`], [`Effect::LoadWithId`] or [`Effect::Post`] if the iframe is in no
    /// document, and to [`Effect::Mint`] if the page is prerendered: nobody could use the id.
    /// [`Input::Foreground`] or [`Input::Moved`] follows as soon as that changes.
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

/// What the shell is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Call `getSession`; answer with [`Input::Minted`] or [`Input::MintFailed`]. If nobody could use the
    /// id, do not call it, and answer with [`Input::Unreachable`].
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
    /// Load the iframe with the id that was minted just now; answer at once with
    /// [`Input::Loaded`], [`Input::LoadFailed`] or [`Input::Unreachable`].
    LoadWithId,
    /// Load the iframe without an id; answer at once with [`Input::Loaded`] or [`Input::LoadFailed`].
    Load,
    /// Post `set-session` with the id that was minted just now; answer with [`Input::Unreachable`] if the
    /// iframe has no window.
    Post,
    /// Send the page's actions again: the embed has lost its view state.
    Replay,
    /// Settle the promises of `renew` and `reload`.
    Settle(Result<(), Error>),
    /// `ready` will not come, or not in time.
    RejectReady(Error),
    /// There will be no fresh id for now: put an iframe back that was taken out to wait for one.
    PutBack,
    /// Answer with [`Input::Seen`] if the page is visible and online.
    AskIfSeen,
    /// Answer with [`Input::Viewed`] as soon as the viewer sees the iframe: the page is visible, and the
    /// iframe is in the part of it that is shown.
    AskIfViewed,
}
