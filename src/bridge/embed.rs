//! The handle of an embed.

use std::fmt;
use std::future::Future;
use std::rc::{Rc, Weak};

use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement, Url};

use super::browser::document;
use super::frame::Frame;
use super::handlers::{Subscription, Topic};
use super::live::Live;
use super::options::{ConnectOptions, MountOptions};
use super::reports::Reports;
use super::session::{State, millis};
use super::{actions, registry, why};
use crate::Error;
use crate::page::{LoadedBy, Setup};
use crate::protocol::events::Ready;
use crate::protocol::patterns::REPLACED_ELEMENT;
use crate::protocol::{Action, BaseUrl, ColorScheme, Event, Filter, InnerPath, Locale, Timezone};
use crate::session::Input;

/// An embed on the page.
///
/// A clone is the same embed. Dropping the last clone destroys the embed, as [`Embed::destroy`]
/// does. A handler that holds a clone keeps the embed alive until it is destroyed: let it hold a
/// [`WeakEmbed`].
///
/// ```no_run
/// use svc_embed::bridge::{Embed, MintError, MountOptions};
/// use svc_embed::protocol::{Filter, SessionId, Surface, events::Drilldown};
///
/// # async fn mint() -> Result<String, MintError> { Ok(String::new()) }
/// # async fn example(element: web_sys::Element) -> Result<(), svc_embed::Error> {
/// let options = MountOptions::new("https://acme.example.com", Surface::dashboard("sales"))
///     .get_session(async |_request| {
///         let id = mint().await?;
///         SessionId::new(&id).ok_or(MintError::new("The backend returned no session id."))
///     });
/// let embed = Embed::mount(&element, options)?;
///
/// let drilldowns = embed.on(|event: &Drilldown| println!("{}", event.member));
/// embed.set_filter(&Filter::equals("orders.status", "completed")?)?;
/// let ready = embed.ready().await?;
/// # drop((ready, drilldowns));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Embed(Rc<Handle>);

/// Ends the embed when it is dropped.
struct Handle(Rc<Live>);

impl Drop for Handle {
    fn drop(&mut self) {
        registry::handle(self.0.id, Input::Destroy);
    }
}

/// Making and ending an embed.
impl Embed {
    /// Makes an iframe inside `target` and loads the embed into it.
    ///
    /// A mint that fails is not an error of this function: it is tried again, and shows in
    /// [`Embed::session`].
    ///
    /// # Errors
    /// - [`Error::NotABrowser`]: there is no document.
    /// - [`Error::InvalidTarget`]: `target` is an element of another document, or one that shows no
    ///   children, such as an iframe.
    /// - [`Error::TooManyEmbeds`]: the page is full.
    /// - The error of an option that is wrong.
    pub fn mount(target: &Element, options: MountOptions) -> Result<Self, Error> {
        let document = document().ok_or(Error::NotABrowser)?;
        let is_elsewhere = target.owner_document().as_ref() != Some(&document);
        if is_elsewhere || REPLACED_ELEMENT.matches(&target.local_name()) {
            return Err(Error::InvalidTarget);
        }
        let base_url = parse_base_url(&options.connect.base_url)?;
        let frame = Frame::make(target, base_url, &options)?;
        let embed = Self::open(frame, options.connect)?;
        // A private embed's iframe has its URL already. Appending it first would load it twice.
        embed.live().frame.put_in();
        embed.live().route();
        Ok(embed)
    }

    /// Adopts an iframe that the page made and loads itself. If it came with the page by `embedFrame` of
    /// `svc-embed/server`, what it has said before is handled as soon as the caller yields.
    ///
    /// ```no_run
    /// use svc_embed::bridge::{ConnectOptions, Embed};
    ///
    /// # fn example(iframe: web_sys::HtmlIFrameElement) -> Result<(), svc_embed::Error> {
    /// let embed = Embed::connect(&iframe, ConnectOptions::new("https://acme.example.com"))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// - [`Error::NotABrowser`]: there is no document.
    /// - [`Error::InvalidIframe`]: `iframe` is one of another document.
    /// - [`Error::AlreadyConnected`]: the iframe has an embed.
    /// - [`Error::OtherIframe`]: its `src` is not the URL of the options' surface.
    /// - [`Error::TooManyEmbeds`]: the page is full.
    /// - The error of an option that is wrong.
    pub fn connect(iframe: &HtmlIFrameElement, options: ConnectOptions) -> Result<Self, Error> {
        let document = document().ok_or(Error::NotABrowser)?;
        if iframe.owner_document().as_ref() != Some(&document) {
            return Err(Error::InvalidIframe);
        }
        if registry::is_taken(iframe) {
            return Err(Error::AlreadyConnected);
        }
        let base_url = parse_base_url(&options.base_url)?;
        let frame = Frame::adopt(iframe, base_url, &options)?;
        let embed = Self::open(frame, options)?;
        if let Some(window) = iframe.content_window() {
            registry::catch_up(&window);
        }
        embed.live().on_adopted();
        Ok(embed)
    }

    fn open(frame: Frame, options: ConnectOptions) -> Result<Self, Error> {
        let actions = (options.actions.into_iter()).map(|action| actions::checked(&action?));
        let actions: Vec<Action> = actions.collect::<Result<_, _>>()?;
        let setup = Setup {
            loaded_by: if frame.is_own {
                LoadedBy::Bridge
            } else {
                LoadedBy::Page
            },
            can_mint: options.get_session.is_some(),
            policy: options.renewal.map(millis),
            ready_timeout: millis(options.ready_timeout),
            tenant: registry::hash(frame.origin()),
            seed: seed(),
        };
        setup.policy.check()?;
        let live = registry::open(&setup, |id, state| {
            Live::new(id, frame, options.get_session, state, options.ready_timeout)
        })?;
        live.expect_message(why::UNANSWERED);
        let embed = Self(Rc::new(Handle(live)));
        for action in &actions {
            embed.send(action)?;
        }
        registry::do_effects();
        Ok(embed)
    }

    /// Ends the embed: no listener, no timer, no handler, and no iframe if [`Embed::mount`] made
    /// it. A mint that is under way is aborted. Calling it again does nothing.
    pub fn destroy(&self) {
        registry::handle(self.live().id, Input::Destroy);
    }

    /// A handle that does not keep the embed alive.
    ///
    /// ```no_run
    /// use svc_embed::protocol::events::Navigate;
    ///
    /// # fn example(embed: svc_embed::Embed) {
    /// let weak = embed.downgrade();
    /// embed.on(move |event: &Navigate| {
    ///     if let (Some(embed), "/signed-out") = (weak.upgrade(), &*event.path) {
    ///         embed.destroy();
    ///     }
    /// }).forget();
    /// # }
    /// ```
    pub fn downgrade(&self) -> WeakEmbed {
        WeakEmbed(Rc::downgrade(&self.0))
    }

    /// The iframe.
    pub fn iframe(&self) -> &HtmlIFrameElement {
        &self.live().frame.iframe
    }

    fn live(&self) -> &Live {
        &self.0.0
    }
}

/// Listening.
impl Embed {
    /// Waits for the first `ready` event.
    ///
    /// The future does not keep the embed alive.
    ///
    /// # Errors
    /// [`Error::ReadyTimedOut`] if the event did not come in time, and [`Error::Destroyed`] if the
    /// embed was destroyed before.
    pub fn ready(&self) -> impl Future<Output = Result<Ready, Error>> + use<> {
        self.live().ready.first()
    }

    /// Calls `handler` for every message of the type that it takes: see [`Topic`].
    ///
    /// A handler may call any method of any embed, [`Embed::destroy`] included. A handler that is
    /// added while an event is delivered does not receive that event; one that is dropped meanwhile
    /// is not called any more. After the embed was destroyed, no handler is called. `ready` comes only once: a
    /// handler of [`Ready`] that is added later is not called for it, and [`ready`](Self::ready) has it at any
    /// time.
    ///
    /// ```no_run
    /// use svc_embed::protocol::events::Drilldown;
    ///
    /// # fn example(embed: svc_embed::Embed) {
    /// let drilldowns = embed.on(|event: &Drilldown| println!("{}", event.member));
    /// // Dropping `drilldowns` ends the subscription.
    /// # drop(drilldowns);
    /// # }
    /// ```
    pub fn on<T: Topic + 'static>(&self, handler: impl Fn(&T) + 'static) -> Subscription {
        self.live().handlers.add(move |topic, _| handler(topic))
    }

    /// Every event from now on, in order.
    ///
    /// ```no_run
    /// # async fn example(embed: svc_embed::Embed) {
    /// let mut events = embed.events();
    /// while let Some(event) = events.next().await {
    ///     println!("{}", event.name());
    /// }
    /// # }
    /// ```
    pub fn events(&self) -> Reports<Event> {
        Reports::new(&self.live().handlers)
    }
}

/// The session.
impl Embed {
    /// The session as it is now. After the end of the embed, the session as it was then.
    pub fn session(&self) -> State {
        self.live().state()
    }

    /// Every change of the session from now on, in order.
    pub fn sessions(&self) -> Reports<State> {
        Reports::new(&self.live().handlers)
    }

    /// What `get_session` failed with in the session's `last_error`.
    ///
    /// For [`Error::MintFailed`] this is the value of
    /// [`MintError::Failed`](super::MintError::Failed). For [`Error::SignedOut`] it is the error that
    /// a function of JavaScript threw; an async closure's
    /// [`MintError::SignedOut`](super::MintError::SignedOut) has no value. `None` for all others.
    ///
    /// ```no_run
    /// # fn example(embed: svc_embed::Embed) {
    /// if let Some(cause) = embed.last_error_cause() {
    ///     log::warn!("{cause:?}");
    /// }
    /// # }
    /// ```
    pub fn last_error_cause(&self) -> Option<JsValue> {
        self.live().last_error_cause()
    }

    /// Renews the session now; after a failed attempt at the earliest one second later. The future waits until
    /// the renewal is confirmed.
    ///
    /// The renewal starts at the call, and goes on if the future is dropped.
    ///
    /// # Errors
    /// The error of the last attempt if the renewal gave up, [`Error::NotRenewable`] if the embed is
    /// private, [`Error::SignedOut`] after a sign-out, and [`Error::Destroyed`].
    pub fn renew(&self) -> impl Future<Output = Result<(), Error>> + use<> {
        self.ask(Input::Renew, Ok(()))
    }

    /// Mints a fresh session id and loads the iframe again. The future waits until the embed is
    /// ready.
    ///
    /// The reload starts at the call, and goes on if the future is dropped.
    ///
    /// ```no_run
    /// # async fn example(embed: svc_embed::Embed) -> Result<(), svc_embed::Error> {
    /// embed.reload().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Embed::renew`], and [`Error::NotReloadable`] if the page made the iframe, gave no
    /// surface, and the iframe's URL is not the plain address of a dashboard.
    pub fn reload(&self) -> impl Future<Output = Result<(), Error>> + use<> {
        let can_load = self.live().frame.allowed().map(drop);
        self.ask(Input::Reload, can_load.ok_or(Error::NotReloadable))
    }

    fn ask(
        &self,
        input: Input,
        is_possible: Result<(), Error>,
    ) -> impl Future<Output = Result<(), Error>> + use<> {
        let live = self.live();
        let is_there = registry::state(live.id).ok_or(Error::Destroyed);
        let asked = is_there.and(is_possible).map(|()| live.asked.next());
        if asked.is_ok() {
            registry::handle(live.id, input);
        }
        async { asked?.await }
    }
}

/// Actions. svc-embed keeps actions that are sent before the embed is ready, and sends them then: the
/// last one of each kind.
///
/// ```no_run
/// use serde_json::json;
/// use svc_embed::protocol::{ColorScheme, Filter};
///
/// # fn example(embed: svc_embed::Embed) -> Result<(), svc_embed::Error> {
/// embed.set_color_scheme(ColorScheme::Dark)?;
/// embed.set_theme(&json!({ "primaryColor": "#0a7", "borderRadius": 8 }))?;
/// embed.set_locale("de-CH")?;
/// embed.set_timezone("Europe/Berlin")?;
/// embed.set_filter(&Filter::equals("orders.status", "completed")?)?;
/// embed.clear_filter("orders.status")?;
/// embed.navigate("/dashboard/sales")?;
/// embed.refresh()?;
/// # Ok(())
/// # }
/// ```
impl Embed {
    /// Sets the colour scheme.
    ///
    /// # Errors
    /// [`Error::Destroyed`].
    pub fn set_color_scheme(&self, scheme: ColorScheme) -> Result<(), Error> {
        self.send(&Action::SetColorScheme(scheme))
    }

    /// Sets the theme: anything that serde writes as a JSON object.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if it is not an object or has a number that JavaScript does not have, and [`Error::Destroyed`].
    pub fn set_theme(&self, theme: &impl Serialize) -> Result<(), Error> {
        self.send(&actions::theme(theme)?)
    }

    /// Sets the language and the number formats: `de`, `de-CH`, `pt_BR`.
    ///
    /// # Errors
    /// [`Error::InvalidOption`], and [`Error::Destroyed`].
    pub fn set_locale(&self, locale: &str) -> Result<(), Error> {
        self.send(&Action::SetLocale(Locale::parse(locale)?))
    }

    /// Sets the time zone by its IANA name.
    ///
    /// # Errors
    /// [`Error::InvalidTimezone`] if the browser does not know the zone, and [`Error::Destroyed`].
    pub fn set_timezone(&self, timezone: &str) -> Result<(), Error> {
        self.send(&Action::SetTimezone(Timezone::parse(timezone)?))
    }

    /// Sets one filter. Each member has its own.
    ///
    /// # Errors
    /// [`Error::Destroyed`].
    pub fn set_filter(&self, filter: &Filter) -> Result<(), Error> {
        self.send(&Action::SetFilter(filter.clone()))
    }

    /// Takes the filter of a member away, by a filter with the value null. The service does not
    /// document how an action clears a filter: that null does is an assumption. If your embed keeps
    /// the filter, mount it again without it.
    ///
    /// # Errors
    /// [`Error::InvalidFilter`] if `member` is not `<semantic_view>.<dimension>`, and
    /// [`Error::Destroyed`].
    pub fn clear_filter(&self, member: &str) -> Result<(), Error> {
        self.set_filter(&Filter::new(member, None, Some(Value::Null))?)
    }

    /// Navigates to a path inside the embed.
    ///
    /// # Errors
    /// [`Error::InvalidPath`] if the path leaves the embed, and [`Error::Destroyed`].
    pub fn navigate(&self, path: &str) -> Result<(), Error> {
        self.send(&Action::Navigate(InnerPath::parse(path)?))
    }

    /// Runs the embed's queries again.
    ///
    /// # Errors
    /// [`Error::Destroyed`].
    pub fn refresh(&self) -> Result<(), Error> {
        self.send(&Action::Refresh)
    }

    /// Sends any action, also one that this version does not know.
    ///
    /// ```no_run
    /// use serde_json::json;
    /// use svc_embed::protocol::Action;
    ///
    /// # fn example(embed: svc_embed::Embed) -> Result<(), svc_embed::Error> {
    /// embed.send(&Action::parse("set-density", json!({ "density": "compact" }))?)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::ReservedAction`] for `set-session`: call [`Embed::renew`] instead.
    /// [`Error::InvalidTimezone`] if the browser does not know the zone. The errors of
    /// [`Action::parse`] for an [`Action::Other`]. [`Error::Destroyed`].
    pub fn send(&self, action: &Action) -> Result<(), Error> {
        self.live().send(action)
    }
}

impl fmt::Debug for Embed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embed")
            .field("id", &self.live().id)
            .finish_non_exhaustive()
    }
}

/// A handle of an embed that does not keep it alive. Made by [`Embed::downgrade`].
///
/// ```no_run
/// # fn example(weak: svc_embed::bridge::WeakEmbed) -> Result<(), svc_embed::Error> {
/// if let Some(embed) = weak.upgrade() {
///     embed.refresh()?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct WeakEmbed(Weak<Handle>);

impl WeakEmbed {
    /// The embed; `None` if its last handle was dropped.
    pub fn upgrade(&self) -> Option<Embed> {
        self.0.upgrade().map(Embed)
    }
}

/// Reads a URL with the browser's own parser, so that its origin is spelt as the browser spells
/// those of messages.
fn parse_base_url(base_url: &str) -> Result<BaseUrl, Error> {
    let url = Url::new(base_url).map_err(|_| Error::InvalidBaseUrl)?;
    BaseUrl::parse(&url.href())
}

/// Any number: the bits that a fraction ends with.
fn seed() -> u32 {
    let bits = js_sys::Math::random().to_bits();
    u32::try_from(bits & u64::from(u32::MAX)).unwrap_or_default()
}
