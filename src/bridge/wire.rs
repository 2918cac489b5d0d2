//! Messages as JavaScript values: checked in place by the protocol's tables, never copied.

use js_sys::{Array, JsString, Map};
use wasm_bindgen::prelude::*;

use super::platform::property;
use crate::protocol::EventKind;
use crate::protocol::envelope::{
    ACTION_PREFIX, DIRECTION_ACTION, DIRECTION_EVENT, EVENT_PREFIX, Refusal, SOURCE,
};
use crate::protocol::schema::{FieldSpec, Kind, Presence};

use super::platform::{object, timestamp};

#[wasm_bindgen]
extern "C" {
    /// An envelope; its properties are read as values.
    type Envelope;
    #[wasm_bindgen(method, getter, structural)]
    fn source(this: &Envelope) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    fn direction(this: &Envelope) -> JsValue;
    #[wasm_bindgen(method, getter, structural, js_name = type)]
    fn kind(this: &Envelope) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    fn surface(this: &Envelope) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    fn timestamp(this: &Envelope) -> JsValue;
    #[wasm_bindgen(method, getter, structural)]
    fn payload(this: &Envelope) -> JsValue;
}

/// An event that passed all checks.
pub(super) struct Received {
    /// `None` for an event that this version does not know.
    pub(super) kind: Option<EventKind>,
    pub(super) payload: JsValue,
    pub(super) timestamp: f64,
}

/// The protocol's constants as JavaScript values, made once.
pub(super) struct Wire {
    source: JsValue,
    direction: JsValue,
    /// From an event's full type to its place in `kinds`.
    places: Map,
    kinds: Vec<(EventKind, Vec<Field>)>,
}

struct Field {
    key: JsValue,
    spec: &'static FieldSpec,
}

impl Wire {
    pub(super) fn new() -> Self {
        let places = Map::new();
        let mut kinds = Vec::with_capacity(EventKind::ALL.len());
        for (place, &kind) in EventKind::ALL.iter().enumerate() {
            let full = [EVENT_PREFIX, kind.name()].concat();
            places.set(
                &full.as_str().into(),
                &JsValue::from(u32::try_from(place).unwrap_or(u32::MAX)),
            );
            let fields = kind.fields().iter();
            kinds.push((
                kind,
                fields
                    .map(|spec| Field {
                        key: spec.key.into(),
                        spec,
                    })
                    .collect(),
            ));
        }
        Self {
            source: SOURCE.into(),
            direction: DIRECTION_EVENT.into(),
            places,
            kinds,
        }
    }

    /// Checks a message's data, in the order of [`Refusal`].
    pub(super) fn read(&self, data: &JsValue) -> Result<Received, Refusal> {
        if !data.is_object() {
            return Err(Refusal::Envelope);
        }
        let envelope: &Envelope = data.unchecked_ref();
        if envelope.source() != self.source {
            return Err(Refusal::Envelope);
        }
        if envelope.direction() != self.direction {
            return Err(Refusal::Direction);
        }
        let kind = envelope.kind();
        let timestamp = envelope
            .timestamp()
            .as_f64()
            .filter(|time| time.is_finite());
        let (Some(timestamp), true) = (timestamp, envelope.surface().is_string()) else {
            return Err(Refusal::Envelope);
        };
        let payload = envelope.payload();
        let payload_is_object = payload.is_object() && !Array::is_array(&payload);
        let Some((kind, fields)) = self.kind(&kind) else {
            let named = kind.dyn_ref::<JsString>().is_some_and(|kind| {
                kind.starts_with(EVENT_PREFIX, 0) && kind.length() as usize > EVENT_PREFIX.len()
            });
            return match (named, payload_is_object) {
                (false, _) => Err(Refusal::Envelope),
                (true, false) => Err(Refusal::Payload),
                (true, true) => Ok(Received {
                    kind: None,
                    payload,
                    timestamp,
                }),
            };
        };
        if payload_is_object && fields.iter().all(|field| field.allows(&payload)) {
            Ok(Received {
                kind: Some(*kind),
                payload,
                timestamp,
            })
        } else {
            Err(Refusal::Payload)
        }
    }

    fn kind(&self, full: &JsValue) -> Option<&(EventKind, Vec<Field>)> {
        let place = self.places.get(full).as_f64()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index"
        )]
        self.kinds.get(place as usize)
    }
}

impl Field {
    fn allows(&self, payload: &JsValue) -> bool {
        let value = property(payload, &self.key);
        match (self.spec.kind, self.spec.presence) {
            (Kind::Any, Presence::Required) => !value.is_undefined(),
            (Kind::Any, _) => true,
            (_, Presence::Optional) if value.is_undefined() => true,
            (_, Presence::Nullable) if value.is_null() => true,
            (Kind::String, _) => value.is_string(),
            (Kind::Number, _) => value.as_f64().is_some_and(f64::is_finite),
            (Kind::Boolean, _) => value.as_bool().is_some(),
        }
    }
}

/// The envelope of an action.
pub(super) fn action(name: &str, payload: &JsValue) -> JsValue {
    let kind = [ACTION_PREFIX, name].concat();
    object(&[
        ("source", &SOURCE.into()),
        ("direction", &DIRECTION_ACTION.into()),
        ("type", &kind.as_str().into()),
        ("payload", payload),
        ("timestamp", &timestamp().into()),
    ])
}
