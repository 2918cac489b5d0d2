//! Whatever is asked, the sandbox answers: in JSON, with a request id, and never with 500.

use serde_json::{Value, json};

use crate::support::{ADMIN, Answer, Sandbox, USER, raw_request, request};

const BEARER: (&str, &str) = ("Authorization", "Bearer sandbox-admin-key");
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// The error's message, which must be in the form of its API.
fn message(answer: &Answer, path: &str) -> String {
    assert!(answer.headers.contains("x-request-id: "), "{path}");
    let body = answer.json();
    if path.starts_with("/api/scim/") {
        assert!(
            answer
                .headers
                .contains("content-type: application/scim+json")
        );
        assert_eq!(
            body["schemas"],
            json!(["urn:ietf:params:scim:api:messages:2.0:Error"])
        );
        assert_eq!(body["status"], answer.status.to_string());
        return body["detail"].as_str().unwrap().to_owned();
    }
    assert!(answer.headers.contains("content-type: application/json"));
    assert_eq!(body.as_object().unwrap().len(), 1, "{path}: {body}");
    body["error"].as_str().unwrap().to_owned()
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
        assert_eq!(
            answer.headers.contains("\r\nallow: "),
            status == 405,
            "{method} {path}"
        );
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
    for (path, body) in [
        ("/api/v1/users/", r#"{"email":"a@example.com"}"#),
        (
            "/api/scim/v2/Users",
            r#"{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"b@example.com"}"#,
        ),
    ] {
        for other in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "text/json",
            "json",
        ] {
            let answer = send(path, other, body).await;
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
        let schema = "urn:ietf:params:scim:schemas:core:2.0:User";
        let body = format!(r#"{{"schemas":["{schema}"],"userName":"u{n}@example.com"}}"#);
        assert_eq!(send("/api/scim/v2/Users", right, &body).await.status, 201);
    }
    // Without a media type, a body is read as JSON; without a body, the media type does not matter.
    let bare = raw_request(
        origin,
        "POST",
        "/api/v1/users/",
        &[BEARER],
        br#"{"email":"c@example.com"}"#,
    );
    assert_eq!(bare.await.status, 201);
    let path = "/api/v1/deployments/7/workbooks/41/duplicate";
    assert_eq!(send(path, "text/plain", "").await.status, 200);
}

#[tokio::test]
async fn cors_also_holds_on_unknown_paths_and_for_errors() {
    let sandbox = Sandbox::start().await;
    let origin = &sandbox.running.tenant;
    let near = ("Origin", "http://localhost:5173");
    for (method, path) in [
        ("GET", "/api/v1/nowhere"),
        ("GET", "/nowhere"),
        ("PATCH", "/api/v1/deployments"),
        ("GET", "/api/v1/deployments"),
    ] {
        let answer = request(origin, method, path, &[near], None).await;
        assert!(answer.status >= 400, "{method} {path}");
        assert!(
            answer
                .headers
                .contains("access-control-allow-origin: http://localhost:5173"),
            "{method} {path}: {}",
            answer.headers
        );
    }
    let preflight = [
        near,
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization"),
    ];
    let answer = request(origin, "OPTIONS", "/api/v1/nowhere", &preflight, None).await;
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .headers
            .contains("access-control-allow-headers: authorization")
    );
}

#[tokio::test]
async fn a_filter_of_brackets_does_not_end_the_process() {
    let sandbox = Sandbox::start().await;
    for length in [100, 1_000, 5_000, 20_000] {
        let path = format!("/api/scim/v2/Users?filter={}", "(".repeat(length));
        let answer = sandbox.tenant("GET", &path, Some(ADMIN), None).await;
        assert_eq!(answer.status, 400);
        assert_eq!(answer.json()["scimType"], "invalidFilter");
        let body = json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [{ "op": "remove", "path": format!("emails[{}", "(".repeat(length)) }] });
        let refused = sandbox.expect(400, ADMIN, "PATCH", "/api/scim/v2/Users/2", Some(body));
        assert!(refused.await["scimType"].is_string());
    }
    sandbox.get(ADMIN, "/api/scim/v2/Users").await;
}

#[tokio::test]
async fn names_that_are_taken_are_a_conflict() {
    let sandbox = Sandbox::start().await;
    let groups = "/api/v1/embed-tenants/acme/groups";
    let body = json!({ "name": "buyers" });
    let made = sandbox.expect(201, ADMIN, "POST", groups, Some(body)).await;
    let path = format!("{groups}/{}", made["id"]);
    for name in ["managers", "MANAGERS"] {
        let body = Some(json!({ "name": name }));
        sandbox.expect(409, ADMIN, "PATCH", &path, body).await;
    }
    let body = Some(json!({ "name": "Buyers" }));
    sandbox.expect(200, ADMIN, "PATCH", &path, body).await;
}

#[tokio::test]
async fn dev_mode_starts_beside_a_branch_of_the_name_it_would_take() {
    let sandbox = Sandbox::start().await;
    let branches = "/build/api/v1/deployments/7/branches";
    for name in ["dev-1", "dev-1-2"] {
        let body = Some(json!({ "name": name }));
        sandbox.expect(201, ADMIN, "POST", branches, body).await;
    }
    let path = "/build/api/v1/deployments/7/dev-mode";
    let started = sandbox.expect(200, ADMIN, "POST", path, None).await;
    assert_eq!(started["branch"]["name"], "dev-1-3");
    assert_eq!(started["branch"]["kind"], "personal");
    let again = sandbox.expect(200, ADMIN, "POST", path, None).await;
    assert_eq!(again["branch"]["id"], started["branch"]["id"]);
    sandbox.expect(200, USER, "POST", path, None).await;
}

/// A sync that has no branch to commit to does not stand in the way of the deployment's other calls.
#[tokio::test]
async fn a_deployment_without_branches_survives_a_sync() {
    let sandbox = Sandbox::seeded(|seed| {
        let bare = json!({ "id": 20, "name": "Bare" });
        seed["deployments"].as_array_mut().unwrap().push(bare);
    })
    .await;
    let bare = "/api/v1/deployments/20";
    let path = format!("{bare}/transform-sync");
    sandbox
        .expect(201, ADMIN, "POST", &path, Some(json!({})))
        .await;
    sandbox.advance(1_000).await;
    sandbox.get(ADMIN, &format!("{bare}/versions")).await;
    assert_eq!(sandbox.get(ADMIN, &path).await["count"], 1);
    let branches = "/build/api/v1/deployments/20/branches";
    assert_eq!(sandbox.get(ADMIN, branches).await["count"], 0);
    let files = "/build/api/v1/deployments/20/data-model/files";
    sandbox.expect(404, ADMIN, "GET", files, None).await;
}

/// A HEAD is answered as a GET without its body, and changes nothing.
#[tokio::test]
async fn a_head_is_not_an_entry_of_the_audit_log() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/deployments",
        "/api/v1/github/repositories",
        "/api/scim/v2/Users",
    ] {
        let answer = sandbox.tenant("HEAD", path, Some(ADMIN), None).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, ""), "{path}");
    }
    let log = sandbox
        .tenant("GET", "/api/v1/audit-logs/export", Some(ADMIN), None)
        .await;
    assert_eq!(log.body.lines().count(), 2, "{}", log.body);
}

/// Values at the edges of what their types can hold.
#[tokio::test]
async fn numbers_and_texts_at_the_edge_are_answered() {
    let sandbox = Sandbox::start().await;
    let seven = "/api/v1/deployments/7";
    let most = "9007199254740991";
    for path in [
        format!("{seven}/reports?first={most}"),
        format!("/api/v1/deployments?offset={most}&limit={most}"),
        format!("{seven}/environments?offset={most}&limit={most}"),
        format!("/api/v1/regions/?first={most}"),
        format!("/api/scim/v2/Users?startIndex={most}&count={most}"),
    ] {
        sandbox.get(ADMIN, &path).await;
    }
    let nul = "a\u{0}b";
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    for (method, path, body) in [
        (
            "PUT",
            format!("{seven}/reports/by-public-id/nul"),
            json!({ "name": nul, "spec": { "x": deep } }),
        ),
        (
            "PUT",
            format!("{seven}/workbooks/by-slug/nul"),
            json!({ "name": nul, "meta": { nul: deep } }),
        ),
        (
            "POST",
            "/api/v1/oauth-integrations/".to_owned(),
            json!({ nul: nul, "deep": deep }),
        ),
        (
            "POST",
            "/api/v1/github/a%00b".to_owned(),
            json!({ nul: deep }),
        ),
        (
            "PUT",
            "/api/v1/tenant/settings".to_owned(),
            json!({ nul: deep }),
        ),
        (
            "PATCH",
            "/api/v1/users/me/settings".to_owned(),
            json!({ nul: nul, "sheets": { nul: deep } }),
        ),
    ] {
        for _ in 0..2 {
            let answer = sandbox
                .tenant(method, &path, Some(ADMIN), Some(body.clone()))
                .await;
            assert!(answer.status < 300, "{path}: {}", answer.body);
        }
    }
    let too_deep: Value = (0..126).fold(json!(1), |inner, _| json!([inner]));
    let body = format!("[[{too_deep}]]");
    let answer = raw_request(
        &sandbox.running.tenant,
        "POST",
        "/api/v1/oauth-integrations/",
        &[BEARER, JSON],
        body.as_bytes(),
    )
    .await;
    assert_eq!(answer.status, 400);
}
