//! Handlers, subscriptions and the life of an embed's handle.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::json;
use svc_embed::bridge::{ConnectOptions, Embed, State, Status, Subscription};
use svc_embed::protocol::events::{Navigate, View};
use svc_embed::protocol::{Event, Filter};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fixture::{
    self, Fixture, Log, TENANT, listeners_of, make_frame, message_listeners, wait,
};

fn navigate(fixture: &Fixture) {
    fixture.say("navigate", &json!({ "path": "/" }));
}

#[wasm_bindgen_test]
fn dropping_a_subscription_ends_it() {
    let fixture = Fixture::new();
    let log = Log::default();
    let note = log.clone();
    let subscription = fixture.embed.on(move |_: &Navigate| note.note("called"));
    navigate(&fixture);
    assert_eq!(log.take(), ["called"]);
    drop(subscription);
    navigate(&fixture);
    assert!(log.take().is_empty());
}

#[wasm_bindgen_test]
fn a_subscription_that_is_forgotten_lasts_as_long_as_the_embed() {
    let fixture = Fixture::new();
    let owned = Rc::new(());
    let held = Rc::clone(&owned);
    fixture
        .embed
        .on(move |_: &Navigate| drop(Rc::clone(&held)))
        .forget();
    navigate(&fixture);
    assert_eq!(Rc::strong_count(&owned), 2);
    fixture.embed.destroy();
    assert_eq!(Rc::strong_count(&owned), 1, "the handler was dropped");
}

#[wasm_bindgen_test]
fn a_handler_may_drop_its_own_subscription_and_add_another() {
    let fixture = Fixture::new();
    let log = Log::default();
    let own: Rc<RefCell<Option<Subscription>>> = Rc::default();
    let (embed, note, slot) = (fixture.embed.downgrade(), log.clone(), Rc::clone(&own));
    own.replace(Some(fixture.embed.on(move |_: &Navigate| {
        note.note("first");
        let later = note.clone();
        let embed = embed.upgrade().unwrap();
        let next = embed.on(move |_: &Navigate| later.note("second"));
        drop(slot.replace(Some(next)));
    })));
    navigate(&fixture);
    assert_eq!(
        log.take(),
        ["first"],
        "a handler added in a delivery is not called in it"
    );
    navigate(&fixture);
    assert_eq!(log.take(), ["second"]);
}

#[wasm_bindgen_test]
fn every_method_may_be_called_inside_a_handler() {
    let fixture =
        Fixture::with(|options| options.get_session(async |_| std::future::pending().await));
    fixture.ready("signed");
    let embed = fixture.embed.clone();
    let calls = Rc::new(Cell::new(0));
    let counter = Rc::clone(&calls);
    fixture
        .embed
        .on(move |_: &State| counter.set(counter.get() + 1))
        .forget();
    fixture
        .embed
        .on(move |_: &Navigate| {
            embed.refresh().unwrap();
            embed.set_locale("de").unwrap();
            embed
                .set_filter(&Filter::equals("a.b", 1).unwrap())
                .unwrap();
            drop(embed.renew());
            drop(embed.reload());
            drop(embed.ready());
            drop(embed.events());
            drop(embed.sessions());
            assert_eq!(embed.session().status, Status::Active);
            embed.on(|_: &Event| ()).forget();
            embed.destroy();
            embed.destroy();
        })
        .forget();
    navigate(&fixture);
    assert_eq!(fixture.embed.session().status, Status::Stopped);
    assert_eq!(calls.get(), 2, "minting and stopped");
}

#[wasm_bindgen_test]
fn dropping_the_last_handle_destroys_the_embed() {
    let before = message_listeners();
    let fixture = Fixture::new();
    let (embed, weak) = (fixture.embed.clone(), fixture.embed.downgrade());
    assert_eq!(message_listeners() - before, 1);
    drop(fixture);
    assert!(weak.upgrade().is_some());
    drop(embed);
    assert!(weak.upgrade().is_none());
    assert_eq!(message_listeners(), before);
}

#[wasm_bindgen_test]
fn an_embed_that_is_printed_shows_no_url() {
    let fixture = Fixture::new();
    let (embed, weak) = (&fixture.embed, fixture.embed.downgrade());
    let printed = format!("{embed:?}");
    let is_short = printed.starts_with("Embed { id: ") && !printed.contains("://");
    assert!(is_short, "{printed}");
    assert_eq!(format!("{weak:?}"), "WeakEmbed((Weak))");
}

#[wasm_bindgen_test]
fn a_handler_that_holds_its_embed_is_dropped_with_it() {
    let fixture = Fixture::new();
    let weak = fixture.embed.downgrade();
    let held = fixture.embed.clone();
    fixture
        .embed
        .on(move |_: &View| drop(held.clone()))
        .forget();
    fixture.embed.destroy();
    drop(fixture);
    assert!(weak.upgrade().is_none());
}

#[wasm_bindgen_test]
fn a_get_session_that_holds_its_embed_is_dropped_with_it() {
    let slot: Rc<RefCell<Option<Embed>>> = Rc::default();
    let held = Rc::clone(&slot);
    let fixture = Fixture::with(|options| {
        options.get_session(async move |_| {
            drop(held.borrow().clone());
            std::future::pending().await
        })
    });
    slot.replace(Some(fixture.embed.clone()));
    let weak = fixture.embed.downgrade();
    fixture.embed.destroy();
    assert_eq!(Rc::strong_count(&slot), 1, "the closure was dropped");
    drop((fixture, slot));
    assert!(weak.upgrade().is_none());
}

#[wasm_bindgen_test]
fn the_handle_may_be_dropped_inside_a_handler() {
    let fixture = Fixture::new();
    let iframe = fixture.embed.iframe().clone();
    let owner: Rc<RefCell<Option<Embed>>> = Rc::new(RefCell::new(Some(fixture.embed)));
    let slot = Rc::clone(&owner);
    let log = Log::default();
    let (first, second) = (log.clone(), log.clone());
    let embed = owner.borrow().clone().unwrap();
    embed
        .on(move |_: &Navigate| {
            first.note("first");
            drop(slot.take());
        })
        .forget();
    embed.on(move |_: &Navigate| second.note("second")).forget();
    drop(embed);
    let message = crate::fixture::event("navigate", &json!({ "path": "/" }));
    let message = js_sys::JSON::parse(&message.to_string()).unwrap();
    crate::fixture::dispatch(
        iframe.content_window().as_ref(),
        crate::fixture::TENANT,
        &message,
    );
    assert_eq!(log.take(), ["first"]);
    assert!(owner.borrow().is_none());
}

#[wasm_bindgen_test]
async fn all_embeds_share_one_listener() {
    let before = message_listeners();
    let fixtures: Vec<Fixture> = (0..3).map(|_| Fixture::new()).collect();
    assert_eq!(message_listeners() - before, 1);
    drop(fixtures);
    assert_eq!(message_listeners(), before);
    // The closure that listened may be called once more by a message that was under way.
    wait(10).await;
}

#[wasm_bindgen_test]
async fn the_last_embed_takes_every_listener_along() {
    let window = web_sys::window().unwrap();
    let document = window.document().unwrap();
    let iframe = make_frame();
    let count = || {
        let targets: [&web_sys::EventTarget; 3] = [&window, &document, &iframe];
        targets.map(listeners_of)
    };
    let before = count();
    let embed = fixture::connect(&iframe, ConnectOptions::new(TENANT)).unwrap();
    let [of_window, of_document, of_iframe] = count();
    assert!(of_window > before[0] && of_document > before[1] && of_iframe > before[2]);
    embed.destroy();
    assert_eq!(count(), before);
    // The closure that listened may be called once more by a message that was under way.
    wait(10).await;
}
