//! A backend that mints: axum, and the management client of svc-embed.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use svc_embed::management::client::{Credential, Options, Reqwest};
use svc_embed::management::models::{
    EmbedSession, EmbedSettings, EmbedTenantProfile, GenerateSession,
};
use svc_embed::management::{self, Client};
use tokio::net::TcpListener;
use tokio::sync::RwLock;
use uuid::Uuid;

struct Backend {
    service: Client<Reqwest>,
    signed_in: RwLock<HashMap<String, User>>,
}

/// A user of this app, of whom a session is told what it needs.
#[derive(Clone)]
struct User {
    company: String,
    timezone: String,
}

/// What `session-url` and `getSession` ask.
async fn embed_session(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    let no_store = [(CACHE_CONTROL, "no-store")];
    let Some(user) = backend.user_of(&headers).await else {
        return (StatusCode::UNAUTHORIZED, no_store).into_response();
    };
    match backend.mint(&user).await {
        Ok(session) => (no_store, Json(session)).into_response(),
        Err(error) => {
            // For your log. To the page the reason is none of its business.
            eprintln!("No embed session: {error}");
            (StatusCode::BAD_GATEWAY, no_store).into_response()
        }
    }
}

impl Backend {
    async fn mint(&self, user: &User) -> Result<EmbedSession, management::Error> {
        let request = GenerateSession {
            embed_tenant_profile: Some(EmbedTenantProfile {
                display_name: Some(user.company.clone()),
                ..EmbedTenantProfile::default()
            }),
            settings: Some(EmbedSettings {
                timezone: Some(user.timezone.clone()),
                ..EmbedSettings::default()
            }),
            ..GenerateSession::default()
        };
        self.service.embed_sessions().generate(request).send().await
    }

    async fn user_of(&self, headers: &HeaderMap) -> Option<User> {
        let cookies = headers.get(COOKIE)?.to_str().ok()?;
        let token = cookies
            .split("; ")
            .find_map(|cookie| cookie.strip_prefix("token="))?;
        self.signed_in.read().await.get(token).cloned()
    }
}

#[derive(Deserialize)]
struct Login {
    user: String,
}

/// Stands in for your own sign-in, which knows passwords and ends sessions.
async fn login(State(backend): State<Arc<Backend>>, Json(login): Json<Login>) -> Response {
    if login.user != "ada" {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let user = User {
        company: "Acme Retail".to_owned(),
        timezone: "Europe/Berlin".to_owned(),
    };
    let token = Uuid::new_v4().to_string();
    // On https add `; Secure`.
    let cookie = format!("token={token}; HttpOnly; SameSite=Lax; Path=/");
    backend.signed_in.write().await.insert(token, user);
    (StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let service = Client::with_reqwest(Options {
        base_url: env::var("SVC_BASE_URL")?,
        // Goes from the environment to the service, and nowhere else.
        credential: Credential::ApiKey(env::var("SVC_API_KEY")?),
        timeout_ms: 10_000,
        ..Options::default()
    })?;
    let backend = Backend {
        service,
        signed_in: RwLock::default(),
    };
    let app = Router::new()
        .route("/login", post(login))
        .route("/api/embed-session", post(embed_session))
        .with_state(Arc::new(backend));
    let port = env::var("PORT").unwrap_or_else(|_| "3000".to_owned());
    let listener = TcpListener::bind(format!("localhost:{port}")).await?;
    println!("http://localhost:{port}");
    axum::serve(listener, app).await?;
    Ok(())
}
