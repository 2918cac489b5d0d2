//! The proof of the proof: each safeguard that is taken out of the machine is missed by the
//! property that the test names.
#![allow(missing_docs, clippy::panic, reason = "a test fails by panicking")]

use svc_embed::session::Bug;
use svc_embed_proof::laws::Law;
use svc_embed_proof::model::{RENEWED, RESTORED};
use svc_embed_proof::report::{counterexample, describe, explore};
use svc_embed_proof::scenario::{
    Fault::{self, Doubled, Freeze, Late, MintFails, Refused, Renew},
    LIFETIME, Scenario,
};

/// A small exploration: a fraction of a second without a bug.
fn small(faults: u8, allowed: &'static [Fault]) -> Scenario {
    Scenario {
        faults,
        allowed,
        witnesses: &[],
        ..Scenario::mount()
    }
}

/// Holds that `property` fails in `scenario` with `bug` planted. That it holds without the bug is
/// what `npm run prove` shows.
fn is_found(bug: Bug, scenario: &Scenario, property: &'static str) {
    let seeded = Scenario {
        bug: Some(bug),
        ..scenario.clone()
    };
    let history = counterexample(&seeded, property);
    let history = history.unwrap_or_else(|| panic!("{bug:?} is not found by \"{property}\""));
    println!("{}", describe(&seeded, history));
}

#[test]
fn small_explorations_hold_without_a_bug() {
    assert!(explore(&small(1, Scenario::mount().allowed)).passed);
    assert!(explore(&small(2, &[Late, Freeze, Refused])).passed);
}

#[test]
fn single_flight_removed() {
    let scenario = small(2, &[Late, Freeze]);
    is_found(Bug::SecondFlight, &scenario, Law::SingleFlight.text());
}

#[test]
fn staleness_check_removed() {
    let scenario = Scenario {
        faults: 1,
        witnesses: &[],
        ..Scenario::slow_mints()
    };
    is_found(Bug::StaleIds, &scenario, Law::DeliveredFresh.text());
}

#[test]
fn reset_of_the_attempts_removed() {
    let scenario = small(1, &[Renew]);
    is_found(Bug::EndlessCount, &scenario, Law::Attempts.text());
}

#[test]
fn backoff_removed() {
    let scenario = small(1, &[MintFails]);
    is_found(Bug::NoPause, &scenario, Law::Pauses.text());
}

#[test]
fn recognition_of_earlier_sessions_removed() {
    let scenario = small(2, &[Late, Doubled]);
    is_found(Bug::EarlierEvents, &scenario, Law::OneRenewal.text());
}

#[test]
fn timeout_of_a_mint_removed() {
    let scenario = small(1, &[Late]);
    is_found(Bug::DeadTimeout, &scenario, RENEWED);
}

#[test]
fn replay_removed() {
    let scenario = small(1, &[Freeze]);
    is_found(Bug::NoReplay, &scenario, RESTORED);
}

#[test]
fn undoing_of_a_confirmation_removed() {
    let scenario = Scenario {
        horizon: LIFETIME,
        ..small(3, &[Late, Refused, Freeze])
    };
    is_found(Bug::LateRejection, &scenario, Law::LapseTold.text());
}
