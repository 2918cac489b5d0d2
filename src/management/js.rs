//! Implements [`Data`] and [`Text`] for JavaScript's values and strings. `platform.ts` has the
//! functions, which use the platform's own methods.

use wasm_bindgen::prelude::*;

use super::data::Data;
use super::text::Text;

#[wasm_bindgen(raw_module = "./platform.js")]
extern "C" {
    fn member(value: &JsValue, key: &str) -> JsValue;
    #[wasm_bindgen(js_name = member)]
    fn member_named(value: &JsValue, key: &JsValue) -> JsValue;
    fn key(value: &JsValue, index: i32) -> JsValue;
    fn element(value: &JsValue, index: i32) -> JsValue;
    fn length(value: &JsValue) -> i32;
    #[wasm_bindgen(js_name = isFalse)]
    fn is_false(value: &JsValue) -> bool;
    fn text(value: &JsValue) -> JsValue;
    fn number(value: &JsValue) -> f64;
    fn scalar(value: &JsValue) -> JsValue;

    #[wasm_bindgen(js_name = is)]
    fn is(text: &JsValue, other: &str) -> bool;
    fn joined(text: &JsValue, other: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = joined)]
    fn joined_str(text: &JsValue, other: &str) -> JsValue;
    fn matches(text: &JsValue, pattern: &str) -> bool;
    fn capture(text: &JsValue, pattern: &str) -> JsValue;
    fn replaced(text: &JsValue, pattern: &str, by: &JsValue) -> JsValue;
    fn part(text: &JsValue, separator: &str, index: i32) -> JsValue;
    fn encoded(text: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = withParameter)]
    fn with_parameter(text: &JsValue, separator: &str, key: &JsValue, value: &JsValue) -> JsValue;
    fn lowercase(text: &JsValue) -> JsValue;
    fn without(text: &JsValue, secret: &JsValue) -> JsValue;
    fn characters(text: &JsValue) -> i32;
    fn value(text: &JsValue) -> f64;
    fn date(text: &JsValue) -> f64;
}

/// `None` for undefined.
fn given(value: JsValue) -> Option<JsValue> {
    (!value.is_undefined()).then_some(value)
}

/// An index as the imports take it. A `u32` would need glue.
fn place(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

impl Data for JsValue {
    type Text = JsValue;

    fn member(&self, key: &'static str) -> Option<Self> {
        given(member(self, key))
    }

    fn member_named(&self, key: &JsValue) -> Option<Self> {
        given(member_named(self, key))
    }

    fn key(&self, index: usize) -> Option<JsValue> {
        given(key(self, place(index)))
    }

    fn element(&self, index: usize) -> Option<Self> {
        given(element(self, place(index)))
    }

    fn length(&self) -> Option<usize> {
        usize::try_from(length(self)).ok()
    }

    fn is_false(&self) -> bool {
        is_false(self)
    }

    fn text(&self) -> Option<JsValue> {
        given(text(self))
    }

    fn number(&self) -> Option<f64> {
        Some(number(self)).filter(|number| !number.is_nan())
    }

    fn scalar(&self) -> Option<JsValue> {
        given(scalar(self))
    }
}

impl Text for JsValue {
    fn of(text: &'static str) -> Self {
        text.into()
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "the trait allows only safe integers"
    )]
    fn of_number(number: u64) -> Self {
        joined_str(&JsValue::from_f64(number as f64), "")
    }

    fn is(&self, text: &'static str) -> bool {
        is(self, text)
    }

    fn push(&mut self, text: &Self) {
        *self = joined(self, text);
    }

    fn push_str(&mut self, text: &'static str) {
        *self = joined_str(self, text);
    }

    fn matches(&self, pattern: &'static str) -> bool {
        matches(self, pattern)
    }

    fn capture(&self, pattern: &'static str) -> Option<Self> {
        given(capture(self, pattern))
    }

    fn replace(&self, pattern: &'static str, by: &Self) -> Self {
        replaced(self, pattern, by)
    }

    fn part(&self, separator: &'static str, index: usize) -> Option<Self> {
        given(part(self, separator, place(index)))
    }

    fn encoded(&self) -> Self {
        encoded(self)
    }

    fn push_parameter(&mut self, separator: &'static str, key: &Self, value: &Self) {
        *self = with_parameter(self, separator, key, value);
    }

    fn lowercase(&self) -> Self {
        lowercase(self)
    }

    fn without(&self, secret: &Self) -> Self {
        without(self, secret)
    }

    fn characters(&self) -> usize {
        usize::try_from(characters(self)).unwrap_or_default()
    }

    fn value(&self) -> f64 {
        value(self)
    }

    fn date(&self) -> Option<f64> {
        Some(date(self)).filter(|date| !date.is_nan())
    }
}
