//! Three clocks: the true time, and the two clocks that a page can read.

use svc_embed::session::{Epoch, Millis, Monotonic, Now};

pub const SECOND: Millis = Millis::from_secs(1);
pub const MINUTE: Millis = Millis::from_mins(1);
pub const HOUR: Millis = Millis::from_hours(1);

/// The wall clock at the true time 0, if nobody has set it wrong.
pub const EPOCH: Epoch = Epoch(1_700_000_000_000);

/// What the page's clocks show at a true time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clock {
    /// True time since the page was opened.
    pub time: Millis,
    /// Sleep that the monotonic clock has missed.
    pub missed: Millis,
    /// How far the wall clock was set forwards or back.
    pub moved: i64,
}

impl Clock {
    /// The reading that a shell hands to the page.
    pub fn now(self) -> Now {
        let Epoch(right) = EPOCH + self.time;
        Now {
            monotonic: self.monotonic(),
            wall: Epoch(right.saturating_add_signed(self.moved)),
        }
    }

    pub fn monotonic(self) -> Monotonic {
        Monotonic(0) + (self.time - self.missed)
    }

    /// The true time at which the monotonic clock shows `monotonic`, unless it misses more sleep.
    pub fn time_of(self, monotonic: Monotonic) -> Millis {
        monotonic - Monotonic(0) + self.missed
    }
}
