//! JavaScript's values, looked into as Rust's are.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::data::Data;

fn array(value: &JsValue) -> Option<&Array> {
    Array::is_array(value).then(|| value.unchecked_ref())
}

impl Data for JsValue {
    fn member(&self, key: &str) -> Option<Self> {
        if !self.is_object() {
            return None;
        }
        // A getter that throws is as good as missing: writing the JSON will tell.
        let value = Reflect::get(self, &key.into()).ok()?;
        (!value.is_undefined()).then_some(value)
    }

    fn members(&self) -> Vec<(String, Self)> {
        if !self.is_object() {
            return Vec::new();
        }
        let keys = Object::keys(self.unchecked_ref::<Object>());
        let members = keys.iter().filter_map(|key| {
            let key = key.as_string()?;
            let value = self.member(&key)?;
            Some((key, value))
        });
        members.collect()
    }

    fn elements(&self) -> Option<Vec<Self>> {
        Some(array(self)?.iter().collect())
    }

    fn length(&self) -> Option<usize> {
        usize::try_from(array(self)?.length()).ok()
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

#[wasm_bindgen(raw_module = "./platform.js")]
extern "C" {
    /// JavaScript writes numbers and dates itself: doing so here would bring 10 kB along.
    fn scalar(value: &JsValue) -> Option<String>;
}
