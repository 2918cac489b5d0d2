//! What a million embeds do to the backend that mints their sessions, and how far their renewals
//! should be spread.
//!
//! Every session is the real renewal machine. Its surroundings are simulated: an embed that
//! announces its expiry as the service describes, and a backend that answers each mint after a
//! moment, or is down for ten minutes.
//!
//! `cargo run --release --example renewal_storm` prints the tables; with `-- --write` it also
//! writes them and the plot to `docs/`. `STORM_SESSIONS=20000` is quicker and less exact.

mod embed;
mod plot;
mod report;
mod times;
mod world;

use std::{env, fs, io};

use svc_embed::session::{Millis, Policy};

use crate::times::{in_minutes, whole};
use crate::world::{Outage, Storm, World};

const SECOND: Millis = Millis::from_secs(1);
const MINUTE: Millis = Millis::from_mins(1);
const HOUR: Millis = Millis::from_hours(1);
const DAY: Millis = Millis::from_hours(24);

const SESSIONS: u32 = 1_000_000;
/// How long a signed session is usable, and when it announces its expiry.
const LIFETIME: Millis = Millis::from_hours(23);
const LEAD: Millis = Millis::from_mins(30);
const EXPIRING: Millis = Millis::from_mins(22 * 60 + 30);
/// How long the backend takes to mint, and the embed to load.
const MINT: Millis = Millis::new(250);
const LOAD: Millis = SECOND;

/// The spreads that are compared, in minutes. The machine cuts the last one to the time that is
/// left, less what a mint and its confirmation may take.
const SPREADS: [u64; 11] = [5, 10, 15, 16, 17, 18, 19, 20, 25, 28, 30];
/// That a spread loses sessions shows in one of so many.
const SAMPLE: u32 = 50;
const OUTAGE: Millis = Millis::from_mins(10);
/// At most so many mints a second for a million sessions that were opened within a minute.
const PEAK: u32 = 1_200;

fn main() -> io::Result<()> {
    let sessions = match env::var("STORM_SESSIONS") {
        Ok(number) => number.parse().map_err(io::Error::other)?,
        Err(_) => SESSIONS,
    };
    let mut trials: Vec<Trial> = Vec::new();
    for minutes in SPREADS.into_iter().rev() {
        let is_longest = !trials.iter().any(Trial::loses_nothing);
        trials.push(Trial::run(minutes * MINUTE, sessions, is_longest));
    }
    trials.reverse();
    let chosen = trials.iter().rev().find(|trial| trial.loses_nothing());
    let scenes = scenes(sessions);
    let spreads = report::table_of_spreads(&trials, chosen, sessions);
    let days = report::table_of_scenes(&scenes);
    println!("{spreads}\n{days}");
    if env::args().any(|argument| argument == "--write") {
        fs::write(
            "docs/renewal-storm.md",
            report::page(&spreads, &days, sessions),
        )?;
        let outage = chosen.map(|trial| &trial.first_ten);
        fs::write("docs/renewal-storm.svg", plot::plot(&scenes, outage))?;
    }
    let default = Policy::default().spread;
    let Some(chosen) = chosen.filter(|trial| trial.spread == default) else {
        return Err(io::Error::other("the default is not the chosen spread"));
    };
    if scenes.iter().any(|scene| scene.storm.lapsed > 0) {
        return Err(io::Error::other("sessions lapsed that could be renewed"));
    }
    if sessions >= SESSIONS && chosen.calm.renewal_peak() > PEAK {
        return Err(io::Error::other("too many mints in one second"));
    }
    Ok(())
}

/// What one spread leads to, for sessions that are opened within a minute.
struct Trial {
    spread: Millis,
    /// The backend always answers.
    calm: Storm,
    /// The backend is down for the first ten of the last thirty minutes.
    first_ten: Storm,
    /// How many sessions lapse in these ten minutes, in the worst case: the backend refuses or
    /// hangs, the tabs are visible or hidden.
    lapsed_first: u64,
    /// The same, if the outage begins at a later minute and ends before the lapse.
    lapsed_later: u64,
}

impl Trial {
    /// With `is_longest`, no longer spread loses nothing: a sample is not enough then.
    fn run(spread: Millis, sessions: u32, is_longest: bool) -> Self {
        eprintln!("{sessions} sessions, spread over {} …", in_minutes(spread));
        let calm = World {
            policy: Policy {
                spread,
                ..Policy::default()
            },
            sessions,
            opened_within: MINUTE,
            length: LIFETIME + 10 * MINUTE,
            is_hidden: false,
            outage: None,
        };
        let first_ten = World {
            outage: Some(Outage {
                begins: Millis::ZERO,
                hangs: false,
            }),
            ..calm
        };
        let sample = World {
            sessions: sessions.div_ceil(SAMPLE),
            ..calm
        };
        let last = whole(LEAD - OUTAGE, MINUTE);
        let mut lapsed_later = sample.most_lapsed(1..=last) * u64::from(SAMPLE);
        if is_longest && lapsed_later == 0 {
            lapsed_later = calm.most_lapsed(1..=last);
        }
        Self {
            spread,
            calm: calm.run(),
            first_ten: first_ten.run(),
            lapsed_first: calm.most_lapsed(0..=0),
            lapsed_later,
        }
    }

    fn loses_nothing(&self) -> bool {
        self.calm.lapsed + self.lapsed_first + self.lapsed_later == 0
    }
}

/// Three days of sessions that are opened over an hour or within a minute.
struct Scene {
    opened: &'static str,
    spread: &'static str,
    storm: Storm,
}

fn scenes(sessions: u32) -> Vec<Scene> {
    let default = Policy::default();
    let none = Policy {
        spread: Millis::ZERO,
        ..default
    };
    let mut scenes = Vec::new();
    for (opened, opened_within) in [("over an hour", HOUR), ("within a minute", MINUTE)] {
        for (spread, policy) in [("with", default), ("without", none)] {
            eprintln!("{sessions} sessions opened {opened}, {spread} spread …");
            let world = World {
                policy,
                sessions,
                opened_within,
                length: 3 * DAY,
                is_hidden: false,
                outage: None,
            };
            scenes.push(Scene {
                opened,
                spread,
                storm: world.run(),
            });
        }
    }
    scenes
}
