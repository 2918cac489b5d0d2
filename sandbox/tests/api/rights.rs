//! Nobody gets past their rights: scopes, owners, permissions and access, one by one. The whole table
//! is played in `matrix.rs`.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{BUILD, Caller, SCOPED, SEVEN, Sandbox, each, text};

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

/// A sandbox in which Vic manages a workbook, with an AI widget, and has these permissions.
async fn managed_by_vic(permissions: &[&str]) -> Sandbox {
    Sandbox::seeded(|seed| {
        seed["users"][2]["permissions"] = json!(permissions);
        let policy = json!({ "kind": "WORKBOOK", "itemId": 41, "action": "manage", "userId": 3 });
        seed["policies"].as_array_mut().unwrap().push(policy);
        let widget = json!({ "id": "ai", "type": "AI", "position": { "x": 0, "y": 9, "w": 1, "h": 1 },
                             "config": { "threadId": "secret-thread" } });
        let widgets = &mut seed["dashboards"][0]["config"]["widgets"];
        widgets.as_array_mut().unwrap().push(widget);
    })
    .await
}

/// An embed session that this caller minted.
async fn session<'a>(sandbox: &'a Sandbox, by: &Caller<'_>, body: Value) -> Caller<'a> {
    let minted = by.post(200, GENERATE, body).await;
    let opened = sandbox.exchange(&text(&minted, "sessionId")).await;
    sandbox.by(text(&opened.json(), "token"))
}

#[tokio::test]
async fn a_scoped_key_mints_no_session_outside_its_scope_and_a_session_inherits_it() {
    let sandbox = Sandbox::with_stock().await;
    let (ada, scoped) = (sandbox.ada(), sandbox.by(SCOPED));
    let body = |deployment: Value| json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true, "deploymentId": deployment });
    for outside in [12, 999] {
        scoped.post(403, GENERATE, body(json!(outside))).await;
    }
    ada.post(404, GENERATE, body(json!(999))).await;
    let everywhere = session(&sandbox, &ada, body(Value::Null)).await;
    for deployment in [Value::Null, json!(7)] {
        let inside = session(&sandbox, &scoped, body(deployment)).await;
        for (path, status) in [
            ("/api/v1/deployments/7/folders", 200),
            ("/api/v1/deployments/12/folders", 403),
            ("/api/v1/embed/dashboard/sales-overview/comments", 200),
            ("/api/v1/embed/dashboard/stock/comments", 403),
            ("/embed/api/dashboards/sales-overview", 200),
            ("/embed/api/dashboards/stock", 403),
        ] {
            inside.send(status, "GET", path, ()).await;
            everywhere.get(path).await;
        }
        let offered = inside.get("/embed/api/dashboards").await;
        assert!(!offered.to_string().contains("stock"), "{offered}");
    }
}

#[tokio::test]
async fn an_upload_belongs_to_who_started_it_and_obeys_the_branch_at_its_end() {
    let sandbox = with_two_builders().await;
    let [ada, ben, vic] = [sandbox.ada(), sandbox.ben(), sandbox.vic()].map(|by| by.at(BUILD));
    let develop = async |caller: &Caller<'_>, branch: &str| {
        let body = json!({ "branchName": branch });
        caller.post(200, "/dev-mode", body).await;
    };
    let (file, finish) = ("/data-model/upload/file", "/data-model/upload/finish");
    develop(&ben, "release").await;
    develop(&vic, "release").await;
    let upload = ben.post(201, "/data-model/upload/start", ()).await;
    let id = &upload["uploadId"];
    let chunk = json!({ "uploadId": id, "path": "model/a.yml", "content": "a: 1\n" });
    let end = json!({ "uploadId": id });
    // Vic is in dev mode on the same branch, and Ada may do everything else.
    for other in [&vic, &ada] {
        other.post(404, file, &chunk).await;
        other.post(404, finish, &end).await;
    }
    ben.post(200, file, &chunk).await;
    ben.delete(200, "/dev-mode").await;
    ben.post(403, file, &chunk).await;
    ben.post(403, finish, &end).await;
    develop(&ben, "returns").await;
    ben.post(403, finish, &end).await;
    develop(&ben, "release").await;
    ben.post(200, finish, &end).await;
}

#[tokio::test]
async fn a_personal_branch_exists_for_its_owner_only() {
    let sandbox = with_two_builders().await;
    let vic = sandbox.vic().at(BUILD);
    let files = "/data-model/files?branchName=dev-ben";
    vic.refused(404, files).await;
    vic.refused(404, "/data-model/validate?branchName=dev-ben")
        .await;
    vic.delete(404, "/branches?branchName=dev-ben").await;
    let named = json!({ "branchName": "dev-ben" });
    for path in ["/dev-mode", "/commit", "/merge"] {
        vic.post(404, path, &named).await;
    }
    let child = json!({ "name": "mine", "parentBranch": "dev-ben" });
    vic.post(404, "/branches", child).await;
    let syncs = sandbox.vic().at(SEVEN);
    syncs.post(404, "/transform-sync", named).await;
    let list = vic.get("/branches").await;
    assert!(!list.to_string().contains("dev-ben"));
    sandbox.ben().at(BUILD).get(files).await;
}

/// The branches below a personal branch are shared, and a sync may be on its way to a branch that
/// becomes personal.
#[tokio::test]
async fn a_personal_branch_is_not_reached_through_its_children_or_by_a_sync() {
    let sandbox = with_two_builders().await;
    let [ada, ben, vic] = [sandbox.ada(), sandbox.ben(), sandbox.vic()].map(|by| by.at(BUILD));
    let child = json!({ "name": "child", "parentBranch": "dev-ben" });
    ben.post(201, "/branches", child).await;
    let child = json!({ "branchName": "child" });
    vic.post(200, "/dev-mode", &child).await;
    let file = json!({ "path": "model/vic.yml", "content": "a: 1\n" });
    vic.put(200, "/data-model/files", file).await;
    vic.post(404, "/merge", json!({})).await;
    vic.post(404, "/pull", json!({})).await;
    let has = async |caller: &Caller<'_>, branch: &str, file: &str| {
        let path = format!("/data-model/file-hashes?branchName={branch}");
        caller.get(path).await.to_string().contains(file)
    };
    assert!(!has(&ben, "dev-ben", "vic.yml").await);
    ben.post(200, "/merge", child).await;
    assert!(has(&ben, "dev-ben", "vic.yml").await);

    sandbox.jobs_last(60_000).await;
    for (starter, is_ada) in [(sandbox.vic(), false), (sandbox.ada(), true)] {
        let sync = json!({ "branchName": "dev-1" });
        starter.at(SEVEN).post(201, "/transform-sync", sync).await;
        let started = ada.post(200, "/dev-mode", ()).await;
        assert_eq!(started["branch"]["name"], "dev-1");
        sandbox.advance(60_000).await;
        assert_eq!(has(&ada, "dev-1", "generated").await, is_ada);
    }
}

/// `matrix` has what becomes of one that is another user's.
#[tokio::test]
async fn an_oauth_token_is_its_users_own() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/user-oauth-tokens/";
    sandbox.ben().post(201, path, json!({})).await;
    for (caller, count) in [(sandbox.ben(), 1), (sandbox.vic(), 0), (sandbox.ada(), 0)] {
        assert_eq!(caller.get(path).await["count"], count);
    }
}

#[tokio::test]
async fn exports_and_notifications_ask_for_access() {
    let sandbox = Sandbox::seeded(|seed| seed["workbooks"][0]["userId"] = json!(2)).await;
    let [ada, ben, vic] = [sandbox.ada(), sandbox.ben(), sandbox.vic()].map(|by| by.at(SEVEN));
    let body = json!({ "dashboardPublicId": "sales-overview" });
    let made = ben.post(201, "/dashboard-exports", &body).await;
    let job = format!("/dashboard-exports/{}", text(&made, "jobId"));
    ben.get(&job).await;
    ada.get(&job).await;
    // Ben owns the dashboard's workbook, so he sees the notification, too.
    let made = vic.post(201, "/notifications", &body).await;
    ben.get(format!("/notifications/{}", made["id"])).await;

    let unshared = Sandbox::seeded(|seed| seed["policies"] = json!([])).await;
    let (ada, vic) = (unshared.ada().at(SEVEN), unshared.vic().at(SEVEN));
    vic.post(403, "/notifications", &body).await;
    ada.post(201, "/notifications", &body).await;
    assert_eq!(vic.get("/notifications").await["count"], 0);
}

#[tokio::test]
async fn workbook_edit_is_needed_to_change_whatever_is_shared() {
    let without = managed_by_vic(&[]).await;
    let with = managed_by_vic(&["WorkbookEdit"]).await;
    for (method, path, body) in [
        ("PUT", "workbooks/by-slug/sales", json!({ "name": "Mine" })),
        (
            "PUT",
            "reports/by-public-id/revenue",
            json!({ "name": "Mine" }),
        ),
        (
            "PUT",
            "workbooks/41/embed-access",
            json!({ "allEmbedUsers": "none" }),
        ),
    ] {
        let path = format!("{SEVEN}/{path}");
        without.vic().send(403, method, &path, &body).await;
        with.vic().send(200, method, &path, &body).await;
    }
    let place = json!({ "externalWorkbookId": "b", "sheetName": "s", "anchorCell": "A1" });
    let allow = json!({ "allowEmbed": true });
    for (sandbox, can) in [(&without, false), (&with, true)] {
        let vic = sandbox.vic();
        vic.patch(if can { 200 } else { 403 }, SALES, &allow).await;
        let connect = format!("{SEVEN}/reports/31/connect-workbook");
        let report = vic.put(200, connect, &place).await;
        assert_has!(report, { "canEdit": can, "canManage": can });
    }
}

#[tokio::test]
async fn download_data_is_needed_to_take_data_out() {
    let without = managed_by_vic(&["WorkbookEdit"]).await;
    let with = managed_by_vic(&["WorkbookEdit", "DownloadData"]).await;
    for (path, body) in [
        ("/dashboard-exports", json!({ "dashboardId": 1 })),
        ("/token", Value::Null),
    ] {
        let refused = without.vic().at(SEVEN).post(403, path, &body).await;
        assert!(text(&refused, "error").contains("DownloadData"));
        with.vic().at(SEVEN).post(201, path, &body).await;
    }
}

#[tokio::test]
async fn threads_of_ai_widgets_are_for_those_who_may_read_chats() {
    let path = format!("{SEVEN}/workbooks/41/dashboard/ai-widget-thread");
    let body = json!({ "widgetId": "ai", "threadId": "next-thread" });
    for (permission, may) in [
        ("SchemaRead", false),
        ("ChatThreadRead", true),
        ("ChatHistoryRead", true),
    ] {
        let sandbox = managed_by_vic(&["WorkbookEdit", permission]).await;
        let vic = sandbox.vic();
        let shown = vic.patch(200, SALES, json!({ "allowEmbed": true })).await;
        let is_seen = shown.to_string().contains("secret-thread");
        assert_eq!(is_seen, may, "{permission}");
        vic.post(if may { 200 } else { 403 }, &path, &body).await;
    }
}

#[tokio::test]
async fn allow_ai_false_also_closes_the_thread_of_an_ai_widget() {
    let sandbox = Sandbox::start().await;
    let on = sandbox.creator().await;
    let off = json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true, "settings": { "allowAi": false } });
    let off = sandbox.embed(off).await;
    let (on, off) = (on.at(SEVEN), off.at(SEVEN));
    let widget =
        json!({ "id": "ai", "type": "AI", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
    let made = json!({ "dashboardPublished": { "widgets": [widget] } });
    let made = on.put(201, "/workbooks/by-slug/own", made).await;
    let path = format!("/workbooks/{}/dashboard/ai-widget-thread", made["id"]);
    let body = json!({ "widgetId": "ai", "threadId": "t" });
    off.post(403, &path, &body).await;
    on.post(200, &path, body).await;
}

/// `matrix` has what becomes of a caller with neither.
#[tokio::test]
async fn the_data_model_needs_schema_read_and_schema_update() {
    let sandbox = Sandbox::seeded(|seed| {
        seed["users"][2]["permissions"] = json!(["SchemaRead"]);
    })
    .await;
    let (seven, build) = (sandbox.vic().at(SEVEN), sandbox.vic().at(BUILD));
    for path in ["/data-model/files", "/data-model/file-hashes", "/branches"] {
        build.get(path).await;
    }
    let context = json!({ "security_context": {} });
    let meta = "/environments/1/tokens-for-meta-sync";
    seven.post(200, meta, context).await;
    build.post(403, "/dev-mode", json!({})).await;
    let release = json!({ "branchName": "release" });
    build.post(403, "/merge-to-default", release).await;
    build.delete(403, "/branches?branchName=release").await;
    seven.post(403, "/transform-sync", json!({})).await;
}

#[tokio::test]
async fn the_shared_workspace_shows_a_user_what_they_may_read_and_a_session_no_draft() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/deployments/7/shared-workspace";
    let creator = sandbox.creator().await;
    for (caller, ids) in [
        (sandbox.ada(), json!([41, 42])),
        (sandbox.vic(), json!([41])),
        (creator.clone(), json!([41, 42])),
    ] {
        assert_eq!(each(&caller.get(path).await["items"], "id"), ids);
    }
    let shared = creator.get(path).await;
    assert_eq!(shared["items"][0]["dashboardDraft"], Value::Null);
    assert!(shared["items"][0]["dashboardPublished"].is_object());
}
