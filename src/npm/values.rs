//! What the shell reads besides the result of a call: a block of numbers in memory, one for each value of
//! an effect, of a state and of a refusal.

use core::marker::PhantomData;

use super::abi::{FromNumber, IntoNumber, Maybe, Named};
use crate::error::Error;
use crate::page::EmbedId;
use crate::session::{Epoch, Mode, Monotonic, Reason, Renewal, Status, Ticket};

/// A value of the block, as TypeScript sees it.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    /// Its name in Rust.
    pub name: &'static str,
    /// Its documentation.
    pub doc: &'static str,
    /// Its type in TypeScript.
    pub typescript: &'static str,
}

/// Declares the block: [`Values`], and [`VALUES`] in the same order.
macro_rules! values {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty,)*) => {
        /// The block. Every field is one number of 64 bits, so that the place of a field is its number.
        #[derive(Debug)]
        #[repr(C)]
        pub struct Values {
            $($(#[doc = $doc])* pub $name: Slot<$type>,)*
        }

        impl Values {
            /// A block in which nothing was set.
            pub const fn new() -> Self {
                Self { $($name: Slot::UNSET,)* }
            }
        }

        /// Every value of the block, in their order.
        pub const VALUES: &[Value] = &[$(Value {
            name: stringify!($name),
            doc: concat!($($doc, "\n"),*),
            typescript: <$type as Named>::TYPESCRIPT,
        }),*];
    };
}

values! {
    /// The embed that the effect is for.
    embed: EmbedId,
    /// The time that `SET_TIMER` is for.
    timer: Monotonic,
    /// The ticket of `MINT`.
    ticket: Ticket,
    /// The reason of `MINT`.
    reason: Reason,
    /// The error of `REJECT_ASKED` and `REJECT_READY`.
    error: Error,
    /// How the embed is authenticated; none until `ready`.
    mode: Maybe<Mode>,
    /// How far the session is.
    status: Status,
    /// What the renewal is doing.
    renewal: Renewal,
    /// The attempt of the renewal under way, from 1; 0 if none has begun.
    attempt: u32,
    /// How many renewals were confirmed.
    renewals: u32,
    /// When the session stops working.
    expires_at: Maybe<Epoch>,
    /// When the next attempt starts.
    next_attempt_at: Maybe<Epoch>,
    /// Why the last attempt failed.
    last_error: Maybe<Error>,
}

impl Default for Values {
    fn default() -> Self {
        Self::new()
    }
}

/// The place of a `T` in the block.
#[derive(Debug)]
#[repr(transparent)]
pub struct Slot<T>(f64, PhantomData<T>);

impl<T: ToFloat> Slot<T> {
    const UNSET: Self = Self(0.0, PhantomData);

    /// Writes `value`.
    pub fn set(&mut self, value: T) {
        self.0 = value.to_float();
    }
}

/// A value that a floating-point number can hold.
pub trait ToFloat: Named {
    /// This value as a number.
    fn to_float(self) -> f64;
}

impl ToFloat for u32 {
    fn to_float(self) -> f64 {
        self.into()
    }
}

impl<T: IntoNumber<Number: Into<f64>> + Named> ToFloat for T {
    fn to_float(self) -> f64 {
        self.into_number().into()
    }
}

/// A value that was handed in as a floating-point number.
pub trait FromFloat {
    /// The value of a number.
    fn from_float(number: f64) -> Self;
}

impl FromFloat for f64 {
    fn from_float(number: f64) -> Self {
        number
    }
}

impl FromFloat for i32 {
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
    fn from_float(number: f64) -> Self {
        number as i32
    }
}

impl<T: FromNumber<Number: FromFloat>> FromFloat for T {
    fn from_float(number: f64) -> Self {
        Self::from_number(T::Number::from_float(number))
    }
}

impl<T: FromNumber<Number: FromFloat + PartialEq>> FromFloat for Maybe<T> {
    fn from_float(number: f64) -> Self {
        let number = T::Number::from_float(number);
        Self((number != T::NONE).then(|| T::from_number(number)))
    }
}

impl<T: IntoNumber<Number: Into<f64>>> ToFloat for Maybe<T> {
    fn to_float(self) -> f64 {
        self.0.map_or(T::NONE, T::into_number).into()
    }
}
