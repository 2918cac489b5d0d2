//! Clock readings. Nothing here asks a clock: every reading is handed in.

/// A duration or a point on the monotonic clock, in milliseconds.
pub type Millis = u64;

/// What no clock reaches: the time of a timer that is not armed, and of what nobody has told.
pub(super) const NEVER: Millis = Millis::MAX;

/// One reading of both clocks a page has.
///
/// Durations are taken from `monotonic`; `wall` is a second witness for what the monotonic clock
/// may miss (on several systems it stands still while the machine sleeps).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Now {
    /// `performance.now()`, whole milliseconds.
    pub monotonic: Millis,
    /// `Date.now()`, epoch milliseconds.
    pub wall: Millis,
}

/// How far the wall clock may run ahead of the monotonic one before that counts as sleep.
///
/// A correction of the wall clock (a wrong zone, a summer-time error) is an hour at the most; a
/// longer lead means that the monotonic clock stood still.
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
