//! What the browser says of a policy that keeps the embed out of the iframe.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlIFrameElement, Url};

use crate::Error;
use crate::bridge::live::Live;
use crate::bridge::message::{property, text};

/// Whether the policy of this page keeps a frame from `origin` out of its iframes.
// twin: npm/src/diagnose/why.ts ofViolation
pub(super) fn of_violation(violation: &JsValue, origin: &str) -> Option<Error> {
    let text = |name| text(&property(violation, name));
    // Another frame's violation says nothing about this one, and a policy may only report.
    let is_enforced = text("disposition")? == "enforce";
    let directive = text("effectiveDirective")?;
    let mut of_frames = ["frame-src", "child-src", "default-src"].into_iter();
    let is_of_frames = of_frames.any(|name| directive.starts_with(name));
    if !is_enforced || !is_of_frames || origin_of(text("blockedURI"))? != origin {
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

/// Whether a report of the browser says that the embed's page does not take part in the isolation of this
/// page, or refuses it.
// twin: npm/src/diagnose/why.ts ofReport
pub(super) fn of_report(report: &JsValue, live: &Live) -> Option<Error> {
    // Chromium's report of an isolation has its fields only as JSON.
    let body = property(report, "body");
    let to_json: Function = property(&body, "toJSON").dyn_into().ok()?;
    let body = to_json.call0(&body).ok()?;
    let text = |name| text(&property(&body, name));
    let is_ours = |name| origin_of(text(name)).as_deref() == Some(live.frame.origin());
    if text("disposition")? != "enforce" {
        return None;
    }
    if property(report, "type") == "coep" {
        let is_iframe = text("destination")? == "iframe" && is_ours("blockedURL");
        return (is_iframe && !is_credentialless(live.frame.iframe()))
            .then_some(Error::FrameIsolated);
    }
    // Only Chromium reports the refusal to the page that shows the iframe.
    let is_refusal = text("effectiveDirective")? == "frame-ancestors" && is_ours("documentURL");
    is_refusal.then_some(Error::FrameRefused)
}

pub(super) fn is_credentialless(iframe: &HtmlIFrameElement) -> bool {
    property(iframe, "credentialless") == true
}

pub(super) fn origin_of(url: Option<String>) -> Option<String> {
    Some(Url::new(&url?).ok()?.origin())
}
