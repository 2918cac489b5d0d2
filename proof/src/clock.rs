//! Three clocks: the true time, and the two clocks that a page can read.

use svc_embed::session::{Epoch, Millis, Monotonic, Now};

pub const SECOND: Millis = Millis::from_secs(1);
pub const MINUTE: Millis = Millis::from_mins(1);
pub const HOUR: Millis = Millis::from_mins(60);

/// The wall clock at the true time 0, if nobody has set it wrong.
pub const EPOCH: Epoch = Epoch::new(1_700_000_000_000);

/// What the page's clocks show at a true time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clock {
    /// True time since the page was opened.
    pub time: Millis,
    /// Sleep that the monotonic clock has missed.
    pub missed: Millis,
    /// How the wall clock was set.
    pub moved: Moved,
}

/// How far a wall clock is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Moved {
    #[default]
    Not,
    Ahead(Millis),
    Back(Millis),
}

impl Clock {
    /// The reading that a shell hands to the page.
    pub fn now(self) -> Now {
        let right = EPOCH + self.time;
        Now {
            monotonic: self.monotonic(),
            wall: match self.moved {
                Moved::Not => right,
                Moved::Ahead(by) => right + by,
                Moved::Back(by) => right - by,
            },
        }
    }

    pub fn monotonic(self) -> Monotonic {
        Monotonic::new(0) + (self.time - self.missed)
    }

    /// The true time at which the monotonic clock shows `monotonic`, unless it misses more sleep.
    pub fn time_of(self, monotonic: Monotonic) -> Millis {
        monotonic - Monotonic::new(0) + self.missed
    }
}
