//! `get_session`, as a closure and as a function of JavaScript's.

use std::cell::{Cell, RefCell};
use std::error::Error as _;
use std::rc::Rc;
use std::time::Duration;

use serde_json::json;
use svc_embed::Error;
use svc_embed::bridge::{
    MintError, MintRequest, MountOptions, Policy, Reason, Renewal, State, Status,
};
use svc_embed::protocol::{SessionId, Surface};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::AbortSignal;

use crate::fixture::{Fixture, TENANT, evaluate, memory, mount, until, wait};

fn once() -> Policy {
    Policy {
        max_attempts: 1,
        ..Policy::default()
    }
}

#[wasm_bindgen_test]
async fn a_closure_may_borrow_what_it_owns() {
    let prefix = String::from("borrowed");
    let count = Cell::new(0);
    let fixture = Fixture::with(|options| {
        options.get_session(async move |_| {
            count.set(count.get() + 1);
            wait(1).await;
            SessionId::new(&format!("{prefix}-{}", count.get())).ok_or(MintError::SignedOut)
        })
    });
    fixture.ready("signed");
    drop(fixture.embed.renew());
    until(|| fixture.embed.session().renewal == Renewal::Confirming).await;
}

#[wasm_bindgen_test]
async fn the_cause_of_a_failed_mint_can_be_read() {
    let fixture = Fixture::with(|options| {
        options
            .renewal(once())
            .get_session(async |request: MintRequest| {
                assert_eq!((request.reason, request.attempt), (Reason::Manual, 1));
                Err(MintError::new("The backend answered 503."))
            })
    });
    fixture.ready("signed");
    assert!(fixture.embed.last_error_cause().is_none());
    let error = fixture.embed.renew().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`get_session` failed: The backend answered 503. Check its code and your backend."
    );
    assert_eq!(fixture.embed.session().last_error, Some(error));
    let cause: js_sys::Error = fixture.embed.last_error_cause().unwrap().unchecked_into();
    assert_eq!(cause.message(), "The backend answered 503.");
}

#[wasm_bindgen_test]
async fn the_last_error_is_the_cause_if_nothing_was_loaded_in_time() {
    let document = web_sys::window().and_then(|window| window.document());
    let body = document.and_then(|document| document.body()).unwrap();
    let options = MountOptions::new(TENANT, Surface::chat())
        .ready_timeout(Duration::from_millis(1_500))
        .get_session(async |_| Err(MintError::new("The backend answered 503.")));
    let embed = mount(&body, options).unwrap();
    let error = embed.ready().await.unwrap_err();
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    let Some(Error::MintFailed {
        reason: Some(reason),
    }) = cause
    else {
        panic!("{cause:?}");
    };
    assert!(reason.starts_with("The backend answered 503"));
    assert!(matches!(error, Error::NotLoaded { .. }), "{error}");
    embed.destroy();
}

#[wasm_bindgen_test]
async fn what_a_function_throws_or_rejects_with_is_the_cause() {
    for text in [
        "(() => { throw 'thrown' })",
        "(() => Promise.reject('thrown'))",
    ] {
        let function = evaluate(text).unchecked_into();
        let fixture =
            Fixture::with(|options| options.renewal(once()).get_session_function(function));
        fixture.ready("signed");
        let failed = Error::MintFailed { reason: None };
        assert_eq!(fixture.embed.renew().await, Err(failed));
        assert_eq!(fixture.embed.last_error_cause(), Some("thrown".into()));
    }
}

#[wasm_bindgen_test]
async fn what_was_thrown_is_said_up_to_what_it_quotes() {
    for (thrown, reason) in [
        (
            "new Error('The backend answered 404.')",
            Some("The backend answered 404."),
        ),
        (
            "new Error('Failed: {\"sessionId\":\"secret\"}')",
            Some("Failed: { …"),
        ),
        (
            "new SyntaxError('Unexpected token secret')",
            Some("the answer of the backend is not JSON."),
        ),
        ("new Response('secret')", None),
    ] {
        let function = evaluate(&format!("(() => {{ throw {thrown} }})"));
        let fixture = Fixture::with(|options| {
            options
                .renewal(once())
                .get_session_function(function.unchecked_into())
        });
        fixture.ready("signed");
        let reason = reason.map(str::to_owned);
        assert_eq!(
            fixture.embed.renew().await,
            Err(Error::MintFailed { reason }),
            "{thrown}"
        );
    }
}

#[wasm_bindgen_test]
async fn an_error_by_its_name_signs_the_user_out() {
    let function = "(() => { throw Object.assign(new Error('out'), { name: 'SignedOutError' }) })";
    let function = evaluate(function).unchecked_into();
    let fixture = Fixture::with(|options| options.get_session_function(function));
    fixture.ready("signed");
    assert_eq!(fixture.embed.renew().await, Err(Error::SignedOut));
    assert_eq!(fixture.embed.session().status, Status::Stopped);
    let cause: js_sys::Error = fixture.embed.last_error_cause().unwrap().unchecked_into();
    assert_eq!(cause.message(), "out");
}

#[wasm_bindgen_test]
async fn a_text_that_is_too_long_for_an_id_is_refused_before_it_is_copied() {
    for text in ["'x'.repeat(1e8)", "Promise.resolve('x'.repeat(1e8))"] {
        let function = evaluate(&format!("(() => {text})")).unchecked_into();
        let fixture =
            Fixture::with(|options| options.renewal(once()).get_session_function(function));
        fixture.ready("signed");
        let before = memory();
        assert_eq!(fixture.embed.renew().await, Err(Error::MintInvalid));
        let grown = memory() - before;
        assert!(grown < 8_000_000, "the memory has grown by {grown} bytes");
    }
}

#[wasm_bindgen_test]
fn a_long_message_of_an_error_is_shown_by_its_beginning() {
    let error = MintError::from(evaluate("new Error('x'.repeat(1e8))"));
    let before = memory();
    let shown = error.to_string();
    assert!(shown.starts_with("xxx") && shown.len() < 2_000);
    assert!(memory() - before < 8_000_000);
    let named = evaluate("Object.assign(new Error('a'), { name: 'x'.repeat(1e8) })");
    assert!(matches!(MintError::from(named), MintError::Failed(_)));
    let odd = evaluate("Object.defineProperty(new Error(), 'message', { get() { return 7 } })");
    assert_eq!(MintError::from(odd).to_string(), "`get_session` failed.");
}

#[wasm_bindgen_test]
fn an_error_is_shown_without_what_it_quotes() {
    // The parser quotes the answer, which may be an id: in Chromium and WebKit, not in Firefox.
    let parser =
        evaluate("(() => { try { JSON.parse('secret-id') } catch (error) { return error } })()");
    let text = MintError::from(parser).to_string();
    assert_eq!(text, "the answer of the backend is not JSON.");
    for (message, shown) in [
        ("The backend answered 503.", "The backend answered 503."),
        (
            "Unexpected token 's', \"secret\" is not valid JSON",
            "Unexpected token 's' …",
        ),
        (
            "Unexpected identifier \"secret\"",
            "Unexpected identifier …",
        ),
        ("\"secret\"", " …"),
    ] {
        assert_eq!(MintError::new(message).to_string(), shown);
    }
}

/// Notes when it is dropped.
struct Guard(Rc<Cell<bool>>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

#[wasm_bindgen_test]
async fn an_aborted_mint_aborts_its_signal_and_drops_its_future() {
    let signal: Rc<RefCell<Option<AbortSignal>>> = Rc::default();
    let is_dropped = Rc::new(Cell::new(false));
    let (keep, flag) = (Rc::clone(&signal), Rc::clone(&is_dropped));
    let fixture = Fixture::with(|options| {
        options.get_session(async move |request| {
            let _guard = Guard(Rc::clone(&flag));
            keep.replace(Some(request.signal));
            std::future::pending().await
        })
    });
    fixture.ready("signed");
    let renewal = fixture.embed.renew();
    until(|| signal.borrow().is_some()).await;
    assert!(!signal.borrow().as_ref().unwrap().aborted());
    fixture.embed.destroy();
    assert!(signal.borrow().as_ref().unwrap().aborted());
    until(|| is_dropped.get()).await;
    assert_eq!(renewal.await, Err(Error::Destroyed));
}

#[wasm_bindgen_test]
async fn get_session_may_destroy_its_embed() {
    let weak = Rc::new(RefCell::new(None));
    let handle = Rc::clone(&weak);
    let fixture = Fixture::with(|options| {
        options.get_session(async move |_| {
            let weak: &RefCell<Option<svc_embed::bridge::WeakEmbed>> = &handle;
            let embed = weak.borrow().clone().and_then(|weak| weak.upgrade());
            embed.unwrap().destroy();
            Ok(SessionId::new("destroyed-1").unwrap())
        })
    });
    weak.replace(Some(fixture.embed.downgrade()));
    fixture.ready("signed");
    assert_eq!(fixture.embed.renew().await, Err(Error::Destroyed));
}

#[wasm_bindgen_test]
async fn the_late_answer_of_an_aborted_mint_is_not_used() {
    let calls = Rc::new(Cell::new(0));
    let count = Rc::clone(&calls);
    let policy = Policy {
        mint_timeout: Duration::from_millis(20),
        retry_min: Duration::from_millis(1),
        retry_max: Duration::from_millis(1),
        ..Policy::default()
    };
    // The page's promise goes on, whatever the signal says.
    let function = "(({ attempt }) => new Promise((done) => {
        if (attempt === 1) setTimeout(done, 60, 'late-answer');
    }))";
    let function: js_sys::Function = evaluate(function).unchecked_into();
    let counted = Closure::<dyn Fn(JsValue) -> JsValue>::new(move |request: JsValue| {
        count.set(count.get() + 1);
        function.call1(&JsValue::UNDEFINED, &request).unwrap()
    });
    let get_session = counted.into_js_value().unchecked_into();
    let fixture =
        Fixture::with(|options| options.renewal(policy).get_session_function(get_session));
    fixture.ready("signed");
    drop(fixture.embed.renew());
    let is_confirming = Rc::new(Cell::new(false));
    let seen = Rc::clone(&is_confirming);
    let states = fixture.embed.on(move |state: &State| {
        seen.set(seen.get() || state.renewal == Renewal::Confirming);
    });
    for _ in 0..100 {
        if calls.get() > 1 {
            break;
        }
        wait(50).await;
    }
    // The late answer has come by then.
    wait(150).await;
    drop(states);
    assert!(calls.get() > 1 && !is_confirming.get());
}

#[wasm_bindgen_test]
fn each_embed_has_a_moment_of_its_own_for_its_renewal() {
    let expires_at = js_sys::Date::now() + 1_800_000.0;
    let expiring = json!({ "expiresAt": expires_at, "expiresInMs": 1_800_000 });
    let moments = (0..8).map(|_| {
        let fixture =
            Fixture::with(|options| options.get_session(async |_| std::future::pending().await));
        fixture.ready("signed");
        fixture.say("session-expiring", &expiring);
        fixture.embed.session().next_attempt_at.unwrap().number()
    });
    let moments: Vec<f64> = moments.collect();
    let earliest = moments.iter().copied().fold(f64::INFINITY, f64::min);
    let latest = moments.iter().copied().fold(0.0, f64::max);
    assert!(latest - earliest > 10_000.0, "{moments:?}");
}

/// Has the browser report whether the page is hidden and online, until the next call.
fn say_that_page_is(hidden: bool, on_line: bool) {
    for (object, name, value) in [
        ("document", "hidden", hidden),
        ("navigator", "onLine", on_line),
    ] {
        evaluate(&format!(
            "Object.defineProperty({object}, '{name}', {{ configurable: true, get: () => {value} }})"
        ));
    }
}

#[wasm_bindgen_test]
async fn a_stopped_session_is_left_alone_while_nobody_sees_the_page() {
    let soon = Duration::from_millis(20);
    let mints = Rc::new(Cell::new(0));
    let counter = Rc::clone(&mints);
    let fixture = Fixture::with(|options| {
        options
            .renewal(Policy {
                retry_min: soon,
                retry_max: soon,
                retry_stopped: soon,
                ..once()
            })
            .get_session(async move |_| {
                counter.set(counter.get() + 1);
                Err(MintError::new("The backend answered 503."))
            })
    });
    fixture.ready("signed");
    let failed = fixture.embed.renew().await.unwrap_err();
    assert!(matches!(failed, Error::MintFailed { .. }), "{failed}");
    for (hidden, on_line, event) in [
        (
            true,
            true,
            "document.dispatchEvent(new Event('visibilitychange'))",
        ),
        (false, false, "window.dispatchEvent(new Event('online'))"),
    ] {
        say_that_page_is(hidden, on_line);
        // An attempt that is under way may still end.
        wait(100).await;
        let before = mints.get();
        wait(200).await;
        assert_eq!(mints.get(), before, "hidden: {hidden}, online: {on_line}");
        say_that_page_is(false, true);
        evaluate(event);
        until(|| mints.get() > before + 2).await;
    }
    evaluate("delete document.hidden, delete navigator.onLine");
}
