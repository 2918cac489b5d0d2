//! A sandbox on free ports, and the few requests the tests send to it.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::path::PathBuf;

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
pub const BUILD: &str = "/build/api/v1/deployments/7";

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

    /// The answer's JSON; the status must be the expected one.
    pub async fn expect(
        &self,
        status: u16,
        key: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Value {
        let answer = self.tenant(method, path, Some(key), body).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap_or(Value::Null)
    }

    pub async fn get(&self, key: &str, path: &str) -> Value {
        self.expect(200, key, "GET", path, None).await
    }

    /// The token of an embed session that was minted with this body.
    pub async fn embed(&self, body: Value) -> String {
        let path = "/api/v1/embed/generate-session";
        let minted = self.expect(200, ADMIN, "POST", path, Some(body)).await;
        let opened = self.exchange(&text(&minted, "sessionId")).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        text(&opened.json(), "token")
    }

    /// A request to the host origin.
    pub async fn host(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        request(&self.running.host, method, path, &[], body).await
    }

    /// A request to the tenant origin, with a bearer token or none.
    pub async fn tenant(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
    ) -> Answer {
        let authorization = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<(&str, &str)> = authorization
            .as_deref()
            .map(|value| ("Authorization", value))
            .into_iter()
            .collect();
        request(&self.running.tenant, method, path, &headers, body).await
    }

    pub async fn mint(&self) -> String {
        let answer = self.host("POST", "/api/embed-session", None).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        text(&answer.json(), "sessionId")
    }

    pub async fn exchange(&self, id: &str) -> Answer {
        let body = json!({ "surface": "dashboard", "sessionId": id });
        self.tenant("POST", "/embed/api/session", None, Some(body))
            .await
    }

    pub async fn query(&self, token: &str) -> Answer {
        let body = json!({ "measures": ["orders.count"] });
        self.tenant("POST", "/embed/api/query", Some(token), Some(body))
            .await
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

/// An administrator's call of deployment 7, with a body, or without one if it is null.
pub async fn call(sandbox: &Sandbox, status: u16, method: &str, path: &str, body: Value) -> Value {
    let body = Some(body).filter(|body| !body.is_null());
    let path = format!("{SEVEN}{path}");
    sandbox.expect(status, ADMIN, method, &path, body).await
}

pub async fn put(sandbox: &Sandbox, status: u16, path: &str, body: Value) -> Value {
    call(sandbox, status, "PUT", path, body).await
}

/// The token of an embed session of this viewer.
pub async fn viewer(sandbox: &Sandbox, tenant: &str, external_id: &str) -> String {
    sandbox
        .embed(json!({ "embedTenantName": tenant, "externalId": external_id }))
        .await
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
    let length = if extra.contains("Content-Length") || extra.contains("Transfer-Encoding") {
        String::new()
    } else {
        format!("Content-Length: {}\r\n", body.len())
    };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n{length}{extra}\r\n"
    );
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
