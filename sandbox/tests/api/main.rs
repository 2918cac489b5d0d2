//! The API of the sandbox over HTTP: every operation, every rule and every error row of the
//! service's description.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

#[path = "../support/mod.rs"]
mod support;

mod builds;
mod clone;
mod clone_references;
mod comments;
mod credentials;
mod dashboards;
mod deployments;
mod described;
mod embedding;
mod jobs;
mod lists;
mod matrix;
mod operations;
mod placements;
mod rights;
mod rules;
mod schema;
mod scim;
mod seeds;
mod survival;
mod tokens;
mod users;
mod workbooks;
mod workspace;
