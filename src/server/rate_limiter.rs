//! How often each user may ask. A user's requests refill evenly over the window.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of users that are remembered. Whoever asked longest ago is forgotten first.
pub const MOST_USERS: usize = 10_000;

pub struct RateLimiter {
    requests: f64,
    per_request: Duration,
    users: Mutex<Users>,
}

#[derive(Default)]
struct Users {
    by_id: HashMap<String, Allowance>,
    /// The users by the number of their last request.
    by_turn: BTreeMap<u64, String>,
    turns: u64,
}

struct Allowance {
    left: f64,
    at: Instant,
    turn: u64,
}

impl RateLimiter {
    pub fn new(requests: u32, window: Duration) -> Self {
        let requests = requests.max(1);
        Self {
            requests: f64::from(requests),
            per_request: window / requests,
            users: Mutex::default(),
        }
    }

    /// Counts a request of a user. Returns the time to wait if it is one too many.
    pub fn take(&self, user_id: &str, now: Instant) -> Option<Duration> {
        // The lock is held for no call that could panic halfway through a change.
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        let present = match users.by_id.remove(user_id) {
            Some(Allowance { left, at, turn }) => {
                users.by_turn.remove(&turn);
                let refilled = now.saturating_duration_since(at).as_secs_f64();
                (left + refilled / self.per_request.as_secs_f64()).min(self.requests)
            }
            None => self.requests,
        };
        let is_allowed = present >= 1.0;
        let left = if is_allowed { present - 1.0 } else { present };
        users.remember(user_id, left, now);
        (!is_allowed).then(|| self.per_request.mul_f64(1.0 - present))
    }
}

impl Users {
    fn remember(&mut self, user_id: &str, left: f64, at: Instant) {
        let turn = self.turns;
        self.turns += 1;
        self.by_turn.insert(turn, user_id.to_owned());
        let allowance = Allowance { left, at, turn };
        self.by_id.insert(user_id.to_owned(), allowance);
        if self.by_id.len() > MOST_USERS
            && let Some((_, oldest)) = self.by_turn.pop_first()
        {
            self.by_id.remove(&oldest);
        }
    }
}
