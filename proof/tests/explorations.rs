//! Three small explorations hold. `npm run mutants -- --proof` and `npm run planted -- proof` plant bugs that they
//! must find.

use svc_embed_proof::report::explore;
use svc_embed_proof::scenario::Fault::{Destroy, Freeze, Late, MintRepeats, Refused, Reload};
use svc_embed_proof::scenario::{Fault, Scenario};

fn small(scenario: &Scenario, faults: u8, allowed: &'static [Fault]) -> Scenario {
    Scenario {
        faults,
        allowed,
        witnesses: &[],
        ..scenario.clone()
    }
}

#[test]
fn small_explorations_hold() {
    let scenarios = [
        small(&Scenario::mount(), 2, &[Late, Freeze, Refused]),
        small(&Scenario::two_embeds(), 1, &[Late, Reload, Destroy]),
        small(&Scenario::two_embeds(), 1, &[MintRepeats]),
    ];
    for scenario in scenarios {
        assert!(explore(&scenario).passed);
    }
}
