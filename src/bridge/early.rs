//! What the iframe of `embedFrame` (`svc-embed/server`) has said before there was an embed.

use js_sys::{Array, Map};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::Window;

use super::{message, registry};

/// Takes the messages of `window` that the page's script has kept, and has them handled once the page has
/// added its handlers, but before the next message.
pub(super) fn catch_up(window: Option<Window>) {
    let kept = message::property(&js_sys::global(), "svcEmbedEarly").dyn_into::<Map>();
    let (Ok(kept), Some(window)) = (kept, window) else {
        return;
    };
    let messages = kept.get(&window).dyn_into::<Array>();
    // From now on the script keeps nothing of this window.
    kept.set(&window, &0.into());
    let Ok(messages) = messages else { return };
    spawn_local(async move {
        for message in messages.iter() {
            // A copy has the fields of the event: `source`, `origin` and `data`.
            registry::receive(message.unchecked_ref());
        }
    });
}
