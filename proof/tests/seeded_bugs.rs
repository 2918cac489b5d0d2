//! The proof of the proof: the property that a test names finds each safeguard that is taken out of
//! the page or of its sessions.
#![allow(missing_docs, clippy::panic, reason = "a test fails by panicking")]

use svc_embed::page::Bug;
use svc_embed::session::Bug as SessionBug;
use svc_embed_proof::laws::Law;
use svc_embed_proof::model::{RENEWED, RESTORED};
use svc_embed_proof::report::{counterexample, describe, explore};
use svc_embed_proof::scenario::{
    Fault::{
        self, Act, Destroy, Doubled, Freeze, Lapse, Late, MintFails, MintRepeats, Refused, Reload,
        Renew, TakeOut,
    },
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

/// The same with two embeds.
fn two(faults: u8, allowed: &'static [Fault]) -> Scenario {
    Scenario {
        faults,
        allowed,
        witnesses: &[],
        ..Scenario::two_embeds()
    }
}

/// Holds that `property` fails in `scenario` with `bug` planted. `npm run prove` shows that it holds
/// without the bug.
fn is_found(bug: Bug, scenario: &Scenario, property: &'static str) {
    let seeded = Scenario {
        bug: Some(bug),
        ..scenario.clone()
    };
    let history = counterexample(&seeded, property);
    let history = history.unwrap_or_else(|| panic!("{bug:?} is not found by \"{property}\""));
    println!("{}", describe(&seeded, history));
}

fn is_found_in_session(bug: SessionBug, scenario: &Scenario, property: &'static str) {
    is_found(Bug::Session(bug), scenario, property);
}

#[test]
fn small_explorations_hold_without_a_bug() {
    assert!(explore(&small(1, Scenario::mount().allowed)).passed);
    assert!(explore(&small(2, &[Late, Freeze, Refused])).passed);
    assert!(explore(&two(1, &[Late, Reload, Destroy])).passed);
}

#[test]
fn single_flight_removed() {
    let scenario = small(2, &[Late, Freeze]);
    is_found_in_session(
        SessionBug::SecondFlight,
        &scenario,
        Law::SingleFlight.text(),
    );
}

#[test]
fn staleness_check_removed() {
    let scenario = Scenario {
        faults: 1,
        witnesses: &[],
        ..Scenario::slow_mints()
    };
    is_found_in_session(SessionBug::StaleIds, &scenario, Law::DeliveredFresh.text());
}

#[test]
fn reset_of_the_attempts_removed() {
    let scenario = small(1, &[Renew]);
    is_found_in_session(SessionBug::EndlessCount, &scenario, Law::Attempts.text());
}

#[test]
fn backoff_removed() {
    let scenario = small(1, &[MintFails]);
    is_found_in_session(SessionBug::NoPause, &scenario, Law::Pauses.text());
}

#[test]
fn pause_after_a_lapse_at_once_removed() {
    let scenario = Scenario {
        faults: 3,
        allowed: &[Lapse, Late],
        witnesses: &[],
        ..Scenario::lapses()
    };
    is_found_in_session(SessionBug::FreeLapses, &scenario, Law::NoStorm.text());
}

#[test]
fn recognition_of_earlier_sessions_removed() {
    let scenario = small(2, &[Late, Doubled]);
    is_found_in_session(SessionBug::EarlierEvents, &scenario, Law::OneRenewal.text());
}

#[test]
fn timeout_of_a_mint_removed() {
    let scenario = small(1, &[Late]);
    is_found_in_session(SessionBug::DeadTimeout, &scenario, RENEWED);
}

#[test]
fn patience_without_an_embed_removed() {
    let scenario = Scenario {
        faults: 2,
        allowed: &[TakeOut, Renew],
        witnesses: &[],
        ..Scenario::taken_out()
    };
    is_found_in_session(
        SessionBug::RestlessWait,
        &scenario,
        Law::NobodyMinted.text(),
    );
}

#[test]
fn replay_removed() {
    let scenario = small(1, &[Freeze]);
    is_found_in_session(SessionBug::NoReplay, &scenario, RESTORED);
}

#[test]
fn patience_of_the_foreground_removed() {
    let scenario = small(2, &[Late, Freeze]);
    is_found_in_session(
        SessionBug::HastyForeground,
        &scenario,
        Law::LoadsLeftAlone.text(),
    );
}

#[test]
fn answer_to_a_renewal_removed() {
    let scenario = Scenario {
        ready_each_session: true,
        ..small(1, &[Renew])
    };
    is_found_in_session(
        SessionBug::ReadyReplays,
        &scenario,
        Law::NothingTwice.text(),
    );
}

#[test]
fn undoing_of_a_confirmation_removed() {
    let scenario = Scenario {
        horizon: LIFETIME,
        ..small(3, &[Late, Refused, Freeze])
    };
    is_found_in_session(SessionBug::LateRejection, &scenario, Law::LapseShown.text());
}

#[test]
fn return_of_a_turn_removed() {
    let scenario = two(1, &[Late]);
    is_found(Bug::ForgottenTurn, &scenario, Law::NoIdleTurn.text());
}

#[test]
fn wait_of_the_actions_removed() {
    let scenario = small(2, &[Reload, Act]);
    is_found(Bug::ActionsTooEarly, &scenario, Law::ActionsWait.text());
}

#[test]
fn memory_of_the_ids_removed() {
    let scenario = two(1, &[MintRepeats]);
    is_found(Bug::ForgottenIds, &scenario, Law::NoRepeat.text());
}
