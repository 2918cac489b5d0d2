//! The types of requests and answers.
//!
//! The types are generated from `service.toml`. Unknown fields are kept in `extra`, and unknown values of
//! an enumeration in its `Other`. A payload that the service does not describe is a
//! `serde_json::Value`, and `unknown` in TypeScript.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

pub use super::generated::models::*;
pub use crate::protocol::schema::Nullable;

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
