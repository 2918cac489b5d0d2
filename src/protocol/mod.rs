//! The messages between a host page and an embed: envelope, events, actions, filters and embed
//! URLs. Pure: this module knows neither the browser nor the session.
//!
//! Every rule of the protocol is declared here, once:
//!
//! - [`events`] and [`actions`] declare the messages, their fields and their limits.
//! - [`patterns`] declares every rule that is a pattern of text.
//! - [`names`] declares prefixes, paths and the names of parameters, [`limits`] the lengths.
//!
//! `npm run generate` writes `npm/src/core/` and `docs/protocol.md` from these declarations, so that
//! the npm package, which interprets them in TypeScript, has no rule of its own.
//! `tests/fixtures/vectors.json` holds both interpreters to the same results.
//!
//! The service changes by addition, so nothing here refuses what it does not know: an unknown
//! event is [`Event::Unknown`], an unknown value of an enumeration is its `Other`.

pub mod actions;
pub mod arguments;
pub mod embed_url;
mod encode;
pub mod envelope;
pub mod events;
pub mod filter;
pub mod limits;
pub mod names;
pub mod patterns;
pub mod schema;
mod session_id;

pub use actions::{Action, ActionKind};
pub use arguments::{ColorScheme, InnerPath, Locale, Timezone};
pub use embed_url::{BaseUrl, EmbedUrl, Surface};
#[cfg(feature = "management")]
pub(crate) use encode::percent_encoded;
#[cfg(feature = "bridge")]
pub(crate) use envelope::Envelope;
pub use envelope::{EventMessage, Refusal};
pub use events::{Event, EventKind, SurfaceKind};
pub use filter::Filter;
pub use session_id::SessionId;
