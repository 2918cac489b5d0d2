//! Decides whether a redirect is followed, and with which method and credential.

use super::operation::Method;
use crate::protocol::BaseUrl;

/// The maximum number of redirects that are followed one after the other.
pub const MAX_REDIRECTS: u32 = 5;

/// A redirect, and how its target compares with its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redirect {
    /// The HTTP status.
    pub status: u16,
    /// The method of the request that was redirected.
    pub method: Method,
    /// True if scheme, host and port stay the same.
    pub same_origin: bool,
    /// What [`is_secure`] says of its source and its target.
    pub secure: bool,
    /// The number of redirects that were followed before this one.
    pub followed: u32,
}

/// How to follow a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The method of the next request. If it changes, the body is left out.
    pub method: Method,
    /// True if the credential and the caller's headers are sent. Never to another origin.
    pub with_credentials: bool,
}

/// Decides on a redirect.
///
/// # Errors
/// A sentence that says why it is not followed.
pub fn follow(redirect: Redirect) -> Result<Step, &'static str> {
    if redirect.followed >= MAX_REDIRECTS {
        return Err("The service redirected too often.");
    }
    if !redirect.secure {
        return Err("The service redirected to a URL that is not https.");
    }
    let reads = matches!(redirect.method, Method::Get | Method::Head);
    let method = match redirect.status {
        303 if reads => redirect.method,
        // 303 means that the request was done, and that its answer can be read at the new URL.
        303 => Method::Get,
        307 | 308 => redirect.method,
        // Clients may turn a write with 301 or 302 into a read, and the write would be lost.
        _ if reads => redirect.method,
        _ => {
            return Err("The service redirected a write with a status that may lose it.");
        }
    };
    let reads = matches!(method, Method::Get | Method::Head);
    if !reads && !redirect.same_origin {
        return Err("The service redirected a write to another origin.");
    }
    Ok(Step {
        method,
        with_credentials: redirect.same_origin,
    })
}

/// True if a redirect may lead from one URL to another: to https, or from http to http on a loopback
/// host. A service on the network must not lead a client to what listens on its own machine.
pub fn is_secure(from: &str, to: &str) -> bool {
    let is_https = |url: &str| {
        url.split_once("://")
            .is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("https"))
    };
    origin(to).is_some_and(|origin| BaseUrl::parse(&origin).is_ok())
        && (is_https(to) || !is_https(from))
}

/// The URL that the header `Location` of an answer from `from` names; `None` if it is not http or
/// https.
pub fn resolve(from: &str, location: &str) -> Option<String> {
    let (scheme, rest) = from.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at_checked(end)?;
    let lower = location.to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return Some(location.to_owned());
    }
    let has_scheme = |text: &str| {
        let (before, _) = text.split_once(':')?;
        (!before.is_empty() && before.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            .then_some(())
    };
    if let Some(host) = location.strip_prefix("//") {
        return Some(format!("{scheme}://{host}"));
    }
    if location.starts_with('/') {
        return Some(format!("{scheme}://{host}{location}"));
    }
    if has_scheme(location).is_some() {
        return None;
    }
    let path = path.split(['?', '#']).next().unwrap_or_default();
    if location.starts_with('?') {
        return Some(format!("{scheme}://{host}{path}{location}"));
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Some(format!("{scheme}://{host}{folder}/{location}"))
}

/// The scheme, the host and the port of a URL, in lower case.
pub fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#', '\\']).next()?;
    let host = host.rsplit('@').next()?.to_ascii_lowercase();
    let scheme = scheme.to_ascii_lowercase();
    let default = if scheme == "https" { ":443" } else { ":80" };
    let host = host.strip_suffix(default).unwrap_or(&host);
    Some(format!("{scheme}://{host}"))
}
