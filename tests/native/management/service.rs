//! The Rust client against the sandbox: each operation, by the sandbox's own happy path, and the
//! typed methods of what the service describes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::future::Future;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::{Map, Value, json};
use svc_embed::management::client::{
    Credential, Error, HttpRequest, HttpResponse, Options, PathParameter, Polling, Transport,
    TransportError,
};
use svc_embed::management::failure::Class;
use svc_embed::management::headers::Headers;
use svc_embed::management::models::{
    CreateDashboardExport, CreateMetaSyncToken, DashboardStatus, DuplicateWorkbook,
    EnvironmentType, EnvironmentsQuery, OffsetQuery, Open, ReportsQuery, StartTransformSync,
};
use svc_embed::management::{Client, Method, OPERATIONS};
use svc_sandbox::{Running, start};

/// HTTP over a connection for each request. It blocks, so one poll is enough for any call.
struct Socket;

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Transport for Socket {
    type Response = Answer;

    async fn send(&self, request: HttpRequest, _: u32) -> Result<Answer, TransportError> {
        exchange(&request).ok_or(TransportError::Network(None))
    }

    async fn sleep(&self, pause_ms: f64) {
        std::thread::sleep(Duration::from_secs_f64(pause_ms / 1000.0));
    }

    fn now_ms(&self) -> f64 {
        0.0
    }

    fn chance(&self) -> f64 {
        0.5
    }

    fn is_page(&self) -> bool {
        false
    }
}

impl HttpResponse for Answer {
    fn status(&self) -> u16 {
        self.status
    }

    fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.to_owned())
    }

    async fn text(self) -> Result<String, TransportError> {
        String::from_utf8(self.body).map_err(|_| TransportError::Network(None))
    }
}

fn exchange(request: &HttpRequest) -> Option<Answer> {
    let (host, path) = request.url.strip_prefix("http://")?.split_once('/')?;
    let body = request.body.as_deref().unwrap_or_default();
    let mut text = format!(
        "{} /{path} HTTP/1.1\r\nHost: {host}\r\n",
        request.method.as_str()
    );
    for (name, value) in request.headers.iter() {
        write!(text, "{name}: {value}\r\n").ok()?;
    }
    let length = body.len();
    write!(
        text,
        "Content-Length: {length}
Connection: close

{body}"
    )
    .ok()?;
    let mut stream = TcpStream::connect(host).ok()?;
    stream.write_all(text.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let mut answer = Answer {
        status: head.split(' ').nth(1)?.parse().ok()?,
        head,
        body: bytes[end + 4..].to_vec(),
    };
    if answer.header("transfer-encoding").as_deref() == Some("chunked") {
        answer.body = unchunked(&answer.body)?;
    }
    Some(answer)
}

fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?;
        let size = usize::from_str_radix(size, 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(end + 2..end + 2 + size)?);
        rest = rest.get(end + 2 + size + 2..)?;
    }
}

fn run<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the transport blocks"),
    }
}

/// The sandbox, served by threads of its own.
struct Service {
    running: Running,
    runtime: tokio::runtime::Runtime,
}

impl Service {
    fn start() -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let options = svc_sandbox::Options {
            host_port: 0,
            tenant_port: 0,
            www: "www".into(),
            dist: "dist".into(),
            ui: "sandbox/ui/dist".into(),
            database: None,
            seed: None,
            strict: false,
        };
        let running = runtime.block_on(start(options)).unwrap();
        Self { running, runtime }
    }

    fn client(&self, credential: Credential) -> Client<Socket> {
        let options = Options {
            base_url: self.running.tenant.clone(),
            credential,
            ..Options::default()
        };
        Client::with_transport(options, Socket).unwrap()
    }

    fn admin(&self) -> Client<Socket> {
        self.client(Credential::ApiKey("sandbox-admin-key".to_owned()))
    }

    /// A client of a signed embed session, which may comment.
    fn embed(&self) -> Client<Socket> {
        let admin = self.admin();
        let profile = json!({ "embedTenantName": "acme", "externalId": "dana" });
        let minted = admin
            .call("embedSessions.generate", vec![], &profile)
            .unwrap();
        let minted = run(minted.send()).unwrap();
        let body = json!({ "surface": "dashboard", "sessionId": minted["sessionId"] });
        let opened = admin.request(Method::Post, "/embed/api/session", &json!({}), Some(body));
        let opened = run(opened.send()).unwrap();
        let token = opened["token"].as_str().unwrap().to_owned();
        self.client(Credential::AccessToken(token))
    }

    fn advance(&self, by_ms: &Value) {
        let mut headers = Headers::default();
        headers.set("Content-Type", Some("application/json"));
        let request = HttpRequest {
            method: Method::Post,
            url: format!("{}/control/clock", self.running.host),
            headers,
            include_cookies: false,
            body: Some(json!({ "advanceMs": by_ms }).to_string()),
        };
        assert_eq!(exchange(&request).unwrap().status, 200);
    }

    fn stop(self) {
        self.runtime.block_on(self.running.stop());
    }
}

/// What a value of the script stands for: `{name}` is what an earlier call kept.
fn filled(value: &Value, kept: &BTreeMap<String, Value>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| filled(item, kept)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, item)| (key.clone(), filled(item, kept)))
            .collect::<Map<_, _>>()
            .into(),
        Value::String(text) => match text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'))
        {
            Some(name) => kept[name].clone(),
            None => value.clone(),
        },
        other => other.clone(),
    }
}

fn query(text: &str) -> Value {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(key, value)| (key.to_owned(), Value::from(value)))
        .collect::<Map<_, _>>()
        .into()
}

#[test]
fn every_operation_answers_the_rust_client() {
    let service = Service::start();
    let (admin, embed) = (service.admin(), service.embed());
    let calls = include_str!("../../../sandbox/tests/fixtures/happy_path.json");
    let calls: Vec<Value> = serde_json::from_str(calls).unwrap();
    let mut kept = BTreeMap::new();
    let mut called = BTreeSet::new();
    for call in &calls {
        let Some(id) = call["id"].as_str() else {
            service.advance(&call["advanceMs"]);
            continue;
        };
        let operation = super::operation(id);
        let parameters =
            operation
                .parameters()
                .map(|name| match filled(&call["path"][name], &kept) {
                    Value::String(text) => PathParameter::from(text),
                    number => PathParameter::from(number.as_i64().unwrap()),
                });
        let input = match call["query"].as_str() {
            Some(text) => query(text),
            None => filled(call.get("body").unwrap_or(&json!({})), &kept),
        };
        let client = if call["as"] == "embed" {
            &embed
        } else {
            &admin
        };
        let made = client.call(id, parameters.collect(), &input).unwrap();
        let made = match operation.method {
            Method::Any => made.method(Method::Get),
            _ => made,
        };
        let answer = run(made.response()).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(u64::from(answer.status), call["status"], "{id}");
        let body = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
        for (name, pointer) in call["save"].as_object().into_iter().flatten() {
            let value = body.pointer(pointer.as_str().unwrap()).unwrap();
            kept.insert(name.clone(), value.clone());
        }
        called.insert(id);
    }
    assert_eq!(called.len(), OPERATIONS.len());
    service.stop();
}

#[test]
fn what_is_described_is_read_as_its_type() {
    let service = Service::start();
    let client = service.admin();

    let clone = client
        .workbooks()
        .duplicate(7, 41, DuplicateWorkbook::default());
    let clone = run(clone.send()).unwrap();
    assert!(clone.name.starts_with("Copy of "));
    let dashboard = clone.published_dashboard.unwrap();
    assert_eq!(dashboard.status, DashboardStatus::Published);
    assert!(!dashboard.allow_embed);

    let mut deployments = client.deployments().list(OffsetQuery::default()).pages();
    assert!(run(deployments.next_item()).unwrap().is_some());
    let mut environments = client
        .environments()
        .list(7, EnvironmentsQuery::default())
        .pages();
    let environment = run(environments.next_item()).unwrap().unwrap();
    assert_eq!(environment.kind, EnvironmentType::Production);
    let token = CreateMetaSyncToken {
        security_context: Map::new(),
        ..CreateMetaSyncToken::default()
    };
    let token = client
        .environments()
        .create_meta_sync_token(7, environment.id, token);
    assert!(!run(token.send()).unwrap().data.token.is_empty());
    let versions = run(client.versions().list(7).send()).unwrap();
    assert!(versions.data.iter().any(|version| version.is_current));

    let first_of_all = ReportsQuery {
        first: Some(1),
        ..ReportsQuery::default()
    };
    let mut reports = client.reports().list(7, first_of_all).pages();
    let mut names = BTreeSet::new();
    while let Some(report) = run(reports.next_item()).unwrap() {
        names.insert(report.name.unwrap());
    }
    assert!(names.len() > 1, "{names:?}");
    service.stop();
}

fn quick(on_progress: impl FnMut(&Value)) -> Polling<impl FnMut(&Value)> {
    Polling::default().pause_ms(1.0).on_progress(on_progress)
}

#[test]
fn long_work_runs_from_its_start_to_its_end() {
    let service = Service::start();
    let client = service.admin();
    let mut polls = 0;
    // The sandbox's jobs take a second of its clock.
    let mut on_progress = |_: &Value| {
        polls += 1;
        service.advance(&json!(1000));
    };
    let export = CreateDashboardExport {
        dashboard_public_id: Some("sales-overview".to_owned()),
        ..CreateDashboardExport::default()
    };
    let file = client.dashboard_exports();
    let file = run(file.run(7, export, quick(&mut on_progress))).unwrap();
    assert!(!file.body.is_empty());
    let sync = client.transform_sync();
    run(sync.run(7, StartTransformSync::default(), quick(&mut on_progress))).unwrap();
    let previews = client.metric_view_previews();
    assert!(
        run(previews.run(7, Open::none(), quick(&mut on_progress)))
            .unwrap()
            .is_object()
    );
    assert!(polls >= 3);
    service.stop();
}

#[test]
fn an_export_that_is_gone_is_a_clear_error() {
    let service = Service::start();
    let client = service.admin();
    let mut on_progress = |_: &Value| service.advance(&json!(301_000));
    let export = CreateDashboardExport {
        dashboard_id: Some(1),
        ..CreateDashboardExport::default()
    };
    let exports = client.dashboard_exports();
    let outcome = run(exports.run(7, export, quick(&mut on_progress))).map(|_| ());
    let Err(Error::Api(error)) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(error.code.as_deref(), Some("expired"));
    assert!(
        error.message.contains("5 minutes after submission"),
        "{}",
        error.message
    );
    service.stop();
}

#[test]
fn an_error_of_the_service_has_its_class() {
    let service = Service::start();
    let missing = |client: Client<Socket>| {
        let call = client
            .workbooks()
            .duplicate(7, 999_999, DuplicateWorkbook::default());
        match run(call.send()) {
            Err(Error::Api(error)) => error.class,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(missing(service.admin()), Class::NotFound);
    let wrong = Credential::ApiKey("no-such-key".to_owned());
    assert_eq!(missing(service.client(wrong)), Class::Authentication);
    service.stop();
}
