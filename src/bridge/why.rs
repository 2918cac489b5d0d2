//! Why there is no picture, as far as the page can know. Nothing that is said here holds the URL of the
//! iframe: it has the session id.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use js_sys::{Array, Function};
use log::{info, warn};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement, ShadowRoot, Url};

use super::browser::{self, Ongoing};
use super::live::Live;
use super::message::{property, text, to_js};
use crate::Error;
use crate::protocol::Refusal;
use crate::session::{Millis, Monotonic};

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
    sizes: RefCell<Option<Ongoing>>,
    is_said_to_be_gone: Cell<bool>,
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
        let weak = Rc::downgrade(live);
        let sizes = await_sizes(live.frame.iframe(), move || {
            if let Some(live) = weak.upgrade() {
                live.watch.note_size(&live);
            }
        });
        self.sizes.replace(sizes);
        self.note_request(live);
        say_if_mounted_again(live);
    }

    /// The iframe has been given an address.
    pub(super) fn note_request(&self, live: &Rc<Live>) {
        self.wait(live, UNANSWERED, of_no_answer);
    }

    /// The iframe has loaded a page, which should say something soon.
    pub(super) fn note_load(&self, live: &Rc<Live>) {
        self.wait(live, SILENCE, |live| {
            // In a page without an origin, the first, empty document counts as one that has loaded.
            (!live.frame.is_unloaded()).then(|| of_silence(live))
        });
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
        if is_gone(live) && !self.is_said_to_be_gone.replace(true) {
            warn!("{}", gone(live.frame.iframe()));
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
        _ => Error::FrameSilent,
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

/// Whether the page has taken the iframe out of the document, or what is around it. One that was never in it
/// still waits to be put in.
// twin: npm/src/diagnostics.ts isTakenEarly
fn is_gone(live: &Live) -> bool {
    let iframe = live.frame.iframe();
    let was_in = || live.is_shown() || live.has_window() || rendered_again(iframe).is_some();
    !iframe.is_connected() && was_in()
}

/// Nothing has loaded. An embed of ours that has no address yet waits for its session id.
// twin: npm/src/why.ts ofNoAnswer
fn of_no_answer(live: &Live) -> Option<Error> {
    if is_gone(live) {
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
    let is_own_origin = || {
        let window = web_sys::window();
        window.is_some_and(|window| window.location().origin().is_ok_and(|own| own == origin))
    };
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

const OFFLINE: &str = "this device is offline";

fn unanswered(detail: &str) -> Error {
    Error::FrameUnanswered {
        detail: detail.to_owned(),
    }
}

/// How long it is remembered that an embed has begun.
// twin: npm/src/diagnose.ts LATELY
const LATELY: Millis = Millis::from_secs(30);

/// An embed that has begun.
struct Begun {
    live: Weak<Live>,
    /// Without a session.
    url: String,
    at: Monotonic,
    /// Whether it was said that this embed is mounted again and again.
    is_said: bool,
}

thread_local! {
    /// The embeds that have begun lately, the oldest first.
    static BEGUN: RefCell<Vec<Begun>> = const { RefCell::new(Vec::new()) };
}

/// Says once that the page mounts the same embed again and again, or one whose parameters change each time,
/// always after it has destroyed the one before.
// twin: npm/src/why.ts mountedAgain
fn say_if_mounted_again(live: &Rc<Live>) {
    let Some(url) = live.frame.url() else {
        return;
    };
    let url = url.with_session(None);
    let at = browser::now().monotonic;
    let changed = BEGUN.with_borrow_mut(|begun| {
        begun.retain(|one| at - one.at < LATELY);
        begun.drain(..begun.len().saturating_sub(4 * MANY));
        let is_over = |one: &&Begun| one.live.upgrade().is_none_or(|live| live.is_closed());
        let is_of_page = |one: &&Begun| page_of(&one.url) == page_of(&url);
        let ended: Vec<_> = (begun.iter().filter(is_of_page).filter(is_over)).collect();
        let is_same = ended.iter().filter(|one| one.url == url).count() >= MANY;
        let lately = ended.iter().rev().take(MANY);
        let mut urls: Vec<_> = lately.map(|one| &one.url).chain([&url]).collect();
        urls.sort_unstable();
        urls.dedup();
        let is_again = is_same || urls.len() > MANY;
        let was_said = ended.iter().any(|one| one.is_said);
        let last = ended.last().filter(|_| !is_same);
        let names = last.map_or_else(String::new, |last| changed(&last.url, &url));
        begun.push(Begun {
            live: Rc::downgrade(live),
            url,
            at,
            is_said: was_said || is_again,
        });
        (is_again && !was_said).then_some(names)
    });
    match changed.as_deref() {
        Some("") => warn!("{MOUNTED_AGAIN}"),
        // The viewer may have chosen each.
        Some(names) => info!(
            "The page loads this embed again and again, each time with other params ({names}), and each time with another session. Look for a value that is made at each rendering, such as the time. If the viewer chooses it, all is well: then `set_filter` may do the same without a load."
        ),
        None => {}
    }
}

/// What is before the query of an embed's URL.
fn page_of(url: &str) -> &str {
    url.split_once('?').map_or(url, |(page, _)| page)
}

/// The names of the first parameters that two URLs have with different values.
fn changed(before: &str, now: &str) -> String {
    let (before, now) = (pairs_of(before), pairs_of(now));
    let others = (now.iter().filter(|pair| !before.contains(pair)))
        .chain(before.iter().filter(|pair| !now.contains(pair)));
    let mut names: Vec<&str> = Vec::new();
    for pair in others {
        let name = pair.split_once('=').map_or(*pair, |(name, _)| name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(NAMED);
    names.join(", ")
}

/// The parameters of a URL, each with its value.
fn pairs_of(url: &str) -> Vec<&str> {
    let query = url.split_once('?').map(|(_, query)| query);
    query.map_or_else(Vec::new, |query| query.split('&').collect())
}

/// How many embeds may begin within [`LATELY`] and be destroyed.
const MANY: usize = 5;
/// How many parameters are named.
const NAMED: usize = 3;

const MOUNTED_AGAIN: &str = "The page mounts this embed again and again: each time the one before was destroyed, and it loads from the beginning, with another session. Look for a component that is created anew at each rendering, and for a key or an option that changes.";

/// The id of an element around the iframe that the document has again, as another element.
// twin: npm/src/why.ts renderedAgain
fn rendered_again(iframe: &HtmlIFrameElement) -> Option<String> {
    let document = browser::document()?;
    let parents = |element: &Element| element.parent_element();
    let mut old = std::iter::successors(iframe.parent_element(), parents).map(|old| old.id());
    old.find(|id| !id.is_empty() && document.get_element_by_id(id).is_some())
}

/// What is said of an iframe that is in no document any more.
// twin: npm/src/why.ts gone
fn gone(iframe: &HtmlIFrameElement) -> String {
    match rendered_again(iframe) {
        Some(id) => format!(
            "The page has rendered #{id} again, and the iframe of the embed has gone with the old element. Mount into an element that the page leaves as it is, or call `destroy` and `mount` at each rendering."
        ),
        None => "The page has taken the iframe of the embed out of the document. If it is not needed any more, call `destroy`. If the page has rendered an element around it again, mount into one that the page leaves as it is. If the page puts it back later, all is well.".to_owned(),
    }
}

/// What keeps the viewer from seeing an embed that is ready.
// twin: npm/src/why.ts unseen
pub(super) fn unseen(iframe: &HtmlIFrameElement) -> Option<String> {
    let Some(area) = iframe.get_client_rects().item(0) else {
        return Some(NOT_DISPLAYED.to_owned());
    };
    let target = target_of(iframe);
    let name = (target.as_ref()).map_or_else(|| "target".to_owned(), name_of);
    let (width, height) = (area.width(), area.height());
    if height < 1.0 || width < 1.0 {
        let lacks = if height < 1.0 {
            "height, such as 40rem"
        } else {
            "width, such as 100%, or flex: 1 in a row"
        };
        return Some(format!(
            "The embed is ready, but nobody can see it: it is {} × {} pixels. Give its target ({name}) a {lacks}.",
            width.round(),
            height.round()
        ));
    }
    let is_unstyled = is_equal(height, UNSTYLED_HEIGHT);
    let target = target?;
    if !is_unstyled || !is_height_open(iframe) {
        return is_equal(width, UNSTYLED_WIDTH)
            .then(|| too_narrow(iframe, target))
            .flatten();
    }
    let why = if style_of(&target, "display") == "inline" {
        format!(
            ": its target ({name}) is display: inline, and has no height of its own. Make it a block, and give it a height, such as 40rem."
        )
    } else if has_number(&style_of(&target, "min-height")) {
        format!(
            ": its target ({name}) has only a min-height, which an iframe does not fill. Give it a height, such as 40rem."
        )
    } else {
        format!(
            ", as every iframe whose target has no height. Give its target ({name}) one, such as 40rem: a height of 100% is none unless the element around it has one."
        )
    };
    Some(format!("The embed is {UNSTYLED_HEIGHT} pixels high{why}"))
}

/// This may be a closed tab.
pub(super) const NOT_DISPLAYED: &str = "The embed is ready, but nobody can see it: its target or an element around it is not displayed (display: none). If that is a closed tab or panel, all is well.";

/// The height of an iframe whose target has none, in CSS pixels.
const UNSTYLED_HEIGHT: i32 = 150;

/// The width of an iframe around which nothing has a width.
const UNSTYLED_WIDTH: i32 = 300;

/// By how much the iframe is made wider for a moment, in CSS pixels.
const WIDENED: i32 = 10;

fn is_equal(length: f64, pixels: i32) -> bool {
    length.to_bits() == f64::from(pixels).to_bits()
}

fn name_of(element: &Element) -> String {
    match element.id() {
        id if id.is_empty() => element.local_name(),
        id => format!("#{id}"),
    }
}

/// What is said of an iframe that nothing around it has given a width.
fn too_narrow(iframe: &HtmlIFrameElement, target: Element) -> Option<String> {
    let target_name = name_of(&target);
    let narrow = name_of(&as_wide_as_content(iframe, target)?);
    let place = if narrow == target_name {
        format!("its target ({narrow})")
    } else {
        format!("the element around its target ({narrow})")
    };
    Some(format!(
        "The embed is {UNSTYLED_WIDTH} pixels wide, as every iframe whose target is only as wide as what is in it. Give {place} a width of its own: flex: 1 in a row, otherwise width: 100%."
    ))
}

/// The outermost element around the iframe that takes its width from it, although there is twice as much
/// room. Another width is tried for a moment, which nobody sees.
// twin: npm/src/why.ts asWideAsContent
fn as_wide_as_content(iframe: &HtmlIFrameElement, target: Element) -> Option<Element> {
    let style = iframe.style();
    let is_ours = style
        .get_property_value("width")
        .is_ok_and(|width| width == "100%")
        && style.get_property_priority("width").is_empty();
    if !is_ours {
        return None;
    }
    let width_of = |element: &Element| element.get_bounding_client_rect().width();
    let around: Vec<_> = std::iter::successors(Some(target), target_of)
        .map(|element| (width_of(&element), element))
        .collect();
    let _ = style.set_property("width", &format!("{}px", UNSTYLED_WIDTH + WIDENED));
    let follows =
        |(width, element): &&(f64, Element)| is_equal((width_of(element) - width).round(), WIDENED);
    let following = around.iter().take_while(follows).count();
    let _ = style.set_property("width", "100%");
    let (room, _) = around.get(following)?;
    let (_, narrow) = around.get(following.checked_sub(1)?)?;
    (*room >= f64::from(2 * UNSTYLED_WIDTH)).then(|| narrow.clone())
}

/// The element whose box the iframe fills: one without a box stands for the one around it.
fn target_of(element: &Element) -> Option<Element> {
    let host = || element.parent_node()?.dyn_into::<ShadowRoot>().ok();
    let target = element.parent_element().or_else(|| Some(host()?.host()))?;
    if style_of(&target, "display") == "contents" {
        target_of(&target)
    } else {
        Some(target)
    }
}

/// A style of the element as the browser computes it.
fn style_of(element: &Element, name: &str) -> String {
    let style = web_sys::window().and_then(|window| window.get_computed_style(element).ok()?);
    let value = style.and_then(|style| style.get_property_value(name).ok());
    value.unwrap_or_default()
}

/// Whether a length is more than nothing.
fn has_number(length: &str) -> bool {
    length.starts_with(|first| matches!(first, '1'..='9'))
}

/// Whether the iframe's 100 % are a part of nothing, because nothing around it has a height. A target that
/// is 150 pixels high by a style of its own looks the same, so another height is tried for a moment, which
/// nobody sees. If the iframe does not follow it, a style of the page decides.
// twin: npm/src/why.ts isHeightOpen
fn is_height_open(iframe: &HtmlIFrameElement) -> bool {
    let style = iframe.style();
    let is_ours = style
        .get_property_value("height")
        .is_ok_and(|height| height == "100%")
        && style.get_property_priority("height").is_empty();
    if !is_ours {
        return false;
    }
    let height_with = |height| {
        let _ = style.set_property("height", height);
        iframe.offset_height()
    };
    let is_free = height_with("160px") == 160;
    let is_open = height_with("200%") == UNSTYLED_HEIGHT;
    let _ = style.set_property("height", "100%");
    is_free && is_open
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

/// Calls `on_change` whenever the size of an element changes. `None` if the browser cannot observe sizes.
fn await_sizes(element: &Element, on_change: impl Fn() + 'static) -> Option<Ongoing> {
    let on_change = Closure::<dyn Fn()>::new(on_change);
    let observer = ResizeObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
    observer.observe(element);
    Some(Ongoing::until(move || {
        observer.disconnect();
        drop(on_change);
    }))
}
