//! Whether a try is made again, and when, beside what the exchanges play.

use proptest::prelude::*;
use svc_embed::management::Method;
use svc_embed::management::retry::{Budget, Failure, LONGEST_PAUSE_MS, Situation, pause};

const READ: Situation = Situation {
    retries: 0,
    max_retries: 2,
    method: Method::Get,
    has_idempotency_key: false,
    now_ms: 784_111_777_000.0,
    chance: 1.0,
};

const NETWORK: Failure = Failure::Network;

fn after(retry_after: &str) -> Option<f64> {
    let failure = Failure::Status {
        status: 429,
        retry_after: Some(retry_after.to_owned()),
    };
    pause(&failure, READ)
}

#[test]
fn a_request_that_acts_is_tried_again_with_a_key_alone() {
    for method in Method::ALL.iter().copied() {
        let situation = Situation { method, ..READ };
        let idempotent = !matches!(method, Method::Post | Method::Patch);
        assert_eq!(
            pause(&NETWORK, situation).is_some(),
            idempotent,
            "{method:?}"
        );
        let keyed = Situation {
            has_idempotency_key: true,
            ..situation
        };
        assert!(pause(&NETWORK, keyed).is_some(), "{method:?}");
    }
}

#[test]
fn pauses_double_up_to_the_longest() {
    let pauses: Vec<f64> = (0..6)
        .map(|retries| Situation {
            retries,
            max_retries: 10,
            ..READ
        })
        .map(|situation| pause(&NETWORK, situation).unwrap())
        .collect();
    assert_eq!(pauses, [500.0, 1000.0, 2000.0, 4000.0, 8000.0, 8000.0]);
    let lucky = Situation {
        chance: 0.0,
        ..READ
    };
    assert_eq!(pause(&NETWORK, lucky), Some(250.0));
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    assert_eq!(after("0"), Some(0.0));
    assert_eq!(after(" 7 "), Some(7000.0));
    // Forty seconds after `now_ms`.
    assert_eq!(after("Sun, 06 Nov 1994 08:50:17 GMT"), Some(40_000.0));
    assert_eq!(after("Sun, 06 Nov 1994 08:49:30 GMT"), Some(0.0));
}

#[test]
fn a_retry_after_of_over_a_minute_is_the_callers_to_decide_on() {
    assert_eq!(after("60"), Some(60_000.0));
    assert_eq!(after("61"), None);
    assert_eq!(after("99999999999999999999"), None);
    assert_eq!(after("Mon, 07 Nov 1994 08:49:37 GMT"), None);
}

#[test]
fn a_retry_after_that_is_neither_is_ignored() {
    for text in [
        "",
        "soon",
        "-1",
        "1.5",
        "06 Nov 1994",
        "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:50:17 GMT",
        "Sun, 06 Nov 1994 08:50:17 UTC",
        "Sun, 06 Nov 1994 08:50:17:00 GMT",
        "Sun, 06 Nov 1994 08:50:17 GMT later",
    ] {
        assert_eq!(after(text), Some(500.0), "{text}");
    }
}

#[test]
fn dates_reach_over_leap_years() {
    let at = |text: &str, now_ms: f64| {
        let failure = Failure::Status {
            status: 503,
            retry_after: Some(text.to_owned()),
        };
        pause(&failure, Situation { now_ms, ..READ })
    };
    // Epoch seconds as `date -u +%s` gives them.
    assert_eq!(
        at("Thu, 29 Feb 2024 00:00:01 GMT", 1_709_164_800_000.0),
        Some(1000.0)
    );
    assert_eq!(
        at("Fri, 01 Mar 2024 00:00:02 GMT", 1_709_251_200_000.0),
        Some(2000.0)
    );
    assert_eq!(
        at("Wed, 01 Mar 2000 00:00:03 GMT", 951_868_800_000.0),
        Some(3000.0)
    );
    assert_eq!(at("Thu, 01 Jan 1970 00:00:04 GMT", 0.0), Some(4000.0));
    assert_eq!(
        at("Fri, 31 Dec 2100 23:59:59 GMT", 4_133_980_799_000.0),
        Some(0.0)
    );
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
        prop_assert!((250.0..=LONGEST_PAUSE_MS).contains(&pause));
    }
}
