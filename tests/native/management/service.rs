//! The Rust client against the sandbox: each operation, by the sandbox's own happy path, and the
//! typed methods of what the service describes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Map, Value, json};
use svc_embed::management::client::{
    Credential, Error, HttpResponse as _, Options, PathParameter, Polling, Reqwest,
};
use svc_embed::management::models::{
    CreateDashboardExport, CreateMetaSyncToken, DashboardStatus, DuplicateWorkbook,
    EnvironmentType, EnvironmentsQuery, OffsetQuery, Open, ReportsQuery, StartTransformSync,
};
use svc_embed::management::{Client, Method, OPERATIONS};
use svc_sandbox::{Running, start};

/// The sandbox, served by threads of its own.
struct Service {
    running: Running,
    runtime: tokio::runtime::Runtime,
}

impl Service {
    fn start() -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let options = svc_sandbox::Options {
            ui: Some("sandbox/tests/fixtures/pages".into()),
            ..svc_sandbox::Options::default()
        };
        let running = runtime.block_on(start(options)).unwrap();
        Self { running, runtime }
    }

    fn client(&self, credential: Credential) -> Client<Reqwest> {
        let options = Options {
            base_url: self.running.tenant.clone(),
            credential,
            ..Options::default()
        };
        Client::with_reqwest(options).unwrap()
    }

    fn admin(&self) -> Client<Reqwest> {
        self.client(Credential::ApiKey("sandbox-admin-key".to_owned()))
    }

    /// A client of a signed embed session, which may comment.
    fn embed(&self) -> Client<Reqwest> {
        let admin = self.admin();
        let profile = json!({ "embedTenantName": "acme", "externalId": "dana" });
        let minted = admin
            .call("embedSessions.generate", vec![], &profile)
            .unwrap();
        let minted = self.run(minted.send()).unwrap();
        let body = json!({ "surface": "dashboard", "sessionId": minted["sessionId"] });
        let opened = admin.request(Method::Post, "/embed/api/session", &json!({}), Some(body));
        let opened = self.run(opened.send()).unwrap();
        let token = opened["token"].as_str().unwrap().to_owned();
        self.client(Credential::AccessToken(token))
    }

    /// Moves the sandbox's clock. Not by the client's transport, because progress is reported while a
    /// call of it is under way.
    fn advance(&self, by_ms: &Value) {
        let host = self.running.host.strip_prefix("http://").unwrap();
        let body = json!({ "advanceMs": by_ms }).to_string();
        let length = body.len();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "POST /control/clock HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    fn run<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
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
        let mut described = super::SERVICE.operations();
        let described = described.find(|operation| operation.id == id).unwrap();
        let parameters =
            described
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
        let answer = service
            .run(made.response())
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(u64::from(answer.status()), call["status"], "{id}");
        let text = service.run(answer.text()).unwrap_or_default();
        let body: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
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
    let clone = service.run(clone.send()).unwrap();
    assert!(clone.name.starts_with("Copy of "));
    let dashboard = clone.published_dashboard.unwrap();
    assert_eq!(dashboard.status, DashboardStatus::Published);
    assert!(!dashboard.allow_embed);

    let mut deployments = client.deployments().list(OffsetQuery::default()).pages();
    assert!(service.run(deployments.next_item()).unwrap().is_some());
    let mut environments = client
        .environments()
        .list(7, EnvironmentsQuery::default())
        .pages();
    let environment = service.run(environments.next_item()).unwrap().unwrap();
    assert_eq!(environment.kind, Some(EnvironmentType::Production));
    let token = CreateMetaSyncToken {
        security_context: Map::new(),
        ..CreateMetaSyncToken::default()
    };
    let token = client
        .environments()
        .create_meta_sync_token(7, environment.id.unwrap(), token);
    let token = service.run(token.send()).unwrap().data.unwrap().token;
    assert!(!token.unwrap().is_empty());
    let versions = service.run(client.versions().list(7).send()).unwrap();
    let versions = versions.data.unwrap();
    assert!(
        versions
            .iter()
            .any(|version| version.is_current == Some(true))
    );

    let first_of_all = ReportsQuery {
        first: Some(1),
        ..ReportsQuery::default()
    };
    let mut reports = client.reports().list(7, first_of_all).pages();
    let mut names = BTreeSet::new();
    while let Some(report) = service.run(reports.next_item()).unwrap() {
        names.insert(report.name.unwrap());
    }
    assert!(names.len() > 1, "{names:?}");
    service.stop();
}

fn quick(on_progress: impl FnMut(&Value)) -> Polling<impl FnMut(&Value)> {
    Polling::default()
        .pause(Duration::from_millis(1))
        .on_progress(on_progress)
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
    let file = service
        .run(file.run(7, export, quick(&mut on_progress)))
        .unwrap();
    let file = service.run(file.into_response().bytes()).unwrap();
    assert!(!file.is_empty());
    let sync = client.transform_sync();
    service
        .run(sync.run(7, StartTransformSync::default(), quick(&mut on_progress)))
        .unwrap();
    let previews = client.metric_view_previews();
    assert!(
        service
            .run(previews.run(7, Open::none(), quick(&mut on_progress)))
            .unwrap()
            .is_object()
    );
    assert!(polls >= 3);
    service.stop();
}

/// A handler of axum, or a task of tokio, can await every call.
#[test]
fn every_call_is_send() {
    fn check<T: Send>(_: &T) {}
    let service = Service::start();
    let client = service.admin();
    check(&client);
    check(&client.users().me().send());
    check(&client.users().me().response());
    let copy = client
        .workbooks()
        .duplicate(7, 41, DuplicateWorkbook::default());
    check(&copy.send());
    let mut pages = client.reports().list(7, ReportsQuery::default()).pages();
    check(&pages.next_item());
    check(&client.dashboard_exports().download(7, 1).send());
    let mut polls = 0;
    let polling = Polling::default().on_progress(|_| polls += 1);
    check(
        &client
            .transform_sync()
            .run(7, StartTransformSync::default(), polling),
    );
    let exports = client.dashboard_exports();
    check(&exports.run(7, CreateDashboardExport::default(), Polling::default()));
    let (done, waited) = std::sync::mpsc::channel();
    let task = async move {
        let me = client.users().me().send().await;
        done.send(me.is_ok()).unwrap();
    };
    service.runtime.spawn(task);
    assert_eq!(waited.recv(), Ok(true));
    service.stop();
}

#[test]
fn a_connection_that_fails_says_that_reqwest_uses_the_proxy_of_the_environment() {
    let name = "a_connection_that_fails_says_that_reqwest_uses_the_proxy_of_the_environment";
    if std::env::var_os("HTTPS_PROXY").is_none() {
        // A process of its own, because a variable is the whole process's.
        let program = std::env::current_exe().unwrap();
        let mut command = std::process::Command::new(program);
        command.arg(name).env("HTTPS_PROXY", "http://127.0.0.1:9");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && said.contains("1 passed"),
            "{said}"
        );
        return;
    }
    let service = Service::start();
    let client = Client::with_reqwest(Options {
        base_url: "https://acme.example.com".to_owned(),
        max_retries: 0,
        ..Options::default()
    })
    .unwrap();
    let Err(Error::Connection { message, .. }) = service.run(client.users().me().send()) else {
        panic!("not a failed connection")
    };
    // The proxy refuses: without it, the name would not be found.
    assert!(message.contains("refused"), "{message}");
    let hint = "; HTTPS_PROXY is set, and reqwest uses it by default).";
    assert!(message.ends_with(hint), "{message}");
    service.stop();
}

#[test]
fn a_time_limit_and_a_connection_that_fails_are_errors() {
    let service = Service::start();
    let closed = Client::with_reqwest(Options {
        base_url: "http://127.0.0.1:9".to_owned(),
        max_retries: 0,
        ..Options::default()
    })
    .unwrap();
    let Err(Error::Connection { message, .. }) = service.run(closed.users().me().send()) else {
        panic!("not a failed connection")
    };
    let expected =
        "users.me: the connection to 127.0.0.1:9 failed before the answer was complete (";
    assert!(message.starts_with(expected), "{message}");
    // The innermost cause.
    assert!(message.contains("refused"), "{message}");
    assert!(!message.contains("http://"), "{message}");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = Client::with_reqwest(Options {
        base_url: format!("http://{}", listener.local_addr().unwrap()),
        timeout: Duration::from_millis(50),
        max_retries: 0,
        ..Options::default()
    })
    .unwrap();
    let outcome = service.run(silent.users().me().send());
    assert!(matches!(outcome, Err(Error::Timeout { .. })), "{outcome:?}");
    service.stop();
}
