//! Enumerations whose variants are told apart by name or by number outside Rust, too: each is declared
//! once, and `npm run generate` writes it for TypeScript.

/// An enumeration as TypeScript sees it.
#[derive(Debug, Clone, Copy)]
pub struct Enumeration {
    /// Its name.
    pub name: &'static str,
    /// Its documentation.
    pub doc: &'static str,
    /// Its variants. The first one is number 1.
    pub variants: &'static [Variant],
}

/// A variant of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// Its name in Rust.
    pub name: &'static str,
    /// What pages call it, if they ever see it.
    pub public_name: Option<&'static str>,
}

/// Declares an enumeration without values. With `= "name"` at each variant, it has `as_str`.
macro_rules! variants {
    ($(#[doc = $doc:literal])* pub enum $type:ident { $($(#[doc = $of:literal])* $variant:ident = $name:literal,)* }) => {
        variants!(@declare $(#[doc = $doc])* pub enum $type { $($(#[doc = $of])* $variant (Some($name)),)* });

        impl $type {
            /// The name by which JavaScript knows it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }
        }
    };
    ($(#[doc = $doc:literal])* pub enum $type:ident { $($(#[doc = $of:literal])* $variant:ident,)* }) => {
        variants!(@declare $(#[doc = $doc])* pub enum $type { $($(#[doc = $of])* $variant (None),)* });
    };
    (@declare $(#[doc = $doc:literal])* pub enum $type:ident { $($(#[doc = $of:literal])* $variant:ident ($name:expr),)* }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[doc = $of])* $variant,)*
        }

        impl $type {
            /// Every variant, in the order of their declaration.
            pub const ALL: &[$type] = &[$($type::$variant),*];

            /// The variant of this number; none if there is none. The compiler writes no table for this.
            #[doc(hidden)]
            pub const fn numbered(number: i32) -> Option<Self> {
                match number {
                    $(number if number == $type::$variant as i32 + 1 => Some($type::$variant),)*
                    _ => None,
                }
            }

            /// For TypeScript.
            #[doc(hidden)]
            pub const ENUMERATION: $crate::variants::Enumeration = $crate::variants::Enumeration {
                name: stringify!($type),
                doc: concat!($($doc, "\n"),*),
                variants: &[$($crate::variants::Variant {
                    name: stringify!($variant),
                    public_name: $name,
                }),*],
            };
        }
    };
}
