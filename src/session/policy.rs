//! What a page may set about renewal, and the service's own limits.

use super::jitter::Jitter;
use super::time::Millis;
use crate::error::Error;

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/// A session id is dead this long after it was minted (service description, "Limits").
pub const ID_LIFETIME: Millis = 5 * MINUTE;

/// `session-expiring` comes about this long before a signed session stops working.
const EXPIRING_LEAD: Millis = 30 * MINUTE;

/// A signed session's usual length, to which [`EXPIRING_LEAD`] belongs.
const USUAL_LIFETIME: Millis = 23 * HOUR;

/// What happens when the last attempt of a renewal has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnExhausted {
    /// The session is `stopped` until the next trigger.
    #[default]
    Stop,
    /// The iframe is loaded anew with a fresh id.
    Reload,
}

/// How a session is renewed. All durations are in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy {
    /// How long a mint may take before it is aborted and tried again. Default 30 s.
    pub mint_timeout: Millis,
    /// How long to wait for a rejection before an id counts as taken. Default 10 s.
    pub confirm: Millis,
    /// The least pause before a failed attempt is repeated. Default 1 s.
    pub retry_min: Millis,
    /// The longest pause before a failed attempt is repeated. Default 60 s.
    pub retry_max: Millis,
    /// Attempts of one renewal before it gives up; at least 1. Default 8.
    pub max_attempts: u32,
    /// Renewals after `session-expiring` are spread at random over this time. Default 5 min.
    pub spread: Millis,
    /// How long a signed session is usable, for where no event tells. Default 23 h. Where none
    /// asks for it, no session is renewed within [`Policy::retry_min`] of the one before.
    pub lifetime: Millis,
    /// What follows the last failed attempt.
    pub on_exhausted: OnExhausted,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            mint_timeout: 30 * SECOND,
            confirm: 10 * SECOND,
            retry_min: SECOND,
            retry_max: MINUTE,
            max_attempts: 8,
            spread: 5 * MINUTE,
            lifetime: USUAL_LIFETIME,
            on_exhausted: OnExhausted::Stop,
        }
    }
}

impl Policy {
    /// Checks that the values go together.
    ///
    /// # Errors
    /// Where there is no attempt, the pauses are the wrong way round, or sessions have no length.
    pub fn check(&self) -> Result<(), Error> {
        if self.max_attempts == 0 || self.retry_min > self.retry_max || self.lifetime == 0 {
            return Err(Error::INVALID_POLICY);
        }
        Ok(())
    }

    /// The age from which a session is in its last stretch, where a returning tab renews it.
    pub(super) fn expiring_age(&self) -> Millis {
        self.lifetime - self.lead()
    }

    /// The age at which a session is renewed though no event came: half-way between the time for
    /// `session-expiring` and the end, so that the event, where it comes, comes first.
    pub(super) fn overdue_age(&self) -> Millis {
        self.lifetime - self.lead() / 2
    }

    /// [`EXPIRING_LEAD`], in proportion where the page says that sessions are shorter.
    fn lead(&self) -> Millis {
        EXPIRING_LEAD.min(self.lifetime / (USUAL_LIFETIME / EXPIRING_LEAD))
    }

    /// How long to wait after `session-expiring` with `left` to go. What a mint and its
    /// confirmation may take is kept free at the end.
    pub(super) fn spread_delay(&self, left: Millis, jitter: Jitter) -> Millis {
        let margin = self.mint_timeout.saturating_add(self.confirm);
        jitter.between(0, self.spread.min(left.saturating_sub(margin)))
    }

    /// How long to wait after the failure of `attempt` (the first is 1): exponential, with full
    /// jitter above [`Policy::retry_min`].
    pub(super) fn retry_delay(&self, attempt: u32, jitter: Jitter) -> Millis {
        let mut longest = self.retry_min.max(1);
        for _ in 0..attempt.min(Millis::BITS) {
            longest = longest.saturating_add(longest);
        }
        jitter.between(self.retry_min, longest.min(self.retry_max))
    }
}
