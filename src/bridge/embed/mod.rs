//! One embed, as Rust sees it.

mod effects;
mod inner;

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement};

use super::frame::{Frame, INVALID_TARGET};
use super::handlers::{Subscription, Topic};
use super::options::{ConnectOptions, MountOptions};
use super::outgoing::Outgoing;
use super::page::Page;
use super::platform;
use crate::error::{Code, Error};
use crate::protocol::Action;
use crate::protocol::envelope::{EventMessage, Refusal};
use crate::session::{Input, Session, State};

pub(super) use inner::Inner;

/// An embed on the page. A clone is the same embed.
#[derive(Clone)]
pub struct Embed(Rc<Inner>);

impl Embed {
    /// Makes an iframe inside `target` and loads the embed into it.
    ///
    /// # Errors
    /// Where there is no browser, or an option is wrong. A mint that fails is no error here: it
    /// is tried again, and shows in [`Embed::session`].
    pub fn mount(target: &Element, options: MountOptions) -> Result<Self, Error> {
        let page = Page::current()?;
        options.connect.renewal.check()?;
        let frame = Frame::make(target, &options)?;
        Ok(Self(Inner::start(
            &page,
            frame,
            options.connect,
            Session::mount,
        )))
    }

    /// Adopts an iframe that the page has made.
    ///
    /// # Errors
    /// Where there is no browser, or `iframe` is none.
    pub fn connect(iframe: &JsValue, options: ConnectOptions) -> Result<Self, Error> {
        let page = Page::current()?;
        // By name: an iframe of another document is no instance of this one's classes.
        if platform::text_property(iframe, "localName").as_deref() != Some("iframe") {
            return Err(INVALID_TARGET);
        }
        let iframe: HtmlIFrameElement = iframe.clone().unchecked_into();
        if page.has_embed_of(&iframe) {
            return Err(ALREADY_CONNECTED);
        }
        options.renewal.check()?;
        let frame = Frame::adopt(iframe, &options.base_url);
        Ok(Self(Inner::start(&page, frame, options, Session::connect)))
    }

    /// The iframe.
    pub fn iframe(&self) -> &HtmlIFrameElement {
        self.0.frame.element()
    }

    /// A promise of the first `ready` event. It rejects where `ready` is overdue, and where the
    /// embed is destroyed before.
    pub fn ready(&self) -> Promise {
        self.0.ready()
    }

    /// The session as it was at the change that handlers of [`Topic::Session`] are being told of.
    pub fn announced(&self) -> State {
        self.0.announced.get()
    }

    /// The session as it stands.
    pub fn session(&self) -> State {
        self.0.session.borrow().state()
    }

    /// What made the last attempt before `state` fail, as an error for JavaScript; null where
    /// nothing did.
    pub fn error_of(&self, state: State) -> JsValue {
        let error = state.last_error;
        error.map_or(JsValue::NULL, |error| self.0.error(error))
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

    /// [`Embed::on`] for handlers that take the message as it is.
    ///
    /// # Errors
    /// Where the embed was destroyed.
    pub fn on_value(
        &self,
        topic: Topic,
        handler: impl Fn(&JsValue) + 'static,
    ) -> Result<Subscription, Error> {
        self.0.require_alive()?;
        Ok(self.0.handlers.add(topic, Box::new(handler)))
    }

    /// Sends an action, or keeps it until the embed is ready.
    ///
    /// # Errors
    /// Where the embed was destroyed.
    pub fn send(&self, action: Outgoing) -> Result<(), Error> {
        self.0.require_alive()?;
        self.0.send(action);
        Ok(())
    }

    /// Sends a typed action.
    ///
    /// # Errors
    /// Where the embed was destroyed, or would not take the action.
    pub fn send_action(&self, action: &Action) -> Result<(), Error> {
        let outgoing = Outgoing::from_action(action).map_err(|(error, _)| error)?;
        self.send(outgoing)
    }

    /// Renews the session now. The promise resolves when the renewal is confirmed and rejects
    /// when it gives up.
    pub fn renew(&self) -> Promise {
        self.0.ask(Input::Renew)
    }

    /// Mints a fresh id and loads the iframe anew. The promise resolves when the embed is ready
    /// again.
    pub fn reload(&self) -> Promise {
        self.0.ask(Input::Reload)
    }

    /// Ends the embed: no listener, no timer, and no iframe where [`Embed::mount`] made it.
    pub fn destroy(&self) {
        self.0.destroy();
    }
}

const ALREADY_CONNECTED: Error = Error::new(
    Code::InvalidTarget,
    "This iframe already has an embed. Use that one, or destroy it first.",
);

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
