//! What a message must be, as a table that the page's side learns and checks by: it stays a JavaScript
//! value, looked at in place and never copied.

#[cfg(feature = "bridge")]
use alloc::{format, string::String};

use super::words::Word;
use crate::protocol::EventKind;
#[cfg(feature = "bridge")]
use crate::protocol::envelope::{self, Refusal};
#[cfg(feature = "bridge")]
use crate::protocol::schema::{FieldSpec, Kind, Presence};

/// The event of a line in the catalog; `None` for one that this version does not know.
pub(super) fn event_of(line: Word) -> Option<EventKind> {
    let place = usize::try_from(line - 1).ok()?;
    EventKind::ALL.get(place).copied()
}

/// The envelope's checks in their order and, behind an empty line, the events.
///
/// A check is a line: why a message is dropped, then keys, each with what it must be. An event is a
/// line, too: its name, then the keys of its payload. What a key must be is its kinds, a bit for each
/// (see `kind` in `host.rs`), or a text. The first event is what this version does not know; whether
/// its type is an event's at all is for `receive` to see.
#[cfg(feature = "bridge")]
pub(super) fn catalog() -> String {
    let [by_envelope, by_direction, by_payload] =
        [Refusal::Envelope, Refusal::Direction, Refusal::Payload].map(Refusal::as_str);
    let [source, event] = [envelope::SOURCE, envelope::DIRECTION_EVENT];
    let mut text = format!(
        "{by_envelope} source {source}\n\
         {by_direction} direction {event}\n\
         {by_envelope} timestamp {NUMBER} surface {STRING}\n\
         {by_payload} payload {OBJECT}\n\n\
         unknown"
    );
    for kind in EventKind::ALL {
        text = [&text, "\n", kind.name()].concat();
        for field in kind.fields() {
            text = format!("{text} {} {}", field.key, kinds_of(field));
        }
    }
    text
}

/// The kinds that a field may have.
#[cfg(feature = "bridge")]
fn kinds_of(field: &FieldSpec) -> u8 {
    let kinds = match field.kind {
        Kind::String => STRING,
        Kind::Number => NUMBER,
        Kind::Boolean => BOOLEAN,
        Kind::Any => !UNDEFINED,
    };
    kinds
        | match field.presence {
            Presence::Required => 0,
            Presence::Nullable => NULL,
            Presence::Optional => UNDEFINED,
        }
}

#[cfg(feature = "bridge")]
const UNDEFINED: u8 = 1;
#[cfg(feature = "bridge")]
const NULL: u8 = 1 << 1;
#[cfg(feature = "bridge")]
const STRING: u8 = 1 << 2;
#[cfg(feature = "bridge")]
const NUMBER: u8 = 1 << 3;
#[cfg(feature = "bridge")]
const BOOLEAN: u8 = 1 << 4;
#[cfg(feature = "bridge")]
const OBJECT: u8 = 1 << 5;
