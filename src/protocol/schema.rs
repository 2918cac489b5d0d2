//! What the declarations of messages are made of: field types that know their own description.

use serde_json::Value;

/// The JavaScript type of a field, by which a payload is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string. Enumerations are strings too: they are open, so any value passes.
    String,
    /// A finite number.
    Number,
    /// A boolean.
    Boolean,
    /// Anything at all.
    Any,
}

/// Whether a field may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Always there.
    Required,
    /// Always there, but may be null.
    Nullable,
    /// May be absent. Null counts as absent.
    Optional,
}

/// One field of a payload, as it is checked.
#[derive(Debug, Clone, Copy)]
pub struct FieldSpec {
    /// The JavaScript property.
    pub key: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it may be missing.
    pub presence: Presence,
}

/// What people read of a field.
#[derive(Debug, Clone, Copy)]
pub struct FieldDoc {
    /// A sentence or two, with the unit.
    pub doc: &'static str,
    /// The values known today; empty if the field is not an enumeration.
    pub known: &'static [&'static str],
}

/// What people read of a message.
#[derive(Debug, Clone, Copy)]
pub struct MessageDoc {
    /// The Rust type's name.
    pub type_name: &'static str,
    /// What the message means.
    pub doc: &'static str,
    /// The surfaces it is sent on; empty for actions, which go to any.
    pub surfaces: &'static str,
    /// Its fields, in the order of their specification.
    pub fields: &'static [FieldDoc],
}

/// A type that can be a field of a payload.
pub trait Field {
    /// See [`Kind`].
    const KIND: Kind;
    /// See [`Presence`].
    const PRESENCE: Presence = Presence::Required;
    /// See [`FieldDoc::known`].
    const KNOWN: &'static [&'static str] = &[];

    /// True if the field is left out of the JSON.
    fn is_absent(&self) -> bool {
        false
    }
}

impl Field for String {
    const KIND: Kind = Kind::String;
}

impl Field for f64 {
    const KIND: Kind = Kind::Number;
}

impl Field for bool {
    const KIND: Kind = Kind::Boolean;
}

impl Field for Value {
    const KIND: Kind = Kind::Any;
}

impl<T: Field> Field for Option<T> {
    const KIND: Kind = T::KIND;
    const PRESENCE: Presence = Presence::Optional;
    const KNOWN: &'static [&'static str] = T::KNOWN;

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// A field that is always there and may be null.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Nullable<T>(pub Option<T>);

impl<T: Field> Field for Nullable<T> {
    const KIND: Kind = T::KIND;
    const PRESENCE: Presence = Presence::Nullable;
    const KNOWN: &'static [&'static str] = T::KNOWN;
}

/// Declares an enumeration of strings that may grow: `Other` keeps a value that is not known.
macro_rules! open_enum {
    (
        $(#[doc = $doc:literal])*
        $name:ident { $($(#[doc = $vdoc:literal])* $variant:ident = $wire:literal,)* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(from = "String", into = "String")]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $vdoc])* $variant,)*
            /// A value that this version does not know.
            Other(String),
        }

        impl $name {
            /// The value on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $($name::$variant => $wire,)*
                    $name::Other(value) => value,
                }
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                match value.as_str() {
                    $($wire => $name::$variant,)*
                    _ => $name::Other(value),
                }
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.as_str().into()
            }
        }

        impl $crate::protocol::schema::Field for $name {
            const KIND: $crate::protocol::schema::Kind = $crate::protocol::schema::Kind::String;
            const KNOWN: &'static [&'static str] = &[$($wire,)*];
        }
    };
}

pub(crate) use open_enum;
