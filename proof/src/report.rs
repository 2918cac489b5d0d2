//! Runs explorations and prints what they found.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use stateright::{Checker, Expectation, HasDiscoveries, Model, Path};
use svc_embed::session::Millis;

use crate::action::Action;
use crate::calm;
use crate::laws::Law;
use crate::model::Renewals;
use crate::run::Run;
use crate::scenario::Scenario;
use crate::state::State;
use crate::verdict::Excuse;

/// How long a search by breadth may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many states it may look at. It keeps the states at its edge whole, two kilobytes each.
const MEMORY: usize = 3_000_000;

type History = Path<State, Action>;

/// How often a law held, and how often it was broken and excused, by reason.
#[derive(Debug, Clone, Copy, Default)]
pub struct Count {
    pub holds: u64,
    pub excused: [u64; Excuse::ALL.len()],
}

/// What one exploration found.
pub struct Outcome {
    pub unique: usize,
    pub passed: bool,
    /// In the order of [`Law::ALL`].
    pub counts: Vec<Count>,
}

/// Explores `scenario` to the end and prints the verdict on each property.
pub fn explore(scenario: &Scenario) -> Outcome {
    let began = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let checker = Renewals::of(scenario)
        .checker()
        .threads(threads)
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_dfs()
        .join();
    let found = checker.discoveries();
    println!(
        "\n{}: {}\n  {} faults a history · depth {} · {} states, {} unique · {:.1} s",
        scenario.name,
        scenario.about,
        scenario.faults,
        checker.max_depth(),
        checker.state_count(),
        checker.unique_state_count(),
        began.elapsed().as_secs_f64(),
    );
    let counts = counts(&checker.model().run);
    let mut passed = true;
    let mut failed = false;
    for (place, property) in checker.model().properties().into_iter().enumerate() {
        let hit = found.contains_key(property.name);
        let (word, good) = match property.expectation {
            Expectation::Always => ("always", !hit),
            Expectation::Eventually => ("in the end", !hit),
            Expectation::Sometimes => ("sometimes", hit),
        };
        let verdict = match (good, hit) {
            (true, false) => "holds",
            (true, true) => "found",
            (false, true) => "FAILS",
            (false, false) => "MISSING",
        };
        // The laws are the first properties.
        let times = counts.get(place).map(in_words).unwrap_or_default();
        println!("  {verdict:<7} {word:<10} {}{times}", property.name);
        passed &= good;
        failed |= !good && hit;
    }
    if failed {
        print_failures(scenario, found);
    }
    Outcome {
        unique: checker.unique_state_count(),
        passed,
        counts,
    }
}

fn counts(run: &Run) -> Vec<Count> {
    let of_law = |law: &Law| Count {
        holds: run.holds(*law as usize),
        excused: Excuse::ALL.map(|excuse| run.excused(*law as usize, excuse)),
    };
    Law::ALL.iter().map(of_law).collect()
}

/// The excuses of a law, if there are any.
fn in_words(count: &Count) -> String {
    let excuses = Excuse::ALL.iter().zip(count.excused);
    let given = excuses.filter(|(_, times)| *times > 0);
    let words: Vec<String> = given
        .map(|(excuse, times)| format!("{} {times}", excuse.text()))
        .collect();
    if words.is_empty() {
        String::new()
    } else {
        format!(" (excused: {})", words.join(", "))
    }
}

/// Prints how often each law held and was excused in all explorations; false if a law never held.
pub fn summarize(counts: &[Count]) -> bool {
    println!("\nHow often each law held:");
    let mut is_complete = true;
    for (law, count) in Law::ALL.iter().zip(counts) {
        println!("  {:>15}  {}{}", count.holds, law.text(), in_words(count));
        is_complete &= count.holds > 0;
    }
    is_complete
}

/// The counterexamples that were found; `--trace` looks for shorter ones.
fn print_failures(scenario: &Scenario, mut found: HashMap<&'static str, History>) {
    for name in failures(scenario) {
        if let Some(history) = found.remove(name) {
            println!("\n  A counterexample of \"{name}\":");
            println!("{}", describe(scenario, history));
        }
    }
}

/// The properties that a discovery refutes.
fn failures(scenario: &Scenario) -> Vec<&'static str> {
    let properties = Renewals::of(scenario).properties().into_iter();
    let failures = properties.filter(|it| it.expectation.discovery_is_failure());
    failures.map(|property| property.name).collect()
}

/// The shortest history that decides `property`, if one is found within the bounds.
pub fn counterexample(scenario: &Scenario, property: &'static str) -> Option<History> {
    let checker = Renewals::of(scenario)
        .checker()
        .finish_when(HasDiscoveries::AnyOf([property].into()))
        .timeout(PATIENCE)
        .target_state_count(MEMORY)
        .spawn_bfs()
        .join();
    checker.discoveries().remove(property)
}

/// Prints the shortest history that decides a property whose name contains `part`.
pub fn trace(scenario: &Scenario, part: &str) {
    let properties = Renewals::of(scenario).properties();
    let names = properties.into_iter().map(|property| property.name);
    for name in names.filter(|name| name.contains(part)) {
        let found = counterexample(scenario, name);
        let text = found.map_or_else(
            || String::from("  nothing found"),
            |history| describe(scenario, history),
        );
        println!("\n{}: {name}\n{text}", scenario.name);
    }
}

/// A history, one action a line, with what the page then sees.
pub fn describe(scenario: &Scenario, history: History) -> String {
    let mut text = String::new();
    for (state, action) in history.into_vec() {
        match (action, state.ending) {
            (_, Some(ending)) => {
                let _ = writeln!(text, "    {ending:?}");
            }
            (Some(Action::Calm { looked }), None) => {
                lines(&mut text, &state);
                let _ = writeln!(text, "    nothing goes wrong any more (looked: {looked})");
                for (state, action) in calm::trace(&state, &Run::of(scenario), looked) {
                    let _ = writeln!(text, "      {action:?}");
                    lines(&mut text, &state);
                }
            }
            (action, None) => {
                lines(&mut text, &state);
                if let Some(action) = action {
                    let _ = writeln!(text, "    {action:?}");
                }
            }
        }
    }
    text
}

/// One line for each embed.
fn lines(text: &mut String, state: &State) {
    for (place, member) in state.members.iter().enumerate() {
        let shown = state.shown(place);
        let embed = &member.embed;
        let session = embed.session.map_or_else(
            || String::from("none"),
            |live| format!("{} until {}", embed.sessions, seconds(live.expires)),
        );
        let under_way: Vec<_> = member.messages.iter().map(|message| message.kind).collect();
        let _ = writeln!(
            text,
            "        {:>9}  {} / {} {}  embed: {:?}, session {session}, {} exchanges  {under_way:?}",
            seconds(state.clock.time),
            shown.status.as_str(),
            shown.renewal.as_str(),
            shown.attempt,
            embed.frame,
            embed.exchanges.len(),
        );
    }
}

fn seconds(time: Millis) -> String {
    format!("{} s", (time.number() / 1_000.0).floor())
}
