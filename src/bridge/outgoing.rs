//! Actions on their way out: checked where the page hands them in, kept as JavaScript values.

use wasm_bindgen::prelude::*;

use super::host::{self, Host};
use crate::error::Error;
use crate::protocol::actions::PayloadSpec;
use crate::protocol::{ActionKind, Filter, Text};

/// An action that has been checked and may be sent.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// The bare name.
    pub(super) name: JsValue,
    /// The member, where the action is a filter.
    pub(super) member: Option<JsValue>,
    pub(super) payload: JsValue,
}

impl Outgoing {
    /// A known action by its one argument: a string, or the object that is its payload. For
    /// `set-filter` a filter's parameter, or an object of `member`, `value` and `operator`.
    ///
    /// # Errors
    /// Where the embed would not take the argument.
    pub fn with_argument(kind: ActionKind, argument: &JsValue) -> Result<Self, Error> {
        let mut member = None;
        let payload = match kind.payload() {
            PayloadSpec::Empty => host::empty_object(),
            PayloadSpec::Open => plain_object(argument)?,
            PayloadSpec::Field { key, .. } if kind == ActionKind::SetFilter => {
                let filter = read_filter(argument)?;
                member = Some(filter.member().clone());
                host::object_with(key, &filter.parameter())
            }
            PayloadSpec::Field { key, rule } => {
                rule.check(argument)?;
                // Only the browser has the list of zones.
                if kind == ActionKind::SetTimezone && !host::is_timezone(argument) {
                    return Err(rule.error);
                }
                host::object_with(key, argument)
            }
        };
        Ok(Self {
            name: kind.name().into(),
            member,
            payload,
        })
    }

    /// Any action by its name, with or without the prefix, and its payload.
    ///
    /// # Errors
    /// Where the name is none or reserved, or the payload is not what the catalog says.
    #[cfg(feature = "bridge")]
    pub fn with_payload(name: &str, payload: &JsValue) -> Result<Self, Error> {
        Self::named(&name.into(), payload)
    }

    /// [`Outgoing::with_payload`] of a name in JavaScript.
    pub(crate) fn named(name: &JsValue, payload: &JsValue) -> Result<Self, Error> {
        let name = name.replace(ACTION_PREFIX, "");
        match ActionKind::of(&name) {
            Some(ActionKind::SetSession) => Err(Error::RESERVED_ACTION),
            Some(kind) => match kind.payload() {
                PayloadSpec::Field { key, .. } => {
                    Self::with_argument(kind, &host::property(payload, key))
                }
                _ => Self::with_argument(kind, payload),
            },
            None if name.is("") => Err(Error::NO_ACTION),
            None => Ok(Self {
                name,
                member: None,
                payload: if payload.is_undefined() {
                    host::empty_object()
                } else {
                    plain_object(payload)?
                },
            }),
        }
    }
}

/// What may stand before an action's name.
const ACTION_PREFIX: &str = "^svc:action:";

/// A filter as the page writes it: a parameter, or `{ member, value, operator }`.
///
/// # Errors
/// Where the member is none, or neither a value nor an operator is there.
pub(crate) fn read_filter(filter: &JsValue) -> Result<Filter<JsValue>, Error> {
    if filter.is_string() {
        let (member, condition) = Filter::split(filter).ok_or(Error::INVALID_FILTER)?;
        let is_json = host::is_json(&condition);
        let filter = Filter::of(member, &condition)?;
        return is_json.then_some(filter).ok_or(Error::NO_CONDITION);
    }
    let member = host::property(filter, "member");
    Filter::of(member, &host::condition_of(filter))
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
