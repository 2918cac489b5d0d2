//! Whether a try is made again, and when, beside what the exchanges play.

use proptest::prelude::*;
use svc_embed::management::Method;
use svc_embed::management::retry::{self, Budget, Failure, LONGEST_PAUSE, Situation};

const READ: Situation = Situation {
    retries: 0,
    max_retries: 2,
    method: Method::Get,
    has_idempotency_key: false,
    now_ms: 784_111_777_000.0,
    chance: 1.0,
};

const NETWORK: Failure = Failure::Network;

/// The pause in milliseconds.
fn pause(failure: &Failure, situation: Situation) -> Option<f64> {
    let pause = retry::pause(failure, situation)?;
    Some(pause.as_secs_f64() * 1_000.0)
}

#[test]
fn a_budget_gives_a_retry_for_ten_calls_once_it_is_used_up_and_fills_again() {
    let mut budget = Budget::new(2);
    assert!(budget.spend() && budget.spend() && !budget.spend());
    for _ in 0..9 {
        budget.earn();
        assert!(!budget.spend());
    }
    budget.earn();
    assert!(budget.spend() && !budget.spend());
    // It never holds more than at the start.
    for _ in 0..1_000 {
        budget.earn();
    }
    assert_eq!(budget, Budget::new(2));
    let mut none = Budget::new(0);
    none.earn();
    assert!(!none.spend());
}

proptest! {
    /// Whatever the order of calls and retries: the budget at the start, and a tenth of the calls.
    #[test]
    fn retries_never_exceed_the_budget(steps in proptest::collection::vec(any::<bool>(), 0..500), most in 0_u32..30) {
        let mut budget = Budget::new(most);
        let (mut calls, mut retries) = (0_usize, 0_usize);
        for is_call in steps {
            if is_call {
                budget.earn();
                calls += 1;
            } else if budget.spend() {
                retries += 1;
            }
        }
        prop_assert!(retries * 10 <= most as usize * 10 + calls);
    }

    #[test]
    fn a_pause_is_never_longer_than_the_longest(
        retries in 0_u32..1000,
        chance in -1.0_f64..2.0,
        text in ".*",
    ) {
        let failure = Failure::Status { status: 503, retry_after: Some(text) };
        let situation = Situation { retries, max_retries: 1001, chance, ..READ };
        if let Some(pause) = pause(&failure, situation) {
            prop_assert!((0.0..=60_000.0).contains(&pause));
        }
        let pause = pause(&NETWORK, situation).unwrap();
        prop_assert!((250.0..=LONGEST_PAUSE.as_secs_f64() * 1_000.0).contains(&pause));
    }
}
