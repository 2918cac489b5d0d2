//! A sandbox on free ports, and the few requests the tests send to it.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};
use svc_sandbox::{Options, Running, start};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Keys of the demonstration data: an administrator's, an AI BI User's, a Viewer's, and one that is
/// scoped to deployment 7.
pub const ADMIN: &str = "sandbox-admin-key";
pub const USER: &str = "sandbox-user-key";
pub const VIEWER: &str = "sandbox-viewer-key";
pub const SCOPED: &str = "sandbox-scoped-key";

pub struct Sandbox {
    pub running: Running,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// In small letters.
    pub headers: String,
    pub body: String,
}

impl Answer {
    /// The JSON of an answer with this status; null if it has none.
    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

pub fn options() -> Options {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Options {
        www: Some(here.join("src")),
        dist: here.join("tests"),
        ui: Some(here.join("tests/fixtures/pages")),
        ..Options::default()
    }
}

impl Sandbox {
    pub async fn start() -> Self {
        Self::with(options()).await
    }

    pub async fn with(options: Options) -> Self {
        let running = start(options).await.expect("two free ports");
        Self { running }
    }

    /// A call of the tenant with a key, or without one. The body is JSON, or none if that is null.
    pub async fn ask(&self, key: &str, method: &str, path: &str, body: impl Serialize) -> Answer {
        ask(&self.running.tenant, key, method, path, body).await
    }

    /// What the administrator gets.
    pub async fn get(&self, path: &str) -> Value {
        self.ask(ADMIN, "GET", path, ()).await.json(200)
    }

    /// A request to the host origin.
    pub async fn host(&self, method: &str, path: &str, body: impl Serialize) -> Answer {
        ask(&self.running.host, "", method, path, body).await
    }

    pub async fn mint(&self) -> String {
        let minted = self.host("POST", "/api/embed-session", ()).await;
        text(&minted.json(200), "sessionId")
    }

    pub async fn exchange(&self, id: &str) -> Answer {
        let body = json!({ "surface": "dashboard", "sessionId": id });
        self.ask("", "POST", "/embed/api/session", body).await
    }

    pub async fn advance(&self, by_ms: i64) -> Value {
        let body = json!({ "advanceMs": by_ms });
        self.host("POST", "/control/clock", body).await.json(200)
    }

    pub async fn state(&self) -> Value {
        self.host("GET", "/control/state", ()).await.json(200)
    }

    pub async fn faults(&self, change: Value) -> Value {
        self.host("POST", "/control/faults", change).await.json(200)
    }
}

pub fn text(value: &Value, name: &str) -> String {
    let text = value.get(name).and_then(Value::as_str);
    text.unwrap_or_else(|| panic!("no {name} in {value}"))
        .to_owned()
}

/// One request over a connection of its own, with a key or none, and with a body in JSON or none.
pub async fn ask(
    origin: &str,
    key: &str,
    method: &str,
    path: &str,
    body: impl Serialize,
) -> Answer {
    let bearer = format!("Bearer {key}");
    let mut headers = vec![("Content-Type", "application/json")];
    headers.extend((!key.is_empty()).then_some(("Authorization", bearer.as_str())));
    let body = match serde_json::to_value(body).expect("it is JSON") {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    raw_request(origin, method, path, &headers, body.as_bytes()).await
}

/// One request over a connection of its own, with any body and no other headers.
pub async fn raw_request(
    origin: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    let mut stream = connect(origin).await;
    let has = |wanted: &str| headers.iter().any(|(name, _)| *name == wanted);
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !has("Host") {
        head = format!("{head}Host: {}\r\n", origin.replace("http://", ""));
    }
    if !has("Content-Length") && !has("Transfer-Encoding") {
        head = format!("{head}Content-Length: {}\r\n", body.len());
    }
    for (name, value) in headers {
        head = format!("{head}{name}: {value}\r\n");
    }
    let sent = [head.as_bytes(), b"\r\n", body].concat();
    stream.write_all(&sent).await.expect("it reads");
    let raw = rest(&mut stream).await;
    let (headers, body) = raw.split_once("\r\n\r\n").expect("a head and a body");
    let status = headers.split(' ').nth(1).and_then(|it| it.parse().ok());
    Answer {
        status: status.expect("a status"),
        headers: headers.to_lowercase(),
        body: body.to_owned(),
    }
}

pub async fn connect(origin: &str) -> TcpStream {
    let port = origin.rsplit(':').next().expect("a port");
    let address = format!("127.0.0.1:{port}");
    TcpStream::connect(address).await.expect("it listens")
}

/// What the sandbox sends until it closes the connection.
pub async fn rest(stream: &mut TcpStream) -> String {
    let mut raw = Vec::new();
    // A connection that is reset has said what it had to say.
    let _ = stream.read_to_end(&mut raw).await;
    String::from_utf8_lossy(&raw).into_owned()
}

/// A file that is gone when the test is over, however it ends.
pub struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("svc-sandbox-{}-{name}", std::process::id()));
        let scratch = Self { path };
        scratch.remove();
        scratch
    }

    fn remove(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let mut name = self.path.clone().into_os_string();
            name.push(suffix);
            let _ = std::fs::remove_file(name);
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}
