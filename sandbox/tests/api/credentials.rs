//! Authentication and authorization: 401, 403, scopes, roles and permissions.

use serde_json::json;

use crate::support::{HOUR_MS, SCOPED, SEVEN, Sandbox, request, text};

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
    let refused = sandbox.nobody().refused(401, DEPLOYMENTS).await;
    assert!(refused["error"].is_string());
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
        let status = status_of(&sandbox, DEPLOYMENTS, authorization).await;
        assert_eq!(status, 401, "{authorization}");
    }
}

#[tokio::test]
async fn api_keys_and_oauth_tokens_are_sent_the_same_way_to_every_api() {
    let sandbox = Sandbox::start().await;
    for (path, credential) in [
        (DEPLOYMENTS, "Bearer sandbox-admin-key"),
        (DEPLOYMENTS, "bearer sandbox-admin-key"),
        (DEPLOYMENTS, "Bearer sandbox-oauth-token"),
        (
            "/build/api/v1/deployments/7/branches",
            "bearer sandbox-admin-key",
        ),
        ("/api/scim/v2/Users", "bearer sandbox-admin-key"),
    ] {
        let status = status_of(&sandbox, path, credential).await;
        assert_eq!(status, 200, "{path}");
    }
}

#[tokio::test]
async fn error_403_a_key_that_is_scoped_to_other_deployments() {
    let sandbox = Sandbox::start().await;
    let scoped = sandbox.by(SCOPED);
    for (method, path) in [
        ("GET", "/api/v1/deployments/12/versions"),
        ("PUT", "/api/v1/deployments/12"),
        ("GET", "/build/api/v1/deployments/12/branches"),
        // Whether it exists is not told.
        ("GET", "/api/v1/deployments/999/versions"),
    ] {
        let message = text(&scoped.send(403, method, path, ()).await, "error");
        let expected = "outside the scope of the API key";
        assert!(message.contains(expected), "{message}");
    }
    let ada = sandbox.ada();
    ada.refused(404, "/api/v1/deployments/999/versions").await;
    // An unscoped key works for every deployment; a scoped one lists its own.
    ada.get("/api/v1/deployments/12/versions").await;
    let listed = scoped.get(DEPLOYMENTS).await;
    assert_eq!(listed["pagination"]["total"], 1);
    assert_eq!(listed["data"]["deployments"][0]["id"], "7");
}

#[tokio::test]
async fn error_403_a_permission_is_missing() {
    let sandbox = Sandbox::start().await;
    let vic = sandbox.vic();
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
        let refused = vic.send(403, method, path, ()).await;
        let message = text(&refused, "error");
        assert!(message.contains(permission), "{message}");
    }
    let permitted = Sandbox::seeded(|seed| {
        seed["users"][2]["permissions"] = json!(["AuditLogManage", "SecretsManage", "SchemaRead"]);
    })
    .await;
    let vic = permitted.vic();
    vic.get("/api/v1/audit-logs/export").await;
    vic.get("/api/v1/deployments/7/env-vars").await;
    // Reading is not updating.
    let integration = "/api/v1/deployments/7/lakehouse-metric-view-integrations/lakehouse";
    vic.refused(404, integration).await;
    vic.put(403, integration, ()).await;
}

#[tokio::test]
async fn an_embed_session_opens_what_is_for_it_until_it_lapses() {
    let sandbox = Sandbox::start().await;
    let mut chris = json!({ "embedTenantName": "acme", "externalId": "chris" });
    let folders = "/api/v1/deployments/7/folders";
    let viewer = sandbox.embed(chris.clone()).await;
    viewer.get("/api/v1/app-config").await;
    viewer.refused(403, folders).await;
    chris["creatorMode"] = json!(true);
    let creator = sandbox.embed(chris.clone()).await;
    creator.get(folders).await;
    creator.refused(403, "/api/v1/tenant/settings").await;
    chris["deploymentId"] = json!(12);
    let elsewhere = sandbox.embed(chris).await;
    for path in [folders, "/api/v1/embed/dashboard/sales-overview/comments"] {
        let refused = elsewhere.refused(403, path).await;
        assert_eq!(
            text(&refused, "error"),
            "deployment 7 is not open to this embed session, which was generated for deployment 12: \
             generate one for this deployment (deploymentId), or for all"
        );
    }
    // Tokens are for the console's users.
    creator.post(403, "/api/v1/deployments/7/token", ()).await;
    sandbox.advance(23 * HOUR_MS).await;
    viewer.refused(401, "/api/v1/app-config").await;
}

/// Nobody would own what it makes.
#[tokio::test]
async fn a_creator_without_an_external_id_reads_and_creates_nothing() {
    let sandbox = Sandbox::start().await;
    let creator = json!({ "embedTenantName": "acme", "creatorMode": true });
    let creator = sandbox.embed(creator).await;
    let creator = creator.at(SEVEN);
    creator.get("/shared-workspace").await;
    creator.post(403, "/workbooks/41/duplicate", ()).await;
    let refused = creator.put(403, "/workbooks/by-slug/mine", json!({})).await;
    assert!(text(&refused, "error").contains("externalId"));
}
