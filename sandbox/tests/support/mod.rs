//! A sandbox on free ports, and the few requests the tests send to it.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};
use svc_sandbox::{Options, Running, start};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

pub const HOUR_MS: i64 = 3_600_000;

/// Keys of the demonstration data: an administrator's, an AI BI User's, a Viewer's, and one that is
/// scoped to deployment 7.
pub const ADMIN: &str = "sandbox-admin-key";
pub const USER: &str = "sandbox-user-key";
pub const VIEWER: &str = "sandbox-viewer-key";
pub const SCOPED: &str = "sandbox-scoped-key";

/// The paths of deployment 7, whose workbooks the demonstration data has.
pub const SEVEN: &str = "/api/v1/deployments/7";

pub struct Sandbox {
    pub running: Running,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Answer {
    /// True if a header is this, in small letters.
    pub fn has(&self, header: &str) -> bool {
        self.headers.contains(header)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
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

    /// With the demonstration data, changed first.
    pub async fn seeded(change: impl FnOnce(&mut Value)) -> Self {
        let mut seed = svc_sandbox::demonstration();
        change(&mut seed);
        let seed = Some(seed);
        Self::with(Options { seed, ..options() }).await
    }

    /// A caller with this credential.
    pub fn by(&self, key: impl Into<String>) -> Caller<'_> {
        Caller {
            sandbox: self,
            key: key.into(),
        }
    }

    /// The administrator of the demonstration data.
    pub fn ada(&self) -> Caller<'_> {
        self.by(ADMIN)
    }

    /// The AI BI User of the demonstration data, who may change the data model.
    pub fn ben(&self) -> Caller<'_> {
        self.by(USER)
    }

    /// A caller without a credential.
    pub fn nobody(&self) -> Caller<'_> {
        self.by("")
    }

    /// An embed session that was minted with this body.
    pub async fn embed(&self, body: Value) -> Caller<'_> {
        let path = "/api/v1/embed/generate-session";
        let minted = self.ada().post(200, path, body).await;
        let opened = self.exchange(&text(&minted, "sessionId")).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        self.by(text(&opened.json(), "token"))
    }

    /// An embed session of this viewer.
    pub async fn viewer(&self, tenant: &str, external_id: &str) -> Caller<'_> {
        let viewer = json!({ "embedTenantName": tenant, "externalId": external_id });
        self.embed(viewer).await
    }

    /// A session without an id.
    pub async fn private(&self) -> Caller<'_> {
        let body = json!({ "surface": "dashboard" });
        let opened = self.nobody().post(200, "/embed/api/session", body).await;
        self.by(text(&opened, "token"))
    }

    /// A request to the host origin.
    pub async fn host(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        request(&self.running.host, method, path, &[], body).await
    }

    pub async fn mint(&self) -> String {
        let answer = self.host("POST", "/api/embed-session", None).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        text(&answer.json(), "sessionId")
    }

    pub async fn exchange(&self, id: &str) -> Answer {
        let body = json!({ "surface": "dashboard", "sessionId": id });
        let path = "/embed/api/session";
        self.nobody().answer("POST", path, body).await
    }

    pub async fn advance(&self, by_ms: i64) -> Value {
        let body = json!({ "advanceMs": by_ms });
        self.host("POST", "/control/clock", Some(body)).await.json()
    }

    pub async fn state(&self) -> Value {
        self.host("GET", "/control/state", None).await.json()
    }

    pub async fn faults(&self, change: Value) -> Answer {
        self.host("POST", "/control/faults", Some(change)).await
    }
}

/// Who calls the tenant origin: a credential or none.
#[derive(Clone)]
pub struct Caller<'a> {
    sandbox: &'a Sandbox,
    pub key: String,
}

impl Caller<'_> {
    /// A call whose body is JSON, or none if that is null.
    pub async fn answer(
        &self,
        method: &str,
        path: impl AsRef<str>,
        body: impl Serialize,
    ) -> Answer {
        let path = path.as_ref();
        let bearer = format!("Bearer {}", self.key);
        let header = (!self.key.is_empty()).then_some(("Authorization", bearer.as_str()));
        let body = serde_json::to_value(body).expect("it is JSON");
        let body = Some(body).filter(|body| !body.is_null());
        request(
            &self.sandbox.running.tenant,
            method,
            path,
            header.as_slice(),
            body,
        )
        .await
    }

    /// The answer's JSON, or null if it has none; the status must be this one.
    pub async fn send(
        &self,
        status: u16,
        method: &str,
        path: impl AsRef<str>,
        body: impl Serialize,
    ) -> Value {
        let path = path.as_ref();
        let answer = self.answer(method, path, body).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap_or(Value::Null)
    }

    pub async fn get(&self, path: impl AsRef<str>) -> Value {
        self.send(200, "GET", path, ()).await
    }

    /// The answer to a GET that fails with this status.
    pub async fn refused(&self, status: u16, path: impl AsRef<str>) -> Value {
        self.send(status, "GET", path, ()).await
    }

    pub async fn post(&self, status: u16, path: impl AsRef<str>, body: impl Serialize) -> Value {
        self.send(status, "POST", path, body).await
    }
}

pub fn text(value: &Value, name: &str) -> String {
    value
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("no {name} in {value}"))
        .to_owned()
}

/// One request over a connection of its own, with a body in JSON or none.
pub async fn request(
    origin: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<Value>,
) -> Answer {
    let mut headers = headers.to_vec();
    if !headers.iter().any(|(name, _)| *name == "Content-Type") {
        headers.push(("Content-Type", "application/json"));
    }
    let body = body.map(|body| body.to_string()).unwrap_or_default();
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
    let authority = origin.strip_prefix("http://").expect("an http origin");
    let port = authority.rsplit(':').next().expect("a port");
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}"))
        .await
        .expect("it listens");
    let extra = headers.iter().fold(String::new(), |extra, (name, value)| {
        format!("{extra}{name}: {value}\r\n")
    });
    let host = if extra.contains("Host: ") {
        String::new()
    } else {
        format!("Host: {authority}\r\n")
    };
    let length = if extra.contains("Content-Length") || extra.contains("Transfer-Encoding") {
        String::new()
    } else {
        format!("Content-Length: {}\r\n", body.len())
    };
    let head =
        format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{length}{extra}\r\n");
    stream
        .write_all(&[head.as_bytes(), body].concat())
        .await
        .expect("it reads");
    let mut raw = Vec::new();
    stream.read_to_end(&mut raw).await.expect("it answers");
    let raw = String::from_utf8_lossy(&raw);
    let (headers, body) = raw.split_once("\r\n\r\n").expect("a head and a body");
    let status = headers
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .expect("a status");
    Answer {
        status,
        headers: headers.to_lowercase(),
        body: body.to_owned(),
    }
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
