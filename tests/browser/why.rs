//! Why there is no picture: a policy of the page, or a silence.

use std::sync::{Mutex, Once};
use std::time::Duration;

use log::{LevelFilter, Log, Metadata, Record};
use serde_json::json;
use svc_embed::Error;
use svc_embed::bridge::{Embed, MountOptions};
use svc_embed::protocol::Surface;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

use crate::fixture::{self, Fixture, TENANT, dispatch, evaluate, event, wait};

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Notes;

impl Log for Notes {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        WARNINGS.lock().unwrap().push(record.args().to_string());
    }

    fn flush(&self) {}
}

/// What was warned of since the last call.
fn warnings() -> Vec<String> {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        log::set_logger(&Notes).unwrap();
        log::set_max_level(LevelFilter::Warn);
    });
    std::mem::take(&mut *WARNINGS.lock().unwrap())
}

fn origin() -> String {
    web_sys::window().unwrap().location().origin().unwrap()
}

/// An embed whose iframe shows a page of the runner that says nothing.
fn mount() -> (Embed, Element) {
    let document = web_sys::window().unwrap().document().unwrap();
    let target = document.create_element("div").unwrap();
    // The time for `ready` begins when somebody sees the iframe, also below a long list of tests.
    target
        .set_attribute("style", "position: fixed; top: 0; left: 0; width: 300px")
        .unwrap();
    document.body().unwrap().append_child(&target).unwrap();
    let options = MountOptions::new(origin(), Surface::dashboard("silent"))
        .ready_timeout(Duration::from_secs(7));
    (fixture::mount(&target, options).unwrap(), target)
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
async fn a_policy_of_this_page_that_blocks_the_embed_is_named_with_its_directive() {
    let violation = |disposition: &str, directive: &str, blocked: &str| {
        evaluate(&format!(
            "document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', {{
                disposition: '{disposition}', effectiveDirective: '{directive}',
                blockedURI: '{blocked}', violatedDirective: '{directive}', documentURI: location.href,
                originalPolicy: '', statusCode: 200,
            }}))"
        ))
    };
    let fixture = Fixture::new();
    violation("report", "frame-src", TENANT);
    violation("enforce", "img-src", TENANT);
    violation("enforce", "frame-src", "https://other.example");
    assert_eq!(fixture.embed.session().last_error, None);
    violation("enforce", "child-src", TENANT);
    let blocked = Error::FrameBlocked {
        directive: "child-src".to_owned(),
    };
    assert_eq!(fixture.embed.ready().await, Err(blocked.clone()));
    assert_eq!(fixture.embed.session().last_error, Some(blocked));
    fixture.ready("private");
    assert_eq!(fixture.embed.session().last_error, None, "it is there");
}

#[wasm_bindgen_test]
async fn five_silent_seconds_after_its_load_a_page_is_odd() {
    warnings();
    let (silent, target) = mount();
    let (well, other) = mount();
    wait(2_000).await;
    dispatch(well.iframe().content_window().as_ref(), &origin(), &ready());
    wait(4_500).await;
    let address = format!("{}/embed/dashboard/silent", origin());
    let said = warnings();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains(&address), "{said:?}");
    assert!(said[0].ends_with("errors.md#frame-silent"), "{said:?}");
    let timed_out = silent.ready().await.unwrap_err();
    assert!(matches!(
        timed_out,
        Error::ReadyTimedOut { cause: None, .. }
    ));
    assert!(well.ready().await.is_ok());
    for (embed, target) in [(silent, target), (well, other)] {
        embed.destroy();
        target.remove();
    }
}
