//! The exports of the npm package: what the thin TypeScript of `npm/src` stands on. They carry no
//! logic of their own; they turn JavaScript values into the bridge's types and back.

mod options;

use wasm_bindgen::__rt::LazyCell;
use wasm_bindgen::prelude::*;

use crate::bridge::{self, Host, Outgoing, make_error};
use crate::protocol::ActionKind;

/// A tenth of the default allocator's size. It takes the first place that fits, and joins what is
/// freed with its neighbours: enough for what lives as long as an embed, for no message allocates.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

/// A panic says nothing: its text, and the machinery that would write it, would be an eighth of
/// what ships. There is none that an input could cause.
#[cfg(all(target_family = "wasm", not(feature = "bridge")))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// All embeds of the page; each is named by its slot, a number. A static of wasm-bindgen's own,
/// whose version is pinned, instead of an object that JavaScript holds: that would bring the code
/// that counts and checks its borrows (400 bytes).
static PAGE: LazyCell<bridge::Page> = LazyCell::new(bridge::Page::new);

/// Takes an embed in and gives its slot; see `start`. `url` is the base URL as the platform
/// took it apart. `params`, texts by turns of key and value, and `filters` are there where the
/// bridge loads the iframe.
///
/// # Errors
/// An `EmbedError` where an option is wrong.
#[wasm_bindgen]
pub fn open(
    host: Host,
    url: &JsValue,
    options: &JsValue,
    params: &JsValue,
    seed: u32,
) -> Result<usize, JsValue> {
    // First of all: the page's side must have learnt the errors.
    let page = LazyCell::force(&PAGE);
    options::read(host, url, options, params, seed)
        .and_then(|setup| page.open(setup))
        .map_err(make_error)
}

/// Sends the action `name` with its payload or, unless `whole`, its one argument.
///
/// # Errors
/// An `EmbedError` where the action is reserved, or the embed would not take it.
#[wasm_bindgen]
pub fn send(slot: usize, name: &JsValue, value: &JsValue, whole: bool) -> Result<(), JsValue> {
    let action = match ActionKind::of(name) {
        Some(kind) if !whole => Outgoing::with_argument(kind, value),
        _ => Outgoing::named(name, value),
    };
    let sent = action.and_then(|action| {
        PAGE.living(slot)?.send(action);
        Ok(())
    });
    sent.map_err(make_error)
}

/// Tells something of an embed, by the numbers of `TELL` in `host.js`; `ticket` and `answer`
/// are those of a mint. Gives the session as a `SessionState` where it is asked for, undefined
/// once it is destroyed.
///
/// # Errors
/// An `EmbedError` where what is asked for cannot be.
#[wasm_bindgen]
pub fn tell(slot: usize, what: u32, ticket: u32, answer: &JsValue) -> Result<JsValue, JsValue> {
    PAGE.tell(slot, what, ticket, answer).map_err(make_error)
}

/// A message has come from an embed's window.
#[wasm_bindgen]
pub fn receive(slot: usize, origin: &JsValue, data: &JsValue) {
    PAGE.receive(slot, origin, data);
}
