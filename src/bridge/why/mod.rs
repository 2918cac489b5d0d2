//! Why there is no picture, as far as the page can know. Nothing that is said here holds the URL of the
//! iframe: it has the session id.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use log::warn;

use super::browser::{self, Ongoing};
use super::live::Live;
use crate::Error;
use crate::protocol::{Refusal, SurfaceKind, events};

mod again;
mod gone;
mod mint_words;
mod observers;
mod policy;
mod reported;
mod silence;
mod size;

pub(super) use mint_words::{ask_for_cookie, meaning_of};
pub(super) use size::{NOT_DISPLAYED, unseen};

/// After how long a page that has loaded and says nothing is odd, in milliseconds.
// twin: npm/src/diagnose/notice.ts SILENCE
const SILENCE: u32 = 5_000;
/// After how long an embed that has not loaded is odd, in milliseconds.
// twin: npm/src/diagnose/notice.ts UNANSWERED
const UNANSWERED: u32 = 9_000;

/// What watches an embed for signs that it is not shown.
#[derive(Default)]
pub(super) struct Watch {
    /// The check that the last dropped message failed, and its origin.
    pub(super) heard: RefCell<Option<(Refusal, String)>>,
    violations: RefCell<Option<Ongoing>>,
    reports: RefCell<Option<Ongoing>>,
    sizes: RefCell<Option<Ongoing>>,
    reported: reported::Reported,
    is_said_to_be_gone: Cell<bool>,
    timer: RefCell<Option<Timeout>>,
}

impl Watch {
    // twin: npm/src/diagnose/notice.ts diagnose
    pub(super) fn begin(&self, live: &Rc<Live>) {
        let weak = Rc::downgrade(live);
        let on_violation = move |violation: web_sys::Event| {
            tell(&weak, |live| {
                policy::of_violation(&violation, live.frame.origin())
            });
        };
        let document = browser::document();
        let violations = document
            .map(|document| browser::listen(&document, "securitypolicyviolation", on_violation));
        self.violations.replace(violations);
        let weak = Rc::downgrade(live);
        let reports = observers::await_reports(move |report| {
            tell(&weak, |live| policy::of_report(report, live));
        });
        self.reports.replace(reports);
        let weak = Rc::downgrade(live);
        let sizes = observers::await_sizes(live.frame.iframe(), move || {
            if let Some(live) = weak.upgrade() {
                live.watch.note_size(&live);
            }
        });
        self.sizes.replace(sizes);
        self.note_request(live);
        again::say_if_mounted_again(live);
    }

    /// The iframe has been given an address.
    pub(super) fn note_request(&self, live: &Rc<Live>) {
        self.wait(live, UNANSWERED, silence::of_no_answer);
    }

    /// The iframe has loaded a page, which should say something soon.
    pub(super) fn note_load(&self, live: &Rc<Live>) {
        self.wait(live, SILENCE, |live| {
            // In a page without an origin, the first, empty document counts as one that has loaded.
            (!live.frame.is_unloaded()).then(|| silence::of_silence(live))
        });
    }

    /// The embed has reported an error.
    pub(super) fn note_error(&self, live: &Live, error: &events::Error, surface: &SurfaceKind) {
        self.reported.tell(error, surface, live.is_private());
    }

    /// The iframe has another size. That of one in no document is none.
    fn note_size(&self, live: &Rc<Live>) {
        if !live.frame.iframe().is_connected() {
            self.wait(live, SILENCE, |live| {
                live.watch.warn_if_gone(live);
                None
            });
        }
    }

    /// Says once that the page has taken the iframe out, and has not put it back since.
    fn warn_if_gone(&self, live: &Live) {
        if gone::is_gone(live) && !self.is_said_to_be_gone.replace(true) {
            warn!("{}", gone::gone(live.frame.iframe()));
        }
    }

    pub(super) fn end(&self) {
        drop(self.sizes.take());
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
