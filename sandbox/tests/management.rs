//! The backend of the demo's page for the management API: who may use it, and what it passes on.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use svc_sandbox::Options;
use svc_sandbox::limits::Limits;

use support::{ADMIN, Answer, Sandbox, VIEWER, options, raw_request, request, text};

const BASE: &str = "/api/management";
const PAGE: (&str, &str) = ("X-Svc-Embed-Demo", "management");
const REPORTS: &str = "/api/v1/deployments/7/reports";
const EXPORTS: &str = "/api/v1/deployments/7/dashboard-exports";
const DUPLICATE: &str = "/api/v1/deployments/7/workbooks/41/duplicate";
const USERS: &str = "/api/scim/v2/Users";

/// A call of the demo's page.
async fn ask(sandbox: &Sandbox, method: &str, path: &str, body: Option<Value>) -> Answer {
    let path = format!("{BASE}{path}");
    request(&sandbox.running.host, method, &path, &[PAGE], body).await
}

#[tokio::test]
async fn only_a_page_of_the_host_origin_may_use_it() {
    let sandbox = Sandbox::start().await;
    let own = sandbox.running.host.clone();
    let near = sandbox.running.tenant.clone();
    let path = format!("{BASE}{REPORTS}");
    for (headers, status) in [
        (vec![PAGE], 200),
        (vec![PAGE, ("Sec-Fetch-Site", "same-origin")], 200),
        (vec![PAGE, ("Origin", own.as_str())], 200),
        (vec![], 403),
        (vec![("Sec-Fetch-Site", "same-origin")], 403),
        (vec![PAGE, ("Sec-Fetch-Site", "same-site")], 403),
        (vec![PAGE, ("Sec-Fetch-Site", "none")], 403),
        (vec![PAGE, ("Origin", near.as_str())], 403),
        (
            vec![PAGE, ("Origin", own.as_str()), ("Origin", near.as_str())],
            403,
        ),
        (vec![PAGE, ("Origin", "https://example.com")], 403),
    ] {
        let answer = request(&own, "GET", &path, &headers, None).await;
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.body);
        assert!(!answer.headers.contains("access-control"), "{headers:?}");
    }
    // A page of another port asks for leave before it sends our header.
    let preflight = [
        ("Origin", near.as_str()),
        ("Access-Control-Request-Method", "GET"),
        ("Access-Control-Request-Headers", "x-svc-embed-demo"),
    ];
    let answer = request(&own, "OPTIONS", &path, &preflight, None).await;
    assert_eq!(answer.status, 403);
    assert!(!answer.headers.contains("access-control"));
}

#[tokio::test]
async fn the_calls_of_the_page_are_passed_on_and_no_others() {
    let sandbox = Sandbox::start().await;
    let reports = ask(&sandbox, "GET", &format!("{REPORTS}?first=2"), None).await;
    assert_eq!(reports.status, 200);
    let clone = ask(&sandbox, "POST", DUPLICATE, None).await;
    assert_eq!(text(&clone.json(), "name"), "Copy of Sales");
    let body = json!({ "dashboardPublicId": "sales-overview", "format": "png" });
    let export = ask(&sandbox, "POST", EXPORTS, Some(body)).await.json();
    // Its links are those of the service.
    assert!(text(&export, "statusUrl").starts_with(&sandbox.running.tenant));
    let job = format!("{EXPORTS}/{}", text(&export, "jobId"));
    assert_eq!(ask(&sandbox, "GET", &job, None).await.status, 200);
    sandbox.advance(1_000).await;
    let file = ask(&sandbox, "GET", &format!("{job}/download"), None).await;
    assert!(
        file.headers.contains("content-disposition: attachment"),
        "{}",
        file.headers
    );

    for (method, path) in [
        ("GET", "/api/v1/users/me"),
        ("GET", "/api/v1/deployments"),
        ("GET", "/api/v1/embed/generate-session"),
        ("GET", "/api/v1/deployments/7/folders"),
        ("GET", "/api/v1/deployments/7/%2e%2e/12/reports"),
        ("GET", "/api/v1/deployments/7/reports/"),
        ("GET", "/embed/dashboard/sales-overview"),
        ("GET", DUPLICATE),
        ("POST", REPORTS),
        ("GET", USERS),
        ("DELETE", "/api/scim/v2/Users/2"),
        ("PATCH", "/api/scim/v2/Users/2"),
        ("POST", "/api/scim/v2/Users/.search"),
    ] {
        let answer = ask(&sandbox, method, path, Some(json!({}))).await;
        assert_eq!(answer.status, 404, "{method} {path}: {}", answer.body);
        assert!(text(&answer.json(), "error").contains("only the calls that the page makes"));
    }
    for path in [
        REPORTS.replace('7', "12"),
        REPORTS.replace('7', "07"),
        REPORTS.replace('7', "7%2f..%2f12"),
    ] {
        let answer = ask(&sandbox, "GET", &path, None).await;
        assert_eq!(answer.status, 403, "{path}: {}", answer.body);
    }
}

#[tokio::test]
async fn users_are_provisioned_and_a_conflict_is_passed_on() {
    let sandbox = Sandbox::start().await;
    let schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
    let body = json!({ "schemas": schemas, "userName": "grace@example.com", "active": true });
    let made = ask(&sandbox, "POST", USERS, Some(body.clone())).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let again = ask(&sandbox, "POST", USERS, Some(body)).await;
    assert_eq!(
        (again.status, text(&again.json(), "scimType").as_str()),
        (409, "uniqueness")
    );
}

#[tokio::test]
async fn the_credential_is_the_backends_whatever_the_page_sends() {
    let sandbox = Sandbox::start().await;
    let viewer = format!("Bearer {VIEWER}");
    let headers = [
        PAGE,
        ("Authorization", viewer.as_str()),
        ("Cookie", "user=vic"),
    ];
    let path = format!("{BASE}{DUPLICATE}");
    let clone = request(&sandbox.running.host, "POST", &path, &headers, None).await;
    assert_eq!(clone.status, 200, "{}", clone.body);
    assert_eq!(clone.json().get("userId"), Some(&json!(1)));
}

#[tokio::test]
async fn where_the_levers_need_a_token_it_does_too() {
    let sandbox = Sandbox::with(Options {
        control_token: Some("a-token-of-the-test".to_owned()),
        ..options()
    })
    .await;
    let path = format!("{BASE}{REPORTS}");
    for (authorization, status) in [
        (format!("Bearer {ADMIN}"), 401),
        ("Bearer a-token-of-the-test".to_owned(), 200),
    ] {
        let headers = [PAGE, ("Authorization", authorization.as_str())];
        let answer = request(&sandbox.running.host, "GET", &path, &headers, None).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    assert_eq!(ask(&sandbox, "GET", REPORTS, None).await.status, 401);
}

#[tokio::test]
async fn its_bodies_have_the_limits_of_the_service() {
    let sandbox = Sandbox::with(Options {
        limits: Limits {
            body_time: Duration::from_millis(200),
            body_bytes: 1_024,
            ..Limits::default()
        },
        ..options()
    })
    .await;
    let host = &sandbox.running.host;
    let path = format!("{BASE}{USERS}");
    let json = ("Content-Type", "application/json");
    let large = raw_request(host, "POST", &path, &[PAGE, json], &[b' '; 1_025]).await;
    assert_eq!(large.status, 413, "{}", large.body);
    let promised = ("Content-Length", "50");
    let headers = [PAGE, json, promised];
    let asked = raw_request(host, "POST", &path, &headers, b"{");
    let slow = tokio::time::timeout(Duration::from_secs(5), asked).await;
    assert_eq!(slow.map(|answer| answer.status), Ok(408));
}

#[tokio::test]
async fn a_lever_adds_reports_once_and_a_reset_takes_them_back() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let total = async || {
        let path = "/api/v1/deployments/7/reports?first=1";
        ada.get(path).await.get("count").cloned()
    };
    let add = async |count: u32| {
        let body = json!({ "count": count });
        sandbox
            .host("POST", "/control/reports", Some(body))
            .await
            .status
    };
    let before = total().await.and_then(|count| count.as_i64()).unwrap();
    assert_eq!(add(0).await, 200);
    assert_eq!(total().await, Some(json!(before)));
    for count in [10_000, 10_000, 5] {
        assert_eq!(add(count).await, 200);
        assert_eq!(total().await, Some(json!(before + 10_000)));
    }
    // The ids that follow are those of the reports, and none is used up.
    let clone = ask(&sandbox, "POST", DUPLICATE, None).await.json();
    let snapshots = clone.pointer("/publishedDashboard/reportSnapshots");
    let report = snapshots
        .and_then(|all| all.pointer("/0/reportId"))
        .cloned();
    assert_eq!(report, Some(json!(34 + 10_000 + 1)));
    assert_eq!(add(10_001).await, 400);
    sandbox.host("POST", "/control/reset", None).await;
    assert_eq!(total().await, Some(json!(before)));
}
