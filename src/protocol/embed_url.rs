//! Where an embed lives: the tenant's origin, the surface's path, the session, the parameters.

use alloc::string::String;

use super::actions::{Argument, InnerPath};
use super::events::SurfaceKind;
use super::filter::Filter;
use super::session_id::SessionId;
use super::text::Text;
use crate::error::Error;

/// The parameter that carries the session id.
pub const SESSION_KEY: &str = "session";
/// The parameter of a comparable service's chat.
pub const CHAT_KEY: &str = "sessionId";
/// What stands before and after the place of the session id, in a path of the page's own.
const BEFORE_ID: &str = r"^([\s\S]*?)\{session\}";
const AFTER_ID: &str = r"\{session\}([\s\S]*)$";

/// `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`, as the browser normalises them.
const LOOPBACK: &str = r"^((.*\.)?localhost|127(\.(\d\d?|[01]\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])$";

/// The tenant's base URL, checked: https, or http on a loopback host.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl<T = String> {
    origin: T,
    prefix: T,
}

/// A URL as the platform's parser took it apart (the `URL` interface of the web, or a crate).
/// Parsing is left to it so that origins compare equal to those the browser reports.
#[derive(Debug, Clone)]
pub struct UrlParts<T = String> {
    /// With the colon: `https:`.
    pub protocol: T,
    /// Without the port; an IPv6 address in brackets.
    pub hostname: T,
    /// Scheme, host and port.
    pub origin: T,
    /// From the first slash.
    pub pathname: T,
    /// User name and password, query and fragment, joined: all must be empty.
    pub extras: T,
}

impl<T: Text> BaseUrl<T> {
    /// Checks the parts of a URL.
    ///
    /// # Errors
    /// Where the scheme is not https (or http on loopback), or there is more than a path.
    pub fn from_parts(parts: UrlParts<T>) -> Result<Self, Error> {
        let UrlParts {
            protocol, hostname, ..
        } = &parts;
        let secure = protocol.is("https:") || protocol.is("http:") && hostname.matches(LOOPBACK);
        if !secure || !parts.extras.is("") {
            return Err(Error::INVALID_BASE_URL);
        }
        Ok(Self {
            origin: parts.origin,
            prefix: parts.pathname.replace("/+$", ""),
        })
    }

    /// The exact origin that messages come from and go to.
    pub fn origin(&self) -> &T {
        &self.origin
    }
}

/// What the iframe shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Surface<T = String> {
    /// The dashboard with this public id.
    Dashboard(T),
    /// The embedded app of this deployment.
    App(u64),
    /// The standalone chat.
    Chat,
    /// A path of the page's own, in which `{session}` stands for the id.
    Path {
        /// What is shown there.
        kind: SurfaceKind,
        /// From the base URL on, perhaps with a query.
        path: T,
    },
}

/// The URL of an embed, but for the session id, which is put in at the moment of loading.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmbedUrl<T = String> {
    /// Everything before the parameters.
    path: T,
    /// The parameter that carries the id; `None` where the path has a place for it.
    session_key: Option<&'static str>,
    /// The parameters, encoded, each with `&` before it.
    query: T,
}

#[cfg(feature = "messages")]
impl EmbedUrl {
    /// Puts the URL together.
    ///
    /// # Errors
    /// Where the surface's id or path is none, or a parameter would take the session's place.
    pub fn new(
        base: &BaseUrl,
        surface: &Surface,
        params: &[(String, String)],
        filters: &[Filter],
    ) -> Result<Self, Error> {
        let mut url = Self::of(base, surface)?;
        for (key, value) in params {
            url.add_param(key, value)?;
        }
        for filter in filters {
            url.add_filter(filter);
        }
        Ok(url)
    }
}

impl<T: Text> EmbedUrl<T> {
    /// The URL without parameters.
    ///
    /// # Errors
    /// Where the surface's id or path is none.
    pub fn of(base: &BaseUrl<T>, surface: &Surface<T>) -> Result<Self, Error> {
        let mut path = base.origin.clone();
        path.push(&base.prefix);
        Ok(Self {
            session_key: push_surface(&mut path, surface)?,
            path,
            query: T::of(""),
        })
    }

    /// Adds a parameter.
    ///
    /// # Errors
    /// Where it would take the session's place.
    pub fn add_param(&mut self, key: &T, value: &T) -> Result<(), Error> {
        if key.is("") || key.is(SESSION_KEY) || key.is(CHAT_KEY) {
            return Err(Error::SESSION_IN_PARAMS);
        }
        self.query.push_str("&");
        self.query.push(&key.encoded());
        self.query.push_str("=");
        self.query.push(&value.encoded());
        Ok(())
    }

    /// Adds a filter.
    pub fn add_filter(&mut self, filter: &Filter<T>) {
        self.query.push_str("&");
        filter.push_query_pair(&mut self.query);
    }

    /// Whether the path has a place of its own for the session id.
    pub fn wants_session(&self) -> bool {
        self.session_key.is_none()
    }

    /// The URL with the session `id`, or without one for a private embed.
    pub fn with_session(&self, id: Option<&SessionId<T>>) -> T {
        let id = id.map_or(T::of(""), |id| id.expose().encoded());
        let mut url = self.path.clone();
        let mut query = T::of("");
        if let (Some(before), Some(after)) = (url.capture(BEFORE_ID), url.capture(AFTER_ID)) {
            url = before;
            url.push(&id);
            url.push(&after);
        } else if let Some(key) = self.session_key.filter(|_| !id.is("")) {
            query.push_str("&");
            query.push_str(key);
            query.push_str("=");
            query.push(&id);
        }
        query.push(&self.query);
        if !url.matches(r"\?") {
            query = query.replace("^&", "?");
        }
        url.push(&query);
        url
    }
}

/// Writes the path of a surface and gives the parameter that carries its session; `None` where
/// the path has a place for it. Only the dashboard's is documented; those of app and chat are a
/// comparable service's, to be overridden by a path.
fn push_surface<T: Text>(url: &mut T, surface: &Surface<T>) -> Result<Option<&'static str>, Error> {
    match surface {
        Surface::Dashboard(public_id) => {
            if public_id.matches(r"^\.?\.?$") {
                return Err(Error::NO_PUBLIC_ID);
            }
            url.push_str("/embed/dashboard/");
            url.push(&public_id.encoded());
        }
        Surface::App(deployment_id) => {
            url.push_str("/embed/d/");
            url.push_number(*deployment_id);
            url.push_str("/app");
        }
        Surface::Chat => {
            url.push_str("/embed/chat");
            return Ok(Some(CHAT_KEY));
        }
        Surface::Path { kind, path } => {
            InnerPath::RULE.check(path)?;
            if path.matches("#") {
                return Err(Error::FRAGMENT_IN_PATH);
            }
            if !path.matches("^/") {
                url.push_str("/");
            }
            url.push(path);
            if path.matches(BEFORE_ID) {
                return Ok(None);
            }
            if *kind == SurfaceKind::Chat {
                return Ok(Some(CHAT_KEY));
            }
        }
    }
    Ok(Some(SESSION_KEY))
}
