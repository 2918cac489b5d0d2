//! Where an embed lives: the tenant's origin, the surface's path, the session, the parameters.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::actions::{Argument, InnerPath};
use super::events::SurfaceKind;
use super::filter::Filter;
use super::session_id::SessionId;
use crate::error::{Code, Error};

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
    /// The error of a base URL that cannot be a tenant's.
    pub const INVALID: Error = Error::new(
        Code::InvalidBaseUrl,
        "baseUrl must be the tenant's https URL without credentials, query or fragment, such as 'https://acme.example.com'. Plain http is accepted on loopback hosts alone.",
    );

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
            return Err(Self::INVALID);
        }
        Ok(Self {
            origin: parts.origin.to_owned(),
            prefix: parts.pathname.trim_end_matches('/').to_owned(),
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
    let mut octets = hostname.split('.');
    octets.next() == Some("127")
        && octets.clone().count() == 3
        && octets.all(|octet| octet.parse::<u8>().is_ok())
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
        let (path, session_key) = surface_path(surface)?;
        let mut pairs = Vec::with_capacity(params.len() + filters.len());
        for (key, value) in params {
            if key.is_empty() || key == SESSION_KEY || key == CHAT_KEY {
                return Err(Error::new(
                    Code::InvalidOption,
                    "params must not carry the session: the bridge puts the id from getSession in its place.",
                ));
            }
            pairs.push([&percent_encode(key), "=", &percent_encode(value)].concat());
        }
        pairs.extend(filters.iter().map(Filter::query_pair));
        let (path, rest) = match split_at_placeholder(&path) {
            Some((before, after)) => (before, Some(after.to_owned())),
            None => (path.as_str(), None),
        };
        Ok(Self {
            path: [base.origin.as_str(), &base.prefix, path].concat(),
            rest,
            session_key,
            query: pairs.join("&"),
        })
    }

    /// Whether the path has a place of its own for the session id.
    pub fn wants_session(&self) -> bool {
        self.rest.is_some()
    }

    /// The URL with `session`, or without one for a private embed.
    pub fn with_session(&self, session: Option<&SessionId>) -> String {
        let encoded = session.map(|id| percent_encode(id.expose()));
        let id = encoded.as_deref();
        let mut url = self.path.clone();
        if let Some(rest) = &self.rest {
            url.extend([id.unwrap_or_default(), rest]);
        }
        let mut append = |pair: &[&str]| {
            url.push(if url.contains('?') { '&' } else { '?' });
            url.extend(pair.iter().copied());
        };
        if let (Some(key), Some(id)) = (self.session_key, id) {
            append(&[key, "=", id]);
        }
        if !self.query.is_empty() {
            append(&[&self.query]);
        }
        url
    }
}

/// The path of a surface and the parameter that carries its session. Only the dashboard's is
/// documented; those of app and chat are a comparable service's, to be overridden by a path.
fn surface_path(surface: &Surface) -> Result<(String, Option<&'static str>), Error> {
    match surface {
        Surface::Dashboard(public_id) => {
            if matches!(public_id.as_str(), "" | "." | "..") {
                return Err(Error::new(
                    Code::InvalidOption,
                    "surface.publicId must be the dashboard's public id, a string that is not empty.",
                ));
            }
            let path = ["/embed/dashboard/", &percent_encode(public_id)].concat();
            Ok((path, Some(SESSION_KEY)))
        }
        Surface::App(deployment_id) => {
            let path = ["/embed/d/", &decimal(*deployment_id), "/app"].concat();
            Ok((path, Some(SESSION_KEY)))
        }
        Surface::Chat => Ok(("/embed/chat".to_owned(), Some(CHAT_KEY))),
        Surface::Path { kind, path } => {
            InnerPath::check(path)?;
            if path.contains('#') {
                return Err(Error::new(
                    Code::InvalidPath,
                    "surface.path must have no fragment: parameters are added at its end.",
                ));
            }
            let slash = if path.starts_with('/') { "" } else { "/" };
            let key = if *kind == SurfaceKind::Chat {
                CHAT_KEY
            } else {
                SESSION_KEY
            };
            let own_place = split_at_placeholder(path).is_some();
            Ok(([slash, path].concat(), (!own_place).then_some(key)))
        }
    }
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
    const HEX: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
    ];
    let hex = |nibble: u8| HEX.get(usize::from(nibble)).copied().unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.extend(['%', hex(byte >> 4), hex(byte & 0xf)]);
        }
    }
    out
}

/// `number` in digits, without the formatting machinery that `to_string` would link in.
fn decimal(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(b'0' + u8::try_from(number % 10).unwrap_or_default());
        number /= 10;
        if number == 0 {
            break;
        }
    }
    digits
        .iter()
        .rev()
        .map(|&digit| char::from(digit))
        .collect()
}
