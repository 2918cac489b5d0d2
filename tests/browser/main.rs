//! The bridge in a real browser, through its Rust surface: `wasm-pack test --headless --chrome`.
//!
//! The embed is an iframe of the test page's own origin; what it says is dispatched as the browser
//! would dispatch it, with the window and the origin that the test chooses.
#![cfg(target_family = "wasm")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Promise};
use serde_json::{Value, json};
use svc_embed::bridge::{ConnectOptions, Embed, MountOptions, Outgoing, Topic};
use svc_embed::protocol::actions::{Action, Argument, Locale};
use svc_embed::protocol::{Event, EventKind, Surface};
use svc_embed::session::{Policy, Status};
use svc_embed::{Code, Error, protocol::Filter};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = "
export function make_frame() {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.heard = [];
    frame.contentWindow.addEventListener('message', (event) => frame.heard.push(event.data));
    return frame;
}
export function heard(frame) { return JSON.stringify(frame.heard); }
export function say(frame, message, origin) {
    window.dispatchEvent(new MessageEvent('message', {
        data: JSON.parse(message), origin, source: frame ? frame.contentWindow : window,
    }));
}
export function sleep(ms) { return new Promise((done) => setTimeout(done, ms)); }
export function origin() { return location.origin; }
export function never() { return new Promise(() => {}); }
export function later(value, ms) { return new Promise((done) => setTimeout(() => done(value), ms)); }
let counted = 0;
const add = window.addEventListener, remove = window.removeEventListener;
window.addEventListener = function (name, ...rest) { if (name === 'message') counted++; return add.call(this, name, ...rest); };
window.removeEventListener = function (name, ...rest) { if (name === 'message') counted--; return remove.call(this, name, ...rest); };
export function message_listeners() { return counted; }
export function move_to_new_parent(frame) {
    const parent = document.createElement('div');
    document.body.append(parent);
    parent.append(frame);
}
")]
extern "C" {
    fn make_frame() -> JsValue;
    fn heard(frame: &JsValue) -> String;
    fn say(frame: &JsValue, message: &str, origin: &str);
    fn sleep(ms: u32) -> Promise;
    fn origin() -> String;
    fn never() -> Promise;
    fn later(value: &str, ms: u32) -> Promise;
    fn message_listeners() -> i32;
    fn move_to_new_parent(frame: &JsValue);
}

async fn wait(ms: u32) {
    JsFuture::from(sleep(ms)).await.unwrap();
}

/// An iframe that an embed is connected to.
struct Fixture {
    frame: JsValue,
    embed: Embed,
}

impl Fixture {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut ConnectOptions)) -> Self {
        let frame = make_frame();
        let mut options = ConnectOptions::new(&origin()).unwrap();
        change(&mut options);
        let embed = Embed::connect(&frame, options).unwrap();
        Self { frame, embed }
    }

    fn say(&self, name: &str, payload: &Value) {
        say(&self.frame, &event(name, payload).to_string(), &origin());
    }

    fn ready(&self, mode: &str) {
        let payload =
            json!({ "embedTenant": null, "deploymentId": 1, "mode": mode, "surface": "dashboard" });
        self.say("ready", &payload);
    }

    /// What the iframe has heard: each action's type and payload.
    async fn heard(&self) -> Vec<(String, Value)> {
        wait(20).await;
        let messages: Vec<Value> = serde_json::from_str(&heard(&self.frame)).unwrap();
        let read = |message: Value| {
            assert_eq!(
                (&message["source"], &message["direction"]),
                (&json!("svc-embed"), &json!("action"))
            );
            assert!(message["timestamp"].is_number() && message.get("surface").is_none());
            (
                message["type"].as_str().unwrap().to_owned(),
                message["payload"].clone(),
            )
        };
        messages.into_iter().map(read).collect()
    }

    /// Counts the messages of one topic.
    fn count(&self, topic: Topic) -> Rc<Cell<u32>> {
        let count = Rc::new(Cell::new(0));
        let counter = Rc::clone(&count);
        self.embed
            .on(topic, move |_| counter.set(counter.get() + 1))
            .unwrap()
            .forget();
        count
    }
}

fn event(name: &str, payload: &Value) -> Value {
    json!({
        "source": "svc-embed", "direction": "event", "type": format!("svc:event:{name}"),
        "payload": payload, "timestamp": 1_700_000_000_000_u64, "surface": "dashboard",
    })
}

#[wasm_bindgen_test]
fn an_event_reaches_its_handlers_typed_and_whole() {
    let fixture = Fixture::new();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let keep = Rc::clone(&seen);
    let subscription = fixture
        .embed
        .on(Topic::Event(EventKind::Drilldown), move |message| {
            keep.borrow_mut().push(message.event().unwrap());
        })
        .unwrap();
    let any = fixture.count(Topic::Any);
    fixture.say(
        "drilldown",
        &json!({ "member": "orders.revenue", "value": 7, "more": true }),
    );
    fixture.say("navigate", &json!({ "path": "/" }));
    assert_eq!((seen.borrow().len(), any.get()), (1, 2));
    let Event::Drilldown(drilldown) = seen.borrow().first().unwrap().event.clone() else {
        panic!("another event");
    };
    assert_eq!(drilldown.member, "orders.revenue");

    drop(subscription);
    fixture.say("drilldown", &json!({ "member": "orders.revenue" }));
    assert_eq!(seen.borrow().len(), 1);
    fixture.embed.destroy();
}

#[wasm_bindgen_test]
fn what_fails_a_check_is_dropped_with_its_reason() {
    let fixture = Fixture::new();
    let reasons = Rc::new(RefCell::new(Vec::new()));
    let keep = Rc::clone(&reasons);
    fixture
        .embed
        .on_value(Topic::Dropped, move |report| {
            let reason = js_sys::Reflect::get(report, &"reason".into()).unwrap();
            keep.borrow_mut().push(reason.as_string().unwrap());
        })
        .unwrap()
        .forget();
    let any = fixture.count(Topic::Any);
    let good = event("navigate", &json!({ "path": "/" }));
    let with = |key: &str, value: Value| {
        let mut message = good.clone();
        message[key] = value;
        say(&fixture.frame, &message.to_string(), &origin());
    };
    say(&fixture.frame, &good.to_string(), "https://evil.example");
    with("source", json!("other"));
    with("direction", json!("action"));
    with("type", json!("svc:action:navigate"));
    with("type", json!("svc:event:"));
    with("type", json!(7));
    // A type of somebody else's is seen before the payload; of an unknown event, the payload counts.
    let with_payload = |kind: &str, payload: Value| {
        let mut message = good.clone();
        message["type"] = json!(kind);
        message["payload"] = payload;
        say(&fixture.frame, &message.to_string(), &origin());
    };
    with_payload("widget:resize", Value::Null);
    with_payload("svc:event:of-tomorrow", Value::Null);
    with("surface", json!(7));
    with("timestamp", json!("now"));
    with("payload", json!({ "path": 7 }));
    with("payload", json!({ "path": "/", "previousPath": null }));
    with("payload", json!([]));
    for message in ["null", "7", "\"text\"", "[]"] {
        say(&fixture.frame, message, &origin());
    }
    let mut wanted = vec![
        "origin",
        "envelope",
        "direction",
        "envelope",
        "envelope",
        "envelope",
        "envelope",
        "payload",
        "envelope",
        "envelope",
    ];
    wanted.extend(["payload"; 3]);
    wanted.extend(["envelope"; 4]);
    assert_eq!(
        (reasons.borrow().clone(), any.get()),
        (wanted.into_iter().map(str::to_owned).collect(), 0)
    );

    // Another window of the tenant's origin is nobody's embed: not even reported.
    say(&JsValue::NULL, &good.to_string(), &origin());
    assert_eq!((reasons.borrow().len(), any.get()), (17, 0));
    fixture.embed.destroy();
}

#[wasm_bindgen_test]
fn two_embeds_never_see_each_others_messages() {
    let (one, other) = (Fixture::new(), Fixture::new());
    let counts = [
        one.count(Topic::Any),
        other.count(Topic::Any),
        one.count(Topic::Dropped),
        other.count(Topic::Dropped),
    ];
    one.say("navigate", &json!({ "path": "/" }));
    one.say("navigate", &json!({}));
    assert_eq!(counts.map(|count| count.get()), [1, 0, 1, 0]);
    one.embed.destroy();
    other.embed.destroy();
}

#[wasm_bindgen_test]
async fn actions_wait_for_ready_and_the_last_of_each_is_sent() {
    let fixture = Fixture::new();
    let locale = |tag| Action::SetLocale(Locale::parse(tag).unwrap());
    fixture.embed.send_action(&locale("de")).unwrap();
    fixture.embed.send_action(&Action::Refresh).unwrap();
    fixture.embed.send_action(&locale("fr")).unwrap();
    assert_eq!(fixture.heard().await, []);
    fixture.ready("private");
    let filter = Filter::new("orders.status", r#"{"value":"open"}"#).unwrap();
    fixture
        .embed
        .send_action(&Action::SetFilter(filter))
        .unwrap();
    assert_eq!(
        fixture.heard().await,
        [
            ("svc:action:refresh".to_owned(), json!({})),
            (
                "svc:action:set-locale".to_owned(),
                json!({ "locale": "fr" })
            ),
            (
                "svc:action:set-filter".to_owned(),
                json!({ "filterUrlParameter": r#"f_orders.status={"value":"open"}"# })
            ),
        ]
    );
    let session = Action::SetSession(svc_embed::protocol::SessionId::new("s").unwrap());
    assert_eq!(
        fixture.embed.send_action(&session).unwrap_err().code(),
        Code::ReservedAction
    );
    fixture.embed.destroy();
}

#[wasm_bindgen_test]
async fn of_each_action_the_last_is_kept_and_what_lasts_is_sent_again() {
    let fixture = Fixture::new();
    let send = |name: &str, payload: Value| {
        let payload = js_sys::JSON::parse(&payload.to_string()).unwrap();
        let action = Outgoing::with_payload(name, &payload).unwrap();
        fixture.embed.send(&action).unwrap();
    };
    let theme = |number: u32| json!({ "number": number });
    let path = |path: &str| json!({ "path": path });
    let filter = |filter: &str| json!({ "filterUrlParameter": filter });
    send("set-theme", theme(1));
    send("set-filter", filter("f_a.b=1"));
    send("set-filter", filter("f_c.d=1"));
    send("navigate", path("/1"));
    send("refresh", json!({}));
    send("later", theme(1));
    send("later", theme(2));
    send("set-later", theme(1));
    send("set-theme", theme(2));
    send("set-filter", filter("f_a.b=2"));
    send("navigate", path("/2"));
    send("refresh", json!({}));
    send("set-later", theme(2));
    assert_eq!(fixture.heard().await, []);

    let named = |actions: &[(&str, Value)]| -> Vec<(String, Value)> {
        let named = actions.iter().cloned();
        named
            .map(|(name, payload)| (format!("svc:action:{name}"), payload))
            .collect()
    };
    fixture.ready("private");
    let first = named(&[
        ("set-filter", filter("f_c.d=1")),
        ("later", theme(1)),
        ("later", theme(2)),
        ("set-theme", theme(2)),
        ("set-filter", filter("f_a.b=2")),
        ("navigate", path("/2")),
        ("refresh", json!({})),
        ("set-later", theme(2)),
    ]);
    assert_eq!(fixture.heard().await, first);

    send("refresh", json!({}));
    send("set-theme", theme(3));
    let at_once = named(&[("refresh", json!({})), ("set-theme", theme(3))]);
    assert_eq!(fixture.heard().await[first.len()..], at_once);

    // The page in the iframe was loaded anew: of what was sent, what describes a state is due again.
    fixture.ready("private");
    let again = named(&[
        ("set-filter", filter("f_c.d=1")),
        ("set-filter", filter("f_a.b=2")),
        ("navigate", path("/2")),
        ("set-later", theme(2)),
        ("set-theme", theme(3)),
    ]);
    let before = first.len() + at_once.len();
    assert_eq!(fixture.heard().await[before..], again);
    fixture.embed.destroy();
}

#[wasm_bindgen_test]
async fn a_session_is_renewed_where_the_iframe_stands() {
    let mints = Rc::new(Cell::new(0));
    let minted = Rc::clone(&mints);
    let fixture = Fixture::with(|options| {
        options.renewal = Policy {
            spread: 0,
            confirm: 50,
            ..Policy::default()
        };
        options.get_session = Some(Rc::new(move |request| {
            assert_eq!(request.reason.as_str(), "expiring");
            minted.set(minted.get() + 1);
            Ok(later("fresh", 10).into())
        }));
    });
    let changes = fixture.count(Topic::Session);
    fixture.ready("signed");
    fixture.say(
        "session-expiring",
        &json!({ "expiresAt": 1_700_001_800_000_u64, "expiresInMs": 1_800_000 }),
    );
    assert_eq!(fixture.embed.session().status, Status::Expiring);
    assert_eq!(
        fixture.heard().await,
        [(
            "svc:action:set-session".to_owned(),
            json!({ "sessionId": "fresh" })
        )]
    );
    wait(100).await;
    let state = fixture.embed.session();
    assert_eq!(
        (state.status, state.renewals, mints.get()),
        (Status::Active, 1, 1)
    );
    assert_eq!(
        changes.get(),
        4,
        "active, minting, confirming, active again"
    );
    fixture.embed.destroy();
}

#[wasm_bindgen_test]
async fn destroy_aborts_the_mint_drops_its_answer_and_takes_the_listener_away() {
    let before = message_listeners();
    let aborted = Rc::new(RefCell::new(None));
    let keep = Rc::clone(&aborted);
    let fixture = Fixture::with(|options| {
        options.get_session = Some(Rc::new(move |request| {
            keep.replace(Some(request.signal));
            Ok(later("late", 30).into())
        }));
    });
    assert_eq!(message_listeners(), before + 1);
    fixture.ready("signed");
    let renewal = fixture.embed.renew();
    let error = {
        fixture.embed.destroy();
        fixture.embed.destroy();
        JsFuture::from(renewal).await.unwrap_err()
    };
    let code = js_sys::Reflect::get(&error, &"code".into()).unwrap();
    assert_eq!(code.as_string().unwrap(), "destroyed");
    assert!(aborted.borrow().as_ref().unwrap().aborted());
    wait(60).await;
    assert_eq!(fixture.heard().await, []);
    assert_eq!(message_listeners(), before);
    assert_eq!(fixture.embed.session().status, Status::Stopped);
    assert_eq!(
        fixture
            .embed
            .send_action(&Action::Refresh)
            .unwrap_err()
            .code(),
        Code::Destroyed
    );
}

#[wasm_bindgen_test]
fn destroy_inside_a_handler_ends_the_delivery() {
    let fixture = Fixture::new();
    let embed = fixture.embed.clone();
    fixture
        .embed
        .on(Topic::Event(EventKind::Navigate), move |_| embed.destroy())
        .unwrap()
        .forget();
    let after = fixture.count(Topic::Event(EventKind::Navigate));
    let any = fixture.count(Topic::Any);
    fixture.say("navigate", &json!({ "path": "/" }));
    assert_eq!((after.get(), any.get()), (0, 0));
}

#[wasm_bindgen_test]
async fn four_embeds_mint_at_a_time() {
    let running = Rc::new(Cell::new(0_usize));
    let fixtures: Vec<Fixture> = (0..7)
        .map(|embed| {
            let running = Rc::clone(&running);
            Fixture::with(|options| {
                options.get_session = Some(Rc::new(move |_| {
                    running.set(running.get() + 1);
                    // The first answers; the others hang.
                    Ok(if embed == 0 { later("id", 30) } else { never() }.into())
                }));
            })
        })
        .collect();
    for fixture in &fixtures {
        fixture.ready("signed");
        let _ = fixture.embed.renew();
    }
    assert_eq!(running.get(), 4);
    wait(60).await;
    assert_eq!(running.get(), 5, "one has its answer");
    for fixture in &fixtures {
        fixture.embed.destroy();
    }
    assert_eq!(running.get(), 7, "a destroyed embed gives its turn away");
}

#[wasm_bindgen_test]
async fn an_iframe_that_was_moved_is_still_heard() {
    let fixture = Fixture::new();
    let any = fixture.count(Topic::Any);
    fixture.say("navigate", &json!({ "path": "/" }));
    move_to_new_parent(&fixture.frame);
    fixture.say("navigate", &json!({ "path": "/" }));
    assert_eq!(any.get(), 2);
    fixture.embed.destroy();
}

#[wasm_bindgen_test]
fn mount_makes_and_destroy_removes_the_iframe() {
    let document = web_sys::window().unwrap().document().unwrap();
    let body: web_sys::Element = document.body().unwrap().into();
    let mut options = MountOptions::new(&origin(), Surface::Dashboard("a b".into())).unwrap();
    options.params.push(("allowExport".into(), "true".into()));
    options.attributes.push(("class".into(), "embed".into()));
    let embed = Embed::mount(&body, options.clone()).unwrap();
    let iframe = embed.iframe().clone();
    assert_eq!(
        iframe.src(),
        format!("{}/embed/dashboard/a%20b?allowExport=true", origin())
    );
    assert_eq!(
        (iframe.class_name().as_str(), iframe.title().as_str()),
        ("embed", "Dashboard")
    );
    assert!(iframe.is_connected());
    embed.destroy();
    assert!(!iframe.is_connected());

    options
        .attributes
        .push(("onload".into(), "alert(1)".into()));
    assert_eq!(
        Embed::mount(&body, options).err().unwrap().code(),
        Code::InvalidOption
    );
    assert_eq!(
        document
            .query_selector_all("iframe.embed")
            .unwrap()
            .length(),
        0
    );
}

#[wasm_bindgen_test]
fn wrong_input_is_refused_at_once() {
    for url in [
        "",
        "acme.example.com",
        "http://acme.example.com",
        "https://a@b.example",
        "https://a.example/?x",
        "ftp://localhost",
        "data:text/html,x",
    ] {
        assert_eq!(
            ConnectOptions::new(url).err().unwrap().code(),
            Code::InvalidBaseUrl,
            "{url}"
        );
    }
    for url in [
        "https://acme.example.com",
        "http://localhost:1/",
        "http://127.1:8080",
        "http://[::1]:1",
        "http://a.localhost",
    ] {
        assert!(ConnectOptions::new(url).is_ok(), "{url}");
    }
    let options = || ConnectOptions::new(&origin()).unwrap();
    for target in [JsValue::NULL, "iframe".into(), Array::new().into()] {
        assert_eq!(
            Embed::connect(&target, options()).err().unwrap().code(),
            Code::InvalidTarget
        );
    }
    let frame = make_frame();
    let embed = Embed::connect(&frame, options()).unwrap();
    assert_eq!(
        Embed::connect(&frame, options()).err().unwrap().code(),
        Code::InvalidTarget
    );
    embed.destroy();
    Embed::connect(&frame, options()).unwrap().destroy();
}

#[wasm_bindgen_test]
fn a_place_is_used_again_and_the_embed_that_had_it_is_gone_for_good() {
    let document = web_sys::window().unwrap().document().unwrap();
    let connect = || {
        let frame = document.create_element("iframe").unwrap();
        Embed::connect(&frame, ConnectOptions::new(&origin()).unwrap())
    };
    let locale = || Action::SetLocale(Locale::parse("fr").unwrap());

    // Until there are no more places, of which other tests have left some.
    let mut embeds = Vec::new();
    let error = loop {
        match connect() {
            Ok(embed) => embeds.push(embed),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), Code::InvalidTarget);
    assert!(embeds.len() > 900 && embeds.len() <= 1_024);

    let gone = embeds.swap_remove(500);
    gone.destroy();
    let next = connect().unwrap();
    assert!(connect().is_err(), "it has the place that was free");
    gone.destroy();
    assert_eq!(
        gone.send_action(&locale()).map_err(Error::code),
        Err(Code::Destroyed)
    );
    assert_eq!(gone.session().status, Status::Stopped);
    assert_eq!(next.session().status, Status::Starting);
    next.send_action(&locale()).unwrap();
    for embed in embeds {
        embed.destroy();
    }
    next.destroy();
}
