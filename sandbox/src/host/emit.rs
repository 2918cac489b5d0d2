//! `POST /control/emit`: an open embed sends an event of the catalog, or any message.

use std::time::Duration;

use axum::Json;
use axum::extract;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use svc_embed::protocol::EventKind;
use svc_embed::protocol::events::Event;

use super::Host;
use super::control::snapshot;
use crate::embeds::Embed;
use crate::json::{Body, Failure};
use crate::sessions::Surface;

/// How long a page may take to send a message.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is sent, and by whom: an event with its payload, or a message as it is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Emit {
    /// The number of the embed by `/control/state`. Absent: every open embed.
    embed: Option<u64>,
    /// The bare name of an event.
    event: Option<String>,
    /// The payload of the event. For `ready`, the default is the embed's own.
    payload: Option<Map<String, Value>>,
    /// A message without a check.
    message: Option<Value>,
}

/// Answers when the pages have sent it.
pub async fn emit(
    extract::State(host): extract::State<Host>,
    Body(emit): Body<Emit>,
) -> Result<Json<Value>, Failure> {
    let embeds = chosen(host.state.embeds.list(), emit.embed)?;
    let message = message(emit, &embeds)?;
    let mut waiting = Vec::new();
    for Embed { n, .. } in embeds {
        let sent = host.state.embeds.send(n, message.clone());
        waiting.push((n, sent.ok_or_else(|| gone(n))?));
    }
    for (n, sent) in waiting {
        match tokio::time::timeout(PATIENCE, sent).await {
            Ok(Ok(())) => {}
            _ => return Err(gone(n)),
        }
    }
    Ok(Json(snapshot(&host.state)))
}

fn gone(n: u64) -> Failure {
    let message = format!("embed {n} did not send the message: it may have been closed");
    Failure::new(StatusCode::GATEWAY_TIMEOUT, message)
}

fn chosen(open: Vec<Embed>, wanted: Option<u64>) -> Result<Vec<Embed>, Failure> {
    let found: Vec<Embed> = (open.into_iter())
        .filter(|embed| wanted.is_none_or(|n| embed.n == n))
        .collect();
    match (found.is_empty(), wanted) {
        (false, _) => Ok(found),
        (true, None) => Err(Failure::conflict("no embed is open")),
        (true, Some(_)) => Err(Failure::missing(
            "embed: GET /control/state lists those that are open",
        )),
    }
}

/// The message in the form that the page's script understands.
fn message(emit: Emit, embeds: &[Embed]) -> Result<Value, Failure> {
    match emit {
        Emit {
            event: Some(event),
            message: None,
            payload,
            ..
        } => {
            check(&event, payload.as_ref(), embeds)?;
            Ok(json!({ "event": event, "payload": payload }))
        }
        Emit {
            event: None,
            message: Some(message),
            payload: None,
            ..
        } => Ok(json!({ "message": message })),
        _ => Err(Failure::invalid(
            "give either event, with its payload, or message",
        )),
    }
}

/// 400 for an event that the catalog does not have, for a payload that does not fit it, and for an
/// embed of another surface.
fn check(
    event: &str,
    payload: Option<&Map<String, Value>>,
    embeds: &[Embed],
) -> Result<(), Failure> {
    let Some(kind) = EventKind::of(event) else {
        let known: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.name()).collect();
        return Err(Failure::invalid(format!(
            "the catalog has no event {event}: it has {}. Any other is sent as message",
            known.join(", ")
        )));
    };
    let is_elsewhere = |embed: &Embed| {
        embed
            .surface
            .is_some_and(|surface| surface != Surface::Dashboard)
    };
    if kind.documentation().surfaces == "dashboard" && embeds.iter().any(is_elsewhere) {
        return Err(Failure::invalid(format!(
            "only dashboards send {event}: choose one with embed"
        )));
    }
    if kind == EventKind::Ready && payload.is_none() {
        return Ok(());
    }
    let payload = Value::Object(payload.cloned().unwrap_or_default());
    if Event::from_parts(event, payload).is_some() {
        return Ok(());
    }
    let fields: Vec<&str> = kind.fields().iter().map(|field| field.key).collect();
    let fields = fields.join(", ");
    Err(Failure::invalid(format!(
        "the payload does not fit {event}, which has {fields}"
    )))
}
