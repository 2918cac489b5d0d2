//! The endpoints of an app's own backend, as handlers for axum: [`SessionEndpoint`] mints session ids,
//! [`ExportEndpoint`] passes a file of a dashboard on.
//!
//! Their twin for JavaScript is `svc-embed/server`, in `npm/src/server/`.
//! `tests/fixtures/session_endpoint.json` holds both to the same answers.
//!
//! ```no_run
//! use std::convert::Infallible;
//! use std::time::Duration;
//!
//! use axum::Router;
//! use axum::http::request::Parts;
//! use svc_embed::management::Client;
//! use svc_embed::management::client::{Credential, Options};
//! use svc_embed::management::models::GenerateSession;
//! use svc_embed::server::{Authorized, SessionEndpoint};
//!
//! /// Finds out who asks, for example by the request's cookie.
//! async fn authorize(_request: Parts) -> Result<Option<Authorized>, Infallible> {
//!     Ok(Some(Authorized::new("ada", GenerateSession::default())))
//! }
//!
//! # fn example(api_key: String) -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::with_reqwest(Options {
//!     base_url: "https://acme.example.com".to_owned(),
//!     credential: Credential::ApiKey(api_key),
//!     timeout: Duration::from_secs(10),
//!     ..Options::default()
//! })?;
//! let endpoint = SessionEndpoint::new(client, authorize).origin("https://app.example.com");
//! let app: Router = Router::new().route("/api/embed-session", endpoint.into_route());
//! # Ok(())
//! # }
//! ```

mod endpoint;
mod export;
mod failure;
mod rate_limiter;
mod session;

pub use endpoint::Endpoint;
pub use export::{AuthorizedExport, ExportEndpoint, RenderAs};
pub use failure::Failure;
pub use session::{Authorized, SessionEndpoint};
