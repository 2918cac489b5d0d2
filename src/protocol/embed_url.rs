//! Where an embed lives: the tenant's origin, the surface's path, the session, the parameters.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::actions::{Argument, InnerPath};
use super::events::SurfaceKind;
use super::filter::Filter;
use super::session_id::SessionId;
use super::text::{joined, push_all};
use crate::error::Error;

/// The parameter that carries the session id.
pub const SESSION_KEY: &str = "session";
/// The parameter of a comparable service's chat.
pub const CHAT_KEY: &str = "sessionId";
/// What stands for the session id in a path of the page's own.
const SESSION_PLACEHOLDER: &str = "{session}";

/// The tenant's base URL, checked: https, or http on a loopback host.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl {
    origin: String,
    prefix: String,
}

/// A URL as the platform's parser took it apart (the `URL` interface of the web, or a crate).
/// Parsing is left to it so that origins compare equal to those the browser reports.
#[derive(Debug, Clone, Copy)]
pub struct UrlParts<'a> {
    /// With the colon: `https:`.
    pub protocol: &'a str,
    /// Without the port; an IPv6 address in brackets.
    pub hostname: &'a str,
    /// Scheme, host and port.
    pub origin: &'a str,
    /// From the first slash.
    pub pathname: &'a str,
    /// User name and password, query and fragment, joined: all must be empty.
    pub extras: &'a str,
}

impl BaseUrl {
    /// Checks the parts of a URL.
    ///
    /// # Errors
    /// Where the scheme is not https (or http on loopback), or there is more than a path.
    pub fn from_parts(parts: UrlParts<'_>) -> Result<Self, Error> {
        let secure = match parts.protocol {
            "https:" => true,
            "http:" => is_loopback(parts.hostname),
            _ => false,
        };
        if !secure || !parts.extras.is_empty() {
            return Err(Error::INVALID_BASE_URL);
        }
        Ok(Self {
            origin: parts.origin.to_owned(),
            prefix: without_slashes(parts.pathname).to_owned(),
        })
    }

    /// The exact origin that messages come from and go to.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

/// `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`, as the browser normalises them.
fn is_loopback(hostname: &str) -> bool {
    hostname == "localhost"
        || hostname.ends_with(".localhost")
        || hostname == "[::1]"
        || is_ipv4_loopback(hostname)
}

fn is_ipv4_loopback(hostname: &str) -> bool {
    let mut octets = hostname.as_bytes().split(|byte| *byte == b'.');
    octets.next() == Some(b"127") && octets.clone().count() == 3 && octets.all(is_octet)
}

fn is_octet(digits: &[u8]) -> bool {
    (1..=3).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && (digits.len() < 3 || digits <= b"255")
}

/// `path` without the slashes at its end.
fn without_slashes(mut path: &str) -> &str {
    while let Some(shorter) = path.strip_suffix("/") {
        path = shorter;
    }
    path
}

/// What the iframe shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Surface {
    /// The dashboard with this public id.
    Dashboard(String),
    /// The embedded app of this deployment.
    App(u64),
    /// The standalone chat.
    Chat,
    /// A path of the page's own, in which `{session}` stands for the id.
    Path {
        /// What is shown there.
        kind: SurfaceKind,
        /// From the base URL on, perhaps with a query.
        path: String,
    },
}

/// The URL of an embed, but for the session id, which is put in at the moment of loading.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmbedUrl {
    /// Everything before the session's own place, or before the query where it has none.
    path: String,
    /// What follows the session's own place.
    rest: Option<String>,
    /// The parameter that carries the id, where it has no place of its own.
    session_key: Option<&'static str>,
    /// The parameters, encoded and joined.
    query: String,
}

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

    /// The URL without parameters.
    ///
    /// # Errors
    /// Where the surface's id or path is none.
    pub fn of(base: &BaseUrl, surface: &Surface) -> Result<Self, Error> {
        let mut path = joined(&[&base.origin, &base.prefix]);
        let session_key = push_surface(&mut path, surface)?;
        let mut rest = None;
        if session_key.is_none()
            && let Some((before, after)) = split_at_placeholder(&path)
        {
            (path, rest) = (before.to_owned(), Some(after.to_owned()));
        }
        Ok(Self {
            path,
            rest,
            session_key,
            query: String::new(),
        })
    }

    /// Adds a parameter.
    ///
    /// # Errors
    /// Where it would take the session's place.
    pub fn add_param(&mut self, key: &str, value: &str) -> Result<(), Error> {
        if key.is_empty() || key == SESSION_KEY || key == CHAT_KEY {
            return Err(Error::SESSION_IN_PARAMS);
        }
        let query = self.next_pair();
        push_encoded(query, key);
        push_all(query, &["="]);
        push_encoded(query, value);
        Ok(())
    }

    /// Adds a filter.
    pub fn add_filter(&mut self, filter: &Filter) {
        filter.push_query_pair(self.next_pair());
    }

    fn next_pair(&mut self) -> &mut String {
        if !self.query.is_empty() {
            push_all(&mut self.query, &["&"]);
        }
        &mut self.query
    }

    /// Whether the path has a place of its own for the session id.
    pub fn wants_session(&self) -> bool {
        self.rest.is_some()
    }

    /// The URL with `session`, or without one for a private embed.
    pub fn with_session(&self, session: Option<&SessionId>) -> String {
        let id = session.map(|id| percent_encode(id.expose()));
        let id = id.as_deref();
        let mut url = self.path.clone();
        if let Some(rest) = &self.rest {
            push_all(&mut url, &[id.unwrap_or_default(), rest]);
        }
        let mut separator = if url.bytes().any(|byte| byte == b'?') {
            "&"
        } else {
            "?"
        };
        if let (Some(key), Some(id)) = (self.session_key, id) {
            push_all(&mut url, &[separator, key, "=", id]);
            separator = "&";
        }
        if !self.query.is_empty() {
            push_all(&mut url, &[separator, &self.query]);
        }
        url
    }
}

/// Writes the path of a surface and gives the parameter that carries its session; `None` where
/// the path has a place for it. Only the dashboard's is documented; those of app and chat are a
/// comparable service's, to be overridden by a path.
fn push_surface(url: &mut String, surface: &Surface) -> Result<Option<&'static str>, Error> {
    match surface {
        Surface::Dashboard(public_id) => {
            if matches!(public_id.as_str(), "" | "." | "..") {
                return Err(Error::NO_PUBLIC_ID);
            }
            url.push_str("/embed/dashboard/");
            push_encoded(url, public_id);
        }
        Surface::App(deployment_id) => {
            url.push_str("/embed/d/");
            push_decimal(url, *deployment_id);
            url.push_str("/app");
        }
        Surface::Chat => {
            url.push_str("/embed/chat");
            return Ok(Some(CHAT_KEY));
        }
        Surface::Path { kind, path } => {
            InnerPath::check(path)?;
            if path.bytes().any(|byte| byte == b'#') {
                return Err(Error::FRAGMENT_IN_PATH);
            }
            let slash = if path.starts_with('/') { "" } else { "/" };
            push_all(url, &[slash, path]);
            if split_at_placeholder(path).is_some() {
                return Ok(None);
            }
            if *kind == SurfaceKind::Chat {
                return Ok(Some(CHAT_KEY));
            }
        }
    }
    Ok(Some(SESSION_KEY))
}

/// What stands before and after the session's own place, where `path` has one.
fn split_at_placeholder(path: &str) -> Option<(&str, &str)> {
    let width = SESSION_PLACEHOLDER.len();
    let at = path
        .as_bytes()
        .windows(width)
        .position(|part| part == SESSION_PLACEHOLDER.as_bytes())?;
    Some((path.get(..at)?, path.get(at + width..)?))
}

/// Encodes everything but unreserved characters (RFC 3986, section 2.3).
pub fn percent_encode(text: &str) -> String {
    let mut out = String::new();
    push_encoded(&mut out, text);
    out
}

/// Writes what [`percent_encode`] gives.
pub(super) fn push_encoded(out: &mut String, text: &str) {
    let hex = |nibble: u8| {
        let at = usize::from(nibble);
        "0123456789ABCDEF".get(at..=at).unwrap_or_default()
    };
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push_str(text.get(at..=at).unwrap_or_default());
        } else {
            push_all(out, &["%", hex(byte >> 4), hex(byte & 0xf)]);
        }
    }
}

/// Writes `number` in digits, without the formatting machinery that `to_string` would link in.
fn push_decimal(out: &mut String, number: u64) {
    if number > 9 {
        push_decimal(out, number / 10);
    }
    let at = usize::try_from(number % 10).unwrap_or_default();
    out.push_str("0123456789".get(at..=at).unwrap_or_default());
}
