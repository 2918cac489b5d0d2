//! The embed pages: one shell for every surface, filled by the script of `ui/`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{self, Path, Query};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use serde_json::json;

use super::page_faults;
use super::requests::Performed;
use crate::api::{Dashboard, id_of};
use crate::faults::{EmbedFault, take_one};
use crate::json::Failure;
use crate::secret::Secret;
use crate::state::State;

/// The parameters of a page's URL.
type Parameters = HashMap<String, String>;

/// `GET /embed/dashboard/{publicId}?session=…`.
pub async fn dashboard(
    extract::State(state): extract::State<Arc<State>>,
    headers: HeaderMap,
    Path(public_id): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Response {
    match state.database.dashboard(&public_id) {
        Ok(Some(found)) => {
            let Dashboard {
                summary,
                deployment,
                ..
            } = found;
            let about = ["dashboard", &summary.title, &summary.public_id];
            shell(&state, (&headers, &parameters), about, Some(deployment))
        }
        Ok(None) => not_found("There is no dashboard of this name."),
        Err(failure) => failure.into_response(),
    }
}

/// `GET /embed/d/{deploymentId}/app?session=…`.
pub async fn app(
    extract::State(state): extract::State<Arc<State>>,
    headers: HeaderMap,
    Path(deployment_id): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Response {
    let known = match id_of(&deployment_id) {
        Some(id) => state.database.has_deployment(id).map(|is| is.then_some(id)),
        None => Ok(None),
    };
    match known {
        Ok(Some(id)) => shell(
            &state,
            (&headers, &parameters),
            ["app", "Analytics", ""],
            Some(id),
        ),
        Ok(None) => not_found("There is no deployment of this number."),
        Err(failure) => failure.into_response(),
    }
}

/// `GET /embed/chat?sessionId=…`.
pub async fn chat(
    extract::State(state): extract::State<Arc<State>>,
    headers: HeaderMap,
    Query(parameters): Query<Parameters>,
) -> Response {
    shell(
        &state,
        (&headers, &parameters),
        ["chat", "Ask AI", ""],
        None,
    )
}

/// `GET /embed/api/late/{ms}`: answers after the delay. A page that waits for it reports `load` late.
pub async fn late(Path(delay): Path<u32>) -> StatusCode {
    tokio::time::sleep(Duration::from_millis(delay.into())).await;
    StatusCode::NO_CONTENT
}

/// The page of a surface with a title and, for a dashboard, its public id.
fn shell(
    state: &State,
    (headers, parameters): (&HeaderMap, &Parameters),
    about: [&str; 3],
    deployment: Option<i64>,
) -> Response {
    let fault = {
        let mut world = state.world();
        if take_one(&mut world.faults.fail_pages) {
            let answer = (StatusCode::BAD_GATEWAY, "The page could not be made.");
            return performed("failPages", answer.into_response());
        }
        let fault = world.faults.embed.next_page();
        // The next document of an embed continues the session of the one before.
        let needs_sign_in = !world.faults.signed_in && !fault.documents;
        if needs_sign_in && fault.page.is_none() && id_in(parameters).is_none() {
            return page_faults::sign_in();
        }
        fault
    };
    let page = || filled(state, &fault, parameters, about, deployment);
    match fault.page {
        Some(mode) => performed("embed.page", page_faults::answer(mode, headers, page)),
        None => page(),
    }
}

/// Adds the name of a fault to an answer, for the journal.
fn performed(fault: &'static str, mut answer: Response) -> Response {
    answer.extensions_mut().insert(Performed(fault));
    answer
}

/// The shell with what the page's script reads from it.
fn filled(
    state: &State,
    fault: &EmbedFault,
    parameters: &Parameters,
    [surface, title, public_id]: [&str; 3],
    deployment: Option<i64>,
) -> Response {
    let claim = match claim(state, parameters) {
        Ok(claim) => claim,
        Err(failure) => return failure.into_response(),
    };
    let deployment = deployment.map(|id| id.to_string()).unwrap_or_default();
    let page = include_str!("shell.html")
        .replace("{claim}", &claim)
        .replace("{faults}", &escaped(&json!(fault).to_string()))
        .replace("{surface}", surface)
        .replace("{title}", &escaped(title))
        .replace("{publicId}", &escaped(public_id))
        .replace("{deploymentId}", &deployment);
    ([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

/// Redeems the id of the URL if the service is strict. Returns the page's claim; empty if there is
/// none.
fn claim(state: &State, parameters: &Parameters) -> Result<String, Failure> {
    let mut world = state.world();
    let Some(id) = id_in(parameters).filter(|_| world.faults.strict) else {
        return Ok(String::new());
    };
    let claim = Secret::random().map_err(Failure::internal)?;
    let shown = claim.reveal().to_owned();
    let now = state.clock.now();
    world.sessions.claim(claim, &Secret::presented(id), now);
    Ok(shown)
}

fn id_in(parameters: &Parameters) -> Option<&String> {
    ["session", "sessionId"]
        .iter()
        .find_map(|name| parameters.get(*name))
}

fn not_found(message: &str) -> Response {
    notice(StatusCode::NOT_FOUND, "Not found", message)
}

/// A page that only says something.
pub fn notice(status: StatusCode, title: &str, message: &str) -> Response {
    let page = include_str!("notice.html")
        .replace("{title}", title)
        .replace("{message}", message);
    (status, Html(page)).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
