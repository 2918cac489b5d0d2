//! JavaScript's values, looked into as Rust's are. What the platform knows best is left to
//! `platform.ts`; js-sys would do the same, and bring a fifth more bytes.

use alloc::string::String;

use wasm_bindgen::prelude::*;

use super::data::Data;

#[wasm_bindgen(raw_module = "./platform.js")]
extern "C" {
    /// The member `key`; undefined where it is missing, or this is no object.
    fn member(value: &JsValue, key: &str) -> JsValue;
    /// The name of an object's member number `index`; undefined where there is none.
    fn key(value: &JsValue, index: usize) -> Option<String>;
    /// The element number `index` of an array; undefined where there is none.
    fn element(value: &JsValue, index: usize) -> JsValue;
    /// How many elements an array has; undefined where this is none.
    fn length(value: &JsValue) -> Option<u32>;
    /// How a value stands in a URL; undefined where it cannot.
    fn scalar(value: &JsValue) -> Option<String>;
}

impl Data for JsValue {
    fn member(&self, key: &str) -> Option<Self> {
        let value = member(self, key);
        (!value.is_undefined()).then_some(value)
    }

    fn key(&self, index: usize) -> Option<String> {
        key(self, index)
    }

    fn element(&self, index: usize) -> Option<Self> {
        let value = element(self, index);
        (!value.is_undefined()).then_some(value)
    }

    fn length(&self) -> Option<usize> {
        usize::try_from(length(self)?).ok()
    }

    fn is_null(&self) -> bool {
        JsValue::is_null(self)
    }

    fn text(&self) -> Option<String> {
        self.as_string()
    }

    fn number(&self) -> Option<f64> {
        self.as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn scalar(&self) -> Option<String> {
        scalar(self)
    }
}
