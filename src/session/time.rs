//! Clock readings and the table of timers. Nothing here asks a clock: every reading is handed in.

/// A duration or a point on the monotonic clock, in milliseconds.
pub type Millis = u64;

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
    /// Time passed since `earlier`, sleep included: the monotonic duration, or the wall clock's
    /// less [`WALL_SLACK`] where that is more.
    pub fn since(self, earlier: Now) -> Millis {
        let monotonic = self.monotonic.saturating_sub(earlier.monotonic);
        let wall = self.wall.saturating_sub(earlier.wall);
        monotonic.max(wall.saturating_sub(WALL_SLACK))
    }

    /// The longest time that may have passed since `earlier` by either clock.
    pub fn at_most_since(self, earlier: Now) -> Millis {
        let monotonic = self.monotonic.saturating_sub(earlier.monotonic);
        monotonic.max(self.wall.saturating_sub(earlier.wall))
    }
}

/// What the machine may be waiting for. Each timer is armed at most once at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Timer {
    /// `ready` is overdue.
    Ready,
    /// A renewal that was spread or backed off is to be attempted.
    Attempt,
    /// The mint under way has taken too long.
    Mint,
    /// No rejection came in time: the id that was posted has been taken.
    Confirm,
    /// The session has reached the age at which it is renewed even though no event came.
    Overdue,
    /// The session stops working.
    Lapse,
}

impl Timer {
    const ALL: [Timer; 6] = [
        Timer::Ready,
        Timer::Lapse,
        Timer::Mint,
        Timer::Confirm,
        Timer::Overdue,
        Timer::Attempt,
    ];

    /// Those that measure the session's age, where time asleep counts too.
    const OF_AGE: [Timer; 2] = [Timer::Overdue, Timer::Lapse];
}

/// What no clock reaches: the time of a timer that is not armed.
const NEVER: Millis = Millis::MAX;

/// When each timer is due, on the monotonic clock.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Timers([Millis; Timer::ALL.len()]);

impl Default for Timers {
    fn default() -> Self {
        Self([NEVER; Timer::ALL.len()])
    }
}

impl Timers {
    /// Arms `timer`, in place of what it was set to before.
    pub fn arm(&mut self, timer: Timer, at: Millis) {
        if let Some(slot) = self.0.get_mut(timer as usize) {
            *slot = at;
        }
    }

    /// Arms `timer` where it is not armed yet.
    pub fn arm_if_unarmed(&mut self, timer: Timer, at: Millis) {
        if !self.is_armed(timer) {
            self.arm(timer, at);
        }
    }

    /// When `timer` is due.
    pub fn due(&self, timer: Timer) -> Option<Millis> {
        Some(self.at(timer)).filter(|at| *at != NEVER)
    }

    /// Arms `timer`, or disarms it.
    pub fn set(&mut self, timer: Timer, at: Option<Millis>) {
        self.arm(timer, at.unwrap_or(NEVER));
    }

    /// Whether `timer` is armed.
    pub fn is_armed(&self, timer: Timer) -> bool {
        self.at(timer) != NEVER
    }

    /// Disarms `timer`; nothing happens where it was not armed.
    pub fn stop(&mut self, timer: Timer) {
        self.arm(timer, NEVER);
    }

    /// Disarms every timer.
    pub fn stop_all(&mut self) {
        *self = Timers::default();
    }

    /// The earliest due time of all armed timers.
    pub fn next(&self) -> Option<Millis> {
        let earliest = self.0.iter().fold(NEVER, |next, at| next.min(*at));
        Some(earliest).filter(|at| *at != NEVER)
    }

    /// Brings those timers forward that measure the session's age, by time that the monotonic
    /// clock has missed.
    pub fn count_sleep(&mut self, asleep: Millis) {
        for timer in Timer::OF_AGE {
            if self.is_armed(timer) {
                self.arm(timer, self.at(timer).saturating_sub(asleep));
            }
        }
    }

    /// Takes one timer that is due, in the order of [`Timer::ALL`].
    pub fn expire(&mut self, now: Millis) -> Option<Timer> {
        let due = |timer: &&Timer| self.is_armed(**timer) && self.at(**timer) <= now;
        let timer = *Timer::ALL.iter().find(due)?;
        self.stop(timer);
        Some(timer)
    }

    fn at(&self, timer: Timer) -> Millis {
        self.0.get(timer as usize).copied().unwrap_or(NEVER)
    }
}
