//! The errors that the machine can end in.

use crate::error::{Code, Error};

/// The error of a `ready` that did not come.
pub(crate) const READY_TIMED_OUT: Error = Error::new(
    Code::ReadyTimeout,
    "The embed did not report ready in time. Check that the page in the iframe loads and that baseUrl is its origin; an iframe that was ready before connect() cannot report it again.",
);
pub(crate) const FAILED: Error = Error::new(
    Code::MintFailed,
    "getSession threw or rejected; its error is the cause. Check the page's own backend. session.nextAttemptAt tells when it is called again.",
);
pub(crate) const TIMED_OUT: Error = Error::new(
    Code::MintTimeout,
    "getSession did not settle within renewal.mintTimeoutMs and was aborted. session.nextAttemptAt tells when it is called again.",
);
pub(crate) const INVALID: Error = Error::new(
    Code::MintInvalid,
    "getSession must return the session id, a string that is not empty. Check what the page's own backend answers.",
);
pub(crate) const REPEATED: Error = Error::new(
    Code::MintRepeated,
    "getSession returned an id that it had returned before. Ids are single-use: mint a fresh one on every call, and let no cache answer.",
);
pub(crate) const STALE: Error = Error::new(
    Code::MintStale,
    "The session id may have been older than 5 minutes when it arrived, and was dropped. It is minted again.",
);
pub(crate) const UNREACHABLE: Error = Error::new(
    Code::InvalidTarget,
    "The session id could not be posted: the iframe is in no document. Put it back, or destroy the embed.",
);
pub(crate) const REJECTED: Error = Error::new(
    Code::ExchangeRejected,
    "The embed refused the session id: it was unknown, already redeemed, or expired. A fresh one is minted.",
);
pub(crate) const SIGNED_OUT: Error = Error::new(
    Code::SignedOut,
    "getSession threw SignedOutError: renewal has stopped for good. Mount the embed again after the next sign-in.",
);
pub(crate) const NOT_RENEWABLE: Error = Error::new(
    Code::InvalidOption,
    "This embed has no session to renew: it is private, or was made without getSession.",
);
/// The error of everything that is asked of an embed that is gone.
pub(crate) const DESTROYED: Error = Error::new(
    Code::Destroyed,
    "The embed was destroyed. Mount or connect a new one.",
);
