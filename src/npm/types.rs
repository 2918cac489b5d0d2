//! The types that cross between the WebAssembly and JavaScript.

#[cfg(feature = "npm")]
use wasm_bindgen::convert::{FromWasmAbi, IntoWasmAbi};
#[cfg(feature = "npm")]
use wasm_bindgen::describe::WasmDescribe;

use super::abi::{Enumeration, FromNumber, IntoNumber, Named, Quantity, Variant};
use crate::error::Error;
use crate::page::{self, Dispatch, EmbedId, Fingerprint, LoadedBy};
use crate::session::{
    self, Epoch, Millis, MintFailure, Mode, Monotonic, OnExhausted, Reason, Renewal, Status, Ticket,
};

/// The kind of a [`page::Effect`]; the exports `polled…` return its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are those of the page's effect")]
pub enum Effect {
    SetTimer,
    ClearTimer,
    Mint,
    AbortMint,
    LoadWithId,
    Load,
    PostId,
    SendKept,
    SendAgain,
    SendAll,
    ResolveAsked,
    RejectAsked,
    RejectReady,
    AskIfSeen,
    AskIfViewed,
    TellSession,
    Close,
}

impl From<page::Effect> for Effect {
    fn from(effect: page::Effect) -> Self {
        match effect {
            page::Effect::SetTimer { .. } => Effect::SetTimer,
            page::Effect::ClearTimer => Effect::ClearTimer,
            page::Effect::Mint { .. } => Effect::Mint,
            page::Effect::AbortMint => Effect::AbortMint,
            page::Effect::LoadWithId => Effect::LoadWithId,
            page::Effect::Load => Effect::Load,
            page::Effect::PostId => Effect::PostId,
            page::Effect::SendKept => Effect::SendKept,
            page::Effect::SendAgain => Effect::SendAgain,
            page::Effect::SendAll => Effect::SendAll,
            page::Effect::ResolveAsked => Effect::ResolveAsked,
            page::Effect::RejectAsked(_) => Effect::RejectAsked,
            page::Effect::RejectReady(_) => Effect::RejectReady,
            page::Effect::AskIfSeen => Effect::AskIfSeen,
            page::Effect::AskIfViewed => Effect::AskIfViewed,
            page::Effect::TellSession => Effect::TellSession,
            page::Effect::Close => Effect::Close,
        }
    }
}

/// A [`session::Input`] that has no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are those of the session's input")]
pub enum Signal {
    Tick,
    View,
    Rejected,
    Foreground,
    Seen,
    Viewed,
    Shown,
    Moved,
    Navigated,
    LoadedOffline,
    Loaded,
    LoadFailed,
    Unreachable,
    Renew,
    Reload,
    Destroy,
}

impl From<Signal> for session::Input {
    fn from(signal: Signal) -> Self {
        match signal {
            Signal::Tick => session::Input::Tick,
            Signal::View => session::Input::View,
            Signal::Rejected => session::Input::Rejected,
            Signal::Foreground => session::Input::Foreground,
            Signal::Seen => session::Input::Seen,
            Signal::Viewed => session::Input::Viewed,
            Signal::Shown => session::Input::Shown,
            Signal::Moved => session::Input::Moved,
            Signal::Navigated => session::Input::Navigated,
            Signal::LoadedOffline => session::Input::LoadedOffline,
            Signal::Loaded => session::Input::Loaded,
            Signal::LoadFailed => session::Input::LoadFailed(Error::NotReloadable),
            Signal::Unreachable => session::Input::Unreachable,
            Signal::Renew => session::Input::Renew,
            Signal::Reload => session::Input::Reload,
            Signal::Destroy => session::Input::Destroy,
        }
    }
}

/// A number that an embed is made of: a field of [`session::Policy`], or the time for `ready`. All are
/// milliseconds but `MaxAttempts`, which is a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the fields of the policy")]
pub enum Setting {
    MintTimeout,
    Confirm,
    RetryMin,
    RetryMax,
    MaxAttempts,
    Spread,
    Lifetime,
    RetryStopped,
    ReadyTimeout,
}

enumerations! {
    /// What the core wants done.
    Effect {
        SetTimer, ClearTimer, Mint, AbortMint, LoadWithId, Load, PostId, SendKept, SendAgain,
        SendAll, ResolveAsked, RejectAsked, RejectReady, AskIfSeen, AskIfViewed, TellSession,
        Close,
    }
    /// Something that happened to an embed, without further values.
    Signal {
        Tick, View, Rejected, Foreground, Seen, Viewed, Shown, Moved, Navigated, LoadedOffline, Loaded,
        LoadFailed, Unreachable, Renew, Reload, Destroy,
    }
    /// A number that an embed is made of, in milliseconds; only `MAX_ATTEMPTS` is a count. Its public
    /// name is the option that sets it.
    Setting {
        MintTimeout = "mintTimeoutMs",
        Confirm = "confirmMs",
        RetryMin = "retryMinMs",
        RetryMax = "retryMaxMs",
        MaxAttempts = "maxAttempts",
        Spread = "spreadMs",
        Lifetime = "lifetimeMs",
        RetryStopped = "retryStoppedMs",
        ReadyTimeout = "readyTimeoutMs",
    }
    /// What follows the last failed attempt.
    OnExhausted { Stop = "stop", Reload = "reload" }
    /// Who loads the iframe.
    LoadedBy { Bridge, Page }
    /// Whether an action is sent now, kept for later, or both.
    Dispatch { Send, SendAndKeep, Keep }
    /// How an embed is authenticated.
    Mode { Signed = Mode::Signed.as_str(), Private = Mode::Private.as_str() }
    /// How far the session is.
    Status {
        Starting = Status::Starting.as_str(),
        Active = Status::Active.as_str(),
        Expiring = Status::Expiring.as_str(),
        Expired = Status::Expired.as_str(),
        Stopped = Status::Stopped.as_str(),
    }
    /// What the renewal is doing.
    Renewal {
        Idle = Renewal::Idle.as_str(),
        Scheduled = Renewal::Scheduled.as_str(),
        Minting = Renewal::Minting.as_str(),
        Confirming = Renewal::Confirming.as_str(),
        BackingOff = Renewal::BackingOff.as_str(),
    }
    /// Why a session id is needed.
    Reason {
        Mount = Reason::Mount.as_str(),
        Expiring = Reason::Expiring.as_str(),
        Expired = Reason::Expired.as_str(),
        Foreground = Reason::Foreground.as_str(),
        Rejected = Reason::Rejected.as_str(),
        Manual = Reason::Manual.as_str(),
        Reload = Reason::Reload.as_str(),
    }
    /// How a mint ended without an id.
    MintFailure { Failed, Invalid, Repeated, SignedOut }
}

times!(Monotonic, Epoch, Millis);

crosses_as!(
    Fingerprint,
    f64,
    none: f64::NAN,
    " | NotANumber",
    |fingerprint| fingerprint.number(),
    |number| Fingerprint::from_number(number)
);

crosses_as!(
    EmbedId,
    i32,
    none: 0,
    " | None",
    |id| id.bits().cast_signed(),
    |number| EmbedId::from_bits(number.cast_unsigned())
);

crosses_as!(
    Ticket,
    i32,
    none: 0,
    " | None",
    |ticket| ticket.0.cast_signed(),
    |number| Ticket(number.cast_unsigned())
);

impl Named for Error {
    const TYPESCRIPT: &'static str = "ErrorNumber";
}

impl IntoNumber for Error {
    type Number = i32;
    const NONE: i32 = 0;
    const OPTIONAL_TYPESCRIPT: &'static str = "ErrorNumber | None";

    fn into_number(self) -> i32 {
        self.number()
    }
}

/// Every number that crosses and has a unit or a meaning of its own.
pub const QUANTITIES: &[Quantity] = &[
    Quantity {
        name: "EmbedId",
        doc: "An embed of this page.",
    },
    Quantity {
        name: "Monotonic",
        doc: "A reading of `performance.now()`, in milliseconds.",
    },
    Quantity {
        name: "Epoch",
        doc: "A point in time by a wall clock, in epoch milliseconds.",
    },
    Quantity {
        name: "Millis",
        doc: "A span of time in milliseconds.",
    },
    Quantity {
        name: "Ticket",
        doc: "A mint of one embed.",
    },
    Quantity {
        name: "Fingerprint",
        doc: "A hash of a session id or an origin: a whole number of at most 53 bits.",
    },
];
