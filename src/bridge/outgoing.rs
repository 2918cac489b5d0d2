//! Actions on their way out: checked where the page hands them in, kept as JavaScript values.

use js_sys::{JSON, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::platform::{object, property, structured_clone, text_property};
use crate::error::{Code, Error};
use crate::protocol::actions::{Argument, PayloadSpec, Timezone};
use crate::protocol::envelope::ACTION_PREFIX;
use crate::protocol::{Action, ActionKind, Filter};

/// An action that has been checked and may be sent.
#[derive(Debug, Clone)]
pub struct Outgoing {
    pub(super) name: String,
    /// The member, where the action is a filter.
    pub(super) member: Option<String>,
    pub(super) payload: JsValue,
}

/// What is wrong with an action, and what JavaScript threw, if it did.
type Fault = (Error, JsValue);

impl Outgoing {
    /// A known action by its one argument: a string, or the object that is its payload.
    ///
    /// # Errors
    /// Where the embed would not take the argument.
    pub fn with_argument(kind: ActionKind, argument: &JsValue) -> Result<Self, Fault> {
        match kind.payload() {
            PayloadSpec::Empty => Ok(Self::new(kind.name(), Object::new().into())),
            PayloadSpec::Open => Ok(Self::new(kind.name(), plain_object(argument)?)),
            PayloadSpec::Field { key, check } => {
                let text = argument.as_string().unwrap_or_default();
                check(&text).map_err(plain)?;
                let (text, member) = match kind {
                    ActionKind::SetFilter => {
                        let filter = parse_filter(&text)?;
                        (filter.parameter(), Some(filter.member().to_owned()))
                    }
                    ActionKind::SetTimezone => {
                        require_known_timezone(&text)?;
                        (text, None)
                    }
                    _ => (text, None),
                };
                let payload = object(&[(key, &text.as_str().into())]);
                Ok(Self {
                    member,
                    ..Self::new(kind.name(), payload)
                })
            }
        }
    }

    /// Any action by its name, with or without the prefix, and its payload.
    ///
    /// # Errors
    /// Where the name is none or reserved, or the payload is not what the catalog says.
    pub fn with_payload(name: &str, payload: &JsValue) -> Result<Self, Fault> {
        let name = name.strip_prefix(ACTION_PREFIX).unwrap_or(name);
        match ActionKind::from_name(name) {
            Some(ActionKind::SetSession) => Err(plain(Error::new(
                Code::ReservedAction,
                "set-session is the bridge's own: call renew(), which mints a fresh id and sends it.",
            ))),
            Some(kind) => match kind.payload() {
                PayloadSpec::Field { key, .. } => {
                    Self::with_argument(kind, &property(payload, &key.into()))
                }
                _ => Self::with_argument(kind, payload),
            },
            None if name.is_empty() => Err(plain(Error::new(
                Code::InvalidOption,
                "The action's name must be a string such as 'set-theme'.",
            ))),
            None if payload.is_undefined() => Ok(Self::new(name, Object::new().into())),
            None => Ok(Self::new(name, plain_object(payload)?)),
        }
    }

    /// An action that Rust has made.
    ///
    /// # Errors
    /// Where it is `set-session`, or names a time zone that the browser does not know.
    pub fn from_action(action: &Action) -> Result<Self, Fault> {
        let json = action.payload().to_string();
        let payload = JSON::parse(&json).map_err(|thrown| (NOT_CLONEABLE, thrown))?;
        Self::with_payload(action.name(), &payload)
    }

    fn new(name: &str, payload: JsValue) -> Self {
        Self {
            name: name.to_owned(),
            member: None,
            payload,
        }
    }
}

/// A filter as the page writes it: a parameter, or `{ member, value, operator }`.
///
/// # Errors
/// Where the member is none, or neither a value nor an operator is there.
pub fn read_filter(filter: &JsValue) -> Result<Filter, Fault> {
    if let Some(parameter) = filter.as_string() {
        return parse_filter(&parameter);
    }
    let member = text_property(filter, "member").unwrap_or_default();
    let condition = Object::new();
    for key in ["value", "operator"] {
        let part = property(filter, &key.into());
        if !part.is_undefined() {
            let _ = Reflect::set(&condition, &key.into(), &part);
        }
    }
    let filter = Filter::new(&member, "{}").map_err(plain)?;
    let operator = property(&condition, &"operator".into());
    let value = property(&condition, &"value".into());
    let number_is_none = value.as_f64().is_some_and(|number| !number.is_finite());
    if !(operator.is_undefined() || operator.is_string()) || number_is_none {
        return Err(plain(NO_CONDITION));
    }
    let json = JSON::stringify(&condition)
        .map_err(|thrown| (NO_CONDITION, thrown))?
        .as_string()
        .unwrap_or_default();
    if json.len() <= "{}".len() {
        return Err(plain(NO_CONDITION));
    }
    Filter::new(filter.member(), &json).map_err(plain)
}

fn parse_filter(parameter: &str) -> Result<Filter, Fault> {
    let filter = Filter::parse(parameter).map_err(plain)?;
    let (_, written) = parameter.split_once('=').unwrap_or_default();
    match JSON::parse(written) {
        Ok(_) => Ok(filter),
        Err(thrown) => Err((NO_CONDITION, thrown)),
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl)]
    type DateTimeFormat;
    #[wasm_bindgen(constructor, catch, js_namespace = Intl)]
    fn new(locales: &JsValue, options: &JsValue) -> Result<DateTimeFormat, JsValue>;
}

/// Only the browser has the list of zones.
fn require_known_timezone(name: &str) -> Result<(), Fault> {
    DateTimeFormat::new(&JsValue::UNDEFINED, &object(&[("timeZone", &name.into())]))
        .map(drop)
        .map_err(|thrown| (Timezone::INVALID, thrown))
}

/// A copy of `value`, so that it is what it was when the page handed it in, and can be posted.
fn plain_object(value: &JsValue) -> Result<JsValue, Fault> {
    if !value.is_object() {
        return Err(plain(NOT_CLONEABLE));
    }
    let copy = structured_clone(value).map_err(|thrown| (NOT_CLONEABLE, thrown))?;
    // A plain object's prototype has none itself, in whichever window it was made; an array's, a
    // date's or a map's has.
    let prototype: JsValue = Object::get_prototype_of(&copy).into();
    if prototype.is_object() && JsValue::from(Object::get_prototype_of(&prototype)).is_null() {
        Ok(copy)
    } else {
        Err(plain(NOT_CLONEABLE))
    }
}

fn plain(error: Error) -> Fault {
    (error, JsValue::UNDEFINED)
}

const NOT_CLONEABLE: Error = Error::new(
    Code::InvalidOption,
    "The payload must be a plain object that can be posted: no functions, no DOM nodes.",
);
const NO_CONDITION: Error = Error::new(
    Code::InvalidFilter,
    "The filter needs a value or an operator that JSON can express.",
);
