//! Wrong input is refused at once.

use std::time::Duration;

use serde_json::json;
use svc_embed::Error;
use svc_embed::bridge::{ConnectOptions, MountOptions, Policy};
use svc_embed::protocol::{Action, SessionId, Surface, Timezone};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fixture::{self, Fixture, TENANT, make_frame};

fn refusal(options: ConnectOptions) -> Option<Error> {
    fixture::connect(&make_frame(), options).err()
}

/// The name of the option that was refused, and what it must be.
fn option(refused: Option<Error>) -> (&'static str, &'static str) {
    match refused {
        Some(Error::InvalidOption { name, expected }) => (name, expected),
        other => panic!("no option was refused: {other:?}"),
    }
}

#[wasm_bindgen_test]
fn a_base_url_must_be_a_tenants() {
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
            refusal(ConnectOptions::new(url)),
            Some(Error::InvalidBaseUrl),
            "{url}"
        );
    }
    for url in [
        "https://acme.example.com",
        "HTTPS://ACME.example.com:443/base/",
        "http://localhost:1/",
        "http://127.1:8080",
        "http://[::1]:1",
        "http://a.localhost",
    ] {
        assert_eq!(refusal(ConnectOptions::new(url)), None, "{url}");
    }
}

#[wasm_bindgen_test]
fn options_are_checked_before_an_iframe_is_made() {
    let options = || ConnectOptions::new(TENANT);
    for timezone in ["+02:00", "Europe/Nowhere"] {
        let refused = refusal(options().timezone(timezone));
        assert_eq!(refused, Some(Error::InvalidTimezone), "{timezone}");
    }
    assert_eq!(
        option(refusal(options().locale("not a locale"))),
        ("locale", "a language tag such as `de` or `de-CH`")
    );
    assert_eq!(option(refusal(options().theme(7))).0, "payload");
    // JavaScript has no such number.
    let exact = json!({ "borderRadius": u64::MAX });
    assert_eq!(option(refusal(options().theme(exact))).0, "payload");
    let policy = Policy::default();
    for policy in [
        Policy {
            max_attempts: 0,
            ..policy
        },
        Policy {
            lifetime: Duration::ZERO,
            ..policy
        },
        Policy {
            retry_min: policy.retry_max + Duration::from_millis(1),
            ..policy
        },
    ] {
        assert_eq!(option(refusal(options().renewal(policy))).0, "renewal");
    }

    let document = web_sys::window().unwrap().document().unwrap();
    let before = document.query_selector_all("iframe").unwrap().length();
    let body = document.body().unwrap();
    let mount = |options| fixture::mount(&body, options).unwrap_err();
    let options = MountOptions::new(TENANT, Surface::dashboard(""));
    assert_eq!(option(Some(mount(options))).0, "public_id");
    let options = MountOptions::new(TENANT, Surface::chat()).param("session", "x");
    assert_eq!(option(Some(mount(options))).0, "params");
    let options = MountOptions::new(TENANT, Surface::chat()).locale("not a locale");
    assert_eq!(option(Some(mount(options))).0, "locale");
    assert_eq!(
        document.query_selector_all("iframe").unwrap().length(),
        before
    );
}

#[wasm_bindgen_test]
fn an_action_is_checked_before_it_is_sent() {
    let embed = &Fixture::new().embed;
    let session = Action::SetSession(SessionId::new("s").unwrap());
    assert_eq!(embed.send(&session), Err(Error::ReservedAction));
    let zone = Action::SetTimezone(Timezone::parse("Europe/Nowhere").unwrap());
    assert_eq!(embed.send(&zone), Err(Error::InvalidTimezone));
    for (name, payload, error) in [
        (
            "set-session",
            json!({ "sessionId": "s" }),
            Error::ReservedAction,
        ),
        (
            "svc:action:set-session",
            json!({ "sessionId": "s" }),
            Error::ReservedAction,
        ),
        (
            "set-timezone",
            json!({ "timezone": "Europe/Nowhere" }),
            Error::InvalidTimezone,
        ),
        (
            "navigate",
            json!({ "path": "//evil.example" }),
            Error::InvalidPath,
        ),
    ] {
        let payload = payload.as_object().unwrap().clone();
        let name = name.into();
        assert_eq!(embed.send(&Action::Other { name, payload }), Err(error));
    }
    assert_eq!(embed.set_timezone("Europe/Berlin"), Ok(()));
    assert_eq!(option(embed.set_theme(&json!([])).err()).0, "payload");
    assert_eq!(embed.navigate("//evil.example"), Err(Error::InvalidPath));
    assert_eq!(embed.clear_filter("orders"), Err(Error::InvalidFilter));
    assert_eq!(embed.clear_filter("orders.status"), Ok(()));
}

#[wasm_bindgen_test]
fn options_are_written_with_what_a_log_may_hold() {
    let options = ConnectOptions::new(TENANT);
    let text = format!("{options:?}");
    assert!(text.contains(TENANT), "{text}");
    assert!(text.contains("get_session: None"), "{text}");
    let signed = options.get_session(async move |_| Ok(SessionId::new("debug-1").unwrap()));
    let text = format!("{signed:?}");
    assert!(text.contains("get_session: Some"), "{text}");
}
