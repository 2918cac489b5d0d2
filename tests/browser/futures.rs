//! `ready`, `renew` and `reload` as futures, events and sessions as streams.

use std::time::Duration;

use serde_json::json;
use svc_embed::Error;
use svc_embed::bridge::{Policy, Status};
use svc_embed::protocol::SessionId;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fixture::{Fixture, Log, memory, wait};

#[wasm_bindgen_test]
async fn ready_can_be_awaited_before_and_after_the_event_and_more_than_once() {
    let fixture = Fixture::new();
    let (early, other) = (fixture.embed.ready(), fixture.embed.ready());
    fixture.ready("private");
    assert_eq!(
        early.await.unwrap().deployment_id,
        other.await.unwrap().deployment_id
    );
    assert!(fixture.embed.ready().await.is_ok());
    fixture.embed.destroy();
    assert!(
        fixture.embed.ready().await.is_ok(),
        "the first outcome counts"
    );
}

#[wasm_bindgen_test]
async fn a_future_does_not_keep_the_embed_alive() {
    let fixture = Fixture::new();
    let ready = fixture.embed.ready();
    let weak = fixture.embed.downgrade();
    drop(fixture);
    assert!(weak.upgrade().is_none());
    assert_eq!(ready.await.unwrap_err(), Error::Destroyed);
}

#[wasm_bindgen_test]
async fn a_renewal_starts_at_the_call_and_goes_on_without_its_future() {
    let log = Log::default();
    let note = log.clone();
    let fixture = Fixture::with(|options| {
        let policy = Policy {
            confirm: Duration::from_millis(20),
            ..Policy::default()
        };
        options.renewal(policy).get_session(async move |request| {
            note.note(request.reason.as_str());
            Ok(SessionId::new("future-1").unwrap())
        })
    });
    fixture.ready("signed");
    drop(fixture.embed.renew());
    fixture.embed.renew().await.unwrap();
    assert_eq!(log.take(), ["manual"]);
    assert_eq!(fixture.embed.session().renewals, 1);
}

#[wasm_bindgen_test]
async fn events_and_sessions_are_streams_that_end_with_the_embed() {
    let fixture = Fixture::new();
    let log = Log::default();
    let (mut events, mut sessions) = (fixture.embed.events(), fixture.embed.sessions());
    let note = log.clone();
    spawn_local(async move {
        while let Some(event) = events.next().await {
            note.note(event.name());
        }
        note.note("end of events");
    });
    fixture.ready("private");
    fixture.say("navigate", &json!({ "path": "/" }));
    wait(5).await;
    assert_eq!(log.take(), ["ready", "navigate"]);
    assert_eq!(sessions.next().await.unwrap().status, Status::Active);
    fixture.embed.destroy();
    assert_eq!(sessions.next().await.unwrap().status, Status::Stopped);
    assert!(sessions.next().await.is_none());
    wait(5).await;
    assert_eq!(log.take(), ["end of events"]);
    assert!(fixture.embed.events().next().await.is_none());
}

#[wasm_bindgen_test]
async fn a_stream_that_nobody_reads_keeps_the_last_reports_alone() {
    let fixture = Fixture::new();
    let mut events = fixture.embed.events();
    let count = 1_001;
    for number in 0..count {
        fixture.say("later", &json!({ "number": number }));
    }
    fixture.embed.destroy();
    for number in 1..count {
        let event = events.next().await.unwrap();
        assert_eq!(event.payload(), json!({ "number": number }));
    }
    assert!(events.next().await.is_none());
}

#[wasm_bindgen_test]
async fn a_stream_that_nobody_reads_keeps_ten_million_characters() {
    let fixture = Fixture::new();
    let (mut events, mut late) = (fixture.embed.events(), fixture.embed.events());
    let text = "x".repeat(900_000);
    let say = |number| fixture.say("later", &json!({ "number": number, "text": text }));
    for number in 0..100 {
        say(number);
        assert!(late.next().await.is_some());
    }
    let before = memory();
    for number in 100..200 {
        say(number);
    }
    let grown = memory() - before;
    assert!(grown < 40_000_000, "the memory has grown by {grown} bytes");
    fixture.embed.destroy();
    let mut kept = Vec::new();
    while let Some(event) = events.next().await {
        kept.push(event.payload()["number"].as_u64().unwrap());
    }
    assert_eq!(kept, (189..200).collect::<Vec<_>>());
}

#[wasm_bindgen_test]
async fn ten_of_the_largest_messages_are_kept() {
    let fixture = Fixture::new();
    let mut events = fixture.embed.events();
    // Ten for each value, the payload and the text, the name of the field, and the texts of the envelope.
    let envelope = "svc:event:later".len() + "dashboard".len();
    let text = "x".repeat(1_000_000 - 21 - envelope);
    for _ in 0..10 {
        fixture.say("later", &json!({ "a": text }));
    }
    fixture.embed.destroy();
    for _ in 0..10 {
        assert!(events.next().await.is_some());
    }
}
