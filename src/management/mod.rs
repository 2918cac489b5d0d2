//! The management API: every operation of the service, from one declaration.
//!
//! - `service.toml`: the declaration. [`OPERATIONS`], the methods of the Rust client, the models, the
//!   TypeScript client's table and types, and the documentation are generated from it.
//! - [`request`], [`headers`], [`retry`], [`redirect`], [`failure`], [`page`], [`job`]: the
//!   decisions about a call. They are pure. Their twins in TypeScript are in `npm/src/management/`;
//!   `tests/fixtures/exchanges.json` holds both to the same result.
//! - [`models`]: the types of requests and answers.
//! - [`client`]: the Rust client, over any [`client::Transport`]. The feature `fetch` adds a
//!   transport for the web, and the feature `reqwest` one for servers.
//!
//! Invariants:
//!
//! 1. What the service validates, the client does not validate again.
//! 2. A request that acts is sent once, unless it has an idempotency key or its method is
//!    idempotent.
//! 3. A credential is sent only to the origin of the base URL, only in a header, and no message
//!    contains it.
//! 4. Fields, enumeration values and operations that this version does not know are supported.
//! 5. An iteration over a list, and waiting for a job, end.

pub mod client;
pub mod credential;
pub mod failure;
mod generated;
pub mod gives;
pub mod headers;
mod http_date;
pub mod invalid;
pub mod job;
pub mod models;
pub mod operation;
pub mod page;
pub mod redirect;
pub mod request;
pub mod retry;
mod value;

#[cfg(feature = "fetch")]
pub use client::Fetch;
#[cfg(all(feature = "reqwest", not(target_family = "wasm")))]
pub use client::Reqwest;
pub use client::{Client, Error};
pub use generated::namespaces;
pub use generated::table::OPERATIONS;
pub use invalid::InvalidRequest;
pub use operation::{Api, Method, Operation};
