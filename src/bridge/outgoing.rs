//! Actions on their way out: checked where the page hands them in, kept as JavaScript values.

use alloc::borrow::ToOwned;
use alloc::string::String;

use wasm_bindgen::prelude::*;

use super::host::{self, Host};
use crate::error::Error;
use crate::protocol::actions::{Argument, PayloadSpec};
use crate::protocol::envelope::ACTION_PREFIX;
use crate::protocol::text::split_once;
use crate::protocol::{ActionKind, Filter};

/// An action that has been checked and may be sent.
#[derive(Debug, Clone)]
pub struct Outgoing {
    pub(super) name: String,
    /// The member, where the action is a filter.
    pub(super) member: Option<String>,
    pub(super) payload: JsValue,
}

impl Outgoing {
    /// A known action by its one argument: a string, or the object that is its payload. For
    /// `set-filter`, see [`read_filter`].
    ///
    /// # Errors
    /// Where the embed would not take the argument.
    pub fn with_argument(kind: ActionKind, argument: &JsValue) -> Result<Self, Error> {
        let mut member = None;
        let payload = match kind.payload() {
            PayloadSpec::Empty => host::object_with("", ""),
            PayloadSpec::Open => plain_object(argument)?,
            PayloadSpec::Field { key, check } => {
                let mut text = argument.as_string().unwrap_or_default();
                if kind == ActionKind::SetFilter {
                    let filter = read_filter(argument)?;
                    text = filter.parameter();
                    member = Some(filter.member().to_owned());
                } else {
                    check(&text)?;
                }
                // Only the browser has the list of zones.
                if kind == ActionKind::SetTimezone && !host::is_timezone(&text) {
                    return Err(Error::INVALID_TIMEZONE);
                }
                host::object_with(key, &text)
            }
        };
        Ok(Self {
            name: kind.name().to_owned(),
            member,
            payload,
        })
    }

    /// Any action by its name, with or without the prefix, and its payload.
    ///
    /// # Errors
    /// Where the name is none or reserved, or the payload is not what the catalog says.
    pub fn with_payload(name: &str, payload: &JsValue) -> Result<Self, Error> {
        let name = name.strip_prefix(ACTION_PREFIX).unwrap_or(name);
        match ActionKind::from_name(name) {
            Some(ActionKind::SetSession) => Err(Error::RESERVED_ACTION),
            Some(kind) => match kind.payload() {
                PayloadSpec::Field { key, .. } => {
                    Self::with_argument(kind, &host::property(payload, key))
                }
                _ => Self::with_argument(kind, payload),
            },
            None if name.is_empty() => Err(Error::NO_ACTION),
            None => Ok(Self {
                name: name.to_owned(),
                member: None,
                payload: if payload.is_undefined() {
                    host::object_with("", "")
                } else {
                    plain_object(payload)?
                },
            }),
        }
    }
}

/// A filter as the page writes it: a parameter, or `{ member, value, operator }`.
///
/// # Errors
/// Where the member is none, or neither a value nor an operator is there.
pub fn read_filter(filter: &JsValue) -> Result<Filter, Error> {
    if let Some(parameter) = filter.as_string() {
        let filter = Filter::parse(&parameter)?;
        let (_, written) = split_once(&parameter, b'=').unwrap_or_default();
        return if host::is_json(written) {
            Ok(filter)
        } else {
            Err(Error::NO_CONDITION)
        };
    }
    let member = host::text(filter, "member").unwrap_or_default();
    let condition = host::condition_of(filter).unwrap_or_default();
    let filter = Filter::new(&member, "{}")?;
    Filter::new(filter.member(), &condition)
}

/// A copy of `value`, so that it is what it was when the page handed it in, and can be posted.
fn plain_object(value: &JsValue) -> Result<JsValue, Error> {
    let copy = Host::plain_copy(value);
    if copy.is_undefined() {
        Err(Error::NOT_CLONEABLE)
    } else {
        Ok(copy)
    }
}
