//! Why there is no picture, as far as it is told: the page's policy, or that no message has come. Nothing that is
//! said here holds the URL of the iframe: it has the session id.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsValue;
use web_sys::Url;

use super::browser::{self, Ongoing};
use super::live::Live;
use super::message::{property, text};
use crate::Error;

/// After how long a page that has loaded and says nothing is odd, in milliseconds.
const SILENCE: u32 = 5_000;
/// After how long an embed that has not loaded is odd, in milliseconds.
const UNANSWERED: u32 = 9_000;

/// What watches an embed for signs that it is not shown.
#[derive(Default)]
pub(super) struct Watch {
    violations: RefCell<Option<Ongoing>>,
    timer: RefCell<Option<Timeout>>,
}

impl Watch {
    pub(super) fn begin(&self, live: &Rc<Live>) {
        let weak = Rc::downgrade(live);
        let on_violation = move |violation: web_sys::Event| {
            if let Some(live) = weak.upgrade()
                && let Some(directive) = blocking(&violation, live.frame.origin())
            {
                live.on_block(Error::FrameBlocked { directive });
            }
        };
        let document = browser::document();
        self.violations.replace(
            document.map(|document| {
                browser::listen(&document, "securitypolicyviolation", on_violation)
            }),
        );
        self.note_request(live);
    }

    /// The iframe has been given an address.
    pub(super) fn note_request(&self, live: &Rc<Live>) {
        self.wait(live, UNANSWERED);
    }

    /// The iframe has loaded a page, which should say something soon.
    pub(super) fn note_load(&self, live: &Rc<Live>) {
        self.wait(live, SILENCE);
    }

    pub(super) fn end(&self) {
        drop(self.violations.take());
        drop(self.timer.take());
    }

    fn wait(&self, live: &Rc<Live>, delay: u32) {
        let weak = Rc::downgrade(live);
        let timer = Timeout::new(delay, move || {
            if let Some(live) = weak.upgrade() {
                live.on_silence(&address_of(&live));
            }
        });
        self.timer.replace(Some(timer));
    }
}

/// The directive of this page's policy that keeps a frame from `origin` out of its iframes.
fn blocking(violation: &JsValue, origin: &str) -> Option<String> {
    let text = |name| text(&property(violation, name));
    // Another frame's violation says nothing about this one, and a policy may only report.
    let is_enforced = text("disposition")? == "enforce";
    let directive = text("effectiveDirective")?;
    let is_of_frames = ["frame-src", "child-src", "default-src"]
        .iter()
        .any(|name| directive.starts_with(name));
    let blocked = Url::new(&text("blockedURI")?).ok()?.origin();
    (is_enforced && is_of_frames && blocked == origin).then_some(directive)
}

/// What svc-embed has asked for, without the query, which has the session id; otherwise the origin.
fn address_of(live: &Live) -> String {
    let url = live.frame.url().map(|url| url.with_session(None));
    let address = url.as_deref().unwrap_or(live.frame.origin());
    address.split('?').next().unwrap_or_default().to_owned()
}
