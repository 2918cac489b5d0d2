//! The types that cross between the WebAssembly and JavaScript. Their variants are those of the core.

#[cfg(feature = "npm")]
use wasm_bindgen::convert::{FromWasmAbi, IntoWasmAbi};
#[cfg(feature = "npm")]
use wasm_bindgen::describe::WasmDescribe;

use super::abi::{FromNumber, IntoNumber, Named, Quantity};
use crate::error::Error;
use crate::page::{Dispatch, EffectKind, EmbedId, Fact, LoadedBy, TextHash};
use crate::session::{
    Epoch, Input, Millis, MintFailure, Mode, Monotonic, OnExhausted, Reason, Renewal, Status,
    Ticket,
};
use crate::variants::Enumeration;

/// Declares the inputs of a session that have no values of the shell's.
macro_rules! signals {
    ($(#[doc = $doc:literal])* pub enum $type:ident { $($input:ident $(($value:expr))?,)* }) => {
        variants!(@declare $(#[doc = $doc])* pub enum $type {
            $(#[doc = "The input of this name."] $input (None),)*
        });

        impl From<$type> for Input {
            fn from(signal: $type) -> Self {
                match signal {
                    $($type::$input => Input::$input $(($value))?,)*
                }
            }
        }
    };
}

signals! {
    /// Something that happened to an embed, without further values.
    pub enum Signal {
        Tick,
        View,
        Rejected,
        Foreground,
        Seen,
        Viewed,
        Loaded,
        LoadFailed(Error::NotReloadable),
        Unreachable,
        Renew,
        Reload,
        Destroy,
    }
}

variants! {
    /// A number that an embed is made of, in milliseconds; only `MAX_ATTEMPTS` is a count. Its public
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
    TextHash,
    f64,
    none: f64::NAN,
    " | NotANumber",
    |hash| hash.number(),
    |number| TextHash::from_number(number)
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
        name: "TextHash",
        doc: "A hash of a session id or an origin: a whole number of at most 53 bits.",
    },
];
