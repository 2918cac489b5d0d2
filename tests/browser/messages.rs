//! Which messages become events, and what they carry.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Value, json};
use svc_embed::bridge::Dropped;
use svc_embed::protocol::events::{Drilldown, Navigate};
use svc_embed::protocol::{Event, EventMessage, Refusal, SurfaceKind};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fixture::{Fixture, Log, TENANT, cyclic, dispatch, evaluate, event, memory};

/// A copy of the last thing that handlers of `T` were called with.
fn last<T: svc_embed::bridge::Topic + Clone + 'static>(
    fixture: &Fixture,
) -> Rc<RefCell<Option<T>>> {
    let last = Rc::new(RefCell::new(None));
    let keep = Rc::clone(&last);
    let handler = move |message: &T| drop(keep.replace(Some(message.clone())));
    fixture.embed.on(handler).forget();
    last
}

#[wasm_bindgen_test]
fn an_event_reaches_the_handlers_of_its_type() {
    let fixture = Fixture::new();
    let (drilldown, navigates) = (last::<Drilldown>(&fixture), fixture.count::<Navigate>());
    let (whole, all) = (last::<EventMessage>(&fixture), fixture.count::<Event>());
    let payload =
        json!({ "member": "orders.revenue", "value": [7, 0.1 + 0.2, null], "more": true });
    fixture.say("drilldown", &payload);
    let drilldown = drilldown.take().unwrap();
    assert_eq!(drilldown.member, "orders.revenue");
    let value = drilldown.value.unwrap().to_string();
    assert_eq!(value, "[7,0.30000000000000004,null]");
    let whole = whole.take().unwrap();
    assert_eq!(whole.surface, SurfaceKind::Dashboard);
    assert!((whole.timestamp - 1_700_000_000_000.0).abs() < f64::EPSILON);
    assert_eq!((navigates.get(), all.get()), (0, 1));
}

#[wasm_bindgen_test]
fn an_unknown_event_is_delivered_whole() {
    let fixture = Fixture::new();
    let last = last::<Event>(&fixture);
    fixture.say("of-tomorrow", &json!({ "anything": { "at": "all" } }));
    let Some(Event::Unknown { name, payload }) = last.take() else {
        panic!("another event");
    };
    assert_eq!(
        (name.as_str(), payload),
        ("of-tomorrow", json!({ "anything": { "at": "all" } }))
    );
}

#[wasm_bindgen_test]
fn a_field_that_is_undefined_is_absent() {
    let fixture = Fixture::new();
    let navigate = last::<Navigate>(&fixture);
    let message = evaluate(
        "({ source: 'svc-embed', direction: 'event', type: 'svc:event:navigate', timestamp: 1,
            surface: 'chat', payload: { path: '/', previousPath: undefined } })",
    );
    fixture.post_from(TENANT, &message);
    assert_eq!(navigate.take().unwrap().previous_path, None);
}

#[wasm_bindgen_test]
fn what_json_cannot_express_does_no_harm() {
    let fixture = Fixture::new();
    let (events, dropped) = (fixture.count::<Event>(), fixture.count::<Dropped>());
    let reason = last::<Dropped>(&fixture);
    // A value that contains itself exceeds every limit.
    fixture.post_from(TENANT, &cyclic());
    assert_eq!((events.get(), dropped.get()), (0, 1));
    assert_eq!(reason.take().unwrap().reason, Refusal::Payload);
    for hostile in [
        "let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; deep",
        "10n",
        "Symbol.for('a')",
        "(() => {})",
        "NaN",
        "new Proxy({}, { get() { throw new Error('get') }, ownKeys() { return ['source'] }, \
         getOwnPropertyDescriptor() { return { enumerable: true, configurable: true } } })",
        "new Map([['source', 'svc-embed']])",
        "new Uint8Array(4)",
        "Object.create({ source: 'svc-embed' })",
        "undefined",
    ] {
        fixture.post_from(TENANT, &evaluate(hostile));
    }
    assert_eq!((events.get(), dropped.get()), (0, 11));
    fixture.say("navigate", &json!({ "path": "\u{fffd}" }));
    assert_eq!(events.get(), 1, "the bridge still works");
}

/// A message with these properties in its envelope and in its payload, as JavaScript.
fn message(name: &str, envelope: &str, payload: &str) -> JsValue {
    evaluate(&format!(
        "({{ source: 'svc-embed', direction: 'event', type: 'svc:event:{name}', timestamp: 1,
            surface: 'chat', payload: {{ {payload} }}, {envelope} }})"
    ))
}

#[wasm_bindgen_test]
fn a_value_that_json_cannot_express_has_no_type() {
    let fixture = Fixture::new();
    let dropped = last::<Dropped>(&fixture);
    let events = fixture.count::<Event>();
    for value in ["NaN", "Infinity", "-Infinity", "10n", "Symbol.for('a')"] {
        let in_envelope = [
            message("later", &format!("timestamp: {value}"), ""),
            message("later", &format!("surface: {value}"), ""),
            message("later", &format!("source: {value}"), ""),
        ];
        for message in in_envelope {
            fixture.post_from(TENANT, &message);
            let reason = dropped.take().map(|dropped| dropped.reason);
            assert_eq!(reason, Some(Refusal::Envelope), "{value}");
        }
        let in_payload = [
            message("dashboard-loaded", "", &format!("widgetCount: {value}")),
            message("navigate", "", &format!("path: '/', previousPath: {value}")),
            message("error", "", &format!("message: 'm', fatal: {value}")),
            message("later", &format!("payload: {value}"), ""),
        ];
        for message in in_payload {
            fixture.post_from(TENANT, &message);
            let reason = dropped.take().map(|dropped| dropped.reason);
            assert_eq!(reason, Some(Refusal::Payload), "{value}");
        }
    }
    assert_eq!(events.get(), 0);
}

#[wasm_bindgen_test]
fn elsewhere_a_value_that_json_cannot_express_becomes_null() {
    let fixture = Fixture::new();
    let (event, drilldown) = (last::<Event>(&fixture), last::<Drilldown>(&fixture));
    for value in ["NaN", "10n", "Symbol.for('a')", "null"] {
        let payload = format!("a: {value}, b: [{value}, {{ c: {value} }}]");
        fixture.post_from(TENANT, &message("later", "", &payload));
        assert_eq!(
            event.take().unwrap().payload(),
            json!({ "a": null, "b": [null, { "c": null }] }),
            "{value}"
        );
        let payload = format!("member: 'a.b', value: {value}, later: {value}");
        fixture.post_from(TENANT, &message("drilldown", "", &payload));
        assert_eq!(drilldown.take().unwrap().value, None, "{value}");
    }
}

#[wasm_bindgen_test]
fn a_payload_is_read_whole_or_not_at_all() {
    let fixture = Fixture::new();
    let (event, dropped) = (last::<Event>(&fixture), last::<Dropped>(&fixture));
    let rows = |count: usize| format!("rows: new Array({count}).fill(7)");
    // The payload and the array are values, too, and the name of the field has a size.
    fixture.post_from(TENANT, &message("later", "", &rows(99_995)));
    let payload = event.take().unwrap().payload();
    assert_eq!(payload["rows"].as_array().unwrap().len(), 99_995);
    fixture.post_from(TENANT, &message("later", "", &rows(99_996)));
    assert_eq!(dropped.take().unwrap().reason, Refusal::Payload);

    // The payload itself is one level, and the innermost object another.
    let nested = |depth: usize| {
        let objects = ["{ a: ".repeat(depth), "{}".into(), " }".repeat(depth)].concat();
        message("later", "", &format!("a: {objects}"))
    };
    fixture.post_from(TENANT, &nested(126));
    assert!(event.take().is_some() && dropped.take().is_none());
    fixture.post_from(TENANT, &nested(127));
    assert!(event.take().is_none());
    assert_eq!(dropped.take().unwrap().reason, Refusal::Payload);
}

#[wasm_bindgen_test]
fn a_text_that_is_too_long_is_refused_before_it_is_copied() {
    let fixture = Fixture::new();
    let (events, dropped) = (fixture.count::<Event>(), last::<Dropped>(&fixture));
    let text = "'x'.repeat(1e8)";
    let shared = "(() => { const text = 'x'.repeat(1e5); return Array(1000).fill(text) })()";
    let before = memory();
    for (message, reason) in [
        (
            message("later", "", &format!("a: {text}")),
            Refusal::Payload,
        ),
        (
            message("drilldown", "", &format!("member: {text}")),
            Refusal::Payload,
        ),
        (
            message("later", "", &format!("a: [{{ b: {text} }}]")),
            Refusal::Payload,
        ),
        (
            message("later", "", &format!("[{text}]: 1")),
            Refusal::Payload,
        ),
        (
            message("later", "", &format!("a: {shared}")),
            Refusal::Payload,
        ),
        (
            message("later", &format!("surface: {text}"), ""),
            Refusal::Payload,
        ),
        (
            message("later", &format!("type: 'svc:event:' + {text}"), ""),
            Refusal::Payload,
        ),
        (
            message("later", &format!("type: {text}"), ""),
            Refusal::Envelope,
        ),
        (
            message("later", &format!("source: 'svc-embed' + {text}"), ""),
            Refusal::Envelope,
        ),
        (
            message("later", &format!("direction: 'event' + {text}"), ""),
            Refusal::Direction,
        ),
    ] {
        fixture.post_from(TENANT, &message);
        assert_eq!(dropped.take().unwrap().reason, reason);
    }
    assert_eq!(events.get(), 0);
    let grown = memory() - before;
    assert!(grown < 8_000_000, "the memory has grown by {grown} bytes");
}

#[wasm_bindgen_test]
fn a_message_has_a_million_characters_at_most() {
    let fixture = Fixture::new();
    let (event, dropped) = (last::<Event>(&fixture), last::<Dropped>(&fixture));
    // Ten for each value, the payload and the text, the name of the field, and the texts of the envelope.
    let most = 1_000_000 - 21 - "svc:event:later".len() - "chat".len();
    for (unit, count) in [("x", most), ("\u{e9}", most), ("\u{1f600}", most / 2)] {
        let text = |count: usize| message("later", "", &format!("a: '{unit}'.repeat({count})"));
        fixture.post_from(TENANT, &text(count));
        let payload = event.take().unwrap().payload();
        assert_eq!(payload["a"].as_str().unwrap().chars().count(), count);
        fixture.post_from(TENANT, &text(count + 1));
        assert_eq!(dropped.take().unwrap().reason, Refusal::Payload, "{unit}");
        assert!(event.take().is_none());
    }
}

#[wasm_bindgen_test]
fn a_payload_that_is_too_wide_is_left_before_its_members_are_counted_out() {
    let fixture = Fixture::new();
    let dropped = last::<Dropped>(&fixture);
    for wide in [
        "new Uint8Array(1e9)",
        "new BigUint64Array(1e7)",
        "new String('x'.repeat(1e8))",
        "Object.assign([], { length: 4e9 })",
        // Members that are left out are members, too.
        "(() => {
            const one = {};
            for (let at = 0; at < 9e4; at++) one[`k${at}`] = undefined;
            return Array(9e4).fill(one);
        })()",
    ] {
        let message = message("later", "", &format!("a: {wide}"));
        let start = js_sys::Date::now();
        fixture.post_from(TENANT, &message);
        let took = js_sys::Date::now() - start;
        assert_eq!(dropped.take().unwrap().reason, Refusal::Payload, "{wide}");
        // Some seconds on a busy machine. The last one has 8.1 billion members.
        assert!(took < 20_000.0, "{wide} took {took} ms");
    }
    let events = last::<Event>(&fixture);
    fixture.post_from(
        TENANT,
        &message("later", "", "length: 1e9, a: { length: 1e9 }"),
    );
    let payload = events.take().unwrap().payload();
    assert_eq!(
        payload["a"],
        json!({ "length": 1_000_000_000 }),
        "a field of that name"
    );
}

#[wasm_bindgen_test]
fn a_message_that_the_page_has_made_itself_may_run_its_code() {
    let fixture = Fixture::new();
    let (events, dropped) = (fixture.count::<Event>(), fixture.count::<Dropped>());
    for hostile in [
        "get a() { throw new Error('get') }",
        "get a() { return { __proto__: null, get a() { throw new Error('again') } } }",
        "a: new Proxy({}, { ownKeys() { throw new Error('keys') } })",
        "a: new Proxy([], { get() { throw new Error('get') } })",
        "a: (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
        "get a() { const endless = { get a() { return endless } }; return endless }",
    ] {
        fixture.post_from(TENANT, &message("later", "", hostile));
    }
    assert_eq!(events.get() + dropped.get(), 6);
}

#[wasm_bindgen_test]
fn the_payload_of_another_message_is_not_read() {
    let fixture = Fixture::new();
    let dropped = last::<Dropped>(&fixture);
    let read = "payload: { get a() { throw new Error('read') } }";
    for (envelope, reason) in [
        ("source: 'another library'", Refusal::Envelope),
        ("direction: 'action'", Refusal::Direction),
        ("type: 'svc:event:'", Refusal::Envelope),
    ] {
        let message = message("later", &format!("{envelope}, {read}"), "");
        fixture.post_from(TENANT, &message);
        assert_eq!(dropped.take().unwrap().reason, reason);
    }
    let array = "Object.assign([], { source: 'svc-embed', direction: 'event' })";
    fixture.post_from(TENANT, &evaluate(array));
    assert_eq!(dropped.take().unwrap().reason, Refusal::Envelope);
}

#[wasm_bindgen_test]
fn a_broken_character_becomes_a_replacement_character() {
    let fixture = Fixture::new();
    let navigate = last::<Navigate>(&fixture);
    let message = evaluate(
        "({ source: 'svc-embed', direction: 'event', type: 'svc:event:navigate', timestamp: 1,
            surface: 'chat', payload: { path: 'a\\ud83d' } })",
    );
    fixture.post_from(TENANT, &message);
    assert_eq!(navigate.take().unwrap().path, "a\u{fffd}");
}

#[wasm_bindgen_test]
fn a_dropped_message_is_reported_with_its_reason_origin_and_data() {
    let fixture = Fixture::new();
    let dropped = last::<Dropped>(&fixture);
    fixture.post_from("https://evil.example", &"hello".into());
    let Dropped {
        reason,
        origin,
        data,
        ..
    } = dropped.take().unwrap();
    assert_eq!(
        (reason, origin.as_str()),
        (Refusal::Origin, "https://evil.example")
    );
    assert_eq!(data, JsValue::from("hello"));
    fixture.post(&json!({ "source": "svc-embed", "direction": "action" }));
    assert_eq!(dropped.take().unwrap().reason, Refusal::Direction);
}

#[wasm_bindgen_test]
fn an_origin_that_begins_or_ends_like_the_tenants_is_another() {
    let fixture = Fixture::new();
    let dropped = last::<Dropped>(&fixture);
    for origin in [
        "https://tenant.example.evil.example",
        "https://tenant.example:444",
        "https://tenant.exampl",
        "http://tenant.example",
        "https://a.tenant.example",
        "",
    ] {
        fixture.post_from(origin, &"hello".into());
        let found = dropped.take().unwrap();
        assert_eq!(
            (found.reason, found.origin.as_str()),
            (Refusal::Origin, origin)
        );
    }
}

#[wasm_bindgen_test]
fn a_message_of_another_window_is_ignored() {
    let (fixture, other) = (Fixture::new(), Fixture::new());
    let log = Log::default();
    for (name, fixture) in [("one", &fixture), ("other", &other)] {
        let (events, drops) = (log.clone(), log.clone());
        fixture
            .embed
            .on(move |_: &Event| events.note(name))
            .forget();
        fixture
            .embed
            .on(move |_: &Dropped| drops.note(format!("{name} dropped")))
            .forget();
    }
    let good = |payload: Value| event("navigate", &payload);
    let message = js_sys::JSON::parse(&good(json!({ "path": "/" })).to_string()).unwrap();
    dispatch(web_sys::window().as_ref(), TENANT, &message);
    dispatch(None, TENANT, &message);
    assert!(log.take().is_empty());
    fixture.post(&good(json!({ "path": "/" })));
    other.post(&good(json!({})));
    assert_eq!(log.take(), ["one", "other dropped"]);
}
