//! The envelope around every message, in both directions.

use serde_json::Value;

use super::events::{Event, SurfaceKind};
use super::names::{EVENT, EVENT_PREFIX, SOURCE};

/// Which check a message failed; the `reason` of a `dropped` report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It came from the iframe, but from another origin than the tenant's.
    Origin,
    /// It does not have the envelope of this protocol.
    Envelope,
    /// It is not an event.
    Direction,
    /// Its payload is not as the catalog says.
    Payload,
}

impl Refusal {
    /// Every refusal, in the order of the checks.
    pub const ALL: &'static [Self] = &[
        Refusal::Origin,
        Refusal::Envelope,
        Refusal::Direction,
        Refusal::Payload,
    ];

    /// The reason's name in JavaScript.
    pub const fn as_str(self) -> &'static str {
        match self {
            Refusal::Origin => "origin",
            Refusal::Envelope => "envelope",
            Refusal::Direction => "direction",
            Refusal::Payload => "payload",
        }
    }
}

/// An event in its envelope.
#[derive(Debug, Clone, PartialEq)]
pub struct EventMessage {
    /// The event.
    pub event: Event,
    /// When it was sent: epoch milliseconds by the embed's clock.
    pub timestamp: f64,
    /// What the iframe shows.
    pub surface: SurfaceKind,
}

impl EventMessage {
    /// Reads a message from JSON.
    ///
    /// # Errors
    /// The first check that fails: source, direction, the rest of the envelope, payload.
    pub fn from_json(mut message: Value) -> Result<Self, Refusal> {
        let text = |key: &str| message.get(key).and_then(Value::as_str);
        if text("source") != Some(SOURCE) {
            return Err(Refusal::Envelope);
        }
        if text("direction") != Some(EVENT) {
            return Err(Refusal::Direction);
        }
        let name = text("type")
            .and_then(|kind| kind.strip_prefix(EVENT_PREFIX))
            .filter(|name| !name.is_empty())
            .ok_or(Refusal::Envelope)?
            .to_owned();
        let surface = text("surface").ok_or(Refusal::Envelope)?.to_owned().into();
        let timestamp = message
            .get("timestamp")
            .and_then(Value::as_f64)
            .ok_or(Refusal::Envelope)?;
        let payload = message
            .get_mut("payload")
            .map(Value::take)
            .filter(Value::is_object)
            .ok_or(Refusal::Payload)?;
        let event = Event::from_parts(&name, payload).ok_or(Refusal::Payload)?;
        Ok(Self {
            event,
            timestamp,
            surface,
        })
    }
}
