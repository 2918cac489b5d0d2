//! Promises that Rust settles.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::mint;

/// A promise and the functions that settle it.
pub(super) struct Deferred {
    pub(super) promise: Promise,
    resolve: Function,
    reject: Function,
}

impl Deferred {
    pub(super) fn new() -> Self {
        let mut resolve: Function = JsValue::UNDEFINED.unchecked_into();
        let mut reject = resolve.clone();
        let promise =
            Promise::new(&mut |resolver, rejecter| (resolve, reject) = (resolver, rejecter));
        Self {
            promise,
            resolve,
            reject,
        }
    }

    /// A promise whose rejection is not reported where nobody waits for it.
    pub(super) fn quiet() -> Self {
        let deferred = Self::new();
        // Any function marks it as handled; resolving what is settled does nothing.
        mint::then(&deferred.promise, &JsValue::UNDEFINED, &deferred.resolve);
        deferred
    }

    pub(super) fn resolve(&self, value: &JsValue) {
        let _ = self.resolve.call1(&JsValue::UNDEFINED, value);
    }

    pub(super) fn reject(&self, error: &JsValue) {
        let _ = self.reject.call1(&JsValue::UNDEFINED, error);
    }
}
