//! How a type crosses between the WebAssembly and JavaScript: as one number, under the same name on
//! both sides. [`super::types`] declares the types.
//!
//! An enumeration crosses as the place of its variant, counted from 1, and `None` as 0, which is
//! false in JavaScript. Times cross as milliseconds, and `None` as NaN. The generated types
//! `None` and `NotANumber` name these two where a value may be missing.

#[cfg(feature = "npm")]
use wasm_bindgen::convert::{IntoWasmAbi, WasmAbi};
#[cfg(feature = "npm")]
use wasm_bindgen::describe::WasmDescribe;

/// The name of a type in TypeScript.
pub trait Named {
    /// `npm/src/core/` declares it.
    const TYPESCRIPT: &'static str;
}

/// A type that leaves the core as a number.
pub trait IntoNumber: Sized {
    /// The number: `i32` or `f64`.
    type Number;
    /// The number of a value that is missing.
    const NONE: Self::Number;
    /// The name of the type in TypeScript if a value may be missing.
    const OPTIONAL_TYPESCRIPT: &'static str;

    /// This value as a number.
    fn into_number(self) -> Self::Number;
}

/// A type that enters the core as a number.
pub trait FromNumber: IntoNumber {
    /// The value of a number.
    fn from_number(number: Self::Number) -> Self;
}

/// A value that may be missing. wasm-bindgen passes an [`Option`] by way of memory, and this as one
/// number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maybe<T>(pub Option<T>);

impl<T: IntoNumber> Named for Maybe<T> {
    const TYPESCRIPT: &'static str = T::OPTIONAL_TYPESCRIPT;
}

impl Named for bool {
    const TYPESCRIPT: &'static str = "boolean";
}

impl Named for f64 {
    const TYPESCRIPT: &'static str = "number";
}

impl Named for u32 {
    const TYPESCRIPT: &'static str = "number";
}

impl Named for () {
    const TYPESCRIPT: &'static str = "void";
}

#[cfg(feature = "npm")]
impl<T: IntoNumber<Number: WasmDescribe>> WasmDescribe for Maybe<T> {
    fn describe() {
        T::Number::describe();
    }
}

#[cfg(feature = "npm")]
impl<T: IntoNumber<Number: WasmAbi + WasmDescribe>> IntoWasmAbi for Maybe<T> {
    type Abi = T::Number;

    fn into_abi(self) -> T::Number {
        self.0.map_or(T::NONE, T::into_number)
    }
}

/// A type that crosses as a number with a unit or a meaning of its own.
#[derive(Debug, Clone, Copy)]
pub struct Quantity {
    /// Its name.
    pub name: &'static str,
    /// Its documentation, with the unit.
    pub doc: &'static str,
}

/// Lets a type cross in both directions, under a name.
macro_rules! crosses_as {
    ($type:ty, $name:expr, $number:ty, none: $none:expr, $optional:literal, |$value:ident| $into:expr, |$given:ident| $from:expr) => {
        impl Named for $type {
            const TYPESCRIPT: &'static str = $name;
        }

        impl IntoNumber for $type {
            type Number = $number;
            const NONE: $number = $none;
            const OPTIONAL_TYPESCRIPT: &'static str = concat!($name, $optional);

            fn into_number(self) -> $number {
                let $value = self;
                $into
            }
        }

        impl FromNumber for $type {
            fn from_number($given: $number) -> Self {
                $from
            }
        }

        #[cfg(feature = "npm")]
        impl WasmDescribe for $type {
            fn describe() {
                <$number>::describe();
            }
        }

        #[cfg(feature = "npm")]
        impl IntoWasmAbi for $type {
            type Abi = $number;

            fn into_abi(self) -> $number {
                self.into_number()
            }
        }

        #[cfg(feature = "npm")]
        #[expect(unsafe_code, reason = "the trait's own signature")]
        impl FromWasmAbi for $type {
            type Abi = $number;

            unsafe fn from_abi(number: $number) -> Self {
                Self::from_number(number)
            }
        }
    };
}

/// Lets enumerations cross, and lists them for TypeScript.
macro_rules! enumerations {
    ($($type:ident),* $(,)?) => {
        $(
            crosses_as!(
                $type,
                stringify!($type),
                i32,
                none: 0,
                " | None",
                |value| value as i32 + 1,
                |number| {
                    let [first, ..] = $type::ALL else { unreachable!() };
                    // The generated TypeScript has no other number.
                    $type::numbered(number).unwrap_or(*first)
                }
            );
        )*

        /// Every enumeration that crosses, apart from [`Error`](crate::Error).
        pub const ENUMERATIONS: &[Enumeration] = &[$($type::ENUMERATION),*];
    };
}

/// Lets times cross: they are floating-point numbers on both sides.
macro_rules! times {
    ($($type:ident),*) => {$(
        crosses_as!(
            $type,
            stringify!($type),
            f64,
            none: f64::NAN,
            " | NotANumber",
            |time| time.number(),
            |number| $type::from_number(number)
        );
    )*};
}
