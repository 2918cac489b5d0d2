//! The browser side: one message listener for all embeds of a page, the embeds themselves, the
//! iframes, the timers and the calls to `getSession`.
//!
//! # What is checked, and in which order
//!
//! 1. **Window.** `event.source` must be the window of an embed's iframe. This is a look-up in
//!    one map, so its cost does not grow with the number of embeds. A message from any other
//!    window is not looked at, but for one of a tenant's origin: its iframe may have been moved.
//! 2. **Origin.** `event.origin` must be the tenant's, exactly.
//! 3. **Envelope.** `source`, `direction`, `type`, `surface` and `timestamp` must be those of an
//!    event.
//! 4. **Payload.** Every field that the catalog names must have its type. Further fields, events
//!    and values pass.
//!
//! A message that fails one of 2 to 4 is reported as `dropped` to its own embed and to nobody else.
//! Actions are posted to the tenant's exact origin, never to `*`.
//!
//! No borrow is held while JavaScript runs, so every method may be called from inside any handler.

mod deferred;
mod embed;
mod frame;
mod handlers;
mod mint;
mod options;
mod outgoing;
mod page;
mod platform;
mod wire;

pub use embed::{Embed, Message};
pub use handlers::{Subscription, Topic};
pub use mint::{MintFn, MintRequest};
pub use options::{ConnectOptions, MountOptions};
pub use outgoing::{Outgoing, read_filter};

#[cfg(feature = "npm")]
pub(crate) use self::{
    frame::INVALID_TARGET,
    page::require_browser,
    platform::{from_millis, object, property, report_error, text_property, to_millis},
};
