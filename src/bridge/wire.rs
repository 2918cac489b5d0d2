//! Messages as JavaScript values: checked in place by the protocol's tables, never copied.

use wasm_bindgen::JsValue;

use super::host::{self, kind};
use super::words;
use crate::protocol::EventKind;
use crate::protocol::envelope::Refusal;
use crate::protocol::schema::{FieldSpec, Kind, Presence};

/// An event that passed all checks.
pub(super) struct Received {
    /// Its line in the catalog that the page's side has learnt.
    pub(super) line: i32,
    /// `None` for an event that this version does not know.
    pub(super) kind: Option<EventKind>,
}

/// Checks a message's data, in the order of [`Refusal`].
pub(super) fn read(data: &JsValue) -> Result<Received, Refusal> {
    if !host::is_object(data) || !host::is_at(data, words::SOURCE, words::SVC_EMBED) {
        return Err(Refusal::Envelope);
    }
    if !host::is_at(data, words::DIRECTION, words::EVENT) {
        return Err(Refusal::Direction);
    }
    let line = host::line_of(data, words::TYPE);
    let known = usize::try_from(line - 1)
        .ok()
        .and_then(|place| EVENTS.get(place));
    let is_event = known.is_some() || host::extends(data, words::TYPE, words::EVENT_TYPE);
    // The envelope's timestamp and surface, then the payload.
    let kinds = host::kinds(data, 0);
    if !is_event || kinds % (1 << (2 * BITS)) != kind::NUMBER | kind::STRING << BITS {
        return Err(Refusal::Envelope);
    }
    if kinds >> (2 * BITS) != kind::OBJECT {
        return Err(Refusal::Payload);
    }
    if let Some((_, shape)) = known
        && !shape.allows(host::kinds_in(data, words::PAYLOAD, line))
    {
        return Err(Refusal::Payload);
    }
    Ok(Received {
        line,
        kind: known.map(|(kind, _)| *kind),
    })
}

/// The events in the order of their lines, which begin at 1, each with what its payload must be.
const EVENTS: [(EventKind, Shape); EventKind::ALL.len()] = {
    let mut events = [(EventKind::Ready, Shape::of(&[])); EventKind::ALL.len()];
    let mut rest = EventKind::ALL;
    let mut places: &mut [_] = &mut events;
    while let ([kind, others @ ..], [place, free @ ..]) = (rest, places) {
        *place = (*kind, Shape::of(kind.fields()));
        (rest, places) = (others, free);
    }
    events
};

/// The kinds that the fields of an object may have, [`BITS`] for each, the first field lowest.
#[derive(Clone, Copy)]
struct Shape {
    wanted: i32,
    /// What may be there instead.
    or: i32,
}

/// How many bits a kind takes.
const BITS: usize = 3;
const MASK: i32 = (1 << BITS) - 1;

impl Shape {
    const fn of(mut fields: &[FieldSpec]) -> Self {
        let (mut wanted, mut or, mut shift) = (0, 0, 0);
        while let [field, others @ ..] = fields {
            let kind = match field.kind {
                Kind::Any => kind::ANY,
                Kind::String => kind::STRING,
                Kind::Number => kind::NUMBER,
                Kind::Boolean => kind::BOOLEAN,
            };
            let instead = match field.presence {
                Presence::Required => kind,
                Presence::Nullable => kind::NULL,
                Presence::Optional => kind::UNDEFINED,
            };
            wanted |= kind << shift;
            or |= instead << shift;
            shift += BITS;
            fields = others;
        }
        Self { wanted, or }
    }

    /// Whether the fields may be what was `found`.
    fn allows(mut self, mut found: i32) -> bool {
        while found != self.wanted {
            let [kind, wanted, or] = [found & MASK, self.wanted & MASK, self.or & MASK];
            let is_any = wanted == kind::ANY && kind != kind::UNDEFINED;
            if kind != wanted && kind != or && !is_any {
                return false;
            }
            found >>= BITS;
            self.wanted >>= BITS;
            self.or >>= BITS;
        }
        true
    }
}
