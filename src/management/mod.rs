//! The management API: every operation of the service, from one table.
//!
//! - [`OPERATIONS`]: the table. From it come the requests, the methods of the Rust client, the
//!   TypeScript types, the JavaScript table and the documentation.
//! - [`request`], [`retry`], [`redirect`], [`failure`], [`page`], [`job`]: what there is to decide
//!   about a call. Pure; a value is looked into through [`data::Data`], a text through
//!   [`text::Text`], be they Rust's or JavaScript's.
//! - [`models`]: the shapes of what is sent and what comes back.
//! - [`client`]: the Rust client, over any [`client::Transport`]. With the feature `management`
//!   there is one for the web: `fetch`.
//!
//! Invariants:
//!
//! 1. What the service would refuse by its description is not sent.
//! 2. A request that acts is sent once, unless it carries an idempotency key or is idempotent by
//!    its method.
//! 3. A credential goes to the origin of the base URL alone, in a header, and stands in no message.
//! 4. What this version does not know is kept: fields, values of enumerations, operations.

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
