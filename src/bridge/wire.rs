//! Messages as JavaScript values: checked in place by the protocol's tables, never copied.

use alloc::vec::Vec;

use wasm_bindgen::JsValue;

use super::host::{self, kind};
use super::words::{self, Key};
use crate::protocol::EventKind;
use crate::protocol::envelope::{EVENT_PREFIX, Refusal};
use crate::protocol::schema::{FieldSpec, Kind, Presence};

/// An event that passed all checks.
pub(super) struct Received {
    /// Its place in the catalog, -1 for an event that this version does not know.
    pub(super) place: i32,
    pub(super) kind: Option<EventKind>,
}

/// The catalog in the words that JavaScript has learnt.
pub(super) struct Wire {
    /// The number of each event's first field; the others follow.
    fields: Vec<Key>,
}

impl Wire {
    pub(super) fn new() -> Self {
        words::learn();
        let mut fields = Vec::with_capacity(EventKind::ALL.len());
        let mut next = host::learn(EVENT_PREFIX) + 1;
        for kind in EventKind::ALL {
            host::learn_event(EVENT_PREFIX, kind.name());
            fields.push(next);
            for field in kind.fields() {
                next = host::learn(field.key) + 1;
            }
        }
        Self { fields }
    }

    /// Checks a message's data, in the order of [`Refusal`].
    pub(super) fn read(&self, data: &JsValue) -> Result<Received, Refusal> {
        if !data.is_object()
            || !host::is_at(data, words::SOURCE, words::IS_SVC_EMBED)
            || data.is_array()
        {
            return Err(Refusal::Envelope);
        }
        if !host::is_at(data, words::DIRECTION, words::IS_EVENT) {
            return Err(Refusal::Direction);
        }
        if host::kind_at(data, words::TIMESTAMP) != kind::NUMBER
            || host::kind_at(data, words::SURFACE) != kind::STRING
        {
            return Err(Refusal::Envelope);
        }
        let place = host::event_at(data, words::TYPE);
        let known = usize::try_from(place)
            .ok()
            .and_then(|place| Some((*EventKind::ALL.get(place)?, *self.fields.get(place)?)));
        if known.is_none() && !is_event_type(data) {
            return Err(Refusal::Envelope);
        }
        if host::kind_at(data, words::PAYLOAD) != kind::OBJECT {
            return Err(Refusal::Payload);
        }
        if let Some((kind, first)) = known {
            for (field, key) in kind.fields().iter().zip(first..) {
                if !allows(field, host::kind_in(data, words::PAYLOAD, key)) {
                    return Err(Refusal::Payload);
                }
            }
        }
        Ok(Received {
            place,
            kind: known.map(|(kind, _)| kind),
        })
    }
}

/// Whether `data` has the type of an event, be it an unknown one.
fn is_event_type(data: &JsValue) -> bool {
    host::text(data, "type")
        .is_some_and(|kind| kind.starts_with(EVENT_PREFIX) && kind.len() > EVENT_PREFIX.len())
}

/// Whether a field may be what was `found`.
fn allows(field: &FieldSpec, found: u32) -> bool {
    let wanted = match field.kind {
        Kind::Any => return found != kind::UNDEFINED || field.presence != Presence::Required,
        Kind::String => kind::STRING,
        Kind::Number => kind::NUMBER,
        Kind::Boolean => kind::BOOLEAN,
    };
    found == wanted
        || match field.presence {
            Presence::Required => false,
            Presence::Nullable => found == kind::NULL,
            Presence::Optional => found == kind::UNDEFINED,
        }
}
