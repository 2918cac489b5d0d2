//! The wire vocabulary between a host page and an embed: envelope, events, actions, filters and
//! embed URLs. Pure: it knows neither the browser nor the session.
//!
//! Each message is declared once, in [`events`] or [`actions`]. From that declaration come its
//! Rust type, the table by which JavaScript values are checked, its TypeScript type and its
//! documentation.
//!
//! The service changes by addition, so nothing here refuses what it does not know: an unknown
//! event is [`Event::Unknown`], an unknown value of an enumeration is its `Other`.

pub mod actions;
pub mod embed_url;
pub mod envelope;
pub mod events;
pub mod filter;
pub mod schema;
mod session_id;
pub mod text;
pub mod words;

#[cfg(feature = "messages")]
pub use actions::Action;
pub use actions::ActionKind;
pub use embed_url::{BaseUrl, EmbedUrl, Surface};
#[cfg(feature = "messages")]
pub use envelope::EventMessage;
pub use envelope::Refusal;
#[cfg(feature = "messages")]
pub use events::Event;
pub use events::EventKind;
pub use filter::Filter;
pub use session_id::SessionId;
pub use text::Text;
