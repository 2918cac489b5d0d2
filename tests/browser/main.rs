//! The bridge for Rust web apps, in a real browser: `npm test -- --only browser`.
#![cfg(target_family = "wasm")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

use wasm_bindgen_test::wasm_bindgen_test_configure;

mod fixture;
mod frames;
mod futures;
mod handlers;
mod input;
mod messages;
mod mints;
mod scenes;
mod shell;
mod vectors;
mod why;

wasm_bindgen_test_configure!(run_in_browser);
