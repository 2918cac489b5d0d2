//! The types of requests and answers, and what the client checks of a request.
//!
//! The types are generated from `service.toml`. Unknown fields are kept in `extra`, and unknown values of
//! an enumeration in its `Other`. A payload that the service does not describe is a
//! `serde_json::Value`, and `unknown` in TypeScript.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

pub use super::generated::models::*;
pub use crate::protocol::schema::Nullable;

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
    /// What its value must be.
    pub limits: Limits,
}

/// What the value of a field must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limits {
    /// Any value of its type.
    None,
    /// A text of at most so many characters.
    Length(usize),
    /// A whole number from the first to the second; the text says what it counts.
    Range(u64, u64, &'static str),
    /// A whole number of any size. A text of digits is one, too.
    Whole,
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

/// An input that the service does not describe. It can be any object.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Open(pub Map<String, Value>);

impl Open {
    /// An input without fields.
    pub fn none() -> Self {
        Self::default()
    }

    /// The fields of a typed input, such as one that `npx svc-embed types --rust` declares.
    ///
    /// # Errors
    ///
    /// If the input is not written as an object.
    pub fn of(input: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json::from_value(serde_json::to_value(input)?)
    }
}

impl From<Map<String, Value>> for Open {
    fn from(fields: Map<String, Value>) -> Self {
        Self(fields)
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

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}
