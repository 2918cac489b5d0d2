//! Which messages become events, and what they carry.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Value, json};
use svc_embed::bridge::Dropped;
use svc_embed::protocol::events::{Drilldown, Navigate};
use svc_embed::protocol::{Event, EventMessage, Refusal, SurfaceKind};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fixture::{Fixture, Log, TENANT, cyclic, dispatch, evaluate, event};

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
    let payload = json!({ "member": "orders.revenue", "value": [7, 0.5, null], "more": true });
    fixture.say("drilldown", &payload);
    let drilldown = drilldown.take().unwrap();
    assert_eq!(drilldown.member, "orders.revenue");
    assert_eq!(drilldown.value.unwrap().to_string(), "[7,0.5,null]");
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
    // A value that contains itself: further fields are not looked at, so it passes.
    fixture.post_from(TENANT, &cyclic());
    assert_eq!((events.get(), dropped.get()), (1, 0));
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
    assert_eq!((events.get(), dropped.get()), (1, 10));
    fixture.say("navigate", &json!({ "path": "\u{fffd}" }));
    assert_eq!(events.get(), 2, "the bridge still works");
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
