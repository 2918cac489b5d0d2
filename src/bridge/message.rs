//! The messages of an embed, and values between JavaScript and Rust.
//!
//! What leaves the bridge is written by serde-wasm-bindgen. What comes in is not read by it: a message
//! that nobody has checked may be cyclic, which overflows its stack, and WebAssembly cannot recover from
//! that; and it reads a field that is `undefined` as one that is null.

use js_sys::{JsString, Object, Reflect};
use serde::Serialize;
use serde_json::{Map, Value};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::protocol::schema::{FieldSpec, Kind};
use crate::protocol::{Envelope, EventKind, EventMessage, Refusal};

/// A message from an embed's iframe that failed a check.
///
/// ```no_run
/// # use svc_embed::bridge::{Dropped, Embed};
/// # fn example(embed: &Embed) {
/// let reports = embed.on(|dropped: &Dropped| {
///     log::warn!("{}: {:?}", dropped.reason.as_str(), dropped.data);
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
    /// The UTF-16 units of its texts and of the names of its fields, and ten for each value.
    pub(super) size: u32,
}

/// Reads a message as it arrived. The payload is read only if the envelope is right.
pub(super) fn read(data: &JsValue) -> Result<Heard, Refusal> {
    // An array can have the properties of an envelope.
    if is_array(data).unwrap_or(true) {
        return Err(Refusal::Envelope);
    }
    let number = |key: &str| property(data, key).as_f64();
    let envelope = Envelope::read(
        |key| text(&property(data, key)).or_else(|| beginning(&property(data, key))),
        |key| number(key).filter(|number| number.is_finite()),
    )?;
    // The texts of the envelope that an event keeps count as well.
    let mut reader = Reader { left: LARGEST };
    let mut has_room = |key: &&str| reader.text(&property(data, key)).is_some();
    let is_small = ["type", "surface"].iter().all(&mut has_room);
    let payload = property(data, "payload");
    let has_type = |field: &FieldSpec| {
        let value = property(&payload, field.key);
        field.kind == Kind::Any || (is_json(&value) && !value.is_object())
    };
    let fields = EventKind::of(&envelope.name).map_or(&[][..], EventKind::fields);
    let is_right = is_small && fields.iter().all(has_type);
    let read = is_right.then(|| reader.read(&payload, DEEPEST));
    let size = LARGEST - reader.left;
    let message = envelope.with_payload(read.flatten().ok_or(Refusal::Payload)?)?;
    Ok(Heard { message, size })
}

/// The greatest size of a payload, and of any other text that JavaScript gives.
const LARGEST: u32 = 1_000_000;
/// What each value adds to the size of a payload.
const VALUE_SIZE: u32 = 10;
/// The greatest depth, which is also the greatest that `serde_json` reads.
const DEEPEST: u32 = 128;
/// What is copied of a longer text, where its beginning is enough.
const BEGINNING: u32 = 1_000;
/// Every integer up to this one is exact as a number in JavaScript.
const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// Reads a payload that nobody has checked. Its size is counted before anything is copied. The depth is not enough of
/// a limit: a value that contains another twice has a million million values within forty levels.
struct Reader {
    left: u32,
}

impl Reader {
    /// A value; `None` if it is too deep or too large. What JSON cannot express becomes null.
    fn read(&mut self, value: &JsValue, levels: u32) -> Option<Value> {
        self.take(VALUE_SIZE)?;
        if value.is_string() {
            return self.text(value).map(Value::String);
        }
        if !value.is_object() {
            return Some(value.as_bool().map_or_else(|| number(value), Value::Bool));
        }
        // The browser would make a key for each character of a text, and for each byte of a buffer.
        let length = property(value, "length").as_f64().unwrap_or_default();
        let is_too_wide = || length > f64::from(self.left / VALUE_SIZE) && !is_plain(value);
        if levels == 0 || is_too_wide() {
            return None;
        }
        if is_array(value).unwrap_or(false) {
            let items = (0..).take_while(|at| f64::from(*at) < length);
            let items = items.map(|at| Reflect::get_u32(value, at).unwrap_or_default());
            return items.map(|item| self.read(&item, levels - 1)).collect();
        }
        let mut map = Map::new();
        for key in Reflect::own_keys(value).unwrap_or_default().iter() {
            let member = Reflect::get(value, &key).unwrap_or_default();
            let read = self.read(&member, levels - 1)?;
            if key.is_string() && !member.is_undefined() {
                map.insert(self.text(&key)?, read);
            }
        }
        Some(Value::Object(map))
    }

    fn text(&mut self, text: &JsValue) -> Option<String> {
        let text = as_text(text)?;
        self.take(text.length())?;
        Some(text.into())
    }

    fn take(&mut self, size: u32) -> Option<()> {
        self.left = self.left.checked_sub(size)?;
        Some(())
    }
}

/// A number, as an integer if it is one, so that 7 is not written as 7.0. Null for anything else.
fn number(value: &JsValue) -> Value {
    let number = value.as_f64().unwrap_or(f64::NAN);
    let is_integer = number.trunc().to_bits() == number.to_bits();
    if is_integer && number.abs() <= LARGEST_EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "it is an exact integer")]
        return Value::from(number as i64);
    }
    Value::from(number)
}

#[wasm_bindgen]
extern "C" {
    // Unlike that of js-sys, it catches what a proxy of the page's throws.
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
}

/// False for what JSON cannot express: a number that is not finite, a bigint, a symbol and a function.
fn is_json(value: &JsValue) -> bool {
    let is_other = value.is_bigint() || value.is_symbol() || value.is_function();
    value.as_f64().map_or(!is_other, f64::is_finite)
}

/// Whether `length` is a property like any other, not that of a buffer or of a text.
fn is_plain(object: &JsValue) -> bool {
    Reflect::get_own_property_descriptor(object.unchecked_ref::<Object>(), &"length".into())
        .is_ok_and(|found| property(&found, "enumerable").is_truthy())
}

/// A property of an object; `undefined` if it has none, and for a value that is no object.
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
