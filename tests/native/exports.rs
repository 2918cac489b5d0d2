//! The endpoint that exports, in axum: whom it refuses, what it renders for whom, and what it answers when
//! the service fails. Its twin is tested by `e2e/server/export.test.mjs`.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use svc_embed::management::Client;
use svc_embed::management::client::{Credential, Options, Reqwest};
use svc_embed::server::{AuthorizedExport, ExportEndpoint, RenderAs};

use crate::server::{Exchange, beginning};

fn client(base_url: &str, key: &str) -> Client<Reqwest> {
    Client::with_reqwest(Options {
        base_url: base_url.to_owned(),
        credential: Credential::ApiKey(key.to_owned()),
        max_retries: 0,
        ..Options::default()
    })
    .unwrap()
}

fn dana() -> RenderAs {
    let fields = json!({ "embedTenantName": "acme", "externalId": "dana" });
    RenderAs::User(fields.as_object().unwrap().clone())
}

fn exporter(dashboard: &str, render_as: RenderAs) -> AuthorizedExport {
    AuthorizedExport {
        user_id: "ada".to_owned(),
        deployment_id: 7,
        dashboards: vec![dashboard.to_owned()],
        render_as,
    }
}

/// The user that the request's header names, who may export one dashboard.
async fn named(request: Parts) -> Result<Option<AuthorizedExport>, String> {
    match request
        .headers
        .get("user")
        .map(axum::http::HeaderValue::as_bytes)
    {
        Some(b"broken") => Err("The database is down.".to_owned()),
        user => Ok(user.map(|user| AuthorizedExport {
            user_id: String::from_utf8_lossy(user).into_owned(),
            ..exporter("sales-overview", dana())
        })),
    }
}

/// A request of a page of the same origin.
fn asking(query: &str) -> Request {
    let mut request = Request::post(format!("/api/export?{query}"));
    for (name, value) in [
        ("host", "app.example.com"),
        ("x-svc-embed", "1"),
        ("sec-fetch-site", "same-origin"),
        ("user", "ada"),
    ] {
        request = request.header(name, value);
    }
    request.body(Body::empty()).unwrap()
}

async fn bytes(response: Response) -> Vec<u8> {
    to_bytes(response.into_body(), 10_000_000)
        .await
        .unwrap()
        .to_vec()
}

async fn refused(response: Response, status: StatusCode) -> Value {
    assert_eq!(response.status(), status);
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    serde_json::from_slice(&bytes(response).await).unwrap()
}

#[tokio::test]
async fn a_file_is_handed_on() {
    let options = svc_sandbox::Options {
        ui: Some("sandbox/tests/fixtures/pages".into()),
        ..svc_sandbox::Options::default()
    };
    let running = svc_sandbox::start(options).await.unwrap();
    let endpoint = ExportEndpoint::new(client(&running.tenant, "sandbox-admin-key"), named)
        .pause(Duration::from_millis(20));
    for (query, content_type, start, name) in [
        (
            "publicId=sales-overview",
            "application/pdf",
            &b"%PDF"[..],
            "sales-overview.pdf",
        ),
        (
            "publicId=sales-overview&format=png",
            "image/png",
            b"\x89PNG",
            "sales-overview.png",
        ),
    ] {
        let answer = endpoint.answer(asking(query)).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let headers = answer.headers().clone();
        assert_eq!(headers["content-type"], content_type);
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(
            headers["content-security-policy"],
            "default-src 'none'; sandbox"
        );
        assert_eq!(
            headers["content-disposition"],
            format!("attachment; filename=\"{name}\"")
        );
        let file = bytes(answer).await;
        assert!(file.starts_with(start));
        assert_eq!(headers["content-length"], file.len().to_string());
    }
    // The key is none of an administrator: the service refuses, and the page does not learn why.
    let endpoint =
        ExportEndpoint::new(client(&running.tenant, "sandbox-user-key"), named).on_error(|_| {});
    let answer = endpoint.answer(asking("publicId=sales-overview")).await;
    let answer = refused(answer, StatusCode::BAD_GATEWAY).await;
    assert_eq!(answer, json!({ "error": "Nothing was exported." }));
    running.stop().await;
}

/// A service in which each export has this state. `asked` has the bodies of the starts, and the number of
/// the polls.
struct Service {
    url: String,
    asked: Arc<Mutex<(Vec<Value>, usize)>>,
}

impl Service {
    async fn with(state: (StatusCode, Value)) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new((Vec::new(), 0)));
        let notes = Arc::clone(&asked);
        let json = |status: StatusCode, body: &Value| {
            (
                status,
                [("content-type", "application/json")],
                body.to_string(),
            )
                .into_response()
        };
        let routes = axum::Router::new().fallback(move |uri: Uri, body: String| {
            let (notes, state) = (Arc::clone(&notes), state.clone());
            async move {
                let path = uri.path().to_owned();
                if path.ends_with("/download") {
                    return ([("content-type", "application/pdf")], "file").into_response();
                }
                if path.ends_with("/dashboard-exports") {
                    notes
                        .lock()
                        .unwrap()
                        .0
                        .push(serde_json::from_str(&body).unwrap());
                    return json(StatusCode::OK, &json!({ "jobId": "job-1" }));
                }
                notes.lock().unwrap().1 += 1;
                json(state.0, &state.1)
            }
        });
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, asked }
    }

    fn starts(&self) -> Vec<Value> {
        self.asked.lock().unwrap().0.clone()
    }

    fn polls(&self) -> usize {
        self.asked.lock().unwrap().1
    }
}

fn status(status: &str) -> (StatusCode, Value) {
    (
        StatusCode::OK,
        json!({ "jobId": "job-1", "status": status }),
    )
}

#[tokio::test]
async fn what_is_refused_reaches_no_service() {
    let service = Service::with(status("completed")).await;
    let endpoint = ExportEndpoint::new(client(&service.url, "any"), named).on_error(|_| {});
    let own = "publicId=sales-overview";
    let changed = |name: &'static str, value: Option<&str>| {
        let mut request = asking(own);
        request.headers_mut().remove(name);
        if let Some(value) = value {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        request
    };
    let mut get = asking(own);
    *get.method_mut() = "GET".parse().unwrap();
    for (request, status) in [
        (get, 405),
        (changed("x-svc-embed", None), 403),
        (changed("sec-fetch-site", Some("cross-site")), 403),
        (changed("origin", Some("https://evil.example.com")), 403),
        (changed("user", None), 401),
        (changed("user", Some("broken")), 500),
        // Of another tenant, or of nobody.
        (asking("publicId=fulfilment"), 403),
        (asking("publicId=sales-overview-2"), 403),
        (asking("publicId=sales"), 403),
        (asking("publicId=fulfilment&publicId=sales-overview"), 403),
        (asking("format=pdf"), 403),
        (asking(&format!("{own}&format=html")), 400),
        (asking(&format!("{own}&format=PDF")), 400),
        (asking(&format!("{own}&format=")), 400),
    ] {
        let query = request.uri().to_string();
        let answer = endpoint.answer(request).await;
        assert_eq!(answer.status().as_u16(), status, "{query}");
        let status = answer.status();
        refused(answer, status).await;
    }
    assert_eq!(service.starts(), [] as [Value; 0]);
}

#[tokio::test]
async fn it_serves_whom_the_endpoint_that_mints_serves() {
    let service = Service::with(status("completed")).await;
    for exchange in Exchange::all() {
        let mut endpoint = ExportEndpoint::new(client(&service.url, "any"), named);
        if let Some(origin) = &exchange.origin {
            endpoint = endpoint.origin(origin);
        }
        let request = exchange.request("/api/export?publicId=sales-overview");
        let answer = endpoint.answer(request).await;
        let status = answer.status();
        assert_eq!(status.as_u16(), exchange.status, "{}", exchange.what);
        assert_eq!(
            answer.headers().contains_key("allow"),
            status.as_u16() == 405
        );
        if status == StatusCode::OK {
            assert_eq!(bytes(answer).await, b"file");
            continue;
        }
        let answer = refused(answer, status).await;
        let wanted = beginning(exchange.error.as_deref());
        assert!(answer["error"].as_str().unwrap().starts_with(wanted));
    }
}

#[tokio::test]
async fn a_user_who_asks_too_often_waits() {
    let service = Service::with(status("completed")).await;
    let endpoint = ExportEndpoint::new(client(&service.url, "any"), named)
        .rate_limit(1, Duration::from_secs(60));
    let first = endpoint.answer(asking("publicId=sales-overview")).await;
    assert_eq!(first.status(), StatusCode::OK);
    let second = endpoint.answer(asking("publicId=sales-overview")).await;
    assert_eq!(second.headers()["retry-after"], "60");
    refused(second, StatusCode::TOO_MANY_REQUESTS).await;
    let mut other = asking("publicId=sales-overview");
    other.headers_mut().insert("user", "ben".parse().unwrap());
    assert_eq!(endpoint.answer(other).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn it_renders_as_the_user_or_as_the_owner_of_the_key() {
    let service = Service::with(status("completed")).await;
    for render_as in [dana(), RenderAs::OwnerOfKey] {
        let authorize = move |_| {
            let authorized = exporter("sales-overview", render_as.clone());
            async move { Ok::<_, String>(Some(authorized)) }
        };
        let endpoint = ExportEndpoint::new(client(&service.url, "any"), authorize);
        let answer = endpoint.answer(asking("publicId=sales-overview")).await;
        assert_eq!(bytes(answer).await, b"file");
    }
    let body = |more: Value| {
        let mut body = json!({ "dashboardPublicId": "sales-overview", "format": "pdf" });
        let more: Map<String, Value> = serde_json::from_value(more).unwrap();
        body.as_object_mut().unwrap().extend(more);
        body
    };
    let dana = json!({ "renderAs": { "embedTenantName": "acme", "externalId": "dana" } });
    assert_eq!(service.starts(), [body(dana), body(json!({}))]);
}

#[tokio::test]
async fn no_name_of_a_dashboard_adds_a_header_or_leaves_its_folder() {
    let service = Service::with(status("completed")).await;
    let name = "../a\"; filename*=UTF-8''b.html\r\nset-cookie: c\u{202e}gpj.\u{e4}\\";
    let authorize = |_| async { Ok::<_, String>(Some(exporter(name, RenderAs::OwnerOfKey))) };
    let endpoint = ExportEndpoint::new(client(&service.url, "any"), authorize);
    let query: String = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("publicId", name)
        .finish();
    let answer = endpoint.answer(asking(&query)).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let disposition = answer.headers()["content-disposition"].to_str().unwrap();
    let saved = disposition.strip_prefix("attachment; filename=\"").unwrap();
    let saved = saved.strip_suffix(".pdf\"").unwrap();
    assert!(
        saved
            .chars()
            .all(|char| char.is_ascii_alphanumeric() || "_.-".contains(char))
    );
    assert!(!answer.headers().contains_key("set-cookie"));
}

#[tokio::test]
async fn a_page_that_no_longer_waits_ends_the_wait_at_the_service() {
    let service = Service::with(status("running")).await;
    let endpoint =
        ExportEndpoint::new(client(&service.url, "any"), named).pause(Duration::from_millis(20));
    let waiting =
        tokio::spawn(async move { endpoint.answer(asking("publicId=sales-overview")).await });
    while service.polls() < 2 {
        assert!(!waiting.is_finished(), "an answer without a poll");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // What axum does when the connection closes.
    waiting.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    let polls = service.polls();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(
        service.polls() <= polls + 1,
        "a poll may have been under way"
    );
}

#[tokio::test]
async fn an_export_that_is_gone_or_takes_too_long_may_be_asked_for_again() {
    let gone = (StatusCode::NOT_FOUND, json!({ "error": "no such job" }));
    // Only what goes on meets its limit: a busy machine may be late for the others.
    let (ample, short) = (Duration::from_secs(60), Duration::from_millis(200));
    for (state, limit, wanted) in [
        // As five minutes after its start.
        (gone, ample, StatusCode::SERVICE_UNAVAILABLE),
        (status("running"), short, StatusCode::SERVICE_UNAVAILABLE),
        (status("failed"), ample, StatusCode::BAD_GATEWAY),
        (
            (StatusCode::INTERNAL_SERVER_ERROR, json!({})),
            ample,
            StatusCode::SERVICE_UNAVAILABLE,
        ),
        (
            (StatusCode::TOO_MANY_REQUESTS, json!({})),
            ample,
            StatusCode::SERVICE_UNAVAILABLE,
        ),
    ] {
        let service = Service::with(state.clone()).await;
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        let endpoint = ExportEndpoint::new(client(&service.url, "secret-key"), named)
            .pause(Duration::from_millis(20))
            .limit(limit)
            .on_error(move |failure| lines.lock().unwrap().push(failure.one_line()));
        let answer = endpoint.answer(asking("publicId=sales-overview")).await;
        assert_eq!(answer.status(), wanted, "{state:?}");
        let answer = refused(answer, wanted).await;
        assert_eq!(answer, json!({ "error": "Nothing was exported." }));
        let log = log.lock().unwrap();
        assert_eq!(log.len(), 1);
        assert!(!log[0].contains("secret-key"), "{}", log[0]);
    }
}
