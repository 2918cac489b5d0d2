//! The Rust client in a real browser, over the platform's `fetch`: `npm test -- --only browser`.
//! What it decides is tested natively; this is about `fetch`.
#![cfg(all(target_family = "wasm", feature = "fetch"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

#[path = "../native/management/made.rs"]
mod made;

use std::future::Future as _;
use std::time::Duration;

use serde_json::{Value, json};

use svc_embed::management::Fetch;
use svc_embed::management::client::{Client, Credential, Error, Options};
use svc_embed::management::failure::Class;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = "
const real = globalThis.fetch;
let sent = [];
// Puts a function of the request in the place of the platform's fetch.
export function answer_by(body) {
    sent = [];
    const answer = new Function('request', 'count', body);
    globalThis.fetch = async (request) => {
        sent.push(request);
        return answer(request, sent.length);
    };
}
export function as_it_was() { globalThis.fetch = real; }
export function count_sent() { return sent.length; }
export function pulled() { return globalThis.pulled; }
export function is_aborted() { return sent[0].signal.aborted; }
")]
extern "C" {
    fn answer_by(body: &str);
    fn as_it_was();
    fn count_sent() -> u32;
    fn is_aborted() -> bool;
    fn pulled() -> u32;
}

fn client(base_url: &str) -> Client<Fetch> {
    Client::new(Options {
        base_url: base_url.to_owned(),
        credential: Credential::AccessToken("the-token".to_owned()),
        max_retries: 1,
        ..Options::default()
    })
    .unwrap()
}

#[wasm_bindgen_test]
async fn a_polluted_prototype_changes_no_request() {
    let names = "const evil = {
        ...{ body: 'evil', cache: 'no-store', credentials: 'include', integrity: 'sha256-evil' },
        ...{ keepalive: true, mode: 'no-cors', referrer: 'https://acme.example.com/evil' },
        ...{ referrerPolicy: 'unsafe-url', redirect: 'follow', method: 'DELETE' },
    };";
    let pollute = js_sys::Function::new_no_args(&format!(
        "{names} const before = new Request('https://acme.example.com/');
        globalThis.plain = Object.fromEntries(Object.keys(evil).map((name) => [name, before[name]]));
        Object.assign(Object.prototype, evil);"
    ));
    answer_by(&format!(
        "{names} for (const name in evil) delete Object.prototype[name];
        const wrong = Object.keys(evil).filter((name) =>
            !['body', 'redirect'].includes(name) && request[name] !== plain[name]);
        return Response.json([wrong, request.redirect]);"
    ));
    let client = client("https://acme.example.com");
    let call = client.users().me().max_retries(0);
    pollute.call0(&JsValue::NULL).unwrap();
    let seen = call.send().await;
    let clean = format!("{names} for (const name in evil) delete Object.prototype[name];");
    js_sys::Function::new_no_args(&clean)
        .call0(&JsValue::NULL)
        .unwrap();
    as_it_was();
    assert_eq!(seen, Ok(json!([[], "manual"])));
}

#[wasm_bindgen_test]
async fn a_failure_is_tried_again() {
    answer_by("if (count === 1) throw new TypeError('offline'); return Response.json(7);");
    let client = client("https://acme.example.com");
    let me = client.users().me().send().await;
    as_it_was();
    assert_eq!((me, count_sent()), (Ok(json!(7)), 2));
}

#[wasm_bindgen_test]
async fn a_service_that_is_silent_runs_out_of_time() {
    answer_by(
        "return new Promise((_, reject) =>
            request.signal.addEventListener('abort', () => reject(request.signal.reason)));",
    );
    let client = client("https://acme.example.com");
    let call = client
        .users()
        .me()
        .timeout(Duration::from_millis(20))
        .max_retries(0);
    let outcome = call.send().await;
    as_it_was();
    assert!(matches!(outcome, Err(Error::Timeout { .. })), "{outcome:?}");
}

#[wasm_bindgen_test]
async fn a_call_that_nobody_waits_for_is_aborted() {
    answer_by("return new Promise(() => {});");
    let client = client("https://acme.example.com");
    let mut call = Box::pin(client.users().me().send());
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(call.as_mut().poll(&mut context).is_pending());
    assert!(!is_aborted());
    drop(call);
    as_it_was();
    assert!(is_aborted());
}

#[wasm_bindgen_test]
async fn an_answer_over_the_limit_is_an_error_and_is_not_read_on() {
    answer_by(
        "const body = new ReadableStream({
            pull(controller) {
                globalThis.pulled = (globalThis.pulled ?? 0) + 1;
                controller.enqueue(new Uint8Array(100).fill(32));
            },
        }, { highWaterMark: 0 });
        return new Response(body, { status: count === 1 ? 200 : 500 });",
    );
    let client = client("https://acme.example.com");
    let call = || client.users().me().max_retries(0).max_response_bytes(250);
    let too_long = call().send().await;
    let (aborted, pulled) = (is_aborted(), pulled());
    let failed = call().send().await;
    as_it_was();
    let Err(Error::Api(error)) = too_long else {
        panic!("{too_long:?}")
    };
    let code = error.code.as_deref();
    assert_eq!((error.status, code), (200, Some("response-too-large")));
    assert_eq!((aborted, pulled), (true, 3));
    let Err(Error::Api(error)) = failed else {
        panic!("{failed:?}")
    };
    assert_eq!((error.status, error.class), (500, Class::Server));
}

#[wasm_bindgen_test]
async fn an_error_page_of_a_real_server_is_an_error() {
    let origin = web_sys::window().unwrap().location().origin().unwrap();
    let outcome = client(&origin).users().me().send().await;
    assert!(matches!(outcome, Err(Error::Api(_))), "{outcome:?}");
}

/// Of a redirect, a page sees neither the status nor where to.
#[wasm_bindgen_test]
async fn a_redirect_in_a_page_is_an_error_that_says_why() {
    // As the platform answers: its status is 0, too.
    answer_by("return Response.error();");
    let client = client("https://acme.example.com");
    let outcome = client.users().me().send().await;
    as_it_was();
    let Err(Error::Connection { message, .. }) = &outcome else {
        panic!("{outcome:?}")
    };
    assert!(message.contains("a page cannot see where to"), "{message}");
}

#[wasm_bindgen_test]
fn an_api_key_is_refused_in_a_page() {
    let refused = Client::new(Options {
        base_url: "https://acme.example.com".to_owned(),
        credential: Credential::ApiKey("k".to_owned()),
        ..Options::default()
    });
    assert_eq!(
        refused.err().map(|error| error.field),
        Some("api_key".to_owned())
    );
}

/// What the fetch of an exchange does: it answers by `RESPONSES`, and notes the requests.
const PLAY: &str = "
    const sent = (globalThis.played = count === 1 ? [] : globalThis.played);
    const { origin, pathname, searchParams } = new URL(request.url);
    const noted = {
        ...{ method: request.method, url: origin + pathname },
        query: [...searchParams].map((pair) => pair.join('=')).sort(),
        headers: Object.fromEntries(request.headers),
        cookies: request.credentials === 'include',
    };
    sent.push(noted);
    if (request.redirect !== 'manual') throw new Error('fetch would follow a redirect.');
    const { status, headers, body } = RESPONSES[count - 1];
    return request.text().then((text) => {
        noted.body = text ? JSON.parse(text) : null;
        const isEmpty = [204, 304].includes(status) || body === '';
        return new Response(isEmpty ? null : new TextEncoder().encode(body), { status, headers });
    });";

/// Those without a pause or the date of one, and without a connection that fails: what a platform says of it differs.
#[wasm_bindgen_test]
async fn every_exchange_is_reproduced_over_fetch() {
    let file = include_str!("../fixtures/exchanges.json");
    let exchanges: Vec<Value> = serde_json::from_str(file).unwrap();
    let mut played = 0;
    for exchange in &exchanges {
        let responses = exchange["responses"].as_array().unwrap();
        let is_whole = |response: &Value| {
            response["body"].is_string() && response["headers"]["retry-after"].is_null()
        };
        if exchange["pauses"] != json!([]) || !responses.iter().all(is_whole) {
            continue;
        }
        let script = PLAY.replace("RESPONSES", &exchange["responses"].to_string());
        answer_by(&format!(
            "try {{ {script} }} catch (error) {{ return Promise.reject(error); }}"
        ));
        let options = made::options(&exchange["options"]);
        let client = Client::new(Options {
            dangerously_allow_browser: true,
            ..options
        });
        let outcome = match client {
            Ok(client) => made::made(&client, &exchange["call"]).await,
            Err(wrong) => Err(wrong.into()),
        };
        as_it_was();
        let name = &exchange["name"];
        match outcome {
            Ok(result) => assert_eq!(
                made::plain(&result),
                made::plain(&exchange["result"]),
                "{name}"
            ),
            Err(error) => assert_eq!(
                made::plain(&made::described_error(&error)),
                made::plain(&exchange["error"]),
                "{name}"
            ),
        }
        let mut wanted = exchange["requests"].as_array().unwrap().clone();
        assert_eq!(count_sent() as usize, wanted.len(), "{name}");
        if wanted.is_empty() {
            continue;
        }
        for request in &mut wanted {
            // A page does not name the client: that would cost a preflight.
            request["headers"]
                .as_object_mut()
                .unwrap()
                .remove("user-agent");
        }
        let sent = js_sys::Function::new_no_args("return JSON.stringify(globalThis.played)");
        let sent = sent.call0(&JsValue::NULL).unwrap().as_string().unwrap();
        let sent: Value = serde_json::from_str(&sent).unwrap();
        assert_eq!(made::plain(&sent), made::plain(&wanted.into()), "{name}");
        played += 1;
    }
    assert!(played >= 300, "{played}");
}
