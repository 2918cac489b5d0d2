//! The bridge for web apps written in Rust.

mod host;
mod options;

use alloc::rc::Rc;
use alloc::string::ToString;

use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement};

pub use self::options::{ConnectOptions, MintFn, MintRequest, MountOptions};
use super::embed::Inner;
use super::host::Host;
use super::outgoing::Outgoing;
use super::page::{Page, Setup};
use crate::error::Error;
use crate::protocol::envelope::{EventMessage, Refusal};
use crate::protocol::events::SurfaceKind;
use crate::protocol::{Action, EmbedUrl, EventKind, Filter, Surface};
use crate::session::State;

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
    page: Rc<Page>,
    inner: Rc<Inner>,
}

impl Embed {
    /// Makes an iframe inside `target` and loads the embed into it.
    ///
    /// # Errors
    /// Where there is no browser, or an option is wrong. A mint that fails is no error here: it
    /// is tried again, and shows in [`Embed::session`].
    pub fn mount(target: &Element, options: MountOptions) -> Result<Self, Error> {
        require_browser()?;
        let base = &options.connect.base_url;
        let mut url = EmbedUrl::of(base, &surface_of(&options.surface))?;
        for (key, value) in &options.params {
            url.add_param(&key.into(), &value.into())?;
        }
        for filter in &options.filters {
            let (member, condition) = (filter.member().into(), filter.condition().into());
            url.add_filter(&Filter::of(member, &condition)?);
        }
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
        if super::host::property(iframe, "localName") != "iframe" {
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
        url: Option<EmbedUrl<JsValue>>,
        parent: Option<&Element>,
    ) -> Result<Self, Error> {
        let (page, core) = host::current();
        let get_session = options.get_session.map(options::mint_function);
        let function = get_session.clone().unwrap_or(JsValue::UNDEFINED);
        let setup = Setup {
            host: Host::new(&core, iframe, &function, parent.is_some()),
            base: options.base_url,
            url,
            can_mint: get_session.is_some(),
            policy: options.renewal,
            ready_timeout: options.ready_timeout,
            seed: host::seed(),
        };
        let slot = page.open(setup)?;
        let inner = page.living(slot)?;
        for action in options.initial {
            inner.send(action);
        }
        inner.host.start(slot, parent);
        Ok(Self { page, inner })
    }

    /// The iframe.
    pub fn iframe(&self) -> HtmlIFrameElement {
        self.inner.host.iframe()
    }

    /// A promise of the first `ready` event. It rejects where `ready` is overdue, and where the
    /// embed is destroyed before.
    pub fn ready(&self) -> Promise {
        self.inner.host.ready()
    }

    /// The session as it stands.
    pub fn session(&self) -> State {
        self.inner.state()
    }

    /// What made the last attempt before `state` fail, as an error for JavaScript; null where
    /// nothing did.
    pub fn error_of(&self, state: State) -> JsValue {
        let error = state.last_error;
        error.map_or(JsValue::NULL, |error| self.inner.error(error))
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
        self.page.living(self.inner.slot)?;
        let call = Closure::<dyn Fn(JsValue)>::new(move |value: JsValue| handler(&value));
        let call = call.into_js_value();
        let end = self.inner.host.on(topic.name(), &call);
        Ok(Subscription { end: Some(end) })
    }

    /// Sends an action, or keeps it until the embed is ready.
    ///
    /// # Errors
    /// Where the embed was destroyed.
    pub fn send(&self, action: Outgoing) -> Result<(), Error> {
        self.page.living(self.inner.slot)?.send(action);
        Ok(())
    }

    /// Sends a typed action.
    ///
    /// # Errors
    /// Where the embed was destroyed, or would not take the action.
    pub fn send_action(&self, action: &Action) -> Result<(), Error> {
        let json = action.payload().to_string();
        let payload = JSON::parse(&json).unwrap_or(JsValue::UNDEFINED);
        self.send(Outgoing::with_payload(action.name(), &payload)?)
    }

    /// Renews the session now. The promise resolves when the renewal is confirmed and rejects
    /// when it gives up.
    pub fn renew(&self) -> Promise {
        self.inner.host.ask(false)
    }

    /// Mints a fresh id and loads the iframe anew. The promise resolves when the embed is ready
    /// again.
    pub fn reload(&self) -> Promise {
        self.inner.host.ask(true)
    }

    /// Ends the embed: no listener, no timer, and no iframe where [`Embed::mount`] made it.
    pub fn destroy(&self) {
        self.page.destroy(self.inner.slot);
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

/// `surface` in JavaScript's own strings.
fn surface_of(surface: &Surface) -> Surface<JsValue> {
    match surface {
        Surface::Dashboard(public_id) => Surface::Dashboard(public_id.into()),
        Surface::App(deployment_id) => Surface::App(*deployment_id),
        Surface::Chat => Surface::Chat,
        Surface::Path { kind, path } => Surface::Path {
            kind: kind.clone(),
            path: path.into(),
        },
    }
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
