//! The endpoints of an app's own backend, as handlers for axum: [`SessionEndpoint`] mints session ids,
//! [`ExportEndpoint`] passes a file of a dashboard on.
//!
//! Their twin for JavaScript is `svc-embed/server`, in `npm/src/server/`.
//! `tests/fixtures/session_endpoint.json` holds both to the same answers.
//!
//! ```no_run
//! use std::convert::Infallible;
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use axum::Router;
//! use axum::http::request::Parts;
//! use svc_embed::management::Client;
//! use svc_embed::management::client::{Credential, Options};
//! use svc_embed::management::models::GenerateSession;
//! use svc_embed::server::{Authorized, AuthorizedExport, ExportEndpoint, RenderAs, SessionEndpoint};
//!
//! /// Finds out who asks, for example by the request's cookie.
//! async fn authorize(_request: Parts) -> Result<Option<Authorized>, Infallible> {
//!     Ok(Some(Authorized::new("ada", GenerateSession::default())))
//! }
//!
//! /// What a user may export, and whose rights decide what is in the file.
//! async fn exportable(_request: Parts) -> Result<Option<AuthorizedExport>, Infallible> {
//!     let viewer = [("embedTenantName", "acme"), ("externalId", "dana")];
//!     let viewer = viewer.map(|(name, value)| (name.to_owned(), value.into()));
//!     Ok(Some(AuthorizedExport {
//!         user_id: "ada".to_owned(),
//!         deployment_id: 7,
//!         // From your own records: any other dashboard is a 403.
//!         dashboards: vec!["sales-overview".to_owned()],
//!         render_as: RenderAs::User(viewer.into_iter().collect()),
//!     }))
//! }
//!
//! # fn example(api_key: String) -> Result<(), Box<dyn std::error::Error>> {
//! let client = Arc::new(Client::with_reqwest(Options {
//!     base_url: "https://acme.example.com".to_owned(),
//!     credential: Credential::ApiKey(api_key),
//!     timeout: Duration::from_secs(10),
//!     ..Options::default()
//! })?);
//! let origin = "https://app.example.com";
//! let sessions = SessionEndpoint::new(Arc::clone(&client), authorize).origin(origin);
//! let app: Router = Router::new().route("/api/embed-session", sessions.into_route());
//! let exports = ExportEndpoint::new(client, exportable).origin(origin);
//! let app = app.route("/api/export", exports.into_route());
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
