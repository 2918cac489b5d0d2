//! Faults that a table cannot show: connections that are cut or stay, delays, and the sockets of embeds.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{ADMIN, Answer, Sandbox};

/// For what always comes: only what hangs takes as long.
const PATIENCE: Duration = Duration::from_secs(60);
const ME: &str = "/api/v1/users/me";

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
async fn a_call_that_is_cut_has_been_done() {
    let sandbox = Sandbox::start().await;
    let fault = json!({ "operation": "users.create", "dropAfterBytes": 5, "times": 1 });
    sandbox.api(json!([fault])).await;
    let user = json!({ "email": "new@example.com" });
    let cut = sandbox.ada().answer("POST", "/api/v1/users/", &user).await;
    assert_eq!(cut.body.len(), 5);
    sandbox.ada().post(409, "/api/v1/users/", user).await;
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
    sandbox.ada().get(ME).await;
    assert!(asked.elapsed() >= Duration::from_millis(150));
}

#[tokio::test]
async fn a_request_that_has_no_answer_is_in_the_journal() {
    let sandbox = Sandbox::start().await;
    sandbox
        .fails_at_me(json!({ "dropAfterBytes": 0, "times": 1 }))
        .await;
    sandbox.received(ME).await;
    let requests = sandbox.requests("?operation=users.me").await;
    assert_eq!(requests[0]["status"], Value::Null);
    assert_eq!(requests[0]["fault"], "api");

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
