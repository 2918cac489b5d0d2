//! Decides whether a redirect is followed, and with which method and credential.
//!
//! Only the parser of URLs that browsers use decides what a text means: `https://evil\@acme/` is a
//! URL of the host `evil`.

use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use super::operation::Method;

/// The maximum number of redirects that are followed one after the other.
pub const MAX_REDIRECTS: u32 = 5;

/// The most characters of a URL that the client reads.
pub const LONGEST_URL: usize = 8_192;

/// A redirect of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redirect<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The method of the request that was redirected.
    pub method: Method,
    /// The URL that redirected.
    pub from: &'a str,
    /// The header `Location`.
    pub location: &'a str,
    /// True if the operation answers a file, which the client never parses.
    pub is_file: bool,
    /// The number of redirects that were followed before this one.
    pub followed: u32,
}

/// How to follow a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The URL of the next request.
    pub url: String,
    /// The method of the next request. If it changes, the body is left out.
    pub method: Method,
    /// True if the credential, the cookies and the caller's headers are sent. Never to another
    /// origin.
    pub with_credentials: bool,
}

/// Decides on a redirect.
///
/// # Errors
/// A sentence that says why it is not followed.
pub fn follow(redirect: Redirect<'_>) -> Result<Step, String> {
    if redirect.followed >= MAX_REDIRECTS {
        return Err("The service redirected too often.".to_owned());
    }
    let no_url = || "The service redirected to a text that is no URL.".to_owned();
    let source = Url::parse(redirect.from).map_err(|_| no_url())?;
    let to = resolve(&source, redirect.location).ok_or_else(no_url)?;
    let origin = to.origin().ascii_serialization();
    // A service on the network must not lead a client to what listens on its own machine.
    if to.scheme() != "https" && (source.scheme() == "https" || !is_secure(&to)) {
        return Err(format!(
            "The service redirected to a URL that is not https: {origin}."
        ));
    }
    if has_user(&to) {
        return Err(format!(
            "The service redirected to a URL with a user name or a password: {origin}."
        ));
    }
    let reads = |method| matches!(method, Method::Get | Method::Head);
    // Clients may turn a write with 301 or 302 into a read, and the write would be lost.
    if !reads(redirect.method) && !matches!(redirect.status, 303 | 307 | 308) {
        return Err(format!(
            "The service redirected a write with status {}, which may lose it.",
            redirect.status
        ));
    }
    let method = match redirect.status {
        // 303 means that the request was done, and that its answer can be read at the new URL.
        303 if !reads(redirect.method) => Method::Get,
        _ => redirect.method,
    };
    let is_own = to.origin() == source.origin();
    if !is_own {
        // What a stranger answers is no answer of the service. A file is handed on, unread.
        if !redirect.is_file || !reads(method) {
            return Err(format!(
                "The service redirected to another origin: {origin}. Only a file may come from there."
            ));
        }
        let place = place(&to);
        if place != Place::Public && place != self::place(&source) {
            return Err(format!(
                "The service redirected to an internal network: {origin}."
            ));
        }
    }
    Ok(Step {
        url: to.into(),
        method,
        with_credentials: is_own,
    })
}

fn resolve(source: &Url, location: &str) -> Option<Url> {
    // As JavaScript counts.
    let is_short = location.encode_utf16().count() <= LONGEST_URL;
    // Browsers read any number of slashes as two, and this parser only after a scheme.
    let with_scheme = || Url::parse(&[source.scheme(), ":", location].concat());
    let joined = source.join(location);
    let url = match joined {
        Err(_) if location.starts_with('/') => with_scheme(),
        joined => joined,
    };
    url.ok().filter(|_| is_short)
}

/// The host of a URL, with its port if that is not the default.
pub(super) fn host(url: &str) -> String {
    let origin = Url::parse(url).map(|url| url.origin().ascii_serialization());
    let origin = origin.unwrap_or_default();
    origin
        .split_once("://")
        .map_or("", |(_, host)| host)
        .to_owned()
}

/// True if a URL may be called: https, or http on a loopback host.
pub(super) fn is_secure(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback)
}

/// True if a URL has a user name or a password.
pub(super) fn has_user(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some_and(|password| !password.is_empty())
}

/// Where a host is. A name says nothing about the address that it resolves to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Loopback,
    LinkLocal,
    Private,
    Public,
}

/// The last labels of names that no public host has.
const PRIVATE: [&str; 16] = [
    "arpa",
    "consul",
    "corp",
    "docker",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localnet",
    "onion",
    "private",
    "svc",
    "test",
];

fn place(url: &Url) -> Place {
    match url.host() {
        None => Place::Private,
        Some(Host::Ipv4(address)) => place_of_ipv4(address),
        Some(Host::Ipv6(address)) => place_of_ipv6(address),
        Some(Host::Domain(name)) => {
            // A dot at the end changes nothing.
            let mut labels = name.split('.').rev().filter(|label| !label.is_empty());
            let last = labels.next().unwrap_or_default();
            if last == "localhost" {
                Place::Loopback
            } else if labels.next().is_none() || PRIVATE.contains(&last) {
                Place::Private
            } else {
                Place::Public
            }
        }
    }
}

fn place_of_ipv4(address: Ipv4Addr) -> Place {
    let [a, b, c, _] = address.octets();
    match (a, b) {
        (0 | 127, _) => Place::Loopback,
        (169, 254) => Place::LinkLocal,
        (192, 0) if c == 0 => Place::Private,
        // From 224 on: for multicast, and reserved.
        (10 | 224.., _) | (100, 64..128) | (172, 16..32) | (192, 168) | (198, 18 | 19) => {
            Place::Private
        }
        _ => Place::Public,
    }
}

fn place_of_ipv6(address: Ipv6Addr) -> Place {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return place_of_ipv4(mapped);
    }
    let [first, second, ..] = address.segments();
    // Public addresses are 2000::/3. Those of 6to4 (2002::/16) and Teredo (2001::/32) contain one of
    // IPv4, and so do those of NAT64 (64:ff9b::/96), which are not among them.
    let contains_ipv4 = first == 0x2002 || (first == 0x2001 && second == 0);
    if address.is_loopback() || address.is_unspecified() {
        Place::Loopback
    } else if first >> 6 == 0xfe80 >> 6 {
        Place::LinkLocal
    } else if first >> 13 == 1 && !contains_ipv4 {
        Place::Public
    } else {
        Place::Private
    }
}
