//! The declaration of the management API, `src/management/service.toml`, as it is read: each operation,
//! each shape and each limit. `npm run generate` writes the clients' tables, types and pages from it, and
//! the sandbox makes its `OpenAPI` document from it when it starts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "the declaration is part of the repository: a wrong one fails the first test"
)]

pub mod document;
mod kind;
mod names;
mod operations;
mod service;
mod shapes;
mod words;

pub use kind::Kind;
pub use names::{capitalized, pascal, snake, with_separator};
pub use operations::{Answer, Namespace, Operation, Presumption};
pub use service::{FILE, Service};
pub use shapes::{
    Choice, Cursorless, EnumValue, Enumeration, Field, Limits, Model, Presence, limit_of,
};
pub use words::{Job, Retries, Status};
