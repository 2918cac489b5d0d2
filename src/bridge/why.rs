//! Whether the policy of the page keeps an embed out of its iframe.

use wasm_bindgen::JsValue;

use super::browser::{self, Listener};
use super::message::{property, text};
use crate::Error;

/// Listens for violations of the page's policy by a frame from `origin`. `None` without a document.
// twin: npm/src/why.ts ofViolation
pub(super) fn watch(origin: &str, on_block: impl Fn(Error) + 'static) -> Option<Listener> {
    let origin = origin.to_owned();
    let on_violation = move |event: web_sys::Event| {
        if let Some(error) = error_of(&event, &origin) {
            on_block(error);
        }
    };
    let document = browser::document()?;
    Some(Listener::new(
        &document,
        "securitypolicyviolation",
        on_violation,
    ))
}

/// Why a frame from `origin` is not shown, if a violation says so.
fn error_of(violation: &JsValue, origin: &str) -> Option<Error> {
    let text = |name| text(&property(violation, name));
    // Another frame's violation says nothing about this one, and a policy may only report.
    let is_enforced = text("disposition")? == "enforce";
    let is_of_frames = text("effectiveDirective")?.starts_with("frame-src");
    let blocked = web_sys::Url::new(&text("blockedURI")?).ok()?;
    if !is_enforced || !is_of_frames || blocked.origin() != origin {
        return None;
    }
    // Firefox names the tenant also if its answer leads elsewhere.
    let policy = text("originalPolicy")?;
    let mut words = policy.split([';', ' ']);
    Some(if words.any(|word| word == origin) {
        Error::FrameRedirected
    } else {
        Error::FrameBlocked
    })
}
