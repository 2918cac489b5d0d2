//! `npm run prove`: explores every scenario, or those whose names contain an argument.
//! `--deeper` allows one fault more in each history, which takes many times as long;
//! `--trace <part of a property>` prints the shortest history that it finds for it instead.

use std::process::ExitCode;
use std::time::Instant;

use svc_embed_proof::report::{explore, grouped, trace};
use svc_embed_proof::scenario::Scenario;

fn main() -> ExitCode {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let traced = wanted.iter().position(|argument| argument == "--trace");
    let traced = traced.and_then(|at| wanted.split_off(at).into_iter().nth(1));
    let deeper = wanted.iter().position(|argument| argument == "--deeper");
    let more = u8::from(deeper.map(|at| wanted.remove(at)).is_some());
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
    for mut scenario in scenarios {
        scenario.faults += more;
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
