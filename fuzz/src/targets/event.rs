//! Messages of an iframe, and the actions that a page sends: read from any JSON.

use serde_json::{Map, Value, json};
use svc_embed::protocol::schema::{Kind, Presence};
use svc_embed::protocol::{Action, Event, EventKind, EventMessage, Refusal};

use super::Bytes;

/// The first byte chooses an event of the catalog whose envelope is right, and the rest is its
/// payload; or the rest is the whole message, or an action.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let choice = usize::from(bytes.byte());
    if choice == 255 {
        let name = bytes.line();
        let Some((name, payload)) = name.zip(json_of(bytes)) else {
            return;
        };
        return action(name, payload);
    }
    let Some(value) = json_of(bytes) else {
        return;
    };
    let message = match EventKind::ALL.get(choice) {
        Some(kind) => json!({
            "source": "svc-embed",
            "direction": "event",
            "surface": "app",
            "timestamp": 1,
            "type": format!("svc:event:{}", kind.name()),
            "payload": value,
        }),
        None => value,
    };
    event(&message);
}

fn json_of(bytes: Bytes<'_>) -> Option<Value> {
    serde_json::from_slice(bytes.0).ok()
}

fn event(message: &Value) {
    let found = EventMessage::from_json(message.clone());
    assert_eq!(found.as_ref().err().copied(), verdict(message));
    let Ok(read) = found else {
        return;
    };
    assert_eq!(Some(read.timestamp), message["timestamp"].as_f64());
    assert_eq!(Some(read.surface.as_str()), message["surface"].as_str());
    let name = message["type"].as_str().unwrap_or_default();
    assert_eq!(name.strip_prefix("svc:event:"), Some(read.event.name()));
    // What was read is written as it was.
    let again = Event::from_parts(read.event.name(), read.event.payload());
    assert_eq!(again.as_ref(), Some(&read.event));
    assert_eq!(read.event.report(), again.unwrap().report());
}

fn action(name: &str, payload: Value) {
    let Ok(action) = Action::parse(name, payload) else {
        return;
    };
    assert_ne!(action.name(), "set-session", "only the bridge sends it");
    // One prefix is taken off at each reading.
    if action.name().starts_with("svc:action:") {
        return;
    }
    assert_eq!(action.checked().as_ref(), Ok(&action));
    let sent = action.to_json(1.0);
    assert_eq!(sent["source"], "svc-embed");
    assert_eq!(sent["direction"], "action");
    let again = Action::parse(sent["type"].as_str().unwrap(), sent["payload"].clone());
    assert_eq!(again, Ok(action.clone()));
    assert_eq!(again.map(|again| again.key()), Ok(action.key()));
}

/// The first check that `message` fails, written the plainest way.
pub fn verdict(message: &Value) -> Option<Refusal> {
    let at = |key: &str| message.get(key).unwrap_or(&Value::Null);
    if at("source") != "svc-embed" {
        return Some(Refusal::Envelope);
    }
    if at("direction") != "event" {
        return Some(Refusal::Direction);
    }
    let name = at("type").as_str().unwrap_or_default();
    let Some(name) = name
        .strip_prefix("svc:event:")
        .filter(|name| !name.is_empty())
    else {
        return Some(Refusal::Envelope);
    };
    if !at("surface").is_string() || !at("timestamp").is_number() {
        return Some(Refusal::Envelope);
    }
    let Some(payload) = at("payload").as_object() else {
        return Some(Refusal::Payload);
    };
    let kind = EventKind::ALL.iter().find(|kind| kind.name() == name)?;
    is_wrong(*kind, payload).then_some(Refusal::Payload)
}

fn is_wrong(kind: EventKind, payload: &Map<String, Value>) -> bool {
    kind.fields()
        .iter()
        .any(|spec| match payload.get(spec.key) {
            None => spec.presence != Presence::Optional,
            Some(Value::Null) => spec.presence == Presence::Required,
            Some(value) => match spec.kind {
                Kind::String => !value.is_string(),
                Kind::Number => !value.is_number(),
                Kind::Boolean => !value.is_boolean(),
                Kind::Any => false,
            },
        })
}
