//! Time. The machine never reads a clock: every reading is handed in.

use core::ops::{Add, AddAssign, Div, Mul, Rem, Sub};

/// A span of time, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// No time.
    pub const ZERO: Self = Self(0);

    /// Longer than any page is open: a phase that no timer ends.
    pub(super) const FOREVER: Self = Self(u64::MAX);

    /// So many seconds.
    ///
    /// ```
    /// use svc_embed::session::Millis;
    ///
    /// assert_eq!(Millis::from_secs(30), Millis(30_000));
    /// ```
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1_000))
    }

    /// So many minutes.
    #[must_use]
    pub const fn from_mins(minutes: u64) -> Self {
        Self::from_secs(minutes.saturating_mul(60))
    }

    /// So many hours.
    #[must_use]
    pub const fn from_hours(hours: u64) -> Self {
        Self::from_mins(hours.saturating_mul(60))
    }

    pub(super) fn abs_diff(self, other: Self) -> Self {
        Self(self.0.abs_diff(other.0))
    }
}

/// A point in time by the monotonic clock of a page: `performance.now()` in whole milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Monotonic(pub u64);

impl Monotonic {
    /// Earlier than any reading: the end of a period that has passed.
    pub(super) const START: Self = Self(0);

    /// The latest reading there is.
    pub(super) const LAST: Self = Self(u64::MAX - 1);

    /// Later than any reading: the time of a timer that is not set.
    pub(super) const NEVER: Self = Self(u64::MAX);

    /// This time for others; `None` for [`Monotonic::NEVER`].
    pub(super) fn known(self) -> Option<Self> {
        (self != Self::NEVER).then_some(self)
    }
}

/// A point in time by a wall clock: `Date.now()`, epoch milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Epoch(pub u64);

impl Epoch {
    /// A time that no clock reaches: that of an end that no event has reported.
    pub(super) const NEVER: Self = Self(u64::MAX);

    /// This time for others; `None` for [`Epoch::NEVER`].
    pub(super) fn known(self) -> Option<Self> {
        (self != Self::NEVER).then_some(self)
    }
}

// Sums and differences saturate: a clock reading may be any number.

impl Add for Millis {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, more: Self) {
        *self = *self + more;
    }
}

impl Sub for Millis {
    type Output = Self;

    fn sub(self, less: Self) -> Self {
        Self(self.0.saturating_sub(less.0))
    }
}

impl Mul<Millis> for u64 {
    type Output = Millis;

    fn mul(self, time: Millis) -> Millis {
        Millis(self.saturating_mul(time.0))
    }
}

impl Div<u64> for Millis {
    type Output = Self;

    fn div(self, parts: u64) -> Self {
        Self(self.0 / parts)
    }
}

/// How often the other time fits into this one; as with integers, it must not be zero.
impl Div for Millis {
    type Output = u64;

    fn div(self, part: Self) -> u64 {
        self.0 / part.0
    }
}

/// What is left of this time after the last whole part; as with integers, no part may be zero.
impl Rem for Millis {
    type Output = Self;

    fn rem(self, part: Self) -> Self {
        Self(self.0 % part.0)
    }
}

/// The arithmetic of points in time, as [`std::time::Instant`] has it.
macro_rules! points {
    ($($point:ident),*) => {$(
        impl Add<Millis> for $point {
            type Output = Self;

            fn add(self, time: Millis) -> Self {
                Self(self.0.saturating_add(time.0))
            }
        }

        impl AddAssign<Millis> for $point {
            fn add_assign(&mut self, time: Millis) {
                *self = *self + time;
            }
        }

        impl Sub<Millis> for $point {
            type Output = Self;

            fn sub(self, time: Millis) -> Self {
                Self(self.0.saturating_sub(time.0))
            }
        }

        /// The time that has passed since the other point; none if that is later.
        impl Sub for $point {
            type Output = Millis;

            fn sub(self, earlier: Self) -> Millis {
                Millis(self.0.saturating_sub(earlier.0))
            }
        }
    )*};
}

points!(Monotonic, Epoch);

/// One reading of both clocks that a page has.
///
/// Durations are those of `monotonic`. On several systems that clock stops while the computer sleeps,
/// and `wall` shows how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Now {
    /// `performance.now()`.
    pub monotonic: Monotonic,
    /// `Date.now()`.
    pub wall: Epoch,
}

/// How far the wall clock may run ahead of the monotonic one before that counts as sleep.
///
/// A correction of the wall clock (a wrong zone, a summer-time error) is at most an hour; a longer
/// lead means that the monotonic clock was stopped.
pub const WALL_SLACK: Millis = Millis::from_hours(1);

impl Now {
    /// The time that passed since `earlier`.
    #[inline(never)]
    pub(super) fn since(self, earlier: Now) -> Millis {
        self.monotonic - earlier.monotonic
    }

    /// The longest time that may have passed since `earlier` by either clock.
    pub(super) fn at_most_since(self, earlier: Now) -> Millis {
        self.since(earlier).max(self.wall - earlier.wall)
    }

    /// What the monotonic clock shows after `delay`.
    #[inline(never)]
    pub(super) fn after(self, delay: Millis) -> Monotonic {
        self.monotonic + delay
    }
}
