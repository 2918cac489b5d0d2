//! The settings of renewal, and the limits of the service.

use super::jitter::Jitter;
use super::time::Millis;
use crate::error::Error;

/// A session id is dead this long after it was minted (service description, "Limits").
pub const ID_LIFETIME: Millis = Millis::from_mins(5);

/// The least pause after a failure before the page may ask for another attempt, and after a load before a move may ask
/// for one. A person who presses a button does not notice it. A handler that renews at each failure then asks the
/// backend once in this time.
pub(super) const ASKED_PAUSE: Millis = Millis::from_secs(1);

/// How soon the viewer must turn out to see the iframe to have seen it all the time.
pub(super) const GLANCE: Millis = Millis::from_secs(1);

/// `session-expiring` comes about this long before a signed session stops working.
const EXPIRING_LEAD: Millis = Millis::from_mins(30);

/// A signed session's usual length, to which [`EXPIRING_LEAD`] belongs.
const USUAL_LIFETIME: Millis = Millis::from_mins(23 * 60);

/// How often [`EXPIRING_LEAD`] fits into [`USUAL_LIFETIME`].
const LEADS: u32 = 46;

variants! {
    /// What happens when the last attempt of a renewal has failed.
    pub enum OnExhausted {
        /// The session is `stopped` until the next trigger. The default.
        Stop = "stop",
        /// The iframe is loaded again with a fresh id.
        Reload = "reload",
    }
}

/// How a session is renewed. `T` is a span of time: that of the web apps in Rust is a `Duration`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy<T = Millis> {
    /// How long a mint may take before it is aborted and tried again. Default 30 s.
    pub mint_timeout: T,
    /// How long to wait for a rejection before an id counts as taken. Default 10 s.
    pub confirm: T,
    /// The least pause before a failed attempt is repeated. Default 1 s.
    pub retry_min: T,
    /// The longest pause before a failed attempt is repeated. Default 60 s.
    pub retry_max: T,
    /// Attempts of one renewal before it gives up; at least 1. Default 8.
    pub max_attempts: u32,
    /// Renewals after `session-expiring` are spread at random over this time. Default 18 min: the
    /// longest time with which no session is lost while every backend is down for ten minutes.
    pub spread: T,
    /// How long a signed session is usable; the deadline if no event reports its end. Default 23 h.
    /// The deadline renews no session within [`Policy::retry_min`] of the one before.
    pub lifetime: T,
    /// What happens after the last failed attempt. Default [`OnExhausted::Stop`].
    pub on_exhausted: OnExhausted,
    /// How long a renewal that gave up waits, at least, before it makes one more attempt, and then
    /// one after another: while the page is visible and online. Never less than
    /// [`Policy::retry_max`]. For ever: no more attempts. Default 5 min.
    pub retry_stopped: T,
}

impl Default for Policy {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Policy {
    /// [`Policy::retry_min`] by default, in milliseconds.
    pub const RETRY_MIN: u64 = 1_000;
    /// [`Policy::retry_max`] by default, in milliseconds.
    pub const RETRY_MAX: u64 = 60_000;

    /// Every setting as it is if the page says nothing.
    pub const DEFAULT: Self = Self {
        mint_timeout: Millis::from_secs(30),
        confirm: Millis::from_secs(10),
        retry_min: Millis::new(Self::RETRY_MIN),
        retry_max: Millis::new(Self::RETRY_MAX),
        max_attempts: 8,
        spread: Millis::from_mins(18),
        lifetime: USUAL_LIFETIME,
        on_exhausted: OnExhausted::Stop,
        retry_stopped: Millis::from_mins(5),
    };

    /// Checks that the values do not contradict each other.
    ///
    /// # Errors
    /// [`Error::InvalidPolicy`] if there is no attempt, if `retry_min` is longer than `retry_max`, or
    /// if sessions have no length.
    pub fn check(&self) -> Result<(), Error> {
        if self.max_attempts == 0
            || self.retry_min > self.retry_max
            || self.lifetime == Millis::ZERO
        {
            return Err(Error::InvalidPolicy);
        }
        Ok(())
    }

    /// The age from which a tab that comes back renews the session.
    pub(super) fn expiring_age(&self) -> Millis {
        self.lifetime - self.lead()
    }

    /// The age at which a session is renewed if no event came: half-way between the time for
    /// `session-expiring` and the end, so that the event comes first if it comes at all.
    pub(super) fn overdue_age(&self) -> Millis {
        self.lifetime - self.lead() / 2
    }

    /// [`EXPIRING_LEAD`], or its share of the lifetime if the page says that sessions are shorter.
    fn lead(&self) -> Millis {
        EXPIRING_LEAD.min(self.lifetime / LEADS)
    }

    /// How long to wait after `session-expiring`, with `left` to go. The time that a mint and its
    /// confirmation may take stays free at the end.
    pub(super) fn spread_delay(&self, left: Millis, jitter: Jitter) -> Millis {
        let margin = self.mint_timeout + self.confirm;
        jitter.between(Millis::ZERO, self.spread.min(left - margin))
    }

    /// By how much the end that a session reports may differ from the announced one: a thirtieth of
    /// [`EXPIRING_LEAD`], a minute.
    pub(super) fn expiry_slack(&self) -> Millis {
        self.lead() / 30
    }

    /// A renewal whose session is younger when it ends has failed.
    pub(super) fn least_age(&self) -> Millis {
        self.retry_max.min(self.lifetime / 2)
    }

    /// How long to wait after the failure of `attempt` (the first is 1): exponential, with full
    /// jitter above [`Policy::retry_min`].
    pub(super) fn retry_delay(&self, attempt: u32, jitter: Jitter) -> Millis {
        let mut longest = self.least_pause();
        for _ in 0..attempt.min(u32::BITS) {
            longest = longest + longest;
        }
        jitter.between(self.least_pause(), longest.min(self.retry_max))
    }

    /// How long to wait after the last attempt of a renewal, with as much as half of the time on top:
    /// pages that lost their backend together do not come back together.
    pub(super) fn stopped_delay(&self, jitter: Jitter) -> Millis {
        let least = self
            .retry_stopped
            .max(self.retry_max)
            .max(self.least_pause());
        jitter.between(least, least + least / 2)
    }

    /// [`Policy::retry_min`], but never zero: the machine would otherwise repeat a mint that fails at
    /// once within a single call of `handle`.
    pub(super) fn least_pause(&self) -> Millis {
        self.retry_min.max(Millis::new(1))
    }
}
