//! What is fuzzed. `bin/` has a libFuzzer target for each module of [`targets`]; the native tests
//! include the same modules, and give them the corpora and random bytes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    missing_docs,
    reason = "a target fails by panicking, like a test"
)]

#[path = "../../tests/native/page/mod.rs"]
#[allow(dead_code, reason = "a part of the fake shell is only for the tests")]
pub mod page;
pub mod targets;
