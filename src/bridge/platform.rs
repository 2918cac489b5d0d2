//! What the bridge needs of the platform beyond `web-sys`: property reads that copy no strings,
//! the clocks, and the report of an error that a page's handler threw.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::session::Now;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn date_now() -> f64;
    #[wasm_bindgen(js_namespace = Math, js_name = random)]
    fn math_random() -> f64;

    /// Reports `error` as uncaught, as an event listener that throws would.
    #[cfg(feature = "npm")]
    #[wasm_bindgen(js_name = reportError)]
    pub(crate) fn report_error(error: &JsValue);

    #[wasm_bindgen(catch, js_name = structuredClone)]
    pub(super) fn structured_clone(value: &JsValue) -> Result<JsValue, JsValue>;

    /// A `MessageEvent`, its properties left in JavaScript.
    #[wasm_bindgen(extends = Object)]
    pub(super) type Incoming;
    #[wasm_bindgen(method, getter, structural)]
    pub(super) fn source(this: &Incoming) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    pub(super) fn origin(this: &Incoming) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    pub(super) fn data(this: &Incoming) -> JsValue;
}

/// Both clocks of the page.
pub(super) fn now() -> Now {
    Now {
        monotonic: to_millis(performance_now()),
        wall: to_millis(date_now()),
    }
}

/// A number from JavaScript as whole milliseconds; 0 where it is negative or not a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
pub(crate) fn to_millis(number: f64) -> u64 {
    number as u64
}

/// Milliseconds as a number for JavaScript.
#[cfg(feature = "npm")]
#[expect(
    clippy::cast_precision_loss,
    reason = "exact for the next 285,000 years"
)]
pub(crate) fn from_millis(millis: u64) -> f64 {
    millis as f64
}

/// The wall clock, epoch milliseconds.
pub(super) fn timestamp() -> f64 {
    date_now()
}

/// A seed for the jitter of one embed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
pub(super) fn seed() -> u32 {
    (math_random() * f64::from(u32::MAX)) as u32
}

/// `target[key]`; undefined where `target` is no object or the read throws.
pub(crate) fn property(target: &JsValue, key: &JsValue) -> JsValue {
    Reflect::get(target, key).unwrap_or(JsValue::UNDEFINED)
}

/// `target[key]` where it is a string.
pub(crate) fn text_property(target: &JsValue, key: &str) -> Option<String> {
    property(target, &key.into()).as_string()
}

/// An object with one property for each pair.
pub(crate) fn object(pairs: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in pairs {
        // Defining a property on a plain object of our own cannot fail.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object.into()
}
