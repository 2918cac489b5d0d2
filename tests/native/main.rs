//! Native tests of the pure parts: `protocol` and `session`.
#![cfg(not(target_family = "wasm"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod generated;
mod protocol;
mod protocol_properties;
mod session;
