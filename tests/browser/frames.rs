//! The iframe that `mount` makes, and the iframes that `connect` takes.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Map, Reflect};
use serde_json::json;
use svc_embed::bridge::{ConnectOptions, Dropped, MountOptions, Policy, Status};
use svc_embed::protocol::events::Ready;
use svc_embed::protocol::names::SANDBOX;
use svc_embed::protocol::{Filter, SessionId, Surface};
use svc_embed::{Code, Error};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Document, Element};

use crate::fixture::{
    self, Fixture, TENANT, dispatch, evaluate, event, make_frame, move_frame, until, wait,
};

/// The page's own origin, so that nothing outside is asked for.
fn origin() -> String {
    web_sys::window().unwrap().location().origin().unwrap()
}

fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

fn body() -> Element {
    document().body().unwrap().into()
}

#[wasm_bindgen_test]
fn mount_makes_and_destroy_removes_the_iframe() {
    let options = MountOptions::new(origin(), Surface::dashboard("a b"))
        .param("allowExport", true)
        .filter(Filter::equals("orders.status", "open").unwrap())
        .attribute("class", "embed");
    let embed = fixture::mount(&body(), options).unwrap();
    let iframe = embed.iframe().clone();
    let start = format!(
        "{}/embed/dashboard/a%20b?allowExport=true&f_orders.status=",
        origin()
    );
    assert!(iframe.src().starts_with(&start), "{}", iframe.src());
    assert_eq!(
        (iframe.class_name().as_str(), iframe.title().as_str()),
        ("embed", "Dashboard")
    );
    assert_eq!(iframe.style().get_property_value("height").unwrap(), "100%");
    assert!(iframe.is_connected());
    embed.destroy();
    assert!(!iframe.is_connected());
}

#[wasm_bindgen_test]
fn attributes_go_before_the_style_of_an_iframe_that_fills_its_target() {
    let options = MountOptions::new(origin(), Surface::chat())
        .title("Ask the data")
        .attribute("style", "height: 40px; color: red")
        .attribute("STYLE", "; margin: 0")
        .attribute("width", "50");
    let embed = fixture::mount(&body(), options).unwrap();
    let style = embed.iframe().style();
    let property = |name| style.get_property_value(name).unwrap();
    assert_eq!(
        (property("height").as_str(), property("width").as_str()),
        ("40px", "")
    );
    assert_eq!(property("display"), "block");
    assert_eq!(embed.iframe().title(), "Ask the data");
}

#[wasm_bindgen_test]
fn a_permission_without_an_origin_is_the_tenants() {
    for name in ["allow", "Allow"] {
        let options = MountOptions::new(origin(), Surface::chat());
        let allow = "fullscreen; clipboard-write https://files.example.com;";
        let embed = fixture::mount(&body(), options.attribute(name, allow)).unwrap();
        let expected = format!(
            "fullscreen {}; clipboard-write https://files.example.com;",
            origin()
        );
        assert_eq!(embed.iframe().get_attribute("allow"), Some(expected));
    }
}

#[wasm_bindgen_test]
fn an_iframe_keeps_the_tab_and_tells_no_path_unless_the_page_says_otherwise() {
    let attributes = |given: &[(&str, &str)]| {
        let options = MountOptions::new(origin(), Surface::chat());
        let options = given.iter().fold(options, |options, (name, value)| {
            options.attribute(*name, *value)
        });
        let embed = fixture::mount(&body(), options).unwrap();
        ["sandbox", "referrerpolicy"].map(|name| embed.iframe().get_attribute(name))
    };
    let some = |text: &str| Some(text.to_owned());
    let [sandbox, policy] = attributes(&[]);
    assert_eq!(
        (sandbox.as_deref(), policy.as_deref()),
        (Some(SANDBOX), Some("strict-origin"))
    );
    assert!(!SANDBOX.contains("top-navigation"));
    let own = [
        ("SandBox", "allow-scripts"),
        ("referrerPolicy", "no-referrer"),
    ];
    assert_eq!(
        attributes(&own),
        [some("allow-scripts"), some("no-referrer")]
    );
    let none = [("Sandbox", "false"), ("referrerpolicy", "false")];
    assert_eq!(attributes(&none), [None, None]);
    assert_eq!(attributes(&[("sandbox", "")])[0], some(""));

    let frame = make_frame();
    let embed = fixture::connect(&frame, ConnectOptions::new(TENANT)).unwrap();
    assert!(!frame.has_attribute("sandbox") && !frame.has_attribute("referrerpolicy"));
    embed.destroy();
}

#[wasm_bindgen_test]
fn an_attribute_that_is_not_for_the_page_is_refused() {
    let before = document().query_selector_all("iframe").unwrap().length();
    for name in ["onload", "ONCLICK", "src", "srcdoc", "SrcDoc", "not a name"] {
        let options = MountOptions::new(origin(), Surface::chat()).attribute(name, "x");
        assert_eq!(
            fixture::mount(&body(), options).unwrap_err(),
            Error::InvalidAttribute { name: name.into() },
            "{name}"
        );
    }
    assert_eq!(
        document().query_selector_all("iframe").unwrap().length(),
        before
    );
}

#[wasm_bindgen_test]
fn an_iframe_has_one_embed() {
    let frame = make_frame();
    let options = || ConnectOptions::new(TENANT);
    let embed = fixture::connect(&frame, options()).unwrap();
    assert_eq!(
        fixture::connect(&frame, options()).unwrap_err(),
        Error::AlreadyConnected
    );
    embed.destroy();
    assert!(frame.is_connected(), "the page's own iframe stays");
    fixture::connect(&frame, options()).unwrap().destroy();
}

#[wasm_bindgen_test]
fn an_iframe_that_was_moved_is_still_heard() {
    let fixture = Fixture::new();
    fixture.ready("private");
    move_frame(fixture.embed.iframe());
    let events = fixture.count::<svc_embed::protocol::Event>();
    for count in 1..=2 {
        fixture.say("navigate", &serde_json::json!({ "path": "/" }));
        assert_eq!(events.get(), count, "each once");
    }
}

#[wasm_bindgen_test]
fn an_element_that_shows_no_children_is_refused() {
    for name in ["iframe", "input", "img", "canvas"] {
        let element = document().create_element(name).unwrap();
        let options = MountOptions::new(origin(), Surface::chat());
        let error = fixture::mount(&element, options).unwrap_err();
        assert_eq!(error, Error::InvalidTarget, "{name}");
    }
}

#[wasm_bindgen_test]
fn an_element_of_another_document_is_refused() {
    let frame = make_frame();
    let inner = frame.content_document().unwrap();
    let target = inner.create_element("div").unwrap();
    let options = MountOptions::new(origin(), Surface::chat());
    assert_eq!(
        fixture::mount(&target, options).unwrap_err(),
        Error::InvalidTarget
    );
    let iframe = inner.create_element("iframe").unwrap();
    assert_eq!(
        fixture::connect(iframe.unchecked_ref(), ConnectOptions::new(TENANT)).unwrap_err(),
        Error::InvalidIframe
    );
}

#[wasm_bindgen_test]
fn a_page_can_be_full() {
    let connect = || {
        // Outside the document, where an iframe costs little.
        let iframe = document().create_element("iframe").unwrap();
        fixture::connect(iframe.unchecked_ref(), ConnectOptions::new(TENANT))
    };
    let mut embeds = Vec::new();
    let error = loop {
        match connect() {
            Ok(embed) => embeds.push(embed),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), Code::InvalidTarget);
    assert_eq!(error, Error::TooManyEmbeds);
    assert_eq!(embeds.len(), 1_024);

    let gone = embeds.swap_remove(500);
    gone.destroy();
    let next = connect().unwrap();
    gone.destroy();
    assert_eq!(gone.refresh(), Err(Error::Destroyed));
    assert_eq!(gone.session().status, Status::Stopped);
    assert_eq!(next.session().status, Status::Starting);
    next.refresh().unwrap();
}

/// Shows another page in an iframe, and notes to which origins is posted.
const SHOW_ANOTHER: &str = "(iframe) => {
    const posted = [];
    const postMessage = (message, origin) => posted.push(origin);
    Object.defineProperty(iframe, 'contentWindow', { value: { postMessage } });
    iframe.src = 'https://other.invalid/';
    return posted;
}";

#[wasm_bindgen_test]
fn an_action_goes_to_the_tenant_whatever_the_iframe_shows() {
    let fixture = Fixture::new();
    fixture.ready("private");
    let show_another: js_sys::Function = evaluate(SHOW_ANOTHER).unchecked_into();
    let posted = show_another.call1(&JsValue::NULL, fixture.embed.iframe());
    fixture.embed.set_locale("de").unwrap();
    let posted: js_sys::Array = posted.unwrap().unchecked_into();
    assert_eq!(posted.join(",").as_string().unwrap(), TENANT);
}

/// Counts how often the window of an iframe is read.
const COUNT_READS: &str = "{
    const { prototype } = HTMLIFrameElement;
    const property = Object.getOwnPropertyDescriptor(prototype, 'contentWindow');
    globalThis.reads = 0;
    globalThis.stopCounting = () => Object.defineProperty(prototype, 'contentWindow', property);
    const get = function () {
        globalThis.reads++;
        return property.get.call(this);
    };
    Object.defineProperty(prototype, 'contentWindow', { ...property, get });
}";

#[wasm_bindgen_test]
fn another_window_of_the_tenant_costs_one_search_until_an_embed_changes() {
    let fixture = Fixture::new();
    let frame = make_frame();
    let window = frame.content_window().unwrap();
    evaluate(COUNT_READS);
    let searches = || {
        let before = evaluate("reads").as_f64().unwrap();
        dispatch(Some(&window), TENANT, &"hello".into());
        evaluate("reads").as_f64().unwrap() - before
    };
    let before = [searches(), searches()];
    let embed = fixture::connect(&frame, ConnectOptions::new(TENANT)).unwrap();
    let connected = Fixture { embed };
    let dropped = connected.count::<svc_embed::bridge::Dropped>();
    let while_connected = searches();
    connected.embed.destroy();
    let after = [searches(), searches()];
    evaluate("stopCounting()");
    assert_eq!(
        (before, while_connected, after),
        ([1.0, 0.0], 0.0, [1.0, 0.0])
    );
    assert_eq!(dropped.get(), 1, "the embed heard its window");
    fixture.embed.destroy();
}

/// An iframe of the page's own with this URL, which the embed mints the id `next_id` for.
fn own_frame(src: &str, next_id: &'static str) -> (Fixture, web_sys::HtmlIFrameElement) {
    let frame = document().create_element("iframe").unwrap();
    let frame: web_sys::HtmlIFrameElement = frame.unchecked_into();
    frame.set_src(src);
    body().append_child(&frame).unwrap();
    let policy = Policy {
        max_attempts: 1,
        ..Policy::default()
    };
    let options = ConnectOptions::new(TENANT)
        .renewal(policy)
        .get_session(async move |_| Ok(SessionId::new(next_id).unwrap()));
    let embed = fixture::connect(&frame, options).unwrap();
    let fixture = Fixture { embed };
    fixture.ready("signed");
    (fixture, frame)
}

#[wasm_bindgen_test]
async fn the_id_with_which_the_page_has_loaded_its_iframe_is_used_up() {
    for (name, id) in [("session", "own-id-1"), ("sessionId", "own-id-2")] {
        let src = format!("{TENANT}/embed/chat?a=b&{name}={id}");
        let (fixture, _) = own_frame(&src, id);
        assert_eq!(fixture.embed.renew().await, Err(Error::MintRepeated));
    }
}

#[wasm_bindgen_test]
async fn an_iframe_of_the_page_is_not_loaded_again_by_a_src_that_the_page_has_not_allowed() {
    for src in [
        &format!("{TENANT}/out?session=a"),
        "https://tenant.example.evil.example/?session=a",
        "about:blank",
    ] {
        let (fixture, frame) = own_frame(src, "not-for-them");
        assert_eq!(fixture.embed.reload().await, Err(Error::NotReloadable));
        assert_eq!(frame.src(), src);
    }
}

#[wasm_bindgen_test]
async fn the_window_before_a_reload_is_no_longer_heard() {
    let src = format!("{TENANT}/embed/dashboard/sales?session=before");
    let (fixture, frame) = own_frame(&src, "after-reload");
    let old = frame.content_window().unwrap();
    let reload = fixture.embed.reload();
    until(|| frame.content_window().is_some_and(|window| window != old)).await;
    let events = fixture.count::<svc_embed::protocol::Event>();
    let dropped = fixture.count::<svc_embed::bridge::Dropped>();
    let event = crate::fixture::event("navigate", &serde_json::json!({ "path": "/" }));
    let message = js_sys::JSON::parse(&event.to_string()).unwrap();
    crate::fixture::dispatch(Some(&old), TENANT, &message);
    assert_eq!((events.get(), dropped.get()), (0, 0));
    fixture.ready("signed");
    reload.await.unwrap();
}

#[wasm_bindgen_test]
async fn a_reload_leaves_the_iframe_in_its_place() {
    let src = format!("{TENANT}/embed/dashboard/sales?session=in-place");
    let (fixture, frame) = own_frame(&src, "still-in-place");
    let next = document().create_element("p").unwrap();
    body().append_child(&next).unwrap();
    let old = frame.content_window().unwrap();
    let reload = fixture.embed.reload();
    until(|| frame.content_window().is_some_and(|window| window != old)).await;
    assert_eq!(frame.next_element_sibling(), Some(next));
    fixture.ready("signed");
    reload.await.unwrap();
}

#[wasm_bindgen_test]
async fn an_iframe_that_the_page_has_just_loaded_keeps_its_id() {
    let src = format!("{TENANT}/embed/chat?session=just-loaded");
    let (_fixture, frame) = own_frame(&src, "not-wanted");
    wait(50).await;
    assert_eq!(frame.src(), src);
}

#[wasm_bindgen_test]
async fn connect_hears_what_the_script_of_the_page_has_kept() {
    let frame = make_frame();
    let window = frame.content_window().unwrap();
    let payload = json!({ "embedTenant": null, "deploymentId": 1, "mode": "private", "surface": "dashboard" });
    let message = json!({ "origin": TENANT, "data": event("ready", &payload) });
    let message = js_sys::JSON::parse(&message.to_string()).unwrap();
    Reflect::set(&message, &"source".into(), &window).unwrap();
    let foreign = json!({ "origin": "https://evil.example", "data": event("ready", &payload) });
    let foreign = js_sys::JSON::parse(&foreign.to_string()).unwrap();
    Reflect::set(&foreign, &"source".into(), &window).unwrap();
    let kept = Map::new();
    kept.set(&window, &Array::of2(&foreign, &message));
    Reflect::set(&js_sys::global(), &"svcEmbedEarly".into(), &kept).unwrap();

    // In a page that came back, an id in the iframe's URL is spent, unless the embed has reported something.
    frame.set_src(&format!("{TENANT}/embed/chat?session=kept"));
    evaluate("performance.getEntriesByType = () => [{ type: 'back_forward' }]");
    let mint = evaluate("globalThis.mints = 0; () => { mints++ }");
    let options = ConnectOptions::new(TENANT).get_session_function(mint.unchecked_into());
    let embed = fixture::connect(&frame, options).unwrap();
    let heard = Rc::new(Cell::new((0, 0)));
    let count = Rc::clone(&heard);
    let counted = embed.on(move |_: &Ready| count.set((count.get().0 + 1, count.get().1)));
    let count = Rc::clone(&heard);
    let dropped = embed.on(move |_: &Dropped| count.set((count.get().0, count.get().1 + 1)));
    assert!(embed.ready().await.is_ok());
    assert_eq!(
        heard.get(),
        (1, 1),
        "a handler added after connect hears it, once"
    );
    assert_eq!(embed.session().status, Status::Active);
    assert_eq!(kept.get(&window), 0, "the script keeps no more of it");
    assert_eq!(evaluate("mints"), 0, "it was heard first");
    drop((counted, dropped, embed));

    // An embed that has ended before hears nothing.
    kept.set(&window, &Array::of1(&message));
    let embed = fixture::connect(&frame, ConnectOptions::new(TENANT)).unwrap();
    embed.destroy();
    assert_eq!(embed.ready().await, Err(Error::Destroyed));
    evaluate("delete globalThis.svcEmbedEarly, delete performance.getEntriesByType");
}
