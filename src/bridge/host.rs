//! The page, as far as the bridge needs it: `npm/src/host.js`, by its own names. What stands there
//! does what it is told and reads what it is asked for; what is told and asked is decided here.

use alloc::string::String;

use wasm_bindgen::prelude::*;

use super::words::Key;
use crate::session::{Millis, Now};

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./host.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/host.js"))]
extern "C" {
    /// Notes a word, so that it can be named by its number instead of being copied each time.
    pub(super) fn learn(word: &str) -> Key;
    /// Notes the next event, whose full type is `prefix` and `name`.
    #[wasm_bindgen(js_name = learnEvent)]
    pub(super) fn learn_event(prefix: &str, name: &str);

    /// Which event the type in `envelope` names, by the order of [`learn_event`]; -1 for none.
    #[wasm_bindgen(js_name = eventAt)]
    pub(super) fn event_at(envelope: &JsValue, key: Key) -> i32;
    /// What a word of `target` is, by the constants of [`kind`].
    #[wasm_bindgen(js_name = kindAt)]
    pub(super) fn kind_at(target: &JsValue, key: Key) -> u32;
    /// Whether `target[key]` is a word.
    #[wasm_bindgen(js_name = isAt)]
    pub(super) fn is_at(target: &JsValue, key: Key, word: Key) -> bool;
    /// What `target[parent][key]` is.
    #[wasm_bindgen(js_name = kindIn)]
    pub(super) fn kind_in(target: &JsValue, parent: Key, key: Key) -> u32;
    /// `target[key]`; undefined where `target` has no properties.
    pub(crate) fn property(target: &JsValue, key: &str) -> JsValue;
    /// What `target[key]` is, by the constants of [`kind`].
    pub(crate) fn kind(target: &JsValue, key: &str) -> u32;
    /// `target[key]` where it is a number; `absent` where it is not there, otherwise NaN.
    pub(crate) fn number(target: &JsValue, key: &str, absent: f64) -> f64;
    /// An array's item; undefined behind its end.
    pub(crate) fn item(array: &JsValue, index: u32) -> JsValue;

    /// A copy of a plain object that can be posted; undefined where it is none.
    #[wasm_bindgen(static_method_of = Host, js_name = plainCopy)]
    pub(super) fn plain_copy(value: &JsValue) -> JsValue;
    /// An object with one property, or none.
    #[wasm_bindgen(js_name = objectWith)]
    pub(super) fn object_with(key: &str, value: &str) -> JsValue;
    /// The JSON of a filter's value and operator; undefined where there is none.
    #[wasm_bindgen(js_name = conditionOf)]
    pub(super) fn condition_of(filter: &JsValue) -> Option<String>;
    #[wasm_bindgen(js_name = isJson)]
    pub(super) fn is_json(text: &str) -> bool;
    /// Whether the browser knows the time zone.
    #[wasm_bindgen(js_name = isTimezone)]
    pub(super) fn is_timezone(name: &str) -> bool;
    /// A `SessionState`; `mode` is empty and a time NaN where it is null.
    #[wasm_bindgen(js_name = sessionState)]
    pub(super) fn session_state(
        mode: &str,
        status: &str,
        renewal: &str,
        attempt: u32,
        renewals: u32,
        expires_at: f64,
        next_attempt_at: f64,
        last_error: &JsValue,
    ) -> JsValue;
    /// An `EmbedError`.
    #[wasm_bindgen(js_name = makeError)]
    pub(crate) fn make_error(code: &str, message: &str) -> JsValue;

    /// The page's side of one embed: its iframe, its handlers, its promises, its timer and its
    /// mint.
    #[derive(Debug, Clone)]
    pub type Host;
    /// The iframe's present window, null where it is in no document. An iframe that is moved gets
    /// a new one.
    #[wasm_bindgen(method, getter)]
    pub(super) fn window(this: &Host) -> JsValue;
    /// Loads an iframe that the bridge made.
    #[wasm_bindgen(method)]
    pub(super) fn load(this: &Host, url: &str);
    /// The parameter `other` of the iframe's own `src`, where that is a page of `origin`, or else
    /// `key`.
    #[wasm_bindgen(method, js_name = ownId)]
    pub(super) fn own_id(this: &Host, origin: &str, key: &str, other: &str) -> Option<String>;
    /// Whether the iframe, which the page made, shows a page of `origin` by its own `src`.
    #[wasm_bindgen(method, js_name = canReload)]
    pub(super) fn can_reload(this: &Host, origin: &str) -> bool;
    /// Loads such an iframe with `id` as its parameter `other` where it has that one, else `key`;
    /// without an id as it is. False where it shows no page of `origin`.
    #[wasm_bindgen(method)]
    pub(super) fn reload(
        this: &Host,
        origin: &str,
        key: &str,
        other: &str,
        id: Option<&str>,
    ) -> bool;
    /// Posts an envelope to `origin`. False where the iframe has no window.
    #[wasm_bindgen(method)]
    pub(super) fn post(
        this: &Host,
        origin: &str,
        source: &str,
        direction: &str,
        kind: &str,
        payload: &JsValue,
    ) -> bool;
    /// Sets the one timer to `delay` milliseconds, or stops it where that is negative.
    #[wasm_bindgen(method, js_name = setTimer)]
    pub(super) fn set_timer(this: &Host, delay: f64);
    /// Calls `getSession`.
    #[wasm_bindgen(method)]
    pub(super) fn mint(this: &Host, ticket: u32, reason: &str, attempt: u32, expires_at: f64);
    /// Aborts the mint under way.
    #[wasm_bindgen(method)]
    pub(super) fn abort(this: &Host);
    /// An `EmbedError`; with `caused`, of what `getSession` threw.
    #[wasm_bindgen(method)]
    pub(super) fn error(this: &Host, code: &str, message: &str, caused: bool) -> JsValue;
    /// Settles the promises of `renew` and `reload`; undefined is no error.
    #[wasm_bindgen(method)]
    pub(super) fn settle(this: &Host, error: &JsValue);
    /// Settles the promise of the first `ready`.
    #[wasm_bindgen(method, js_name = settleReady)]
    pub(super) fn settle_ready(this: &Host, event: &JsValue, error: &JsValue);
    /// Hands an event to its handlers and to those of every event; -1 is an unknown one.
    #[wasm_bindgen(method)]
    pub(super) fn deliver(this: &Host, event: i32, data: &JsValue);
    /// Hands a change of the session to its handlers.
    #[wasm_bindgen(method)]
    pub(super) fn announce(this: &Host, state: &JsValue);
    /// Reports a message that failed a check.
    #[wasm_bindgen(method)]
    pub(super) fn drop(this: &Host, reason: &str, origin: &JsValue, data: &JsValue);
    /// Ends everything; what still waits is rejected with `error`.
    #[wasm_bindgen(method)]
    pub(super) fn close(this: &Host, error: &JsValue);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(super) fn performance_now() -> f64;
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    pub(super) fn date_now() -> f64;
}

/// What a value may be. A number that is not finite, a function and the like are none of these.
pub(crate) mod kind {
    pub(crate) const UNDEFINED: u32 = 0;
    pub(crate) const NULL: u32 = 1;
    pub(crate) const STRING: u32 = 2;
    pub(crate) const NUMBER: u32 = 3;
    pub(crate) const BOOLEAN: u32 = 4;
    /// An object that is no array.
    pub(crate) const OBJECT: u32 = 5;
}

/// `target[key]` where it is a string.
pub(crate) fn text(target: &JsValue, key: &str) -> Option<String> {
    property(target, key).as_string()
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
pub(crate) fn to_millis(number: f64) -> Millis {
    number as Millis
}

/// Milliseconds as a number for JavaScript; NaN where there are none.
#[expect(
    clippy::cast_precision_loss,
    reason = "exact for the next 285,000 years"
)]
pub(crate) fn from_millis(millis: Option<Millis>) -> f64 {
    millis.map_or(f64::NAN, |millis| millis as f64)
}
