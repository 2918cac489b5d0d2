//! A backend that mints: axum and reqwest.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::RwLock;
use uuid::Uuid;

/// Presumed: your tenant's `GET /api/v1/spec` says where its session generation is.
const GENERATE_SESSION: &str = "/api/v1/embed/generate-session";

struct Backend {
    service: reqwest::Client,
    base_url: String,
    /// Goes from the environment to the service, and nowhere else.
    api_key: String,
    signed_in: RwLock<HashMap<String, User>>,
}

/// A user of this app, of whom a session is told what it needs.
#[derive(Clone)]
struct User {
    company: String,
    timezone: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct EmbedSession {
    session_id: String,
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
    async fn mint(&self, user: &User) -> Result<EmbedSession, reqwest::Error> {
        let request = json!({
            "embedTenantProfile": { "displayName": user.company },
            "settings": { "timezone": user.timezone },
        });
        self.service
            .post(format!("{}{GENERATE_SESSION}", self.base_url))
            .bearer_auth(&self.api_key)
            .json(&request)
            .send()
            .await?
            .error_for_status()?
            .json()
            .await
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
    let backend = Backend {
        service: reqwest::Client::builder()
            .timeout(Duration::from_secs(10))
            .build()?,
        base_url: env::var("SVC_BASE_URL")?,
        api_key: env::var("SVC_API_KEY")?,
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
