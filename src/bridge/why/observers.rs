//! The observers of the browser that `web_sys` does not have, or has only as unstable.

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::bridge::browser::Ongoing;
use crate::bridge::message::to_js;

/// Listens to the browser's reports. Not every browser has them.
pub(super) fn await_reports(on_report: impl Fn(&JsValue) + 'static) -> Option<Ongoing> {
    let on_report = move |reports: Array| reports.iter().for_each(|report| on_report(&report));
    let on_report = Closure::<dyn Fn(Array)>::new(on_report);
    let types = to_js(&serde_json::json!({ "types": ["coep", "csp-violation"] }))?;
    let observer = ReportingObserver::new(on_report.as_ref().unchecked_ref(), &types).ok()?;
    observer.observe().ok()?;
    Some(Ongoing::until(move || {
        let _ = observer.disconnect();
        drop(on_report);
    }))
}

/// Calls `on_change` whenever the size of an element changes. `None` if the browser cannot observe sizes.
pub(super) fn await_sizes(element: &Element, on_change: impl Fn() + 'static) -> Option<Ongoing> {
    let on_change = Closure::<dyn Fn()>::new(on_change);
    let observer = ResizeObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
    observer.observe(element);
    Some(Ongoing::until(move || {
        observer.disconnect();
        drop(on_change);
    }))
}

#[wasm_bindgen]
extern "C" {
    type ReportingObserver;

    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &Function, options: &JsValue) -> Result<ReportingObserver, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn observe(this: &ReportingObserver) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn disconnect(this: &ReportingObserver) -> Result<(), JsValue>;
}

#[wasm_bindgen]
extern "C" {
    type ResizeObserver;

    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &Function) -> Result<ResizeObserver, JsValue>;
    #[wasm_bindgen(method)]
    fn observe(this: &ResizeObserver, element: &Element);
    #[wasm_bindgen(method)]
    fn disconnect(this: &ResizeObserver);
}
