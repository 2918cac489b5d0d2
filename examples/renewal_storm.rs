//! What a million embeds do to the backend that mints their sessions, and how far their renewals
//! should be spread.
//!
//! Every session is the real renewal machine. Its surroundings are simulated: an embed that
//! announces its expiry as the service describes, and a backend that answers each mint after a
//! moment, or is down for ten minutes.
//!
//! `cargo run --release --example renewal_storm` prints the tables; with `-- --write` it also
//! writes them and the plot to `docs/`. `STORM_SESSIONS=20000` is quicker and less exact.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::{env, fs, io};

use svc_embed::session::{
    Effect, Epoch, Input, Millis, MintFailure, Mode, Monotonic, Now, Policy, Session, Ticket,
};

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
    let spreads = table_of_spreads(&trials, chosen, sessions);
    let days = table_of_scenes(&scenes);
    println!("{spreads}\n{days}");
    if env::args().any(|argument| argument == "--write") {
        fs::write("docs/renewal-storm.md", page(&spreads, &days, sessions))?;
        let outage = chosen.map(|trial| &trial.first_ten);
        fs::write("docs/renewal-storm.svg", plot(&scenes, outage))?;
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

/// Everything around the sessions.
#[derive(Clone, Copy)]
struct World {
    policy: Policy,
    sessions: u32,
    opened_within: Millis,
    length: Millis,
    /// Whether the tabs are hidden: the browser then runs their timers once a minute.
    is_hidden: bool,
    outage: Option<Outage>,
}

/// Ten minutes in which the backend mints nothing.
#[derive(Clone, Copy)]
struct Outage {
    /// How long after the first session has announced its expiry.
    begins: Millis,
    /// Whether the backend does not answer at all; otherwise it refuses at once.
    hangs: bool,
}

impl Outage {
    fn covers(self, now: Millis) -> bool {
        let begins = MINT + EXPIRING + self.begins;
        (begins..begins + OUTAGE).contains(&now)
    }
}

impl World {
    /// The sessions do not know of each other, so they are simulated one after the other.
    fn run(self) -> Storm {
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
}

impl World {
    /// How many sessions lapse in the worst case of an outage that begins at one of `minutes`:
    /// the backend refuses or hangs, the tabs are visible or hidden.
    fn most_lapsed(self, minutes: RangeInclusive<u64>) -> u64 {
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
struct Storm {
    /// Mints that are asked for in each second.
    asked: Vec<u32>,
    /// Mints that succeed, by the second in which they are asked for.
    minted: Vec<u32>,
    /// Sessions that lapse before they are renewed.
    lapsed: u64,
    /// How many sessions have their fresh id so many seconds after the announcement.
    lateness: Vec<u32>,
}

impl Storm {
    /// The most mints a second that are asked for after the first two hours, in which the
    /// sessions are opened.
    fn renewal_peak(&self) -> u32 {
        peak_after_opening(&self.asked)
    }

    fn total(&self) -> u64 {
        self.asked.iter().map(|&mints| u64::from(mints)).sum()
    }

    /// The time after the announcement at which 99 of 100 sessions have their fresh id.
    fn late(&self) -> Millis {
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

fn peak_after_opening(mints: &[u32]) -> u32 {
    let opened = second_of(2 * HOUR);
    mints.iter().skip(opened).copied().max().unwrap_or(0)
}

/// What happens next in one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The backend has minted an id.
    Minted(Ticket),
    /// The backend has refused.
    Refused(Ticket),
    /// The embed has loaded.
    Ready,
    /// The embed's session announces its expiry, or has lapsed; with the number of that session.
    Expiring(u32),
    Expired(u32),
    /// A timer of the machine.
    Timer,
}

type Queue = BinaryHeap<Reverse<(Millis, Event)>>;

/// One embed: the machine, and what the service has opened for it.
struct Embed<'a> {
    world: World,
    storm: &'a mut Storm,
    queue: &'a mut Queue,
    number: u32,
    machine: Session,
    /// How many sessions the service has opened.
    opened: u32,
    expires: Millis,
    timer: Option<Millis>,
}

impl<'a> Embed<'a> {
    fn open(
        number: u32,
        at: Millis,
        world: World,
        storm: &'a mut Storm,
        queue: &'a mut Queue,
    ) -> Self {
        let machine = Session::mount(reading(at), world.policy, MINUTE, true, scatter(number));
        queue.clear();
        let mut embed = Self {
            world,
            storm,
            queue,
            number,
            machine,
            opened: 0,
            expires: Millis::ZERO,
            timer: None,
        };
        embed.obey(at);
        embed
    }

    fn live(mut self) {
        while let Some(Reverse((now, event))) = self.queue.pop() {
            if now >= self.world.length {
                break;
            }
            if let Some(input) = self.input(now, event) {
                self.machine.handle(reading(now), input);
                self.obey(now);
            }
        }
    }

    fn input(&mut self, now: Millis, event: Event) -> Option<Input> {
        match event {
            Event::Minted(ticket) => Some(Input::Minted(ticket)),
            Event::Refused(ticket) => Some(Input::MintFailed(ticket, MintFailure::Failed)),
            Event::Ready => Some(Input::Ready(Some(Mode::Signed))),
            Event::Expiring(of) if of == self.opened => Some(Input::Expiring {
                expires_at: reading(self.expires).wall,
                expires_in: self.expires - now,
            }),
            Event::Expired(of) if of == self.opened => {
                self.storm.lapsed += 1;
                Some(Input::Expired {
                    expired_at: reading(now).wall,
                    reported_at: reading(now).wall,
                })
            }
            Event::Timer if self.timer == Some(now) => {
                self.timer = None;
                Some(Input::Tick)
            }
            // Of a session that was replaced, or a timer that was set again.
            Event::Expiring(_) | Event::Expired(_) | Event::Timer => None,
        }
    }

    /// Does what the machine asks for.
    fn obey(&mut self, now: Millis) {
        // Each embed is alone on its page, so it has its turn at once.
        if self.machine.awaits_turn() {
            self.machine.handle(reading(now), Input::Turn);
        }
        while let Some(effect) = self.machine.poll() {
            match effect {
                Effect::Mint { ticket, .. } => self.mint(now, ticket),
                Effect::LoadWithId | Effect::Load | Effect::Post => {
                    self.begin_session(now);
                    if effect != Effect::Post {
                        self.machine.handle(reading(now), Input::Loaded);
                        self.plan(now + LOAD, Event::Ready);
                    }
                }
                Effect::Abort
                | Effect::Replay
                | Effect::Settle(_)
                | Effect::RejectReady(_)
                | Effect::AskIfSeen
                | Effect::AskIfViewed
                | Effect::Presume => {}
            }
        }
        let wanted = self
            .machine
            .next_timeout()
            .map(|at| (at - Monotonic::new(0)).max(now));
        let wanted = wanted.map(|at| self.throttle(at));
        if wanted != self.timer {
            self.timer = wanted;
            if let Some(at) = wanted {
                self.plan(at, Event::Timer);
            }
        }
    }

    fn mint(&mut self, now: Millis, ticket: Ticket) {
        count(&mut self.storm.asked, now);
        match self.world.outage.filter(|outage| outage.covers(now)) {
            None => {
                count(&mut self.storm.minted, now);
                self.plan(now + MINT, Event::Minted(ticket));
            }
            Some(Outage { hangs: false, .. }) => self.plan(now + MINT, Event::Refused(ticket)),
            Some(Outage { hangs: true, .. }) => {}
        }
    }

    /// The service opens a session for an id that it has just been given.
    fn begin_session(&mut self, now: Millis) {
        if self.opened > 0 {
            let late = now - (self.expires - LEAD);
            count(&mut self.storm.lateness, late.min(LEAD - SECOND));
        }
        self.opened += 1;
        self.expires = now + LIFETIME;
        self.plan(now + EXPIRING, Event::Expiring(self.opened));
        self.plan(now + LIFETIME, Event::Expired(self.opened));
    }

    /// When a timer really runs. Each hidden tab has a minute of its own.
    fn throttle(&self, at: Millis) -> Millis {
        if self.world.is_hidden {
            let phase = rest(Millis::new(scatter(!self.number).into()), MINUTE);
            at + rest(MINUTE - rest(at + phase, MINUTE), MINUTE)
        } else {
            at
        }
    }

    fn plan(&mut self, at: Millis, event: Event) {
        self.queue.push(Reverse((at, event)));
    }
}

/// What both clocks show so long after the storm has begun.
fn reading(now: Millis) -> Now {
    Now {
        monotonic: Monotonic::new(0) + now,
        wall: Epoch::new(0) + now,
    }
}

/// How often `unit` fits into `time`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast rounds down, and no time is negative"
)]
fn whole(time: Millis, unit: Millis) -> u64 {
    (time.number() / unit.number()) as u64
}

/// What is left of `time` after the last whole `part`.
fn rest(time: Millis, part: Millis) -> Millis {
    Millis::from_number(time.number() % part.number())
}

/// The number of the second in which `time` ends.
fn second_of(time: Millis) -> usize {
    usize::try_from(whole(time, SECOND)).unwrap_or_default()
}

/// Counts one in the second of `at`.
fn count(seconds: &mut [u32], at: Millis) {
    let second = second_of(at);
    if let Some(count) = seconds.get_mut(second) {
        *count += 1;
    }
}

/// Scatters neighbouring numbers over 2^32.
fn scatter(number: u32) -> u32 {
    number.wrapping_mul(0x9e37_79b1) ^ (number.wrapping_mul(0x85eb_ca6b) >> 13)
}

fn table_of_spreads(trials: &[Trial], chosen: Option<&Trial>, sessions: u32) -> String {
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

fn table_of_scenes(scenes: &[Scene]) -> String {
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

/// `17 min`, or `17:30 min`.
fn in_minutes(time: Millis) -> String {
    let seconds = whole(rest(time, MINUTE), SECOND);
    let minutes = whole(time, MINUTE);
    if seconds == 0 {
        format!("{minutes} min")
    } else {
        format!("{minutes}:{seconds:02} min")
    }
}

/// `1,200`.
fn grouped(number: u64) -> String {
    if number < 1_000 {
        number.to_string()
    } else {
        format!("{},{:03}", grouped(number / 1_000), number % 1_000)
    }
}

fn page(spreads: &str, days: &str, sessions: u32) -> String {
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

/// One diagram: two lines over the same time.
struct Diagram<'a> {
    title: String,
    /// Drawn last, and so on top.
    blue: &'a [u32],
    orange: &'a [u32],
    names: [&'static str; 2],
}

fn plot(scenes: &[Scene], outage: Option<&Storm>) -> String {
    let mut diagrams: Vec<Diagram<'_>> = scenes
        .chunks_exact(2)
        .filter_map(|pair| match pair {
            [with, without] => Some(Diagram {
                title: format!("Opened {}: mints per second", with.opened),
                blue: &with.storm.asked,
                orange: &without.storm.asked,
                names: ["with spread", "without"],
            }),
            _ => None,
        })
        .collect();
    diagrams.extend(outage.map(|storm| Diagram {
        title: "Opened within a minute, backend down for ten minutes".to_owned(),
        blue: &storm.minted,
        orange: &storm.asked,
        names: ["mints", "attempts"],
    }));
    let height = 200 * diagrams.len() + 20;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <rect width=\"800\" height=\"{height}\" fill=\"#fff\"/>\n",
    );
    let mut top = 40.0;
    for diagram in &diagrams {
        diagram.draw(&mut out, top);
        top += 200.0;
    }
    out.push_str("</svg>\n");
    out
}

impl Diagram<'_> {
    /// Draws the hundred minutes around the first renewals.
    fn draw(&self, out: &mut String, top: f64) {
        const WIDTH: f64 = 720.0;
        const HEIGHT: f64 = 150.0;
        const LENGTH: usize = 6_000;
        let from = second_of(EXPIRING - 15 * MINUTE);
        let window = |mints: &[u32]| -> Vec<u32> {
            let seconds: Vec<u32> = mints.iter().skip(from).take(LENGTH).copied().collect();
            let tens = seconds.chunks(10);
            tens.map(|ten| ten.iter().copied().max().unwrap_or(0))
                .collect()
        };
        let lines = [
            (window(self.orange), "#e8590c"),
            (window(self.blue), "#3b5bdb"),
        ];
        let most = lines.iter().flat_map(|(line, _)| line).max().copied();
        let most = most.unwrap_or(1).max(1);
        let bottom = top + HEIGHT;
        let [blue, orange] = self.names;
        let _ = writeln!(
            out,
            "<text x=\"50\" y=\"{title:.0}\" font-weight=\"600\">{}</text>\
             <rect x=\"600\" y=\"{box:.0}\" width=\"10\" height=\"10\" fill=\"#3b5bdb\"/><text x=\"615\" y=\"{title:.0}\">{blue}</text>\
             <rect x=\"690\" y=\"{box:.0}\" width=\"10\" height=\"10\" fill=\"#e8590c\"/><text x=\"705\" y=\"{title:.0}\">{orange}</text>",
            self.title,
            title = top - 14.0,
            box = top - 23.0,
        );
        let _ = writeln!(
            out,
            "<path d=\"M50 {top:.0}V{bottom:.0}H770\" fill=\"none\" stroke=\"#868e96\"/><text x=\"44\" y=\"{:.0}\" text-anchor=\"end\">{}</text><text x=\"44\" y=\"{bottom:.0}\" text-anchor=\"end\">0</text>",
            top + 8.0,
            grouped(most.into()),
        );
        for (line, colour) in &lines {
            let mut path = String::new();
            for (place, &mints) in line.iter().enumerate() {
                let x = 50.0 + WIDTH * fraction(place * 10, LENGTH);
                let y = top + HEIGHT * (1.0 - fraction(mints as usize, most as usize));
                let command = if place == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{command}{x:.1} {y:.1}");
            }
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
            );
        }
        for minutes in (0..=100u32).step_by(20) {
            let x = 50.0 + WIDTH * f64::from(minutes) / 100.0;
            let _ = writeln!(
                out,
                "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#495057\">{}</text>",
                bottom + 16.0,
                age(minutes),
            );
        }
    }
}

/// The time since the first tab was opened, where the plot shows `minutes`.
fn age(minutes: u32) -> String {
    let start = u32::try_from(whole(EXPIRING - 15 * MINUTE, MINUTE)).unwrap_or_default();
    let total = start + minutes;
    format!("{}:{:02} h", total / 60, total % 60)
}

#[expect(clippy::cast_precision_loss, reason = "for a plot")]
fn fraction(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
