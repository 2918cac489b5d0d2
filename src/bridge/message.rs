//! The messages of an embed, and values between JavaScript and Rust.
//!
//! What leaves the bridge is written by serde-wasm-bindgen. What comes in is not read by it: a message
//! that nobody has checked may be cyclic, which overflows its stack, and WebAssembly cannot recover from
//! that; and it reads a field that is `undefined` as one that is null.

use std::cell::Cell;

use js_sys::{Array, JsString, Object, Reflect};
use serde::Serialize;
use serde_json::{Map, Number, Value};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::page::{Fact, Input};
use crate::protocol::events::{self, Navigate, Report};
use crate::protocol::schema::Kind;
use crate::protocol::{Envelope, Event, EventKind, EventMessage, Refusal};
use crate::session::{self, Epoch, Millis, Mode};

/// A message from an embed's iframe that failed a check.
///
/// ```no_run
/// # use svc_embed::bridge::{Dropped, Embed};
/// # fn example(embed: &Embed) {
/// let reports = embed.on(|dropped: &Dropped| {
///     web_sys::console::warn_2(&dropped.reason.as_str().into(), &dropped.data);
/// });
/// # drop(reports);
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Dropped {
    /// The first check that it failed.
    pub reason: Refusal,
    /// The origin that it came from; `"null"` for an opaque one.
    pub origin: String,
    /// The message as it arrived. Trust nothing in it.
    pub data: JsValue,
}

/// A message that has passed all checks.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) message: EventMessage,
    /// The UTF-16 units of its texts and of the names of its fields, and a few for each value.
    pub(super) size: u32,
}

/// Reads a message as it arrived, and its size. The payload is read only if the envelope is right.
///
/// A value that JSON cannot express becomes null if it is inside another value, or in a field that
/// the catalog does not name or whose type is "any". In any other field of the payload it is refused
/// as a value of the wrong type.
pub(super) fn read(data: &JsValue) -> Result<Heard, Refusal> {
    if !is_object(data) {
        return Err(Refusal::Envelope);
    }
    let reader = Reader::default();
    let number = |key: &str| property(data, key).as_f64();
    let envelope = Envelope::read(
        |key| reader.envelope_text(&property(data, key)),
        |key| number(key).filter(|number| number.is_finite()),
    )?;
    let payload = property(data, "payload");
    if !is_object(&payload) {
        return Err(Refusal::Payload);
    }
    let fields = EventKind::of(&envelope.name).map_or(&[][..], EventKind::fields);
    let has_type = |key: &str| {
        let mut fields = fields.iter();
        fields.any(|field| field.key == key && field.kind != Kind::Any)
    };
    let payload = reader.object(&payload, has_type);
    let message = envelope.with_payload(payload.map_err(|_| Refusal::Payload)?)?;
    Ok(Heard {
        message,
        size: reader.size(),
    })
}

/// What the core is to know of a message, if anything. [`Event::report`] says what a message is about; the event
/// itself has the values. Plain events and views come often: they count only if `awaits` says so.
pub(super) fn input_of(
    message: &EventMessage,
    awaits: impl Fn(bool) -> bool,
    compare_navigation: impl FnOnce(&Navigate) -> Fact,
) -> Option<Input> {
    let input = match (message.event.report(), &message.event) {
        (Report::None, _) if !awaits(false) => return None,
        (Report::View, _) if !awaits(true) => return None,
        (Report::View, _) => session::Input::View,
        (Report::Navigate, Event::Navigate(report)) => {
            return Some(compare_navigation(report).into());
        }
        (Report::Error, Event::Error(error)) if error.is_session_rejection() => {
            session::Input::Rejected
        }
        (Report::Error, Event::Error(error)) if error.is_fatal() => return None,
        (Report::Ready, Event::Ready(ready)) => session::Input::Ready(mode(&ready.mode)),
        (Report::Expiring, Event::SessionExpiring(expiring)) => session::Input::Expiring {
            expires_at: Epoch::from_number(expiring.expires_at),
            expires_in: Millis::from_number(expiring.expires_in_ms),
        },
        (Report::Expired, Event::SessionExpired(expired)) => session::Input::Expired {
            expired_at: Epoch::from_number(expired.expired_at),
            reported_at: Epoch::from_number(message.timestamp),
        },
        _ => return Some(Fact::Event.into()),
    };
    Some(input.into())
}

fn mode(mode: &events::Mode) -> Option<Mode> {
    match mode {
        events::Mode::Signed => Some(Mode::Signed),
        events::Mode::Private => Some(Mode::Private),
        _ => None,
    }
}

// Reading what nobody has checked.

/// The greatest depth, which is also the greatest that `serde_json` reads.
const DEEPEST: u32 = 128;
/// The greatest number of values. The depth is not enough of a limit: a value that contains itself
/// twice has a million million values within forty levels.
const MOST_VALUES: u32 = 100_000;
/// The greatest size of a message, and of any other text that JavaScript gives.
const LARGEST: u32 = 1_000_000;
/// What a value adds to the size of a message, apart from its text.
const VALUE_SIZE: u32 = 8;
/// What is copied of a longer text, where its beginning is enough.
const BEGINNING: u32 = 1_000;
/// Every integer up to this one is exact as a number in JavaScript.
const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// A value that was not read.
#[derive(Debug)]
pub(super) enum Unreadable {
    /// JSON has no such value: a number that is not finite, a bigint, a symbol or a function.
    NotJson,
    /// The value is deeper or larger than the limits.
    TooLarge,
}

#[wasm_bindgen]
extern "C" {
    // Unlike those of js-sys, they catch what a proxy of the page's throws.
    #[wasm_bindgen(js_namespace = Object, js_name = keys, catch)]
    fn keys_of(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn try_is_array(value: &JsValue) -> Result<bool, JsValue>;
}

fn is_array(value: &JsValue) -> bool {
    try_is_array(value).unwrap_or(false)
}

/// True for an object that is not an array.
pub(super) fn is_object(value: &JsValue) -> bool {
    value.is_object() && !is_array(value)
}

/// A property of an object; `undefined` if it has none.
pub(super) fn property(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or_default()
}

/// A copy of a text; `None` for another value, and for a text of more than a million UTF-16 units.
/// Nothing of that one is copied: the memory of WebAssembly never shrinks.
pub(super) fn text(value: &JsValue) -> Option<String> {
    let text = as_text(value)?;
    (text.length() <= LARGEST).then(|| text.into())
}

/// A copy of a text, or of its beginning if it is long; `None` for another value.
pub(super) fn beginning(value: &JsValue) -> Option<String> {
    let text = as_text(value)?;
    Some(text.slice(0, BEGINNING).into())
}

fn as_text(value: &JsValue) -> Option<&JsString> {
    value.is_string().then(|| value.unchecked_ref())
}

/// A value for JavaScript; `None` if it has a number that JavaScript does not have.
pub(super) fn to_js(value: &impl Serialize) -> Option<JsValue> {
    value.serialize(&Serializer::json_compatible()).ok()
}

/// Reads a message that nobody has checked. Each length is added to the size of the message before
/// anything of that length is copied, so that no more than the greatest size is ever copied.
#[derive(Default)]
pub(super) struct Reader {
    /// The UTF-16 units of the texts and of the names of fields, and [`VALUE_SIZE`] for each value.
    size: Cell<u32>,
    values: Cell<u32>,
}

impl Reader {
    /// The size of what was read so far.
    pub(super) fn size(&self) -> u32 {
        self.size.get()
    }

    /// A text of the envelope; `None` for another value. Only the beginning of one that is too long:
    /// the envelope is checked first, and then [`Reader::object`] refuses the message.
    pub(super) fn envelope_text(&self, value: &JsValue) -> Option<String> {
        let text = as_text(value)?;
        self.text(text).ok().or_else(|| beginning(value))
    }

    /// Reads an object that [`is_object`]. Properties that are `undefined` are left out. A value that
    /// JSON cannot express becomes null, unless it is the object's own property and `is_strict` is
    /// true for the key.
    ///
    /// # Errors
    /// [`Unreadable::NotJson`] for such a property, and [`Unreadable::TooLarge`].
    pub(super) fn object(
        &self,
        object: &JsValue,
        is_strict: impl Fn(&str) -> bool,
    ) -> Result<Value, Unreadable> {
        // The envelope may have been too large already.
        self.add(0)?;
        self.members(object, DEEPEST, |key| !is_strict(key))
    }

    fn value(&self, value: &JsValue, levels_left: u32) -> Result<Value, Unreadable> {
        self.add_value()?;
        if let Some(flag) = value.as_bool() {
            Ok(Value::Bool(flag))
        } else if let Some(number) = value.as_f64() {
            read_number(number)
        } else if let Some(text) = as_text(value) {
            self.text(text).map(Value::String)
        } else if value.is_null() || value.is_undefined() {
            Ok(Value::Null)
        } else if !value.is_object() {
            Err(Unreadable::NotJson)
        } else if levels_left == 0 {
            Err(Unreadable::TooLarge)
        } else if is_array(value) {
            self.array(value, levels_left)
        } else {
            self.members(value, levels_left, |_| true)
        }
    }

    fn array(&self, array: &JsValue, levels_left: u32) -> Result<Value, Unreadable> {
        let length = length_of(array);
        if length > f64::from(self.values_left()) {
            return Err(Unreadable::TooLarge);
        }
        let items = (0u32..).take_while(|at| f64::from(*at) < length);
        let read = |at| {
            let item = Reflect::get_u32(array, at).unwrap_or_default();
            or_null(self.value(&item, levels_left - 1))
        };
        items.map(read).collect()
    }

    /// Reads the properties of an object. `is_nullable` is true for the keys whose values may
    /// become null.
    fn members(
        &self,
        object: &JsValue,
        levels_left: u32,
        is_nullable: impl Fn(&str) -> bool,
    ) -> Result<Value, Unreadable> {
        // The browser would make a key for each character of a text, and for each byte of a buffer.
        if length_of(object) > f64::from(self.values_left()) && !is_plain(object) {
            return Err(Unreadable::TooLarge);
        }
        let mut map = Map::new();
        for key in keys_of(object).unwrap_or_default().iter() {
            let value = Reflect::get(object, &key).unwrap_or_default();
            if value.is_undefined() {
                self.add_value()?;
                continue;
            }
            let key = self.text(key.unchecked_ref())?;
            let read = self.value(&value, levels_left - 1);
            let read = if is_nullable(&key) {
                or_null(read)
            } else {
                read
            };
            map.insert(key, read?);
        }
        Ok(Value::Object(map))
    }

    fn text(&self, text: &JsString) -> Result<String, Unreadable> {
        self.add(text.length())?;
        Ok(text.into())
    }

    fn add_value(&self) -> Result<(), Unreadable> {
        if self.values_left() == 0 {
            return Err(Unreadable::TooLarge);
        }
        self.values.set(self.values.get() + 1);
        self.add(VALUE_SIZE)
    }

    fn values_left(&self) -> u32 {
        MOST_VALUES - self.values.get()
    }

    fn add(&self, size: u32) -> Result<(), Unreadable> {
        self.size.set(self.size.get().saturating_add(size));
        if self.size.get() > LARGEST {
            return Err(Unreadable::TooLarge);
        }
        Ok(())
    }
}

/// The `length` of an object; 0 if it has none that is a number.
fn length_of(object: &JsValue) -> f64 {
    property(object, "length").as_f64().unwrap_or_default()
}

/// Whether `length` is a property like any other, not that of a buffer or of a text.
fn is_plain(object: &JsValue) -> bool {
    Reflect::get_own_property_descriptor(object.unchecked_ref::<Object>(), &"length".into())
        .is_ok_and(|found| property(&found, "enumerable").is_truthy())
}

/// Null in the place of a value that JSON cannot express.
fn or_null(read: Result<Value, Unreadable>) -> Result<Value, Unreadable> {
    match read {
        Err(Unreadable::NotJson) => Ok(Value::Null),
        other => other,
    }
}

/// A number, as an integer if it is one, so that 7 is not written as 7.0.
fn read_number(number: f64) -> Result<Value, Unreadable> {
    let is_integer = number.trunc().to_bits() == number.to_bits();
    if is_integer && number.abs() <= LARGEST_EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "it is an exact integer")]
        let integer = number as i64;
        return Ok(Value::from(integer));
    }
    let number = Number::from_f64(number).ok_or(Unreadable::NotJson)?;
    Ok(Value::Number(number))
}
