//! The protocol against its description (`tests/fixtures/protocol.json`), and what it refuses.

use proptest::prelude::*;
use serde_json::{Value, json};
use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::events::{ErrorContext, Mode, Report};
use svc_embed::protocol::schema::{Kind, Presence};
use svc_embed::protocol::{
    Action, ActionKind, BaseUrl, ColorScheme, EmbedUrl, Event, EventKind, EventMessage, Filter,
    InnerPath, Locale, Refusal, SessionId, Surface, SurfaceKind, Timezone, patterns,
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
fn a_payload_of_wrong_types_is_refused() {
    for kind in EventKind::ALL {
        for spec in kind.fields() {
            let wrong = match spec.kind {
                Kind::String => json!(7),
                Kind::Number | Kind::Boolean => json!("7"),
                Kind::Any => continue,
            };
            let mut payload = sample(kind.name(), true);
            payload[spec.key] = wrong;
            let refused = EventMessage::from_json(envelope(kind.name(), &payload));
            assert_eq!(
                refused,
                Err(Refusal::Payload),
                "{}.{}",
                kind.name(),
                spec.key
            );

            payload[spec.key] = Value::Null;
            let read = EventMessage::from_json(envelope(kind.name(), &payload));
            assert_eq!(
                read.is_ok(),
                spec.presence != Presence::Required,
                "{}.{}",
                kind.name(),
                spec.key
            );

            payload.as_object_mut().unwrap().remove(spec.key);
            let read = EventMessage::from_json(envelope(kind.name(), &payload));
            assert_eq!(
                read.is_ok(),
                spec.presence == Presence::Optional,
                "{}.{}",
                kind.name(),
                spec.key
            );
        }
    }
}

#[test]
fn a_message_fails_by_its_first_check() {
    let good = envelope("navigate", &json!({ "path": "/" }));
    let with = |key: &str, value: Value| {
        let mut message = good.clone();
        message[key] = value;
        EventMessage::from_json(message)
    };
    assert!(EventMessage::from_json(good.clone()).is_ok());
    assert_eq!(with("source", json!("other")), Err(Refusal::Envelope));
    assert_eq!(with("direction", json!("action")), Err(Refusal::Direction));
    assert_eq!(
        with("type", json!("svc:action:navigate")),
        Err(Refusal::Envelope)
    );
    assert_eq!(with("type", json!("svc:event:")), Err(Refusal::Envelope));
    assert_eq!(with("timestamp", json!("now")), Err(Refusal::Envelope));
    assert_eq!(with("surface", Value::Null), Err(Refusal::Envelope));
    assert_eq!(with("payload", Value::Null), Err(Refusal::Payload));
    assert_eq!(with("payload", json!([])), Err(Refusal::Payload));
    for message in [Value::Null, json!("text"), json!(7), json!([])] {
        assert_eq!(EventMessage::from_json(message), Err(Refusal::Envelope));
    }
}

#[test]
fn refusals_have_the_names_of_the_contract() {
    let names = [
        (Refusal::Origin, "origin"),
        (Refusal::Envelope, "envelope"),
        (Refusal::Direction, "direction"),
        (Refusal::Payload, "payload"),
    ];
    for (refusal, name) in names {
        assert_eq!(refusal.as_str(), name);
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
fn a_rejected_session_is_recognised_by_name_and_context() {
    let rejected = |payload: Value| {
        let message = EventMessage::from_json(envelope("error", &payload)).unwrap();
        matches!(message.event, Event::Error(error) if error.is_session_rejection())
    };
    let (name, context) = ("EmbedSessionExchangeError", "session-renewal");
    assert!(rejected(
        json!({ "message": "", "name": name, "context": context })
    ));
    assert!(!rejected(
        json!({ "message": "", "name": name, "context": "embed-render" })
    ));
    assert!(!rejected(
        json!({ "message": "", "name": "Other", "context": context })
    ));
    assert_eq!(ErrorContext::SessionRenewal.as_str(), context);
    assert!(!rejected(json!({ "message": "" })));
}

#[test]
fn actions_carry_their_one_field() {
    let scheme = Action::SetColorScheme(ColorScheme::Auto);
    assert_eq!(
        (scheme.name(), scheme.payload()),
        ("set-color-scheme", json!({ "scheme": "auto" }))
    );
    let filter = Filter::new("orders.status", None, Some(json!("open")));
    let filter = Action::SetFilter(filter.unwrap());
    assert_eq!(
        filter.payload(),
        json!({ "filterUrlParameter": r#"f_orders.status={"value":"open"}"# })
    );
    assert_eq!(Action::Refresh.payload(), json!({}));
    let theme = json!({ "primaryColor": "#123456" });
    assert_eq!(
        Action::SetTheme(theme.as_object().unwrap().clone()).payload(),
        theme
    );
    let other = Action::Other {
        name: "later".into(),
        payload: serde_json::Map::new(),
    };
    assert_eq!((other.name(), other.payload()), ("later", json!({})));
}

#[test]
fn time_zones_are_names_and_never_bare_offsets() {
    for good in [
        "Europe/Berlin",
        "America/Argentina/Buenos_Aires",
        "UTC",
        "Etc/GMT+5",
        "GMT",
        "GMT0",
        "GMT+0",
        "EST5EDT",
        "Zulu",
    ] {
        assert_eq!(Timezone::parse(good).unwrap().as_str(), good);
    }
    for bad in [
        "",
        "+02:00",
        "-5",
        "UTC+2",
        "GMT-05:00",
        "utc-3",
        "UTC0",
        "Z",
        "z+1",
        "Z5",
        "5",
        "Europe/Berlin ",
        "Europe\\Berlin",
    ] {
        assert_eq!(
            Timezone::parse(bad).map_err(|error| error.code()),
            Err(Code::InvalidTimezone),
            "{bad}"
        );
    }
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
fn locales_are_language_tags() {
    for good in ["en", "de-CH", "pt_BR", "zh-Hant-TW", "de-1996"] {
        assert_eq!(Locale::parse(good).unwrap().as_str(), good);
    }
    for bad in [
        "",
        "e",
        "Deutsch",
        "de CH",
        "-de",
        "de-",
        "12",
        "de-toolongsubtag",
    ] {
        assert_eq!(
            Locale::parse(bad).map_err(|error| error.code()),
            Err(Code::InvalidOption),
            "{bad}"
        );
    }
}

#[test]
fn paths_stay_inside() {
    for good in ["/", "/dashboard/sales?tab=a:b", "reports/7", "?x=1", "/a#b"] {
        assert_eq!(InnerPath::parse(good).unwrap().as_str(), good);
    }
    for bad in [
        "",
        "//evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "/\\evil.example",
        "/a\nb",
        "\t//x",
    ] {
        assert_eq!(
            InnerPath::parse(bad).map_err(|error| error.code()),
            Err(Code::InvalidPath),
            "{bad}"
        );
    }
}

#[test]
fn filters_name_a_member_and_hold_json() {
    let filter = Filter::parse(r#"f_orders.status={"value":"a=b"}"#).unwrap();
    assert_eq!(
        (filter.member(), filter.condition()),
        ("orders.status", r#"{"value":"a=b"}"#)
    );
    for bad in [
        "",
        "orders.status={}",
        "f_orders={}",
        "f_.status={}",
        "f_orders.={}",
        "f_orders.status",
        "f_orders.status=",
        "f_a b.c={}",
        "f_a.b.c={}",
    ] {
        assert_eq!(
            Filter::parse(bad).map_err(|error| error.code()),
            Err(Code::InvalidFilter),
            "{bad}"
        );
    }
}

fn base(protocol: &str, hostname: &str, pathname: &str, extras: &str) -> Result<BaseUrl, Code> {
    BaseUrl::parse(&format!("{protocol}//{hostname}{pathname}{extras}"))
        .map_err(|error| error.code())
}

#[test]
fn the_origin_ends_before_the_path() {
    for (url, origin) in [
        ("https://a/b", "https://a"),
        ("http://[::1]:80/b/c", "http://[::1]:80"),
        ("https://a", "https://a"),
    ] {
        assert_eq!(BaseUrl::parse(url).unwrap().origin(), origin);
    }
}

#[test]
fn base_urls_are_https_or_http_on_loopback() {
    for (protocol, hostname) in [
        ("https:", "acme.example.com"),
        ("http:", "localhost"),
        ("http:", "acme.localhost"),
        ("http:", "127.0.0.1"),
        ("http:", "127.255.0.9"),
        ("http:", "[::1]"),
    ] {
        assert!(
            base(protocol, hostname, "/", "").is_ok(),
            "{protocol}//{hostname}"
        );
    }
    for (protocol, hostname) in [
        ("http:", "acme.example.com"),
        ("http:", "localhost.example.com"),
        ("http:", "127.0.0.1.example.com"),
        ("http:", "127.0.0.256"),
        ("http:", "127.0.0"),
        ("http:", "128.0.0.1"),
        ("http:", "[::2]"),
        ("http:", "notlocalhost"),
        ("ftp:", "localhost"),
        ("file:", ""),
    ] {
        assert_eq!(
            base(protocol, hostname, "/", ""),
            Err(Code::InvalidBaseUrl),
            "{protocol}//{hostname}"
        );
    }
    assert_eq!(
        base("https:", "a.example", "/", "?q"),
        Err(Code::InvalidBaseUrl)
    );
    let tenant = base("https:", "a.example", "/tenant", "").unwrap();
    assert_eq!(tenant.origin(), "https://a.example");
}

#[test]
fn a_path_stays_inside_and_brings_no_session() {
    let base = BaseUrl::parse("https://a.example/tenant").unwrap();
    let url = |path: &str| {
        EmbedUrl::new(&base, &Surface::at(SurfaceKind::Chat, path), &[], &[], true)
            .map(|_| ())
            .map_err(|error| error.code())
    };
    for leaving in ["..", "../b", "/..", "/a/../b", "/a/%2e%2E/b", "/a/.%2e?c"] {
        assert_eq!(url(leaving), Err(Code::InvalidPath), "{leaving}");
    }
    for inside in ["/a/.b", "/a..b", "/a?next=/../b", "/a?f%5Ba%5D=%41"] {
        assert_eq!(url(inside), Ok(()), "{inside}");
    }
    for second in ["/a?%73ession=x", "/a?b=1&sessio%6e=x", "/a?session%49d=x"] {
        assert_eq!(url(second), Err(Code::InvalidOption), "{second}");
    }
}

#[test]
fn embed_urls_are_put_together_and_encoded() {
    let base = base("https:", "a.example", "/tenant/", "").unwrap();
    let id = SessionId::new("s/1&x").unwrap();
    let url = |surface: Surface,
               params: &[(&str, &str)],
               filters: &[Filter],
               session: Option<&SessionId>| {
        let params: Vec<_> = params
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        EmbedUrl::new(&base, &surface, &params, filters, true)
            .map(|url| url.with_session(session))
            .map_err(|error| error.code())
    };
    let dashboard = || Surface::Dashboard("a b".into());
    assert_eq!(
        url(dashboard(), &[], &[], Some(&id)).unwrap(),
        "https://a.example/tenant/embed/dashboard/a%20b?session=s%2F1%26x"
    );
    assert_eq!(
        url(dashboard(), &[("allowExport", "true")], &[], None).unwrap(),
        "https://a.example/tenant/embed/dashboard/a%20b?allowExport=true"
    );
    let filter = Filter::new("orders.status", None, Some(json!("a&b"))).unwrap();
    assert_eq!(
        url(Surface::App(70), &[("k", "v w")], &[filter], Some(&id)).unwrap(),
        "https://a.example/tenant/embed/d/70/app?session=s%2F1%26x&k=v%20w\
         &f_orders.status=%7B%22value%22%3A%22a%5Cu0026b%22%7D"
    );
    assert_eq!(
        url(Surface::Chat, &[], &[], Some(&id)).unwrap(),
        "https://a.example/tenant/embed/chat?sessionId=s%2F1%26x"
    );
    let path = |path: &str| Surface::at(SurfaceKind::App, path);
    let chat = || Surface::at(SurfaceKind::Chat, "/talk");
    assert_eq!(
        url(chat(), &[], &[], Some(&id)).unwrap(),
        "https://a.example/tenant/talk?sessionId=s%2F1%26x"
    );
    assert_eq!(
        url(path("/own/{session}/x?y=1"), &[("k", "v")], &[], Some(&id)).unwrap(),
        "https://a.example/tenant/own/s%2F1%26x/x?y=1&k=v"
    );
    assert_eq!(
        url(path("own"), &[], &[], Some(&id)).unwrap(),
        "https://a.example/tenant/own?session=s%2F1%26x"
    );
    for (surface, params, wanted) in [
        (Surface::Chat, vec![], "embed/chat"),
        (Surface::Chat, vec![("k", "v")], "embed/chat?k=v"),
        (path("own?y=1"), vec![], "own?y=1"),
        (path("own?y=1"), vec![("k", "v")], "own?y=1&k=v"),
        (path("/own/{session}?y=1"), vec![], "own/?y=1"),
    ] {
        let wanted = format!("https://a.example/tenant/{wanted}");
        assert_eq!(url(surface, &params, &[], None).unwrap(), wanted);
    }
    let unsigned = |surface: Surface| {
        EmbedUrl::new(&base, &surface, &[], &[], false)
            .map(|url| url.with_session(None))
            .map_err(|error| error.code())
    };
    assert_eq!(unsigned(chat()).unwrap(), "https://a.example/tenant/talk");
    assert_eq!(
        unsigned(path("/own/{session}")),
        Err(Code::InvalidPath),
        "there is no session to put there"
    );
    assert_eq!(
        url(path("//evil.example"), &[], &[], None),
        Err(Code::InvalidPath)
    );
    assert_eq!(url(path("/a#b"), &[], &[], None), Err(Code::InvalidPath));
    for bad in ["", ".", ".."] {
        assert_eq!(
            url(Surface::Dashboard(bad.into()), &[], &[], None),
            Err(Code::InvalidOption)
        );
    }
    for bad in ["/own?session=x", "/own?a=b&sessionId=x", "/own?session"] {
        for url in [url(path(bad), &[], &[], Some(&id)), unsigned(path(bad))] {
            assert_eq!(url, Err(Code::InvalidOption), "{bad}");
        }
    }
    for bad in ["", "session", "sessionId"] {
        assert_eq!(
            url(dashboard(), &[(bad, "x")], &[], None),
            Err(Code::InvalidOption)
        );
    }
}

#[test]
fn an_action_that_sets_something_lasts() {
    let lasts = |name: &str| Action::parse(name, json!({})).unwrap().lasts();
    for name in ["set-theme", "set-later"] {
        assert!(lasts(name), "{name}");
    }
    for name in ["refresh", "later", "reset-theme", "navigated", "set"] {
        assert!(!lasts(name), "{name}");
    }
    let filter = Filter::equals("orders.status", 7).unwrap();
    assert!(Action::SetFilter(filter).lasts());
    assert!(Action::Navigate(InnerPath::parse("/").unwrap()).lasts());
}

#[test]
fn an_action_is_replaced_by_a_later_one_of_its_key() {
    let key = |name: &str, payload: Value| Action::parse(name, payload).unwrap().key();
    let filter = json!({ "filterUrlParameter": "f_orders.status=7" });
    assert_eq!(
        key("set-filter", filter).as_deref(),
        Some("f_orders.status")
    );
    for (name, payload) in [
        ("refresh", json!({})),
        ("navigate", json!({ "path": "/" })),
        ("set-theme", json!({})),
        ("set-later", json!({})),
    ] {
        assert_eq!(key(name, payload).as_deref(), Some(name));
    }
    assert_eq!(key("later", json!({})), None);
    let session = Action::SetSession(SessionId::new("s").unwrap());
    assert_eq!((session.key(), session.lasts()), (None, false));
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
fn a_page_cannot_send_what_is_reserved_or_has_no_name() {
    let code =
        |name: &str, payload: Value| Action::parse(name, payload).map_err(|error| error.code());
    let session = json!({ "sessionId": "s" });
    for name in ["set-session", "svc:action:set-session"] {
        assert_eq!(code(name, session.clone()), Err(Code::ReservedAction));
    }
    for name in ["", "svc:action:"] {
        assert_eq!(code(name, json!({})), Err(Code::InvalidOption));
    }
    for payload in [json!(null), json!([]), json!("text"), json!(7)] {
        assert_eq!(code("later", payload.clone()), Err(Code::InvalidOption));
        assert_eq!(code("set-theme", payload), Err(Code::InvalidOption));
    }
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
            json!({ "timezone": "UTC+2" }),
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

proptest! {
    #[test]
    fn a_filter_means_the_same_as_text_and_in_a_query(value in any::<String>(), number in any::<f64>()) {
        let wanted = json!({ "text": value, "number": number });
        let filter = Filter::equals("orders.status", &wanted).unwrap();
        let condition: Value = serde_json::from_str(filter.condition()).unwrap();
        // Reading a number back may change its last digit.
        prop_assert_eq!(&condition["value"]["text"], &wanted["text"]);
        prop_assert_eq!(&condition["operator"], "equals");
        let parsed = Filter::parse(filter.parameter()).unwrap();
        prop_assert_eq!(&parsed, &filter);
        // What a reader of a query makes of it: pairs end at `&`, a fragment begins at `#`, `+`
        // is a space and `%` begins an escape. None may occur.
        prop_assert!(!filter.parameter().contains(['&', '#', '+', '%']));
    }

    #[test]
    fn percent_encoding_leaves_nothing_that_means_something(text in any::<String>()) {
        let base = base("https:", "a.example", "/", "").unwrap();
        let params = [("k".to_owned(), text.clone())];
        let url = EmbedUrl::new(&base, &Surface::Chat, &params, &[], false).unwrap();
        let url = url.with_session(None);
        let encoded = url.strip_prefix("https://a.example/embed/chat?k=").unwrap();
        prop_assert!(encoded.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~%".contains(&b)));
        let mut bytes = Vec::new();
        let mut rest = encoded.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(if byte == b'%' {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            } else {
                byte
            });
        }
        prop_assert_eq!(String::from_utf8(bytes).unwrap(), text);
    }

    #[test]
    fn no_message_makes_the_reader_panic(text in any::<String>(), number in any::<i64>()) {
        for message in [json!(text), json!({ "source": text }), envelope(&text, &json!({ "path": number }))] {
            let _ = EventMessage::from_json(message);
        }
    }
}
