//! The iframe of an embed.

use std::cell::{Cell, RefCell};

use js_sys::{Object, Promise};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Element, HtmlIFrameElement, Node, Url, Window};

use super::options::{ConnectOptions, MountOptions};
use super::{message, registry};
use crate::Error;
use crate::page::TextHash;
use crate::protocol::names::{CHAT_SESSION_PARAMETER, REFERRER_POLICY, SANDBOX, SESSION_PARAMETER};
use crate::protocol::patterns::FORBIDDEN_ATTRIBUTE;
use crate::protocol::{BaseUrl, EmbedUrl, SessionId};

/// An iframe, and the one origin with which it exchanges messages.
pub(super) struct Frame {
    pub(super) iframe: HtmlIFrameElement,
    base_url: BaseUrl,
    /// The URL that svc-embed may load; `None` if `connect` was given no surface.
    url: Option<EmbedUrl>,
    /// Whether svc-embed made the iframe.
    pub(super) is_own: bool,
    /// Where svc-embed will put the iframe, until it has.
    target: RefCell<Option<Element>>,
    /// Whether svc-embed has loaded it.
    was_loaded: Cell<bool>,
}

impl Frame {
    /// Makes an iframe for `target`, without inserting it.
    pub(super) fn make(
        target: &Element,
        base_url: BaseUrl,
        options: &MountOptions,
    ) -> Result<Self, Error> {
        let is_signed = options.connect.get_session.is_some();
        let url = options
            .connect
            .url(&base_url, &options.surface, is_signed)?;
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
        Ok(Self::new(iframe, base_url, Some(url), Some(target)))
    }

    /// Takes an iframe that the page made. Its `src` may be that of strange markup: it is compared with the
    /// URL that svc-embed may load, and never loaded with an id.
    pub(super) fn adopt(
        iframe: &HtmlIFrameElement,
        base_url: BaseUrl,
        options: &ConnectOptions,
    ) -> Result<Self, Error> {
        let surface = options.surface.as_ref();
        // The page may load it with an id that svc-embed did not ask for.
        let url = surface.map(|surface| options.url(&base_url, surface, true));
        let frame = Self::new(iframe.clone(), base_url, url.transpose()?, None);
        let parse = |url: String| Url::new(&url).map_or(url, |parsed| parsed.href());
        let is_other = |url: &EmbedUrl| !url.admits(&frame.src(), parse);
        if frame.is_loaded() && frame.url.as_ref().is_some_and(is_other) {
            return Err(Error::OtherIframe);
        }
        Ok(frame)
    }

    fn new(
        iframe: HtmlIFrameElement,
        base_url: BaseUrl,
        url: Option<EmbedUrl>,
        target: Option<&Element>,
    ) -> Self {
        Self {
            iframe,
            base_url,
            url,
            is_own: target.is_some(),
            target: RefCell::new(target.cloned()),
            was_loaded: Cell::default(),
        }
    }

    /// Puts the iframe into the target that it was made for.
    pub(super) fn put_in(&self) {
        if let Some(target) = self.target.take() {
            self.insert(&target, None);
        }
    }

    fn insert(&self, parent: &Node, next: Option<&Node>) {
        // Chromium warns of `sandbox` if the first document of an iframe has it: that is empty, and of the
        // page's own origin. With a `src`, the iframe would be loaded before. WebKit ignores `referrerpolicy`
        // for a `src` that comes later.
        let navigator = web_sys::window().map(|window| window.navigator());
        let agent = navigator.and_then(|navigator| navigator.user_agent().ok());
        let is_chromium = agent.is_some_and(|agent| agent.contains("Chrome"));
        let names: &[_] = if is_chromium {
            &["sandbox", "src"]
        } else {
            &[]
        };
        let values: Vec<_> = (names.iter().map(|name| self.iframe.get_attribute(name))).collect();
        for name in names {
            let _ = self.iframe.remove_attribute(name);
        }
        // An element takes an iframe, unless the code of a page that watches its document has moved `next`.
        let _ = parent.insert_before(&self.iframe, next);
        for (name, value) in names.iter().zip(values) {
            let _ = value.map(|value| self.iframe.set_attribute(name, &value));
        }
    }

    /// Whether the iframe is in no document, and svc-embed will not put it into one either.
    pub(super) fn is_out(&self) -> bool {
        match &*self.target.borrow() {
            Some(target) => !target.is_connected(),
            None => self.window().is_none(),
        }
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

    /// Whether it shows anything but its first, empty document.
    pub(super) fn is_loaded(&self) -> bool {
        self.was_loaded.get() || !self.src().is_empty()
    }

    fn src(&self) -> String {
        message::text(&message::property(&self.iframe, "src")).unwrap_or_default()
    }

    /// The URL that svc-embed may load.
    pub(super) fn allowed(&self) -> Option<EmbedUrl> {
        let of_dashboard = || EmbedUrl::of_dashboard(&self.base_url, &self.src());
        self.url.clone().or_else(of_dashboard)
    }

    /// Loads the iframe with the session `id`, or without one. False if svc-embed may not.
    ///
    /// If it shows something, svc-embed takes it out of the document and puts it back into the same place, for
    /// three reasons: only one request carries the id, the last messages of the old document come from a window
    /// that no embed has, and the viewer's history does not lead back to a session that is spent.
    ///
    /// With a session id, the URL is no attribute, unless the iframe is the page's own: a style sheet
    /// can read an attribute letter by letter, with selectors that load a picture each.
    pub(super) fn load(&self, id: Option<&SessionId>) -> bool {
        let Some(url) = self.allowed() else {
            return false;
        };
        let url = url.with_session(id);
        let is_attribute = !self.is_own || id.is_none();
        let iframe = &self.iframe;
        let place = iframe.parent_node().filter(|_| self.is_loaded());
        let next = iframe.next_sibling();
        self.was_loaded.set(true);
        if place.is_some() {
            iframe.remove();
        }
        if is_attribute {
            iframe.set_src(&url);
        } else {
            let _ = iframe.remove_attribute("src");
        }
        if let Some(parent) = place {
            // The code of a page that watches its document may have changed the place.
            let is_there = |next: &Node| next.parent_node().as_ref() == Some(&parent);
            self.insert(&parent, next.filter(is_there).as_ref());
        }
        if let Some(window) = self.window().filter(|_| !is_attribute) {
            navigate(&window, &url);
        }
        true
    }

    /// The session id in the URL of an iframe that the page made.
    pub(super) fn own_id(&self) -> Option<TextHash> {
        let params = Url::new(&self.src()).ok()?.search_params();
        let id = params.get(CHAT_SESSION_PARAMETER);
        let id = id.or_else(|| params.get(SESSION_PARAMETER))?;
        Some(registry::hash(&id))
    }

    /// Posts a message to the tenant's exact origin. False if the iframe has no window.
    pub(super) fn post(&self, message: &Value) -> bool {
        self.window().is_some_and(|window| {
            let message = message::to_js(message);
            message.is_some_and(|message| window.post_message(&message, self.origin()).is_ok())
        })
    }
}

#[wasm_bindgen]
extern "C" {
    /// The navigation of a window, as browsers know it since 2022 (Chromium) and 2026 (Firefox).
    type Navigation;

    #[wasm_bindgen(method, catch)]
    fn navigate(this: &Navigation, url: &str, options: &JsValue) -> Result<Object, JsValue>;
}

/// Loads `url` into the window of an iframe, and leaves no entry in the history.
fn navigate(window: &Window, url: &str) {
    // The window's own navigation tells at most the origin of the page. A navigation by `location` tells in
    // Chromium what the page's policy allows, and so perhaps its path.
    let navigation: Navigation = message::property(window, "navigation").unchecked_into();
    let options = message::to_js(&json!({ "history": "replace" })).unwrap_or_default();
    let Ok(result) = navigation.navigate(url, &options) else {
        let _ = window.location().replace(url);
        return;
    };
    for name in ["committed", "finished"] {
        // A promise of another window is no instance of this window's class.
        let promise: Promise = message::property(&result, name).unchecked_into();
        // The `load` of the iframe tells how it went.
        spawn_local(async move { drop(JsFuture::from(promise).await) });
    }
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
