//! The session as a web app sees it, and the settings of its renewal.

use std::time::Duration;

use crate::Error;
use crate::session::{self, Epoch, Millis, Mode, OnExhausted, Renewal, Status};

/// A snapshot of the session.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct State {
    /// How the embed is authenticated; `None` until `ready` reports it.
    pub mode: Option<Mode>,
    /// How far the session is.
    pub status: Status,
    /// What the renewal is doing.
    pub renewal: Renewal,
    /// The attempt of the renewal under way, from 1; 0 if none has begun.
    pub attempt: u32,
    /// Renewals confirmed since the embed was made.
    pub renewals: u32,
    /// When the session stops working, by the embed's clock; `None` until an event reports it.
    pub expires_at: Option<Epoch>,
    /// When the next attempt starts; `None` if none is planned.
    pub next_attempt_at: Option<Epoch>,
    /// Why the last failed attempt failed; `None` once a renewal is confirmed.
    pub last_error: Option<Error>,
}

impl State {
    pub(super) fn new(state: session::State, last_error: Option<Error>) -> Self {
        Self {
            mode: state.mode,
            status: state.status,
            renewal: state.renewal,
            attempt: state.attempt,
            renewals: state.renewals,
            expires_at: state.expires_at,
            next_attempt_at: state.next_attempt_at,
            last_error,
        }
    }
}

/// How a session is renewed.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy {
    /// How long a mint may take before it is aborted and tried again. Default 30 s.
    pub mint_timeout: Duration,
    /// How long to wait for a rejection before an id counts as taken. Default 10 s.
    pub confirm: Duration,
    /// The least pause before a failed attempt is repeated. Default 1 s.
    pub retry_min: Duration,
    /// The longest pause before a failed attempt is repeated. Default 60 s.
    pub retry_max: Duration,
    /// Attempts of one renewal before it gives up; at least 1. Default 8.
    pub max_attempts: u32,
    /// Renewals after `session-expiring` are spread at random over this time. Default 18 min: the
    /// longest time with which no session is lost while every backend is down for ten minutes.
    pub spread: Duration,
    /// How long a signed session is usable; the deadline if no event reports its end. Default 23 h.
    /// The deadline renews no session within `retry_min` of the one before.
    pub lifetime: Duration,
    /// What happens after the last failed attempt. Default [`OnExhausted::Stop`].
    pub on_exhausted: OnExhausted,
    /// How long a renewal that gave up waits, at least, before it makes one more attempt, and then
    /// one after another: while the page is visible and online. Never less than `retry_max`. `None`
    /// for no more attempts. Default 5 min.
    pub retry_stopped: Option<Duration>,
}

impl Default for Policy {
    fn default() -> Self {
        let policy = session::Policy::DEFAULT;
        Self {
            mint_timeout: duration(policy.mint_timeout),
            confirm: duration(policy.confirm),
            retry_min: duration(policy.retry_min),
            retry_max: duration(policy.retry_max),
            max_attempts: policy.max_attempts,
            spread: duration(policy.spread),
            lifetime: duration(policy.lifetime),
            on_exhausted: policy.on_exhausted,
            retry_stopped: Some(duration(policy.retry_stopped)),
        }
    }
}

impl Policy {
    /// The settings for the core. `session::Policy::check` refuses the same values, but names none.
    pub(super) fn checked(&self) -> Result<session::Policy, Error> {
        let refuse = |name, expected| Err(Error::InvalidOption { name, expected });
        if self.max_attempts == 0 {
            return refuse("max_attempts", "at least 1");
        }
        if self.lifetime.is_zero() {
            return refuse("lifetime", "longer than no time");
        }
        if self.retry_min > self.retry_max {
            return refuse("retry_min", "at most `retry_max`");
        }
        Ok(session::Policy {
            mint_timeout: millis(self.mint_timeout),
            confirm: millis(self.confirm),
            retry_min: millis(self.retry_min),
            retry_max: millis(self.retry_max),
            max_attempts: self.max_attempts,
            spread: millis(self.spread),
            lifetime: millis(self.lifetime),
            on_exhausted: self.on_exhausted,
            retry_stopped: self.retry_stopped.map_or(Millis::FOREVER, millis),
        })
    }
}

pub(super) fn duration(time: Millis) -> Duration {
    Duration::try_from_secs_f64(time.number() / 1_000.0).unwrap_or(Duration::MAX)
}

pub(super) fn millis(time: Duration) -> Millis {
    Millis::from_number(time.as_secs_f64() * 1_000.0)
}
