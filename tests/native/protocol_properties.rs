//! The protocol against references written the plainest way.

use crate::fuzz::targets::event::verdict;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Map, Value, json};
use svc_embed::protocol::schema::{Kind, Presence};
use svc_embed::protocol::{
    BaseUrl, EmbedUrl, EventKind, EventMessage, Filter, SessionId, Surface, SurfaceKind,
};

/// The same cases in every run; `PROPTEST_RNG_SEED` and `PROPTEST_CASES` ask for others.
fn config() -> Config {
    let default = Config::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        RngSeed::Fixed(seed) => RngSeed::Fixed(seed),
    };
    Config {
        rng_seed,
        failure_persistence: None,
        ..default
    }
}

/// What a message consists of.
const KEYS: [&str; 7] = [
    "source",
    "direction",
    "type",
    "surface",
    "timestamp",
    "payload",
    "further",
];

/// A JSON text, with everything in it that means something in a URL.
fn json_text() -> impl Strategy<Value = String> {
    let text =
        r#"([a-z&+%#=? ä]|\\"|\\\\|\\n|\\u0026){0,8}"#.prop_map(|text| format!("\"{text}\""));
    let number = r"-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?";
    let leaf = prop_oneof![
        text.clone(),
        number,
        Just("true".to_owned()),
        Just("null".to_owned()),
    ];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4);
        let object = prop::collection::vec((text.clone(), inner), 0..4);
        prop_oneof![
            list.prop_map(|items| format!("[{}]", items.join(" , "))),
            object.prop_map(|pairs| {
                let pairs: Vec<_> = pairs
                    .iter()
                    .map(|(key, value)| format!("{key}:{value}"))
                    .collect();
                format!("{{ {} }}", pairs.join(","))
            }),
        ]
    })
}

fn member() -> impl Strategy<Value = String> {
    "[A-Za-z0-9_]{1,8}\\.[A-Za-z0-9_]{1,8}"
}

/// What a reader of a URL's query makes of a part of it.
pub fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (byte, length) = if first == '%' {
            (u8::from_str_radix(&rest[1..3], 16).unwrap(), 3)
        } else {
            assert!(
                first.is_ascii() && !" \"<>`{}|\\^".contains(first),
                "{first:?} in a URL"
            );
            (rest.as_bytes()[0], 1)
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    String::from_utf8(bytes).unwrap()
}

/// The pairs of a URL's query.
fn pairs(query: &str) -> Vec<(String, String)> {
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap();
            (decode(key), decode(value))
        })
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_filter_keeps_its_member_and_its_meaning_on_every_way(
        member in member(),
        condition in json_text(),
    ) {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let filter = Filter::parse(&format!("f_{member}={condition}")).unwrap();
        prop_assert_eq!(read(filter.condition()), read(&condition));
        prop_assert_eq!(filter.member(), member);
        // Posted, and read as text.
        let parameter = filter.parameter();
        prop_assert_eq!(&Filter::parse(parameter).unwrap(), &filter);
        // Posted, and read as a part of a query.
        prop_assert!(!parameter.contains(['&', '#', '+', '%']));
    }

    #[test]
    fn what_names_no_member_is_no_filter(text in "[a-z._=+ ]{0,12}") {
        let names: Vec<&str> = text.split('.').collect();
        let is_name = |name: &&str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let is_member = names.len() == 2 && names.iter().all(is_name);
        prop_assert_eq!(Filter::equals(&text, 7).is_ok(), is_member);
    }

    #[test]
    fn an_embed_url_carries_what_was_put_into_it_and_nothing_else(
        prefix in "(/[a-z]{1,5}){0,2}/?",
        place in 0..4usize,
        name in "[A-Za-z0-9 ?#&=%ä-]{1,8}",
        params in prop::collection::vec(("[a-zA-Z&=#? %ä]{1,6}", ".{0,8}"), 0..4),
        filters in prop::collection::vec((member(), json_text()), 0..3),
        id in prop::option::of("[!#-;=-Z\\\\-z|}~][!-~]{0,11}"),
        deployment in any::<u64>(),
    ) {
        prop_assume!(params.iter().all(|(key, _)| key != "session" && key != "sessionId"));
        let base = BaseUrl::parse(&format!("https://a.example{prefix}")).unwrap();
        let (surface, path, key) = match place {
            0 => (Surface::Dashboard(name.clone()), format!("/embed/dashboard/{name}"), "session"),
            1 => (Surface::App(deployment), format!("/embed/d/{deployment}/app"), "session"),
            2 => (Surface::Chat, "/embed/chat".to_owned(), "sessionId"),
            _ => (
                Surface::at(SurfaceKind::App, "own/page?x=1"),
                "/own/page".to_owned(),
                "session",
            ),
        };
        let filters: Vec<Filter> = filters
            .iter()
            .map(|(member, condition)| Filter::parse(&format!("f_{member}={condition}")).unwrap())
            .collect();
        let url = EmbedUrl::new(&base, &surface, &params, &filters, true).unwrap();
        let session = id.as_deref().and_then(SessionId::new);
        let url = url.with_session(session.as_ref());

        let (before, query) = url.split_once('?').unwrap_or((&url, ""));
        let wanted = format!("{}{path}", prefix.trim_end_matches('/'));
        prop_assert_eq!(decode(before.strip_prefix("https://a.example").unwrap()), wanted);
        let mut expected: Vec<(String, String)> = Vec::new();
        if place == 3 {
            expected.push(("x".into(), "1".into()));
        }
        expected.extend(id.map(|id| (key.to_owned(), id)));
        expected.extend(params);
        expected.extend(filters.iter().map(|filter| {
            (format!("f_{}", filter.member()), filter.condition().to_owned())
        }));
        prop_assert_eq!(pairs(query), expected);
    }

    #[test]
    fn a_message_is_read_if_and_only_if_each_part_is_what_it_must_be(
        changes in prop::collection::vec((0..7usize, 0..12usize), 0..3),
        kind in prop::sample::select(EventKind::ALL),
        field_changes in prop::collection::vec((0..8usize, 0..8usize), 0..3),
        with_optional in any::<bool>(),
    ) {
        let pool = [
            json!(null), json!("text"), json!(7.5), json!(true), json!([]), json!({}),
            json!("svc-embed"), json!("event"), json!("action"), json!("svc:event:"),
            json!("svc:action:view"), json!("svc:event:not-yet-known"),
        ];
        let mut payload = Map::new();
        for spec in kind.fields() {
            if with_optional || spec.presence != Presence::Optional {
                payload.insert(spec.key.into(), match spec.kind {
                    Kind::String => json!("text"),
                    Kind::Number => json!(1),
                    Kind::Boolean => json!(false),
                    Kind::Any => json!([1]),
                });
            }
        }
        for (field, value) in field_changes {
            if let Some(spec) = kind.fields().get(field) {
                match pool.get(value).filter(|_| value < 6) {
                    Some(value) => payload.insert(spec.key.into(), value.clone()),
                    None => payload.remove(spec.key),
                };
            }
        }
        let mut message = json!({
            "source": "svc-embed", "direction": "event", "surface": "app", "timestamp": 1,
            "type": format!("svc:event:{}", kind.name()), "payload": payload,
        });
        for (key, value) in changes {
            message[KEYS[key]] = pool[value].clone();
        }
        let found = EventMessage::from_json(message.clone());
        let verdict = verdict(&message);
        prop_assert_eq!(found.as_ref().err().copied(), verdict);
        if let Ok(read) = found {
            prop_assert_eq!(Some(read.timestamp), message["timestamp"].as_f64());
            prop_assert_eq!(read.surface.as_str(), message["surface"].as_str().unwrap());
            let name = message["type"].as_str().unwrap().replace("svc:event:", "");
            prop_assert_eq!(read.event.name(), name);
        }
    }
}
