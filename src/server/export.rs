//! The endpoint that exports.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::Response;
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::endpoint::{Endpoint, Purpose, refusal, with};
use super::failure::Failure;
use crate::management::client::{Client, HttpResponse, Polling, Reqwest};
use crate::management::models::{CreateDashboardExport, ExportFormat};

/// A user who may export.
#[derive(Debug, Clone, PartialEq)]
pub struct AuthorizedExport {
    /// Your own id of the user. The endpoint counts requests by it, and sends it nowhere.
    pub user_id: String,
    /// The deployment of the dashboards.
    pub deployment_id: i64,
    /// The public ids of the dashboards that this user may export, from your own records.
    pub dashboards: Vec<String>,
    /// As whom the service renders.
    pub render_as: RenderAs,
}

/// As whom the service renders a file: it decides what is in it.
#[derive(Debug, Clone, PartialEq)]
pub enum RenderAs {
    /// As this user of the embed, so that the file has what the user may see. It needs the API key of
    /// a tenant administrator. The description of the service does not show the fields.
    User(Map<String, Value>),
    /// As the owner of the API key, with all that this one sees.
    OwnerOfKey,
}

/// An endpoint that passes the file of a dashboard on, for `exportDashboard` of `svc-embed/export`.
///
/// A page asks by `POST` with `publicId` and `format` (`pdf` by default, or `png`) in the query. The
/// endpoint answers 200 with the file, which no cache may store; 400 for another format, 401 if nobody is
/// signed in, 403 for a dashboard that `authorize` does not name, for pages of other origins and for
/// requests without the header `x-svc-embed: 1`, 405 for other methods than POST, 429 after too many
/// requests, 502 if the service refuses, 503 if it fails or has dropped the export, and 500 if `authorize`
/// fails.
///
/// If the page no longer waits, axum drops the call, and the endpoint stops waiting. The service cannot
/// cancel an export.
pub type ExportEndpoint<A> = Endpoint<A, Exports>;

impl<A, F, E> ExportEndpoint<A>
where
    A: Fn(Parts) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Option<AuthorizedExport>, E>> + Send,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// An endpoint that exports with `client`, which others may share as an `Arc`, for the users that `authorize` returns. `None` means
    /// that nobody is signed in. `authorize` receives the request's head: its headers, and the
    /// extensions that your middleware has added.
    ///
    /// A user may ask 60 times a minute, counted in this process for the 10,000 users who asked last.
    /// Failures are written to the standard error output, one line each.
    pub fn new(client: impl Into<Arc<Client<Reqwest>>>, authorize: A) -> Self {
        let exports = Exports {
            pause: Duration::from_secs(1),
            limit: KEPT,
        };
        Self::with(client.into(), authorize, exports)
    }

    /// Sets the pause between two polls of the service; a second by default.
    #[must_use]
    pub fn pause(mut self, pause: Duration) -> Self {
        self.purpose.pause = pause;
        self
    }

    /// Sets how long an export may take: by default five minutes, after which the service drops it.
    #[must_use]
    pub fn limit(mut self, limit: Duration) -> Self {
        self.purpose.limit = limit;
        self
    }
}

/// How long the service keeps an export.
const KEPT: Duration = Duration::from_secs(300);

/// The purpose of an [`ExportEndpoint`].
#[derive(Debug)]
pub struct Exports {
    pause: Duration,
    limit: Duration,
}

impl Purpose for Exports {
    type Authorized = AuthorizedExport;
    const FAILURE: &'static str = "Nothing was exported.";

    fn user_id(authorized: &AuthorizedExport) -> &str {
        &authorized.user_id
    }

    async fn serve(
        &self,
        client: &Client<Reqwest>,
        authorized: AuthorizedExport,
        uri: &Uri,
    ) -> Result<Response, Failure> {
        let public_id = given(uri, "publicId").unwrap_or_default();
        // No other type is handed on: a page could show it.
        let (format, ending, content_type) = match given(uri, "format").as_deref() {
            None | Some("pdf") => (ExportFormat::Pdf, "pdf", "application/pdf"),
            Some("png") => (ExportFormat::Png, "png", "image/png"),
            Some(_) => {
                return Ok(refusal(
                    StatusCode::BAD_REQUEST,
                    "The format must be pdf or png.",
                ));
            }
        };
        if !authorized.dashboards.contains(&public_id) {
            return Ok(refusal(
                StatusCode::FORBIDDEN,
                "You may not export this dashboard.",
            ));
        }
        let name = format!(
            "attachment; filename=\"{}.{ending}\"",
            file_name(&public_id)
        );
        let export = CreateDashboardExport {
            dashboard_public_id: Some(public_id),
            format: Some(format),
            render_as: match authorized.render_as {
                RenderAs::User(user) => Some(user),
                RenderAs::OwnerOfKey => None,
            },
            ..CreateDashboardExport::default()
        };
        let polling = Polling::default().pause(self.pause).limit(self.limit);
        let exports = client.dashboard_exports();
        let running = exports.run(authorized.deployment_id, export, polling);
        let file = running.await.map_err(Failure::Call)?;
        let length = file.header("content-length");
        let is_plain = file.header("content-encoding").is_none();

        let mut answer = Response::new(Body::new(reqwest::Body::from(file.into_response())));
        if let Some(length) = length
            .filter(|_| is_plain)
            .and_then(|length| length.parse().ok())
        {
            answer = with(answer, CONTENT_LENGTH, length);
        }
        let answer = with(answer, CONTENT_TYPE, HeaderValue::from_static(content_type));
        // By the name of the dashboard, which `authorize` has allowed: a name of the service's is not needed.
        let name = HeaderValue::from_str(&name).unwrap_or(HeaderValue::from_static("attachment"));
        let answer = with(answer, CONTENT_DISPOSITION, name);
        // The browser must not take a file for a page of this origin.
        let policy = HeaderValue::from_static("default-src 'none'; sandbox");
        let answer = with(answer, CONTENT_SECURITY_POLICY, policy);
        let answer = with(answer, CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let exactly = HeaderValue::from_static("nosniff");
        Ok(with(answer, X_CONTENT_TYPE_OPTIONS, exactly))
    }
}

/// The first value that the query has under a name.
fn given(uri: &Uri, name: &str) -> Option<String> {
    form_urlencoded::parse(uri.query()?.as_bytes())
        .find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}

/// A name of a file that adds no header and leaves no folder.
fn file_name(public_id: &str) -> String {
    let is_safe = |char: char| char.is_ascii_alphanumeric() || "_.-".contains(char);
    public_id
        .chars()
        .map(|char| if is_safe(char) { char } else { '_' })
        .collect()
}
