//! The messages of an embed.

use wasm_bindgen::JsValue;

use super::json;
use crate::protocol::events::{self, Report};
use crate::protocol::schema::Kind;
use crate::protocol::{Envelope, Event, EventKind, EventMessage, Refusal};
use crate::session::{Epoch, Input, Millis, Mode};

/// A message from an embed's iframe that failed a check.
///
/// ```no_run
/// # use svc_embed::bridge::{Dropped, Embed};
/// # fn example(embed: &Embed) {
/// let reports = embed.on(|dropped: &Dropped| {
///     web_sys::console::warn_2(&dropped.reason.as_str().into(), &dropped.data);
/// });
/// # drop(reports);
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Dropped {
    /// The first check that it failed.
    pub reason: Refusal,
    /// The origin that it came from; `"null"` for an opaque one.
    pub origin: String,
    /// The message as it arrived. Trust nothing in it.
    pub data: JsValue,
}

/// A message that has passed all checks.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) message: EventMessage,
    /// The UTF-16 units of its texts and of the names of its fields, and a few for each value.
    pub(super) size: u32,
}

/// Reads a message as it arrived, and its size. The payload is read only if the envelope is right.
///
/// A value that JSON cannot express becomes null if it is inside another value, or in a field that
/// the catalog does not name or whose type is "any". In any other field of the payload it is refused
/// as a value of the wrong type.
// twin: npm/src/check.ts checkEvent
pub(super) fn read(data: &JsValue) -> Result<Heard, Refusal> {
    if !json::is_object(data) {
        return Err(Refusal::Envelope);
    }
    let reader = json::Reader::default();
    let envelope = Envelope::read(
        |key| reader.envelope_text(&json::property(data, key)),
        |key| {
            json::property(data, key)
                .as_f64()
                .filter(|it| it.is_finite())
        },
    )?;
    let payload = json::property(data, "payload");
    if !json::is_object(&payload) {
        return Err(Refusal::Payload);
    }
    let fields = EventKind::of(&envelope.name).map_or(&[][..], EventKind::fields);
    let has_type = |key: &str| {
        let mut fields = fields.iter();
        fields.any(|field| field.key == key && field.kind != Kind::Any)
    };
    let payload = reader.object(&payload, has_type);
    let message = envelope.with_payload(payload.map_err(|_| Refusal::Payload)?)?;
    Ok(Heard {
        message,
        size: reader.size(),
    })
}

/// What a session has to know of a message, if anything. [`Event::report`] decides what a message
/// means; the event itself has the values.
// twin: npm/src/host.ts #report
pub(super) fn for_session(message: &EventMessage) -> Option<Input> {
    Some(match (message.event.report(), &message.event) {
        (Report::Ready, Event::Ready(ready)) => Input::Ready(mode(&ready.mode)),
        (Report::View, _) => Input::View,
        (Report::Expiring, Event::SessionExpiring(expiring)) => Input::Expiring {
            expires_at: Epoch::from_number(expiring.expires_at),
            expires_in: Millis::from_number(expiring.expires_in_ms),
        },
        (Report::Expired, Event::SessionExpired(expired)) => Input::Expired {
            expired_at: Epoch::from_number(expired.expired_at),
            reported_at: Epoch::from_number(message.timestamp),
        },
        (Report::Error, _) if is_rejection(message) => Input::Rejected,
        _ => return None,
    })
}

/// Whether the embed reports that it rejected a session id.
fn is_rejection(message: &EventMessage) -> bool {
    matches!(&message.event, Event::Error(error) if error.is_session_rejection())
}

/// Whether the message shows that an embed is there. One that has no session, or went down, is not.
pub(super) fn shows_embed(message: &EventMessage) -> bool {
    !matches!(&message.event, Event::Error(error) if error.is_session_rejection() || error.is_fatal())
}

fn mode(mode: &events::Mode) -> Option<Mode> {
    match mode {
        events::Mode::Signed => Some(Mode::Signed),
        events::Mode::Private => Some(Mode::Private),
        _ => None,
    }
}
