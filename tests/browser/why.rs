//! Why there is no picture: what the browser reports, what a silence means, and what has no height.

use std::error::Error as _;
use std::sync::{Mutex, Once};
use std::time::Duration;

use log::{Level, LevelFilter, Log, Metadata, Record};
use serde_json::{Value, json};
use svc_embed::Error;
use svc_embed::bridge::{ConnectOptions, Embed, MintError, MountOptions};
use svc_embed::protocol::{SessionId, Surface};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

use crate::fixture::{self, Fixture, TENANT, dispatch, evaluate, event, make_frame, wait};

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Notes;

impl Log for Notes {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let lines = if record.level() == Level::Warn {
            &WARNINGS
        } else {
            &NOTES
        };
        lines.lock().unwrap().push(record.args().to_string());
    }

    fn flush(&self) {}
}

/// What was warned of since the last call.
fn warnings() -> Vec<String> {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        log::set_logger(&Notes).unwrap();
        log::set_max_level(LevelFilter::Info);
    });
    std::mem::take(&mut *WARNINGS.lock().unwrap())
}

const FAKE_OBSERVER: &str = "{
    globalThis.RealObserver ??= globalThis.ReportingObserver;
    globalThis.disconnected = 0;
    globalThis.ReportingObserver = class {
        constructor(call) {
            globalThis.tell = (type, body) => call([{ type, body: { toJSON: () => body } }]);
        }
        observe() {}
        disconnect() { globalThis.disconnected++; }
    };
}";

fn tell(kind: &str, body: &Value) {
    evaluate(&format!("tell({}, {body})", json!(kind)));
}

#[wasm_bindgen_test]
async fn a_report_of_the_browser_says_at_once_why_there_is_no_picture() {
    let isolated = json!({ "disposition": "enforce", "destination": "iframe",
        "blockedURL": format!("{TENANT}/embed?session=secret") });
    let refused = json!({ "disposition": "enforce", "effectiveDirective": "frame-ancestors",
        "documentURL": format!("{TENANT}/embed?session=secret") });
    let with = |report: &Value, key: &str, value: &str| {
        let mut report = report.clone();
        report[key] = value.into();
        report
    };
    for (kind, report, error) in [
        ("coep", &isolated, Error::FrameIsolated),
        ("csp-violation", &refused, Error::FrameRefused),
    ] {
        evaluate(FAKE_OBSERVER);
        let fixture = Fixture::new();
        let url = if kind == "coep" {
            "blockedURL"
        } else {
            "documentURL"
        };
        tell(kind, &with(report, "disposition", "report"));
        tell(kind, &with(report, url, "https://other.example/"));
        assert_eq!(fixture.embed.session().last_error, None, "{kind}");
        tell(kind, report);
        assert_eq!(fixture.embed.ready().await, Err(error.clone()));
        assert_eq!(fixture.embed.session().last_error, Some(error));
        fixture.ready("private");
        assert_eq!(fixture.embed.session().last_error, None, "it is there");
        drop(fixture);
        assert_eq!(evaluate("disconnected"), 1.0);
    }
    evaluate(FAKE_OBSERVER);
    let frame = make_frame();
    js_sys::Reflect::set(&frame, &"credentialless".into(), &true.into()).unwrap();
    let embed = fixture::connect(&frame, ConnectOptions::new(TENANT)).unwrap();
    tell("coep", &isolated);
    assert_eq!(embed.session().last_error, None, "it takes no part");
    evaluate("globalThis.ReportingObserver = globalThis.RealObserver");
}

fn origin() -> String {
    web_sys::window().unwrap().location().origin().unwrap()
}

fn document() -> web_sys::Document {
    web_sys::window().unwrap().document().unwrap()
}

/// Where the viewer sees it, also below the output of other tests: what nobody sees is given time.
const IN_VIEW: &str = "position: fixed; top: 0; left: 0; width: 300px";

/// An embed whose iframe shows a page of the runner that says nothing.
fn mount(change: impl FnOnce(MountOptions) -> MountOptions) -> (Embed, Element) {
    let target = document().create_element("div").unwrap();
    target.set_attribute("style", IN_VIEW).unwrap();
    document().body().unwrap().append_child(&target).unwrap();
    let options = MountOptions::new(origin(), Surface::dashboard("silent"))
        .ready_timeout(Duration::from_secs(7));
    (fixture::mount(&target, change(options)).unwrap(), target)
}

/// The `ready` of a page that is an embed.
fn ready() -> JsValue {
    let ready = event(
        "ready",
        &json!({ "embedTenant": null, "deploymentId": 1, "mode": "private", "surface": "dashboard" }),
    );
    js_sys::JSON::parse(&ready.to_string()).unwrap()
}

#[wasm_bindgen_test]
async fn five_silent_seconds_after_its_load_a_page_is_odd() {
    warnings();
    let (ours, _) = mount(|options| options);
    let tenant = origin().replace("127.0.0.1", "localhost");
    let (silent, _) = mount(|_| {
        MountOptions::new(&tenant, Surface::dashboard("silent"))
            // The runner's page is isolated.
            .attribute("credentialless", "")
            .ready_timeout(Duration::from_secs(7))
    });
    let (sandboxed, _) = mount(|options| options.attribute("sandbox", "allow-same-origin"));
    let (elsewhere, _) = mount(|options| options);
    let (well, _) = mount(|options| options);
    let window = elsewhere.iframe().content_window();
    dispatch(window.as_ref(), "https://login.example", &"hello".into());
    wait(2_000).await;
    dispatch(well.iframe().content_window().as_ref(), &origin(), &ready());
    warnings();
    wait(4_500).await;
    let mut said = warnings();
    said.sort();
    let expected = [
        Error::FrameOwn { origin: origin() },
        Error::FrameSilent {
            address: format!("{tenant}/embed/dashboard/silent"),
        },
        Error::FrameElsewhere {
            origin: "https://login.example".into(),
        },
        Error::FrameSandboxed {
            missing: "allow-scripts",
        },
    ];
    let mut sentences: Vec<String> = expected.iter().map(Error::to_string).collect();
    sentences.sort();
    assert_eq!(said, sentences);
    for (embed, cause) in [&ours, &silent, &elsewhere, &sandboxed]
        .into_iter()
        .zip(expected)
    {
        let error = embed.ready().await.unwrap_err();
        let found = error
            .source()
            .and_then(|cause| cause.downcast_ref::<Error>());
        assert_eq!(found, Some(&cause));
        assert!(matches!(error, Error::ReadyTimedOut { .. }), "{error}");
        let sentence = error.to_string();
        assert!(sentence.contains("within 7000 ms"), "{sentence}");
    }
    assert!(well.ready().await.is_ok());
}

#[wasm_bindgen_test]
async fn a_sign_out_before_the_embed_is_shown_asks_for_the_cookie() {
    warnings();
    let asked = || {
        let notes = std::mem::take(&mut *NOTES.lock().unwrap());
        notes
            .iter()
            .filter(|note| note.contains("carry the cookie"))
            .count()
    };
    let signed_out =
        |options: MountOptions| options.get_session(async |_| Err(MintError::SignedOut));
    asked();
    let (early, target) = mount(signed_out);
    assert_eq!(early.ready().await, Err(Error::SignedOut));
    assert_eq!(asked(), 1);
    // Whoever has seen the embed was signed in.
    let late = Fixture::with(|options| options.get_session(async |_| Err(MintError::SignedOut)));
    late.ready("signed");
    assert_eq!(late.embed.renew().await, Err(Error::SignedOut));
    assert_eq!(asked(), 0);
    early.destroy();
    target.remove();
}

#[wasm_bindgen_test]
async fn an_iframe_that_the_page_has_navigated_is_named_as_that() {
    let (embed, target) =
        mount(|options| options.get_session(async |_| Ok(SessionId::new("an-id").unwrap())));
    wait(500).await;
    embed.iframe().set_src(&format!("{}/nowhere", origin()));
    wait(500).await;
    warnings();
    wait(6_000).await;
    assert_eq!(warnings(), [Error::FrameChanged.to_string()]);
    embed.destroy();
    target.remove();
}

#[wasm_bindgen_test]
async fn a_warning_is_taken_back_by_the_first_sign_of_the_same_document() {
    const TAKEN_BACK: &str = "The embed is there after all.";
    let taken_back = || {
        let notes = std::mem::take(&mut *NOTES.lock().unwrap());
        notes.iter().filter(|note| *note == TAKEN_BACK).count()
    };
    let ours = || Error::FrameOwn { origin: origin() }.to_string();
    warnings();
    let (embed, target) = mount(|options| options);
    let say_ready = || {
        let window = embed.iframe().content_window();
        dispatch(window.as_ref(), &origin(), &ready());
    };
    wait(6_000).await;
    taken_back();
    assert_eq!(warnings(), [ours()]);
    say_ready();
    say_ready();
    assert_eq!(taken_back(), 1);
    // The next document is silent, too: the ready of the one before says nothing of it.
    warnings();
    let _reload = embed.reload();
    wait(6_000).await;
    assert_eq!(warnings(), [ours()]);
    assert_eq!(taken_back(), 0);
    say_ready();
    assert_eq!(taken_back(), 1);
    embed.destroy();
    target.remove();
}

#[wasm_bindgen_test]
async fn a_page_that_is_not_answered_is_named_with_what_is_known() {
    warnings();
    let loaded = |tenant: &str| {
        let frame = make_frame();
        // The runner's page is isolated, which is the first thing to be said of an ordinary frame.
        js_sys::Reflect::set(&frame, &"credentialless".into(), &true.into()).unwrap();
        // No page of the runner's: that would run the tests again.
        frame.set_src(&format!("{tenant}/embed/dashboard/silent"));
        frame
    };
    let tenant = origin().replace("127.0.0.1", "localhost");
    let (ours, late) = (loaded(&origin()), loaded(&tenant));
    wait(3_000).await;
    let ours = fixture::connect(&ours, ConnectOptions::new(origin())).unwrap();
    let late = fixture::connect(&late, ConnectOptions::new(&tenant)).unwrap();
    let empty = fixture::connect(&make_frame(), ConnectOptions::new(TENANT)).unwrap();
    warnings();
    wait(9_500).await;
    let mut said = warnings();
    said.sort();
    let mut expected = [
        Error::FrameUnanswered {
            detail: "the iframe has no src".to_owned(),
        },
        Error::FrameOwn { origin: origin() },
        Error::FrameLate { origin: tenant },
    ]
    .map(|error| error.to_string());
    expected.sort();
    assert_eq!(said, expected);
    drop((ours, late, empty));
}

#[wasm_bindgen_test]
async fn an_iframe_that_the_page_has_thrown_away_is_said_once() {
    let mut embeds = Vec::new();
    for _ in 0..3 {
        let (embed, target) = mount(|options| options);
        embeds.push((embed, target));
    }
    let [(_, again), (_, away), (_, back)] = &*embeds else {
        panic!("three embeds")
    };
    again.set_id("again");
    // The browser must have drawn them.
    wait(500).await;
    for (embed, _) in &embeds {
        dispatch(
            embed.iframe().content_window().as_ref(),
            &origin(),
            &ready(),
        );
    }
    again.set_outer_html("<div id=\"again\"></div>");
    away.remove();
    back.remove();
    warnings();
    wait(1_000).await;
    document().body().unwrap().append_child(back).unwrap();
    wait(6_000).await;
    let mut said = warnings();
    said.retain(|text| text.contains("The page has"));
    said.sort();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("has rendered #again again"), "{said:?}");
    assert!(said[1].contains("has taken the iframe"), "{said:?}");
    for (embed, target) in &embeds {
        embed.destroy();
        target.remove();
    }
    document().get_element_by_id("again").unwrap().remove();
}

#[wasm_bindgen_test]
async fn an_iframe_that_has_gone_before_it_has_said_anything_is_said_once() {
    let (early, again) = mount(|options| options);
    let (other, away) = mount(|options| options);
    again.set_id("early");
    again.set_outer_html("<div id=\"early\"></div>");
    away.remove();
    warnings();
    wait(10_000).await;
    let mut said = warnings();
    said.retain(|text| text.contains("The page has"));
    said.sort();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("has rendered #early again"), "{said:?}");
    assert!(said[1].contains("has taken the iframe"), "{said:?}");
    early.destroy();
    other.destroy();
    document().get_element_by_id("early").unwrap().remove();
}

#[wasm_bindgen_test]
fn an_embed_that_nothing_gives_a_width_is_said_once() {
    for (style, part) in [
        (
            "float: left; height: 40rem",
            "300 pixels wide, as every iframe",
        ),
        ("width: 300px; height: 40rem", ""),
        ("height: 40rem", ""),
    ] {
        let (embed, target) = mount(|options| options);
        let outer = document().create_element("section").unwrap();
        outer
            .set_attribute("style", "display: block; width: 900px")
            .unwrap();
        document().body().unwrap().append_child(&outer).unwrap();
        outer.append_child(&target).unwrap();
        target.set_attribute("style", style).unwrap();
        warnings();
        dispatch(
            embed.iframe().content_window().as_ref(),
            &origin(),
            &ready(),
        );
        assert_said(part, style);
        embed.destroy();
        outer.remove();
    }
}

#[wasm_bindgen_test]
fn an_embed_that_is_mounted_again_and_again_is_said_once() {
    for _ in 0..10 {
        let (embed, target) = mount(|options| options.param("mounted", "again"));
        embed.destroy();
        target.remove();
    }
    let mut said = warnings();
    said.retain(|text| text.contains("again and again"));
    assert_eq!(said.len(), 1, "{said:?}");
}

#[wasm_bindgen_test]
fn an_embed_whose_params_change_again_and_again_is_said_once() {
    let notes = || {
        let mut notes = std::mem::take(&mut *NOTES.lock().unwrap());
        notes.retain(|text| text.contains("again and again"));
        notes
    };
    let mount_each = |public_id: &str, values: &[&str]| {
        for value in values {
            let surface = Surface::dashboard(public_id);
            let (embed, target) =
                mount(|_| MountOptions::new(origin(), surface).param("time", *value));
            embed.destroy();
            target.remove();
        }
    };
    warnings();
    notes();
    mount_each("few", &["a", "b", "c", "d", "e"]);
    assert_eq!(notes(), [""; 0]);
    mount_each("changing", &["a", "b", "c", "d", "e", "f", "g"]);
    let said = notes();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("with other params (time)"), "{said:?}");
    // Two embeds of one page in turn.
    warnings();
    mount_each("in-turn", &["a", "b"].repeat(7));
    assert_eq!(notes(), [""; 0]);
    let mut said = warnings();
    said.retain(|text| text.contains("mounts this embed again and again"));
    assert_eq!(said.len(), 1, "{said:?}");
}

#[wasm_bindgen_test]
fn an_embed_without_a_height_is_said_once() {
    for (style, part) in [
        ("", "150 pixels high, as every iframe"),
        ("height: 0", "× 0 pixels. Give its target (div) a height"),
        (
            "height: 40rem; width: 0",
            "it is 0 × 640 pixels. Give its target (div) a width",
        ),
        // It may be a closed tab.
        ("display: none", ""),
        (
            "position: static; display: inline",
            "(div) is display: inline",
        ),
        ("min-height: 40rem", "(div) has only a min-height"),
        ("height: 40rem", ""),
        ("height: 150px", ""),
        ("min-height: 40rem; height: 150px", ""),
    ] {
        let (embed, target) = mount(|options| options);
        let style = format!("{IN_VIEW}; {style}");
        target.set_attribute("style", &style).unwrap();
        warnings();
        for _ in 0..2 {
            dispatch(
                embed.iframe().content_window().as_ref(),
                &origin(),
                &ready(),
            );
        }
        assert_said(part, &style);
        target.remove();
    }
}

/// What is said of an error that the embed reports.
const REPORTED: &str = "The embed reports an error (EmbedRenderError, embed-render). Its message is in the event error.";
const NOT_ALLOWED: &str = "If the dashboard is not shown, see whether its allowEmbed is true at the service: otherwise signed sessions may not show it.";

fn rendering() -> Value {
    json!({ "message": "secret", "name": "EmbedRenderError", "context": "embed-render" })
}

#[wasm_bindgen_test]
fn errors_that_the_embed_reports_are_said_once_of_each_kind() {
    let fixture = Fixture::new();
    warnings();
    let rejected = json!({ "message": "secret", "name": "EmbedSessionExchangeError",
        "context": "session-renewal" });
    let no_words = json!({ "message": "secret", "name": "id=5 6", "context": "c".repeat(61) });
    for payload in [rendering(), rendering(), rejected, no_words] {
        fixture.say("error", &payload);
    }
    let expected = [
        format!("{REPORTED} {NOT_ALLOWED}"),
        REPORTED.replace(" (EmbedRenderError, embed-render)", ""),
    ];
    assert_eq!(warnings(), expected);
    for name in ["A", "B", "C", "D"] {
        fixture.say("error", &json!({ "message": "secret", "name": name }));
    }
    assert_eq!(warnings().len(), 3, "five kinds in all");
}

#[wasm_bindgen_test]
fn a_private_embed_hears_nothing_of_allow_embed() {
    let (embed, target) = mount(|options| options);
    warnings();
    dispatch(
        embed.iframe().content_window().as_ref(),
        &origin(),
        &js_sys::JSON::parse(&event("error", &rendering()).to_string()).unwrap(),
    );
    assert_eq!(warnings(), [REPORTED]);
    target.remove();
    // The page loads its iframe itself, so only `ready` says it.
    let fixture = Fixture::new();
    fixture.ready("private");
    warnings();
    fixture.say("error", &rendering());
    assert_eq!(warnings(), [REPORTED]);
}

/// One warning since the last look has `part`; without a part, there is none.
fn assert_said(part: &str, style: &str) {
    let said = warnings();
    assert_eq!(
        said.len(),
        usize::from(!part.is_empty()),
        "{style}: {said:?}"
    );
    assert!(said.iter().all(|text| text.contains(part)), "{said:?}");
}
