//! What all embeds of a page share: one message listener, one set of page listeners, the routes
//! from windows to embeds, and the turns to mint. It lives as long as there is an embed.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::Map;
use wasm_bindgen::prelude::*;
use web_sys::{EventTarget, HtmlIFrameElement, VisibilityState, Window};

use super::embed::Inner;
use super::platform::Incoming;
use super::wire::Wire;
use crate::error::{Code, Error};
use crate::session::{Input, Turns};

thread_local! {
    static PAGE: RefCell<Weak<Page>> = const { RefCell::new(Weak::new()) };
}

/// What makes a page try what it may have missed.
const FOREGROUND_EVENTS: [(&str, bool); 4] = [
    ("visibilitychange", true),
    ("resume", true),
    ("pageshow", false),
    ("online", false),
];

/// The number of an embed on its page.
pub(super) type Slot = usize;

pub(super) struct Page {
    pub(super) wire: Wire,
    /// From an iframe's window to its embed's slot.
    routes: Map,
    embeds: RefCell<Vec<Option<Rc<Inner>>>>,
    /// The tenants of all embeds that there have been; a page has one or a few.
    origins: RefCell<Vec<JsValue>>,
    turns: RefCell<Turns<Slot>>,
    /// Turns that were given back and are still to be handed on.
    released: Cell<usize>,
    listeners: RefCell<Vec<Listener>>,
}

/// The window, where there is one.
pub(crate) fn require_browser() -> Result<Window, Error> {
    web_sys::window()
        .filter(|window| window.document().is_some())
        .ok_or(Error::new(
            Code::NotABrowser,
            "This call needs a page with a document. On a server, make it after hydration.",
        ))
}

impl Page {
    /// The page's one instance, made with the first embed.
    pub(super) fn current() -> Result<Rc<Self>, Error> {
        if let Some(page) = PAGE.with_borrow(Weak::upgrade) {
            return Ok(page);
        }
        let window = require_browser()?;
        let page = Rc::new(Self {
            wire: Wire::new(),
            routes: Map::new(),
            embeds: RefCell::default(),
            origins: RefCell::default(),
            turns: RefCell::default(),
            released: Cell::new(0),
            listeners: RefCell::default(),
        });
        page.listen(&window);
        PAGE.set(Rc::downgrade(&page));
        Ok(page)
    }

    fn listen(self: &Rc<Self>, window: &Window) {
        let mut listeners = Vec::with_capacity(1 + FOREGROUND_EVENTS.len());
        let page = Rc::downgrade(self);
        listeners.push(Listener::new(window, "message", move |event| {
            if let Some(page) = page.upgrade() {
                page.on_message(event.unchecked_ref());
            }
        }));
        for (name, of_document) in FOREGROUND_EVENTS {
            let target: Option<EventTarget> = if of_document {
                window.document().map(JsCast::unchecked_into)
            } else {
                Some(window.clone().unchecked_into())
            };
            let page = Rc::downgrade(self);
            let only_where_visible = name == "visibilitychange";
            let tell = move |_: JsValue| {
                if let Some(page) = page.upgrade()
                    && !(only_where_visible && is_hidden())
                {
                    page.on_foreground();
                }
            };
            listeners.extend(target.map(|target| Listener::new(&target, name, tell)));
        }
        self.listeners.replace(listeners);
    }

    fn on_message(&self, event: &Incoming) {
        let source = event.source();
        let slot = self.routes.get(&source);
        let embed = match as_slot(&slot) {
            Some(slot) => self.embed(slot),
            None => self.find_moved(&source, event),
        };
        if let Some(embed) = embed {
            embed.receive(event);
        }
    }

    /// The embed whose iframe has got a new window since it was routed, as one that was moved
    /// has. Only a tenant's message is worth the search; any other costs two comparisons.
    fn find_moved(&self, source: &JsValue, event: &Incoming) -> Option<Rc<Inner>> {
        let origin = event.origin();
        if !source.is_object() || !self.origins.borrow().contains(&origin) {
            return None;
        }
        let embeds = self.embeds.borrow().clone();
        let mut embeds = embeds.into_iter().flatten();
        let embed = embeds.find(|embed| embed.frame.current_window() == *source)?;
        self.route(&embed);
        Some(embed)
    }

    fn on_foreground(&self) {
        let embeds = self.embeds.borrow().clone();
        for embed in embeds.into_iter().flatten() {
            embed.feed(Input::Foreground);
        }
    }

    pub(super) fn free_slot(&self) -> Slot {
        let embeds = self.embeds.borrow();
        embeds
            .iter()
            .position(Option::is_none)
            .unwrap_or(embeds.len())
    }

    /// Takes `embed` in at the slot it was made for.
    pub(super) fn add(&self, embed: &Rc<Inner>) {
        let mut embeds = self.embeds.borrow_mut();
        if let Some(place) = embeds.get_mut(embed.slot) {
            *place = Some(Rc::clone(embed));
        } else {
            embeds.push(Some(Rc::clone(embed)));
        }
        drop(embeds);
        let mut origins = self.origins.borrow_mut();
        if !origins.contains(&embed.origin) {
            origins.push(embed.origin.clone());
        }
        drop(origins);
        self.route(embed);
    }

    /// Whether there is an embed of `iframe`.
    pub(super) fn has_embed_of(&self, iframe: &HtmlIFrameElement) -> bool {
        let embeds = self.embeds.borrow();
        embeds
            .iter()
            .flatten()
            .any(|embed| embed.frame.element() == iframe)
    }

    /// Routes messages from the iframe's present window to `embed`.
    pub(super) fn route(&self, embed: &Inner) {
        let window = embed.frame.current_window();
        self.routes.delete(&embed.frame.routed_window());
        if window.is_object() {
            let slot = u32::try_from(embed.slot).unwrap_or(u32::MAX);
            self.routes.set(&window, &slot.into());
        }
        embed.frame.set_routed_window(window);
    }

    pub(super) fn remove(&self, embed: &Inner) {
        self.routes.delete(&embed.frame.routed_window());
        self.turns.borrow_mut().withdraw(&embed.slot);
        if let Some(place) = self.embeds.borrow_mut().get_mut(embed.slot) {
            *place = None;
        }
    }

    /// Whether `slot` may mint now; otherwise it is told when its turn comes.
    pub(super) fn request_turn(&self, slot: Slot) -> bool {
        self.turns.borrow_mut().request(slot)
    }

    /// Gives a turn back, and with it the next embed its own. An embed that gives its turn back
    /// at once is answered by the loop, not by a call inside the call.
    pub(super) fn release_turn(&self) {
        self.released.set(self.released.get() + 1);
        if self.released.get() > 1 {
            return;
        }
        while self.released.get() > 0 {
            let next = self.turns.borrow_mut().release();
            if let Some(embed) = next.and_then(|slot| self.embed(slot)) {
                embed.take_turn();
            }
            self.released.set(self.released.get() - 1);
        }
    }

    fn embed(&self, slot: Slot) -> Option<Rc<Inner>> {
        self.embeds.borrow().get(slot).cloned().flatten()
    }
}

fn is_hidden() -> bool {
    web_sys::window()
        .and_then(|window| window.document())
        .is_some_and(|document| document.visibility_state() == VisibilityState::Hidden)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index"
)]
fn as_slot(value: &JsValue) -> Option<Slot> {
    value.as_f64().map(|slot| slot as Slot)
}

/// An event listener that is removed with its owner.
struct Listener {
    target: EventTarget,
    name: &'static str,
    closure: Closure<dyn Fn(JsValue)>,
}

impl Listener {
    fn new(target: &EventTarget, name: &'static str, call: impl Fn(JsValue) + 'static) -> Self {
        let closure = Closure::<dyn Fn(JsValue)>::new(call);
        // It fails only for a listener that is no function.
        let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        Self {
            target: target.clone(),
            name,
            closure,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.closure.as_ref().unchecked_ref();
        let _ = self
            .target
            .remove_event_listener_with_callback(self.name, callback);
    }
}
