//! The listeners that all embeds of a page share.

use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, HtmlIFrameElement, MessageEvent};

use super::{json, registry};

/// Listens for as long as it lives.
pub(super) struct Listeners {
    message: Listener<MessageEvent>,
    returns: [Listener<Event>; 5],
}

impl Listeners {
    /// `None` if there is no window.
    pub(super) fn new() -> Option<Self> {
        let window = web_sys::window()?;
        let document = window.document()?;
        let is_hidden = {
            let document = document.clone();
            move |event: &Event| event.type_() == "visibilitychange" && document.hidden()
        };
        let returns = |target: &EventTarget, name| {
            let is_hidden = is_hidden.clone();
            Listener::new(target, name, move |event: Event| {
                if !is_hidden(&event) {
                    registry::return_to_foreground();
                }
            })
        };
        Some(Self {
            message: Listener::new(&window, "message", |event: MessageEvent| {
                registry::receive(&event);
            }),
            returns: [
                returns(&document, "visibilitychange"),
                returns(&document, "resume"),
                returns(&document, "prerenderingchange"),
                returns(&window, "pageshow"),
                returns(&window, "online"),
            ],
        })
    }

    /// Listens also if the browser has taken the listeners away.
    pub(super) fn listen_again(&self) {
        self.message.listen_again();
        for listener in &self.returns {
            listener.listen_again();
        }
    }
}

/// Listens to the window that an iframe was moved to, if it is not the page's own.
pub(super) fn of_other_window(iframe: &HtmlIFrameElement) -> Option<Listener<MessageEvent>> {
    let window = iframe.owner_document()?.default_view()?;
    let is_other = web_sys::window().is_some_and(|own| own != window);
    is_other.then(|| {
        Listener::new(&window, "message", |event: MessageEvent| {
            registry::receive(&event);
        })
    })
}

/// Whether the page is visible and online.
pub(super) fn is_seen() -> bool {
    let is_visible = document().is_some_and(|document| !document.hidden());
    is_visible && is_online()
}

/// Whether the browser prepares the page before anybody sees it.
pub(super) fn is_prerendered() -> bool {
    document().is_some_and(|document| json::property(&document, "prerendering") == true)
}

/// Whether the browser has a network.
pub(super) fn is_online() -> bool {
    web_sys::window().is_some_and(|window| window.navigator().on_line())
}

/// Whether the viewer came to this page through the history of the tab, and the page was loaded for
/// it.
// twin: npm/src/host.ts cameBack
pub(super) fn came_back() -> bool {
    let performance = web_sys::window().and_then(|window| window.performance());
    let navigations = performance.map(|it| it.get_entries_by_type("navigation"));
    let navigation = navigations.map(|navigations| navigations.get(0));
    navigation.is_some_and(|it| json::property(&it, "type") == "back_forward")
}

/// The document of the page.
pub(super) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// A listener, removed when it is dropped.
pub(super) struct Listener<E: 'static> {
    target: EventTarget,
    name: &'static str,
    callback: Closure<dyn Fn(E)>,
}

impl<E> Listener<E>
where
    E: wasm_bindgen::convert::FromWasmAbi + 'static,
{
    pub(super) fn new(
        target: &EventTarget,
        name: &'static str,
        call: impl Fn(E) + 'static,
    ) -> Self {
        let listener = Self {
            target: target.clone(),
            name,
            callback: Closure::new(call),
        };
        listener.listen();
        listener
    }
}

impl<E: 'static> Listener<E> {
    fn listen_again(&self) {
        self.stop();
        self.listen();
    }

    fn stop(&self) {
        let callback = self.callback.as_ref().unchecked_ref();
        let _ = (self.target).remove_event_listener_with_callback(self.name, callback);
    }

    fn listen(&self) {
        let callback = self.callback.as_ref().unchecked_ref();
        // Only a listener that is neither a function nor an object is refused.
        let _ = (self.target).add_event_listener_with_callback(self.name, callback);
    }

    /// Whether its target is a window that was closed.
    pub(super) fn has_closed_window(&self) -> bool {
        // Not by its class: a window of another document has another.
        let window = self.target.unchecked_ref::<web_sys::Window>();
        window.closed().unwrap_or(true)
    }

    /// Whether both listen to the same target.
    pub(super) fn has_target_of(&self, other: &Self) -> bool {
        self.target == other.target
    }
}

impl<E: 'static> Drop for Listener<E> {
    fn drop(&mut self) {
        self.stop();
    }
}
