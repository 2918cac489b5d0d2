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

    /// Whether the timer measures the session's age, where time asleep counts too.
    fn counts_sleep(self) -> bool {
        matches!(self, Timer::Overdue | Timer::Lapse)
    }
}

/// When each timer is due, on the monotonic clock.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Timers {
    ready: Option<Millis>,
    attempt: Option<Millis>,
    mint: Option<Millis>,
    confirm: Option<Millis>,
    overdue: Option<Millis>,
    lapse: Option<Millis>,
}

impl Timers {
    /// Arms `timer`, in place of what it was set to before.
    pub fn arm(&mut self, timer: Timer, at: Millis) {
        *self.slot(timer) = Some(at);
    }

    /// Arms `timer` where it is not armed yet.
    pub fn arm_if_unarmed(&mut self, timer: Timer, at: Millis) {
        self.slot(timer).get_or_insert(at);
    }

    /// When `timer` is due.
    pub fn due(&self, timer: Timer) -> Option<Millis> {
        match timer {
            Timer::Ready => self.ready,
            Timer::Attempt => self.attempt,
            Timer::Mint => self.mint,
            Timer::Confirm => self.confirm,
            Timer::Overdue => self.overdue,
            Timer::Lapse => self.lapse,
        }
    }

    /// Arms `timer`, or disarms it.
    pub fn set(&mut self, timer: Timer, at: Option<Millis>) {
        *self.slot(timer) = at;
    }

    /// Whether `timer` is armed.
    pub fn is_armed(&self, timer: Timer) -> bool {
        self.due(timer).is_some()
    }

    /// Disarms `timer`; nothing happens where it was not armed.
    pub fn stop(&mut self, timer: Timer) {
        *self.slot(timer) = None;
    }

    /// Disarms every timer.
    pub fn stop_all(&mut self) {
        *self = Timers::default();
    }

    /// The earliest due time of all armed timers.
    pub fn next(&self) -> Option<Millis> {
        [
            self.ready,
            self.attempt,
            self.mint,
            self.confirm,
            self.overdue,
            self.lapse,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// Brings those timers forward that measure the session's age, by time that the monotonic
    /// clock has missed.
    pub fn count_sleep(&mut self, asleep: Millis) {
        for timer in Timer::ALL.into_iter().filter(|timer| timer.counts_sleep()) {
            let slot = self.slot(timer);
            *slot = slot.map(|at| at.saturating_sub(asleep));
        }
    }

    /// Takes one timer that is due, in the order of [`Timer::ALL`].
    pub fn expire(&mut self, now: Millis) -> Option<Timer> {
        Timer::ALL.into_iter().find(|&timer| {
            let slot = self.slot(timer);
            let due = slot.is_some_and(|at| at <= now);
            if due {
                *slot = None;
            }
            due
        })
    }

    fn slot(&mut self, timer: Timer) -> &mut Option<Millis> {
        match timer {
            Timer::Ready => &mut self.ready,
            Timer::Attempt => &mut self.attempt,
            Timer::Mint => &mut self.mint,
            Timer::Confirm => &mut self.confirm,
            Timer::Overdue => &mut self.overdue,
            Timer::Lapse => &mut self.lapse,
        }
    }
}
