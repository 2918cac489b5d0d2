//! A local stand-in for the analytics service, for development and tests.
//!
//! One process, two listeners, both on loopback:
//!
//! - the *host* origin (`http://localhost:…`): the page that embeds, and that page's own backend;
//! - the *tenant* origin (`http://127.0.0.1:…`): the service, with its embed pages.
//!
//! A browser treats `localhost` and `127.0.0.1` as different sites, so a page sees the same as with
//! the real service. `sessions` has the rules of sessions and is pure. A test can move the clock, and can
//! switch on faults.

#![allow(
    clippy::missing_errors_doc,
    reason = "only the tests see what fails: a sentence says when"
)]

mod answers;
mod api;
pub mod cli;
mod clock;
mod embeds;
mod faults;
mod host;
mod journal;
mod json;
mod limits;
mod loopback;
mod secret;
mod server;
mod sessions;
mod state;
mod store;
mod tenant;

pub use api::demonstration;
#[doc(hidden)]
pub use api::fuzzing;
pub use limits::Limits;
pub use server::{Options, Port, Running, StartError, start};

/// What the tests reach alone.
#[doc(hidden)]
pub mod parts {
    pub use crate::clock::EpochMs;
    pub use crate::journal::{Asked, Journal, MAX_ENTRIES};
    pub use crate::secret::Secret;
    pub use crate::server::control_token;
    pub use crate::sessions::{Grant, Rejection, Sessions, Status, Surface};
    pub use crate::store::{Range, Unit, buckets, zone};
}
