//! Why there is no picture, as far as it is told: the page's policy, or that no message has come. Nothing that is
//! said here holds the URL of the iframe: it has the session id.

use log::warn;
use wasm_bindgen::JsValue;
use web_sys::Url;

use super::frame::Frame;
use super::message::{property, text};

/// After how long a page that has loaded and says nothing is odd, in milliseconds.
pub(super) const SILENCE: u32 = 5_000;
/// After how long an embed that has not loaded is odd, in milliseconds.
pub(super) const UNANSWERED: u32 = 9_000;

/// What the guide says of a silence.
const SILENT: &str =
    "https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#frame-silent";

/// The directive of this page's policy that keeps frames out of its iframes, and the origin of the frame.
pub(super) fn blocking(violation: &JsValue) -> Option<(String, String)> {
    let text = |name| text(&property(violation, name));
    // Another frame's violation says nothing about this one, and a policy may only report.
    let is_enforced = text("disposition")? == "enforce";
    let directive = text("effectiveDirective")?;
    let of_frames = ["frame-src", "child-src", "default-src"];
    let is_of_frames = of_frames.iter().any(|name| directive.starts_with(name));
    let origin = Url::new(&text("blockedURI")?).ok()?.origin();
    (is_enforced && is_of_frames).then_some((directive, origin))
}

/// Names what svc-embed has asked for, without the query, which has the session id; otherwise the origin.
pub(super) fn warn_of_silence(frame: &Frame) {
    let url = frame.allowed().map(|url| url.with_session(None));
    let address = url.as_deref().unwrap_or(frame.origin());
    let address = address.split('?').next().unwrap_or_default();
    warn!(
        "No message of an embed has come from {address}. Its request in the network panel says why. {SILENT}"
    );
}
