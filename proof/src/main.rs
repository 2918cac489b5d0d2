//! `npm run prove`: explores every scenario, or those whose names contain an argument.
//! `--deeper` allows one fault more in each history, which takes many times as long;
//! `--trace <part of a property>` prints the shortest history that it finds for it instead.

use std::process::ExitCode;
use std::time::Instant;

use svc_embed_proof::laws::Law;
use svc_embed_proof::report::{Count, explore, summarize, trace};
use svc_embed_proof::scenario::Scenario;

fn main() -> ExitCode {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let traced = wanted.iter().position(|argument| argument == "--trace");
    let traced = traced.and_then(|at| wanted.split_off(at).into_iter().nth(1));
    let deeper = wanted.iter().position(|argument| argument == "--deeper");
    let more = u8::from(deeper.map(|at| wanted.remove(at)).is_some());
    let is_wanted = |scenario: &Scenario| {
        let mut parts = wanted.iter();
        wanted.is_empty() || parts.any(|part| scenario.name.contains(part.as_str()))
    };
    let deepened = |scenario: Scenario| Scenario {
        faults: scenario.faults + more,
        ..scenario
    };
    let scenarios = Scenario::all().into_iter().filter(is_wanted).map(deepened);
    let mut scenarios = scenarios.peekable();
    if scenarios.peek().is_none() {
        eprintln!("npm run prove -- [part of a name …] [--deeper] [--trace <part of a property>]");
        eprintln!("No scenario has such a name. There are:");
        for scenario in Scenario::all() {
            eprintln!("  {}", scenario.name);
        }
        return ExitCode::FAILURE;
    }
    if let Some(part) = traced {
        scenarios.for_each(|scenario| trace(&scenario, &part));
        return ExitCode::SUCCESS;
    }
    let began = Instant::now();
    let mut unique = 0;
    let mut explored = 0;
    let mut passed = true;
    let mut counts = vec![Count::default(); Law::ALL.len()];
    for scenario in scenarios {
        let outcome = explore(&scenario);
        unique += outcome.unique;
        explored += 1;
        passed &= outcome.passed;
        for (all, count) in counts.iter_mut().zip(outcome.counts) {
            all.holds += count.holds;
            let excuses = all.excused.iter_mut().zip(count.excused);
            excuses.for_each(|(all, times)| *all += times);
        }
    }
    let is_complete = summarize(&counts);
    // A part of the scenarios need not ask every law.
    passed &= is_complete || !wanted.is_empty();
    println!(
        "\n{unique} unique states in {explored} scenarios, {:.0} s: {}",
        began.elapsed().as_secs_f64(),
        if passed {
            "all properties hold"
        } else {
            "FAILED"
        },
    );
    if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
