//! What svc-embed asks of the browser: its clocks, a timer, listeners, and what the viewer sees.

use gloo_timers::callback::Timeout;
use js_sys::{Array, Date};
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Event, EventTarget, HtmlIFrameElement, IntersectionObserver,
    IntersectionObserverEntry, Window,
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

/// The longest delay that `setTimeout` takes, in milliseconds. A timer that fires early does no harm:
/// the embed sets it again.
const LONGEST_DELAY: f64 = 2_147_483_647.0;

/// Reports [`Input::Tick`] for the embed `id` when the monotonic clock reads `at`, unless it is
/// dropped before.
#[must_use = "dropping a timer stops it"]
pub(super) fn set_timer(id: EmbedId, at: Monotonic) -> Timeout {
    let delay = at - now().monotonic;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the delay is at least 0 and at most LONGEST_DELAY"
    )]
    let delay = delay.number().ceil().min(LONGEST_DELAY) as u32;
    Timeout::new(delay, move || registry::handle(id, Input::Tick))
}

// Listeners.

/// Something that goes on, such as listening, until this is dropped.
#[must_use = "it ends as soon as this is dropped"]
pub(super) struct Ongoing(Option<Box<dyn FnOnce()>>);

impl Ongoing {
    /// `end` ends it. What goes on may need the same values: they live as long as `end`.
    pub(super) fn until(end: impl FnOnce() + 'static) -> Self {
        Self(Some(Box::new(end)))
    }
}

impl Drop for Ongoing {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}

/// Listens to an event of `target`.
pub(super) fn listen(
    target: &EventTarget,
    name: &'static str,
    call: impl Fn(Event) + 'static,
) -> Ongoing {
    let target = target.clone();
    let callback = Closure::<dyn Fn(Event)>::new(call);
    // Only a listener that is neither a function nor an object is refused.
    let _ = target.add_event_listener_with_callback(name, callback.as_ref().unchecked_ref());
    Ongoing::until(move || {
        let callback = callback.as_ref().unchecked_ref();
        let _ = target.remove_event_listener_with_callback(name, callback);
    })
}

/// Listens to the messages of a window.
pub(super) fn listen_to_messages(window: &Window) -> Ongoing {
    listen(window, "message", |event| {
        registry::receive(event.unchecked_ref());
    })
}

/// The listeners that all embeds of a page share: to messages, and to what may mean that the viewer or
/// the network is back. None without a document.
pub(super) fn listen_to_page() -> Vec<Ongoing> {
    let (Some(window), Some(document)) = (web_sys::window(), document()) else {
        return Vec::new();
    };
    let on_return = |event: Event| {
        if event.type_() != "visibilitychange" || is_visible() {
            registry::return_to_foreground();
        }
    };
    let of_document = ["visibilitychange", "resume", "prerenderingchange"];
    let of_document = of_document.map(|name| listen(&document, name, on_return));
    let of_window = ["pageshow", "online"].map(|name| listen(&window, name, on_return));
    let returns = of_document.into_iter().chain(of_window);
    returns.chain([listen_to_messages(&window)]).collect()
}

/// The window that an iframe was moved to, if it is not the page's own.
pub(super) fn other_window(iframe: &HtmlIFrameElement) -> Option<Window> {
    let window = iframe.owner_document()?.default_view()?;
    (web_sys::window()? != window).then_some(window)
}

// The page and its viewer.

/// The document of the page.
pub(super) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn is_visible() -> bool {
    document().is_some_and(|document| !document.hidden())
}

/// Whether the page is visible and online.
pub(super) fn is_seen() -> bool {
    is_visible() && is_online()
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

/// Waits until the viewer sees an iframe, and calls `on_view` once. `None` if the browser cannot tell.
pub(super) fn await_viewer(
    iframe: &HtmlIFrameElement,
    on_view: impl Fn() + 'static,
) -> Option<Ongoing> {
    let on_change = move |entries: Array, observer: IntersectionObserver| {
        let sees = |entry: JsValue| {
            let entry = entry.unchecked_into::<IntersectionObserverEntry>();
            entry.is_intersecting()
        };
        if entries.iter().any(sees) {
            observer.disconnect();
            on_view();
        }
    };
    let on_change = Closure::<dyn FnMut(Array, IntersectionObserver)>::new(on_change);
    let observer = IntersectionObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
    observer.observe(iframe);
    Some(Ongoing::until(move || {
        observer.disconnect();
        drop(on_change);
    }))
}

#[wasm_bindgen]
extern "C" {
    /// An element of a newer browser, which says whether it is in something that is not drawn, such as a
    /// closed `<details>`.
    type Drawn;

    #[wasm_bindgen(method, catch, js_name = checkVisibility)]
    fn check_visibility(this: &Drawn) -> Result<bool, JsValue>;
}

/// Whether the iframe is in the part of the page that is shown, as far as can be told at once.
pub(super) fn is_in_view(iframe: &HtmlIFrameElement) -> bool {
    let is_drawn = (iframe.unchecked_ref::<Drawn>().check_visibility()).unwrap_or(true);
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
