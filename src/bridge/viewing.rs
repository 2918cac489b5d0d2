//! Whether the viewer sees an iframe.

use wasm_bindgen::prelude::*;
use web_sys::{HtmlIFrameElement, IntersectionObserver, IntersectionObserverEntry};

/// Waits until the viewer sees an iframe. Dropped, it waits no longer.
// twin: npm/src/host.ts #awaitViewer
pub(super) struct Viewing {
    observer: IntersectionObserver,
    _on_change: Closure<dyn FnMut(js_sys::Array, IntersectionObserver)>,
}

impl Viewing {
    /// Calls `on_view` once. `None` if the browser cannot tell.
    pub(super) fn new(iframe: &HtmlIFrameElement, on_view: impl Fn() + 'static) -> Option<Self> {
        let on_change = move |entries: js_sys::Array, observer: IntersectionObserver| {
            let mut entries = entries.iter();
            let sees = |entry: JsValue| {
                entry
                    .unchecked_into::<IntersectionObserverEntry>()
                    .is_intersecting()
            };
            if entries.any(sees) {
                observer.disconnect();
                on_view();
            }
        };
        let on_change = Closure::<dyn FnMut(js_sys::Array, IntersectionObserver)>::new(on_change);
        let observer = IntersectionObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        observer.observe(iframe);
        Some(Self {
            observer,
            _on_change: on_change,
        })
    }
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
// twin: npm/src/host.ts isInView
pub(super) fn is_in_view(iframe: &HtmlIFrameElement) -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    let size = |size: Result<JsValue, JsValue>| size.ok()?.as_f64();
    let is_hidden = window.document().is_none_or(|document| document.hidden());
    let is_drawn = (iframe.unchecked_ref::<Drawn>().check_visibility()).unwrap_or(true);
    match (
        iframe.get_client_rects().item(0),
        size(window.inner_width()),
        size(window.inner_height()),
    ) {
        (Some(rect), Some(width), Some(height)) if !is_hidden && is_drawn => {
            let is_across = rect.right() >= 0.0 && rect.left() <= width;
            is_across && rect.bottom() >= 0.0 && rect.top() <= height
        }
        _ => false,
    }
}

impl Drop for Viewing {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
