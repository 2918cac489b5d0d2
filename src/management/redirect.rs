//! Whether a redirect is followed, and with what.

use super::operation::Method;

/// How many redirects are followed, one after the other.
pub const MAX_REDIRECTS: u32 = 5;

/// Where a redirect leads, compared with where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redirect {
    /// The HTTP status.
    pub status: u16,
    /// The method of the request that was redirected.
    pub method: Method,
    /// Whether scheme, host and port stay the same.
    pub same_origin: bool,
    /// Whether the new URL is https, or http on loopback.
    pub secure: bool,
    /// How many redirects were followed before this one.
    pub followed: u32,
}

/// How a redirect is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The method of the next request. Where it is another, the body is left out.
    pub method: Method,
    /// Whether the credential and the caller's own headers go along: never to another origin.
    pub with_credentials: bool,
}

/// Decides on a redirect.
///
/// # Errors
/// A sentence that says why it is not followed.
pub fn follow(redirect: Redirect) -> Result<Step, &'static str> {
    if redirect.followed >= MAX_REDIRECTS {
        return Err("It redirected too often.");
    }
    if !redirect.secure {
        return Err("It redirected to a URL that is not https.");
    }
    let reads = matches!(redirect.method, Method::Get | Method::Head);
    let method = match redirect.status {
        303 if reads => redirect.method,
        // The answer to what was done stands elsewhere.
        303 => Method::Get,
        307 | 308 => redirect.method,
        // A client may turn these into a read, which would lose what was to be done.
        _ if reads => redirect.method,
        _ => {
            return Err(
                "It redirected a request that changes something by a status that may lose it.",
            );
        }
    };
    let reads = matches!(method, Method::Get | Method::Head);
    if !reads && !redirect.same_origin {
        return Err("It redirected a request that changes something to another origin.");
    }
    Ok(Step {
        method,
        with_credentials: redirect.same_origin,
    })
}
