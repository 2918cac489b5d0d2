//! Time. The machine never reads a clock: every reading is handed in.

use core::hash::{Hash, Hasher};
use core::ops::{Add, Div, Mul, Sub};

/// Declares a kind of time. It is a floating-point number as in JavaScript, so that it crosses to a
/// page as it is. It is never negative and never NaN, so that times have an order.
macro_rules! times {
    ($($(#[doc = $doc:literal])* $time:ident)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
        #[repr(transparent)]
        pub struct $time(f64);

        impl $time {
            /// Later than any reading, or longer than any page is open: a timer that is not set, an end that no event
            /// has reported, or a retry that never comes.
            pub const NEVER: Self = Self(f64::INFINITY);

            /// This time; `None` if it is `NEVER`.
            #[must_use]
            pub fn known(self) -> Option<Self> {
                (self != Self::NEVER).then_some(self)
            }

            /// A time of this many milliseconds.
            #[must_use]
            #[expect(
                clippy::cast_precision_loss,
                reason = "exact for the next 285,000 years"
            )]
            pub const fn new(milliseconds: u64) -> Self {
                Self(milliseconds as f64)
            }

            /// A time of this many milliseconds; zero if the number is negative or NaN.
            // Not inlined: each difference calls it, and inlining it costs 35 bytes.
            #[must_use]
            #[inline(never)]
            pub const fn from_number(milliseconds: f64) -> Self {
                Self(if milliseconds > 0.0 { milliseconds } else { 0.0 })
            }

            /// The milliseconds.
            #[must_use]
            pub const fn number(self) -> f64 {
                self.0
            }
        }

        impl Eq for $time {}

        #[expect(
            clippy::derive_ord_xor_partial_ord,
            reason = "no time is NaN, so the derived order is total"
        )]
        impl Ord for $time {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.partial_cmp(other).unwrap_or(core::cmp::Ordering::Equal)
            }

            // The derived comparison is one instruction; the provided method calls `cmp`.
            fn max(self, other: Self) -> Self {
                if self > other { self } else { other }
            }

            fn min(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
        }

        impl Hash for $time {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.to_bits().hash(state);
            }
        }

        impl Add<Millis> for $time {
            type Output = Self;

            fn add(self, time: Millis) -> Self {
                Self(self.0 + time.0)
            }
        }
    )*};
}

times! {
    /// A span of time, in milliseconds.
    Millis
    /// A point in time by the monotonic clock of a page: `performance.now()`.
    Monotonic
    /// A point in time by a wall clock: `Date.now()`, epoch milliseconds.
    Epoch
}

impl Millis {
    /// No time.
    pub const ZERO: Self = Self::new(0);

    /// A span of this many seconds.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Self {
        Self::new(seconds * 1_000)
    }

    /// A span of this many minutes.
    #[must_use]
    pub const fn from_mins(minutes: u64) -> Self {
        Self::from_secs(minutes * 60)
    }
}

impl Monotonic {
    /// Not later than any reading.
    pub(super) const PAST: Self = Self::new(0);

    /// The latest reading there is.
    pub(super) const LAST: Self = Self(f64::MAX);
}

impl Mul<Millis> for u64 {
    type Output = Millis;

    fn mul(self, time: Millis) -> Millis {
        Millis::from_number(Millis::new(self).0 * time.0)
    }
}

impl Div<u32> for Millis {
    type Output = Self;

    fn div(self, parts: u32) -> Self {
        Self::from_number(self.0 / f64::from(parts))
    }
}

/// Differences are never negative: between a time and a later one there is no time.
macro_rules! differences {
    ($($minuend:ident - $subtrahend:ident = $difference:ident;)*) => {$(
        impl Sub<$subtrahend> for $minuend {
            type Output = $difference;

            fn sub(self, earlier: $subtrahend) -> $difference {
                $difference::from_number(self.0 - earlier.0)
            }
        }
    )*};
}

differences! {
    Millis - Millis = Millis;
    Monotonic - Millis = Monotonic;
    Monotonic - Monotonic = Millis;
    Epoch - Millis = Epoch;
    Epoch - Epoch = Millis;
}

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
pub const WALL_SLACK: Millis = Millis::from_mins(60);

impl Now {
    /// The time that passed since `earlier`.
    pub(super) fn since(self, earlier: Monotonic) -> Millis {
        self.monotonic - earlier
    }

    /// The longest time that may have passed since `earlier` by either clock.
    pub(super) fn at_most_since(self, earlier: Now) -> Millis {
        self.since(earlier.monotonic).max(self.wall - earlier.wall)
    }

    /// What the monotonic clock shows after `delay`.
    pub(super) fn after(self, delay: Millis) -> Monotonic {
        self.monotonic + delay
    }
}
