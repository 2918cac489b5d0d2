//! What Rust users need of the JavaScript in `npm/src` besides, and the calls that come from there.
//! For the npm package its own TypeScript and exports do this.

use alloc::string::String;
use std::thread_local;

use js_sys::{Function, Math, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement};

use crate::bridge::host::Value;
use crate::bridge::page::Slot;
use crate::bridge::{tell, words};

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./host.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/host.js"))]
extern "C" {
    /// The page's side of one embed.
    #[derive(Clone)]
    pub(super) type Host;
    #[wasm_bindgen(constructor)]
    pub(super) fn new(
        core: &JsValue,
        iframe: &HtmlIFrameElement,
        get_session: &JsValue,
        is_own: bool,
    ) -> Host;
    /// Takes the slot of an embed of the tenant at `url`.
    #[wasm_bindgen(method)]
    pub(super) fn enter(this: &Host, slot: Slot, url: &str);
    /// Lets the embed begin; its iframe is put into `parent` where there is one.
    #[wasm_bindgen(method)]
    pub(super) fn start(this: &Host, parent: Option<&Element>);
    #[wasm_bindgen(method, getter)]
    pub(super) fn iframe(this: &Host) -> HtmlIFrameElement;
    #[wasm_bindgen(method, getter)]
    pub(super) fn ready(this: &Host) -> Promise;
    #[wasm_bindgen(method)]
    pub(super) fn ask(this: &Host, reload: bool) -> Promise;
    /// The error of a number; see `told` in `effects.rs`.
    #[wasm_bindgen(method)]
    pub(super) fn error(this: &Host, number: i32) -> JsValue;
    /// Gives the function that ends it.
    #[wasm_bindgen(method)]
    pub(super) fn on(this: &Host, topic: &str, call: &JsValue) -> Function;
}

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./values.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/values.js"))]
extern "C" {
    /// Notes what the two sides name by numbers; see [`words::texts`].
    fn learn(words: &str, catalog: &str, errors: &str, prefix: &str);

    /// The number of a value.
    fn put(value: &JsValue) -> Value;
    /// The value of a number.
    fn take(number: Value) -> JsValue;
    /// How many values there are.
    fn mark() -> Value;
    /// Lets go of what was put there since.
    fn release(mark: Value);
}

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./page.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/page.js"))]
extern "C" {
    /// Whether there is an embed of `iframe`.
    #[wasm_bindgen(js_name = isTaken)]
    pub(super) fn is_taken(iframe: &JsValue) -> bool;
    /// An iframe that is not in the page yet; `None` where an attribute is not for the page.
    #[wasm_bindgen(js_name = makeFrame)]
    pub(super) fn make_frame(
        parent: &Element,
        title: &str,
        attributes: &JsValue,
    ) -> Option<HtmlIFrameElement>;
}

/// As long as it lives, values are named by numbers.
pub(super) struct Scope(Value);

impl Scope {
    pub(super) fn new() -> Self {
        // First of all: the words come before all values.
        CORE.with(|_| ());
        Self(mark())
    }

    #[expect(
        clippy::unused_self,
        reason = "without a scope the value would stay for good"
    )]
    pub(super) fn put(&self, value: &JsValue) -> Value {
        put(value)
    }

    #[expect(clippy::unused_self, reason = "without a scope there are no values")]
    pub(super) fn take(&self, number: Value) -> JsValue {
        take(number)
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        release(self.0);
    }
}

thread_local! {
    static CORE: JsValue = make();
}

/// What kind of element `value` is, where it is one.
pub(super) fn local_name(value: &JsValue) -> Option<String> {
    let name = Reflect::get(value, &"localName".into()).ok()?;
    name.as_string()
}

/// The object by which JavaScript calls the bridge.
pub(super) fn core() -> JsValue {
    CORE.with(Clone::clone)
}

/// A seed for the jitter of one embed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
pub(super) fn seed() -> u32 {
    (Math::random() * f64::from(u32::MAX)) as u32
}

fn make() -> JsValue {
    let [words, catalog, errors, prefix] = words::texts();
    learn(&words, &catalog, &errors, &prefix);
    let call = Closure::<dyn Fn(Slot, i32, u32, Value) -> i32>::new(tell);
    let core = Object::new();
    // Defining a property on a plain object of our own cannot fail.
    let _ = Reflect::set(&core, &"tell".into(), &call.into_js_value());
    core.into()
}
