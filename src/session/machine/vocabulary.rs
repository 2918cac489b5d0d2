//! Inputs and effects of the machine.

use crate::error::Error;
use crate::session::{Epoch, Millis, Mode, Monotonic};

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

variants! {
    /// Who loads the iframe.
    pub enum LoadedBy {
        /// The bridge makes the iframe and loads it (`mount`).
        Bridge,
        /// The page has made the iframe and loads it (`connect`).
        Page,
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
    /// navigated by itself. A mint that is under way goes on. It has failed if the document is still unknown at its end.
    /// Ignored while the bridge is about to load another.
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
    /// The answer to [`Effect::Mint`], [`Effect::LoadWithId`] or [`Effect::PostId`] if the iframe is in no
    /// document, and to [`Effect::Mint`] if the page is prerendered: nobody could use the id.
    /// [`Input::Foreground`] or [`Input::Moved`] follows as soon as that changes. An attempt waits for that at
    /// [`Effect::Mint`], and has failed at the others.
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

/// Declares the effects; `npm run generate` writes their kinds for TypeScript.
macro_rules! effects {
    ($(#[doc = $doc:literal])* pub enum $type:ident {
        $($(#[doc = $of:literal])* $variant:ident
            $({ $($(#[doc = $field_doc:literal])* $field:ident: $field_type:ty,)* })?
            $(($value:ty))?,)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[doc = $of])* $variant
                $({ $($(#[doc = $field_doc])* $field: $field_type,)* })?
                $(($value))?,)*
        }

        variants!(@declare
            /// Which [`Effect`] it is, without its values.
            pub enum EffectKind { $($(#[doc = $of])* $variant (None),)* }
        );

        impl $type {
            /// Which effect it is.
            pub const fn kind(&self) -> EffectKind {
                match self {
                    $($type::$variant { .. } => EffectKind::$variant,)*
                }
            }
        }
    };
}

effects! {
    /// A thing that a shell does for one embed. The session decides most of them. [`Page`](crate::page::Page) adds
    /// the timers, the reports of the session's state, and the end.
    pub enum Effect {
        /// Hand in `Tick` when the monotonic clock reads `at`. It replaces the timer set before.
        SetTimer {
            /// The time of the timer.
            at: Monotonic,
        },
        /// No timer is needed for now.
        ClearTimer,
        /// Call `getSession`; answer with `Minted` or `MintFailed`. If the iframe is in no document, or the
        /// page is prerendered, do not call it, and answer with `Unreachable`.
        Mint {
            /// To be handed back with the answer.
            ticket: Ticket,
            /// Why an id is needed.
            reason: Reason,
            /// Counts from 1 within one renewal.
            attempt: u32,
        },
        /// The answer of the mint under way is no longer wanted: abort its signal.
        AbortMint,
        /// Load the iframe with the id that was minted just now; answer with `Loaded` or `LoadFailed`
        /// before the next poll, and with `Unreachable` if the iframe is in no document.
        LoadWithId,
        /// Load the iframe without an id; answer with `Loaded` or `LoadFailed` before the next poll.
        Load,
        /// Post `set-session` with the id that was minted just now; answer with `Unreachable` if the
        /// iframe has no window.
        PostId,
        /// Forget the page's last `navigate`, if it was sent: the viewer has gone elsewhere since.
        ForgetNavigation,
        /// Send the actions that wait for the embed, and those that were sent and describe a state, in the order of
        /// the calls.
        SendActions,
        /// Resolve the promises of `renew` and `reload`.
        ResolveAsked,
        /// Reject the promises of `renew` and `reload`.
        RejectAsked(Error),
        /// Reject the promise of `ready`, if it is still open.
        RejectReady(Error),
        /// Hand in `Seen` if the page is visible and online.
        AskIfSeen,
        /// Hand in `Viewed` as soon as the viewer sees the iframe. A later document makes that unnecessary. Within a
        /// second, `ready` is late then; later, its time begins again.
        AskIfViewed,
        /// No id comes for now: put the iframe back where the page wants it, if the shell has taken it out to wait for
        /// one.
        PutBack,
        /// The state of the session has changed: hand it to the handlers of `session`.
        TellSession,
        /// The embed has ended: forget it. The shell removes an iframe that the bridge made.
        Close,
    }
}
