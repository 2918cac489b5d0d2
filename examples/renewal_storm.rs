//! What a million embeds do to the backend that mints their sessions.
//!
//! Every session is the real renewal machine; only its surroundings are simulated: an embed that
//! announces its expiry as the service describes, and a backend that answers each mint after a
//! moment. Three days of it, with and without the spread of renewals over time.
//!
//! `cargo run --release --example renewal_storm` prints the table; with `-- --write` it also
//! writes the table and the plot to `docs/`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;
use std::{env, fs, io};

use svc_embed::protocol::SessionId;
use svc_embed::session::{Effect, Input, Millis, Mode, Now, Policy, Session};

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

const SESSIONS: u32 = 1_000_000;
const LENGTH: Millis = 3 * DAY;
/// How long a signed session is usable, and when it says that it will lapse.
const LIFETIME: Millis = 23 * HOUR;
const EXPIRING: Millis = LIFETIME - 30 * MINUTE;
/// How long the backend takes to mint, and the embed to load.
const MINT: Millis = 250;
const LOAD: Millis = SECOND;

fn main() -> io::Result<()> {
    let sessions = match env::var("STORM_SESSIONS") {
        Ok(number) => number.parse().map_err(io::Error::other)?,
        Err(_) => SESSIONS,
    };
    let spread = Policy::default();
    let none = Policy {
        spread: 0,
        ..spread
    };
    let scenarios = [
        ("over an hour", HOUR, "with", spread),
        ("over an hour", HOUR, "without", none),
        ("within a minute", MINUTE, "with", spread),
        ("within a minute", MINUTE, "without", none),
    ];
    let storms: Vec<Storm> = scenarios
        .iter()
        .map(|&(opened, within, with, policy)| {
            eprintln!("{sessions} sessions opened {opened}, {with} spread …");
            Storm::run(opened, with, sessions, within, policy)
        })
        .collect();
    let table = table(&storms, sessions);
    print!("{table}");
    if env::args().any(|argument| argument == "--write") {
        fs::write("docs/renewal-storm.md", page(&table))?;
        fs::write("docs/renewal-storm.svg", plot(&storms))?;
    }
    let lapsed: u64 = storms.iter().map(|storm| storm.lapsed).sum();
    if lapsed > 0 {
        return Err(io::Error::other("sessions lapsed that could be renewed"));
    }
    Ok(())
}

/// What happens next, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The page mounts the embed.
    Open,
    /// The backend has minted an id.
    Minted(u32),
    /// The embed has loaded.
    Ready,
    /// The embed's session says that it will lapse, or has lapsed; of which session it is.
    Expiring(u32),
    Expired(u32),
    /// A timer of the machine.
    Timer,
}

/// One embed: the machine, and how many sessions the service has opened for it.
struct Embed {
    machine: Session,
    opened: u32,
    expires: Millis,
    timer: Option<Millis>,
}

struct Storm {
    opened: &'static str,
    spread: &'static str,
    /// Mints in each second.
    mints: Vec<u32>,
    lapsed: u64,
    queue: BinaryHeap<Reverse<(Millis, u32, Event)>>,
    embeds: Vec<Embed>,
}

impl Storm {
    fn run(
        opened: &'static str,
        spread: &'static str,
        sessions: u32,
        within: Millis,
        policy: Policy,
    ) -> Self {
        let seconds = usize::try_from(LENGTH / SECOND).unwrap_or_default();
        let mut storm = Self {
            opened,
            spread,
            mints: vec![0; seconds],
            lapsed: 0,
            queue: BinaryHeap::new(),
            embeds: Vec::new(),
        };
        let mut at: Vec<Millis> = (0..sessions)
            .map(|n| Millis::from(scatter(n)) % within)
            .collect();
        at.sort_unstable();
        for (number, at) in (0..sessions).zip(at) {
            storm.queue.push(Reverse((at, number, Event::Open)));
        }
        while let Some(Reverse((now, number, event))) = storm.queue.pop() {
            if now >= LENGTH {
                break;
            }
            storm.happens(now, number, event, policy);
        }
        storm
    }

    fn happens(&mut self, now: Millis, number: u32, event: Event, policy: Policy) {
        let reading = Now {
            monotonic: now,
            wall: now,
        };
        if event == Event::Open {
            let machine = Session::mount(reading, policy, MINUTE, true, scatter(number));
            self.embeds.push(Embed {
                machine,
                opened: 0,
                expires: 0,
                timer: None,
            });
        }
        let Some(embed) = self.embeds.get_mut(number as usize) else {
            return;
        };
        let input = match event {
            Event::Minted(ticket) => {
                let id = SessionId::new(&format!("{number}/{ticket}"));
                id.map(|id| Input::Minted(ticket, id))
            }
            Event::Ready => Some(Input::Ready(Some(Mode::Signed))),
            Event::Expiring(of) if of == embed.opened => Some(Input::Expiring {
                expires_at: embed.expires,
                expires_in: embed.expires - now,
            }),
            Event::Expired(of) if of == embed.opened => {
                self.lapsed += 1;
                Some(Input::Expired {
                    expired_at: now,
                    reported_at: now,
                })
            }
            Event::Timer if embed.timer == Some(now) => {
                embed.timer = None;
                Some(Input::Tick)
            }
            // Of a session that was replaced, or nothing to tell the machine.
            Event::Expiring(_) | Event::Expired(_) | Event::Open | Event::Timer => None,
        };
        if let Some(input) = input {
            embed.machine.handle(reading, input);
        } else if event != Event::Open {
            return;
        }
        self.obey(now, number);
    }

    /// Does what the machine asks for.
    fn obey(&mut self, now: Millis, number: u32) {
        let Some(embed) = self.embeds.get_mut(number as usize) else {
            return;
        };
        let mut push = |at: Millis, event: Event| self.queue.push(Reverse((at, number, event)));
        let reading = Now {
            monotonic: now,
            wall: now,
        };
        while let Some(effect) = embed.machine.poll() {
            match effect {
                Effect::AwaitTurn => embed.machine.handle(reading, Input::Turn),
                Effect::Mint { ticket, .. } => {
                    let second = usize::try_from(now / SECOND).unwrap_or_default();
                    if let Some(mints) = self.mints.get_mut(second) {
                        *mints += 1;
                    }
                    push(now + MINT, Event::Minted(ticket));
                }
                Effect::Load(_) | Effect::Post(_) => {
                    embed.opened += 1;
                    embed.expires = now + LIFETIME;
                    if matches!(effect, Effect::Load(_)) {
                        embed.machine.handle(reading, Input::Loaded);
                        push(now + LOAD, Event::Ready);
                    }
                    push(now + EXPIRING, Event::Expiring(embed.opened));
                    push(now + LIFETIME, Event::Expired(embed.opened));
                }
                Effect::Abort | Effect::Replay | Effect::Settle(_) | Effect::ReadyTimedOut => {}
            }
        }
        let wanted = embed.machine.next_timeout();
        if wanted != embed.timer {
            embed.timer = wanted;
            if let Some(at) = wanted {
                push(at.max(now), Event::Timer);
            }
        }
    }

    fn peak(&self) -> u32 {
        self.mints.iter().copied().max().unwrap_or(0)
    }

    /// The peak after the first two hours, in which the sessions are opened.
    fn renewal_peak(&self) -> u32 {
        let opened = usize::try_from(2 * HOUR / SECOND).unwrap_or_default();
        self.mints.iter().skip(opened).copied().max().unwrap_or(0)
    }

    fn total(&self) -> u64 {
        self.mints.iter().map(|&mints| u64::from(mints)).sum()
    }
}

/// Scatters neighbouring numbers over 2^32.
fn scatter(number: u32) -> u32 {
    number.wrapping_mul(0x9e37_79b1) ^ (number.wrapping_mul(0x85eb_ca6b) >> 13)
}

fn table(storms: &[Storm], sessions: u32) -> String {
    let mut out = format!(
        "{sessions} sessions, three days.\n\n\
         | opened | spread | mints | peak while opening, mints/s | peak while renewing, mints/s | lapsed | bytes per session |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for storm in storms {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            storm.opened,
            storm.spread,
            storm.total(),
            storm.peak(),
            storm.renewal_peak(),
            storm.lapsed,
            size_of::<Session>(),
        );
    }
    out
}

fn page(table: &str) -> String {
    format!(
        "<!-- Written by `cargo run --release --example renewal_storm -- --write`. -->\n\n\
         # A million sessions\n\n\
         What the embeds of a large service do to the backend that mints their sessions: every \
         session is the real renewal machine, three days long; the service announces each expiry \
         half an hour ahead, and the backend answers each mint after a quarter of a second.\n\n\
         {table}\n\
         ![Mints per second in the hours in which the sessions of the first day are renewed](renewal-storm.svg)\n\n\
         Sessions that were opened over an hour are renewed over an hour: the spread of five minutes \
         changes little there. It matters where many pages are opened at one moment, such as after \
         a release or an outage: without it they come back at one moment too, every day again. With \
         it, each day's renewals are spread wider than the last.\n"
    )
}

/// Mints per second around the first renewals, one line for each storm.
fn plot(storms: &[Storm]) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 150.0;
    const COLOURS: [&str; 4] = ["#3b5bdb", "#e8590c", "#3b5bdb", "#e8590c"];
    let from = usize::try_from((EXPIRING - 15 * MINUTE) / SECOND).unwrap_or_default();
    let length = usize::try_from(100 * MINUTE / SECOND).unwrap_or_default();
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 420\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <rect width=\"800\" height=\"420\" fill=\"#fff\"/>\n",
    );
    for (row, pair) in storms.chunks(2).enumerate() {
        let top = 40.0 + 200.0 * f64::from(u32::try_from(row).unwrap_or_default());
        let most = pair
            .iter()
            .flat_map(|storm| storm.mints.iter().skip(from).take(length))
            .copied()
            .max()
            .unwrap_or(1);
        let opened = pair.first().map_or("", |storm| storm.opened);
        let _ = writeln!(
            out,
            "<text x=\"50\" y=\"{:.0}\" font-weight=\"600\">Opened {opened}: mints per second while the first sessions are renewed</text>",
            top - 14.0,
        );
        let _ = writeln!(
            out,
            "<path d=\"M50 {top:.0}V{bottom:.0}H770\" fill=\"none\" stroke=\"#868e96\"/><text x=\"44\" y=\"{:.0}\" text-anchor=\"end\">{most}</text><text x=\"44\" y=\"{bottom:.0}\" text-anchor=\"end\">0</text>",
            top + 8.0,
            bottom = top + HEIGHT,
        );
        // The line without spread first: it is the taller one.
        for (storm, colour) in pair.iter().zip(COLOURS).rev() {
            let mut path = String::new();
            for minute in 0..length / 10 {
                let mints = storm
                    .mints
                    .iter()
                    .skip(from + minute * 10)
                    .take(10)
                    .copied()
                    .max();
                let x = 50.0 + WIDTH * fraction(minute * 10, length);
                let height = fraction(mints.unwrap_or(0) as usize, most as usize);
                let y = top + HEIGHT * (1.0 - height);
                let command = if minute == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{command}{x:.1} {y:.1}");
            }
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
            );
        }
        for hour in 0..=5u32 {
            let minutes = hour * 20;
            let x = 50.0 + WIDTH * f64::from(minutes) / 100.0;
            let _ = writeln!(
                out,
                "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#495057\">{}</text>",
                top + HEIGHT + 16.0,
                age(minutes),
            );
        }
    }
    out.push_str(
        "<rect x=\"600\" y=\"8\" width=\"10\" height=\"10\" fill=\"#3b5bdb\"/><text x=\"615\" y=\"17\">with spread</text>\n\
         <rect x=\"690\" y=\"8\" width=\"10\" height=\"10\" fill=\"#e8590c\"/><text x=\"705\" y=\"17\">without</text>\n\
         </svg>\n",
    );
    out
}

/// The time since the first tab was opened, where the plot shows `minutes`.
fn age(minutes: u32) -> String {
    let start = u32::try_from((EXPIRING - 15 * MINUTE) / MINUTE).unwrap_or_default();
    let total = start + minutes;
    format!("{}:{:02} h", total / 60, total % 60)
}

#[expect(clippy::cast_precision_loss, reason = "for a plot")]
fn fraction(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
