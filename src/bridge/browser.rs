//! What svc-embed asks of the browser: its clocks, a timer, listeners, and what the viewer sees.

use gloo_timers::callback::Timeout;
use js_sys::{Array, Date, Function};
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Event, EventTarget, HtmlIFrameElement, IntersectionObserver,
    IntersectionObserverEntry, MessageEvent, Window,
};

use super::{message, registry};
use crate::page::EmbedId;
use crate::session::{Epoch, Input, Monotonic, Now};

// Time.

/// A reading of both clocks.
pub(super) fn now() -> Now {
    let wall = Date::now();
    let performance = web_sys::window().and_then(|window| window.performance());
    Now {
        monotonic: Monotonic::from_number(performance.map_or(wall, |clock| clock.now())),
        wall: Epoch::from_number(wall),
    }
}

/// Reports [`Input::Tick`] for the embed `id` when the monotonic clock reads `at`, unless it is
/// dropped before. One that fires early does no harm: the embed sets it again.
#[must_use = "dropping a timer stops it"]
pub(super) fn set_timer(id: EmbedId, at: Monotonic) -> Timeout {
    let delay = at - now().monotonic;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the delay is at least 0 and at most what `setTimeout` takes"
    )]
    let delay = delay.number().ceil().min(f64::from(i32::MAX)) as u32;
    Timeout::new(delay, move || registry::handle(id, Input::Tick))
}

// Listeners.

/// Adds or removes a listener.
type Change = fn(&EventTarget, &str, &Function) -> Result<(), JsValue>;
pub(super) const ADD: Change = EventTarget::add_event_listener_with_callback;
pub(super) const REMOVE: Change = EventTarget::remove_event_listener_with_callback;

thread_local! {
    // A target that has a function already does not add it again.
    static ON_MESSAGE: Closure<dyn Fn(MessageEvent)> =
        Closure::new(|message: MessageEvent| registry::receive(&message));
    static ON_EVENT: Closure<dyn Fn(Event)> = Closure::new(|event: Event| registry::on_event(&event));
    /// Reports that the viewer sees an iframe. `None` if the browser cannot tell.
    static VIEWER: Option<IntersectionObserver> = {
        let on_change = |entries: Array, viewer: IntersectionObserver| {
            for entry in entries.iter() {
                let entry: IntersectionObserverEntry = entry.unchecked_into();
                if entry.is_intersecting() {
                    viewer.unobserve(&entry.target());
                    registry::on_view(&entry.target());
                }
            }
        };
        let on_change = Closure::<dyn Fn(Array, IntersectionObserver)>::new(on_change);
        IntersectionObserver::new(on_change.into_js_value().unchecked_ref()).ok()
    };
}

/// Listens, or no longer, to what all embeds of a page share: messages, violations of a policy, and what may mean that
/// the viewer or the network is back.
pub(super) fn listen_to_page(change: Change) {
    let (Some(window), Some(document)) = (web_sys::window(), document()) else {
        return;
    };
    for name in [
        "visibilitychange",
        "resume",
        "prerenderingchange",
        "securitypolicyviolation",
    ] {
        listen(change, &document, name);
    }
    for name in ["pageshow", "online"] {
        listen(change, &window, name);
    }
    listen_to_messages(change, &window);
}

/// Listens, or no longer, to an event of `target`.
pub(super) fn listen(change: Change, target: &EventTarget, name: &str) {
    // Only a listener that is neither a function nor an object is refused.
    ON_EVENT.with(|call| drop(change(target, name, call.as_ref().unchecked_ref())));
}

fn listen_to_messages(change: Change, window: &Window) {
    ON_MESSAGE.with(|call| drop(change(window, "message", call.as_ref().unchecked_ref())));
}

/// Listens to the messages of the document that an iframe was moved to, if it is not the page's own: they arrive in
/// that document's window.
pub(super) fn listen_to_window_of(iframe: &HtmlIFrameElement) {
    let document = iframe.owner_document();
    let window = document.and_then(|document| document.default_view());
    if let Some(window) = window.filter(|window| web_sys::window().as_ref() != Some(window)) {
        listen_to_messages(ADD, &window);
    }
}

// The page and its viewer.

/// The document of the page.
pub(super) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

pub(super) fn is_visible() -> bool {
    document().is_some_and(|document| !document.hidden())
}

/// Whether the browser prepares the page before anybody sees it.
pub(super) fn is_prerendered() -> bool {
    document().is_some_and(|document| message::property(&document, "prerendering") == true)
}

/// Whether the browser has a network.
pub(super) fn is_online() -> bool {
    web_sys::window().is_some_and(|window| window.navigator().on_line())
}

/// Whether the viewer came to this page through the history of the tab, and the page was loaded for
/// it.
pub(super) fn came_back() -> bool {
    let performance = web_sys::window().and_then(|window| window.performance());
    let navigations = performance.map(|it| it.get_entries_by_type("navigation"));
    let navigation = navigations.map(|navigations| navigations.get(0));
    navigation.is_some_and(|it| message::property(&it, "type") == "back_forward")
}

/// Has [`Input::Viewed`] reported once the viewer sees an iframe.
pub(super) fn await_viewer(iframe: &HtmlIFrameElement) {
    VIEWER.with(|viewer| viewer.as_ref().map(|viewer| viewer.observe(iframe)));
}

/// Nobody waits for the viewer any more.
pub(super) fn forget_viewer(iframe: &HtmlIFrameElement) {
    VIEWER.with(|viewer| viewer.as_ref().map(|viewer| viewer.unobserve(iframe)));
}

/// Whether the iframe is in the part of the page that is shown, as far as can be told at once.
pub(super) fn is_in_view(iframe: &HtmlIFrameElement) -> bool {
    // Newer browsers also say whether it is in something that is not drawn, such as a closed `<details>`.
    let check = message::property(iframe, "checkVisibility").dyn_into::<Function>();
    let is_drawn = check.map_or(Ok(true.into()), |check| check.call0(iframe));
    let is_drawn = is_drawn.is_ok_and(|is_drawn| is_drawn.is_truthy());
    let is_inside = || {
        let window = web_sys::window()?;
        let rect = iframe.get_client_rects().item(0)?;
        let width = window.inner_width().ok()?.as_f64()?;
        let height = window.inner_height().ok()?.as_f64()?;
        let is_across = rect.right() >= 0.0 && rect.left() <= width;
        Some(is_across && rect.bottom() >= 0.0 && rect.top() <= height)
    };
    is_visible() && is_drawn && is_inside().unwrap_or(false)
}
