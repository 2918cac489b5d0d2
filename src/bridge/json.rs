//! Values between JavaScript and Rust, as JSON.
//!
//! serde-wasm-bindgen would do this for most values, but not for those of a message that nobody has
//! checked yet: a cyclic value overflows its stack, which WebAssembly cannot recover from, and it
//! reads a field that is `undefined` as one that is null.

use js_sys::{Array, JSON, Object, Reflect};
use serde_json::{Map, Number, Value};
use wasm_bindgen::prelude::*;

/// The greatest depth, which is also the greatest that `serde_json` reads.
const DEEPEST: u32 = 128;
/// The greatest number of values. The depth is not enough of a limit: a value that contains itself
/// twice has a million million values within forty levels.
const MOST_VALUES: u32 = 100_000;
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

/// True for an object that is not an array.
pub(super) fn is_object(value: &JsValue) -> bool {
    value.is_object() && !Array::is_array(value)
}

/// A property of an object; `undefined` if it has none.
pub(super) fn property(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or_default()
}

/// Reads an object that [`is_object`]. Properties that are `undefined` are left out. A value that
/// JSON cannot express becomes null, unless it is the object's own property and `is_strict` is true
/// for the key.
///
/// # Errors
/// [`Unreadable::NotJson`] for such a property, and [`Unreadable::TooLarge`].
pub(super) fn read_object(
    object: &JsValue,
    is_strict: impl Fn(&str) -> bool,
) -> Result<Value, Unreadable> {
    let mut reader = Reader {
        values_left: MOST_VALUES,
    };
    let is_nullable = |key: &str| !is_strict(key);
    reader.object(object.unchecked_ref(), DEEPEST, is_nullable)
}

/// A value for JavaScript.
pub(super) fn to_js(value: &Value) -> JsValue {
    // It is JSON, so it can be parsed.
    JSON::parse(&value.to_string()).unwrap_or_default()
}

struct Reader {
    values_left: u32,
}

impl Reader {
    fn value(&mut self, value: &JsValue, levels_left: u32) -> Result<Value, Unreadable> {
        self.values_left = (self.values_left.checked_sub(1)).ok_or(Unreadable::TooLarge)?;
        if let Some(flag) = value.as_bool() {
            Ok(Value::Bool(flag))
        } else if let Some(number) = value.as_f64() {
            read_number(number)
        } else if let Some(text) = value.as_string() {
            Ok(Value::String(text))
        } else if value.is_null() || value.is_undefined() {
            Ok(Value::Null)
        } else if !value.is_object() {
            Err(Unreadable::NotJson)
        } else if levels_left == 0 {
            Err(Unreadable::TooLarge)
        } else if Array::is_array(value) {
            let items = value.unchecked_ref::<Array>().iter();
            let read = |item: JsValue| or_null(self.value(&item, levels_left - 1));
            items.map(read).collect()
        } else {
            self.object(value.unchecked_ref(), levels_left, |_| true)
        }
    }

    /// Reads the properties of an object. `is_nullable` is true for the keys whose values may
    /// become null.
    fn object(
        &mut self,
        object: &Object,
        levels_left: u32,
        is_nullable: impl Fn(&str) -> bool,
    ) -> Result<Value, Unreadable> {
        let mut map = Map::new();
        for key in Object::keys(object).iter() {
            let value = Reflect::get(object, &key).unwrap_or_default();
            let (Some(key), false) = (key.as_string(), value.is_undefined()) else {
                continue;
            };
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
