//! Three clocks: the true time, and the two clocks that a page can read.

use svc_embed::session::{Millis, Now};

pub const SECOND: Millis = 1_000;
pub const MINUTE: Millis = 60 * SECOND;
pub const HOUR: Millis = 60 * MINUTE;

/// The wall clock at the true time 0, if nobody has set it wrong.
pub const EPOCH: Millis = 1_700_000_000_000;

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
        Now {
            monotonic: self.monotonic(),
            wall: (EPOCH + self.time).saturating_add_signed(self.moved),
        }
    }

    pub fn monotonic(self) -> Millis {
        self.time - self.missed
    }

    /// The true time at which the monotonic clock shows `monotonic`, unless it misses more sleep.
    pub fn time_of(self, monotonic: Millis) -> Millis {
        monotonic + self.missed
    }
}
