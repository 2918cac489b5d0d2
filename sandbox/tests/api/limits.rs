//! What a caller may ask of the sandbox at most, and where it listens.

use std::net::Ipv4Addr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use svc_sandbox::limits::Limits;
use svc_sandbox::{Options, StartError, start};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{ADMIN, Sandbox, options, raw_request, request, text};

const QUERY: &str = "/embed/api/query";

async fn with(limits: Limits) -> Sandbox {
    Sandbox::with(Options {
        limits,
        ..options()
    })
    .await
}

async fn connect(origin: &str) -> TcpStream {
    let port = origin.rsplit(':').next().unwrap();
    TcpStream::connect(format!("127.0.0.1:{port}"))
        .await
        .unwrap()
}

/// What the sandbox sends until it closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut raw = Vec::new();
    // A connection that is reset has said what it had to say.
    let _ = stream.read_to_end(&mut raw).await;
    String::from_utf8_lossy(&raw).into_owned()
}

#[tokio::test]
async fn an_address_that_is_not_loopback_needs_leave() {
    let everywhere = Options {
        listen: Ipv4Addr::UNSPECIFIED.into(),
        ..options()
    };
    let refused = start(everywhere).await.err().unwrap();
    assert!(matches!(refused, StartError::Remote(_)));
    let message = refused.to_string();
    assert!(message.contains("0.0.0.0") && message.contains("--allow-remote"));
}

#[tokio::test]
async fn a_long_head_is_refused() {
    let sandbox = Sandbox::start().await;
    let ask = async |name: &str, value: String| {
        let headers = [(name, value.as_str())];
        raw_request(&sandbox.running.tenant, "GET", "/embed/chat", &headers, b"").await
    };
    assert_eq!(ask("X-Long", "x".repeat(32 * 1024)).await.status, 200);
    assert_eq!(ask("X-Long", "x".repeat(128 * 1024)).await.status, 431);
    let many: Vec<(String, &str)> = (0..120).map(|n| (format!("X-{n}"), "x")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, x)| (name.as_str(), *x)).collect();
    let answer = raw_request(&sandbox.running.tenant, "GET", "/embed/chat", &many, b"").await;
    assert_eq!(answer.status, 431);
}

#[tokio::test]
async fn a_slow_head_and_an_idle_connection_are_ended() {
    let sandbox = with(Limits {
        head_time: Duration::from_millis(200),
        ..Limits::default()
    })
    .await;
    for sent in ["", "GET /embed/chat HTTP/1.1\r\nHost: loc"] {
        let mut stream = connect(&sandbox.running.tenant).await;
        stream.write_all(sent.as_bytes()).await.unwrap();
        let ended = timeout(Duration::from_secs(5), rest(&mut stream)).await;
        assert!(ended.is_ok(), "after {sent:?} the connection stays");
    }
}

#[tokio::test]
async fn a_slow_body_is_ended() {
    let sandbox = with(Limits {
        body_time: Duration::from_millis(200),
        ..Limits::default()
    })
    .await;
    let authority = sandbox.running.tenant.strip_prefix("http://").unwrap();
    for path in [
        "/embed/api/session",
        "/api/v1/embed/generate-session",
        "/build/api/v1/deployments/7/dev-mode",
    ] {
        let mut stream = connect(&sandbox.running.tenant).await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {authority}\r\nAuthorization: Bearer {ADMIN}\r\n\
             Content-Type: application/json\r\nConnection: close\r\nContent-Length: 50\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = timeout(Duration::from_secs(5), rest(&mut stream)).await;
        let answer = answer.unwrap_or_else(|_| panic!("{path} waits for ever"));
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_query_with_many_filters_is_refused() {
    let sandbox = Sandbox::start().await;
    let token = sandbox.embed(json!({ "externalId": "chris" })).await;
    let filter = |values: usize| json!({ "member": "orders.region", "operator": "equals", "values": vec!["x"; values] });
    let ask = async |path: &str, filters: Vec<Value>, measures: usize| {
        let measures = vec!["orders.count"; measures];
        let body = json!({ "measures": measures, "filters": filters, "limit": 1 });
        let answer = token.answer("POST", path, body);
        answer.await.status
    };
    for path in [QUERY, "/embed/api/orders"] {
        assert_eq!(ask(path, vec![filter(15); 32], 1).await, 200, "{path}");
        assert_eq!(ask(path, vec![filter(1); 33], 1).await, 400, "{path}");
        assert_eq!(ask(path, vec![filter(40_000)], 1).await, 400, "{path}");
    }
    assert_eq!(ask(QUERY, vec![], 32).await, 200);
    assert_eq!(ask(QUERY, vec![], 33).await, 400);
}

#[tokio::test]
async fn a_connection_beyond_the_bound_waits_for_a_place() {
    let sandbox = with(Limits {
        connections: 3,
        ..Limits::default()
    })
    .await;
    let tenant = sandbox.running.tenant.clone();
    // The socket of an embed keeps its place. Each listener keeps one for the connection to come.
    let address = format!("{tenant}/embed/api/clock").replace("http", "ws");
    let (mut socket, _) = connect_async(address).await.unwrap();
    socket.next().await.unwrap().unwrap();
    let mut idle = connect(&tenant).await;
    idle.write_all(b"GET ").await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let ask = || async {
        request(&tenant, "GET", "/embed/chat", &[], None)
            .await
            .status
    };
    let waits = timeout(Duration::from_millis(300), ask()).await;
    assert!(waits.is_err(), "a fourth connection is served");
    drop(idle);
    assert_eq!(timeout(Duration::from_secs(5), ask()).await, Ok(200));
    socket.close(None).await.unwrap();
}

#[tokio::test]
async fn a_long_message_ends_the_socket_of_an_embed() {
    let sandbox = Sandbox::start().await;
    let address = format!("{}/embed/api/clock", sandbox.running.tenant).replace("http", "ws");
    let (mut socket, _) = connect_async(address).await.unwrap();
    socket.next().await.unwrap().unwrap();
    socket.send(Message::text("now")).await.unwrap();
    assert!(socket.next().await.unwrap().is_ok());
    let _ = socket.send(Message::text("x".repeat(64 * 1024))).await;
    let ended = timeout(Duration::from_secs(5), async {
        while let Some(Ok(message)) = socket.next().await {
            assert!(!message.is_text(), "it is answered");
        }
    });
    assert!(ended.await.is_ok());
}

#[tokio::test]
async fn only_so_many_uploads_are_read_at_a_time() {
    let sandbox = with(Limits {
        uploads: 1,
        body_time: Duration::from_secs(2),
        ..Limits::default()
    })
    .await;
    let upload = "/build/api/v1/deployments/7/data-model/upload/file";
    let started = std::time::Instant::now();
    let authority = sandbox.running.tenant.strip_prefix("http://").unwrap();
    let slow = format!(
        "POST {upload} HTTP/1.1\r\nHost: {authority}\r\nAuthorization: Bearer {ADMIN}\r\n\
         Content-Type: text/yaml\r\nConnection: close\r\nContent-Length: 50\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    let mut stream = connect(&sandbox.running.tenant).await;
    stream.write_all(slow.as_bytes()).await.unwrap();
    // The upload is asked to go on when it has its place.
    let mut goes_on = [0; 25];
    stream.read_exact(&mut goes_on).await.unwrap();
    assert_eq!(&goes_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    // Waits until the first one has run out of time.
    sandbox.ada().answer("POST", upload, ()).await;
    assert!(started.elapsed() >= Duration::from_millis(1_900));
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 408"));
    // What is not an upload waits for nobody.
    let id = sandbox.mint().await;
    assert_eq!(text(&sandbox.exchange(&id).await.json(), "mode"), "signed");
}
