//! An embed whose iframe shows a document of the test's own, and what is said to and by it.
//!
//! What the embed says is dispatched as the browser would dispatch it, with the window and the
//! origin that the test chooses.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Once;

use js_sys::Promise;
use serde_json::{Value, json};
use svc_embed::Error;
use svc_embed::bridge::{ConnectOptions, Embed, MountOptions, Topic, WeakEmbed};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, HtmlIFrameElement, MessageEvent, MessageEventInit};

/// An origin that no iframe of these tests is loaded from.
pub const TENANT: &str = "https://tenant.example";

#[wasm_bindgen(inline_js = "
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
export const make_frame = () => document.body.appendChild(document.createElement('iframe'));
export const move_frame = (frame) => {
    document.body.appendChild(document.createElement('div')).append(frame);
};
export const cyclic = () => {
    const value = { source: 'svc-embed', direction: 'event', type: 'svc:event:of-tomorrow',
        timestamp: 1, surface: 'chat', payload: {} };
    value.payload.again = [value, value.payload];
    return value;
};
export const evaluate = (text) => (0, eval)(text);
const kept = new Map();
for (const [name, change] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const before = EventTarget.prototype[name];
    EventTarget.prototype[name] = function (...given) {
        const target = this ?? window;
        kept.set(target, (kept.get(target) ?? 0) + change);
        return before.apply(target, given);
    };
}
let listeners = 0;
for (const [name, change] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const before = window[name];
    window[name] = function (event, ...rest) {
        if (event === 'message') listeners += change;
        return before.call(this, event, ...rest);
    };
}
export const message_listeners = () => listeners;
export const listeners_of = (target) => kept.get(target) ?? 0;
")]
extern "C" {
    fn sleep(ms: u32) -> Promise;
    pub fn make_frame() -> HtmlIFrameElement;
    pub fn move_frame(frame: &HtmlIFrameElement);
    pub fn cyclic() -> JsValue;
    pub fn evaluate(text: &str) -> JsValue;
    pub fn message_listeners() -> i32;
    /// How many listeners of any event a window, a document or an element has.
    pub fn listeners_of(target: &web_sys::EventTarget) -> i32;
}

pub async fn wait(ms: u32) {
    JsFuture::from(sleep(ms)).await.unwrap();
}

/// How many bytes the WebAssembly's memory has. It never shrinks.
pub fn memory() -> u32 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let buffer: js_sys::ArrayBuffer = memory.buffer().unchecked_into();
    buffer.byte_length()
}

/// Waits until `is_so`, but not for ever.
pub async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..400 {
        if is_so() {
            return;
        }
        wait(5).await;
    }
    panic!("waited in vain");
}

thread_local! {
    static OPENED: RefCell<Vec<WeakEmbed>> = RefCell::default();
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
}

/// [`Embed::mount`], with an embed that is closed if its test fails.
pub fn mount(target: &Element, options: MountOptions) -> Result<Embed, Error> {
    open(|| Embed::mount(target, options))
}

/// [`Embed::connect`], with an embed that is closed if its test fails.
pub fn connect(iframe: &HtmlIFrameElement, options: ConnectOptions) -> Result<Embed, Error> {
    open(|| Embed::connect(iframe, options))
}

/// Opens an embed. A panic drops nothing in WebAssembly, so the embeds of a test that has failed are still
/// there in the next test, which closes them here.
fn open(make: impl FnOnce() -> Result<Embed, Error>) -> Result<Embed, Error> {
    static NOTE_FAILURES: Once = Once::new();
    NOTE_FAILURES.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            HAS_FAILED.set(true);
            report(panic);
        }));
    });
    if HAS_FAILED.take() {
        let left = OPENED.take();
        let left = left.iter().filter_map(WeakEmbed::upgrade);
        left.for_each(|embed| embed.destroy());
        evaluate("delete document.hidden, delete navigator.onLine, globalThis.stopCounting?.()");
    }
    let embed = make()?;
    OPENED.with_borrow_mut(|opened| {
        opened.retain(|weak| weak.upgrade().is_some());
        opened.push(embed.downgrade());
    });
    Ok(embed)
}

/// A log that handlers and tests share.
#[derive(Clone, Default)]
pub struct Log(Rc<RefCell<Vec<String>>>);

impl Log {
    pub fn note(&self, line: impl Into<String>) {
        self.0.borrow_mut().push(line.into());
    }

    /// What was noted since the last call.
    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }
}

/// An embed that is connected to an iframe.
pub struct Fixture {
    pub embed: Embed,
}

impl Fixture {
    pub fn new() -> Self {
        Self::with(|options| options)
    }

    pub fn with(change: impl FnOnce(ConnectOptions) -> ConnectOptions) -> Self {
        let options = change(ConnectOptions::new(TENANT));
        let embed = connect(&make_frame(), options).unwrap();
        Self { embed }
    }

    pub fn say(&self, name: &str, payload: &Value) {
        self.post(&event(name, payload));
    }

    pub fn ready(&self, mode: &str) {
        let payload =
            json!({ "embedTenant": null, "deploymentId": 1, "mode": mode, "surface": "dashboard" });
        self.say("ready", &payload);
    }

    pub fn post(&self, message: &Value) {
        let message = js_sys::JSON::parse(&message.to_string()).unwrap();
        self.post_from(TENANT, &message);
    }

    pub fn post_from(&self, origin: &str, message: &JsValue) {
        dispatch(
            self.embed.iframe().content_window().as_ref(),
            origin,
            message,
        );
    }

    /// Counts what a handler of `T` is called with.
    pub fn count<T: Topic + 'static>(&self) -> Rc<Cell<u32>> {
        let count = Rc::new(Cell::new(0));
        let counter = Rc::clone(&count);
        let handler = move |_: &T| counter.set(counter.get() + 1);
        self.embed.on(handler).forget();
        count
    }
}

pub fn event(name: &str, payload: &Value) -> Value {
    json!({
        "source": "svc-embed", "direction": "event", "type": format!("svc:event:{name}"),
        "payload": payload, "timestamp": 1_700_000_000_000_u64, "surface": "dashboard",
    })
}

pub fn dispatch(source: Option<&web_sys::Window>, origin: &str, message: &JsValue) {
    let init = MessageEventInit::new();
    init.set_data(message);
    init.set_origin(origin);
    init.set_source(source.map(AsRef::as_ref));
    let event = MessageEvent::new_with_event_init_dict("message", &init).unwrap();
    web_sys::window().unwrap().dispatch_event(&event).unwrap();
}
