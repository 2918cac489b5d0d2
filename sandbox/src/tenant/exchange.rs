//! The exchange: an embed page turns a session id into a token, or opens a private session.

use std::sync::Arc;

use axum::Json;
use axum::extract;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::bearer;
use super::requests::Performed;
use crate::faults::take_one;
use crate::json::{Body, Failure};
use crate::secret::Secret;
use crate::sessions::{Rejection, Session, Surface};
use crate::state::{State, World};

/// With an id, the session is signed. Without one, it is private: the page was given only to a viewer
/// who is signed in.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    surface: Surface,
    session_id: Option<String>,
    /// In place of the id of a page that a strict service has answered.
    claim: Option<String>,
}

/// What is exchanged for a token.
enum Credential {
    Id(Secret),
    Claim(Secret),
}

impl Request {
    fn credential(&self) -> Option<Credential> {
        let claim = self.claim.as_deref().map(Secret::presented);
        let id = self.session_id.as_deref().map(Secret::presented);
        claim.map(Credential::Claim).or(id.map(Credential::Id))
    }
}

/// `POST /embed/api/session`. The token of the session before, if any, comes as the credential.
pub async fn handle(
    extract::State(state): extract::State<Arc<State>>,
    headers: HeaderMap,
    Body(request): Body<Request>,
) -> Result<Response, Failure> {
    let token = Secret::random().map_err(Failure::internal)?;
    let timezone = state.database.default_timezone()?;
    let now = state.clock.now();
    let mut world = state.world();
    let session = match request.credential() {
        None => world
            .sessions
            .open(token.clone(), request.surface, None, false, now),
        Some(credential) => match exchange(&mut world, &credential, &token, request.surface, now) {
            Ok(session) => session,
            Err(rejection) => return Ok(rejected(rejection)),
        },
    };
    if let Some(before) = bearer(&headers) {
        world.sessions.replace(&before);
    }
    Ok(opened(&session, &token, timezone.as_deref(), now))
}

fn exchange(
    world: &mut World,
    credential: &Credential,
    token: &Secret,
    surface: Surface,
    now: i64,
) -> Result<Session, Rejection> {
    let redeemed = match credential {
        Credential::Id(id) => world.sessions.redeem(id, now),
        Credential::Claim(claim) => world.sessions.redeem_claim(claim),
    };
    let redeemed = redeemed.and_then(|grant| {
        if take_one(&mut world.faults.reject_exchanges) {
            Err(Rejection::Refused)
        } else {
            Ok(grant)
        }
    });
    match redeemed {
        Ok(_) => world.counts.exchanges += 1,
        Err(_) => world.counts.rejected_exchanges += 1,
    }
    redeemed.map(|grant| {
        let lapses = take_one(&mut world.faults.lapse_at_once);
        world
            .sessions
            .open(token.clone(), surface, Some(grant), lapses, now)
    })
}

fn opened(session: &Session, token: &Secret, timezone: Option<&str>, now: i64) -> Response {
    let only = match session.grant.deployments.as_deref() {
        Some([only]) => Some(only),
        _ => None,
    };
    Json(json!({
        "token": token.reveal(),
        "mode": session.mode,
        "now": now,
        "expiresAt": session.expires_at,
        "expiringAt": session.expiring_at(),
        "embedTenant": session.grant.embed_tenant,
        "settings": session.grant.settings,
        "theme": session.grant.theme,
        "timezone": timezone,
        "deploymentId": only,
    }))
    .into_response()
}

fn rejected(rejection: Rejection) -> Response {
    let message = match rejection {
        Rejection::Unknown => "The session id is not known.",
        Rejection::Redeemed => "The session id has already been used.",
        Rejection::Expired => "The session id has expired.",
        Rejection::Refused => "The session id was refused.",
    };
    let mut answer = (
        StatusCode::FORBIDDEN,
        Json(json!({ "error": message, "reason": rejection })),
    )
        .into_response();
    if rejection == Rejection::Refused {
        answer.extensions_mut().insert(Performed("rejectExchanges"));
    }
    answer
}
