//! Decides whether a failed try is repeated, and when.

use std::time::Duration;

use super::generated::words::RETRIED;
use super::http_date;
use super::operation::Method;
use super::value::{in_millis, millis};

/// The first pause, before jitter. Each further pause is twice as long.
pub const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// The longest pause.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// The longest `Retry-After` that the client waits for. With a longer one the call
/// fails, and the caller decides.
pub const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(60);

/// How a try failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// There is no complete answer: the connection failed, or the time ran out.
    Network,
    /// The service answered with an error.
    Status {
        /// The HTTP status.
        status: u16,
        /// The header `Retry-After`.
        retry_after: Option<String>,
    },
}

/// The state of a call when a try fails.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Situation {
    /// The number of retries so far.
    pub retries: u32,
    /// The maximum number of retries.
    pub max_retries: u32,
    /// The HTTP method.
    pub method: Method,
    /// True if the request has an idempotency key, by which the service recognises a repetition.
    pub has_idempotency_key: bool,
    /// The wall clock in epoch milliseconds. A date in `Retry-After` is compared with it.
    pub now_ms: f64,
    /// A random number from 0 to 1. It spreads the retries of many clients.
    pub chance: f64,
}

/// The pause before the next try; `None` if there is no next try.
pub fn pause(failure: &Failure, situation: Situation) -> Option<Duration> {
    let repeatable = situation.method.is_idempotent() || situation.has_idempotency_key;
    if !repeatable || situation.retries >= situation.max_retries || !passes(failure) {
        return None;
    }
    let asked = match failure {
        Failure::Status {
            retry_after: Some(text),
            ..
        } => retry_after(text, situation.now_ms),
        _ => None,
    };
    match asked {
        Some(pause) => (pause <= in_millis(LONGEST_RETRY_AFTER)).then(|| millis(pause)),
        None => Some(backoff(situation.retries, situation.chance)),
    }
}

/// True if the failure may be temporary.
fn passes(failure: &Failure) -> bool {
    match failure {
        Failure::Network => true,
        Failure::Status { status, .. } => RETRIED.contains(status) || (500..=599).contains(status),
    }
}

/// `Retry-After` in milliseconds from now; `None` if it is neither seconds nor a date.
fn retry_after(text: &str, now_ms: f64) -> Option<f64> {
    let text = text.trim_ascii();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok().map(|seconds: f64| seconds * 1000.0);
    }
    http_date::parse(text).map(|at| (at - now_ms).max(0.0))
}

/// Half of the pause is fixed, and half is random.
fn backoff(retries: u32, chance: f64) -> Duration {
    let pause = FIRST_PAUSE.saturating_mul(1 << retries.min(8));
    pause
        .min(LONGEST_PAUSE)
        .mul_f64(f64::midpoint(1.0, chance.clamp(0.0, 1.0)))
}

/// What a retry costs, in tenths.
const RETRY: u64 = 10;

/// The retries that a client has left, so that its calls do not multiply while the service is down.
///
/// It begins full. Each retry takes one, and each call gives a tenth back, whatever becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    tenths: u64,
    most: u64,
}

impl Budget {
    /// A full budget of `retries`.
    pub fn new(retries: u32) -> Self {
        let most = u64::from(retries) * RETRY;
        Self { tenths: most, most }
    }

    /// A call begins.
    pub fn earn(&mut self) {
        self.tenths = self.most.min(self.tenths + 1);
    }

    /// Takes a retry. False if none is left.
    pub fn spend(&mut self) -> bool {
        match self.tenths.checked_sub(RETRY) {
            Some(left) => {
                self.tenths = left;
                true
            }
            None => false,
        }
    }
}
