//! A typed bridge between a web page and an embedded analytics surface (a dashboard, the app or a
//! chat in an iframe), with signed sessions that renew themselves.
//!
//! - [`protocol`]: the wire vocabulary. Pure.
//! - [`session`]: the renewal machine. Pure, its clock an argument.
//! - [`bridge`]: the browser side, for WebAssembly (feature `bridge`, on by default).
//! - [`management`]: the management API: its operations, and a client. Pure but for the transport
//!   of the web (feature `management`).
//!
//! The facts of the service that the documentation states (lifetimes, names, rules) are those of
//! the service's description of its embed messaging.

#![cfg_attr(any(feature = "npm", feature = "management-npm"), no_std)]

extern crate alloc;
#[cfg(all(feature = "npm", feature = "bridge"))]
extern crate std;

#[cfg(any(feature = "bridge", feature = "npm"))]
pub mod bridge;
// The npm package's management entry is a file of its own, with nothing else in it.
#[cfg(not(feature = "management-npm"))]
pub mod error;
// The bridge's file, in turn, has nothing of it: not even what the compiler would inline otherwise.
#[cfg(any(feature = "messages", feature = "management-npm"))]
pub mod management;
#[cfg(feature = "npm")]
mod npm;
#[cfg(not(feature = "management-npm"))]
pub mod protocol;
#[cfg(not(feature = "management-npm"))]
pub mod session;

#[cfg(feature = "bridge")]
pub use bridge::Embed;
#[cfg(not(feature = "management-npm"))]
pub use error::{Code, Error};
