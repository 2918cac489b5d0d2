//! The page, as far as the bridge needs it: `npm/src/host.js`, by its own names. What stands there
//! does what it is told and reads what it is asked for; what is told and asked is decided here.
//!
//! Numbers cross as `i32`, of which JavaScript's own are made without a wrapper around the call.

use wasm_bindgen::prelude::*;

use super::words::Word;
use crate::error::Error;
use crate::session::{Millis, Now};

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./host.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/host.js"))]
extern "C" {
    /// Notes what the two sides name by numbers: the words, one a line; the catalog, in each line
    /// an event, whose type is `prefix` and its name, and the keys of its payload; the errors, in
    /// each line a code and a sentence.
    pub(super) fn learn(words: &str, catalog: &str, errors: &str, prefix: &str);

    /// Whether `value` is an object, and no array.
    #[wasm_bindgen(js_name = isObject)]
    pub(super) fn is_object(value: &JsValue) -> bool;
    /// The line in the catalog of the event that `target[key]` names; 0 where there is none.
    #[wasm_bindgen(js_name = lineOf)]
    pub(super) fn line_of(target: &JsValue, key: Word) -> i32;
    /// What the keys in a line of the catalog are in `target`, by the constants of [`kind`], three
    /// bits each.
    pub(super) fn kinds(target: &JsValue, line: i32) -> i32;
    /// The same of `target[key]`.
    #[wasm_bindgen(js_name = kindsIn)]
    pub(super) fn kinds_in(target: &JsValue, key: Word, line: i32) -> i32;
    /// Whether `target[key]` is a word.
    #[wasm_bindgen(js_name = isAt)]
    pub(super) fn is_at(target: &JsValue, key: Word, word: Word) -> bool;
    /// The same of `target[parent][key]`.
    #[wasm_bindgen(js_name = isIn)]
    pub(super) fn is_in(target: &JsValue, parent: Word, key: Word, word: Word) -> bool;
    /// Whether `target[key]` is a text that begins with a word, and goes on.
    pub(super) fn extends(target: &JsValue, key: Word, word: Word) -> bool;
    /// `target[parent][key]` where it is a number, otherwise 0.
    #[wasm_bindgen(js_name = numberIn)]
    pub(super) fn number_in(target: &JsValue, parent: Word, key: Word) -> f64;
    /// `target[key]`; undefined where `target` has no properties.
    pub(crate) fn property(target: &JsValue, key: &str) -> JsValue;
    /// What `target[key]` is, by the constants of [`kind`].
    pub(crate) fn kind(target: &JsValue, key: &str) -> i32;
    /// `target[key]` where it is a number; `absent` where it is not there, otherwise NaN.
    pub(crate) fn number(target: &JsValue, key: &str, absent: f64) -> f64;
    /// An array's item; undefined behind its end.
    pub(crate) fn item(array: &JsValue, index: i32) -> JsValue;

    /// A copy of a plain object that can be posted; undefined where it is none.
    #[wasm_bindgen(static_method_of = Host, js_name = plainCopy)]
    pub(super) fn plain_copy(value: &JsValue) -> JsValue;
    /// An object with one property.
    #[wasm_bindgen(js_name = objectWith)]
    pub(super) fn object_with(key: &str, value: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = emptyObject)]
    pub(super) fn empty_object() -> JsValue;
    /// The JSON of a filter's value and operator; undefined where there is none.
    #[wasm_bindgen(js_name = conditionOf)]
    pub(super) fn condition_of(filter: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = isJson)]
    pub(super) fn is_json(text: &JsValue) -> bool;
    /// Whether the browser knows the time zone.
    #[wasm_bindgen(js_name = isTimezone)]
    pub(super) fn is_timezone(name: &JsValue) -> bool;

    // Texts; see `Text`.
    pub(super) fn is(text: &JsValue, other: &str) -> bool;
    pub(super) fn joined(text: &JsValue, other: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = joined)]
    pub(super) fn joined_str(text: &JsValue, other: &str) -> JsValue;
    pub(super) fn encoded(text: &JsValue) -> JsValue;
    pub(super) fn matches(text: &JsValue, pattern: &str) -> bool;
    /// Undefined where the pattern is not found.
    pub(super) fn capture(text: &JsValue, pattern: &str) -> JsValue;
    pub(super) fn replaced(text: &JsValue, pattern: &str, by: &str) -> JsValue;
    /// The code unit at `index`; 0 behind the end.
    #[wasm_bindgen(js_name = unitAt)]
    pub(super) fn unit_at(text: &JsValue, index: i32) -> i32;

    /// A `SessionState`; `mode` is empty and a time NaN where it is null.
    #[wasm_bindgen(js_name = sessionState)]
    pub(super) fn session_state(
        mode: Word,
        status: Word,
        renewal: Word,
        attempt: i32,
        renewals: i32,
        expires_at: f64,
        next_attempt_at: f64,
        last_error: &JsValue,
    ) -> JsValue;
    /// An `EmbedError`, by its number.
    #[wasm_bindgen(js_name = makeError)]
    fn error_of(number: i32) -> JsValue;

    /// The page's side of one embed: its iframe, its handlers, its promises, its timer and its
    /// mint.
    #[derive(Debug, Clone)]
    pub type Host;
    /// Takes the messages of the iframe's present window, which is to show a page of `origin`. An
    /// iframe that is moved gets a new window.
    #[wasm_bindgen(method)]
    pub(super) fn route(this: &Host, origin: &JsValue);
    /// Loads an iframe that the bridge made.
    #[wasm_bindgen(method)]
    pub(super) fn load(this: &Host, url: &JsValue);
    /// The parameter `other` of the iframe's own `src`, where that is a page of `origin`, or else
    /// `key`; otherwise undefined.
    #[wasm_bindgen(method, js_name = ownId)]
    pub(super) fn own_id(this: &Host, origin: &JsValue, key: Word, other: Word) -> JsValue;
    /// Whether the iframe, which the page made, shows a page of `origin` by its own `src`.
    #[wasm_bindgen(method, js_name = canReload)]
    pub(super) fn can_reload(this: &Host, origin: &JsValue) -> bool;
    /// Loads such an iframe with `id` as its parameter `other` where it has that one, else `key`;
    /// with an undefined one as it is. False where it shows no page of `origin`.
    #[wasm_bindgen(method)]
    pub(super) fn reload(
        this: &Host,
        origin: &JsValue,
        key: Word,
        other: Word,
        id: &JsValue,
    ) -> bool;
    /// Posts an envelope to `origin`, its type `prefix` and `name`. False where the iframe has no
    /// window.
    #[wasm_bindgen(method)]
    pub(super) fn post(
        this: &Host,
        origin: &JsValue,
        source: Word,
        direction: Word,
        prefix: Word,
        name: &JsValue,
        payload: &JsValue,
    ) -> bool;
    /// Sets the one timer to `delay` milliseconds, or stops it where that is negative.
    #[wasm_bindgen(method, js_name = setTimer)]
    pub(super) fn set_timer(this: &Host, delay: f64);
    /// Calls `getSession`.
    #[wasm_bindgen(method)]
    pub(super) fn mint(this: &Host, ticket: u32, reason: Word, attempt: u32, expires_at: f64);
    /// Aborts the mint under way.
    #[wasm_bindgen(method)]
    pub(super) fn abort(this: &Host);
    /// An `EmbedError`; with `caused`, of what `getSession` threw.
    #[wasm_bindgen(method)]
    pub(super) fn error(this: &Host, number: i32, caused: bool) -> JsValue;
    /// Settles the promises of `renew` and `reload`; undefined is no error.
    #[wasm_bindgen(method)]
    pub(super) fn settle(this: &Host, error: &JsValue);
    /// Settles the promise of the first `ready`.
    #[wasm_bindgen(method, js_name = settleReady)]
    pub(super) fn settle_ready(this: &Host, event: &JsValue, error: &JsValue);
    /// Hands the event of a line in the catalog to its handlers and to those of every event.
    #[wasm_bindgen(method)]
    pub(super) fn deliver(this: &Host, line: i32, data: &JsValue);
    /// Hands a change of the session to its handlers.
    #[wasm_bindgen(method)]
    pub(super) fn announce(this: &Host, state: &JsValue);
    /// Reports a message that failed a check.
    #[wasm_bindgen(method)]
    pub(super) fn drop(this: &Host, reason: Word, origin: &JsValue, data: &JsValue);
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
    pub(crate) const UNDEFINED: i32 = 0;
    pub(crate) const NULL: i32 = 1;
    pub(crate) const STRING: i32 = 2;
    pub(crate) const NUMBER: i32 = 3;
    pub(crate) const BOOLEAN: i32 = 4;
    /// An object that is no array.
    pub(crate) const OBJECT: i32 = 5;
    /// Whatever is there; what stands in a table, and never is found.
    pub(crate) const ANY: i32 = 7;
}

/// `error` as JavaScript sees it.
pub(crate) fn make_error(error: Error) -> JsValue {
    error_of(error.number())
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
