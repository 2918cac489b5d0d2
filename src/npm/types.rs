//! The types that cross between the WebAssembly and JavaScript. Their variants are those of the core.

#[cfg(feature = "npm")]
use wasm_bindgen::convert::{FromWasmAbi, IntoWasmAbi};
#[cfg(feature = "npm")]
use wasm_bindgen::describe::WasmDescribe;

use super::abi::{FromNumber, IntoNumber, Maybe, Named, Quantity};
use super::values::FromFloat;
use crate::error::Error;
use crate::page::{self, Dispatch, EffectKind, EmbedId, Fact, LoadedBy, TextHash};
use crate::session::{
    Epoch, Input, Millis, MintFailure, Mode, Monotonic, OnExhausted, Reason, Renewal, Status,
    Ticket,
};
use crate::variants::Enumeration;

/// Declares what a shell hands in: each with the types of its values, and the input that it is.
macro_rules! signals {
    ($(#[doc = $doc:literal])* pub enum $type:ident {
        $($(#[doc = $of:literal])* $signal:ident($($value:ident: $value_type:ty),*) => $input:expr;)*
    }) => {
        variants!(@declare $(#[doc = $doc])* pub enum $type {
            $($(#[doc = $of])* $signal (None),)*
        });

        impl $type {
            /// The values of each: their names and types in TypeScript.
            pub const VALUES: &[&[(&str, &str)]] =
                &[$(&[$((stringify!($value), <$value_type as Named>::TYPESCRIPT)),*]),*];

            /// The input, with as many of the values as it has.
            fn input(self, first: f64, second: f64) -> page::Input {
                let mut values = [first, second].into_iter();
                let mut next = || values.next().unwrap_or_default();
                match self {
                    $($type::$signal => {
                        $(let $value = <$value_type>::from_float(next());)*
                        $input.into()
                    })*
                }
            }
        }
    };
}

signals! {
    /// Something that happened to an embed.
    pub enum Signal {
        /// Time has passed.
        Tick() => Input::Tick;
        /// The embed reported `ready`.
        Ready(mode: Maybe<Mode>) => Input::Ready(mode.0);
        /// The embed reported `view`.
        View() => Input::View;
        /// The embed reported `session-expiring`.
        Expiring(expires_at: Epoch, expires_in: Millis) => Input::Expiring { expires_at, expires_in };
        /// The embed reported `session-expired`. Both times are by the embed's clock.
        Expired(expired_at: Epoch, reported_at: Epoch) => Input::Expired { expired_at, reported_at };
        /// The embed refused a session id.
        Rejected() => Input::Rejected;
        /// The page is visible again, or the network is back.
        Foreground() => Input::Foreground;
        /// The page is visible and online.
        Seen() => Input::Seen;
        /// The viewer sees the iframe.
        Viewed() => Input::Viewed;
        /// `getSession` returned an id.
        Minted(ticket: Ticket, hash: TextHash) => page::Input::Minted(ticket, hash);
        /// `getSession` returned no id.
        MintFailed(ticket: Ticket, failure: MintFailure) => Input::MintFailed(ticket, failure);
        /// The iframe was loaded.
        Loaded() => Input::Loaded;
        /// svc-embed must not load the iframe.
        LoadFailed() => Input::LoadFailed(Error::NotReloadable);
        /// Nobody could use an id.
        Unreachable() => Input::Unreachable;
        /// The page called `renew`.
        Renew() => Input::Renew;
        /// The page called `reload`.
        Reload() => Input::Reload;
        /// The page called `destroy`.
        Destroy() => Input::Destroy;
    }
}

/// What a shell hands in: the number of a [`Signal`], or of a [`Fact`] after the last of them.
#[derive(Debug, Clone, Copy)]
pub struct Given(i32);

impl Given {
    const SIGNALS: i32 = Signal::Destroy as i32 + 1;

    /// The input, with as many of the values as it has.
    pub fn input(self, first: f64, second: f64) -> page::Input {
        if self.0 > Self::SIGNALS {
            Fact::from_number(self.0 - Self::SIGNALS).into()
        } else {
            Signal::from_number(self.0).input(first, second)
        }
    }
}

variants! {
    /// What an embed is made of: a number, in milliseconds but for `MAX_ATTEMPTS` and `ON_EXHAUSTED`. Its public
    /// name is the option that sets it.
    pub enum Setting {
        /// See [`Policy`](crate::session::Policy::mint_timeout).
        MintTimeout = "mintTimeoutMs",
        /// See [`Policy`](crate::session::Policy::confirm).
        Confirm = "confirmMs",
        /// See [`Policy`](crate::session::Policy::retry_min).
        RetryMin = "retryMinMs",
        /// See [`Policy`](crate::session::Policy::retry_max).
        RetryMax = "retryMaxMs",
        /// See [`Policy`](crate::session::Policy::max_attempts).
        MaxAttempts = "maxAttempts",
        /// See [`Policy`](crate::session::Policy::spread).
        Spread = "spreadMs",
        /// See [`Policy`](crate::session::Policy::lifetime).
        Lifetime = "lifetimeMs",
        /// See [`Policy`](crate::session::Policy::retry_stopped).
        RetryStopped = "retryStoppedMs",
        /// See [`Policy`](crate::session::Policy::on_exhausted): the number of an [`OnExhausted`].
        OnExhausted = "onExhausted",
        /// See [`Setup`](crate::page::Setup::ready_timeout).
        ReadyTimeout = "readyTimeoutMs",
    }
}

enumerations!(
    EffectKind,
    Signal,
    Fact,
    Setting,
    OnExhausted,
    LoadedBy,
    Dispatch,
    Mode,
    Status,
    Renewal,
    Reason,
    MintFailure,
);

times!(Monotonic, Epoch, Millis);

crosses_as!(
    Given,
    "Signal",
    i32,
    none: 0,
    " | None",
    |given| given.0,
    |number| Given(number)
);

crosses_as!(
    TextHash,
    "TextHash",
    f64,
    none: f64::NAN,
    " | NotANumber",
    |hash| hash.number(),
    |number| TextHash::from_number(number)
);

crosses_as!(
    EmbedId,
    "EmbedId",
    i32,
    none: 0,
    " | None",
    |id| id.bits().cast_signed(),
    |number| EmbedId::from_bits(number.cast_unsigned())
);

crosses_as!(
    Ticket,
    "Ticket",
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
        name: "TextHash",
        doc: "A hash of a session id or an origin: a whole number of at most 53 bits.",
    },
];
