//! Runs explorations and prints what they found.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use stateright::{Checker, Expectation, HasDiscoveries, Model, Path};
use svc_embed::session::Millis;

use crate::calm;
use crate::clock::SECOND;
use crate::model::Renewals;
use crate::moves::Move;
use crate::scenario::Scenario;
use crate::world::World;

/// How long a search by breadth may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many states it may look at: those at its edge are kept whole, a kilobyte each.
const MEMORY: usize = 3_000_000;

type History = Path<World, Move>;

/// What one exploration came to.
pub struct Outcome {
    pub unique: usize,
    pub passed: bool,
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
        grouped(checker.state_count()),
        grouped(checker.unique_state_count()),
        began.elapsed().as_secs_f64(),
    );
    let mut passed = true;
    let mut failed = false;
    for property in checker.model().properties() {
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
        println!("  {verdict:<7} {word:<10} {}", property.name);
        passed &= good;
        failed |= !good && hit;
    }
    if failed {
        print_failures(scenario, found);
    }
    Outcome {
        unique: checker.unique_state_count(),
        passed,
    }
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

/// The shortest history that tells of `property`, where one is found within the bounds.
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

/// Prints the shortest history that tells of a property whose name contains `part`.
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

/// A history, one move a line, with what the page then sees.
pub fn describe(scenario: &Scenario, history: History) -> String {
    let mut text = String::new();
    for (world, step) in history.into_vec() {
        match (step, world.ending) {
            (_, Some(ending)) => {
                let _ = writeln!(text, "    {ending:?}");
            }
            (Some(Move::Calm { looked }), None) => {
                line(&mut text, &world);
                let _ = writeln!(text, "    nothing goes wrong any more (looked: {looked})");
                for (world, step) in calm::trace(&world, scenario, looked) {
                    let _ = writeln!(text, "      {step:?}");
                    line(&mut text, &world);
                }
            }
            (step, None) => {
                line(&mut text, &world);
                if let Some(step) = step {
                    let _ = writeln!(text, "    {step:?}");
                }
            }
        }
    }
    text
}

fn line(text: &mut String, world: &World) {
    let state = world.session.state();
    let embed = &world.embed;
    let session = embed.session.map_or_else(
        || String::from("none"),
        |live| format!("{} until {}", embed.sessions, seconds(live.expires)),
    );
    let under_way: Vec<_> = world.messages.iter().map(|message| message.kind).collect();
    let _ = writeln!(
        text,
        "        {:>9}  {} / {} {}  embed: {:?}, session {session}, {} exchanges  {under_way:?}",
        seconds(world.clock.time),
        state.status.as_str(),
        state.renewal.as_str(),
        state.attempt,
        embed.frame,
        embed.exchanges.len(),
    );
}

fn seconds(time: Millis) -> String {
    format!("{} s", time / SECOND)
}

/// With a space between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
