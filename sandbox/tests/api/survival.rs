//! Whatever is asked, the sandbox answers: in JSON, with a request id, and never with 500.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{ADMIN, Answer, BUILD, Sandbox, raw_request, request, text};

const BEARER: (&str, &str) = ("Authorization", "Bearer sandbox-admin-key");
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// The error's message, which must be in the form of its API.
fn message(answer: &Answer, path: &str) -> String {
    assert!(answer.has("x-request-id: "), "{path}");
    assert!(!answer.headers.contains(ADMIN) && !answer.body.contains(ADMIN));
    let body = answer.json();
    if path.starts_with("/api/scim/") {
        assert!(answer.has("content-type: application/scim+json"));
        let schema = "urn:ietf:params:scim:api:messages:2.0:Error";
        assert_eq!(body["schemas"], json!([schema]));
        assert_eq!(body["status"], answer.status.to_string());
        return text(&body, "detail");
    }
    assert!(answer.has("content-type: application/json"));
    assert_eq!(body.as_object().unwrap().len(), 1, "{path}: {body}");
    text(&body, "error")
}

#[tokio::test]
async fn every_error_is_json_with_a_request_id() {
    let sandbox = Sandbox::start().await;
    let origin = &sandbox.running.tenant;
    for (method, path, status) in [
        // A page for people is there, and answers nothing else.
        ("POST", "/", 405),
        ("GET", "/nowhere", 404),
        ("GET", "/api/v1/nowhere", 404),
        ("GET", "/build/api/v1/nowhere", 404),
        ("GET", "/api/scim/v2", 404),
        ("GET", "/api/scim/v2/Nowhere", 404),
        ("GET", "/api/scim/v2/Schemas/none", 404),
        ("GET", "/embed/assets/none.js", 404),
        ("GET", "/svc-api/v1/x/y/meta", 404),
        ("PATCH", "/api/v1/deployments", 405),
        ("PATCH", "/build/api/v1/deployments/7/commit", 405),
        ("PATCH", "/api/scim/v2/Users", 405),
        ("POST", "/api/scim/v2/Schemas", 405),
        ("DELETE", "/embed/chat", 405),
        ("GET", "/embed/api/session", 405),
        ("GET", "/api/v1/embed/dashboard/%ff/comments", 400),
        ("GET", "/api/scim/v2/Users/%ff", 400),
        ("GET", "/api/scim/v2/Schemas/%ff", 400),
        ("GET", "/api/v1/deployments?limit=%ff", 400),
        ("GET", "/api/scim/v2/Users?filter=%c3", 400),
    ] {
        let answer = request(origin, method, path, &[BEARER], None).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        message(&answer, path);
        assert_eq!(answer.has("\r\nallow: "), status == 405, "{method} {path}");
    }
    // No credential, a body that is no JSON, and one that says it is larger than it may be.
    for path in ["/api/v1/users/", "/api/scim/v2/Users"] {
        let answer = request(origin, "POST", path, &[], None).await;
        assert_eq!(answer.status, 401);
        message(&answer, path);
        for body in [&b"{"[..], b"\xff\xfe", b"{\"a\":\"\xff\"}"] {
            let answer = raw_request(origin, "POST", path, &[BEARER, JSON], body).await;
            assert_eq!(answer.status, 400);
            assert!(message(&answer, path).contains("not JSON"));
        }
        let huge = vec![b' '; 4 * 1024 * 1024 + 1];
        let answer = raw_request(origin, "POST", path, &[BEARER, JSON], &huge).await;
        assert_eq!(answer.status, 413);
        assert!(message(&answer, path).contains("4 MiB"));
    }
    // A page of another site.
    for path in ["/api/v1/nowhere", "/api/scim/v2/Users"] {
        let foreign = [BEARER, ("Origin", "https://example.com")];
        let answer = request(origin, "GET", path, &foreign, None).await;
        assert_eq!(answer.status, 403, "{path}");
        message(&answer, path);
    }
}

#[tokio::test]
async fn error_415_a_body_of_another_media_type() {
    let sandbox = Sandbox::start().await;
    let origin = &sandbox.running.tenant;
    let send = async |path: &str, media_type: &str, body: &str| {
        let headers = [BEARER, ("Content-Type", media_type)];
        raw_request(origin, "POST", path, &headers, body.as_bytes()).await
    };
    let user = |name: &str| {
        let schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
        json!({ "schemas": schemas, "userName": name, "email": name }).to_string()
    };
    for path in ["/api/v1/users/", "/api/scim/v2/Users"] {
        for other in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "text/json",
            "json",
        ] {
            let answer = send(path, other, &user("wrong@example.com")).await;
            assert_eq!(answer.status, 415, "{path} {other}");
            assert!(message(&answer, path).contains("application/json"));
        }
    }
    for (n, right) in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/scim+json",
    ]
    .iter()
    .enumerate()
    {
        let body = user(&format!("u{n}@example.com"));
        assert_eq!(send("/api/scim/v2/Users", right, &body).await.status, 201);
    }
    // Without a media type, a body is read as JSON; without a body, the media type does not matter.
    let body = user("bare@example.com");
    let bare = raw_request(origin, "POST", "/api/v1/users/", &[BEARER], body.as_bytes());
    assert_eq!(bare.await.status, 201);
    let path = "/api/v1/deployments/7/workbooks/41/duplicate";
    assert_eq!(send(path, "text/plain", "").await.status, 200);
    // A content coding is one that nobody reads.
    for (coding, status) in [("gzip", 415), ("br", 415), ("identity", 200)] {
        let headers = [BEARER, JSON, ("Content-Encoding", coding)];
        let answer = raw_request(origin, "POST", path, &headers, b"{}").await;
        assert_eq!(answer.status, status, "{coding}");
    }
}

#[tokio::test]
async fn a_page_on_another_loopback_port_may_call_the_api_and_no_other_page_may() {
    let sandbox = Sandbox::start().await;
    let origin = &sandbox.running.tenant;
    let near = ("Origin", "http://localhost:5173");
    let allowed = "access-control-allow-origin: http://localhost:5173";
    for (method, path, credential, status) in [
        ("PUT", "/api/v1/deployments/7", BEARER, 200),
        // On unknown paths and for errors, too.
        ("GET", "/api/v1/nowhere", BEARER, 404),
        ("GET", "/nowhere", BEARER, 404),
        ("PATCH", "/api/v1/deployments", BEARER, 405),
        ("GET", "/api/v1/deployments", ("Authorization", ""), 401),
    ] {
        let answer = request(origin, method, path, &[near, credential], None).await;
        assert_eq!(answer.status, status, "{method} {path}");
        assert!(answer.has(allowed), "{path}: {}", answer.headers);
        assert!(answer.has("access-control-expose-headers"), "{path}");
    }
    let preflight = async |from: (&str, &str), path: &str| {
        let headers = [
            from,
            ("Access-Control-Request-Method", "PUT"),
            (
                "Access-Control-Request-Headers",
                "authorization,content-type",
            ),
        ];
        request(origin, "OPTIONS", path, &headers, None).await
    };
    for path in ["/api/v1/deployments/7", "/api/v1/nowhere"] {
        let answer = preflight(near, path).await;
        assert_eq!(answer.status, 200);
        for header in [
            allowed,
            "access-control-allow-methods: put",
            "access-control-allow-headers: authorization,content-type",
        ] {
            assert!(answer.has(header), "{header}: {}", answer.headers);
        }
        let far = ("Origin", "https://example.com");
        assert_eq!(preflight(far, path).await.status, 403);
    }
}

#[tokio::test]
async fn dev_mode_starts_beside_a_branch_of_the_name_it_would_take() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada().at(BUILD);
    for name in ["dev-1", "dev-1-2"] {
        ada.post(201, "/branches", json!({ "name": name })).await;
    }
    let started = ada.post(200, "/dev-mode", ()).await;
    assert_has!(started["branch"], { "name": "dev-1-3", "kind": "personal" });
    let again = ada.post(200, "/dev-mode", ()).await;
    assert_eq!(again["branch"]["id"], started["branch"]["id"]);
}

/// A sync that has no branch to commit to does not stand in the way of the deployment's other calls.
#[tokio::test]
async fn a_deployment_without_branches_survives_a_sync() {
    let bare = json!({ "id": 20, "name": "Bare" });
    let sandbox = Sandbox::with_row("deployments", bare).await;
    let ada = sandbox.ada();
    let syncs = "/api/v1/deployments/20/transform-sync";
    ada.post(201, syncs, json!({})).await;
    sandbox.advance(1_000).await;
    ada.get("/api/v1/deployments/20/versions").await;
    assert_eq!(ada.get(syncs).await["count"], 1);
    let build = ada.at("/build/api/v1/deployments/20");
    assert_eq!(build.get("/branches").await["count"], 0);
    build.refused(404, "/data-model/files").await;
}

/// A HEAD is answered as a GET without its body, and changes nothing.
#[tokio::test]
async fn a_head_is_not_an_entry_of_the_audit_log() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for path in [
        "/api/v1/deployments",
        "/api/v1/github/repositories",
        "/api/scim/v2/Users",
    ] {
        let answer = ada.answer("HEAD", path, ()).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, ""), "{path}");
    }
    let log = ada.answer("GET", "/api/v1/audit-logs/export", ()).await;
    assert_eq!(log.body.lines().count(), 2, "{}", log.body);
}

/// Values at the edges of what their types can hold.
#[tokio::test]
async fn numbers_and_texts_at_the_edge_are_answered() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let seven = "/api/v1/deployments/7";
    let most = "9007199254740991";
    for path in [
        format!("{seven}/reports?first={most}"),
        format!("/api/v1/deployments?offset={most}&limit={most}"),
        format!("{seven}/environments?offset={most}&limit={most}"),
        format!("/api/v1/regions/?first={most}"),
        format!("/api/scim/v2/Users?startIndex={most}&count={most}"),
    ] {
        ada.get(&path).await;
    }
    let nul = "a\u{0}b";
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let report = json!({ "name": nul, "spec": { "x": deep } });
    let workbook = json!({ "name": nul, "meta": { nul: deep } });
    let settings = json!({ nul: nul, "sheets": { nul: deep } });
    for (method, path, body) in [
        ("PUT", "deployments/7/reports/by-public-id/nul", report),
        ("PUT", "deployments/7/workbooks/by-slug/nul", workbook),
        (
            "POST",
            "oauth-integrations/",
            json!({ nul: nul, "deep": deep }),
        ),
        ("POST", "github/a%00b", json!({ nul: deep })),
        ("PUT", "tenant/settings", json!({ nul: deep })),
        ("PATCH", "users/me/settings", settings),
    ] {
        let path = format!("/api/v1/{path}");
        for _ in 0..2 {
            let answer = ada.answer(method, &path, &body).await;
            assert!(answer.status < 300, "{path}: {}", answer.body);
        }
    }
    let too_deep: Value = (0..126).fold(json!(1), |inner, _| json!([inner]));
    let body = format!("[[{too_deep}]]");
    let (origin, path) = (&sandbox.running.tenant, "/api/v1/oauth-integrations/");
    let answer = raw_request(origin, "POST", path, &[BEARER, JSON], body.as_bytes()).await;
    assert_eq!(answer.status, 400);
}
