//! A typed bridge between a web page and an embedded analytics surface (a dashboard, the app or a
//! chat in an iframe), with signed sessions that renew themselves.
//!
//! - [`protocol`]: the wire vocabulary. Pure.
//! - [`session`]: the renewal machine. Pure, its clock an argument.
//! - [`bridge`]: the browser side, for WebAssembly (feature `bridge`, on by default).
//!
//! The facts of the service that the documentation states (lifetimes, names, rules) are those of
//! the service's description of its embed messaging.

#![cfg_attr(feature = "npm", no_std)]

extern crate alloc;
#[cfg(all(feature = "npm", feature = "bridge"))]
extern crate std;

#[cfg(any(feature = "bridge", feature = "npm"))]
pub mod bridge;
pub mod error;
#[cfg(feature = "npm")]
mod npm;
pub mod protocol;
pub mod session;

#[cfg(feature = "bridge")]
pub use bridge::Embed;
pub use error::{Code, Error};
