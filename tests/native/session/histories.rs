//! Plays the histories of `tests/histories/*.txt`: what happens to a session, and all that it does and shows.
//!
//! A history is a heading, with the number of the invariant that it holds, and lines that are indented. The first line
//! makes the session. In each other line, the input stands before `->`. Behind it stand all effects, in their order. An
//! effect that comes while time passes has its time before it, counted from the beginning of the line. Behind the bar
//! stands what has changed of the session's state, as a page sees it. The stage grants each turn at once, and loads the
//! iframe.
//!
//! ```text
//! A heading that says the rule (2)
//!   mount            -> mint mount 1 | starting, minting 1
//!   minted           -> load with id | idle
//!   ready signed     -> settled | active, signed
//!   expiring 30m 30m -> mint expiring 1 | expiring, minting 1, ends 30m
//!   minted           -> post | confirming 1
//!   +1m              -> 10s settled | active, idle, renewals 1, no end
//! ```
//!
//! | input | what happens |
//! |---|---|
//! | `mount`, `mount private`, `connect`, `connect private` | the session begins. Its policy leaves nothing to chance; `usual` takes the default policy, and `retry-min=1s`, `seed=1` or `ready-timeout=5s` changes one value |
//! | `+1h` | both clocks run. The session hears of it whenever one of its timers is due |
//! | `frozen 1h` | both clocks run, and the session does not hear of it |
//! | `wall +1h`, `wall -1h` | the wall clock is set |
//! | `expiring 23h 30m` | the embed reports that the session of that end has half an hour left |
//! | `expired 23h 24h` | the embed reports at 24 hours that the session of 23 hours has ended |
//! | `loads fail`, `loads work` | what loads do from now on |
//! | `out of view`, `in view` | whether the viewer sees the iframe from now on |
//! | `minted 1`, `failed 1` | a late answer to the first mint |
//! | everything else | the input of that name |
//!
//! If a history does not hold, the test prints what came instead.

use std::fmt::Write as _;

use svc_embed::error::Error;
use svc_embed::session::{
    Effect, Epoch, Input, LoadedBy, Millis, MintFailure, Mode, OnExhausted, Policy, Session, State,
    Ticket,
};

use super::{EPOCH, MINUTE, World, plain};

/// A duration, as short as it can be: `1h`, `22h45m`, `0.5s`.
fn written(time: Millis) -> String {
    let left = time.number();
    if left.is_infinite() {
        return "ever".to_owned();
    }
    let mut text = String::new();
    let (hours, rest) = ((left / 3_600_000.0).trunc(), left % 3_600_000.0);
    let (minutes, rest) = ((rest / 60_000.0).trunc(), rest % 60_000.0);
    for (number, unit) in [(hours, "h"), (minutes, "m"), (rest / 1_000.0, "s")] {
        if number != 0.0 {
            write!(text, "{number}{unit}").unwrap();
        }
    }
    if text.is_empty() {
        "0s".to_owned()
    } else {
        text
    }
}

fn duration(text: &str) -> Millis {
    if text == "ever" {
        return Millis::NEVER;
    }
    let (mut time, mut rest) = (0.0, text);
    while let Some(end) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let number: f64 = rest[..end].parse().expect(text);
        time += number
            * match &rest[end..=end] {
                "h" => 3_600_000.0,
                "m" => 60_000.0,
                "s" => 1_000.0,
                unit => panic!("the unit {unit} of {text}"),
            };
        rest = &rest[end + 1..];
    }
    assert!(rest.is_empty(), "{text} is no duration");
    Millis::from_number(time)
}

fn written_end(at: Epoch) -> String {
    match at.number() - EPOCH.number() {
        past if past < 0.0 => format!("-{}", written(Millis::from_number(-past))),
        later => written(Millis::from_number(later)),
    }
}

fn end(text: &str) -> Epoch {
    match text.strip_prefix('-') {
        Some(before) => Epoch::from_number(EPOCH.number() - duration(before).number()),
        None => EPOCH + duration(text),
    }
}

fn effect(effect: Effect) -> String {
    match effect {
        Effect::Mint {
            reason, attempt, ..
        } => format!("mint {} {attempt}", reason.as_str()),
        Effect::ResolveAsked => "settled".to_owned(),
        Effect::RejectAsked(error) => format!("refused {}", error.code().as_str()),
        Effect::RejectReady(error) => format!("never ready {}", error.code().as_str()),
        Effect::AbortMint => "abort".to_owned(),
        Effect::LoadWithId => "load with id".to_owned(),
        Effect::Load => "load".to_owned(),
        Effect::PostId => "post".to_owned(),
        Effect::SendActions => "replay".to_owned(),
        Effect::PutBack => "put back".to_owned(),
        Effect::AskIfSeen => "seen?".to_owned(),
        Effect::AskIfViewed => "viewed?".to_owned(),
        other => panic!("a session wants {other:?}"),
    }
}

/// Each thing that a page sees of a session.
fn shown(state: &State) -> Vec<String> {
    let renewal = match state.attempt {
        0 => state.renewal.as_str().to_owned(),
        attempt => format!("{} {attempt}", state.renewal.as_str()),
    };
    vec![
        state.status.as_str().to_owned(),
        renewal,
        state.mode.map_or("unknown", Mode::as_str).to_owned(),
        format!("renewals {}", state.renewals),
        state.expires_at.map_or("no end".to_owned(), |at| {
            format!("ends {}", written_end(at))
        }),
        state
            .next_attempt_at
            .map_or("nothing planned".to_owned(), |at| {
                format!("next {}", written_end(at))
            }),
        state.last_error.map_or("no error".to_owned(), |error| {
            error.code().as_str().to_owned()
        }),
    ]
}

/// A session that a history has made.
struct Stage {
    world: World,
    shown: Vec<String>,
    /// That of the latest mint.
    ticket: Ticket,
}

impl Stage {
    fn open(first: &str) -> Self {
        let mut words = first.split(' ').peekable();
        let is_mounted = match words.next() {
            Some("mount") => true,
            Some("connect") => false,
            _ => panic!("a history begins with mount or connect, not with {first}"),
        };
        let mut can_mint = true;
        let (mut policy, mut ready_timeout, mut seed) = (plain(), MINUTE, 7);
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name {
                "private" => can_mint = false,
                "usual" => policy = Policy::default(),
                "ready-timeout" => ready_timeout = duration(value),
                "seed" => seed = value.parse().unwrap(),
                "mint-timeout" => policy.mint_timeout = duration(value),
                "confirm" => policy.confirm = duration(value),
                "retry-min" => policy.retry_min = duration(value),
                "retry-max" => policy.retry_max = duration(value),
                "max-attempts" => policy.max_attempts = value.parse().unwrap(),
                "spread" => policy.spread = duration(value),
                "lifetime" => policy.lifetime = duration(value),
                "reloads" => policy.on_exhausted = OnExhausted::Reload,
                "retry-stopped" => policy.retry_stopped = duration(value),
                _ => panic!("{word} of {first}"),
            }
        }
        let loaded_by = if is_mounted {
            LoadedBy::Bridge
        } else {
            LoadedBy::Page
        };
        Self {
            world: World::new(|now| {
                Session::open(now, loaded_by, policy, ready_timeout, can_mint, seed)
            }),
            shown: Vec::new(),
            ticket: Ticket(0),
        }
    }

    /// Has `what` happen. Returns when, from then on, each effect has come.
    fn play(&mut self, what: &str) -> Vec<Millis> {
        let words: Vec<&str> = what.split(' ').collect();
        let world = &mut self.world;
        let latest = self.ticket;
        let number = |at: usize| {
            let number = words.get(at).map(|number| Ticket(number.parse().unwrap()));
            number.unwrap_or(latest)
        };
        let input = match words[..] {
            [time] if time.starts_with('+') => return world.advance_noting(duration(&time[1..])),
            ["frozen", time] => {
                world.pass(duration(time));
                return Vec::new();
            }
            ["wall", time] => {
                let jump = duration(&time[1..]).number();
                let jump = if time.starts_with('-') { -jump } else { jump };
                world.now.wall = Epoch::from_number(world.now.wall.number() + jump);
                return Vec::new();
            }
            ["loads", how] => {
                world.load_error = (how == "fail").then_some(Error::NotReloadable);
                return Vec::new();
            }
            ["out", "of", "view"] | ["in", "view"] => {
                world.is_viewed = words[0] == "in";
                return Vec::new();
            }
            ["ready", "signed"] => Input::Ready(Some(Mode::Signed)),
            ["ready", "private"] => Input::Ready(Some(Mode::Private)),
            ["ready"] => Input::Ready(None),
            ["view"] => Input::View,
            ["expiring", at, left] => Input::Expiring {
                expires_at: end(at),
                expires_in: duration(left),
            },
            ["expired", expired_at, reported_at] => Input::Expired {
                expired_at: end(expired_at),
                reported_at: end(reported_at),
            },
            ["rejected"] => Input::Rejected,
            ["foreground"] => Input::Foreground,
            ["seen"] => Input::Seen,
            ["viewed"] => Input::Viewed,
            ["moved"] => Input::Moved,
            ["navigated"] => Input::Navigated,
            ["loaded", "offline"] => Input::LoadedOffline,
            ["blocked"] => Input::Blocked,
            ["turn"] => Input::Turn,
            ["minted"] | ["minted", _] => Input::Minted(number(1)),
            ["failed"] | ["failed", _] => Input::MintFailed(number(1), MintFailure::Failed),
            ["invalid"] => Input::MintFailed(number(1), MintFailure::Invalid),
            ["repeated"] => Input::MintFailed(number(1), MintFailure::Repeated),
            ["signed", "out"] => Input::MintFailed(number(2), MintFailure::SignedOut),
            ["loaded"] => Input::Loaded,
            ["load", "failed"] => Input::LoadFailed(Error::NotReloadable),
            ["unreachable"] => Input::Unreachable,
            ["renew"] => Input::Renew,
            ["reload"] => Input::Reload,
            ["shown"] => Input::Shown,
            ["tick"] => Input::Tick,
            ["destroy"] => Input::Destroy,
            _ => panic!("nobody knows the input {what}"),
        };
        world.input(input);
        Vec::new()
    }

    /// What has come since the last line.
    fn news(&mut self, times: &[Millis]) -> String {
        let effects = std::mem::take(&mut self.world.effects);
        for one in &effects {
            if let Effect::Mint { ticket, .. } = one {
                self.ticket = *ticket;
            }
        }
        let effects = effects.iter().enumerate().map(|(i, &one)| {
            let at = times.get(i).map(|&time| format!("{} ", written(time)));
            at.unwrap_or_default() + &effect(one)
        });
        let effects: Vec<String> = effects.collect();
        let seen = shown(&self.world.state());
        let changed: Vec<&str> = (seen.iter().enumerate())
            .filter(|&(i, one)| self.shown.get(i).map_or(!is_usual(one), |old| old != one))
            .map(|(_, one)| one.as_str())
            .collect();
        let line = format!("{} | {}", effects.join(", "), changed.join(", "));
        self.shown = seen;
        line.trim_end_matches([' ', '|']).trim_start().to_owned()
    }
}

/// Whether a session begins with it.
fn is_usual(shown: &str) -> bool {
    [
        "unknown",
        "renewals 0",
        "no end",
        "nothing planned",
        "no error",
        "idle",
    ]
    .contains(&shown)
}

/// Reads a text into histories: their headings with their lines.
fn histories(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match line.strip_prefix("  ") {
            Some(line) => found
                .last_mut()
                .expect("a heading comes first")
                .1
                .push(line),
            None => found.push((line, Vec::new())),
        }
    }
    found
}

/// Plays `history`. Returns what differs, line by line; nothing if all is as it says.
fn differences(history: &[&str]) -> String {
    let mut stage = None;
    let mut found = String::new();
    for line in history {
        let (what, expected) = line.split_once("->").unwrap_or((line, ""));
        let news = match &mut stage {
            None => stage.insert(Stage::open(what.trim())).news(&[]),
            Some(stage) => {
                let times = stage.play(what.trim());
                stage.news(&times)
            }
        };
        if news != expected.trim() {
            writeln!(found, "- {line}\n+ {what}-> {news}").unwrap();
        }
    }
    found
}

#[test]
fn every_history() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/histories");
    let (mut broken, mut count) = (String::new(), 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for (heading, lines) in histories(&text) {
            count += 1;
            let found = differences(&lines);
            if !found.is_empty() {
                writeln!(broken, "broken: {heading}\n{found}").unwrap();
            }
        }
    }
    assert!(broken.is_empty(), "{broken}");
    assert!(count > 50, "only {count} histories were found");
}
