//! The page, as far as the bridge needs it: `values.js` and `host.js` of `npm/src`, by their own
//! names. What stands there does what it is told and reads what it is asked for; what is told and
//! asked is decided here.
//!
//! Nothing but numbers crosses: as `i32`, of which JavaScript's own are made without a wrapper around
//! the call. A value of JavaScript's stays in a list there, and has its place as its number.

use wasm_bindgen::prelude::*;

use super::page::Slot;
use super::words::{self, Word};
use crate::session::{Millis, Now};

/// The number of a value of JavaScript's, as long as the call lasts that brought it. The first
/// values are the words.
pub(crate) type Value = i32;

/// The value `undefined`.
pub(crate) const UNDEFINED: Value = -1;

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./values.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/values.js"))]
extern "C" {
    /// The line in the catalog of the event that `data` is; 0 for one that is not there. Where a
    /// check fails, why, as a word with a minus.
    #[wasm_bindgen(js_name = lineOf)]
    pub(super) fn line_of(data: Value) -> i32;
    /// Whether `target[parent][key]` is a word.
    #[wasm_bindgen(js_name = isIn)]
    pub(super) fn is_in(target: Value, parent: Word, key: Word, word: Word) -> bool;
    /// `target[parent][key]` where it is a number, otherwise 0.
    #[wasm_bindgen(js_name = numberIn)]
    pub(super) fn number_in(target: Value, parent: Word, key: Word) -> f64;
    /// `target[key]`; undefined where `target` has no properties.
    pub(crate) fn property(target: Value, key: Word) -> Value;
    /// What `target[key]` is, by the constants of [`kind`].
    pub(crate) fn kind(target: Value, key: Word) -> i32;
    /// `target[key]` where it is a number; `absent` where it is not there, otherwise NaN.
    pub(crate) fn number(target: Value, key: Word, absent: f64) -> f64;
    /// An array's item; undefined behind its end.
    pub(crate) fn item(array: Value, index: i32) -> Value;

    /// A copy of a plain object that can be posted; undefined where it is none.
    #[wasm_bindgen(js_name = plainCopy)]
    pub(super) fn plain_copy(value: Value) -> Value;
    /// An object with one property.
    #[wasm_bindgen(js_name = objectWith)]
    pub(super) fn object_with(key: Word, value: Value) -> Value;
    #[wasm_bindgen(js_name = emptyObject)]
    pub(super) fn empty_object() -> Value;
    /// A filter as a parameter: as it is where it is a text, otherwise `prefix`, its member, `=` and
    /// its condition. Undefined where the condition is no JSON.
    #[wasm_bindgen(js_name = parameterOf)]
    pub(super) fn parameter_of(filter: Value, prefix: Word) -> Value;
    /// Whether the browser knows the time zone.
    #[wasm_bindgen(js_name = isTimezone)]
    pub(super) fn is_timezone(name: Value) -> bool;

    // Texts; see `Text`.
    #[wasm_bindgen(js_name = wordOf)]
    pub(super) fn word_of(text: Value) -> Word;
    pub(super) fn joined(text: Value, other: Value) -> Value;
    pub(super) fn filled(text: Value, place: Word, value: Value) -> Value;
    pub(super) fn matches(text: Value, pattern: Word) -> bool;
    pub(super) fn replaced(text: Value, pattern: Word, by: Word) -> Value;
    /// The code unit at `index`; 0 behind the end.
    #[wasm_bindgen(js_name = unitAt)]
    pub(super) fn unit_at(text: Value, index: i32) -> i32;
}

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./host.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/host.js"))]
extern "C" {
    // Of one embed, by its slot: its iframe, its handlers, its promises, its timer and its mint.
    // Errors are numbers; see `told` in `effects.rs`.

    /// Notes the session as it stands, and when to tell of the time: a number is NaN where there
    /// is none, `mode` the empty word, and `last_error` 0.
    pub(super) fn show(
        slot: Slot,
        deadline: f64,
        mode: Word,
        status: Word,
        renewal: Word,
        attempt: i32,
        renewals: i32,
        expires_at: f64,
        next_attempt_at: f64,
        last_error: i32,
    );
    /// Notes the URL of the iframe that the bridge is about to make, with a place for the session.
    #[wasm_bindgen(js_name = setUrl)]
    pub(super) fn set_url(url: Value);
    /// Calls the method of the page's side that a word names. One import for all.
    fn act(slot: Slot, method: Word, a: i32, b: i32, c: i32, d: i32, e: i32) -> i32;
}

/// Hands the session to its handlers, where it is not what they were told last.
pub(super) fn announce(slot: Slot) {
    act(slot, words::ANNOUNCE, 0, 0, 0, 0, 0);
}

/// The URL of an iframe that the bridge made; undefined where the page loads the iframe itself.
pub(super) fn url_of(slot: Slot) -> Value {
    act(slot, words::URL, 0, 0, 0, 0, 0)
}

/// Loads such an iframe.
pub(super) fn load(slot: Slot, url: Value) -> bool {
    act(slot, words::LOAD, url, 0, 0, 0, 0) != 0
}

/// The parameter `sessionId` of the `src` that the page has given its own iframe, where that is a
/// page of the tenant, or else `session`; otherwise undefined.
pub(super) fn own_id(slot: Slot) -> Value {
    act(
        slot,
        words::OWN_ID,
        words::SESSION,
        words::SESSION_ID,
        0,
        0,
        0,
    )
}

/// Loads such an iframe with `id` as its parameter `sessionId` where it has that one, else
/// `session`; with an undefined one as it is. False where it shows no page of the tenant.
pub(super) fn reload(slot: Slot, id: Value) -> bool {
    act(
        slot,
        words::RELOAD,
        words::SESSION,
        words::SESSION_ID,
        id,
        0,
        0,
    ) != 0
}

/// Posts an action to the tenant's exact origin. False where the iframe has no window.
pub(super) fn post(slot: Slot, name: Value, payload: Value) -> bool {
    let [source, direction, prefix] = ENVELOPE;
    act(slot, words::POST, source, direction, prefix, name, payload) != 0
}

/// Posts what was kept, in the order of the calls: what was not sent yet where that `waits`, and
/// what was where it is sent `again`.
pub(super) fn replay(slot: Slot, waits: bool, again: bool) {
    let [source, direction, prefix] = ENVELOPE;
    act(
        slot,
        words::REPLAY,
        source,
        direction,
        prefix,
        waits.into(),
        again.into(),
    );
}

/// The source, the direction and the prefix of the type, of an action.
const ENVELOPE: [Word; 3] = [words::SVC_EMBED, words::ACTION, words::ACTION_TYPE];

/// Keeps an action until it is sent; for good where it `lasts`. Of a key the last is kept; where
/// that is undefined, each.
pub(super) fn keep(slot: Slot, key: Value, name: Value, payload: Value, lasts: bool, sent: bool) {
    act(
        slot,
        words::KEEP,
        key,
        name,
        payload,
        lasts.into(),
        sent.into(),
    );
}

/// Calls `getSession`, with what else it is told from the session as it stands.
pub(super) fn mint(slot: Slot, ticket: u32, reason: Word) {
    act(slot, words::MINT, ticket.cast_signed(), reason, 0, 0, 0);
}

/// Aborts the mint under way.
pub(super) fn abort(slot: Slot) {
    act(slot, words::ABORT, 0, 0, 0, 0, 0);
}

/// Settles the promises of `renew` and `reload`; 0 is no error.
pub(super) fn settle(slot: Slot, error: i32) {
    act(slot, words::SETTLE, error, 0, 0, 0, 0);
}

/// Resolves the promise of the first `ready`.
pub(super) fn resolve_ready(slot: Slot, event: Value) {
    act(slot, words::RESOLVE_READY, event, 0, 0, 0, 0);
}

/// Rejects it.
pub(super) fn reject_ready(slot: Slot, error: i32) {
    act(slot, words::REJECT_READY, error, 0, 0, 0, 0);
}

/// Ends everything; what still waits is rejected with `error`.
pub(super) fn close(slot: Slot, error: i32) {
    act(slot, words::CLOSE, error, 0, 0, 0, 0);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(super) fn performance_now() -> f64;
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    pub(super) fn date_now() -> f64;
}

/// What a value may be. Besides, 3 is a number, 4 a boolean and 6 anything else: an array, a number
/// that is not finite, a function.
#[cfg(feature = "npm")]
pub(crate) mod kind {
    pub(crate) const UNDEFINED: i32 = 0;
    pub(crate) const NULL: i32 = 1;
    pub(crate) const STRING: i32 = 2;
    /// An object that is no array.
    pub(crate) const OBJECT: i32 = 5;
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
