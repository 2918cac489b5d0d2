//! A backend that mints and exports: axum and svc-embed.

use std::collections::HashMap;
use std::convert::Infallible;
use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use svc_embed::management::Client;
use svc_embed::management::client::{Credential, Options};
use svc_embed::management::models::{EmbedSettings, EmbedTenantProfile, GenerateSession};
use svc_embed::server::{Authorized, AuthorizedExport, ExportEndpoint, RenderAs, SessionEndpoint};
use tokio::net::TcpListener;
use tokio::sync::RwLock;
use uuid::Uuid;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let service = Client::with_reqwest(Options {
        base_url: env::var("SVC_BASE_URL")?,
        // Goes from the environment to the service, and nowhere else.
        credential: Credential::ApiKey(env::var("SVC_API_KEY")?),
        timeout: Duration::from_secs(10),
        ..Options::default()
    })?;
    let service = Arc::new(service);
    let users = Arc::new(SignedIn::default());
    let known = Arc::clone(&users);
    let port = env::var("PORT").unwrap_or_else(|_| "3000".to_owned());
    // The origin of your pages, such as https://app.example.com.
    let origin = env::var("ORIGIN").unwrap_or_else(|_| format!("http://localhost:{port}"));
    let sessions = SessionEndpoint::new(Arc::clone(&service), move |request| {
        let known = Arc::clone(&known);
        async move { Ok::<_, Infallible>(known.user_of(&request.headers).await.map(session_of)) }
    })
    .origin(origin.clone());
    let known = Arc::clone(&users);
    let exports = ExportEndpoint::new(service, move |request| {
        let known = Arc::clone(&known);
        async move { Ok::<_, Infallible>(known.user_of(&request.headers).await.map(export_of)) }
    })
    .origin(origin);
    let app = Router::new()
        .route("/api/embed-session", sessions.into_route())
        .route("/api/export", exports.into_route())
        .route("/login", post(login))
        .with_state(users);
    let listener = TcpListener::bind(format!("localhost:{port}")).await?;
    println!("http://localhost:{port}");
    axum::serve(listener, app).await?;
    Ok(())
}

/// What the service learns about a user. It decides what the user sees.
fn session_of(user: User) -> Authorized {
    let session = GenerateSession {
        embed_tenant_profile: Some(EmbedTenantProfile {
            display_name: Some(user.company),
            ..EmbedTenantProfile::default()
        }),
        settings: Some(EmbedSettings {
            timezone: Some(user.timezone),
            ..EmbedSettings::default()
        }),
        ..GenerateSession::default()
    };
    Authorized::new(user.name, session)
}

/// What a user may export, and whose rights decide what is in the file.
fn export_of(user: User) -> AuthorizedExport {
    let viewer = [
        ("embedTenantName", "acme"),
        ("externalId", &user.external_id),
    ];
    let viewer = viewer.map(|(name, value)| (name.to_owned(), value.into()));
    AuthorizedExport {
        user_id: user.name,
        deployment_id: 7,
        // From your own records: any other dashboard is a 403.
        dashboards: vec!["sales-overview".to_owned()],
        render_as: RenderAs::User(viewer.into_iter().collect()),
    }
}

/// Replace with your own sign-in. This example checks no password and never signs anyone out.
#[derive(Default)]
struct SignedIn {
    users: RwLock<HashMap<String, User>>,
}

#[derive(Clone)]
struct User {
    name: String,
    company: String,
    timezone: String,
    /// Their id at the service.
    external_id: String,
}

impl SignedIn {
    async fn user_of(&self, headers: &HeaderMap) -> Option<User> {
        let cookies = headers.get(COOKIE)?.to_str().ok()?;
        let token = cookies
            .split("; ")
            .find_map(|cookie| cookie.strip_prefix("token="))?;
        self.users.read().await.get(token).cloned()
    }
}

#[derive(Deserialize)]
struct Login {
    user: String,
}

async fn login(State(signed_in): State<Arc<SignedIn>>, Json(login): Json<Login>) -> Response {
    if login.user != "ada" {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let user = User {
        name: login.user,
        company: "Acme Retail".to_owned(),
        timezone: "Europe/Berlin".to_owned(),
        external_id: "dana".to_owned(),
    };
    let token = Uuid::new_v4().to_string();
    // On https, add `; Secure`.
    let cookie = format!("token={token}; HttpOnly; SameSite=Lax; Path=/");
    signed_in.users.write().await.insert(token, user);
    (StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response()
}
