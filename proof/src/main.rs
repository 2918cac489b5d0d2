//! `npm run prove`: explores every scenario, or those whose names contain an argument.
//! `--trace <part of a property>` prints the shortest history that it finds for it instead.

use std::process::ExitCode;
use std::time::Instant;

use svc_embed_proof::report::{explore, grouped, trace};
use svc_embed_proof::scenario::Scenario;

fn main() -> ExitCode {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let traced = wanted.iter().position(|argument| argument == "--trace");
    let traced = traced.and_then(|at| wanted.split_off(at).into_iter().nth(1));
    let chosen = |scenario: &Scenario| {
        wanted.is_empty()
            || wanted
                .iter()
                .any(|part| scenario.name.contains(part.as_str()))
    };
    let scenarios = Scenario::all().into_iter().filter(chosen);
    if let Some(part) = traced {
        scenarios.for_each(|scenario| trace(&scenario, &part));
        return ExitCode::SUCCESS;
    }
    let began = Instant::now();
    let mut unique = 0;
    let mut passed = true;
    for scenario in scenarios {
        let outcome = explore(&scenario);
        unique += outcome.unique;
        passed &= outcome.passed;
    }
    println!(
        "\n{} unique states in {:.0} s: {}",
        grouped(unique),
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
