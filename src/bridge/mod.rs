//! The bridge for web apps written in Rust.
//!
//! [`Embed::mount`] makes an iframe and keeps its session alive; [`Embed::connect`] adopts an
//! iframe that the page made. An [`Embed`] reports what happens to handlers ([`Embed::on`]), as a
//! stream ([`Embed::events`]) and by futures ([`Embed::ready`]), and sends actions
//! ([`Embed::set_filter`] and others).
//!
//! ```no_run
//! use svc_embed::bridge::{Embed, MintError, MintRequest, MountOptions};
//! use svc_embed::protocol::{Event, SessionId, Surface};
//! use wasm_bindgen::JsCast;
//! use wasm_bindgen_futures::JsFuture;
//! use web_sys::{Headers, RequestInit, Response};
//!
//! /// Asks the page's own backend for a session id. The backend holds the API key.
//! async fn get_session(request: MintRequest) -> Result<SessionId, MintError> {
//!     let window = web_sys::window().ok_or(MintError::new("There is no window."))?;
//!     let init = RequestInit::new();
//!     init.set_method("POST");
//!     let headers = Headers::new()?;
//!     headers.set("x-svc-embed", "1")?;
//!     init.set_headers_headers(&headers);
//!     init.set_signal(Some(&request.signal));
//!     let response = window.fetch_with_str_and_init("/api/embed-session", &init);
//!     let response: Response = JsFuture::from(response).await?.unchecked_into();
//!     if response.status() == 401 {
//!         return Err(MintError::SignedOut);
//!     }
//!     let text = JsFuture::from(response.text()?).await?;
//!     let id = text.as_string().as_deref().and_then(SessionId::new);
//!     id.ok_or(MintError::new("The backend returned no session id."))
//! }
//!
//! async fn show(target: web_sys::Element) -> Result<(), svc_embed::Error> {
//!     let surface = Surface::dashboard("sales");
//!     let options = MountOptions::new("https://acme.example.com", surface).get_session(get_session);
//!     let embed = Embed::mount(&target, options)?;
//!     let mut events = embed.events();
//!     while let Some(event) = events.next().await {
//!         if let Event::Drilldown(drilldown) = event {
//!             println!("{}", drilldown.member);
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # What is checked of a message, and in which order
//!
//! 1. **Window.** The message must come from the window of an embed's iframe. Messages of other
//!    windows are ignored.
//! 2. **Origin.** Its origin must be the tenant's, exactly.
//! 3. **Envelope.** Its source, direction, type, surface and timestamp must be those of an event.
//! 4. **Payload.** Every field that the catalog names must have its type. Further fields, events
//!    and values of enumerations pass.
//!
//! A message is copied into a memory that never shrinks, so a payload that is too large is refused before it is
//! copied: more than 128 levels, or a size of more than 1,000,000. The size is the number of UTF-16 units of its
//! texts, of the names of its fields, and of the type and the surface, and 10 for each value.
//!
//! A number that is not finite, or a bigint, is refused in a field that has a type. Anywhere else in
//! the payload it becomes null, because JSON cannot express it.
//!
//! A message that fails one of the checks 2 to 4 is reported as [`Dropped`] to its own embed.
//! Actions are posted to the tenant's exact origin, never to `*`.
//!
//! # Panics of a page
//!
//! A handler or a `get_session` must not panic, nor call JavaScript that throws without catching it. Either
//! leaves WebAssembly in the middle of the call: no destructor runs, and what was borrowed stays borrowed.
//! The bridge cannot go on soundly from there, and does not try: show the viewer an error and load the page
//! again, for example in a panic hook.

// Who is who:
//
// | type       | file          | what it is                                                        |
// |------------|---------------|-------------------------------------------------------------------|
// | `Embed`    | `embed.rs`    | the handle that a web app holds; dropping the last one ends it    |
// | `Live`     | `live.rs`     | one open embed: all that the shell keeps for it                   |
// | `Frame`    | `frame.rs`    | its iframe, and the one origin that messages go to and come from  |
// | `Handlers` | `handlers.rs` | its handlers, which get events, changes and dropped messages      |
// | `Mint`     | `mint.rs`     | its call of `get_session` that is under way                       |
// | registry   | `registry.rs` | all embeds of the page: the `Page` that decides, and the listeners |

mod actions;
mod browser;
mod embed;
mod frame;
mod handlers;
mod live;
mod message;
mod mint;
mod options;
mod registry;
mod reports;
mod session;
mod why;

pub use embed::{Embed, WeakEmbed};
#[doc(hidden)]
pub use handlers::HandlerMessage;
pub use handlers::{Subscription, Topic};
pub use message::Dropped;
pub use mint::{MintError, MintRequest};
pub use options::{ConnectOptions, MountOptions};
pub use reports::Reports;
pub use session::{Policy, State};

#[doc(no_inline)]
pub use crate::session::{Epoch, Mode, OnExhausted, Reason, Renewal, Status};
