//! A local stand-in for the analytics service, for development and tests.
//!
//! One process, two listeners, both on loopback:
//!
//! - the *host* origin (`http://localhost:…`): the page that embeds, and that page's own backend;
//! - the *tenant* origin (`http://127.0.0.1:…`): the service, with its embed pages.
//!
//! `localhost` and `127.0.0.1` are different sites to a browser, so what a page sees here is what it
//! would see in front of the real service. The rules of sessions are in [`sessions`], pure; the time
//! comes from [`clock`], which a test can move; [`faults`] says what goes wrong on purpose.

mod api;
pub mod cli;
pub mod clock;
pub mod faults;
mod host;
mod json;
mod loopback;
mod secret;
mod server;
pub mod sessions;
mod state;
mod store;
mod tenant;

pub use api::demonstration;
pub use server::{Options, Running, StartError, start};
