//! One exploration: its scenario, and how often each law held or was excused.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::scenario::Scenario;
use crate::verdict::{Excuse, Verdict};

/// More than there are laws.
const LAWS: usize = 64;
const EXCUSES: usize = Excuse::ALL.len();
/// Each thread counts in a shard of its own: threads that share a counter wait for each other.
const SHARDS: usize = 16;

#[derive(Debug)]
pub struct Run {
    pub scenario: Scenario,
    shards: Vec<Shard>,
}

#[derive(Debug)]
#[repr(align(128))]
struct Shard {
    holds: [AtomicU64; LAWS],
    excused: [[AtomicU64; EXCUSES]; LAWS],
}

impl Shard {
    fn new() -> Self {
        Self {
            holds: std::array::from_fn(|_| AtomicU64::new(0)),
            excused: std::array::from_fn(|_| std::array::from_fn(|_| AtomicU64::new(0))),
        }
    }
}

impl Run {
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            scenario: scenario.clone(),
            shards: (0..SHARDS).map(|_| Shard::new()).collect(),
        }
    }

    /// Counts the verdict of the law with this number.
    pub fn count(&self, law: usize, verdict: Verdict) {
        let Some(shard) = self.shards.get(shard_of_this_thread()) else {
            return;
        };
        let counter = match verdict {
            Verdict::Silent | Verdict::Broken => None,
            Verdict::Holds => shard.holds.get(law),
            Verdict::Excused(excuse) => {
                let of_law = shard.excused.get(law);
                of_law.and_then(|excused| excused.get(excuse as usize))
            }
        };
        if let Some(counter) = counter {
            counter.fetch_add(1, Relaxed);
        }
    }

    /// How often the law held.
    pub fn holds(&self, law: usize) -> u64 {
        let of_law = self.shards.iter().filter_map(|shard| shard.holds.get(law));
        of_law.map(|counter| counter.load(Relaxed)).sum()
    }

    /// How often the law was broken and excused for this reason.
    pub fn excused(&self, law: usize, excuse: Excuse) -> u64 {
        let of_law = self
            .shards
            .iter()
            .filter_map(|shard| shard.excused.get(law));
        let counters = of_law.filter_map(|excused| excused.get(excuse as usize));
        counters.map(|counter| counter.load(Relaxed)).sum()
    }
}

fn shard_of_this_thread() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static SHARD: usize = NEXT.fetch_add(1, Relaxed) % SHARDS;
    }
    SHARD.with(|shard| *shard)
}
