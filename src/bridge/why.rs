//! Why there is no picture, as far as the page can know. Nothing that is said here holds the URL of the
//! iframe: it has the session id.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlIFrameElement, Url};

use super::browser::{self, Ongoing};
use super::live::Live;
use super::message::{property, text, to_js};
use crate::Error;
use crate::protocol::Refusal;

/// After how long a page that has loaded and says nothing is odd, in milliseconds.
// twin: npm/src/diagnose.ts SILENCE
const SILENCE: u32 = 5_000;
/// After how long an embed that has not loaded is odd, in milliseconds.
// twin: npm/src/diagnose.ts UNANSWERED
const UNANSWERED: u32 = 9_000;

/// What watches an embed for signs that it is not shown.
#[derive(Default)]
pub(super) struct Watch {
    /// The check that the last dropped message failed, and its origin.
    pub(super) heard: RefCell<Option<(Refusal, String)>>,
    violations: RefCell<Option<Ongoing>>,
    reports: RefCell<Option<Ongoing>>,
    timer: RefCell<Option<Timeout>>,
}

impl Watch {
    // twin: npm/src/diagnose.ts diagnose
    pub(super) fn begin(&self, live: &Rc<Live>) {
        let weak = Rc::downgrade(live);
        let on_violation = move |violation: web_sys::Event| {
            tell(&weak, |live| of_violation(&violation, live.frame.origin()));
        };
        let document = browser::document();
        let violations = document
            .map(|document| browser::listen(&document, "securitypolicyviolation", on_violation));
        self.violations.replace(violations);
        let weak = Rc::downgrade(live);
        let reports = await_reports(move |report| tell(&weak, |live| of_report(report, live)));
        self.reports.replace(reports);
        self.note_request(live);
    }

    /// The iframe has been given an address.
    pub(super) fn note_request(&self, live: &Rc<Live>) {
        self.wait(live, UNANSWERED, of_no_answer);
    }

    /// The iframe has loaded a page, which should say something soon.
    pub(super) fn note_load(&self, live: &Rc<Live>) {
        self.wait(live, SILENCE, |live| Some(of_silence(live)));
    }

    pub(super) fn end(&self) {
        drop(self.violations.take());
        drop(self.reports.take());
        drop(self.timer.take());
    }

    fn wait(&self, live: &Rc<Live>, delay: u32, suspect: fn(&Live) -> Option<Error>) {
        let weak = Rc::downgrade(live);
        let timer = Timeout::new(delay, move || {
            if let Some(live) = weak.upgrade()
                && let Some(why) = suspect(&live)
            {
                live.on_suspicion(why);
            }
        });
        self.timer.replace(Some(timer));
    }
}

/// The browser has said something. If it says that the embed is blocked, there is nothing to wait for.
fn tell(live: &Weak<Live>, find: impl Fn(&Live) -> Option<Error>) {
    if let Some(live) = live.upgrade()
        && let Some(why) = find(&live)
    {
        live.on_block(why);
    }
}

/// Whether the policy of this page keeps a frame from `origin` out of its iframes.
// twin: npm/src/why.ts ofViolation
fn of_violation(violation: &JsValue, origin: &str) -> Option<Error> {
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
// twin: npm/src/why.ts ofReport
fn of_report(report: &JsValue, live: &Live) -> Option<Error> {
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

/// A page has loaded and has said nothing since.
// twin: npm/src/why.ts ofSilence
fn of_silence(live: &Live) -> Error {
    let iframe = live.frame.iframe();
    let has_right = |right: &&str| iframe.sandbox().contains(right);
    let mut rights = ["allow-scripts", "allow-same-origin"].into_iter();
    let missing = rights.find(|right| iframe.has_attribute("sandbox") && !has_right(right));
    match (missing, &*live.watch.heard.borrow()) {
        (Some(missing), _) => Error::FrameSandboxed { missing },
        (None, Some((Refusal::Origin, origin))) => Error::FrameElsewhere {
            origin: origin.clone(),
        },
        _ => Error::FrameSilent,
    }
}

/// Nothing has loaded. An embed that has no address yet waits for its session id.
// twin: npm/src/why.ts ofNoAnswer
fn of_no_answer(live: &Live) -> Option<Error> {
    if live.frame.is_unloaded() {
        return None;
    }
    // Firefox neither reports the block nor ends the load.
    let is_isolated = property(&js_sys::global(), "crossOriginIsolated") == true;
    Some(if is_isolated && !is_credentialless(live.frame.iframe()) {
        Error::FrameIsolated
    } else {
        Error::FrameUnanswered
    })
}

/// What keeps the viewer from seeing an embed that is ready.
// twin: npm/src/why.ts unseen
pub(super) fn unseen(iframe: &HtmlIFrameElement) -> Option<&'static str> {
    let Some(area) = iframe.get_client_rects().item(0) else {
        return Some(
            "its target or an element around it is not displayed. If that is a closed tab or panel, all is well.",
        );
    };
    if area.height() < 1.0 || area.width() < 1.0 {
        return Some("it has no size. Give its target a height, such as 40rem.");
    }
    let is_150 = |element: web_sys::Element| element.client_height() == 150;
    let fills = iframe.style().get_property_value("height");
    let has_default = area.height().to_bits() == 150_f64.to_bits()
        && fills.is_ok_and(|height| height == "100%")
        && iframe.parent_element().is_some_and(is_150);
    has_default.then_some(
        "it is 150 pixels high, as every iframe whose target has no height. Give its target one, such as 40rem.",
    )
}

fn is_credentialless(iframe: &HtmlIFrameElement) -> bool {
    property(iframe, "credentialless") == true
}

fn origin_of(url: Option<String>) -> Option<String> {
    Some(Url::new(&url?).ok()?.origin())
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

/// Listens to the browser's reports. Not every browser has them.
fn await_reports(on_report: impl Fn(&JsValue) + 'static) -> Option<Ongoing> {
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
