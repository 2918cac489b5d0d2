//! What all embeds of a page share: the machine that decides, the listeners, and the list of embeds.
//!
//! A page has few embeds, so an embed is found by a search through the list. No borrow is held while
//! code of the page runs, so that code may call anything of svc-embed.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Object, Reflect, Symbol, WeakSet};
use web_sys::{HtmlIFrameElement, MessageEvent, Window};

use super::browser::{self, Ongoing};
use super::live::Live;
use super::message;
use crate::Error;
use crate::page::{Effect, EmbedId, Input, Page, Setup, TextHash};
use crate::protocol::names::SOURCE;
use crate::session::{self, State};

thread_local! {
    /// By itself, since a `Page` without embeds consists of zeros, which add nothing to a
    /// WebAssembly file.
    static MACHINE: RefCell<Page> = const { RefCell::new(Page::new()) };
    static SHARED: RefCell<Shared> = RefCell::default();
}

#[derive(Default)]
struct Shared {
    embeds: Vec<Rc<Live>>,
    /// As long as there is an embed.
    listeners: Vec<Ongoing>,
    /// The windows of other documents that iframes were moved to.
    other_windows: Vec<(Window, Ongoing)>,
    /// Windows of tenants that were no embed's when an embed last took a window.
    strays: Option<WeakSet>,
}

/// Opens an embed. Its first effects are done by [`do_effects`].
pub(super) fn open(
    setup: &Setup,
    make: impl FnOnce(EmbedId, State) -> Live,
) -> Result<Rc<Live>, Error> {
    let now = browser::now();
    let id = MACHINE.with_borrow_mut(|machine| machine.open(now, setup))?;
    let state = state(id).ok_or(Error::Destroyed)?;
    let live = Rc::new(make(id, state));
    // Anew for each embed: `document.open()` takes every listener away.
    let listeners = browser::listen_to_page();
    let replaced = SHARED.with_borrow_mut(|shared| {
        shared.embeds.push(Rc::clone(&live));
        std::mem::replace(&mut shared.listeners, listeners)
    });
    drop(replaced);
    let _ = Reflect::set(live.frame.iframe(), &mark(), &true.into());
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
    MACHINE.with_borrow_mut(|machine| machine.handle(now, id, input.into()));
}

/// Does every effect that is left. An effect may call the page, which may call this again: the
/// inner call does the effects that are left, and the outer one finds none.
pub(super) fn do_effects() {
    while let Some((id, effect)) = MACHINE.with_borrow_mut(Page::poll) {
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
        Effect::ForgetNavigation => live.forget_navigation(),
        Effect::SendActions => live.send_kept(),
        Effect::ResolveAsked => live.asked.settle(&Ok(())),
        Effect::RejectAsked(error) => live.asked.settle(&Err(live.polled_error(error))),
        Effect::RejectReady(error) => live.ready.settle(&Err(live.polled_error(error))),
        Effect::AskIfSeen if browser::is_seen() => report(live.id, session::Input::Seen),
        // This shell takes no iframe out of the page that it would have to put back.
        Effect::AskIfSeen | Effect::PutBack => {}
        Effect::AskIfViewed => live.await_viewer(),
        Effect::TellSession => live.report_state(),
        Effect::Close => {
            forget(live.id);
            let _ = Reflect::delete_property(live.frame.iframe(), &mark());
            live.close();
        }
    }
}

fn find(is_it: impl Fn(&Live) -> bool) -> Option<Rc<Live>> {
    SHARED.with_borrow(|shared| shared.embeds.iter().find(|live| is_it(live)).cloned())
}

fn all() -> Vec<Rc<Live>> {
    SHARED.with_borrow(|shared| shared.embeds.clone())
}

fn forget(id: EmbedId) {
    let last = SHARED.with_borrow_mut(|shared| {
        shared.embeds.retain(|live| live.id != id);
        let is_last = shared.embeds.is_empty();
        is_last.then(|| std::mem::take(shared))
    });
    drop(last);
}

/// Takes a message of any window.
pub(super) fn receive(event: &MessageEvent) {
    let Some(source) = event.source() else {
        return;
    };
    // An event that the page has made itself may have a text of any length.
    let origin = message::beginning(&message::property(event, "origin")).unwrap_or_default();
    let live = find(|live| live.listens_to(&source)).or_else(|| find_moved(&source, &origin));
    if let Some(live) = live {
        live.receive(origin, event.data());
    }
}

/// The embed whose iframe has a new window, because the page moved the iframe. Only the first message
/// of a window, and only one of a tenant's origin, is worth the search: with a thousand embeds it takes
/// milliseconds.
fn find_moved(source: &Object, origin: &str) -> Option<Rc<Live>> {
    let is_stray = |strays: &WeakSet| strays.has(source);
    if SHARED.with_borrow(|shared| shared.strays.as_ref().is_some_and(is_stray)) {
        return None;
    }
    let mut of_origin = all();
    of_origin.retain(|live| live.frame.origin() == origin);
    let moved = of_origin.iter().find(|live| {
        let window = live.frame.window();
        window.is_some_and(|window| Object::from(window) == *source)
    });
    match moved {
        Some(live) => live.check_window(),
        None if of_origin.is_empty() => {}
        None => SHARED.with_borrow_mut(|shared| {
            shared.strays.get_or_insert_default().add(source);
        }),
    }
    moved.cloned()
}

/// An embed has taken a window: a stray may be an embed's now.
pub(super) fn forget_strays() {
    SHARED.with_borrow_mut(|shared| shared.strays = None);
}

/// Messages of a window of another document go to that document's own window.
pub(super) fn listen_to_window_of(live: &Live) {
    let Some(new) = browser::other_window(live.frame.iframe()) else {
        return;
    };
    let is_known = SHARED.with_borrow_mut(|shared| {
        let known = &mut shared.other_windows;
        known.retain(|(window, _)| !window.closed().unwrap_or(true));
        known.iter().any(|(window, _)| *window == new)
    });
    // Two listeners of one window would take each message twice.
    if !is_known {
        let listening = browser::listen_to_messages(&new);
        SHARED.with_borrow_mut(|shared| shared.other_windows.push((new, listening)));
    }
}

/// The viewer is there for the first time or again, or the network is back.
pub(super) fn return_to_foreground() {
    for live in all() {
        handle(live.id, session::Input::Foreground);
    }
}

/// Whether this iframe has an embed, which may be of another copy of svc-embed on the page.
pub(super) fn is_taken(iframe: &HtmlIFrameElement) -> bool {
    Reflect::has(iframe, &mark()).unwrap_or(false)
}

/// What an iframe has while it has an embed.
fn mark() -> Symbol {
    Symbol::for_(SOURCE)
}

/// Asks the machine something about its present state.
pub(super) fn ask<T>(question: impl FnOnce(&Page) -> T) -> T {
    MACHINE.with_borrow(question)
}

/// The session of an embed; `None` if the embed is gone.
pub(super) fn state(id: EmbedId) -> Option<State> {
    ask(|page| page.state(id))
}

pub(super) fn note_used_id(id: TextHash) {
    MACHINE.with_borrow_mut(|machine| machine.note_used_id(id));
}
