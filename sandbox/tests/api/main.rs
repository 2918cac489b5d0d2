//! The sandbox over HTTP: every operation, every rule and every error row of the service's description. What is
//! asked, answered and stored is in `tests/tables/`. The rest is what a table cannot say.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod document;
mod matrix;
mod notation;
mod parts;
mod scim;
mod service;
mod support;
mod tables;
