//! The management API: every operation of the service, from one table.
//!
//! - [`OPERATIONS`]: the table. The requests, the methods of the Rust client, the TypeScript types,
//!   the JavaScript table and the documentation are generated from it.
//! - [`request`], [`retry`], [`redirect`], [`failure`], [`page`], [`job`]: the rules of a call. They
//!   are pure. They read values through [`data::Data`] and texts through [`text::Text`], so that the
//!   same code works on Rust's and on JavaScript's.
//! - [`models`]: the types of requests and answers.
//! - [`client`]: the Rust client, over any [`client::Transport`]. The feature `management` adds a
//!   transport for the web, which uses `fetch`.
//!
//! Invariants:
//!
//! 1. A request that the service would refuse by its description is not sent.
//! 2. A request that acts is sent once, unless it has an idempotency key or its method is
//!    idempotent.
//! 3. A credential is sent only to the origin of the base URL, only in a header, and no message
//!    contains it.
//! 4. Fields, enumeration values and operations that this version does not know are supported.

mod check;
#[cfg(not(feature = "management-npm"))]
pub mod client;
pub mod credential;
pub mod data;
#[cfg(feature = "management")]
mod edge;
pub mod failure;
#[cfg(not(feature = "management-npm"))]
mod http_date;
pub mod invalid;
pub mod job;
#[cfg(feature = "management-npm")]
mod js;
#[cfg(not(feature = "management-npm"))]
mod json;
#[cfg(not(feature = "management-npm"))]
pub mod models;
#[cfg(feature = "management-npm")]
mod npm;
pub mod operation;
pub mod page;
pub mod redirect;
pub mod request;
pub mod retry;
#[cfg(not(feature = "management-npm"))]
pub mod rows;
#[cfg(not(feature = "management-npm"))]
pub mod table;
pub mod text;

pub use check::answer as deprecated_answer;
#[cfg(not(feature = "management-npm"))]
pub use client::{Client, Error};
#[cfg(feature = "management")]
pub use edge::Fetch;
pub use invalid::InvalidRequest;
pub use operation::{Api, Method, Operation, Traits};
#[cfg(not(feature = "management-npm"))]
pub use table::{NAMESPACES, OPERATIONS};
