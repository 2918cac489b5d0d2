//! Authentication and authorization: 401, 403, scopes, roles and permissions.

use serde_json::{Value, json};

use crate::support::{ADMIN, HOUR_MS, SCOPED, Sandbox, VIEWER, request, text};

const DEPLOYMENTS: &str = "/api/v1/deployments";

async fn status_of(sandbox: &Sandbox, path: &str, authorization: &str) -> u16 {
    let headers = [("Authorization", authorization)];
    request(&sandbox.running.tenant, "GET", path, &headers, None)
        .await
        .status
}

#[tokio::test]
async fn error_401_the_credential_is_missing_malformed_or_expired() {
    let sandbox = Sandbox::start().await;
    let answer = sandbox.tenant("GET", DEPLOYMENTS, None, None).await;
    assert_eq!(answer.status, 401);
    assert!(answer.json()["error"].is_string());
    for authorization in [
        "Bearer",
        "Bearer ",
        "Bearer unknown",
        "Basic sandbox-admin-key",
        "sandbox-admin-key",
        // It expired in 2020.
        "Bearer sandbox-expired-key",
        // This form is only for SCIM.
        "Api-Key sandbox-admin-key",
    ] {
        assert_eq!(
            status_of(&sandbox, DEPLOYMENTS, authorization).await,
            401,
            "{authorization}"
        );
    }
}

#[tokio::test]
async fn api_keys_and_oauth_tokens_are_sent_the_same_way_to_every_api() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/deployments",
        "/build/api/v1/deployments/7/branches",
        "/api/scim/v2/Users",
    ] {
        assert_eq!(
            status_of(&sandbox, path, "Bearer sandbox-admin-key").await,
            200,
            "{path}"
        );
        assert_eq!(
            status_of(&sandbox, path, "bearer sandbox-admin-key").await,
            200,
            "{path}"
        );
    }
    assert_eq!(
        status_of(&sandbox, DEPLOYMENTS, "Bearer sandbox-oauth-token").await,
        200
    );
}

#[tokio::test]
async fn error_403_a_key_that_is_scoped_to_other_deployments() {
    let sandbox = Sandbox::start().await;
    sandbox.get(SCOPED, "/api/v1/deployments/7/versions").await;
    for (method, path) in [
        ("GET", "/api/v1/deployments/12/versions"),
        ("PUT", "/api/v1/deployments/12"),
        ("GET", "/build/api/v1/deployments/12/branches"),
        // Whether it exists is not told.
        ("GET", "/api/v1/deployments/999/versions"),
    ] {
        let refused = sandbox.expect(403, SCOPED, method, path, None).await;
        let message = text(&refused, "error");
        assert!(
            message.contains("outside the scope of the API key"),
            "{message}"
        );
    }
    sandbox
        .expect(404, ADMIN, "GET", "/api/v1/deployments/999/versions", None)
        .await;
    // An unscoped key works for every deployment; a scoped one lists its own.
    sandbox.get(ADMIN, "/api/v1/deployments/12/versions").await;
    let listed = sandbox.get(SCOPED, DEPLOYMENTS).await;
    assert_eq!(listed["pagination"]["total"], 1);
    assert_eq!(listed["data"]["deployments"][0]["id"], "7");
}

#[tokio::test]
async fn error_403_a_permission_is_missing() {
    let sandbox = Sandbox::start().await;
    for (method, path, permission) in [
        ("GET", "/api/v1/audit-logs/export", "AuditLogManage"),
        ("GET", "/api/v1/deployments/7/env-vars", "SecretsManage"),
        (
            "POST",
            "/api/v1/deployments/7/lakehouse-metric-view-previews",
            "SchemaRead or SchemaUpdate",
        ),
        (
            "PUT",
            "/api/v1/deployments/7/lakehouse-metric-view-integrations/lakehouse",
            "SchemaUpdate",
        ),
    ] {
        let refused = sandbox.expect(403, VIEWER, method, path, None).await;
        let message = refused["error"].as_str().unwrap();
        assert!(message.contains(permission), "{message}");
    }
    let permitted = Sandbox::seeded(|seed| {
        seed["users"][2]["permissions"] = json!(["AuditLogManage", "SecretsManage", "SchemaRead"]);
    })
    .await;
    let answer = permitted
        .tenant("GET", "/api/v1/audit-logs/export", Some(VIEWER), None)
        .await;
    assert_eq!(answer.status, 200);
    permitted
        .get(VIEWER, "/api/v1/deployments/7/env-vars")
        .await;
    // Reading is not updating.
    let integration = "/api/v1/deployments/7/lakehouse-metric-view-integrations/lakehouse";
    permitted
        .expect(404, VIEWER, "GET", integration, None)
        .await;
    permitted
        .expect(403, VIEWER, "PUT", integration, None)
        .await;
}

#[tokio::test]
async fn an_embed_session_opens_what_is_for_it_until_it_lapses() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "embedTenantName": "acme", "externalId": "chris" });
    let viewer = sandbox.embed(body.clone()).await;
    let folders = "/api/v1/deployments/7/folders";
    sandbox.get(&viewer, "/api/v1/app-config").await;
    sandbox.expect(403, &viewer, "GET", folders, None).await;
    let mut creator = body;
    creator["creatorMode"] = json!(true);
    let creator = sandbox.embed(creator).await;
    sandbox.get(&creator, folders).await;
    sandbox
        .expect(403, &creator, "GET", "/api/v1/tenant/settings", None)
        .await;
    let elsewhere = json!({ "embedTenantName": "acme", "externalId": "chris", "deploymentId": 12 });
    let elsewhere = sandbox.embed(elsewhere).await;
    for path in [folders, "/api/v1/embed/dashboard/sales-overview/comments"] {
        let refused = sandbox.expect(403, &elsewhere, "GET", path, None).await;
        assert_eq!(
            text(&refused, "error"),
            "deployment 7 is not open to this embed session, which was generated for deployment 12: \
             generate one for this deployment (deploymentId), or for all"
        );
    }
    // Nobody would own what a session without a viewer makes, and tokens are for the console's users.
    let nobody = json!({ "embedTenantName": "acme", "creatorMode": true });
    let nobody = sandbox.embed(nobody).await;
    for (key, path) in [
        (&nobody, "/api/v1/deployments/7/workbooks/41/duplicate"),
        (&creator, "/api/v1/deployments/7/token"),
    ] {
        sandbox.expect(403, key, "POST", path, None).await;
    }
    sandbox.advance(23 * HOUR_MS).await;
    sandbox
        .expect(401, &viewer, "GET", "/api/v1/app-config", None)
        .await;
}

#[tokio::test]
async fn a_page_on_another_loopback_port_may_call_the_api_and_no_other_page_may() {
    let sandbox = Sandbox::start().await;
    let ask = async |origin: &str, method: &str, headers: &[(&str, &str)]| {
        let mut headers = headers.to_vec();
        headers.push(("Origin", origin));
        let path = "/api/v1/deployments/7";
        request(&sandbox.running.tenant, method, path, &headers, None).await
    };
    let preflight = [
        ("Access-Control-Request-Method", "PUT"),
        (
            "Access-Control-Request-Headers",
            "authorization,content-type",
        ),
    ];
    let near = "http://localhost:5173";
    let allowed = ask(near, "OPTIONS", &preflight).await;
    assert_eq!(allowed.status, 200);
    for header in [
        "access-control-allow-origin: http://localhost:5173",
        "access-control-allow-methods: put",
        "access-control-allow-headers: authorization,content-type",
    ] {
        assert!(
            allowed.headers.contains(header),
            "{header}: {}",
            allowed.headers
        );
    }
    let called = ask(
        near,
        "PUT",
        &[("Authorization", "Bearer sandbox-admin-key")],
    )
    .await;
    assert_eq!(called.status, 200);
    assert!(called.headers.contains("access-control-expose-headers"));
    assert_eq!(
        ask("https://example.com", "OPTIONS", &preflight)
            .await
            .status,
        403
    );
}

#[tokio::test]
async fn an_error_is_one_object_with_a_message_and_carries_no_credential() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/deployments/999/versions",
        "/api/v1/tenant/settings",
    ] {
        let answer = sandbox.tenant("GET", path, Some(VIEWER), None).await;
        let error: Value = answer.json();
        assert_eq!(error.as_object().unwrap().len(), 1, "{error}");
        assert!(error["error"].is_string());
        assert!(!answer.body.contains(VIEWER) && !answer.headers.contains(VIEWER));
    }
}
