//! What it means that the iframe says nothing.

use super::again::page_of;
use super::gone;
use super::policy::{is_credentialless, origin_of};
use crate::Error;
use crate::bridge::browser;
use crate::bridge::live::Live;
use crate::bridge::message::property;
use crate::protocol::Refusal;

/// A page has loaded and has said nothing since.
// twin: npm/src/diagnose/why.ts ofSilence
pub(super) fn of_silence(live: &Live) -> Error {
    if !browser::is_online() {
        return unanswered(OFFLINE);
    }
    let iframe = live.frame.iframe();
    let has_right = |right: &&str| iframe.sandbox().contains(right);
    let mut rights = ["allow-scripts", "allow-same-origin"].into_iter();
    let missing = rights.find(|right| iframe.has_attribute("sandbox") && !has_right(right));
    match (missing, &*live.watch.heard.borrow()) {
        (Some(missing), _) => Error::FrameSandboxed { missing },
        _ if is_in_sandbox() => Error::FrameInSandbox,
        _ if live.frame.is_changed() => Error::FrameChanged,
        (None, Some((Refusal::Origin, origin))) => Error::FrameElsewhere {
            origin: origin.clone(),
        },
        _ if is_of_this_origin(live) => Error::FrameOwn {
            origin: live.frame.origin().to_owned(),
        },
        _ => Error::FrameSilent {
            address: address_of(live),
        },
    }
}

/// Nothing has loaded. An embed of ours that has no address yet waits for its session id.
// twin: npm/src/diagnose/why.ts ofNoAnswer
pub(super) fn of_no_answer(live: &Live) -> Option<Error> {
    if gone::is_gone(live) {
        live.watch.warn_if_gone(live);
        return None;
    }
    let origin = live.frame.origin();
    let is_of_page = !live.frame.is_own();
    if live.frame.is_unloaded() {
        return is_of_page.then(|| unanswered("the iframe has no src"));
    }
    // Firefox neither reports the block nor ends the load.
    let is_isolated = property(&js_sys::global(), "crossOriginIsolated") == true;
    if is_isolated && !is_credentialless(live.frame.iframe()) {
        return Some(Error::FrameIsolated);
    }
    let is_own_origin = || property(&js_sys::global(), "origin") == origin;
    Some(if !browser::is_online() {
        unanswered(OFFLINE)
    } else if is_of_this_origin(live) {
        Error::FrameOwn {
            origin: origin.to_owned(),
        }
    } else if is_own_origin() {
        unanswered(&format!("{origin} is this page's own origin"))
    } else if is_of_page {
        Error::FrameLate {
            origin: origin.to_owned(),
        }
    } else {
        unanswered(origin)
    })
}

/// What svc-embed has asked for, without the query, which has the session id; otherwise the origin.
fn address_of(live: &Live) -> String {
    let url = live.frame.url().map(|url| url.with_session(None));
    url.map_or_else(
        || live.frame.origin().to_owned(),
        |url| page_of(&url).to_owned(),
    )
}

const OFFLINE: &str = "this device is offline";

fn unanswered(detail: &str) -> Error {
    Error::FrameUnanswered {
        detail: detail.to_owned(),
    }
}

/// Whether the iframe shows a page of this page's own origin, at which the tenant is said to be. Only such a
/// page can be read.
fn is_of_this_origin(live: &Live) -> bool {
    let document = live.frame.iframe().content_document();
    let url = document.and_then(|document| document.url().ok());
    origin_of(url).as_deref() == Some(live.frame.origin())
}

/// Whether this page has no origin, because it is in a sandbox. A `data:` URL has none either, but its
/// iframes have theirs.
fn is_in_sandbox() -> bool {
    let protocol = web_sys::window().and_then(|window| window.location().protocol().ok());
    property(&js_sys::global(), "origin") == "null" && protocol.as_deref() != Some("data:")
}
