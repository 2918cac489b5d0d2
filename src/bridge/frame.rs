//! The iframe: made or adopted, loaded, posted to, and removed again where it was made.

use std::cell::{Cell, RefCell};

use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement, Url};

use super::options::MountOptions;
use crate::error::{Code, Error};
use crate::protocol::events::SurfaceKind;
use crate::protocol::{BaseUrl, EmbedUrl, SessionId, Surface};

/// An iframe and how it is loaded.
pub(super) struct Frame {
    element: HtmlIFrameElement,
    origin: String,
    /// `None` where the page loads the iframe itself.
    url: Option<EmbedUrl>,
    /// The window that messages are routed by; see [`Frame::current_window`].
    window: RefCell<JsValue>,
    /// Whether an iframe of our own has been loaded before.
    loaded: Cell<bool>,
}

#[wasm_bindgen]
extern "C" {
    /// The window of an iframe. Of another origin's window only `postMessage` may be touched.
    type FrameWindow;
    #[wasm_bindgen(method, catch, js_name = postMessage)]
    fn post_message(this: &FrameWindow, message: &JsValue, origin: &str) -> Result<(), JsValue>;

    type FrameElement;
    #[wasm_bindgen(method, getter, structural, js_name = contentWindow)]
    fn content_window(this: &FrameElement) -> JsValue;
}

impl Frame {
    /// Makes an iframe inside `target`, not loaded yet.
    pub(super) fn make(target: &Element, options: &MountOptions) -> Result<Self, Error> {
        let base = &options.connect.base_url;
        let url = EmbedUrl::new(base, &options.surface, &options.params, &options.filters)?;
        if options.connect.get_session.is_none() && url.wants_session() {
            return Err(NO_SESSION);
        }
        let element: HtmlIFrameElement = target
            .owner_document()
            .and_then(|document| document.create_element("iframe").ok())
            .ok_or(INVALID_TARGET)?
            .unchecked_into();
        let title = options
            .title
            .as_deref()
            .unwrap_or(default_title(&options.surface));
        set_attribute(&element, "title", title)?;
        for (name, value) in &options.attributes {
            let lower = name.to_ascii_lowercase();
            if lower.starts_with("on") || lower == "src" || lower == "srcdoc" {
                return Err(INVALID_ATTRIBUTE);
            }
            set_attribute(&element, name, value)?;
        }
        target.append_child(&element).map_err(|_| INVALID_TARGET)?;
        Ok(Self::new(element, base, Some(url)))
    }

    /// Adopts an iframe that the page has made.
    pub(super) fn adopt(element: HtmlIFrameElement, base: &BaseUrl) -> Self {
        Self::new(element, base, None)
    }

    fn new(element: HtmlIFrameElement, base: &BaseUrl, url: Option<EmbedUrl>) -> Self {
        let origin = base.origin().to_owned();
        Self {
            element,
            origin,
            url,
            window: RefCell::new(JsValue::NULL),
            loaded: Cell::new(false),
        }
    }

    pub(super) fn element(&self) -> &HtmlIFrameElement {
        &self.element
    }

    /// The iframe's present window, null where it is not in a document. An iframe that is moved
    /// gets a new one.
    pub(super) fn current_window(&self) -> JsValue {
        self.element
            .unchecked_ref::<FrameElement>()
            .content_window()
    }

    /// The window under which this embed is known to the page's routes.
    pub(super) fn routed_window(&self) -> JsValue {
        self.window.borrow().clone()
    }

    pub(super) fn set_routed_window(&self, window: JsValue) {
        self.window.replace(window);
    }

    /// Posts `message` to the tenant's exact origin, and to nobody where another page is loaded.
    /// False where there is no window to post to: the iframe is in no document.
    pub(super) fn post(&self, message: &JsValue) -> bool {
        let window = self.current_window();
        // What is posted was made or cloned by the bridge, so posting cannot fail on it.
        window.is_object()
            && window
                .unchecked_ref::<FrameWindow>()
                .post_message(message, &self.origin)
                .is_ok()
    }

    /// Whether the iframe can be loaded anew.
    pub(super) fn require_loadable(&self) -> Result<(), Error> {
        match self.url {
            Some(_) => Ok(()),
            None => self.adopted_url(None).map(drop),
        }
    }

    /// Loads the embed with `session`, or without one.
    pub(super) fn load(&self, session: Option<&SessionId>) -> Result<(), Error> {
        match &self.url {
            Some(url) => {
                self.element.set_src(&url.with_session(session));
                self.renew_window();
            }
            None => self.element.set_src(&self.adopted_url(session)?),
        }
        Ok(())
    }

    /// Puts an iframe of our own into the same place again, where it was loaded before. It gets a
    /// new window: what the old page still says is nobody's, and the visitor's history does not
    /// lead back to a session that is spent.
    fn renew_window(&self) {
        if self.loaded.replace(true)
            && let Some(parent) = self.element.parent_node()
        {
            let next = self.element.next_sibling();
            // It was there a moment ago.
            let _ = parent.insert_before(&self.element, next.as_ref());
        }
    }

    /// The page's own URL, with the fresh id in the place of the one it was loaded with.
    fn adopted_url(&self, session: Option<&SessionId>) -> Result<String, Error> {
        let url = Url::new(&self.element.src())
            .ok()
            .filter(|url| url.origin() == self.origin)
            .ok_or(Error::new(
                Code::InvalidTarget,
                "The iframe cannot be loaded anew: its src is not a page of the tenant's origin.",
            ))?;
        // A URL that differs in nothing before its fragment would not be loaded.
        url.set_hash("");
        if let Some(id) = session {
            let params = url.search_params();
            let key = if params.has("sessionId") {
                "sessionId"
            } else {
                "session"
            };
            params.set(key, id.expose());
        }
        Ok(url.href())
    }

    /// Takes an iframe that the bridge made out of the page.
    pub(super) fn remove(&self) {
        if self.url.is_some() {
            self.element.remove();
        }
    }
}

fn set_attribute(element: &HtmlIFrameElement, name: &str, value: &str) -> Result<(), Error> {
    element
        .set_attribute(name, value)
        .map_err(|_| INVALID_ATTRIBUTE)
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

pub(crate) const INVALID_TARGET: Error = Error::new(
    Code::InvalidTarget,
    "mount() needs an element of the page, or a selector that finds one; connect() needs an iframe.",
);
const NO_SESSION: Error = Error::new(
    Code::InvalidPath,
    "The path has a place for the session id, but there is no getSession to mint one.",
);
const INVALID_ATTRIBUTE: Error = Error::new(
    Code::InvalidOption,
    "attributes must be valid attributes of an iframe other than src, srcdoc and event handlers.",
);
