//! The endpoint that mints, in axum: the shared answers, and those that depend on the service.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use svc_embed::management::Client;
use svc_embed::management::client::{Credential, Options, Reqwest};
use svc_embed::management::models::{EmbedTenantProfile, GenerateSession};
use svc_embed::server::{Authorized, Failure, SessionEndpoint};
use svc_sandbox::Running;

async fn sandbox() -> Running {
    let options = svc_sandbox::Options {
        ui: Some("sandbox/tests/fixtures/pages".into()),
        ..svc_sandbox::Options::default()
    };
    svc_sandbox::start(options).await.unwrap()
}

fn client(base_url: &str, key: &str) -> Client<Reqwest> {
    Client::with_reqwest(Options {
        base_url: base_url.to_owned(),
        credential: Credential::ApiKey(key.to_owned()),
        ..Options::default()
    })
    .unwrap()
}

/// The user that the request's header names; nobody without it.
async fn named(request: Parts) -> Result<Option<Authorized>, String> {
    let user = request
        .headers
        .get("user")
        .map(|user| user.to_str().unwrap());
    let session = GenerateSession {
        embed_tenant_profile: Some(EmbedTenantProfile {
            display_name: Some("Acme Retail".to_owned()),
            ..EmbedTenantProfile::default()
        }),
        ..GenerateSession::default()
    };
    match user {
        Some("broken") => Err("The database\nis down.".to_owned()),
        user => Ok(user.map(|user| Authorized::new(user, session))),
    }
}

fn request(headers: &[(&str, &str)]) -> Request {
    let mut request = Request::post("/api/embed-session").header("host", "app.example.com");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).unwrap()
}

/// A request of a page of the same origin.
fn from(user: &str) -> Request {
    request(&[
        ("x-svc-embed", "1"),
        ("sec-fetch-site", "same-origin"),
        ("user", user),
    ])
}

async fn body(response: Response) -> Value {
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    serde_json::from_slice(&to_bytes(response.into_body(), 1000).await.unwrap()).unwrap()
}

/// What one who asks an endpoint sends, and what it answers.
#[derive(Deserialize)]
pub struct Exchange {
    pub what: String,
    #[serde(default = "post")]
    method: String,
    pub origin: Option<String>,
    #[serde(default = "ada")]
    user: Option<String>,
    #[serde(default = "app")]
    host: String,
    headers: Map<String, Value>,
    pub status: u16,
    pub error: Option<String>,
}

impl Exchange {
    pub fn all() -> Vec<Self> {
        serde_json::from_str(include_str!("../fixtures/session_endpoint.json")).unwrap()
    }

    /// The request. Whoever is signed in is named by a header.
    pub fn request(&self, path: &str) -> Request {
        let mut request = Request::builder()
            .method(self.method.as_str())
            .uri(path)
            .header("host", &self.host);
        for (name, values) in &self.headers {
            let one = [values.clone()];
            for value in values.as_array().map_or(&one[..], |values| values) {
                request = request.header(name, value.as_str().unwrap());
            }
        }
        if let Some(user) = &self.user {
            request = request.header("user", user);
        }
        request.body(Body::empty()).unwrap()
    }
}

fn app() -> String {
    "app.example.com".to_owned()
}

/// The beginning of a refusal.
pub fn beginning(error: Option<&str>) -> &'static str {
    match error {
        None => "",
        Some("method") => "Use POST.",
        Some("origin") => "Only pages of this origin",
        Some("header") => "The header x-svc-embed: 1 is missing.",
        Some("nobody") => "Nobody is signed in.",
        Some(other) => panic!("{other}"),
    }
}

fn post() -> String {
    "POST".to_owned()
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "a default has the type of its field"
)]
fn ada() -> Option<String> {
    Some("ada".to_owned())
}

#[tokio::test]
async fn the_answers_are_those_of_the_twin() {
    let running = sandbox().await;
    for exchange in Exchange::all() {
        let mut endpoint =
            SessionEndpoint::new(client(&running.tenant, "sandbox-admin-key"), named);
        if let Some(origin) = &exchange.origin {
            endpoint = endpoint.origin(origin);
        }
        let request = exchange.request("/api/embed-session");
        let answer = endpoint.answer(request).await;
        assert_eq!(
            answer.status().as_u16(),
            exchange.status,
            "{}",
            exchange.what
        );
        let is_405 = exchange.status == 405;
        assert_eq!(answer.headers().contains_key("allow"), is_405);
        let key = if exchange.status == 200 {
            "sessionId"
        } else {
            "error"
        };
        // No permission for other origins, and nothing of the service's own answer.
        let mut names: Vec<_> = answer.headers().keys().map(ToString::to_string).collect();
        names.retain(|name| name != "allow");
        names.sort();
        assert_eq!(
            names,
            ["cache-control", "content-type", "x-content-type-options"]
        );
        let body = body(answer).await;
        assert_eq!(body.as_object().unwrap().len(), 1);
        let text = body[key].as_str().unwrap_or_default();
        let wanted = beginning(exchange.error.as_deref());
        assert!(
            !text.is_empty() && text.starts_with(wanted),
            "{}: {text}",
            exchange.what
        );
    }
    running.stop().await;
}

#[tokio::test]
async fn the_route_gives_the_answers_of_the_endpoint() {
    let running = sandbox().await;
    let endpoint = SessionEndpoint::new(client(&running.tenant, "sandbox-admin-key"), named);
    let route = endpoint.into_route::<()>();
    let answer = route.clone().call(from("ada"), ()).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(body(answer).await["sessionId"].is_string());
    let mut get = from("ada");
    *get.method_mut() = "GET".parse().unwrap();
    let answer = route.call(get, ()).await;
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(body(answer).await["error"], "Use POST.");
    running.stop().await;
}

#[tokio::test]
async fn a_user_who_asks_too_often_waits() {
    let running = sandbox().await;
    let endpoint = SessionEndpoint::new(client(&running.tenant, "sandbox-admin-key"), named)
        .rate_limit(2, Duration::from_secs(20_000));
    assert_eq!(endpoint.answer(from("ada")).await.status(), StatusCode::OK);
    assert_eq!(endpoint.answer(from("ada")).await.status(), StatusCode::OK);
    let refused = endpoint.answer(from("ada")).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    // A busy machine may take seconds for three answers.
    let wait: u32 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((9_900..=10_000).contains(&wait), "{wait}");
    assert_eq!(endpoint.answer(from("ben")).await.status(), StatusCode::OK);
    let endpoint = endpoint.without_rate_limit();
    assert_eq!(endpoint.answer(from("ada")).await.status(), StatusCode::OK);
    running.stop().await;
}

#[tokio::test]
async fn a_failure_is_for_the_log_only() {
    let running = sandbox().await;
    let gone = "http://127.0.0.1:9";
    for (base_url, key, user, status) in [
        (running.tenant.as_str(), "sandbox-expired-key", "ada", 502),
        (running.tenant.as_str(), "sandbox-user-key", "ada", 502),
        (gone, "any", "ada", 503),
        (running.tenant.as_str(), "sandbox-admin-key", "broken", 500),
    ] {
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        let endpoint = SessionEndpoint::new(client(base_url, key), named)
            .on_error(move |failure| lines.lock().unwrap().push(failure.to_string()));
        let answer = endpoint.answer(from(user)).await;
        assert_eq!(answer.status().as_u16(), status, "{key}");
        assert_eq!(
            body(answer).await,
            json!({ "error": "No session was minted." })
        );
        let log = log.lock().unwrap();
        assert_eq!(log.len(), 1);
        assert!(!log[0].contains(key), "{}", log[0]);
    }
    running.stop().await;
}

/// A service that answers everything with this.
async fn service(answer: &'static str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let json = [("content-type", "application/json")];
    let routes = axum::Router::new().fallback(move || async move { (json, answer) });
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

#[tokio::test]
async fn an_answer_without_an_id_is_no_session() {
    for answer in ["{}", r#"{"sessionId":""}"#, r#"{"sessionId":null}"#] {
        let base_url = service(answer).await;
        let endpoint = SessionEndpoint::new(client(&base_url, "any"), named).on_error(|_| {});
        assert_eq!(endpoint.answer(from("ada")).await.status(), 502, "{answer}");
    }
}

/// The file to which [`mints_for_another_process`] writes the id that it was given.
const GIVEN: &str = "SVC_TEST_SESSION_ID";

/// What no browser sends: longer than any origin, with a code of a terminal.
const LONG_ORIGIN: &str = concat!(
    "https://a.example/\u{85}",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
);

/// A logger that writes the lines of svc-embed to the standard error output.
struct Logger;

impl log::Log for Logger {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.target().starts_with("svc_embed")
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            eprintln!("{}", record.args());
        }
    }

    fn flush(&self) {}
}

/// Mints with the standard log. [`no_id_is_logged`] runs it in a process of its own.
#[tokio::test]
async fn mints_for_another_process() {
    let Ok(file) = std::env::var(GIVEN) else {
        return;
    };
    log::set_logger(&Logger).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    let running = sandbox().await;
    let endpoint = SessionEndpoint::new(client(&running.tenant, "sandbox-admin-key"), named);
    let answer = body(endpoint.answer(from("ada")).await).await;
    std::fs::write(file, answer["sessionId"].as_str().unwrap()).unwrap();
    let failed = endpoint.answer(from("broken")).await;
    assert_eq!(failed.status(), 500);
    // A browser asks first whether a page of another origin may send the header.
    let mut asked = request(&[("origin", LONG_ORIGIN)]);
    *asked.method_mut() = "OPTIONS".parse().unwrap();
    assert_eq!(endpoint.answer(asked).await.status(), 405);
    for other in ["b", "c", "b", "d", "e", "f"] {
        let origin = format!("https://{other}.example");
        let other = request(&[("x-svc-embed", "1"), ("origin", &origin)]);
        assert_eq!(endpoint.answer(other).await.status(), 403);
    }
    let origin = "https://app.example.com";
    let elsewhere = SessionEndpoint::new(client(&running.tenant, "key"), named).origin(origin);
    let page = request(&[("origin", origin), ("sec-fetch-site", "same-site")]);
    assert_eq!(elsewhere.answer(page).await.status(), 403);
    running.stop().await;
}

#[test]
fn no_id_is_logged() {
    let file = std::env::temp_dir().join(format!("svc-embed-{}", std::process::id()));
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "server::mints_for_another_process",
            "--nocapture",
        ])
        .env(GIVEN, &file)
        .output()
        .unwrap();
    let id = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let log = [output.stdout, output.stderr].concat();
    let log = String::from_utf8_lossy(&log);
    assert!(output.status.success(), "{log}");
    // What goes wrong is logged in one line, so this is the log.
    assert!(log.contains(r"svc-embed: No session was minted. The database\nis down."));
    assert!(log.contains("embedSessions.generate: POST 20"), "{log}");
    assert!(id.len() > 8 && !log.contains(&id), "{log}");
    // The first five pages that were refused by their origins are named.
    let refused: Vec<_> = (log.lines().filter(|line| line.contains("was refused"))).collect();
    let [line, _, _, _, fifth, elsewhere] = &*refused else {
        panic!("{refused:?}");
    };
    assert!(fifth.contains("https://e.example "), "{fifth}");
    let wanted = "https://app.example.com was refused. The endpoint has another origin. Only pages";
    assert!(elsewhere.contains(wanted), "{elsewhere}");
    let wanted = r"svc-embed: A page of https://a.example/\u{85}xxx";
    assert!(line.starts_with(wanted) && line.len() < 400, "{line}");
    let wanted = "xxx was refused. The option origin is not set. Only pages of this origin";
    assert!(line.contains(wanted), "{line}");
}

#[test]
fn an_endpoint_that_is_printed_shows_no_key() {
    let endpoint = SessionEndpoint::new(client("http://127.0.0.1:9", "secret-key"), named);
    assert_eq!(format!("{endpoint:?}"), "Endpoint { .. }");
}

#[test]
fn a_reason_is_one_line_of_a_log() {
    let reason = "no \"key\"\n[INFO] admin \u{1b}[31m\u{2028}";
    assert_eq!(
        Failure::Authorize(reason.into()).one_line(),
        r#"no "key"\n[INFO] admin \u{1b}[31m\u{2028}"#
    );
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LookAlike {
    own: String,
    other: String,
    why: String,
    #[serde(default)]
    same_host: bool,
}

#[tokio::test]
async fn origins_that_only_look_like_the_own_one_are_refused() {
    let list: Vec<LookAlike> =
        serde_json::from_str(include_str!("../fixtures/origins.json")).unwrap();
    // Nobody is signed in: 401 shows that the origin was accepted.
    let endpoint = || SessionEndpoint::new(client("http://127.0.0.1:9", "any"), named);
    for LookAlike {
        own,
        other,
        why,
        same_host,
    } in list
    {
        let host = own.split_once("://").unwrap().1;
        for site in [None, Some("same-origin")] {
            let ask = async |endpoint: &SessionEndpoint<_>, origin: &str| {
                let mut request = request(&[("x-svc-embed", "1")]);
                let headers = request.headers_mut();
                headers.insert("host", host.parse().unwrap());
                let origin = axum::http::HeaderValue::from_bytes(origin.as_bytes()).unwrap();
                headers.insert("origin", origin);
                if let Some(site) = site {
                    headers.insert("sec-fetch-site", site.parse().unwrap());
                }
                endpoint.answer(request).await.status().as_u16()
            };
            let set = endpoint().origin(own.as_str());
            assert_eq!(ask(&set, &own).await, 401, "{own}");
            assert_eq!(ask(&set, &other).await, 403, "{why}, by the option");
            let trusting = endpoint();
            assert_eq!(ask(&trusting, &own).await, 401, "{own}");
            // Without the option, only the host counts: a page of its other scheme is accepted.
            let wanted = if same_host { 401 } else { 403 };
            assert_eq!(ask(&trusting, &other).await, wanted, "{why}");
        }
    }
}

#[tokio::test]
async fn an_origin_that_is_none_is_for_the_log() {
    // The origins of the last two are `null`, which a sandboxed frame sends.
    for origin in [
        "app",
        "",
        "https://app.example.com,https://shop.example.com",
        "localhost:3000",
        "capacitor://localhost",
    ] {
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        let endpoint = SessionEndpoint::new(client("http://127.0.0.1:9", "any"), named)
            .origin(origin)
            .on_error(move |failure| lines.lock().unwrap().push(failure.to_string()));
        for headers in [
            &[("x-svc-embed", "1"), ("origin", "null")][..],
            &[("x-svc-embed", "1"), ("origin", origin)],
            &[("x-svc-embed", "1")],
        ] {
            assert_eq!(endpoint.answer(request(headers)).await.status(), 500);
        }
        let log = log.lock().unwrap();
        assert_eq!(log.len(), 3);
        let wanted = format!("The endpoint's origin is {origin:?}. It must be the URL");
        assert!(log[0].starts_with(&wanted), "{}", log[0]);
    }
}

#[tokio::test]
async fn http_2_has_the_authority_in_place_of_the_host() {
    let endpoint = SessionEndpoint::new(client("http://127.0.0.1:9", "any"), named);
    for (origin, status) in [
        ("https://app.example.com", 401),
        ("https://evil.example.com", 403),
    ] {
        let request = Request::post("https://app.example.com/api/embed-session")
            .header("x-svc-embed", "1")
            .header("origin", origin)
            .body(Body::empty())
            .unwrap();
        assert_eq!(endpoint.answer(request).await.status().as_u16(), status);
    }
}
