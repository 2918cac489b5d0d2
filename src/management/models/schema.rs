//! The macros and traits that declare models.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};

use crate::protocol::schema::Nullable;

/// The fields of an input, as the client checks them before it sends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields {
    /// The name of the model.
    pub model: &'static str,
    /// True if the service's description names only some of the fields.
    pub open: bool,
    /// The fields that the description names.
    pub known: &'static [KnownField],
    /// The fields among which a caller chooses.
    pub choice: Option<Choice>,
}

impl Fields {
    /// The names of the required fields.
    pub fn required(&self) -> impl Iterator<Item = &'static str> {
        let required = self.known.iter().filter(|field| field.required);
        required.map(|field| field.key)
    }
}

/// A field of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownField {
    /// The name on the wire.
    pub key: &'static str,
    /// True if the service requires it.
    pub required: bool,
}

/// The fields among which a caller chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Exactly one is required.
    OneOf(&'static [&'static str]),
    /// At most one is allowed.
    AtMostOneOf(&'static [&'static str]),
    /// All fields of either group are required.
    Either(&'static [&'static str], &'static [&'static str]),
    /// A list that has no cursors in one of its orders.
    Cursorless(Cursorless),
}

/// The order in which a list has no cursors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursorless {
    /// The field that chooses the order.
    pub order: &'static str,
    /// The order without cursors.
    pub value: &'static str,
    /// The fields that are refused in that order.
    pub refused: &'static [&'static str],
    /// The field that takes their place.
    pub instead: &'static str,
}

/// A type with a TypeScript name and a JSON Schema.
pub trait Shape {
    /// The fields of an input of this type; `None` if the service does not describe them.
    const FIELDS: Option<&'static Fields> = None;

    /// The TypeScript type.
    fn typescript() -> String;

    /// The JSON Schema. That of a model is a reference to the model's name.
    fn schema() -> Value;

    /// True if an input of this type may be left out, because no field is required.
    fn may_be_absent() -> bool {
        false
    }

    /// True if the value is left out of the JSON.
    fn is_absent(&self) -> bool {
        false
    }
}

/// The documentation of a field.
#[derive(Debug, Clone, Copy)]
pub struct FieldShape {
    /// The name on the wire.
    pub key: &'static str,
    /// The doc comment; may be empty.
    pub doc: &'static str,
    /// `required`, `optional` (may be missing), `nullable` (may be missing or null, which mean the
    /// same), `erasable` (may be missing, and null erases the value) or `expected` (described, but not
    /// marked as required: the clients do without it, and the sandbox always answers it).
    pub presence: &'static str,
    /// The TypeScript type of a value that is present.
    pub typescript: fn() -> String,
    /// The JSON Schema of such a value.
    pub schema: fn() -> Value,
}

/// The documentation of a model.
#[derive(Debug, Clone, Copy)]
pub struct ModelDoc {
    /// The name in both languages.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// True if the service's description names only some of the fields.
    pub open: bool,
    /// The fields, in the order of the declaration.
    pub fields: &'static [FieldShape],
    /// The fields among which a caller chooses.
    pub choice: Option<Choice>,
    /// The fields that the service had once and refuses now.
    pub removed: &'static [&'static str],
}

/// An input that the service does not describe. It can be any object.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Open(pub Map<String, Value>);

impl Open {
    /// An input without fields.
    pub fn none() -> Self {
        Self::default()
    }
}

impl From<Map<String, Value>> for Open {
    fn from(fields: Map<String, Value>) -> Self {
        Self(fields)
    }
}

impl Shape for Open {
    fn typescript() -> String {
        "OpenObject".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "object" })
    }

    fn may_be_absent() -> bool {
        true
    }
}

/// An id of which the service's description does not say whether it is a text or a number. It is a
/// parameter of a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A text.
    Text(String),
    /// A number.
    Number(Number),
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Id::Text(text) => f.write_str(text),
            Id::Number(number) => number.fmt(f),
        }
    }
}

impl Shape for Id {
    fn typescript() -> String {
        "string | number".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": ["string", "number"] })
    }
}

macro_rules! scalar {
    ($($type:ty = $typescript:literal $schema:tt,)*) => {$(
        impl Shape for $type {
            fn typescript() -> String {
                $typescript.to_owned()
            }

            fn schema() -> Value {
                json!($schema)
            }
        }
    )*};
}

scalar! {
    String = "string" { "type": "string" },
    bool = "boolean" { "type": "boolean" },
    i64 = "number" { "type": "integer" },
    Number = "number" { "type": "number" },
    Value = "unknown" {},
    Map<String, Value> = "OpenObject" { "type": "object" },
}

impl<T: Shape> Shape for Vec<T> {
    fn typescript() -> String {
        let inner = T::typescript();
        if inner.contains(' ') {
            ["(", &inner, ")[]"].concat()
        } else {
            inner + "[]"
        }
    }

    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
}

impl<T: Shape> Shape for BTreeMap<String, T> {
    fn typescript() -> String {
        ["Record<string, ", &T::typescript(), ">"].concat()
    }

    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": T::schema() })
    }
}

impl<T: Shape> Shape for Box<T> {
    fn typescript() -> String {
        T::typescript()
    }

    fn schema() -> Value {
        T::schema()
    }
}

impl<T: Shape> Shape for Option<T> {
    fn typescript() -> String {
        T::typescript()
    }

    fn schema() -> Value {
        T::schema()
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Shape> Shape for Nullable<T> {
    fn typescript() -> String {
        T::typescript()
    }

    fn schema() -> Value {
        T::schema()
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

/// The Rust type of a field by its presence.
macro_rules! presence {
    (required $type:ty) => { $type };
    (optional $type:ty) => { Option<$type> };
    (expected $type:ty) => { Option<$type> };
    (nullable $type:ty) => { Option<$type> };
    (erasable $type:ty) => { Option<$crate::protocol::schema::Nullable<$type>> };
}

/// True if the service's description names only some of the fields of a model.
macro_rules! is_open {
    (open) => {
        true
    };
    (exact) => {
        false
    };
}

/// The choice between fields of a model.
macro_rules! choice {
    () => { None };
    (one_of $($field:literal)+) => {
        Some($crate::management::models::Choice::OneOf(&[$($field),+]))
    };
    (at_most_one_of $($field:literal)+) => {
        Some($crate::management::models::Choice::AtMostOneOf(&[$($field),+]))
    };
    (cursorless $order:literal $value:literal [$($refused:literal),+] $instead:literal) => {
        Some($crate::management::models::Choice::Cursorless(
            $crate::management::models::Cursorless {
                order: $order,
                value: $value,
                refused: &[$($refused),+],
                instead: $instead,
            },
        ))
    };
    (either [$($field:literal),+] [$($other:literal),+]) => {
        Some($crate::management::models::Choice::Either(&[$($field),+], &[$($other),+]))
    };
}

/// True if a field is required.
macro_rules! is_required {
    (required) => {
        true
    };
    ($other:ident) => {
        false
    };
}

/// Declares models. The service's description of an `exact` model is complete; that of an `open`
/// model is partial. A field has its name in Rust and on the wire, its presence (see
/// [`FieldShape::presence`]), and its type. After the name, a model may have the trait that it
/// `derives`, the fields that were `removed`, and the fields among which a caller chooses.
macro_rules! models {
    ($(
        $(#[doc = $doc:literal])*
        $openness:ident $name:ident $(derives $derive:ident)? $(removed $removed:literal)?
        $(, $choice:ident($($chosen:tt),+))? {
            $($(#[doc = $fdoc:literal])* $field:ident $key:literal $presence:ident: $type:ty,)*
        }
    )*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize $(, $derive)?)]
            pub struct $name {
                $(
                    #[doc = concat!("`", $key, "`" $(, "\n\n", $fdoc)*)]
                    #[serde(
                        rename = $key,
                        skip_serializing_if = "crate::management::models::Shape::is_absent"
                    )]
                    pub $field: $crate::management::models::schema::presence!($presence $type),
                )*
                /// The fields that this version does not know.
                #[serde(flatten)]
                pub extra: serde_json::Map<String, serde_json::Value>,
            }

            impl $crate::management::models::Shape for $name {
                const FIELDS: Option<&'static $crate::management::models::Fields> =
                    Some(&$crate::management::models::Fields {
                        model: stringify!($name),
                        open: $crate::management::models::schema::is_open!($openness),
                        known: &[$($crate::management::models::KnownField {
                            key: $key,
                            required: $crate::management::models::schema::is_required!($presence),
                        }),*],
                        choice: $crate::management::models::schema::choice!($($choice $($chosen)+)?),
                    });

                fn typescript() -> String {
                    stringify!($name).to_owned()
                }

                fn schema() -> serde_json::Value {
                    let reference = concat!("#/components/schemas/", stringify!($name));
                    serde_json::json!({ "$ref": reference })
                }

                fn may_be_absent() -> bool {
                    Self::FIELDS.is_none_or(|fields| {
                        fields.required().next().is_none()
                            && !matches!(fields.choice, Some($crate::management::models::Choice::OneOf(_)))
                    })
                }
            }
        )*

        /// The models of this file.
        pub(super) const MODELS: &[$crate::management::models::ModelDoc] = &[$(
            $crate::management::models::ModelDoc {
                name: stringify!($name),
                doc: concat!($($doc, "\n"),*),
                open: $crate::management::models::schema::is_open!($openness),
                fields: &[$($crate::management::models::FieldShape {
                    key: $key,
                    doc: concat!($($fdoc, "\n"),*),
                    presence: stringify!($presence),
                    typescript: <$type as $crate::management::models::Shape>::typescript,
                    schema: <$type as $crate::management::models::Shape>::schema,
                },)*],
                choice: $crate::management::models::schema::choice!($($choice $($chosen)+)?),
                removed: &[$($removed)?],
            },
        )*];
    };
}

/// Declares enumerations to which the service may add values.
macro_rules! enumerations {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident { $($variant:ident = $wire:literal,)* }
    )*) => {$(
        $crate::protocol::schema::open_enum! {
            $(#[doc = $doc])*
            $name {
                $(#[doc = "Named as on the wire."] $variant = $wire,)*
            }
        }

        impl $crate::management::models::Shape for $name {
            fn typescript() -> String {
                let known = [$(concat!("'", $wire, "'")),*];
                ["Open<", &known.join(" | "), ">"].concat()
            }

            fn schema() -> serde_json::Value {
                serde_json::json!({ "type": "string", "enum": [$($wire),*] })
            }
        }
    )*};
}

pub(super) use {choice, enumerations, is_open, is_required, models, presence};
