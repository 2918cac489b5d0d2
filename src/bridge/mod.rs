//! The browser side: the embeds of a page, what they hear and what they do.
//!
//! # What is checked, and in which order
//!
//! 1. **Window.** The message's source must be the window of an embed's iframe. This is a look-up
//!    in one map, so its cost does not grow with the number of embeds. It is the one check that
//!    stands on the page's side: what is nobody's does not reach the WebAssembly. A message from any other
//!    window is not looked at, but for one of a tenant's origin: its iframe may have been moved.
//! 2. **Origin.** The message's origin must be the tenant's, exactly.
//! 3. **Envelope.** `source`, `direction`, `type`, `surface` and `timestamp` must be those of an
//!    event.
//! 4. **Payload.** Every field that the catalog names must have its type. Further fields, events
//!    and values pass.
//!
//! A message that fails one of 2 to 4 is reported as `dropped` to its own embed and to nobody else.
//! Actions are posted to the tenant's exact origin, never to `*`.
//!
//! # Two ways in, one core
//!
//! The page and what stands beside it are shared. The npm package calls them from
//! `crate::npm`; Rust users have [`Embed`] (feature `bridge`). Both stand on the page's side, three
//! files of `npm/src`: `page.js` has the one message listener for all embeds, `values.js` what is
//! looked at of a message, `host.js` an embed's iframe, handlers, promises, timers and calls to
//! `getSession`. They decide nothing.
//!
//! Each of the three has a block of imports, without which wasm-bindgen would not hand it on: they
//! import one another.
//!
//! Nothing is held while JavaScript runs, so every method may be called from inside any handler.

#[cfg(feature = "bridge")]
mod api;
mod effects;
mod embed;
mod host;
mod outgoing;
mod page;
mod text;
mod wire;
pub(crate) mod words;

#[cfg(feature = "bridge")]
pub use api::{
    ConnectOptions, Embed, Message, MintFn, MintRequest, MountOptions, Outgoing, Subscription,
    Topic,
};

#[cfg(feature = "bridge")]
#[doc(hidden)]
pub use self::words::texts;
pub(crate) use self::{
    embed::send,
    page::{open, tell},
};
#[cfg(feature = "npm")]
pub(crate) use self::{
    host::{UNDEFINED, Value, from_millis, item, kind, number, property, to_millis},
    outgoing::{Action, read_filter},
    page::{READY_TIMEOUT, Setup, Slot, news},
};
