//! The bridge for web apps written in Rust.

mod host;
mod options;
mod outgoing;

use alloc::rc::Rc;
use alloc::string::ToString;
use core::cell::Cell;

use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement};

use self::host::{Host, Scope};
pub use self::options::{ConnectOptions, MintFn, MintRequest, MountOptions};
pub use self::outgoing::Outgoing;
use super::effects::{feed, told};
use super::host::UNDEFINED;
use super::page::{Setup, Slot, close, with};
use crate::error::Error;
use crate::protocol::envelope::{EventMessage, Refusal};
use crate::protocol::events::SurfaceKind;
use crate::protocol::{Action, EmbedUrl, EventKind, Surface};
use crate::session::{Input, State};

/// What a handler can listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// One event of the catalog.
    Event(EventKind),
    /// Events that this version does not know.
    Unknown,
    /// Every event, known or not.
    Any,
    /// The session's state, at each change.
    Session,
    /// Messages from the iframe that failed a check.
    Dropped,
}

impl Topic {
    fn name(self) -> &'static str {
        match self {
            Topic::Event(kind) => kind.name(),
            Topic::Unknown => "unknown",
            Topic::Any => "*",
            Topic::Session => "session",
            Topic::Dropped => "dropped",
        }
    }
}

/// An embed on the page. A clone is the same embed.
#[derive(Clone)]
pub struct Embed {
    slot: Slot,
    host: Host,
    /// The session at its end.
    last: Rc<Cell<State>>,
}

impl Embed {
    /// Makes an iframe inside `target` and loads the embed into it.
    ///
    /// # Errors
    /// Where there is no browser, or an option is wrong. A mint that fails is no error here: it
    /// is tried again, and shows in [`Embed::session`].
    pub fn mount(target: &Element, options: MountOptions) -> Result<Self, Error> {
        require_browser()?;
        let url = EmbedUrl::new(
            &options.connect.base_url,
            &options.surface,
            &options.params,
            &options.filters,
            options.connect.get_session.is_some(),
        )?;
        let title = options.title.as_deref();
        let title = title.unwrap_or(default_title(&options.surface));
        let attributes = Object::new();
        for (name, value) in &options.attributes {
            // Defining a property on a plain object of our own cannot fail.
            let _ = Reflect::set(&attributes, &name.into(), &value.into());
        }
        let iframe =
            host::make_frame(target, title, &attributes).ok_or(Error::INVALID_ATTRIBUTE)?;
        Self::open(&iframe, options.connect, Some(url), Some(target))
    }

    /// Adopts an iframe that the page has made.
    ///
    /// # Errors
    /// Where there is no browser, or `iframe` is none.
    pub fn connect(iframe: &JsValue, options: ConnectOptions) -> Result<Self, Error> {
        require_browser()?;
        // By name: an iframe of another document is no instance of this one's classes.
        if host::local_name(iframe).as_deref() != Some("iframe") {
            return Err(Error::INVALID_TARGET);
        }
        if host::is_taken(iframe) {
            return Err(Error::ALREADY_CONNECTED);
        }
        Self::open(iframe.unchecked_ref(), options, None, None)
    }

    fn open(
        iframe: &HtmlIFrameElement,
        options: ConnectOptions,
        url: Option<EmbedUrl>,
        parent: Option<&Element>,
    ) -> Result<Self, Error> {
        let get_session = options.get_session.map(options::mint_function);
        let function = get_session.clone().unwrap_or(JsValue::UNDEFINED);
        let host = Host::new(&host::core(), iframe, &function, parent.is_some());
        let scope = Scope::new();
        let slot = super::open(&Setup {
            url: url.map(|url| EmbedUrl::from(scope.put(&url.text().into()))),
            can_mint: get_session.is_some(),
            policy: options.renewal,
            ready_timeout: options.ready_timeout,
            seed: host::seed(),
        })?;
        host.enter(slot, &options.base_url.origin());
        for action in options.initial {
            action.send(slot)?;
        }
        let state = with(slot, |embed| embed.session.state());
        let last = Rc::new(Cell::new(state.ok_or(Error::DESTROYED)?));
        host.start(parent);
        Ok(Self { slot, host, last })
    }

    /// The iframe.
    pub fn iframe(&self) -> HtmlIFrameElement {
        self.host.iframe()
    }

    /// A promise of the first `ready` event. It rejects where `ready` is overdue, and where the
    /// embed is destroyed before.
    pub fn ready(&self) -> Promise {
        self.host.ready()
    }

    /// The session as it stands.
    pub fn session(&self) -> State {
        with(self.slot, |embed| embed.session.state()).unwrap_or(self.last.get())
    }

    /// What made the last attempt before `state` fail, as an error for JavaScript; null where
    /// nothing did.
    pub fn error_of(&self, state: State) -> JsValue {
        let error = state.last_error;
        error.map_or(JsValue::NULL, |error| self.host.error(told(error)))
    }

    /// Calls `handler` for every message of `topic`.
    ///
    /// # Errors
    /// Where the embed was destroyed.
    pub fn on(
        &self,
        topic: Topic,
        handler: impl Fn(&Message) + 'static,
    ) -> Result<Subscription, Error> {
        self.on_value(topic, move |value| handler(&Message(value.clone())))
    }

    /// [`Embed::on`] for handlers that take the message as it is; a session's state is an object
    /// as JavaScript knows it.
    ///
    /// # Errors
    /// Where the embed was destroyed.
    pub fn on_value(
        &self,
        topic: Topic,
        handler: impl Fn(&JsValue) + 'static,
    ) -> Result<Subscription, Error> {
        with(self.slot, |_| ()).ok_or(Error::DESTROYED)?;
        let call = Closure::<dyn Fn(JsValue)>::new(move |value: JsValue| handler(&value));
        let call = call.into_js_value();
        let end = self.host.on(topic.name(), &call);
        Ok(Subscription { end: Some(end) })
    }

    /// Sends an action, or keeps it until the embed is ready.
    ///
    /// # Errors
    /// Where the embed was destroyed.
    pub fn send(&self, action: &Outgoing) -> Result<(), Error> {
        action.send(self.slot)
    }

    /// Sends a typed action.
    ///
    /// # Errors
    /// Where the embed was destroyed, or would not take the action.
    pub fn send_action(&self, action: &Action) -> Result<(), Error> {
        let json = action.payload().to_string();
        let payload = JSON::parse(&json).unwrap_or(JsValue::UNDEFINED);
        self.send(&Outgoing::with_payload(action.name(), &payload)?)
    }

    /// Renews the session now. The promise resolves when the renewal is confirmed and rejects
    /// when it gives up.
    pub fn renew(&self) -> Promise {
        self.host.ask(false)
    }

    /// Mints a fresh id and loads the iframe anew. The promise resolves when the embed is ready
    /// again.
    pub fn reload(&self) -> Promise {
        self.host.ask(true)
    }

    /// Ends the embed: no listener, no timer, and no iframe where [`Embed::mount`] made it.
    pub fn destroy(&self) {
        let _scope = Scope::new();
        // Where it is gone already, there is nothing to do.
        if feed(self.slot, Some(Input::Destroy), UNDEFINED).is_ok() {
            with(self.slot, |embed| self.last.set(embed.session.state()));
            close(self.slot);
        }
    }
}

/// A handler's registration. Dropping it ends the subscription.
#[must_use = "dropping it ends the subscription; keep it, or call `forget`"]
pub struct Subscription {
    end: Option<Function>,
}

impl Subscription {
    /// Keeps the handler for as long as the embed lives.
    pub fn forget(mut self) {
        self.end = None;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(end) = &self.end {
            // It throws nothing.
            let _ = end.apply(&JsValue::UNDEFINED, &Array::new());
        }
    }
}

/// A message as the page received it.
#[derive(Debug, Clone)]
pub struct Message(JsValue);

impl Message {
    /// The message itself.
    pub fn as_value(&self) -> &JsValue {
        &self.0
    }

    /// The message as a typed event.
    ///
    /// # Errors
    /// Where it is none, as on [`Topic::Dropped`].
    pub fn event(&self) -> Result<EventMessage, Refusal> {
        let json = serde_wasm_bindgen::from_value(self.0.clone()).map_err(|_| Refusal::Envelope)?;
        EventMessage::from_json(json)
    }
}

fn require_browser() -> Result<(), Error> {
    let document = web_sys::window().and_then(|window| window.document());
    document.map(drop).ok_or(Error::NOT_A_BROWSER)
}

fn default_title(surface: &Surface) -> &'static str {
    match surface {
        Surface::Dashboard(_) => "Dashboard",
        Surface::Chat => "Chat",
        Surface::Path { kind, .. } if *kind == SurfaceKind::Chat => "Chat",
        Surface::Path { kind, .. } if *kind == SurfaceKind::Dashboard => "Dashboard",
        _ => "Analytics",
    }
}
