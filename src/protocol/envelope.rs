//! The envelope around every message, in both directions.

#[cfg(feature = "messages")]
use super::events::{Event, SurfaceKind};
#[cfg(feature = "messages")]
use super::schema::Value;

/// The `source` of every message.
pub const SOURCE: &str = "svc-embed";
/// The `direction` of events.
pub const DIRECTION_EVENT: &str = "event";
/// The `direction` of actions.
pub const DIRECTION_ACTION: &str = "action";
/// What stands before an event's name in `type`.
pub const EVENT_PREFIX: &str = "svc:event:";
/// What stands before an action's name in `type`.
pub const ACTION_PREFIX: &str = "svc:action:";

/// Which check a message failed; the `reason` of a `dropped` report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It came from the iframe, but from another origin than the tenant's.
    Origin,
    /// It has no envelope of this protocol.
    Envelope,
    /// It is no event.
    Direction,
    /// Its payload is not what the catalog says.
    Payload,
}

impl Refusal {
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
#[cfg(feature = "messages")]
#[derive(Debug, Clone, PartialEq)]
pub struct EventMessage {
    /// The event.
    pub event: Event,
    /// When it was sent: epoch milliseconds by the embed's clock.
    pub timestamp: f64,
    /// What the iframe shows.
    pub surface: SurfaceKind,
}

#[cfg(feature = "messages")]
impl EventMessage {
    /// Reads a message from JSON.
    ///
    /// # Errors
    /// The first check that fails, in the order of [`Refusal`].
    pub fn from_json(mut message: Value) -> Result<Self, Refusal> {
        let text = |key: &str| message.get(key).and_then(Value::as_str);
        if text("source") != Some(SOURCE) {
            return Err(Refusal::Envelope);
        }
        if text("direction") != Some(DIRECTION_EVENT) {
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
