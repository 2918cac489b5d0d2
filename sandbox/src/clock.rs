//! The sandbox's clock: the wall clock plus an offset that a test moves.
//!
//! All code that depends on time reads this clock. The sockets of the embed pages watch it, because
//! they must act when it is moved.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Milliseconds since the Unix epoch.
pub type EpochMs = i64;

/// The maximum offset, about a hundred years. A larger one could make sums overflow.
const FARTHEST_MS: i64 = 100 * 366 * 24 * 60 * 60 * 1_000;

/// A wall clock with a movable offset.
#[derive(Debug)]
pub struct Clock {
    offset: watch::Sender<i64>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            offset: watch::Sender::new(0),
        }
    }
}

impl Clock {
    /// The sandbox's time.
    pub fn now(&self) -> EpochMs {
        wall().saturating_add(self.offset_ms())
    }

    /// The sandbox's time minus the wall clock.
    pub fn offset_ms(&self) -> i64 {
        *self.offset.borrow()
    }

    /// Sets the offset from the wall clock and notifies every watcher.
    pub fn set_offset(&self, offset_ms: i64) {
        self.offset
            .send_replace(offset_ms.clamp(-FARTHEST_MS, FARTHEST_MS));
    }

    /// Moves the clock forward, or back if negative, and notifies every watcher.
    pub fn advance(&self, by_ms: i64) {
        self.set_offset(self.offset_ms().saturating_add(by_ms));
    }

    /// A receiver that is notified at each move of the clock.
    pub fn watch(&self) -> watch::Receiver<i64> {
        self.offset.subscribe()
    }
}

/// The wall clock: the sandbox's time without the offset.
pub fn wall() -> EpochMs {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|elapsed| EpochMs::try_from(elapsed.as_millis()).ok())
        .unwrap_or_default()
}
