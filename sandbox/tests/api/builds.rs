//! The build API: branches, dev mode, files, uploads, compilation, the staging environment.

use serde_json::{Value, json};

use crate::support::{ADMIN, BUILD, Sandbox, USER, request, text};

/// A call with a body, or without one if it is null.
async fn call(sandbox: &Sandbox, status: u16, method: &str, path: &str, body: Value) -> Value {
    let body = Some(body).filter(|body| !body.is_null());
    sandbox
        .expect(status, USER, method, &format!("{BUILD}{path}"), body)
        .await
}

async fn branch(sandbox: &Sandbox, name: &str) -> Value {
    let list = sandbox.get(ADMIN, &format!("{BUILD}/branches")).await;
    let all = list["items"].as_array().unwrap();
    all.iter()
        .find(|branch| branch["name"] == name)
        .cloned()
        .unwrap_or_default()
}

#[tokio::test]
async fn a_staging_environment_is_kept_active_and_listed() {
    let sandbox = Sandbox::start().await;
    let staging = "/branches/staging-environment";
    let on = call(
        &sandbox,
        200,
        "PUT",
        staging,
        json!({ "enabled": true, "branchName": "release" }),
    )
    .await;
    assert_eq!(
        on["data"],
        json!({ "id": 2, "name": "release", "parentBranch": "main", "lastHash": "4d5f1c2", "isStagingEnvironmentEnabled": true })
    );
    let listed = "/api/v1/deployments/7/environments?type=staging";
    let environments = sandbox.get(ADMIN, listed).await;
    assert_eq!(environments["data"]["environments"][0]["name"], "release");
    call(
        &sandbox,
        200,
        "PUT",
        staging,
        json!({ "enabled": false, "branchId": 2 }),
    )
    .await;
    assert_eq!(sandbox.get(ADMIN, listed).await["pagination"]["total"], 0);
}

#[tokio::test]
async fn only_shared_branches_have_a_staging_environment() {
    let sandbox = Sandbox::start().await;
    for (body, status) in [
        (json!({ "enabled": true, "branchName": "main" }), 409),
        (json!({ "enabled": true, "branchName": "dev-ben" }), 409),
        (
            json!({ "enabled": true, "branchName": "release", "branchId": 2 }),
            400,
        ),
        (json!({ "enabled": true }), 400),
        (json!({ "branchName": "release" }), 400),
        (json!({ "enabled": true, "branchName": "unknown" }), 404),
        // A branch of another deployment.
        (json!({ "enabled": true, "branchId": 5 }), 404),
    ] {
        call(
            &sandbox,
            status,
            "PUT",
            "/branches/staging-environment",
            body,
        )
        .await;
    }
}

#[tokio::test]
async fn deleting_a_branch_re_parents_its_children() {
    let sandbox = Sandbox::start().await;
    assert_eq!(branch(&sandbox, "returns").await["parentBranch"], "release");
    call(
        &sandbox,
        200,
        "DELETE",
        "/branches?branchName=release&removeOnUpstream=true",
        Value::Null,
    )
    .await;
    assert_eq!(branch(&sandbox, "returns").await["parentBranch"], "main");
    assert_eq!(branch(&sandbox, "release").await, Value::Null);
    for (query, status) in [
        ("", 400),
        ("?branchName=main", 409),
        ("?branchName=release", 404),
    ] {
        call(
            &sandbox,
            status,
            "DELETE",
            &format!("/branches{query}"),
            Value::Null,
        )
        .await;
    }
}

#[tokio::test]
async fn files_are_written_on_branches_in_dev_mode_alone() {
    let sandbox = Sandbox::start().await;
    let files = "/data-model/files";
    let body = json!({ "path": "model/new.yml", "content": "cubes: []\n" });
    call(&sandbox, 403, "PUT", files, body.clone()).await;
    let started = call(&sandbox, 200, "POST", "/dev-mode", json!({})).await;
    assert_eq!(started["branch"]["name"], "dev-ben", "Ben has one already");
    call(&sandbox, 200, "PUT", files, body.clone()).await;
    let mut elsewhere = body.clone();
    elsewhere["branchName"] = json!("release");
    call(&sandbox, 403, "PUT", files, elsewhere).await;
    let rename = json!({ "path": "model/new.yml", "newPath": "model/orders.yml" });
    call(&sandbox, 409, "POST", "/data-model/files/rename", rename).await;
    let rename = json!({ "path": "model/new.yml", "newPath": "model/newer.yml" });
    call(&sandbox, 200, "POST", "/data-model/files/rename", rename).await;
    let gone = json!({ "path": "model/new.yml", "newPath": "model/other.yml" });
    call(&sandbox, 404, "POST", "/data-model/files/rename", gone).await;
    call(
        &sandbox,
        200,
        "DELETE",
        &format!("{files}?path=model/newer.yml"),
        Value::Null,
    )
    .await;
    call(
        &sandbox,
        404,
        "DELETE",
        &format!("{files}?path=model/newer.yml"),
        Value::Null,
    )
    .await;
    call(&sandbox, 200, "DELETE", "/dev-mode", Value::Null).await;
    call(&sandbox, 403, "PUT", files, body).await;
    call(
        &sandbox,
        409,
        "POST",
        "/dev-mode",
        json!({ "branchName": "main" }),
    )
    .await;
}

#[tokio::test]
async fn dev_mode_is_listed_as_a_development_environment() {
    let sandbox = Sandbox::start().await;
    call(&sandbox, 200, "POST", "/dev-mode", json!({})).await;
    let listed = "/api/v1/deployments/7/environments?type=development";
    assert_eq!(
        sandbox.get(USER, listed).await["data"]["environments"][0]["name"],
        "dev-ben"
    );
    assert_eq!(
        sandbox.get(ADMIN, listed).await["pagination"]["total"],
        0,
        "it is Ben's own"
    );
}

#[tokio::test]
async fn a_compilation_error_is_a_result() {
    let sandbox = Sandbox::start().await;
    let validate = async |query: &str| {
        sandbox
            .get(USER, &format!("{BUILD}/data-model/validate{query}"))
            .await
    };
    assert_eq!(validate("").await["valid"], true);
    call(&sandbox, 200, "POST", "/dev-mode", json!({})).await;
    let broken = json!({ "path": "model/broken.yml", "content": "cubes:\n\t- name: orders\n" });
    call(&sandbox, 200, "PUT", "/data-model/files", broken).await;
    let result = validate("").await;
    assert_eq!(
        (&result["valid"], &result["branchName"]),
        (&json!(false), &json!("dev-ben"))
    );
    assert_eq!(
        (
            &result["errors"][0]["fileName"],
            &result["errors"][0]["line"]
        ),
        (&json!("model/broken.yml"), &json!(2))
    );
    assert_eq!(validate("?branchName=release").await["valid"], true);
    let unknown = format!("{BUILD}/data-model/validate?branchName=unknown");
    sandbox.expect(404, USER, "GET", &unknown, None).await;
}

#[tokio::test]
async fn chunks_of_an_upload_are_put_together() {
    let sandbox = Sandbox::start().await;
    call(
        &sandbox,
        403,
        "POST",
        "/data-model/upload/start",
        Value::Null,
    )
    .await;
    call(&sandbox, 200, "POST", "/dev-mode", json!({})).await;
    let upload = text(
        &call(
            &sandbox,
            201,
            "POST",
            "/data-model/upload/start",
            Value::Null,
        )
        .await,
        "uploadId",
    );
    for chunk in ["cubes:\n", "  - name: a\n"] {
        let body = json!({ "uploadId": upload, "path": "model/a.yml", "content": chunk });
        call(&sandbox, 200, "POST", "/data-model/upload/file", body).await;
    }
    // A body that is no JSON is the file itself.
    let path = format!("{BUILD}/data-model/upload/file?uploadId={upload}&path=model/b.yml");
    let headers = [
        ("Authorization", "Bearer sandbox-user-key"),
        ("Content-Type", "text/plain"),
    ];
    let raw = request(
        &sandbox.running.tenant,
        "POST",
        &path,
        &headers,
        Some(json!("b")),
    )
    .await;
    assert_eq!(raw.status, 200, "{}", raw.body);
    let done = call(
        &sandbox,
        200,
        "POST",
        "/data-model/upload/finish",
        json!({ "uploadId": upload }),
    )
    .await;
    assert_eq!(done["files"], 2);
    let files = sandbox
        .get(
            USER,
            &format!("{BUILD}/data-model/files?branchName=dev-ben"),
        )
        .await
        .to_string();
    assert!(files.contains("cubes:\\n  - name: a\\n"), "{files}");
    let again = json!({ "uploadId": upload });
    call(&sandbox, 404, "POST", "/data-model/upload/finish", again).await;
}

#[tokio::test]
async fn work_goes_from_a_branch_to_its_parent_and_to_production() {
    let sandbox = Sandbox::start().await;
    call(
        &sandbox,
        201,
        "POST",
        "/branches",
        json!({ "name": "work", "parentBranch": "release" }),
    )
    .await;
    call(
        &sandbox,
        409,
        "POST",
        "/branches",
        json!({ "name": "work" }),
    )
    .await;
    call(&sandbox, 409, "POST", "/commit", json!({})).await;
    call(
        &sandbox,
        200,
        "POST",
        "/dev-mode",
        json!({ "branchName": "work" }),
    )
    .await;
    let body = json!({ "path": "model/work.yml", "content": "a: 1\n" });
    call(&sandbox, 200, "PUT", "/data-model/files", body).await;
    let committed = call(
        &sandbox,
        200,
        "POST",
        "/commit",
        json!({ "message": "Work" }),
    )
    .await;
    assert_ne!(committed["lastHash"], "4d5f1c2");
    let has = async |branch: &str| {
        let path = format!("{BUILD}/data-model/file-hashes?branchName={branch}");
        sandbox.get(USER, &path).await["files"]
            .get("model/work.yml")
            .is_some()
    };
    assert!(!has("release").await);
    assert_eq!(
        call(&sandbox, 200, "POST", "/merge", json!({})).await["name"],
        "release"
    );
    assert!(has("release").await && !has("main").await);
    call(
        &sandbox,
        200,
        "POST",
        "/merge-to-default",
        json!({ "branchName": "work" }),
    )
    .await;
    assert!(has("main").await && !has("returns").await);
    call(
        &sandbox,
        200,
        "POST",
        "/pull",
        json!({ "branchName": "returns" }),
    )
    .await;
    assert!(has("returns").await);
}
