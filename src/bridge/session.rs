//! The session as a web app sees it, and the settings of its renewal.

use std::time::Duration;

use crate::Error;
use crate::session::{self, Millis};

/// A snapshot of the session.
pub type State = session::State<Error>;

/// How a session is renewed. The longest duration is for ever.
///
/// ```
/// use std::time::Duration;
/// use svc_embed::bridge::Policy;
///
/// let policy = Policy {
///     mint_timeout: Duration::from_secs(10),
///     max_attempts: 3,
///     ..Policy::default()
/// };
/// # let _ = policy;
/// ```
pub type Policy = session::Policy<Duration>;

impl<E> session::State<E> {
    pub(super) fn map_error<F>(self, map: impl FnOnce(E) -> F) -> session::State<F> {
        session::State {
            mode: self.mode,
            status: self.status,
            renewal: self.renewal,
            attempt: self.attempt,
            renewals: self.renewals,
            expires_at: self.expires_at,
            next_attempt_at: self.next_attempt_at,
            last_error: self.last_error.map(map),
        }
    }
}

impl<T> session::Policy<T> {
    pub(super) fn map<U>(self, span: impl Fn(T) -> U) -> session::Policy<U> {
        session::Policy {
            mint_timeout: span(self.mint_timeout),
            confirm: span(self.confirm),
            retry_min: span(self.retry_min),
            retry_max: span(self.retry_max),
            max_attempts: self.max_attempts,
            spread: span(self.spread),
            lifetime: span(self.lifetime),
            on_exhausted: self.on_exhausted,
            retry_stopped: span(self.retry_stopped),
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        session::Policy::DEFAULT.map(duration)
    }
}

pub(super) fn duration(time: Millis) -> Duration {
    Duration::try_from_secs_f64(time.number() / 1_000.0).unwrap_or(Duration::MAX)
}

pub(super) fn millis(time: Duration) -> Millis {
    if time == Duration::MAX {
        return Millis::NEVER;
    }
    Millis::from_number(time.as_secs_f64() * 1_000.0)
}
