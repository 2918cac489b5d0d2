//! Values between JavaScript and Rust, as JSON.
//!
//! serde-wasm-bindgen would do this for most values, but not for those of a message that nobody has
//! checked yet: a cyclic value overflows its stack, which WebAssembly cannot recover from, and it
//! reads a field that is `undefined` as one that is null.

use js_sys::{Array, JSON, Object, Reflect};
use serde_json::{Map, Number, Value};
use wasm_bindgen::prelude::*;

/// The depth to which `serde_json` reads.
const DEEPEST: u32 = 128;
/// A value that contains itself twice has a million million values within forty levels.
const MOST_VALUES: u32 = 20_000;
/// Integers up to this one are exact as a number of JavaScript's.
const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// A value of JavaScript's as `JSON.stringify` would write it. What JSON cannot express becomes
/// null, and so does what lies too deep.
pub(super) fn from_js(value: &JsValue) -> Value {
    Reader {
        values_left: MOST_VALUES,
    }
    .read(value, DEEPEST)
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
    fn read(&mut self, value: &JsValue, levels_left: u32) -> Value {
        if let Some(flag) = value.as_bool() {
            Value::Bool(flag)
        } else if let Some(number) = value.as_f64() {
            read_number(number)
        } else if let Some(text) = value.as_string() {
            Value::String(text)
        } else if !value.is_object() || levels_left == 0 || self.values_left == 0 {
            Value::Null
        } else if Array::is_array(value) {
            let items = value.unchecked_ref::<Array>().iter();
            Value::Array(self.read_all(items, levels_left).collect())
        } else {
            self.read_object(value.unchecked_ref(), levels_left)
        }
    }

    fn read_all(
        &mut self,
        values: impl Iterator<Item = JsValue>,
        levels_left: u32,
    ) -> impl Iterator<Item = Value> {
        values.map_while(move |value| {
            self.values_left = self.values_left.checked_sub(1)?;
            Some(self.read(&value, levels_left - 1))
        })
    }

    fn read_object(&mut self, object: &Object, levels_left: u32) -> Value {
        let mut map = Map::new();
        for key in Object::keys(object).iter() {
            let value = Reflect::get(object, &key).unwrap_or_default();
            let (Some(key), false) = (key.as_string(), value.is_undefined()) else {
                continue;
            };
            let Some(values_left) = self.values_left.checked_sub(1) else {
                break;
            };
            self.values_left = values_left;
            map.insert(key, self.read(&value, levels_left - 1));
        }
        Value::Object(map)
    }
}

/// A number, as an integer if it is one, so that 7 is not written as 7.0.
fn read_number(number: f64) -> Value {
    let is_integer = number.trunc().to_bits() == number.to_bits();
    if is_integer && number.abs() <= LARGEST_EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "it is an exact integer")]
        let integer = number as i64;
        return Value::from(integer);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}
