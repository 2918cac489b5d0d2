//! The iframe of an embed.

use std::cell::{Cell, RefCell};

use js_sys::{Function, Object, Promise, Reflect};
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Element, HtmlIFrameElement, Node, Url, Window};

use super::message;
use super::options::{ConnectOptions, MountOptions};
use crate::Error;
use crate::page::{TextHash, text_hash};
use crate::protocol::names::{CHAT_SESSION_PARAMETER, REFERRER_POLICY, SANDBOX, SESSION_PARAMETER};
use crate::protocol::patterns::FORBIDDEN_ATTRIBUTE;
use crate::protocol::{BaseUrl, EmbedUrl, SessionId, Surface};

/// An iframe, and the one origin with which it exchanges messages.
pub(super) struct Frame {
    iframe: HtmlIFrameElement,
    base_url: BaseUrl,
    /// The URL that svc-embed may load; `None` if `connect` was given no surface.
    url: Option<EmbedUrl>,
    /// Whether svc-embed made the iframe.
    is_own: bool,
    /// Where svc-embed will put the iframe, until it has.
    target: RefCell<Option<Element>>,
    /// Whether svc-embed has loaded it.
    was_loaded: Cell<bool>,
}

impl Frame {
    /// Makes an iframe for `target`, without inserting it.
    pub(super) fn make(
        target: &Element,
        base_url: &BaseUrl,
        options: &MountOptions,
    ) -> Result<Self, Error> {
        let is_signed = options.connect.get_session.is_some();
        let url = url_of(base_url, &options.surface, &options.connect, is_signed)?;
        let document = target.owner_document().ok_or(Error::InvalidTarget)?;
        let iframe = document.create_element("iframe");
        let iframe: HtmlIFrameElement = iframe.map_err(|_| Error::InvalidTarget)?.unchecked_into();
        let title = options.title.as_deref();
        iframe.set_title(title.unwrap_or(options.surface.title()));
        // The iframe fills its target. A strict `style-src` allows this: it forbids only what
        // `setAttribute` and markup set.
        let style = iframe.style();
        style.set_css_text("display:block;width:100%;height:100%;border:0");
        let guards = GUARDS.map(|(name, value)| (name.into(), value.into()));
        for (name, value) in guards.iter().chain(&options.attributes) {
            set_attribute(&iframe, base_url.origin(), name, value)?;
        }
        Ok(Self {
            iframe,
            base_url: base_url.clone(),
            url: Some(url),
            is_own: true,
            target: RefCell::new(Some(target.clone())),
            was_loaded: Cell::default(),
        })
    }

    /// Takes an iframe that the page made. Its `src` may be that of strange markup: it is compared with the
    /// URL that svc-embed may load, and never loaded with an id.
    pub(super) fn adopt(
        iframe: &HtmlIFrameElement,
        base_url: &BaseUrl,
        options: &ConnectOptions,
    ) -> Result<Self, Error> {
        let surface = options.surface.as_ref();
        // The page may load it with an id that svc-embed did not ask for.
        let url = surface.map(|surface| url_of(base_url, surface, options, true));
        let url = url.transpose()?;
        let frame = Self {
            iframe: iframe.clone(),
            base_url: base_url.clone(),
            url,
            is_own: false,
            target: RefCell::default(),
            was_loaded: Cell::default(),
        };
        let is_other = |url: &EmbedUrl| !url.admits(&frame.src());
        if frame.has_attribute() && frame.url.as_ref().is_some_and(is_other) {
            return Err(Error::OtherIframe);
        }
        Ok(frame)
    }

    /// Puts the iframe into the target that it was made for.
    pub(super) fn put_in(&self) -> Result<(), Error> {
        let Some(target) = self.target.take() else {
            return Ok(());
        };
        self.insert(&target, None).map_err(|_| Error::InvalidTarget)
    }

    fn insert(&self, parent: &Node, next: Option<&Node>) -> Result<(), JsValue> {
        // Chromium warns of `sandbox` if the first document of an iframe has it: that is empty, and of the
        // page's own origin. With a `src`, the iframe would be loaded before. WebKit ignores `referrerpolicy`
        // for a `src` that comes later.
        let navigator = web_sys::window().map(|window| window.navigator());
        let agent = navigator.and_then(|navigator| navigator.user_agent().ok());
        let is_chromium = agent.is_some_and(|agent| agent.contains("Chrome"));
        let names: &[&str] = if is_chromium {
            &["sandbox", "src"]
        } else {
            &[]
        };
        let later: Vec<_> = names
            .iter()
            .map(|name| (name, self.iframe.get_attribute(name)))
            .collect();
        for (name, _) in &later {
            let _ = self.iframe.remove_attribute(name);
        }
        parent.insert_before(&self.iframe, next)?;
        for (name, value) in &later {
            if let Some(value) = value {
                let _ = self.iframe.set_attribute(name, value);
            }
        }
        Ok(())
    }

    /// Whether the iframe is in no document, and svc-embed will not put it into one either.
    pub(super) fn is_out(&self) -> bool {
        match &*self.target.borrow() {
            Some(target) => !target.is_connected(),
            None => self.window().is_none(),
        }
    }

    pub(super) fn iframe(&self) -> &HtmlIFrameElement {
        &self.iframe
    }

    pub(super) fn origin(&self) -> &str {
        self.base_url.origin()
    }

    pub(super) fn window(&self) -> Option<Window> {
        self.iframe.content_window()
    }

    /// Whether the iframe shows the empty document that it has before its first load.
    pub(super) fn is_blank(&self) -> bool {
        let document = self.iframe.content_document();
        document.is_some_and(|document| message::property(&document, "URL") == "about:blank")
    }

    /// Whether the iframe was never loaded.
    pub(super) fn is_unloaded(&self) -> bool {
        !self.was_loaded.get() && !self.has_attribute()
    }
    /// Whether the browser loads the iframe by itself, wherever it is put.
    pub(super) fn has_attribute(&self) -> bool {
        !self.iframe.src().is_empty()
    }

    fn src(&self) -> String {
        message::text(&message::property(&self.iframe, "src")).unwrap_or_default()
    }

    /// The URL of an iframe that svc-embed made.
    pub(super) fn url(&self) -> Option<&EmbedUrl> {
        self.url.as_ref().filter(|_| self.is_own)
    }

    pub(super) fn is_own(&self) -> bool {
        self.is_own
    }

    /// The URL that svc-embed may load.
    pub(super) fn allowed(&self) -> Option<EmbedUrl> {
        let of_dashboard = || EmbedUrl::of_dashboard(&self.base_url, &self.src());
        self.url.clone().or_else(of_dashboard)
    }

    /// Loads the iframe with the session `id`, or without one.
    pub(super) fn load(&self, id: Option<&SessionId>) -> Result<(), Error> {
        let url = self.allowed().ok_or(Error::NotReloadable)?;
        self.show(&url.with_session(id), !self.is_own || id.is_none());
        Ok(())
    }

    /// Loads the iframe. If it shows something, svc-embed takes it out of the document and puts it
    /// back into the same place, for three reasons: only one request carries the id, the last
    /// messages of the old document come from a window that no embed has, and the viewer's history
    /// does not lead back to a session that is spent.
    ///
    /// With a session id, the URL is no attribute, unless the iframe is the page's own: a style sheet
    /// can read an attribute letter by letter, with selectors that load a picture each.
    fn show(&self, url: &str, is_attribute: bool) {
        let iframe = &self.iframe;
        let place = iframe.parent_node().filter(|_| !self.is_unloaded());
        let next = iframe.next_sibling();
        self.was_loaded.set(true);
        if place.is_some() {
            iframe.remove();
        }
        if is_attribute {
            iframe.set_src(url);
        } else {
            let _ = iframe.remove_attribute("src");
        }
        if let Some(parent) = place {
            // The code of a page that watches its document may have changed the place.
            let is_there = |next: &Node| next.parent_node().as_ref() == Some(&parent);
            let _ = self.insert(&parent, next.filter(is_there).as_ref());
        }
        if is_attribute {
            return;
        }
        if let Some(window) = self.window() {
            navigate(&window, url);
        }
    }

    /// The session id in the URL of an iframe that the page made.
    pub(super) fn own_id(&self) -> Option<TextHash> {
        let src = (!self.is_own).then(|| self.src())?;
        let params = Url::new(&src).ok()?.search_params();
        let id = params.get(CHAT_SESSION_PARAMETER);
        let id = id.or_else(|| params.get(SESSION_PARAMETER))?;
        Some(text_hash(&id))
    }

    /// Posts a message to the tenant's exact origin. False if the iframe has no window.
    pub(super) fn post(&self, message: &Value) -> bool {
        self.window().is_some_and(|window| {
            let message = message::to_js(message);
            message.is_some_and(|message| window.post_message(&message, self.origin()).is_ok())
        })
    }
}

/// Loads `url` into the window of an iframe, and leaves no entry in the history.
fn navigate(window: &Window, url: &str) {
    if navigate_by_itself(window, url).is_err() {
        let _ = window.location().replace(url);
    }
}

/// Has the window navigate by itself, which tells at most the origin of the page. A navigation by
/// `location` tells in Chromium what the page's policy allows, and so perhaps its path.
fn navigate_by_itself(window: &Window, url: &str) -> Result<(), JsValue> {
    let navigation = Reflect::get(window, &"navigation".into())?;
    let navigate: Function = Reflect::get(&navigation, &"navigate".into())?.dyn_into()?;
    let options = Object::new();
    Reflect::set(&options, &"history".into(), &"replace".into())?;
    let result = navigate.call2(&navigation, &url.into(), &options)?;
    for name in ["committed", "finished"] {
        // A promise of another window is no instance of this window's class.
        let promise: Promise = Reflect::get(&result, &name.into())?.unchecked_into();
        // The `load` of the iframe tells how it went.
        spawn_local(async move { drop(JsFuture::from(promise).await) });
    }
    Ok(())
}

fn url_of(
    base_url: &BaseUrl,
    surface: &Surface,
    options: &ConnectOptions,
    is_signed: bool,
) -> Result<EmbedUrl, Error> {
    EmbedUrl::new(
        base_url,
        surface,
        &options.params,
        &options.filters,
        is_signed,
    )
}

/// What an iframe of svc-embed's own has unless the page replaces it, or removes it by the value
/// `false`.
const GUARDS: [(&str, &str); 2] = [("sandbox", SANDBOX), ("referrerpolicy", REFERRER_POLICY)];

/// Sets an attribute that a page may choose.
fn set_attribute(
    iframe: &HtmlIFrameElement,
    origin: &str,
    name: &str,
    value: &str,
) -> Result<(), Error> {
    let invalid = || Error::InvalidAttribute { name: name.into() };
    if FORBIDDEN_ATTRIBUTE.matches(name) {
        return Err(invalid());
    }
    let style = iframe.style();
    // An attribute such as `width` must win over the property of its name. There is none of most
    // names, and removing it then does nothing.
    let _ = style.remove_property(name);
    let is_guard = || {
        GUARDS
            .iter()
            .any(|(guard, _)| name.eq_ignore_ascii_case(guard))
    };
    let done = if name.eq_ignore_ascii_case("style") {
        style.set_css_text(&(style.css_text() + value));
        Ok(())
    } else if value == "false" && is_guard() {
        iframe.remove_attribute(name)
    } else if name.eq_ignore_ascii_case("allow") {
        iframe.set_attribute(name, &allowed(value, origin))
    } else {
        iframe.set_attribute(name, value)
    };
    done.map_err(|_| invalid())
}

/// The permissions of `allow`, for the tenant where the page names no origin. Without a list, a
/// permission is for the origin of `src`, which a signed iframe does not have.
fn allowed(value: &str, origin: &str) -> String {
    let directives = value.split(';').map(|directive| {
        let permission = directive.trim();
        if permission.is_empty() || permission.contains(char::is_whitespace) {
            return directive.to_owned();
        }
        format!("{directive} {origin}")
    });
    directives.collect::<Vec<_>>().join(";")
}
