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
    /// Its payload is not as the catalog says, or the Rust bridge cannot read it because it is too
    /// large or too deep.
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
        let envelope = Envelope::read(
            |key| message.get(key)?.as_str(),
            |key| message.get(key)?.as_f64(),
        )?;
        let payload = message.get_mut("payload").map(Value::take);
        envelope.with_payload(payload.ok_or(Refusal::Payload)?)
    }
}

/// The envelope of an event without its payload. svc-embed checks it before it reads the payload,
/// which may be large.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Envelope {
    /// The bare name of the event.
    pub(crate) name: String,
    timestamp: f64,
    surface: SurfaceKind,
}

impl Envelope {
    /// Reads the envelope of a message. `text` and `number` return a property of the message if it
    /// is a string, or a finite number.
    pub(crate) fn read<T: AsRef<str>>(
        text: impl Fn(&str) -> Option<T>,
        number: impl FnOnce(&str) -> Option<f64>,
    ) -> Result<Self, Refusal> {
        let is = |key, wanted| text(key).is_some_and(|text| text.as_ref() == wanted);
        if !is("source", SOURCE) {
            return Err(Refusal::Envelope);
        }
        if !is("direction", EVENT) {
            return Err(Refusal::Direction);
        }
        let full_name = text("type").ok_or(Refusal::Envelope)?;
        let name = full_name.as_ref().strip_prefix(EVENT_PREFIX);
        let name = name.filter(|name| !name.is_empty());
        let surface = text("surface").ok_or(Refusal::Envelope)?;
        Ok(Self {
            name: name.ok_or(Refusal::Envelope)?.to_owned(),
            timestamp: number("timestamp").ok_or(Refusal::Envelope)?,
            surface: surface.as_ref().to_owned().into(),
        })
    }

    /// The whole event.
    pub(crate) fn with_payload(self, payload: Value) -> Result<EventMessage, Refusal> {
        if !payload.is_object() {
            return Err(Refusal::Payload);
        }
        let event = Event::from_parts(&self.name, payload).ok_or(Refusal::Payload)?;
        Ok(EventMessage {
            event,
            timestamp: self.timestamp,
            surface: self.surface,
        })
    }
}
