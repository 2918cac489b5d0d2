//! Clock readings. The machine never reads a clock: every reading is handed in.

/// A duration or a point on the monotonic clock, in milliseconds.
pub type Millis = u64;

/// A time that no clock reaches: that of a timer that is not set, or of an end that no event has
/// reported.
pub(super) const NEVER: Millis = Millis::MAX;

/// One reading of both clocks a page has.
///
/// Durations are those of `monotonic`. On several systems that clock stops while the computer sleeps,
/// and `wall` shows how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Now {
    /// `performance.now()`, whole milliseconds.
    pub monotonic: Millis,
    /// `Date.now()`, epoch milliseconds.
    pub wall: Millis,
}

/// How far the wall clock may run ahead of the monotonic one before that counts as sleep.
///
/// A correction of the wall clock (a wrong zone, a summer-time error) is at most an hour; a longer lead
/// means that the monotonic clock was stopped.
pub const WALL_SLACK: Millis = 60 * 60 * 1000;

impl Now {
    /// Time passed since `earlier`.
    #[inline(never)]
    pub(super) fn since(self, earlier: Now) -> Millis {
        self.monotonic.saturating_sub(earlier.monotonic)
    }

    /// The longest time that may have passed since `earlier` by either clock.
    pub(super) fn at_most_since(self, earlier: Now) -> Millis {
        let by_wall = self.wall.saturating_sub(earlier.wall);
        self.since(earlier).max(by_wall)
    }

    /// What the monotonic clock shows after `delay`.
    #[inline(never)]
    pub(super) fn after(self, delay: Millis) -> Millis {
        self.monotonic.saturating_add(delay)
    }
}
