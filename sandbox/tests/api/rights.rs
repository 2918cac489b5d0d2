//! Nobody gets past their rights: scopes, owners, permissions and access, one by one. The whole table
//! is played in `matrix.rs`.

use serde_json::{Value, json};

use crate::support::{ADMIN, BUILD, SCOPED, SEVEN, Sandbox, USER, VIEWER, text};

const SALES: &str = "/api/v1/embed/dashboard/sales-overview";
const GENERATE: &str = "/api/v1/embed/generate-session";

/// A sandbox in which Vic is an AI BI User with the permissions of Ben.
async fn with_two_builders() -> Sandbox {
    Sandbox::seeded(|seed| {
        seed["users"][2]["role"] = json!("AI BI User");
        seed["users"][2]["permissions"] = seed["users"][1]["permissions"].clone();
    })
    .await
}

/// The token of an embed session that this key minted.
async fn session(sandbox: &Sandbox, key: &str, body: Value) -> String {
    let minted = sandbox.expect(200, key, "POST", GENERATE, Some(body)).await;
    let opened = sandbox.exchange(&text(&minted, "sessionId")).await;
    text(&opened.json(), "token")
}

#[tokio::test]
async fn a_scoped_key_mints_no_session_outside_its_scope_and_a_session_inherits_it() {
    let sandbox = Sandbox::seeded(|seed| {
        let dashboard = json!({ "id": 9, "publicId": "stock", "deploymentId": 12, "workbookId": 44, "allowEmbed": true });
        seed["dashboards"].as_array_mut().unwrap().push(dashboard);
    })
    .await;
    let body = |deployment: Value| json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true, "deploymentId": deployment });
    sandbox
        .expect(403, SCOPED, "POST", GENERATE, Some(body(json!(12))))
        .await;
    sandbox
        .expect(403, SCOPED, "POST", GENERATE, Some(body(json!(999))))
        .await;
    sandbox
        .expect(404, ADMIN, "POST", GENERATE, Some(body(json!(999))))
        .await;
    let everywhere = session(&sandbox, ADMIN, body(Value::Null)).await;
    for inside in [
        session(&sandbox, SCOPED, body(Value::Null)).await,
        session(&sandbox, SCOPED, body(json!(7))).await,
    ] {
        for (path, status) in [
            ("/api/v1/deployments/7/folders", 200),
            ("/api/v1/deployments/12/folders", 403),
            ("/api/v1/embed/dashboard/sales-overview/comments", 200),
            ("/api/v1/embed/dashboard/stock/comments", 403),
            ("/embed/api/dashboards/sales-overview", 200),
            ("/embed/api/dashboards/stock", 403),
        ] {
            sandbox.expect(status, &inside, "GET", path, None).await;
            sandbox.expect(200, &everywhere, "GET", path, None).await;
        }
        let offered = sandbox.get(&inside, "/embed/api/dashboards").await;
        assert!(!offered.to_string().contains("stock"), "{offered}");
    }
}

#[tokio::test]
async fn an_upload_belongs_to_who_started_it_and_obeys_the_branch_at_its_end() {
    let sandbox = with_two_builders().await;
    let dev = format!("{BUILD}/dev-mode");
    let start = format!("{BUILD}/data-model/upload/start");
    let file = format!("{BUILD}/data-model/upload/file");
    let finish = format!("{BUILD}/data-model/upload/finish");
    for key in [USER, VIEWER] {
        let body = Some(json!({ "branchName": "release" }));
        sandbox.expect(200, key, "POST", &dev, body).await;
    }
    let upload = sandbox.expect(201, USER, "POST", &start, None).await;
    let chunk =
        json!({ "uploadId": upload["uploadId"], "path": "model/a.yml", "content": "a: 1\n" });
    let end = json!({ "uploadId": upload["uploadId"] });
    // Vic is in dev mode on the same branch, and Ada may do everything else.
    for key in [VIEWER, ADMIN] {
        sandbox
            .expect(404, key, "POST", &file, Some(chunk.clone()))
            .await;
        sandbox
            .expect(404, key, "POST", &finish, Some(end.clone()))
            .await;
    }
    sandbox
        .expect(200, USER, "POST", &file, Some(chunk.clone()))
        .await;
    sandbox.expect(200, USER, "DELETE", &dev, None).await;
    for (path, body) in [(&file, &chunk), (&finish, &end)] {
        sandbox
            .expect(403, USER, "POST", path, Some(body.clone()))
            .await;
    }
    let other = Some(json!({ "branchName": "returns" }));
    sandbox.expect(200, USER, "POST", &dev, other).await;
    sandbox
        .expect(403, USER, "POST", &finish, Some(end.clone()))
        .await;
    let again = Some(json!({ "branchName": "release" }));
    sandbox.expect(200, USER, "POST", &dev, again).await;
    sandbox.expect(200, USER, "POST", &finish, Some(end)).await;
}

#[tokio::test]
async fn a_personal_branch_exists_for_its_owner_only() {
    let sandbox = with_two_builders().await;
    let with = |path: &str| format!("{BUILD}/{path}");
    for (method, path, body) in [
        (
            "GET",
            with("data-model/files?branchName=dev-ben"),
            Value::Null,
        ),
        (
            "GET",
            with("data-model/validate?branchName=dev-ben"),
            Value::Null,
        ),
        ("POST", with("dev-mode"), json!({ "branchName": "dev-ben" })),
        ("POST", with("commit"), json!({ "branchName": "dev-ben" })),
        ("POST", with("merge"), json!({ "branchName": "dev-ben" })),
        (
            "POST",
            with("branches"),
            json!({ "name": "mine", "parentBranch": "dev-ben" }),
        ),
        ("DELETE", with("branches?branchName=dev-ben"), Value::Null),
        (
            "POST",
            format!("{SEVEN}/transform-sync"),
            json!({ "branchName": "dev-ben" }),
        ),
    ] {
        let body = Some(body).filter(|body| !body.is_null());
        sandbox.expect(404, VIEWER, method, &path, body).await;
    }
    let list = sandbox.get(VIEWER, &with("branches")).await;
    assert!(!list.to_string().contains("dev-ben"));
    sandbox
        .get(USER, &with("data-model/files?branchName=dev-ben"))
        .await;
}

/// The branches below a personal branch are shared, and a sync may be on its way to a branch that
/// becomes personal.
#[tokio::test]
async fn a_personal_branch_is_not_reached_through_its_children_or_by_a_sync() {
    let sandbox = with_two_builders().await;
    let with = |path: &str| format!("{BUILD}/{path}");
    let child = Some(json!({ "name": "child", "parentBranch": "dev-ben" }));
    sandbox
        .expect(201, USER, "POST", &with("branches"), child)
        .await;
    let dev = Some(json!({ "branchName": "child" }));
    sandbox
        .expect(200, VIEWER, "POST", &with("dev-mode"), dev)
        .await;
    let file = Some(json!({ "path": "model/vic.yml", "content": "a: 1\n" }));
    sandbox
        .expect(200, VIEWER, "PUT", &with("data-model/files"), file)
        .await;
    for verb in ["merge", "pull"] {
        sandbox
            .expect(404, VIEWER, "POST", &with(verb), Some(json!({})))
            .await;
    }
    let files = async |key: &str, branch: &str| {
        let path = with(&format!("data-model/file-hashes?branchName={branch}"));
        sandbox.get(key, &path).await.to_string()
    };
    assert!(!files(USER, "dev-ben").await.contains("vic.yml"));
    let own = Some(json!({ "branchName": "child" }));
    sandbox.expect(200, USER, "POST", &with("merge"), own).await;
    assert!(files(USER, "dev-ben").await.contains("vic.yml"));

    sandbox
        .faults(json!({ "jobs": { "durationMs": 60_000 } }))
        .await;
    let syncs = format!("{SEVEN}/transform-sync");
    for key in [VIEWER, ADMIN] {
        let sync = Some(json!({ "branchName": "dev-1", "trigger": key }));
        sandbox.expect(201, key, "POST", &syncs, sync).await;
        let started = sandbox
            .expect(200, ADMIN, "POST", &with("dev-mode"), None)
            .await;
        assert_eq!(started["branch"]["name"], "dev-1");
        sandbox.advance(60_000).await;
        let is_written = files(ADMIN, "dev-1").await.contains("generated");
        assert_eq!(is_written, key == ADMIN, "{key}");
    }
}

#[tokio::test]
async fn an_oauth_token_is_its_users_own() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/user-oauth-tokens/";
    let body = json!({ "provider": "sheets", "token": "t" });
    let made = sandbox
        .expect(201, USER, "POST", path, Some(body.clone()))
        .await;
    let one = format!("{path}{}", made["id"]);
    for key in [VIEWER, ADMIN] {
        assert_eq!(sandbox.get(key, path).await["count"], 0);
        for method in ["GET", "PUT", "DELETE"] {
            let body = (method == "PUT").then(|| body.clone());
            sandbox.expect(404, key, method, &one, body).await;
        }
    }
    assert_eq!(sandbox.get(USER, path).await["count"], 1);
    assert_eq!(sandbox.get(USER, &one).await["provider"], "sheets");
}

#[tokio::test]
async fn exports_and_notifications_ask_for_access() {
    let sandbox = Sandbox::seeded(|seed| seed["workbooks"][0]["userId"] = json!(2)).await;
    let body = json!({ "dashboardPublicId": "sales-overview" });
    let exports = format!("{SEVEN}/dashboard-exports");
    let made = sandbox
        .expect(201, USER, "POST", &exports, Some(body.clone()))
        .await;
    let job = format!("{exports}/{}", text(&made, "jobId"));
    let other = Sandbox::seeded(|seed| {
        seed["users"][2]["permissions"] = json!(["DownloadData"]);
    })
    .await;
    let theirs = other.expect(201, ADMIN, "POST", &exports, Some(body.clone()));
    let theirs = format!("{exports}/{}", text(&theirs.await, "jobId"));
    other.expect(404, VIEWER, "GET", &theirs, None).await;
    sandbox.expect(403, VIEWER, "GET", &job, None).await;
    sandbox.get(USER, &job).await;
    sandbox.get(ADMIN, &job).await;

    let notifications = format!("{SEVEN}/notifications");
    let made = sandbox
        .expect(201, VIEWER, "POST", &notifications, Some(body.clone()))
        .await;
    let one = format!("{notifications}/{}", made["id"]);
    // Ben owns the dashboard's workbook, so he sees it too.
    sandbox.get(USER, &one).await;
    let unshared = Sandbox::seeded(|seed| seed["policies"] = json!([])).await;
    unshared
        .expect(403, VIEWER, "POST", &notifications, Some(body.clone()))
        .await;
    let made = unshared
        .expect(201, ADMIN, "POST", &notifications, Some(body.clone()))
        .await;
    let one = format!("{notifications}/{}", made["id"]);
    assert_eq!(unshared.get(VIEWER, &notifications).await["count"], 0);
    for (method, body) in [("GET", None), ("PUT", Some(body)), ("DELETE", None)] {
        unshared.expect(404, VIEWER, method, &one, body).await;
    }
}

#[tokio::test]
async fn scim_lets_no_deactivated_user_in() {
    let sandbox = Sandbox::start().await;
    let ben = "/api/scim/v2/Users/2";
    let patch = |op: &str, value: Value| {
        let mut operation = json!({ "op": op, "path": "active" });
        if !value.is_null() {
            operation["value"] = value;
        }
        Some(
            json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [operation] }),
        )
    };
    let off = patch("replace", json!(false));
    sandbox.expect(200, ADMIN, "PATCH", ben, off).await;
    let removed = patch("remove", Value::Null);
    let user = sandbox.expect(200, ADMIN, "PATCH", ben, removed).await;
    assert_eq!(user.get("active"), None, "it was removed");
    let body = json!({ "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": "ben@example.com" });
    let user = sandbox
        .expect(200, ADMIN, "PUT", ben, Some(body.clone()))
        .await;
    assert_eq!(user["active"], false);
    sandbox
        .expect(401, USER, "GET", "/api/v1/users/me", None)
        .await;
    let on = patch("replace", json!(true));
    sandbox.expect(200, ADMIN, "PATCH", ben, on).await;
    sandbox.get(USER, "/api/v1/users/me").await;
    // An active one stays active.
    let user = sandbox.expect(200, ADMIN, "PUT", ben, Some(body)).await;
    assert_eq!(user["active"], true);
}

#[tokio::test]
async fn workbook_edit_is_needed_to_change_whatever_is_shared() {
    let shared = |permissions: Value| {
        Sandbox::seeded(move |seed| {
            seed["users"][2]["permissions"] = permissions;
            let policy =
                json!({ "kind": "WORKBOOK", "itemId": 41, "action": "manage", "userId": 3 });
            seed["policies"].as_array_mut().unwrap().push(policy);
        })
    };
    let (without, with) = (
        shared(json!([])).await,
        shared(json!(["WorkbookEdit"])).await,
    );
    for (method, path, body) in [
        (
            "PUT",
            format!("{SEVEN}/workbooks/by-slug/sales"),
            json!({ "name": "Mine" }),
        ),
        (
            "PUT",
            format!("{SEVEN}/reports/by-public-id/revenue"),
            json!({ "name": "Mine" }),
        ),
        (
            "PUT",
            format!("{SEVEN}/workbooks/41/embed-access"),
            json!({ "allEmbedUsers": "none" }),
        ),
        ("PATCH", SALES.to_owned(), json!({ "allowEmbed": true })),
    ] {
        without
            .expect(403, VIEWER, method, &path, Some(body.clone()))
            .await;
        with.expect(200, VIEWER, method, &path, Some(body)).await;
    }
    let report = "/reports/31/connect-workbook";
    let place = json!({ "externalWorkbookId": "b", "sheetName": "s", "anchorCell": "A1" });
    for (sandbox, can) in [(&without, false), (&with, true)] {
        let path = format!("{SEVEN}{report}");
        let report = sandbox
            .expect(200, VIEWER, "PUT", &path, Some(place.clone()))
            .await;
        assert_eq!(
            (&report["canEdit"], &report["canManage"]),
            (&json!(can), &json!(can))
        );
    }
}

#[tokio::test]
async fn download_data_is_needed_to_take_data_out() {
    let allowed = |permissions: Value| {
        Sandbox::seeded(move |seed| {
            seed["users"][2]["permissions"] = permissions;
            let policy =
                json!({ "kind": "WORKBOOK", "itemId": 41, "action": "manage", "userId": 3 });
            seed["policies"].as_array_mut().unwrap().push(policy);
        })
    };
    let without = allowed(json!(["WorkbookEdit"])).await;
    let with = allowed(json!(["WorkbookEdit", "DownloadData"])).await;
    for (path, body) in [
        ("dashboard-exports", Some(json!({ "dashboardId": 1 }))),
        ("token", None),
    ] {
        let path = format!("{SEVEN}/{path}");
        let refused = without
            .expect(403, VIEWER, "POST", &path, body.clone())
            .await;
        assert!(text(&refused, "error").contains("DownloadData"));
        with.expect(201, VIEWER, "POST", &path, body).await;
    }
}

#[tokio::test]
async fn threads_of_ai_widgets_are_for_those_who_may_read_chats() {
    let with = |permission: &'static str| {
        Sandbox::seeded(move |seed| {
            seed["users"][2]["permissions"] = json!(["WorkbookEdit", permission]);
            let policy =
                json!({ "kind": "WORKBOOK", "itemId": 41, "action": "manage", "userId": 3 });
            seed["policies"].as_array_mut().unwrap().push(policy);
            let widgets = seed["dashboards"][0]["config"]["widgets"]
                .as_array_mut()
                .unwrap();
            widgets.push(
                json!({ "id": "ai", "type": "AI", "position": { "x": 0, "y": 9, "w": 1, "h": 1 },
                                 "config": { "threadId": "secret-thread" } }),
            );
        })
    };
    let path = format!("{SEVEN}/workbooks/41/dashboard/ai-widget-thread");
    let body = json!({ "widgetId": "ai", "threadId": "next-thread" });
    let seen = async |sandbox: &Sandbox| {
        let on = Some(json!({ "allowEmbed": true }));
        let dashboard = sandbox.expect(200, VIEWER, "PATCH", SALES, on).await;
        dashboard.to_string().contains("secret-thread")
    };
    let without = with("SchemaRead").await;
    assert!(!seen(&without).await);
    without
        .expect(403, VIEWER, "POST", &path, Some(body.clone()))
        .await;
    for permission in ["ChatThreadRead", "ChatHistoryRead"] {
        let sandbox = with(permission).await;
        assert!(seen(&sandbox).await, "{permission}");
        sandbox
            .expect(200, VIEWER, "POST", &path, Some(body.clone()))
            .await;
    }
}

#[tokio::test]
async fn allow_ai_false_also_closes_the_thread_of_an_ai_widget() {
    let sandbox = Sandbox::start().await;
    let creator = |ai: bool| json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true, "settings": { "allowAi": ai } });
    let (off, on) = (
        sandbox.embed(creator(false)).await,
        sandbox.embed(creator(true)).await,
    );
    let widget =
        json!({ "id": "ai", "type": "AI", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
    let made = json!({ "dashboardPublished": { "widgets": [widget] } });
    let path = format!("{SEVEN}/workbooks/by-slug/own");
    let made = sandbox.expect(201, &on, "PUT", &path, Some(made)).await;
    let path = format!(
        "{SEVEN}/workbooks/{}/dashboard/ai-widget-thread",
        made["id"]
    );
    let body = json!({ "widgetId": "ai", "threadId": "t" });
    sandbox
        .expect(403, &off, "POST", &path, Some(body.clone()))
        .await;
    sandbox.expect(200, &on, "POST", &path, Some(body)).await;
}

#[tokio::test]
async fn the_data_model_needs_schema_read_and_schema_update() {
    let reader = Sandbox::seeded(|seed| {
        seed["users"][2]["permissions"] = json!(["SchemaRead"]);
    })
    .await;
    let sandbox = Sandbox::start().await;
    let meta = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
    let context = Some(json!({ "security_context": {} }));
    for path in ["data-model/files", "data-model/file-hashes", "branches"] {
        let path = format!("{BUILD}/{path}");
        sandbox.expect(403, VIEWER, "GET", &path, None).await;
        reader.expect(200, VIEWER, "GET", &path, None).await;
    }
    sandbox
        .expect(403, VIEWER, "POST", &meta, context.clone())
        .await;
    reader.expect(200, VIEWER, "POST", &meta, context).await;
    for (method, path, body) in [
        ("POST", format!("{BUILD}/dev-mode"), json!({})),
        (
            "POST",
            format!("{BUILD}/merge-to-default"),
            json!({ "branchName": "release" }),
        ),
        (
            "DELETE",
            format!("{BUILD}/branches?branchName=release"),
            Value::Null,
        ),
        ("POST", format!("{SEVEN}/transform-sync"), json!({})),
    ] {
        let body = Some(body).filter(|body| !body.is_null());
        for sandbox in [&sandbox, &reader] {
            sandbox
                .expect(403, VIEWER, method, &path, body.clone())
                .await;
        }
        sandbox.tenant(method, &path, Some(USER), body).await;
    }
}

#[tokio::test]
async fn a_private_session_and_a_session_without_access_run_no_report() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SALES}/python-run");
    let private = json!({ "surface": "dashboard" });
    let private = sandbox
        .tenant("POST", "/embed/api/session", None, Some(private))
        .await;
    let private = text(&private.json(), "token");
    sandbox.expect(403, &private, "POST", &path, None).await;
    let viewer = sandbox.embed(json!({ "embedTenantName": "acme" })).await;
    sandbox.expect(200, &viewer, "POST", &path, None).await;
    let off = Some(json!({ "allowEmbed": false }));
    sandbox.expect(200, ADMIN, "PATCH", SALES, off).await;
    sandbox.expect(403, &viewer, "POST", &path, None).await;
}

#[tokio::test]
async fn the_shared_workspace_shows_a_user_what_they_may_read_and_a_session_no_draft() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/shared-workspace");
    let ids = |list: &Value| -> Vec<i64> {
        let items = list["items"].as_array().unwrap().iter();
        items.map(|item| item["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids(&sandbox.get(ADMIN, &path).await), [41, 42]);
    assert_eq!(ids(&sandbox.get(VIEWER, &path).await), [41]);
    let creator = json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true });
    let creator = sandbox.embed(creator).await;
    let shared = sandbox.get(&creator, &path).await;
    assert_eq!(ids(&shared), [41, 42]);
    assert_eq!(shared["items"][0]["dashboardDraft"], Value::Null);
    assert!(shared["items"][0]["dashboardPublished"].is_object());
}

#[tokio::test]
async fn a_token_for_metadata_is_for_its_environment_and_its_user() {
    let sandbox = Sandbox::start().await;
    let staging = json!({ "enabled": true, "branchName": "release" });
    let path = format!("{BUILD}/branches/staging-environment");
    sandbox.expect(200, USER, "PUT", &path, Some(staging)).await;
    let path = format!("{SEVEN}/environments/2/tokens-for-meta-sync");
    let body = json!({ "security_context": {} });
    let made = sandbox.expect(200, USER, "POST", &path, Some(body)).await;
    let token = text(&made["data"], "token");
    sandbox.get(&token, "/svc-api/v1/7/2/meta").await;
    sandbox
        .expect(403, &token, "GET", "/svc-api/v1/7/1/meta", None)
        .await;
    let body = json!({ "action": "DEACTIVATE", "userIds": [2] });
    sandbox
        .expect(200, ADMIN, "POST", "/api/v1/users/bulk", Some(body))
        .await;
    sandbox
        .expect(401, &token, "GET", "/svc-api/v1/7/2/meta", None)
        .await;
}
