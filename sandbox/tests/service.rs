//! The service through its two listeners, as a page, an embed and a test meet it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use svc_sandbox::{Options, Port, StartError, start};
use tokio_tungstenite::connect_async;

use support::{ADMIN, HOUR_MS, SEVEN, Sandbox, options, request, text};

#[tokio::test]
async fn an_id_opens_one_session_which_lapses_after_23_hours() {
    let sandbox = Sandbox::start().await;
    let id = sandbox.mint().await;
    let opened = sandbox.exchange(&id).await;
    assert_eq!(opened.status, 200);
    assert_eq!(text(&opened.json(), "mode"), "signed");
    let token = text(&opened.json(), "token");

    let again = sandbox.exchange(&id).await;
    assert_eq!(again.status, 403);
    assert_eq!(text(&again.json(), "reason"), "redeemed");
    assert!(!again.body.contains(&id));

    assert_eq!(sandbox.query(&token).await.status, 200);
    sandbox.advance(22 * HOUR_MS + HOUR_MS / 2).await;
    assert_eq!(status_of_first(&sandbox.state().await), "expiring");
    assert_eq!(sandbox.query(&token).await.status, 200);
    sandbox.advance(HOUR_MS / 2).await;
    assert_eq!(status_of_first(&sandbox.state().await), "expired");
    assert_eq!(sandbox.query(&token).await.status, 401);

    let state = sandbox.state().await.to_string();
    assert!(!state.contains(&id) && !state.contains(&token) && !state.contains(ADMIN));
}

#[tokio::test]
async fn an_id_is_dead_five_minutes_after_minting() {
    let sandbox = Sandbox::start().await;
    let id = sandbox.mint().await;
    sandbox.advance(5 * 60 * 1_000).await;
    let answer = sandbox.exchange(&id).await;
    assert_eq!(answer.status, 403);
    assert_eq!(text(&answer.json(), "reason"), "expired");
}

#[tokio::test]
async fn without_an_id_the_session_is_private_and_stays() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "surface": "chat" });
    let nobody = sandbox.nobody();
    let opened = nobody.post(200, "/embed/api/session", body).await;
    assert_has!(opened, { "mode": "private", "expiresAt": null });
    sandbox.advance(1_000 * HOUR_MS).await;
    assert_eq!(sandbox.query(&text(&opened, "token")).await.status, 200);
}

#[tokio::test]
async fn a_page_without_an_id_asks_for_a_sign_in_unless_each_viewer_is_signed_in() {
    let sandbox = Sandbox::start().await;
    let pages = ["/embed/dashboard/sales-overview", "/embed/chat"];
    for page in pages {
        let asked = sandbox.page(page).await;
        assert_eq!(asked.status, 200);
        assert!(asked.body.contains("<title>Sign in</title>"), "{page}");
    }
    sandbox.faults(json!({ "signedIn": true })).await;
    for page in pages {
        let shown = sandbox.page(page).await;
        assert!(!shown.body.contains("<title>Sign in</title>"), "{page}");
    }

    let sandbox = Sandbox::with(Options {
        signed_in: true,
        ..options()
    })
    .await;
    let shown = sandbox.page("/embed/chat").await;
    assert!(!shown.body.contains("<title>Sign in</title>"));
}

#[tokio::test]
async fn a_refused_exchange_is_counted_and_the_next_one_works() {
    let sandbox = Sandbox::start().await;
    sandbox.faults(json!({ "rejectExchanges": 1 })).await;
    let refused = sandbox.exchange(&sandbox.mint().await).await;
    assert_eq!(refused.status, 403);
    assert_eq!(sandbox.exchange(&sandbox.mint().await).await.status, 200);
    let state = sandbox.state().await;
    assert_has!(state["counts"], { "mints": 2, "exchanges": 1, "rejectedExchanges": 1 });
}

#[tokio::test]
async fn a_strict_service_redeems_an_id_when_its_page_is_asked_for() {
    let sandbox = Sandbox::with(Options {
        strict: true,
        ..options()
    })
    .await;
    let id = sandbox.mint().await;
    let page = format!("/embed/dashboard/sales-overview?session={id}");
    let first = sandbox.page(&page).await;
    let second = sandbox.page(&page).await;
    assert_eq!(sandbox.exchange(&id).await.status, 403);
    for (answer, status) in [(first, 200), (second, 403)] {
        let claim = answer.body.split("data-claim=\"").nth(1).unwrap();
        let claim = claim.split('"').next().unwrap();
        let body = json!({ "surface": "dashboard", "claim": claim });
        let nobody = sandbox.nobody();
        let path = "/embed/api/session";
        nobody.send(status, "POST", path, body).await;
    }
    // set-session brings an id without a page.
    let fresh = sandbox.mint().await;
    assert_eq!(sandbox.exchange(&fresh).await.status, 200);
    assert_eq!(sandbox.state().await["faults"]["strict"], true);
}

#[tokio::test]
async fn pages_fail_and_sessions_lapse_as_often_as_they_are_told() {
    let sandbox = Sandbox::start().await;
    let faults = json!({ "failPages": 1, "lapseAtOnce": 1 });
    sandbox.faults(faults).await;
    let page = || sandbox.page("/embed/dashboard/sales-overview");
    assert_eq!((page().await.status, page().await.status), (502, 200));
    for lifetime in [0, 23 * HOUR_MS] {
        let opened = sandbox.exchange(&sandbox.mint().await).await.json();
        let at = |name: &str| opened[name].as_i64().unwrap();
        assert_eq!(at("expiresAt") - at("now"), lifetime);
    }
}

#[tokio::test]
async fn a_page_has_the_faults_that_are_set_when_it_is_asked_for() {
    let sandbox = Sandbox::start().await;
    let page = "/embed/dashboard/sales-overview";
    let faults = json!({ "embed": { "documents": true, "expiredLateMs": 7 } });
    sandbox.faults(faults).await;
    let answer = sandbox.page(page).await;
    assert!(answer.body.contains("&quot;documents&quot;:true"));
    assert!(answer.body.contains("&quot;expiredLateMs&quot;:7"));
    let delay = sandbox.page("/embed/api/late/10").await;
    assert_eq!(delay.status, 204);
    let unknown = json!({ "embed": { "rumours": true } });
    assert_eq!(sandbox.faults(unknown).await.status, 422);
}

#[tokio::test]
async fn the_backend_fails_as_it_is_told() {
    let sandbox = Sandbox::start().await;
    let first = sandbox.mint().await;
    for (mode, status, body) in [
        ("down", 503, "error"),
        ("signed-out", 401, "error"),
        ("junk", 200, "<!doctype html>"),
        ("number", 200, r#"{"sessionId":42}"#),
        ("empty", 200, r#"{"sessionId":""}"#),
        ("repeat", 200, first.as_str()),
    ] {
        let change = json!({ "backend": { "mode": mode, "times": 1 } });
        assert_eq!(sandbox.faults(change).await.status, 200);
        let answer = sandbox.host("POST", "/api/embed-session", None).await;
        assert_eq!(answer.status, status, "{mode}");
        assert!(answer.body.contains(body), "{mode}: {}", answer.body);
    }
    let asked = Instant::now();
    let slow = json!({ "backend": { "mode": "slow", "delayMs": 120, "times": 1 } });
    sandbox.faults(slow).await;
    assert_ne!(sandbox.mint().await, first);
    assert!(asked.elapsed() >= Duration::from_millis(120));

    let silent = json!({ "backend": { "mode": "hang" } });
    sandbox.faults(silent).await;
    let hung = tokio::time::timeout(Duration::from_millis(200), sandbox.mint()).await;
    assert!(hung.is_err());
    let unknown = json!({ "backend": { "mode": "sulk" } });
    assert_eq!(sandbox.faults(unknown).await.status, 422);
}

#[tokio::test]
async fn every_surface_has_a_page_and_nothing_else_has() {
    let sandbox = Sandbox::start().await;
    for (path, status) in [
        ("/embed/dashboard/sales-overview?session=x", 200),
        ("/embed/dashboard/fulfilment", 200),
        ("/embed/dashboard/unknown", 404),
        ("/embed/d/7/app?session=x", 200),
        ("/embed/d/8/app", 404),
        ("/embed/chat?sessionId=x", 200),
        ("/embed", 404),
    ] {
        let answer = sandbox.page(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.has("referrer-policy: no-referrer"));
    }
    let config = sandbox.host("GET", "/api/config", None).await.json();
    assert_eq!(text(&config, "tenant"), sandbox.running.tenant);
}

#[tokio::test]
async fn no_page_of_another_origin_frames_a_page_with_levers() {
    let sandbox = Sandbox::start().await;
    let bare = Sandbox::with(Options {
        www: None,
        ..options()
    })
    .await;
    let (host, tenant) = (&sandbox.running.host, &sandbox.running.tenant);
    let (none, own) = (
        ("deny", "frame-ancestors 'none'"),
        ("sameorigin", "frame-ancestors 'self'"),
    );
    for (origin, path, site, framing) in [
        (tenant, "/", "cross-site", Some(none)),
        (tenant, "/", "same-site", Some(none)),
        (host, "/lib.rs", "cross-site", Some(none)),
        (host, "/control/state", "none", Some(none)),
        (&bare.running.host, "/", "cross-site", Some(none)),
        // The demo shows its usual listener in a frame.
        (host, "/lib.rs", "same-origin", Some(own)),
        (tenant, "/embed/chat?sessionId=x", "cross-site", None),
        (tenant, "/embed/chat", "cross-site", None),
    ] {
        let sent = [("Sec-Fetch-Site", site)];
        let answer = request(origin, "GET", path, &sent, None).await;
        assert_eq!(answer.status, 200, "{path}");
        let Some((options, policy)) = framing else {
            let is_free = !answer.has("frame-ancestors") && !answer.has("x-frame-options");
            assert!(is_free, "{path}: {}", answer.headers);
            continue;
        };
        for header in [
            format!("x-frame-options: {options}"),
            format!("content-security-policy: {policy}"),
        ] {
            assert!(answer.has(&header), "{path}, {site}: {}", answer.headers);
        }
    }
}

#[tokio::test]
async fn the_host_serves_its_files_unstored() {
    let sandbox = Sandbox::start().await;
    for path in ["/lib.rs", "/dist/service.rs"] {
        let answer = sandbox.host("GET", path, None).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.has("cache-control: no-store"));
    }
}

#[tokio::test]
async fn the_host_without_a_page_says_what_runs() {
    let sandbox = Sandbox::with(Options {
        www: None,
        ..options()
    })
    .await;
    let answer = sandbox.host("GET", "/", None).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains(&sandbox.running.tenant));
    assert!(!answer.body.contains("{host}") && !answer.body.contains("{tenant}"));
    assert_eq!(sandbox.host("GET", "/else", None).await.status, 404);
}

#[tokio::test]
async fn a_sandbox_without_its_pages_does_not_start() {
    let ui = Some("nowhere".into());
    let refused = start(Options { ui, ..options() }).await;
    assert!(matches!(refused, Err(StartError::NoPages(Some(_)))));
}

#[tokio::test]
async fn pages_of_other_sites_are_kept_out_and_those_of_other_ports_let_in() {
    let sandbox = Sandbox::start().await;
    let ask = async |origin: &str| {
        let (host, headers) = (&sandbox.running.host, [("Origin", origin)]);
        request(host, "POST", "/control/reset", &headers, None).await
    };
    assert_eq!(ask("https://example.com").await.status, 403);
    let near = ask("http://127.0.0.1:5173").await;
    assert_eq!(near.status, 200);
    assert!(near.has("access-control-allow-origin: http://127.0.0.1:5173"));
}

#[tokio::test]
async fn an_embed_hears_of_the_time_at_once_and_the_socket_does_not_hold_up_the_end() {
    let sandbox = Sandbox::start().await;
    let address = format!("{}/embed/api/clock", sandbox.running.tenant).replace("http", "ws");
    let (mut socket, _) = connect_async(address).await.unwrap();
    let before = told(&mut socket).await;
    let state = sandbox.state().await;
    assert_eq!(state["counts"]["embedsConnected"], 1);
    sandbox.advance(HOUR_MS).await;
    assert!(told(&mut socket).await >= before + HOUR_MS);

    let stopping = Instant::now();
    sandbox.running.stop().await;
    assert!(stopping.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_reset_forgets_everything() {
    let sandbox = Sandbox::start().await;
    let opened = sandbox.exchange(&sandbox.mint().await).await.json();
    sandbox.advance(HOUR_MS).await;
    sandbox.faults(json!({ "rejectExchanges": 3 })).await;
    sandbox.ada().delete(200, SEVEN).await;
    let state = sandbox.host("POST", "/control/reset", None).await.json();
    assert_has!(state, { "offsetMs": 0, "sessions": [] });
    assert_eq!(state["counts"]["mints"], 0);
    assert_eq!(state["faults"]["rejectExchanges"], 0);
    assert_eq!(sandbox.query(&text(&opened, "token")).await.status, 401);
    // The seed is back, and the page's backend mints.
    sandbox.ada().get(format!("{SEVEN}/versions")).await;
    assert_eq!(sandbox.exchange(&sandbox.mint().await).await.status, 200);
}

#[tokio::test]
async fn a_taken_port_is_named() {
    let sandbox = Sandbox::start().await;
    let port = sandbox.running.host.rsplit(':').next().unwrap();
    let taken = Options {
        host_port: Port::Exactly(port.parse().unwrap()),
        ..options()
    };
    let message = start(taken).await.err().map(|error| error.to_string());
    let message = message.unwrap();
    assert!(message.contains(port) && message.contains("--host-port"));
    assert!(!message.contains('\n'));
}

#[tokio::test]
async fn the_next_free_port_is_taken_instead() {
    let sandbox = Sandbox::start().await;
    let taken: u16 = (sandbox.running.host.rsplit(':').next().unwrap())
        .parse()
        .unwrap();
    let next = start(Options {
        host_port: Port::From(taken),
        ..options()
    })
    .await
    .unwrap();
    let port: u16 = next.host.rsplit(':').next().unwrap().parse().unwrap();
    assert!(port > taken && port <= taken + 100, "{taken}, {port}");
    next.stop().await;
}

fn status_of_first(state: &Value) -> String {
    text(&state["sessions"][0], "status")
}

async fn told<S>(socket: &mut tokio_tungstenite::WebSocketStream<S>) -> i64
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    let message = socket.next().await.unwrap().unwrap();
    let said: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
    said["now"].as_i64().unwrap()
}
