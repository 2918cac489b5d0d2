//! What Rust users need of `npm/src/host.js` besides, and the calls that come from there. For the
//! npm package its own TypeScript and exports do this.

use alloc::rc::Rc;
use std::thread_local;

use js_sys::{Function, Math, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement};

use crate::bridge::host::{Host, make_error};
use crate::bridge::page::{Page, Slot};

#[cfg_attr(feature = "npm", wasm_bindgen(raw_module = "./host.js"))]
#[cfg_attr(not(feature = "npm"), wasm_bindgen(module = "/npm/src/host.js"))]
extern "C" {
    #[wasm_bindgen(constructor)]
    pub(super) fn new(
        core: &JsValue,
        iframe: &HtmlIFrameElement,
        get_session: &JsValue,
        is_own: bool,
    ) -> Host;
    /// Lets the embed begin; its iframe is put into `parent` where there is one.
    #[wasm_bindgen(method)]
    pub(super) fn start(this: &Host, slot: Slot, parent: Option<&Element>);
    #[wasm_bindgen(method, getter)]
    pub(super) fn iframe(this: &Host) -> HtmlIFrameElement;
    #[wasm_bindgen(method, getter)]
    pub(super) fn ready(this: &Host) -> Promise;
    #[wasm_bindgen(method)]
    pub(super) fn ask(this: &Host, reload: bool) -> Promise;
    /// Gives the function that ends it.
    #[wasm_bindgen(method)]
    pub(super) fn on(this: &Host, topic: &str, call: &JsValue) -> Function;

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

thread_local! {
    static CURRENT: (Rc<Page>, JsValue) = make();
}

/// The page's one instance, and the object by which JavaScript calls it.
pub(super) fn current() -> (Rc<Page>, JsValue) {
    CURRENT.with(Clone::clone)
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

fn make() -> (Rc<Page>, JsValue) {
    let page = Rc::new(Page::new());
    let core = Object::new();
    let method = |name: &str, function: JsValue| {
        // Defining a property on a plain object of our own cannot fail.
        let _ = Reflect::set(&core, &name.into(), &function);
    };

    let it = Rc::clone(&page);
    let tell = Closure::<dyn Fn(Slot, u32, u32, JsValue) -> Result<JsValue, JsValue>>::new(
        move |slot, what, ticket, answer: JsValue| {
            it.tell(slot, what, ticket, &answer).map_err(make_error)
        },
    );
    method("tell", tell.into_js_value());

    let it = Rc::clone(&page);
    let receive = Closure::<dyn Fn(Slot, JsValue, JsValue)>::new(
        move |slot, origin: JsValue, data: JsValue| it.receive(slot, &origin, &data),
    );
    method("receive", receive.into_js_value());

    (page, core.into())
}
