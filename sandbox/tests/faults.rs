//! The faults of the API and of the embed pages, the events on demand and the journal, as a test of a
//! page meets them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use support::{ADMIN, Answer, Sandbox, text};

/// For what always comes: only what hangs takes as long.
const PATIENCE: Duration = Duration::from_secs(60);
const ME: &str = "/api/v1/users/me";
const PAGE: &str = "/embed/dashboard/sales-overview?session=topsecret";

impl Sandbox {
    async fn api(&self, faults: Value) {
        let answer = self.faults(json!({ "api": faults })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// The calls of one path have this fault.
    async fn fails_at_me(&self, mut fault: Value) {
        fault["path"] = json!(ME);
        self.api(json!([fault])).await;
    }

    async fn ask(&self, path: &str) -> Answer {
        self.ada().answer("GET", path, ()).await
    }

    async fn requests(&self, query: &str) -> Vec<Value> {
        let path = format!("/control/requests{query}");
        let answer = self.host("GET", &path, None).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["requests"].as_array().unwrap().clone()
    }

    async fn emit(&self, body: Value) -> Answer {
        self.host("POST", "/control/emit", Some(body)).await
    }

    async fn connect(&self, path: &str) -> TcpStream {
        let authority = self.running.tenant.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(authority).await.unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {authority}\r\nAuthorization: Bearer {ADMIN}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    /// What a caller receives until the connection ends.
    async fn received(&self, path: &str) -> String {
        let mut stream = self.connect(path).await;
        let mut raw = String::new();
        let reading = stream.read_to_string(&mut raw);
        let read = timeout(PATIENCE, reading).await;
        read.expect("the connection ends").unwrap();
        raw
    }

    /// Sees that an answer ends after so many bytes of its body, and that its connection stays.
    async fn hangs_after(&self, path: &str, bytes: usize) {
        let before = self.requests("").await.len();
        let mut stream = self.connect(path).await;
        let until = Instant::now() + PATIENCE;
        while self.requests("").await.len() == before {
            assert!(Instant::now() < until, "the request does not arrive");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut raw = Vec::new();
        let body = |raw: &[u8]| {
            let text = String::from_utf8_lossy(raw).into_owned();
            text.split_once("\r\n\r\n").map(|(_, body)| body.len())
        };
        while bytes > 0 && body(&raw).is_none_or(|length| length < bytes) {
            let reading = timeout(PATIENCE, stream.read_buf(&mut raw)).await;
            assert_ne!(reading.expect("the answer begins").unwrap(), 0);
        }
        let more = timeout(Duration::from_millis(300), stream.read_buf(&mut raw)).await;
        assert!(more.is_err(), "the answer goes on, or ends");
        assert_eq!(body(&raw), (bytes > 0).then_some(bytes));
    }
}

#[tokio::test]
async fn a_429_says_when_to_come_back_and_ends_by_itself() {
    let sandbox = Sandbox::start().await;
    let fault = json!([{ "operation": "users.me", "status": 429, "retryAfter": 7, "times": 2 }]);
    sandbox.api(fault).await;
    for _ in 0..2 {
        let refused = sandbox.ask(ME).await;
        assert_eq!(refused.status, 429);
        assert!(refused.has("retry-after: 7\r\n"));
        assert!(refused.json()["error"].is_string());
        assert_eq!(sandbox.ask("/api/v1/regions/").await.status, 200);
    }
    assert_eq!(sandbox.ask(ME).await.status, 200);
    assert_eq!(sandbox.state().await["faults"]["api"], json!([]));
}

#[tokio::test]
async fn a_path_fails_with_any_body_and_with_the_form_of_its_api() {
    let sandbox = Sandbox::start().await;
    let html = "<!doctype html><title>Bad gateway</title>";
    sandbox
        .api(json!([
            { "path": ME, "status": 502, "body": html },
            { "path": "/api/scim/*", "status": 503, "retryAfter": "Wed, 21 Oct 2026 07:28:00 GMT" },
            { "path": "/api/v1/regions/", "body": { "items": "junk" } },
        ]))
        .await;
    let page = sandbox.ask(ME).await;
    assert_eq!((page.status, page.body.as_str()), (502, html));
    assert!(page.has("content-type: text/html"));

    let scim = sandbox.ask("/api/scim/v2/Users").await;
    assert_eq!(scim.status, 503);
    assert_eq!(text(&scim.json(), "status"), "503");
    assert!(scim.has("retry-after: wed, 21 oct 2026"));

    let junk = sandbox.ask("/api/v1/regions/").await;
    assert_eq!(junk.status, 200);
    assert_eq!(junk.body, r#"{"items":"junk"}"#);
}

#[tokio::test]
async fn a_call_that_fails_does_nothing_and_one_that_is_cut_has_been_done() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let user = json!({ "email": "new@example.com" });
    let create = || ada.answer("POST", "/api/v1/users/", &user);
    let users = async || {
        let list = ada.get("/api/scim/v2/Users").await;
        list["totalResults"].as_u64().unwrap()
    };
    let at_first = users().await;
    let fault = json!({ "operation": "users.create", "status": 500, "times": 1 });
    sandbox.api(json!([fault])).await;
    assert_eq!(create().await.status, 500);
    assert_eq!(users().await, at_first);

    // The service has done its work; only its answer is lost.
    let fault = json!({ "operation": "users.create", "dropAfterBytes": 5, "times": 1 });
    sandbox.api(json!([fault])).await;
    let cut = create().await;
    assert_eq!(cut.body.len(), 5);
    assert_eq!(users().await, at_first + 1);
}

#[tokio::test]
async fn a_connection_is_cut_before_or_inside_the_answer() {
    let sandbox = Sandbox::start().await;
    sandbox.fails_at_me(json!({ "dropAfterBytes": 0 })).await;
    assert_eq!(sandbox.received(ME).await, "");

    sandbox.fails_at_me(json!({ "dropAfterBytes": 9 })).await;
    let raw = sandbox.received(ME).await;
    let (head, body) = raw.split_once("\r\n\r\n").unwrap();
    assert_eq!(body.len(), 9, "{raw}");
    let length = head.to_lowercase();
    let length = length.split("content-length: ").nth(1).unwrap();
    let length: usize = length.lines().next().unwrap().parse().unwrap();
    assert!(length > 9, "{head}");

    // An answer that is shorter than that is cut all the same.
    let short = json!({ "status": 200, "body": "short", "dropAfterBytes": 99 });
    sandbox.fails_at_me(short).await;
    let raw = sandbox.received(ME).await;
    let head = raw.to_lowercase();
    assert!(head.contains("content-length: 100\r\n"), "{raw}");
    assert!(raw.ends_with("short"));
}

#[tokio::test]
async fn an_answer_never_begins_or_never_ends() {
    let sandbox = Sandbox::start().await;
    sandbox.fails_at_me(json!({ "hangAfterBytes": 0 })).await;
    sandbox.hangs_after(ME, 0).await;
    sandbox.fails_at_me(json!({ "hangAfterBytes": 4 })).await;
    sandbox.hangs_after(ME, 4).await;
    // The process ends although a caller waits.
    let _waiting = sandbox.connect(ME).await;
    let stopped = timeout(PATIENCE, sandbox.running.stop()).await;
    stopped.expect("the process ends");
}

#[tokio::test]
async fn an_answer_is_held_up() {
    let sandbox = Sandbox::start().await;
    sandbox.fails_at_me(json!({ "delayMs": 150 })).await;
    let asked = Instant::now();
    assert_eq!(sandbox.ask(ME).await.status, 200);
    assert!(asked.elapsed() >= Duration::from_millis(150));
}

#[tokio::test]
async fn the_backend_meets_the_faults_of_the_call_that_mints() {
    let sandbox = Sandbox::start().await;
    let mints = "embedSessions.generate";
    for fault in [
        json!({ "operation": mints, "status": 503 }),
        json!({ "operation": mints, "dropAfterBytes": 0 }),
    ] {
        sandbox.api(json!([fault])).await;
        let answer = sandbox.host("POST", "/api/embed-session", None).await;
        assert_eq!(answer.status, 502, "{fault}");
    }
    sandbox.api(json!([])).await;
    sandbox.mint().await;
}

#[tokio::test]
async fn a_page_of_another_origin_can_read_a_fault() {
    let sandbox = Sandbox::start().await;
    sandbox
        .fails_at_me(json!({ "status": 429, "retryAfter": 1 }))
        .await;
    let headers = [("Origin", "http://localhost:9")];
    let answer = support::request(&sandbox.running.tenant, "GET", ME, &headers, None).await;
    assert_eq!(answer.status, 429);
    let allowed = "access-control-allow-origin: http://localhost:9\r\n";
    assert!(answer.has(allowed), "{}", answer.headers);
}

#[tokio::test]
async fn a_fault_that_cannot_be_performed_is_refused_by_its_place() {
    let sandbox = Sandbox::start().await;
    let faults = json!({ "api": [{ "status": 503 }, { "operation": "users.you" }] });
    let answer = sandbox.faults(faults).await;
    assert_eq!(answer.status, 400);
    let error = text(&answer.json(), "error");
    assert_eq!(error, "api[1]: there is no operation users.you");
    assert_eq!(sandbox.ask(ME).await.status, 200);
}

#[tokio::test]
async fn a_page_fails_in_six_ways() {
    let sandbox = Sandbox::start().await;
    let page = async |mode: &str| {
        let fault = json!({ "embed": { "page": mode, "times": 1 } });
        assert_eq!(sandbox.faults(fault).await.status, 200);
        sandbox.page(PAGE).await
    };
    let error = page("error").await;
    assert_eq!(error.status, 500);
    let refused = page("refused").await;
    assert_eq!(refused.status, 200);
    assert!(refused.has("x-frame-options: deny\r\n"));
    assert!(refused.has("frame-ancestors 'none'"));
    for mode in ["silent", "sign-in"] {
        let answer = page(mode).await;
        assert_eq!(answer.status, 200, "{mode}");
        assert!(!answer.body.contains("<script"), "{mode}");
    }
    let slow = page("slow").await;
    assert!(slow.body.contains("&quot;page&quot;:&quot;slow&quot;"));
    assert!(slow.body.contains("&quot;delayMs&quot;:3000"));

    let elsewhere = page("elsewhere").await;
    assert_eq!(elsewhere.status, 302);
    let location = sandbox.running.tenant.replace("127.0.0.1", "localhost");
    let location = format!("location: {location}/embed/elsewhere\r\n");
    assert!(elsewhere.has(&location), "{}", elsewhere.headers);
    let other = sandbox.page("/embed/elsewhere").await;
    assert_eq!(other.status, 200);

    // `times` has ended the fault.
    let whole = sandbox.page(PAGE).await;
    assert!(whole.status == 200 && whole.body.contains("<script"));
    let unknown = json!({ "embed": { "page": "rude" } });
    assert_eq!(sandbox.faults(unknown).await.status, 422);
}

#[tokio::test]
async fn the_journal_has_each_request_and_no_secret() {
    let sandbox = Sandbox::start().await;
    let id = sandbox.mint().await;
    let opened = sandbox.exchange(&id).await.json();
    let fault = json!({ "operation": "users.me", "status": 429, "times": 1 });
    sandbox.api(json!([fault])).await;
    assert_eq!(sandbox.ask(ME).await.status, 429);
    sandbox.ask("/api/v1/nothing/here").await;
    let fault = json!({ "embed": { "page": "error" } });
    sandbox.faults(fault).await;
    sandbox.page(PAGE).await;

    let requests = sandbox.requests("").await;
    let told: Vec<Value> = (requests.iter())
        .map(|entry| {
            let lasted = entry["durationMs"].as_f64();
            assert!(lasted.is_some_and(|ms| ms >= 0.0), "{entry}");
            assert!(entry["at"].is_i64(), "{entry}");
            let told = ["n", "method", "operation", "path", "status", "fault"];
            json!(told.map(|name| entry[name].clone()))
        })
        .collect();
    let (minted, page) = (
        "/api/v1/embed/generate-session",
        "/embed/dashboard/sales-overview",
    );
    let expected = [
        json!([1, "POST", "embedSessions.generate", minted, 200, null]),
        json!([2, "POST", null, "/embed/api/session", 200, null]),
        json!([3, "GET", "users.me", ME, 429, "api"]),
        json!([4, "GET", null, "/api/v1/nothing/here", 404, null]),
        json!([5, "GET", null, page, 500, "embed.page"]),
    ];
    assert_eq!(told, expected);
    let all = json!(requests).to_string();
    for secret in [&id, &text(&opened, "token"), ADMIN, "topsecret"] {
        assert!(!all.contains(secret));
    }

    assert_eq!(sandbox.requests("?operation=users.me").await.len(), 1);
    assert_eq!(sandbox.requests("?since=3").await.len(), 2);
    let unknown = sandbox.host("GET", "/control/requests?operation=users.you", None);
    assert_eq!(unknown.await.status, 400);
    sandbox.host("POST", "/control/reset", None).await;
    assert_eq!(sandbox.requests("").await.len(), 0);
}

#[tokio::test]
async fn a_request_that_has_no_answer_is_in_the_journal() {
    let sandbox = Sandbox::start().await;
    sandbox
        .fails_at_me(json!({ "dropAfterBytes": 0, "times": 1 }))
        .await;
    sandbox.received(ME).await;
    let requests = sandbox.requests("?operation=users.me").await;
    assert_has!(requests[0], { "status": null, "fault": "api" });

    sandbox
        .fails_at_me(json!({ "hangAfterBytes": 0, "times": 1 }))
        .await;
    sandbox.hangs_after(ME, 0).await;
    let requests = sandbox.requests("?operation=users.me&since=1").await;
    assert_eq!(requests[0]["status"], Value::Null);
}

#[tokio::test]
async fn a_chosen_embed_sends_an_event_or_any_message() {
    let sandbox = Sandbox::start().await;
    assert_eq!(sandbox.emit(json!({ "event": "ready" })).await.status, 409);
    let open = async |query: &str| {
        let address = format!("{}/embed/api/clock{query}", sandbox.running.tenant);
        let (mut socket, _) = connect_async(address.replace("http", "ws")).await.unwrap();
        socket.next().await.unwrap().unwrap();
        socket
    };
    let mut dashboard = open("?surface=dashboard&publicId=fulfilment").await;
    let _chat = open("?surface=chat").await;
    let embeds = [
        json!({ "n": 1, "surface": "dashboard", "publicId": "fulfilment" }),
        json!({ "n": 2, "surface": "chat" }),
    ];
    assert_eq!(sandbox.state().await["embeds"], json!(embeds));
    let drilldown = |embed: i64, payload: Value| json!({ "event": "drilldown", "embed": embed, "payload": payload });
    for (wrong, status) in [
        (json!({ "embed": 3, "event": "ready" }), 404),
        (json!({ "event": "tomorrow", "embed": 1 }), 400),
        (drilldown(1, json!({})), 400),
        (drilldown(1, json!({ "member": 1 })), 400),
        (drilldown(2, json!({ "member": "a.b" })), 400),
        (json!({ "event": "ready", "message": {}, "embed": 1 }), 400),
        (json!({ "embed": 1 }), 400),
    ] {
        assert_eq!(sandbox.emit(wrong.clone()).await.status, status, "{wrong}");
    }

    let fatal = json!({ "message": "All is lost.", "fatal": true });
    let tomorrow = json!({ "source": "svc-embed", "type": "svc:event:tomorrow" });
    for expected in [
        json!({ "event": "error", "payload": fatal }),
        json!({ "event": "ready", "payload": null }),
        json!({ "message": tomorrow }),
    ] {
        let mut asked = expected.clone();
        asked["embed"] = json!(1);
        // Where the payload is null, the request has none.
        let fields = asked.as_object_mut().unwrap();
        fields.retain(|_, value| !value.is_null());
        let answering = async {
            let message = dashboard.next().await.unwrap().unwrap();
            let said: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
            assert_eq!(said["emit"], expected);
            let sent = format!("sent {}", said["id"]);
            dashboard.send(Message::text(sent)).await.unwrap();
        };
        let (answer, ()) = tokio::join!(sandbox.emit(asked), answering);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}
