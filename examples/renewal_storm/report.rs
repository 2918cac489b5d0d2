//! The tables, and the page that explains them.

use std::fmt::Write as _;

use svc_embed::session::Session;

use crate::times::in_minutes;
use crate::world::peak_after_opening;
use crate::{Scene, Trial};

pub fn table_of_spreads(trials: &[Trial], chosen: Option<&Trial>, sessions: u32) -> String {
    let mut out = String::from(
        "| spread | peak, mints/s | 99 of 100 renewed after | down for the first ten: lapsed | 99 of 100 renewed after | peak of attempts/s | peak of mints/s | down for ten later: lapsed |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for trial in trials {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            in_minutes(trial.spread),
            grouped(trial.calm.renewal_peak().into()),
            in_minutes(trial.calm.late()),
            grouped(trial.lapsed_first),
            in_minutes(trial.first_ten.late()),
            grouped(trial.first_ten.renewal_peak().into()),
            grouped(peak_after_opening(&trial.first_ten.minted).into()),
            grouped(trial.lapsed_later),
        );
    }
    let _ = match chosen {
        Some(trial) => writeln!(
            out,
            "\nChosen: {}, the longest spread that loses none of {} sessions.",
            in_minutes(trial.spread),
            grouped(sessions.into()),
        ),
        None => writeln!(out, "\nEvery spread loses sessions."),
    };
    out
}

pub fn table_of_scenes(scenes: &[Scene]) -> String {
    let mut out = String::from(
        "| opened | spread | mints | peak while opening, mints/s | peak while renewing, mints/s | lapsed | bytes per session |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for scene in scenes {
        let storm = &scene.storm;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            scene.opened,
            scene.spread,
            grouped(storm.total()),
            grouped(storm.asked.iter().copied().max().unwrap_or(0).into()),
            grouped(storm.renewal_peak().into()),
            grouped(storm.lapsed),
            size_of::<Session>(),
        );
    }
    out
}

pub fn page(spreads: &str, days: &str, sessions: u32) -> String {
    let sessions = grouped(sessions.into());
    format!(
        "<!-- Written by `cargo run --release --example renewal_storm -- --write`. -->\n\n\
         # A million sessions\n\n\
         This page shows what the embeds of a large service do to the backend that mints their \
         sessions, and why `spreadMs` is 18 minutes by default.\n\n\
         ```sh\n\
         cargo run --release --example renewal_storm            # prints the tables\n\
         cargo run --release --example renewal_storm -- --write # also writes this page and its plot\n\
         STORM_SESSIONS=20000 cargo run --release --example renewal_storm\n\
         ```\n\n\
         Every session is the real renewal machine. The service announces each expiry half an hour \
         ahead, and the backend answers each mint after a quarter of a second. There are {sessions} \
         sessions.\n\n\
         ## Which spread\n\n\
         All sessions are opened within a minute, as after a release, so all announcements come \
         within a minute too. In an outage the backend mints nothing for ten of the last thirty \
         minutes. A session is lost if it lapses before it is renewed.\n\n\
         {spreads}\n\
         - **Peak, mints/s**: the most mints that were asked for in one second, while the backend \
         works.\n\
         - **Down for the first ten**: the outage begins with the first announcement. Lapsed counts \
         the worst of four cases: the backend refuses at once or does not answer, and the tabs are \
         visible or hidden. The browser runs the timers of a hidden tab once a minute. The times \
         and peaks are those of a backend that refuses and of visible tabs.\n\
         - **Attempts/s, mints/s**: the most attempts in one second, most of which fail during the \
         outage, and the most that succeed in one second after it. Those whose attempt has just \
         failed come back together.\n\
         - **Down for ten later**: the outage begins 1, 2, 3 … 20 minutes after the first \
         announcement; the worst of these and of the four cases counts. For the spreads that were \
         not chosen, the number is an estimate from a fiftieth of the sessions.\n\n\
         A longer spread has a lower peak. Its last renewals start late, so an outage that begins \
         late leaves them no time for another attempt. The default is the longest spread that loses \
         nothing whenever the outage begins.\n\n\
         The spread cannot do this by itself: eight attempts that fail at once are over within three \
         minutes. A renewal that gave up is therefore followed by another, half-way to the lapse. \
         Without that rule, sessions lapse at every spread; with a spread of five minutes, all do.\n\n\
         ## Three days\n\n\
         The backend always answers.\n\n\
         {days}\n\
         ![Mints per second while the sessions of the first day are renewed, and in an outage](renewal-storm.svg)\n\n\
         Sessions that were opened over an hour are renewed over an hour, so the spread changes \
         little. It matters if many pages are opened at one moment, such as after a release or an \
         outage: without a spread they come back at one moment too, every day. With it, each day's \
         renewals are spread wider than those of the day before.\n"
    )
}

/// `1,200`.
pub fn grouped(number: u64) -> String {
    if number < 1_000 {
        number.to_string()
    } else {
        format!("{},{:03}", grouped(number / 1_000), number % 1_000)
    }
}
