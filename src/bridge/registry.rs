//! What all embeds of a page share: the machine that decides, the listeners, and the embed of each
//! window.
//!
//! No borrow is held while code of the page runs, so that code may call anything of the bridge.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::Object;
use web_sys::{HtmlIFrameElement, MessageEvent};

use super::kept::Which;
use super::listeners::{self, Listener, Listeners};
use super::live::Live;
use super::windows::{Route, Windows};
use super::{clock, json, timer};
use crate::error::Error;
use crate::page::{Dispatch, Effect, EmbedId, Fingerprint, Input, Page, Setup};
use crate::session::{self, State};

thread_local! {
    /// By itself, since a `Page` without embeds consists of zeros, which add nothing to a
    /// WebAssembly file.
    static MACHINE: RefCell<Page> = const { RefCell::new(Page::new()) };
    static SHARED: RefCell<Shared> = RefCell::default();
}

#[derive(Default)]
struct Shared {
    embeds: HashMap<EmbedId, Member>,
    windows: Windows,
    /// As long as there is an embed.
    listeners: Option<Listeners>,
    /// The windows of other documents that iframes were moved to.
    other_windows: Vec<Listener<MessageEvent>>,
}

struct Member {
    live: Rc<Live>,
    route: Option<Route>,
}

/// Opens an embed. Its first effects are done by [`do_effects`].
pub(super) fn open(
    setup: &Setup,
    make: impl FnOnce(EmbedId, State) -> Live,
) -> Result<Rc<Live>, Error> {
    let now = clock::now();
    let id = MACHINE.with_borrow_mut(|machine| machine.open(now, setup))?;
    let state = state(id).ok_or(Error::Destroyed)?;
    let live = Rc::new(make(id, state));
    let member = Member {
        live: Rc::clone(&live),
        route: None,
    };
    SHARED.with_borrow_mut(|shared| {
        shared.windows.note_origin(live.frame.origin());
        shared.embeds.insert(id, member);
        match &shared.listeners {
            // `document.open()` takes every listener away.
            Some(listeners) => listeners.listen_again(),
            None => shared.listeners = Listeners::new(),
        }
    });
    Ok(live)
}

/// Takes what happened to an embed, and does what follows from it.
pub(super) fn handle(id: EmbedId, input: impl Into<Input>) {
    let now = clock::now();
    MACHINE.with_borrow_mut(|machine| machine.handle(now, id, input.into()));
    do_effects();
}

/// Does every effect that is left. An effect may call the page, which may call this again: the
/// inner call does the effects that are left, and the outer one finds none.
pub(super) fn do_effects() {
    while let Some((id, effect)) = MACHINE.with_borrow_mut(Page::poll) {
        if let Some(live) = find(id) {
            perform(&live, effect);
        }
    }
}

// twin: npm/src/host.ts Host.do
fn perform(live: &Rc<Live>, effect: Effect) {
    match effect {
        Effect::SetTimer { at } => drop(live.timer.replace(Some(timer::set(live.id, at)))),
        Effect::ClearTimer => drop(live.timer.take()),
        // The id would be dead by the time that somebody sees the page.
        Effect::Mint { .. } if listeners::is_prerendered() || live.frame.is_out() => {
            answer(live.id, session::Input::Unreachable);
        }
        Effect::Mint {
            ticket,
            reason,
            attempt,
        } => live.start_mint(ticket, reason, attempt),
        Effect::AbortMint => live.abort_mint(),
        Effect::LoadWithId => answer(live.id, live.load_with_id()),
        Effect::Load => answer(live.id, live.load(None)),
        Effect::PostId => {
            if !live.post_id() {
                answer(live.id, session::Input::Unreachable);
            }
        }
        Effect::SendKept => live.send_kept(Which::Waiting),
        Effect::SendAgain => live.send_kept(Which::Sent),
        Effect::SendAll => live.send_kept(Which::All),
        Effect::ResolveAsked => live.asked.settle(&Ok(())),
        Effect::RejectAsked(error) => live.asked.settle(&Err(error)),
        Effect::RejectReady(error) => live.ready.settle(&Err(error)),
        Effect::AskIfSeen => {
            if listeners::is_seen() {
                answer(live.id, session::Input::Seen);
            }
        }
        Effect::AskIfViewed => live.await_viewer(),
        Effect::TellSession => live.report_state(),
        Effect::Close => {
            forget(live.id);
            live.close();
        }
    }
}

/// Reports how an effect went. What follows is done by the loop of [`do_effects`].
fn answer(id: EmbedId, input: session::Input) {
    let now = clock::now();
    MACHINE.with_borrow_mut(|machine| machine.handle(now, id, input.into()));
}

fn find(id: EmbedId) -> Option<Rc<Live>> {
    SHARED.with_borrow(|shared| Some(Rc::clone(&shared.embeds.get(&id)?.live)))
}

fn forget(id: EmbedId) {
    let removed = SHARED.with_borrow_mut(|shared| {
        let member = shared.embeds.remove(&id);
        if let Some(route) = member.as_ref().and_then(|member| member.route.as_ref()) {
            shared.windows.remove(route);
        }
        let is_last = shared.embeds.is_empty();
        (member, is_last.then(|| std::mem::take(shared)))
    });
    drop(removed);
}

/// The messages of the iframe's present window are the embed's from now on.
pub(super) fn route(live: &Rc<Live>) {
    let window = live.frame.window();
    live.note_window(window.clone());
    let replaced = SHARED.with_borrow_mut(|shared| {
        let Shared {
            embeds, windows, ..
        } = shared;
        windows.forget_strays();
        let route = &mut embeds.get_mut(&live.id)?.route;
        let replaced = route.take();
        if let Some(route) = &replaced {
            windows.remove(route);
        }
        *route = window.map(|window| windows.add(window.into(), live.id));
        replaced
    });
    drop(replaced);
}

/// Takes a message of any window.
pub(super) fn receive(event: &MessageEvent) {
    let Some(source) = event.source() else {
        return;
    };
    let found = SHARED.with_borrow(|shared| shared.windows.find(&source));
    if let Some(live) = found.and_then(find).or_else(|| find_moved(&source, event)) {
        live.receive(origin_of(event), event.data());
    }
}

/// An event that the page has made itself may have a text of any length.
fn origin_of(event: &MessageEvent) -> String {
    json::beginning(&json::property(event, "origin")).unwrap_or_default()
}

/// The embed whose iframe has a new window, because the page moved the iframe. Only the first message
/// of a window, and only one of a tenant's origin, is worth the search: with a thousand embeds it takes
/// milliseconds.
// twin: npm/src/host.ts findMoved
fn find_moved(source: &Object, event: &MessageEvent) -> Option<Rc<Live>> {
    let origin = origin_of(event);
    let is_worth_it = SHARED.with_borrow(|Shared { windows, .. }| {
        windows.has_origin(&origin) && !windows.is_stray(source)
    });
    if !is_worth_it {
        return None;
    }
    let moved = all().into_iter().find(|live| {
        let window = live.frame.window();
        window.is_some_and(|window| Object::from(window) == *source)
    });
    match &moved {
        Some(live) => live.on_moved(true),
        None => SHARED.with_borrow_mut(|shared| shared.windows.note_stray(source)),
    }
    moved
}

/// Messages of a window of another document go to that document's own window.
pub(super) fn listen_to_window_of(live: &Live) {
    let listener = listeners::of_other_window(live.frame.iframe());
    SHARED.with_borrow_mut(|shared| {
        let known = &mut shared.other_windows;
        known.retain(|listener| !listener.has_closed_window());
        // Two listeners of one window would take each message twice.
        known.extend(listener.filter(|new| known.iter().all(|old| !old.has_target_of(new))));
    });
}

/// The viewer is there for the first time or again, or the network is back.
pub(super) fn return_to_foreground() {
    for live in all() {
        handle(live.id, session::Input::Foreground);
    }
}

/// Whether an embed has this iframe.
pub(super) fn is_taken(iframe: &HtmlIFrameElement) -> bool {
    all().iter().any(|live| live.frame.iframe() == iframe)
}

fn all() -> Vec<Rc<Live>> {
    SHARED.with_borrow(|shared| {
        let members = shared.embeds.values();
        members.map(|member| Rc::clone(&member.live)).collect()
    })
}

// What the machine answers.

pub(super) fn state(id: EmbedId) -> Option<State> {
    MACHINE.with_borrow(|machine| machine.state(id))
}

pub(super) fn awaits_view(id: EmbedId) -> bool {
    MACHINE.with_borrow(|machine| machine.awaits_view(id))
}

pub(super) fn dispatch(id: EmbedId, lasts: bool) -> Result<Dispatch, Error> {
    MACHINE.with_borrow(|machine| machine.dispatch(id, lasts))
}

pub(super) fn note_used_id(id: Fingerprint) {
    MACHINE.with_borrow_mut(|machine| machine.note_used_id(id));
}
