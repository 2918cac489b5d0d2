//! What the page wants a shell to do.

use crate::error::Error;
use crate::session::{Monotonic, Reason, Ticket};

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
    /// One thing to do for one embed.
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
        /// Hand in `Viewed` as soon as the viewer sees the iframe. A later document makes that unnecessary.
        AskIfViewed,
        /// Put the iframe back where the page wants it, if the shell has taken it out to wait for an id.
        PutBack,
        /// The state of the session has changed: hand it to the handlers of `session`.
        TellSession,
        /// The embed has ended: forget it. The shell removes an iframe that the bridge made.
        Close,
    }
}

variants! {
    /// Whether an action is sent now, kept for later, or both.
    pub enum Dispatch {
        /// Send it now.
        Send,
        /// Send it now, and keep it, since it may have to be sent again.
        SendAndKeep,
        /// Keep it until [`Effect::SendActions`].
        Keep,
    }
}
