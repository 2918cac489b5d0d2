//! The one error type of the bridge: a stable code, and a sentence that says what happened, why,
//! and what to do. No session id and no token is ever part of it.

use core::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $wire:literal,)*) => {
        /// What went wrong, as a name that stays the same from version to version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])* $name,)*
        }

        impl Code {
            /// Every code, in the order of their declaration.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as it stands in `EmbedError.code`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $wire,)*
                }
            }
        }
    };
}

codes! {
    /// The base URL is not a tenant's: https (or http on loopback), no query, no credentials.
    InvalidBaseUrl = "invalid-base-url",
    /// `mount` found no element, or `connect` was not given an iframe.
    InvalidTarget = "invalid-target",
    /// An option or argument has the wrong type or lies outside its range.
    InvalidOption = "invalid-option",
    /// A filter does not name `<semantic_view>.<dimension>`, or has no JSON value.
    InvalidFilter = "invalid-filter",
    /// A time zone is not an IANA name.
    InvalidTimezone = "invalid-timezone",
    /// A path would leave the embed.
    InvalidPath = "invalid-path",
    /// `set-session` was sent by hand.
    ReservedAction = "reserved-action",
    /// A call that needs a window was made without one.
    NotABrowser = "not-a-browser",
    /// The WebAssembly could not be loaded.
    WasmUnavailable = "wasm-unavailable",
    /// The embed was destroyed.
    Destroyed = "destroyed",
    /// `ready` did not come in time.
    ReadyTimeout = "ready-timeout",
    /// `getSession` threw or rejected.
    MintFailed = "mint-failed",
    /// `getSession` did not settle in time.
    MintTimeout = "mint-timeout",
    /// `getSession` returned something that is not a session id.
    MintInvalid = "mint-invalid",
    /// `getSession` returned an id that it had returned before.
    MintRepeated = "mint-repeated",
    /// The id may have been older than five minutes when it arrived.
    MintStale = "mint-stale",
    /// The embed refused the id.
    ExchangeRejected = "exchange-rejected",
    /// `getSession` said that the user is signed out.
    SignedOut = "signed-out",
}

/// An error of the bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error {
    /// The stable name.
    pub code: Code,
    /// What happened, why, and what to do.
    pub message: &'static str,
}

impl Error {
    /// An error of `code` with the sentence `message`.
    pub const fn new(code: Code, message: &'static str) -> Self {
        Self { code, message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl core::error::Error for Error {}
