//! Native tests of the pure parts: `protocol`, `session` and `management`.
#![cfg(not(target_family = "wasm"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod exports;
mod fuzz;
mod hostile;
mod management;
mod page;
mod protocol;
mod protocol_edges;
mod protocol_properties;
mod rate_limiter;
mod server;
mod session;
mod vectors;
