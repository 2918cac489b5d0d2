//! Puts the dashboards, the app and the chat of one analytics service into a web page, with typed
//! events and sessions that renew themselves.
//!
//! This crate is for web apps that are written in Rust and compiled to WebAssembly: Leptos, Yew,
//! Dioxus, or web-sys itself. [`Embed::mount`] makes the iframe. Whenever the session needs it, the
//! crate asks the app's own backend for a new session id.
//!
//! ```toml
//! [dependencies]
//! svc-embed = "0.1"
//! ```
//!
#![cfg_attr(
    feature = "bridge",
    doc = r#"
```no_run
use svc_embed::Embed;
use svc_embed::bridge::{MintError, MintRequest, MountOptions};
use svc_embed::protocol::{SessionId, Surface, events::Drilldown};

/// Asks the app's own backend for a session id: see [`bridge`].
async fn get_session(_request: MintRequest) -> Result<SessionId, MintError> {
    # let id = String::new();
    // …
    SessionId::new(&id).ok_or(MintError::new("The backend returned no session id."))
}

# async fn example(target: web_sys::Element) -> Result<(), svc_embed::Error> {
let options = MountOptions::new("https://acme.example.com", Surface::dashboard("sales"))
    .get_session(get_session);
let embed = Embed::mount(&target, options)?;
let drilldowns = embed.on(|event: &Drilldown| println!("{}", event.member));
embed.ready().await?;
# drop(drilldowns);
# Ok(())
# }
```
"#
)]
//!
//! # Modules and features
//!
//! | module | what it has | feature |
//! |---|---|---|
//! | `bridge` | the bridge for web apps | `bridge` (default) |
//! | `protocol` | the messages, filters and URLs of the wire protocol | `protocol` |
//! | [`session`] | the renewal of one session | – |
//! | [`page`] | all embeds of a page | – |
//! | `management` | the client of the management API | `management`; `fetch` for the web, `reqwest` for servers |
//! | `server` | the endpoint of an app's own backend that mints session ids | `axum` |
//!
//! All but `bridge` and the transport of `management` are pure: they build and run on any target.
//! `session` and `page` decide what happens when; `bridge` has the types of theirs that an app needs.
//!
//! The facts of the service in this documentation (lifetimes, names, rules) are those of the
//! service's description of its embed messaging.

// For maintainers. The words of this crate:
//
// - embed: one iframe of the service with its session; surface: what the iframe shows.
// - event: a message from the iframe to the page; action: a message from the page to the iframe.
// - mint: one call of the page's `get_session`, which returns a session id.
// - core: `protocol`, `session` and `page`, which decide and are pure.
// - shell: what does the core's effects in a page: `bridge`, or `npm/src/shell/host.ts` over `npm`.
// - input: what a shell reports to the core; effect: what the core wants a shell to do.
// - twin: code that is written by hand in Rust and in TypeScript and must do the same. Vectors, scenes and
//   exchanges (`tests/fixtures/`) hold both to the same results.
//
// Where a change goes (CONTRIBUTING.md has the full list):
//
// - an event field: `events!` in `protocol/events.rs`, then `npm run generate`, then
//   `tests/fixtures/protocol.json` and `vectors.json`.
// - a trigger of renewal: `Input` in `session/machine/vocabulary.rs`, `Signal` in `npm/types.rs`,
//   `bridge` and `npm/src/shell/host.ts`, then `tests/fixtures/scenes.json`.
// - a URL parameter: `protocol/names.rs`, `protocol/embed_url.rs` and its twin `npm/src/shell/url.ts`, then
//   `tests/fixtures/vectors.json`.

// With `protocol` as well, as under `--all-features`, the crate needs std.
#![cfg_attr(all(feature = "npm", not(feature = "protocol")), no_std)]

#[macro_use]
#[doc(hidden)]
pub mod variants;

#[cfg(feature = "bridge")]
pub mod bridge;
#[cfg(feature = "protocol")]
mod crate_error;
pub mod error;
#[cfg(feature = "management")]
pub mod management;
// Public, and in builds without the feature `npm` too: `scripts/generate` makes `npm/src/core/` of its
// declarations.
#[doc(hidden)]
pub mod npm;
pub mod page;
#[cfg(feature = "protocol")]
pub mod protocol;
#[cfg(all(feature = "axum", not(target_family = "wasm")))]
pub mod server;
pub mod session;

#[cfg(feature = "bridge")]
pub use bridge::Embed;
#[cfg(feature = "protocol")]
pub use crate_error::Error;
pub use error::Code;
