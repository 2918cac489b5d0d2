//! The error of the crate, in the terms of Rust users.

use std::fmt;
use std::time::Duration;

use crate::error::{self, Code};

/// An error of svc-embed or of the wire protocol.
///
/// It is displayed as a sentence that says what happened and what to do. It never contains a session id
/// or a token.
///
/// ```
/// use svc_embed::Error;
/// use svc_embed::protocol::Locale;
///
/// let error = Locale::parse("no language").unwrap_err();
/// assert!(matches!(error, Error::InvalidOption { name: "locale", .. }));
/// assert_eq!(error.to_string(), "`locale` must be a language tag such as `de` or `de-CH`.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// An option or an argument is not what it must be.
    InvalidOption {
        /// Its name.
        name: &'static str,
        /// What it must be: the end of the sentence “It must be …”.
        expected: &'static str,
    },
    /// The iframe cannot have an attribute of this name: it would load another page, run a script or
    /// load the embed late, or it is no name of an attribute.
    InvalidAttribute {
        /// The attribute's name.
        name: String,
    },
    /// The base URL is not a tenant's: https (or http on loopback), no query, no credentials.
    InvalidBaseUrl,
    /// A filter does not name `<semantic_view>.<dimension>`, or has no JSON value.
    InvalidFilter,
    /// The time zone is not an IANA name, or the browser does not know it.
    InvalidTimezone,
    /// A path would leave the embed, or is too long.
    InvalidPath,
    /// The surface's path has a place for a session id, but there is no `get_session`.
    PathWithoutSession,
    /// `set-session` was sent by hand.
    ReservedAction,
    /// The element cannot take an iframe: it is one of another document, or one that shows no children.
    InvalidTarget,
    /// The iframe is one of another document.
    InvalidIframe,
    /// The iframe already has an embed.
    AlreadyConnected,
    /// The iframe's `src` is not the URL of the options' surface.
    OtherIframe,
    /// The page already has 1,024 embeds.
    TooManyEmbeds,
    /// There is no document: the code does not run in a page.
    NotABrowser,
    /// The embed is private, or has no `get_session`: there is no session to renew.
    NotRenewable,
    /// svc-embed may not load the iframe: the page made it and gave no surface, and its URL is not the plain
    /// address of a dashboard.
    NotReloadable,
    /// The iframe is not in a document, or shows another page: no session id could reach the embed.
    Unreachable,
    /// The embed was destroyed.
    Destroyed,
    /// The embed did not report `ready` in time.
    ReadyTimedOut {
        /// The session's last error. It is also the [`source`](std::error::Error::source) of this error.
        cause: Option<Box<Error>>,
        /// How long the embed had, if that is known.
        within: Option<Duration>,
    },
    /// The embed was not loaded in time, because `get_session` has returned no session id yet.
    NotLoaded {
        /// The session's last error, if `get_session` has failed. It is also the
        /// [`source`](std::error::Error::source) of this error.
        cause: Option<Box<Error>>,
        /// How long the embed had, if that is known.
        within: Option<Duration>,
    },
    /// The page's content security policy does not let the browser show the embed.
    FrameBlocked {
        /// The directive, such as `frame-src`.
        directive: String,
    },
    /// `get_session` failed.
    MintFailed {
        /// What it failed with, if that has a message: its beginning, up to a quotation, which may be of
        /// a session id; and what that means, if it has a status, such as `The backend answered 404.`
        /// [`Embed::last_error_cause`] has all of it.
        ///
        #[cfg_attr(
            feature = "bridge",
            doc = "[`Embed::last_error_cause`]: crate::Embed::last_error_cause"
        )]
        #[cfg_attr(not(feature = "bridge"), doc = "[`Embed::last_error_cause`]: crate")]
        reason: Option<String>,
    },
    /// `get_session` did not answer within its time.
    MintTimedOut,
    /// `get_session` returned something that is not a session id.
    MintInvalid,
    /// `get_session` returned an id that it had returned before.
    MintRepeated,
    /// The id may have been older than five minutes when it arrived.
    MintStale,
    /// The embed refused the id.
    ExchangeRejected,
    /// The session ended as soon as it had begun.
    SessionLapsed,
    /// `get_session` said that the user is signed out.
    SignedOut,
}

impl Error {
    /// The stable code, which is the same in the npm package.
    pub const fn code(&self) -> Code {
        match self {
            Error::InvalidOption { .. } | Error::InvalidAttribute { .. } | Error::NotRenewable => {
                Code::InvalidOption
            }
            Error::InvalidBaseUrl => Code::InvalidBaseUrl,
            Error::InvalidFilter => Code::InvalidFilter,
            Error::InvalidTimezone => Code::InvalidTimezone,
            Error::InvalidPath | Error::PathWithoutSession => Code::InvalidPath,
            Error::ReservedAction => Code::ReservedAction,
            Error::InvalidTarget
            | Error::InvalidIframe
            | Error::AlreadyConnected
            | Error::OtherIframe
            | Error::TooManyEmbeds
            | Error::NotReloadable
            | Error::Unreachable => Code::InvalidTarget,
            Error::NotABrowser => Code::NotABrowser,
            Error::Destroyed => Code::Destroyed,
            Error::ReadyTimedOut { .. } | Error::NotLoaded { .. } => Code::ReadyTimeout,
            Error::FrameBlocked { .. } => Code::FrameBlocked,
            Error::MintFailed { .. } => Code::MintFailed,
            Error::MintTimedOut => Code::MintTimeout,
            Error::MintInvalid => Code::MintInvalid,
            Error::MintRepeated => Code::MintRepeated,
            Error::MintStale => Code::MintStale,
            Error::ExchangeRejected => Code::ExchangeRejected,
            Error::SessionLapsed => Code::SessionLapsed,
            Error::SignedOut => Code::SignedOut,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InvalidOption { name, expected } => write!(f, "`{name}` must be {expected}."),
            Error::InvalidAttribute { name } => write!(
                f,
                "The iframe cannot have the attribute `{name}`: use a valid one other than `src`, `srcdoc`, `loading` and event handlers."
            ),
            Error::MintFailed {
                reason: Some(reason),
            } => write!(
                f,
                "`get_session` failed: {reason} Check its code and your backend."
            ),
            Error::FrameBlocked { directive } => write!(
                f,
                "The content security policy of this page blocks the embed: its {directive} does not allow the tenant. Add the tenant's origin to the `frame-src` of each policy of this page: that of the header, and that of a `<meta>`."
            ),
            Error::ReadyTimedOut {
                within: Some(within),
                ..
            } => write!(
                f,
                "The embed did not report ready within {} ms. Check that its page loads and that `base_url` is its origin.",
                within.as_millis()
            ),
            Error::NotLoaded {
                within: Some(within),
                ..
            } => write!(
                f,
                "The embed was not loaded within {} ms: `get_session` has returned no session id yet, for it or for the embeds before it. Check the code of `get_session` and your backend.",
                within.as_millis()
            ),
            _ => f.write_str(self.sentence()),
        }
    }
}

impl Error {
    /// The sentence of an error without details.
    const fn sentence(&self) -> &'static str {
        match self {
            Error::InvalidOption { .. } => "An option is not what it must be.",
            Error::InvalidAttribute { .. } => "The iframe cannot have this attribute.",
            Error::MintFailed { .. } => "`get_session` failed. Check its code and your backend.",
            Error::InvalidBaseUrl => {
                "`base_url` must be the tenant's https URL, such as `https://acme.example.com`, without credentials, query or fragment, and with at most 8,192 characters. Only loopback hosts may have http."
            }
            Error::InvalidFilter => {
                "A filter must have a member `<semantic_view>.<dimension>`, and a value that JSON can express, an operator, or both."
            }
            Error::InvalidTimezone => {
                "`timezone` must be an IANA name such as `Europe/Berlin`, and one that the browser knows."
            }
            Error::InvalidPath => {
                "The path must lie inside the embed: no scheme, host, backslash, `..` or fragment. That of a surface has at most 8,192 characters."
            }
            Error::PathWithoutSession => {
                "The surface's path contains `{session}`, but there is no `get_session`."
            }
            Error::ReservedAction => {
                "Only svc-embed sends `set-session`: call `Embed::renew` instead."
            }
            Error::InvalidTarget => {
                "`Embed::mount` needs an element of this document that can have children. For an iframe of your own, use `Embed::connect`."
            }
            Error::InvalidIframe => "`Embed::connect` needs an iframe of this document.",
            Error::AlreadyConnected => "This iframe has an embed. Use it, or destroy it first.",
            Error::OtherIframe => {
                "The iframe's `src` is not the URL of this surface and parameters."
            }
            Error::TooManyEmbeds => {
                "This page already has 1,024 embeds. Destroy one of them first."
            }
            Error::NotABrowser => {
                "An embed needs a page with a document. On a server, mount it after hydration."
            }
            Error::NotRenewable => {
                "This embed has no session to renew: it is private or has no `get_session`."
            }
            Error::NotReloadable => {
                "svc-embed may not load this iframe: pass its surface and params."
            }
            Error::Unreachable => {
                "No session id could reach the embed: its iframe is not in a document, or shows another page."
            }
            Error::Destroyed => "The embed was destroyed. Mount a new one.",
            Error::ReadyTimedOut { .. } => {
                "The embed did not report ready in time. Check that its page loads and that `base_url` is its origin."
            }
            Error::NotLoaded { .. } => {
                "The embed was not loaded in time: `get_session` has returned no session id yet, for it or for the embeds before it. Check the code of `get_session` and your backend."
            }
            Error::FrameBlocked { .. } => {
                "The content security policy of this page blocks the embed."
            }
            Error::MintTimedOut => {
                "`get_session` did not answer within `mint_timeout` and was aborted. Check its code and your backend."
            }
            Error::MintInvalid => "`get_session` must return the session id itself, a string.",
            Error::MintRepeated => {
                "`get_session` returned a used id. Get a new one for every call."
            }
            Error::MintStale => {
                "The session id may be older than 5 minutes. Return it from `get_session` at once."
            }
            Error::ExchangeRejected => {
                "The embed rejected the session id: used, expired, or unknown to the tenant of `base_url`. Get a new one for every call."
            }
            Error::SessionLapsed => {
                "The session ended as soon as it had begun. Check the clocks of this device and of the service."
            }
            Error::SignedOut => {
                "`get_session` said that the user is signed out: renewal has stopped. Mount the embed again after a sign-in."
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::ReadyTimedOut { cause, .. } | Error::NotLoaded { cause, .. } => {
                Some(&**cause.as_ref()?)
            }
            _ => None,
        }
    }
}

/// What the core reports. It has no details.
impl From<error::Error> for Error {
    fn from(error: error::Error) -> Self {
        match error {
            error::Error::NotRenewable => Error::NotRenewable,
            error::Error::NotReloadable => Error::NotReloadable,
            error::Error::Unreachable => Error::Unreachable,
            error::Error::Destroyed => Error::Destroyed,
            error::Error::ReadyTimedOut => Error::ReadyTimedOut {
                cause: None,
                within: None,
            },
            error::Error::NotLoaded => Error::NotLoaded {
                cause: None,
                within: None,
            },
            // The shell knows the directive.
            error::Error::Blocked => Error::FrameBlocked {
                directive: "frame-src".to_owned(),
            },
            error::Error::MintFailed => Error::MintFailed { reason: None },
            error::Error::MintTimedOut => Error::MintTimedOut,
            error::Error::MintInvalid => Error::MintInvalid,
            error::Error::MintRepeated => Error::MintRepeated,
            error::Error::MintStale => Error::MintStale,
            error::Error::ExchangeRejected => Error::ExchangeRejected,
            error::Error::SessionLapsed => Error::SessionLapsed,
            error::Error::SignedOut => Error::SignedOut,
            error::Error::TooManyEmbeds => Error::TooManyEmbeds,
            error::Error::InvalidPolicy => Error::InvalidOption {
                name: "renewal",
                expected: "a policy with `max_attempts` and `lifetime` above 0, and `retry_min` not above `retry_max`",
            },
        }
    }
}

/// The options whose error has no variant of its own. Each is an [`Error::InvalidOption`].
impl Error {
    pub(crate) const COLOR_SCHEME: Self = Self::InvalidOption {
        name: "color_scheme",
        expected: "`light`, `dark` or `auto`",
    };
    pub(crate) const LOCALE: Self = Self::InvalidOption {
        name: "locale",
        expected: "a language tag such as `de` or `de-CH`",
    };
    pub(crate) const ACTION_NAME: Self = Self::InvalidOption {
        name: "action",
        expected: "the name of an action, such as `set-theme`",
    };
    pub(crate) const PAYLOAD: Self = Self::InvalidOption {
        name: "payload",
        expected: "something that serde writes as a JSON object, such as `json!({ \"primaryColor\": \"#0a7\" })`",
    };
    pub(crate) const PUBLIC_ID: Self = Self::InvalidOption {
        name: "public_id",
        expected: "the dashboard's public id",
    };
    pub(crate) const SESSION_IN_PARAMS: Self = Self::InvalidOption {
        name: "params",
        expected: "parameters without the session id, which comes from `get_session`",
    };

    /// The name of the npm package's sentence for the same mistake; `None` for an error that no value of
    /// the protocol has. The generator and the vectors of both languages use it.
    #[doc(hidden)]
    pub fn npm_name(&self) -> Option<&'static str> {
        Some(match self {
            Error::InvalidOption { name, .. } => match *name {
                "color_scheme" => "InvalidColorScheme",
                "locale" => "InvalidLocale",
                "action" => "InvalidActionName",
                "payload" => "InvalidPayload",
                "public_id" => "InvalidPublicId",
                "params" => "SessionInParams",
                _ => return None,
            },
            Error::InvalidBaseUrl => "InvalidBaseUrl",
            Error::InvalidFilter => "InvalidFilter",
            Error::InvalidTimezone => "InvalidTimezone",
            Error::InvalidPath => "InvalidPath",
            Error::PathWithoutSession => "PathWithoutSession",
            Error::ReservedAction => "ReservedAction",
            Error::MintInvalid => "MintInvalid",
            _ => return None,
        })
    }
}
