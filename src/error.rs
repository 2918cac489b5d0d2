//! The one error type of the bridge: a stable code, and a sentence that says what happened, why,
//! and what to do. No session id and no token is ever part of it.
//!
//! Every sentence stands in the one table below, so that an error is a number wherever it goes:
//! the page learns the table once.

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
            pub const fn as_str(self) -> &'static str {
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

/// Declares the errors, each with its code and its sentence. Those of `rust` are the Rust
/// API's own: the npm package has TypeScript in their place.
macro_rules! errors {
    (
        both { $($name:ident: $code:ident = $message:literal;)* }
        rust { $($rust:ident: $rust_code:ident = $rust_message:literal;)* }
    ) => {
        impl Error {
            $(
                #[doc = concat!("```text\n", $message, "\n```")]
                pub const $name: Error = Error(Place::$name);
            )*
            $(
                #[doc = concat!("```text\n", $rust_message, "\n```")]
                pub const $rust: Error = Error(Place::$rust);
            )*
            /// What the page learns, in the order of the numbers.
            pub(crate) const TABLE: &[(Code, &str)] = &[$((Code::$code, $message),)*];
            const RUST_TABLE: &[(Code, &str)] = &[$((Code::$rust_code, $rust_message),)*];
        }

        /// The numbers of the errors.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum Place {
            $($name,)*
            $($rust,)*
        }
    };
}

/// An error of the bridge.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error(Place);

errors! {
    both {
    INVALID_BASE_URL: InvalidBaseUrl = "baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment. Plain http is for loopback hosts alone.";

    NO_SURFACE: InvalidOption = "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.";
    NO_PUBLIC_ID: InvalidOption = "surface.publicId must be the dashboard's public id.";
    NO_DEPLOYMENT: InvalidOption = "surface.deploymentId must be the deployment's number.";
    SESSION_IN_PARAMS: InvalidOption = "params must not carry the session: the id comes from getSession.";
    NO_NUMBER: InvalidOption = "Durations and counts, in renewal and readyTimeoutMs, must be numbers that are not negative.";
    NO_RENEWAL: InvalidOption = "renewal must be an object of options.";
    NO_OUTCOME: InvalidOption = "renewal.onExhausted must be 'stop' or 'reload'.";
    INVALID_POLICY: InvalidOption = "renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs up to retryMaxMs.";
    INVALID_SCHEME: InvalidOption = "The colour scheme must be 'light', 'dark' or 'auto'.";
    INVALID_LOCALE: InvalidOption = "The locale must be a language tag such as 'en', 'de-CH' or 'pt_BR'.";
    NO_ACTION: InvalidOption = "The action's name must be a string such as 'set-theme'.";
    NOT_CLONEABLE: InvalidOption = "The payload must be a plain object without functions and DOM nodes.";
    NOT_RENEWABLE: InvalidOption = "This embed has no session to renew: it is private, or has no getSession.";

    INVALID_FILTER: InvalidFilter = "A filter must be { member: '<semantic_view>.<dimension>', value, operator }, with a value or an operator that JSON can express, or 'f_<member>=<JSON>'; filters is an array of such.";

    INVALID_TIMEZONE: InvalidTimezone = "The time zone must be an IANA name such as 'Europe/Berlin' or 'UTC'. The embed ignores bare UTC offsets.";

    INVALID_PATH: InvalidPath = "The path must lie inside the embed, such as '/dashboard/sales': no scheme, no host, no backslash, and in surface.path no fragment.";
    NO_SESSION: InvalidPath = "The path has a place for the session id, but there is no getSession.";

    RESERVED_ACTION: ReservedAction = "set-session is the bridge's own: call renew() instead.";

    NOT_RELOADABLE: InvalidTarget = "The iframe cannot be loaded anew: its src is not a page of the tenant's origin.";
    UNREACHABLE: InvalidTarget = "The session id could not be posted: the iframe is in no document. Put it back, or destroy the embed.";

    TOO_MANY: InvalidTarget = "The page has 1,024 embeds already. Destroy one of them first.";

    DESTROYED: Destroyed = "The embed was destroyed. Mount or connect a new one.";
    READY_TIMED_OUT: ReadyTimeout = "The embed did not report ready in time. Check that its page loads, and that baseUrl is its origin; one that was ready before connect() cannot report it again.";

    MINT_FAILED: MintFailed = "getSession threw or rejected; its error is the cause. Check the page's own backend. session.nextAttemptAt tells when it is called again.";
    MINT_TIMED_OUT: MintTimeout = "getSession did not settle within renewal.mintTimeoutMs and was aborted. session.nextAttemptAt tells when it is called again.";
    MINT_INVALID: MintInvalid = "getSession must return the session id, a string that is not empty. Check the page's own backend.";
    MINT_REPEATED: MintRepeated = "getSession returned an id that it had returned before. Ids are single-use: mint a fresh one on every call, and let no cache answer.";
    MINT_STALE: MintStale = "The session id may have been older than 5 minutes when it arrived. A fresh one is minted.";
    EXCHANGE_REJECTED: ExchangeRejected = "The embed refused the session id: it was unknown, already redeemed, or expired. A fresh one is minted.";
    SIGNED_OUT: SignedOut = "getSession threw SignedOutError: renewal has stopped. Mount the embed again after the next sign-in.";

    }

    rust {
    NOT_A_BROWSER: NotABrowser = "This call needs a page with a document. On a server, make it after hydration.";
    INVALID_TARGET: InvalidTarget = "connect() needs an iframe.";
    ALREADY_CONNECTED: InvalidTarget = "This iframe already has an embed. Use that one, or destroy it first.";
    INVALID_ATTRIBUTE: InvalidOption = "attributes must be valid attributes of an iframe other than src, srcdoc and event handlers.";
    }
}

impl Error {
    /// The stable name.
    pub fn code(self) -> Code {
        self.entry().0
    }

    /// What happened, why, and what to do.
    pub fn message(self) -> &'static str {
        self.entry().1
    }

    /// What names the error to the page; 0 is none.
    #[cfg(any(feature = "bridge", feature = "npm"))]
    pub(crate) fn number(self) -> i32 {
        self.0 as i32 + 1
    }

    fn entry(self) -> (Code, &'static str) {
        let mut entries = Self::TABLE.iter().chain(Self::RUST_TABLE);
        // Each number is the place of an entry.
        let entry = entries.nth(self.0 as usize);
        *entry.unwrap_or(&(Code::InvalidOption, ""))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Error").field(&self.code()).finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Error {}
