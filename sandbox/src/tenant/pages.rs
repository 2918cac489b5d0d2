//! The embed pages: one shell for every surface, filled by the script of `ui/`.

use std::sync::Arc;

use axum::extract::{self, Path};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};

use crate::state::State;

/// `GET /embed/dashboard/{publicId}?session=…`.
pub async fn dashboard(
    extract::State(state): extract::State<Arc<State>>,
    Path(public_id): Path<String>,
) -> Response {
    match state.database.dashboard(&public_id) {
        Ok(Some(found)) => shell(
            &state,
            "dashboard",
            &found.summary.title,
            Some(&found.summary.public_id),
        ),
        Ok(None) => not_found("There is no dashboard of this name."),
        Err(failure) => failure.into_response(),
    }
}

/// `GET /embed/d/{deploymentId}/app?session=…`.
pub async fn app(
    extract::State(state): extract::State<Arc<State>>,
    Path(deployment_id): Path<String>,
) -> Response {
    if deployment_id == deployment(&state) {
        shell(&state, "app", "Analytics", None)
    } else {
        not_found("There is no deployment of this number.")
    }
}

/// `GET /embed/chat?sessionId=…`.
pub async fn chat(extract::State(state): extract::State<Arc<State>>) -> Response {
    shell(&state, "chat", "Ask AI", None)
}

/// The id of the first deployment, which the application shows; empty if there is none.
fn deployment(state: &State) -> String {
    let first = state.database.first_deployment().ok().flatten();
    first.map(|id| id.to_string()).unwrap_or_default()
}

fn shell(state: &State, surface: &str, title: &str, public_id: Option<&str>) -> Response {
    let page = include_str!("shell.html")
        .replace("{surface}", surface)
        .replace("{title}", &escaped(title))
        .replace("{publicId}", &escaped(public_id.unwrap_or_default()))
        .replace("{deploymentId}", &deployment(state));
    Html(page).into_response()
}

fn not_found(message: &str) -> Response {
    let page = include_str!("not_found.html").replace("{message}", message);
    (StatusCode::NOT_FOUND, Html(page)).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
