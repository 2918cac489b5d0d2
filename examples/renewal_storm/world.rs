//! What is around the sessions, and what the backend sees of them.

use std::collections::BinaryHeap;
use std::ops::RangeInclusive;

use svc_embed::session::{Millis, Policy};

use crate::embed::{Embed, scatter};
use crate::times::{rest, second_of};
use crate::{EXPIRING, HOUR, LEAD, MINT, MINUTE, OUTAGE, SECOND};

/// Everything around the sessions.
#[derive(Clone, Copy)]
pub struct World {
    pub policy: Policy,
    pub sessions: u32,
    pub opened_within: Millis,
    pub length: Millis,
    /// Whether the tabs are hidden: the browser then runs their timers once a minute.
    pub is_hidden: bool,
    pub outage: Option<Outage>,
}

/// Ten minutes in which the backend mints nothing.
#[derive(Clone, Copy)]
pub struct Outage {
    /// How long after the first session has announced its expiry.
    pub begins: Millis,
    /// Whether the backend does not answer at all; otherwise it refuses at once.
    pub hangs: bool,
}

impl Outage {
    pub fn covers(self, now: Millis) -> bool {
        let begins = MINT + EXPIRING + self.begins;
        (begins..begins + OUTAGE).contains(&now)
    }
}

impl World {
    /// The sessions do not know of each other, so they are simulated one after the other.
    pub fn run(self) -> Storm {
        let seconds = second_of(self.length);
        let mut storm = Storm {
            asked: vec![0; seconds],
            minted: vec![0; seconds],
            lapsed: 0,
            lateness: vec![0; second_of(LEAD)],
        };
        let mut queue = BinaryHeap::new();
        for number in 0..self.sessions {
            let opened = rest(Millis::new(scatter(number).into()), self.opened_within);
            Embed::open(number, opened, self, &mut storm, &mut queue).live();
        }
        storm
    }

    /// How many sessions lapse in the worst case of an outage that begins at one of `minutes`:
    /// the backend refuses or hangs, the tabs are visible or hidden.
    pub fn most_lapsed(self, minutes: RangeInclusive<u64>) -> u64 {
        let mut most = 0;
        for minute in minutes {
            for (is_hidden, hangs) in [(false, false), (false, true), (true, false), (true, true)] {
                let begins = minute * MINUTE;
                let world = Self {
                    is_hidden,
                    outage: Some(Outage { begins, hangs }),
                    ..self
                };
                most = most.max(world.run().lapsed);
            }
        }
        most
    }
}

/// What the backend sees of all sessions, and what becomes of them.
pub struct Storm {
    /// Mints that are asked for in each second.
    pub asked: Vec<u32>,
    /// Mints that succeed, by the second in which they are asked for.
    pub minted: Vec<u32>,
    /// Sessions that lapse before they are renewed.
    pub lapsed: u64,
    /// How many sessions have their fresh id so many seconds after the announcement.
    pub lateness: Vec<u32>,
}

impl Storm {
    /// The most mints a second that are asked for after the first two hours, in which the
    /// sessions are opened.
    pub fn renewal_peak(&self) -> u32 {
        peak_after_opening(&self.asked)
    }

    pub fn total(&self) -> u64 {
        self.asked.iter().map(|&mints| u64::from(mints)).sum()
    }

    /// The time after the announcement at which 99 of 100 sessions have their fresh id.
    pub fn late(&self) -> Millis {
        let all: u64 = self.lateness.iter().map(|&count| u64::from(count)).sum();
        let mut seen = 0;
        let mut seconds = Millis::ZERO;
        for &count in &self.lateness {
            if seen * 100 >= all * 99 {
                break;
            }
            seen += u64::from(count);
            seconds += SECOND;
        }
        seconds
    }
}

pub fn peak_after_opening(mints: &[u32]) -> u32 {
    let opened = second_of(2 * HOUR);
    mints.iter().skip(opened).copied().max().unwrap_or(0)
}
