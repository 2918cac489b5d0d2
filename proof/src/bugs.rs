//! The bugs that the proof must find. Each is a patch in `proof/bugs/` that takes one safeguard out of the
//! core; `tests/planted_bugs.rs` applies it to a copy of the sources.

use crate::laws::Law;
use crate::model::{RENEWED, RESTORED};
use crate::scenario::Fault::{
    self, Act, Destroy, Doubled, Freeze, Lapse, Late, MintFails, MintRepeats, Refused, Reload,
    Renew, TakeOut,
};
use crate::scenario::{LIFETIME, Scenario};

/// One bug, where it shows, and the property that finds it.
pub struct Bug {
    /// The name of its patch, which begins with what it does.
    pub name: &'static str,
    /// A small exploration: a fraction of a second without the bug.
    pub scenario: Scenario,
    pub property: &'static str,
}

impl Bug {
    pub fn all() -> Vec<Self> {
        let bug = |name, scenario, property| Self {
            name,
            scenario,
            property,
        };
        vec![
            bug(
                "second-flight",
                small(2, &[Late, Freeze]),
                Law::SingleFlight.text(),
            ),
            bug(
                "stale-ids",
                Scenario {
                    faults: 1,
                    witnesses: &[],
                    ..Scenario::slow_mints()
                },
                Law::DeliveredFresh.text(),
            ),
            bug("endless-count", small(1, &[Renew]), Law::Attempts.text()),
            bug("no-pause", small(1, &[MintFails]), Law::Pauses.text()),
            bug(
                "hasty-renew",
                small(2, &[MintFails, Renew]),
                Law::Pauses.text(),
            ),
            bug(
                "free-lapses",
                Scenario {
                    faults: 3,
                    allowed: &[Lapse, Late],
                    witnesses: &[],
                    ..Scenario::lapses()
                },
                Law::NoStorm.text(),
            ),
            bug(
                "earlier-events",
                small(2, &[Late, Doubled]),
                Law::OneRenewal.text(),
            ),
            bug("dead-timeout", small(1, &[Late]), RENEWED),
            bug(
                "restless-wait",
                Scenario {
                    faults: 2,
                    allowed: &[TakeOut, Renew],
                    witnesses: &[],
                    ..Scenario::taken_out()
                },
                Law::NobodyMinted.text(),
            ),
            bug("no-replay", small(1, &[Freeze]), RESTORED),
            bug(
                "hasty-foreground",
                small(2, &[Late, Freeze]),
                Law::LoadsLeftAlone.text(),
            ),
            bug(
                "ready-replays",
                Scenario {
                    ready_each_session: true,
                    ..small(1, &[Renew])
                },
                Law::NothingTwice.text(),
            ),
            bug(
                "late-rejection",
                Scenario {
                    horizon: LIFETIME,
                    ..small(3, &[Late, Refused, Freeze])
                },
                Law::LapseShown.text(),
            ),
            bug("forgotten-turn", two(1, &[Late]), Law::NoIdleTurn.text()),
            bug(
                "actions-too-early",
                small(2, &[Reload, Act]),
                Law::ActionsWait.text(),
            ),
            bug(
                "forgotten-ids",
                two(1, &[MintRepeats]),
                Law::NoRepeat.text(),
            ),
        ]
    }

    pub fn of(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|bug| bug.name == name)
    }
}

/// Small explorations that hold without a bug.
pub fn sound() -> [Scenario; 3] {
    [
        small(1, Scenario::mount().allowed),
        small(2, &[Late, Freeze, Refused]),
        two(1, &[Late, Reload, Destroy]),
    ]
}

fn small(faults: u8, allowed: &'static [Fault]) -> Scenario {
    Scenario {
        faults,
        allowed,
        witnesses: &[],
        ..Scenario::mount()
    }
}

/// The same with two embeds.
fn two(faults: u8, allowed: &'static [Fault]) -> Scenario {
    Scenario {
        faults,
        allowed,
        witnesses: &[],
        ..Scenario::two_embeds()
    }
}
