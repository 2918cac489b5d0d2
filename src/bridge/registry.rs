//! What all embeds of a page share: the machine that decides, the listeners, and the list of embeds.
//!
//! A page has few embeds, so an embed is found by a search through the list. No borrow is held while
//! code of the page runs, so that code may call anything of svc-embed.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hasher};
use std::rc::Rc;

use js_sys::{Array, Map, Object, Reflect, Symbol, WeakSet};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlIFrameElement, MessageEvent, Window};

use super::browser::{self, ADD, REMOVE};
use super::live::Live;
use super::{message, why};
use crate::Error;
use crate::page::{Effect, EmbedId, Input, Page, Setup, TextHash};
use crate::protocol::names::SOURCE;
use crate::session::{self, State};

thread_local! {
    /// By itself, since a `Page` without embeds consists of zeros, which add nothing to a
    /// WebAssembly file.
    static MACHINE: RefCell<Page> = const { RefCell::new(Page::new()) };
    static EMBEDS: RefCell<Vec<Rc<Live>>> = RefCell::default();
    /// Windows that were no embed's when an embed last took a window.
    static STRAYS: RefCell<Option<WeakSet>> = RefCell::default();
}

/// Opens an embed. Its first effects are done by [`do_effects`].
pub(super) fn open(
    setup: &Setup,
    make: impl FnOnce(EmbedId, State) -> Live,
) -> Result<Rc<Live>, Error> {
    let now = browser::now();
    let id = with(|page| page.open(now, setup))?;
    let state = state(id).ok_or(Error::Destroyed)?;
    let live = Rc::new(make(id, state));
    // Also if there are embeds: `document.open()` takes every listener away.
    if all().next().is_some() {
        browser::listen_to_page(REMOVE);
    }
    browser::listen_to_page(ADD);
    browser::listen(ADD, &live.frame.iframe, "load");
    EMBEDS.with_borrow_mut(|embeds| embeds.push(Rc::clone(&live)));
    let _ = Reflect::set(&live.frame.iframe, &mark(), &true.into());
    Ok(live)
}

/// Takes what happened to an embed, and does what follows from it.
pub(super) fn handle(id: EmbedId, input: impl Into<Input>) {
    report(id, input);
    do_effects();
}

/// Takes what happened to an embed, while its effects are being done: the loop of [`do_effects`] does
/// what follows.
pub(super) fn report(id: EmbedId, input: impl Into<Input>) {
    let now = browser::now();
    with(|page| page.handle(now, id, input.into()));
}

/// Does every effect that is left. An effect may call the page, which may call this again: the
/// inner call does the effects that are left, and the outer one finds none.
pub(super) fn do_effects() {
    while let Some((id, effect)) = with(Page::poll) {
        if let Some(live) = find(|live| live.id == id) {
            perform(&live, effect);
        }
    }
}

fn perform(live: &Rc<Live>, effect: Effect) {
    match effect {
        Effect::SetTimer { at } => drop(live.timer.replace(Some(browser::set_timer(live.id, at)))),
        Effect::ClearTimer => drop(live.timer.take()),
        // The id would be dead by the time that somebody sees the page.
        Effect::Mint { .. } if browser::is_prerendered() || live.frame.is_out() => {
            report(live.id, session::Input::Unreachable);
        }
        Effect::Mint {
            ticket,
            reason,
            attempt,
        } => live.start_mint(ticket, reason, attempt),
        Effect::AbortMint => live.abort_mint(),
        Effect::LoadWithId => report(live.id, live.load_with_id()),
        Effect::Load => report(live.id, live.load(None)),
        Effect::PostId => {
            if !live.post_id() {
                report(live.id, session::Input::Unreachable);
            }
        }
        Effect::ForgetNavigation => live.kept.borrow_mut().forget_navigation(),
        Effect::SendActions => live.send_kept(),
        Effect::ResolveAsked => live.asked.settle(&Ok(())),
        Effect::RejectAsked(error) => live.asked.settle(&Err(live.polled_error(error))),
        Effect::RejectReady(error) => live.ready.settle(&Err(live.polled_error(error))),
        Effect::AskIfSeen if browser::is_visible() && browser::is_online() => {
            report(live.id, session::Input::Seen);
        }
        // This shell takes no iframe out of the page that it would have to put back.
        Effect::AskIfSeen | Effect::PutBack => {}
        Effect::AskIfViewed if browser::is_in_view(&live.frame.iframe) => {
            report(live.id, session::Input::Viewed);
        }
        // Browsers draw no frame that nobody sees, and an embed may wait for that before it is ready.
        Effect::AskIfViewed => browser::await_viewer(&live.frame.iframe),
        Effect::TellSession => live.report_state(),
        Effect::Close => {
            EMBEDS.with_borrow_mut(|embeds| embeds.retain(|other| other.id != live.id));
            if all().next().is_none() {
                browser::listen_to_page(REMOVE);
            }
            browser::listen(REMOVE, &live.frame.iframe, "load");
            let _ = Reflect::delete_property(&live.frame.iframe, &mark());
            live.close();
        }
    }
}

/// The embeds that there are now.
fn all() -> impl Iterator<Item = Rc<Live>> {
    EMBEDS.with_borrow(Vec::clone).into_iter()
}

fn find(is_it: impl Fn(&Live) -> bool) -> Option<Rc<Live>> {
    EMBEDS.with_borrow(|embeds| embeds.iter().find(|live| is_it(live)).cloned())
}

/// The embed of an iframe.
fn find_by_iframe(iframe: &JsValue) -> Option<Rc<Live>> {
    find(|live| AsRef::<JsValue>::as_ref(&live.frame.iframe) == iframe)
}

/// Takes a message of any window.
pub(super) fn receive(event: &MessageEvent) {
    let Some(source) = event.source() else {
        return;
    };
    // An event that the page has made itself may have a text of any length.
    let origin = message::beginning(&message::property(event, "origin")).unwrap_or_default();
    let live = find(|live| live.listens_to(&source)).or_else(|| find_moved(&source));
    if let Some(live) = live {
        live.receive(origin, event.data());
    }
}

/// The embed whose iframe has a new window, because the page moved the iframe. Only the first message
/// of a window is worth the search: with a thousand embeds it takes milliseconds.
fn find_moved(source: &Object) -> Option<Rc<Live>> {
    if STRAYS.with_borrow(|strays| strays.as_ref().is_some_and(|strays| strays.has(source))) {
        return None;
    }
    let shows_source = |live: &Rc<Live>| {
        let window = live.frame.window();
        window.is_some_and(|window| Object::from(window) == *source)
    };
    let moved = all().find(shows_source);
    match &moved {
        Some(live) => live.check_window(),
        None => STRAYS.with_borrow_mut(|strays| {
            strays.get_or_insert_default().add(source);
        }),
    }
    moved
}

/// An embed has taken a window: a stray may be an embed's now.
pub(super) fn forget_strays() {
    STRAYS.take();
}

/// An iframe has fired `load`, a policy has forbidden something, the viewer is there for the first time or again, or
/// the network is back.
pub(super) fn on_event(event: &Event) {
    match &*event.type_() {
        "load" => {
            if let Some(live) = event.target().and_then(|iframe| find_by_iframe(&iframe)) {
                live.on_load();
            }
        }
        "securitypolicyviolation" => {
            let Some((directive, origin)) = why::blocking(event) else {
                return;
            };
            for live in all().filter(|live| live.frame.origin() == origin) {
                live.on_block(&directive);
            }
        }
        "visibilitychange" if !browser::is_visible() => {}
        _ => all().for_each(|live| handle(live.id, session::Input::Foreground)),
    }
}

/// The viewer sees an iframe.
pub(super) fn on_view(iframe: &Element) {
    if let Some(live) = find_by_iframe(iframe) {
        handle(live.id, session::Input::Viewed);
    }
}

/// Takes the messages of `window` that the page's script has kept for an iframe of `embedFrame` (`svc-embed/server`),
/// and handles them once the page has added its handlers, but before the next message.
pub(super) fn catch_up(window: &Window) {
    let Ok(kept) = message::property(&js_sys::global(), "svcEmbedEarly").dyn_into::<Map>() else {
        return;
    };
    let messages = kept.get(window).dyn_into::<Array>();
    // From now on the script keeps nothing of this window.
    kept.set(window, &0.into());
    spawn_local(async move {
        for message in messages.unwrap_or_default().iter() {
            // A copy has the fields of the event: `source`, `origin` and `data`.
            receive(message.unchecked_ref());
        }
    });
}

/// Whether this iframe has an embed, which may be of another copy of svc-embed on the page.
pub(super) fn is_taken(iframe: &HtmlIFrameElement) -> bool {
    Reflect::has(iframe, &mark()).unwrap_or(false)
}

/// What an iframe has while it has an embed.
fn mark() -> Symbol {
    Symbol::for_(SOURCE)
}

/// The hash of a session id or an origin.
pub(super) fn hash(text: &str) -> TextHash {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    TextHash::new(hasher.finish() >> (u64::BITS - 53))
}

/// Calls `use_it` with the machine.
pub(super) fn with<T>(use_it: impl FnOnce(&mut Page) -> T) -> T {
    MACHINE.with_borrow_mut(use_it)
}

/// The session of an embed; `None` if the embed is gone.
pub(super) fn state(id: EmbedId) -> Option<State> {
    with(|page| page.state(id))
}
