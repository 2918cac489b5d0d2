//! Long random histories against a reference written the plainest way.
//!
//! [`observer`] sees only inputs and effects and checks every step against the invariants;
//! [`world`] simulates an embed and its service, and knows what is true of them. A failing history
//! is made as short as possible and printed.

mod histories;
mod noise;
mod observer;
mod world;

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// `PROPTEST_CASES` and `PROPTEST_RNG_SEED` go before what is set here: the same histories in
/// every run, and others on request.
pub fn config(cases: u32) -> Config {
    fn set<T: std::str::FromStr>(name: &str) -> Option<T> {
        std::env::var(name).ok()?.parse().ok()
    }
    let seed = set("PROPTEST_RNG_SEED").unwrap_or(1);
    Config {
        cases: set("PROPTEST_CASES").unwrap_or(cases),
        rng_seed: RngSeed::Fixed(seed),
        // Each part of a history has a generator of its own: ChaCha would take most of the time.
        rng_algorithm: RngAlgorithm::XorShift,
        failure_persistence: None,
        ..Config::default()
    }
}

/// From milliseconds to days, each magnitude as likely as the others.
fn duration() -> impl Strategy<Value = Millis> + Clone {
    prop_oneof![
        below(2 * SECOND),
        below(2 * MINUTE),
        below(2 * HOUR),
        below(48 * HOUR),
    ]
}

/// Times shorter than `end`.
pub fn below(end: Millis) -> impl Strategy<Value = Millis> + Clone {
    between(Millis::ZERO, end)
}

/// Times from `start` on that are shorter than `end`.
pub fn between(start: Millis, end: Millis) -> impl Strategy<Value = Millis> + Clone {
    (start.number()..end.number()).prop_map(|time| Millis::from_number(time.floor()))
}

/// What is left of `time` after the last whole `part`.
pub fn rest_of(time: Millis, part: Millis) -> Millis {
    Millis::from_number(time.number() % part.number())
}

/// Policies as a page may set them.
pub fn policy() -> impl Strategy<Value = Policy> {
    use svc_embed::session::OnExhausted;
    let retry = (below(2 * SECOND), below(2 * MINUTE));
    let mint_timeout = prop_oneof![between(SECOND, MINUTE), between(MINUTE, 20 * MINUTE)];
    let rest = (1..=8u32, below(10 * MINUTE), any::<bool>());
    (mint_timeout, below(MINUTE), retry, rest).prop_map(
        |(mint_timeout, confirm, (retry_min, more), (max_attempts, spread, reload))| Policy {
            mint_timeout,
            confirm,
            retry_min,
            retry_max: retry_min + more,
            max_attempts,
            spread,
            on_exhausted: if reload {
                OnExhausted::Reload
            } else {
                OnExhausted::Stop
            },
            ..Policy::default()
        },
    )
}
