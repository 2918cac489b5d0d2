//! The protocol against its description (`tests/fixtures/protocol.json`), and what only Rust can ask of
//! it. What it accepts and refuses is in `tests/fixtures/vectors.json`.

use serde_json::{Value, json};
use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::events::{Mode, Report};
use svc_embed::protocol::schema::{Kind, Presence};
use svc_embed::protocol::{
    Action, ActionKind, ColorScheme, Event, EventKind, EventMessage, Filter, SessionId,
    SurfaceKind, patterns,
};
use svc_embed::{Code, Error};

fn description() -> Value {
    serde_json::from_str(include_str!("../fixtures/protocol.json")).unwrap()
}

fn envelope(name: &str, payload: &Value) -> Value {
    json!({
        "source": "svc-embed", "direction": "event", "type": format!("svc:event:{name}"),
        "payload": payload, "timestamp": 1_700_000_000_000_u64, "surface": "dashboard",
    })
}

/// A payload that the description allows, with or without what is optional.
fn sample(name: &str, with_optional: bool) -> Value {
    let fields = description()["events"][name]["payload"].clone();
    let mut payload = json!({});
    for (key, field) in fields.as_object().unwrap() {
        if field["required"] == json!(true) || with_optional {
            payload[key] = match field["type"].as_str().unwrap() {
                "string" | "string|null" => field["known"].get(0).cloned().unwrap_or(json!("text")),
                "number" | "number|null" => json!(7.0),
                "boolean" => json!(true),
                _ => json!({ "any": [1] }),
            };
        }
    }
    payload
}

#[test]
fn every_event_is_declared_as_it_is_described() {
    let description = description();
    let described = description["events"].as_object().unwrap();
    assert_eq!(described.len(), EventKind::ALL.len());
    for kind in EventKind::ALL {
        let fields = described[kind.name()]["payload"].as_object().unwrap();
        assert_eq!(fields.len(), kind.fields().len(), "{}", kind.name());
        for (spec, doc) in kind.fields().iter().zip(kind.documentation().fields) {
            let field = &fields[spec.key];
            let (wanted, nullable) = match field["type"].as_str().unwrap() {
                "string" => (Kind::String, false),
                "string|null" => (Kind::String, true),
                "number" => (Kind::Number, false),
                "number|null" => (Kind::Number, true),
                "boolean" => (Kind::Boolean, false),
                _ => (Kind::Any, false),
            };
            assert_eq!(spec.kind, wanted, "{}.{}", kind.name(), spec.key);
            let presence = match (field["required"].as_bool().unwrap(), nullable) {
                (true, false) => Presence::Required,
                (true, true) => Presence::Nullable,
                (false, _) => Presence::Optional,
            };
            assert_eq!(spec.presence, presence, "{}.{}", kind.name(), spec.key);
            let known: Vec<&str> = field["known"]
                .as_array()
                .map(|known| known.iter().map(|value| value.as_str().unwrap()).collect())
                .unwrap_or_default();
            assert_eq!(doc.known, known, "{}.{}", kind.name(), spec.key);
        }
    }
}

#[test]
fn every_action_is_declared_as_it_is_described() {
    let description = description();
    let described = description["actions"].as_object().unwrap();
    assert_eq!(described.len(), ActionKind::ALL.len());
    for kind in ActionKind::ALL {
        match (&described[kind.name()]["payload"], kind.payload()) {
            (Value::Null, PayloadSpec::Empty) | (Value::String(_), PayloadSpec::Open) => {}
            (Value::Object(fields), PayloadSpec::Field { key, .. }) => {
                assert_eq!(fields.len(), 1);
                let values = fields[key]["values"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                let values: Vec<&str> =
                    values.iter().map(|value| value.as_str().unwrap()).collect();
                assert_eq!(kind.documentation().fields[0].known, values);
            }
            (payload, spec) => panic!("{}: {payload} is not {spec:?}", kind.name()),
        }
    }
}

#[test]
fn every_event_reads_and_writes() {
    for kind in EventKind::ALL {
        for with_optional in [true, false] {
            let payload = sample(kind.name(), with_optional);
            let message = EventMessage::from_json(envelope(kind.name(), &payload)).unwrap();
            assert_eq!(message.event.name(), kind.name());
            assert_eq!(message.event.payload(), payload);
            assert_eq!(message.surface, SurfaceKind::Dashboard);
        }
    }
}

#[test]
fn an_event_has_the_kind_and_the_report_of_its_name() {
    for kind in EventKind::ALL {
        assert_eq!(EventKind::of(kind.name()), Some(*kind));
        let event = Event::from_parts(kind.name(), sample(kind.name(), true)).unwrap();
        assert_eq!(event.kind(), Some(*kind));
        assert_eq!(event.report(), kind.report());
    }
    assert_eq!(EventKind::of("later"), None);
    let later = Event::from_parts("later", json!({})).unwrap();
    assert_eq!((later.kind(), later.report()), (None, Report::None));
}

#[test]
fn what_the_service_may_add_is_kept() {
    let unknown = EventMessage::from_json(envelope("brand-new", &json!({ "a": 1 }))).unwrap();
    assert_eq!(
        unknown.event,
        Event::Unknown {
            name: "brand-new".into(),
            payload: json!({ "a": 1 })
        }
    );

    let mut payload = sample("ready", true);
    payload["mode"] = json!("oauth");
    payload["further"] = json!(true);
    let Event::Ready(ready) = EventMessage::from_json(envelope("ready", &payload))
        .unwrap()
        .event
    else {
        panic!("not a ready event");
    };
    assert_eq!(ready.mode, Mode::Other("oauth".into()));
    assert_eq!(ready.mode.as_str(), "oauth");
}

#[test]
fn colour_schemes_are_those_that_are_listed() {
    let pattern: Vec<&str> = ColorScheme::ALL.iter().map(|it| it.as_str()).collect();
    let pattern = format!("^({})$", pattern.join("|"));
    assert_eq!(patterns::COLOR_SCHEME.text, pattern);
    for &scheme in ColorScheme::ALL {
        assert_eq!(ColorScheme::parse(scheme.as_str()), Ok(scheme));
    }
    let refused = ColorScheme::parse("sepia").map_err(|error| error.code());
    assert_eq!(refused, Err(Code::InvalidOption));
}

#[test]
fn an_action_goes_out_in_its_envelope() {
    let action = Action::parse("svc:action:navigate", json!({ "path": "/a" })).unwrap();
    assert_eq!(
        action.to_json(1.5),
        json!({
            "source": "svc-embed", "direction": "action", "type": "svc:action:navigate",
            "payload": { "path": "/a" }, "timestamp": 1.5,
        })
    );
}

#[test]
fn an_action_of_a_known_name_obeys_its_rules() {
    let other = |name: &str, payload: Value| {
        let payload = payload.as_object().unwrap().clone();
        let name = name.into();
        Action::Other { name, payload }
    };
    let session = json!({ "sessionId": "s" });
    for name in ["set-session", "svc:action:set-session"] {
        let action = other(name, session.clone());
        assert_eq!(action.checked(), Err(Error::ReservedAction), "{name}");
        assert!(!action.lasts(), "{name}");
        assert_eq!(action.key(), None, "{name}");
    }
    let spent = Action::SetSession(SessionId::new("s").unwrap());
    assert_eq!(spent.checked(), Err(Error::ReservedAction));

    for (name, payload, option) in [
        ("", json!({}), "action"),
        ("set-theme", json!([]), "payload"),
        ("set-locale", json!({ "locale": "-de" }), "locale"),
        ("set-color-scheme", json!({}), "color_scheme"),
    ] {
        let refused = Action::parse(name, payload).unwrap_err();
        assert!(
            matches!(refused, Error::InvalidOption { name, .. } if name == option),
            "{name}: {refused:?}"
        );
        let beginning = format!("`{option}` must be ");
        assert!(refused.to_string().starts_with(&beginning), "{refused}");
    }

    for (name, payload, error) in [
        (
            "set-timezone",
            json!({ "timezone": "+02:00" }),
            Error::InvalidTimezone,
        ),
        (
            "navigate",
            json!({ "path": "//evil.example" }),
            Error::InvalidPath,
        ),
        (
            "set-filter",
            json!({ "filterUrlParameter": "a" }),
            Error::InvalidFilter,
        ),
    ] {
        assert_eq!(other(name, payload).checked(), Err(error), "{name}");
    }

    let filter = other("set-filter", json!({ "filterUrlParameter": "f_a.b=1" }));
    let filter = filter.checked().unwrap();
    assert_eq!(filter, Action::SetFilter(Filter::parse("f_a.b=1").unwrap()));
    let later = other("set-later", json!({ "a": 1 }));
    assert_eq!(later.checked().as_ref(), Ok(&later));
    assert_eq!(Action::Refresh.checked(), Ok(Action::Refresh));
}

#[test]
fn a_session_id_is_never_printed() {
    let id = SessionId::new("very-secret").unwrap();
    assert_eq!(format!("{id:?}"), "SessionId(hidden)");
    assert_eq!(SessionId::new(""), None);
    assert_eq!(SessionId::new(" "), None);
    // What `set-session` carries is the id itself.
    assert_eq!(id.expose(), "very-secret");
    let payload = Action::SetSession(id).payload();
    assert_eq!(payload, json!({ "sessionId": "very-secret" }));
}
