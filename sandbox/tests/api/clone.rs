//! Clone a workbook: rules 1 to 9 of the description, one by one.

use serde_json::{Value, json};

use svc_sandbox::Options;

use crate::assert_has;
use crate::support::{Caller, SEVEN, Sandbox, Scratch, each, options, text};

const SALES: &str = "/api/v1/deployments/7/workbooks/41/duplicate";

async fn clone(caller: Caller<'_>) -> Value {
    caller.post(200, SALES, ()).await
}

/// The reports of a workbook, which this caller may read.
async fn reports_of(caller: Caller<'_>, workbook: &Value) -> Value {
    let list = caller.at(SEVEN).get("/reports?first=100").await;
    let mut reports = list["items"].as_array().unwrap().clone();
    reports.retain(|report| &report["workbookId"] == workbook);
    reports.into()
}

/// All of its reports, in the order of their ids.
async fn all_of(sandbox: &Sandbox, workbook: &Value) -> Value {
    reports_of(sandbox.ada(), workbook).await
}

/// Every report that a configuration names.
fn named_reports(config: &Value) -> Vec<i64> {
    match config {
        Value::Array(values) => values.iter().flat_map(named_reports).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match (name.as_str(), value.as_i64()) {
                ("reportId", Some(id)) => vec![id],
                _ => named_reports(value),
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn rule_1_the_clone_is_named_copy_of_the_original() {
    let sandbox = Sandbox::start().await;
    assert_eq!(clone(sandbox.ada()).await["name"], "Copy of Sales");
}

#[tokio::test]
async fn rule_2_the_reports_and_the_published_dashboard_are_copied() {
    let sandbox = Sandbox::start().await;
    let clone = clone(sandbox.ada()).await;
    let copies = all_of(&sandbox, &clone["id"]).await;
    let originals = all_of(&sandbox, &json!(41)).await;
    for name in ["name", "kind", "sqlQuery", "pythonCode"] {
        assert_eq!(each(&copies, name), each(&originals, name), "{name}");
    }
    for name in ["id", "publicId"] {
        let (old, new) = (each(&originals, name), each(&copies, name));
        let is_new = |id: &Value| !old.as_array().unwrap().contains(id);
        assert!(new.as_array().unwrap().iter().all(is_new), "{new}");
    }
    let dashboard = &clone["publishedDashboard"];
    assert_has!(dashboard, { "status": "published", "title": "Sales overview", "workbookId": clone["id"] });
    assert_ne!(dashboard["publicId"], "sales-overview");
    assert_eq!(dashboard["reportSnapshots"].as_array().unwrap().len(), 3);
    let margin = &clone["calculatedFields"]["margin"];
    assert_eq!(margin["sql"], "{revenue} - {cost}");
}

#[tokio::test]
async fn rule_3_report_references_are_re_pointed_in_dashboard_and_draft() {
    let sandbox = Sandbox::start().await;
    let clone = clone(sandbox.ada()).await;
    let copies = each(&all_of(&sandbox, &clone["id"]).await, "id");
    let is_copy = |id: &i64| copies.as_array().unwrap().contains(&json!(id));
    for (config, count) in [
        ("/publishedDashboard/config", 2),
        ("/dashboardPublished", 2),
        ("/dashboardDraft", 2),
        ("/publishedDashboard/reportSnapshots", 3),
    ] {
        let named = named_reports(clone.pointer(config).unwrap());
        assert_eq!(named.len(), count, "{config}");
        assert!(named.iter().all(is_copy), "{config}: {named:?}");
    }
}

#[tokio::test]
async fn rule_4_the_view_history_is_not_copied() {
    let sandbox = Sandbox::start().await;
    let clone = clone(sandbox.ada()).await;
    for (workbook, count) in [(json!(41), 1), (clone["id"].clone(), 0)] {
        let viewed = each(&all_of(&sandbox, &workbook).await, "lastViewedAt");
        let viewed = viewed.as_array().unwrap().iter().filter(|at| !at.is_null());
        assert_eq!(viewed.count(), count, "{workbook}");
    }
}

#[tokio::test]
async fn rule_5_sharing_is_not_inherited_and_allow_embed_is_false() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let access = |id: &Value| format!("{SEVEN}/workbooks/{id}/embed-access");
    let source = ada.get(access(&json!(41))).await;
    assert_eq!(source["allEmbedUsers"], "read");
    let clone = clone(sandbox.ada()).await;
    let copied = ada.get(access(&clone["id"])).await;
    assert_eq!(copied, json!({ "items": [], "allEmbedUsers": "none" }));
    assert_eq!(clone["publishedDashboard"]["allowEmbed"], false);

    // The source's own switch stays, and the copy cannot be embedded until its own is turned on.
    let public_id = text(&clone["publishedDashboard"], "publicId");
    let viewer = sandbox.viewer("acme", "dana").await;
    let page = format!("/embed/api/dashboards/{public_id}");
    viewer.get("/embed/api/dashboards/sales-overview").await;
    viewer.refused(403, &page).await;
    let switch = format!("/api/v1/embed/dashboard/{public_id}");
    ada.patch(200, switch, json!({ "allowEmbed": true })).await;
    viewer.get(page).await;
}

#[tokio::test]
async fn rule_6_it_stands_in_the_folder_where_the_caller_may_edit_it() {
    let sandbox = Sandbox::start().await;
    // Ben may edit the folder as one of the analysts.
    let clone = clone(sandbox.ben()).await;
    let sales = json!([{ "id": 21, "name": "Sales" }]);
    assert_has!(clone, { "folderId": 21, "folderPath": sales });
    // The folder's access is inherited: Vic may read the folder, hence the clone.
    let copies = reports_of(sandbox.vic(), &clone["id"]).await;
    assert_eq!(each(&copies, "folderId"), json!([21, 21, 21]));
}

#[tokio::test]
async fn rule_6_it_stands_at_the_root_where_the_caller_may_only_read() {
    let sandbox = Sandbox::seeded(|seed| seed["users"][2]["role"] = json!("AI BI User")).await;
    let clone = clone(sandbox.vic()).await;
    assert_has!(clone, { "folderId": null, "folderPath": [] });
    let copies = all_of(&sandbox, &clone["id"]).await;
    assert_eq!(each(&copies, "folderId"), json!([null, null, null]));
}

#[tokio::test]
async fn rule_6_it_stands_at_the_root_where_the_source_does() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/workbooks/42/duplicate");
    let clone = sandbox.ada().post(200, path, ()).await;
    assert_eq!(clone["folderId"], Value::Null);
}

#[tokio::test]
async fn rule_7_read_access_and_the_role_are_required_and_the_caller_owns_the_clone() {
    let sandbox = Sandbox::start().await;
    // Vic may read it, but is a Viewer.
    sandbox.vic().post(403, SALES, ()).await;
    let clone = clone(sandbox.ben()).await;
    assert_has!(clone, { "userId": 2, "createdBy": 2 });
    assert_eq!(clone["user"]["email"], "ben@example.com");
    // Nobody shared this one with Ben, who has the role.
    let unshared = Sandbox::seeded(|seed| seed["policies"] = json!([])).await;
    unshared.ben().post(403, SALES, ()).await;
}

#[tokio::test]
async fn rule_8_a_creator_mode_session_clones_what_the_shared_workspace_has_published() {
    let sandbox = Sandbox::start().await;
    // A live report that is not published, and a draft that differs: neither may be copied.
    let late = format!("{SEVEN}/reports/by-public-id/late");
    let body = json!({ "name": "Late", "workbookId": 41 });
    sandbox.ada().put(201, late, body).await;
    let creator = sandbox.creator().await;
    let clone = creator.post(200, SALES, json!({ "shared": true })).await;
    assert_has!(clone, { "name": "Copy of Sales", "folderId": null });
    assert_eq!(clone["user"]["email"], "chris@acme.example");
    // The published configuration seeds the draft: without the AI widget of the source's draft.
    let published = &clone["publishedDashboard"];
    assert_eq!(clone["dashboardDraft"], published["config"]);
    let widgets = &clone["dashboardDraft"]["widgets"];
    assert_eq!(widgets.as_array().unwrap().len(), 8);
    assert_eq!(published["allowEmbed"], false);
    // A fresh report for each snapshot, and no other.
    let copies = all_of(&sandbox, &clone["id"]).await;
    let names = json!(["Revenue", "Revenue by category", "Forecast"]);
    assert_eq!(each(&copies, "name"), names);
    let ids = each(&copies, "id");
    for id in named_reports(published) {
        assert!(ids.as_array().unwrap().contains(&json!(id)), "{id}");
    }
}

#[tokio::test]
async fn rule_8_the_id_is_resolved_against_the_shared_workspace() {
    let sandbox = Sandbox::start().await;
    let creator = sandbox.creator().await;
    // 43 exists in the deployment, but is shared with no embed user.
    let path = format!("{SEVEN}/workbooks/43/duplicate");
    creator.post(404, path, json!({ "shared": true })).await;
}

#[tokio::test]
async fn rule_9_400_shared_without_a_published_dashboard() {
    let policy = json!({ "kind": "WORKBOOK", "itemId": 43, "action": "read", "allEmbed": true });
    let sandbox = Sandbox::with_row("policies", policy).await;
    let creator = sandbox.creator().await;
    let path = format!("{SEVEN}/workbooks/43/duplicate");
    let refused = creator.post(400, path, json!({ "shared": true })).await;
    assert!(text(&refused, "error").contains("published dashboard"));
}

#[tokio::test]
async fn rule_9_400_when_the_plans_workbook_limit_is_reached() {
    let sandbox = Sandbox::seeded(|seed| {
        seed["tenant"][0]["settings"]["plan"]["workbookLimit"] = json!(5);
    })
    .await;
    clone(sandbox.ada()).await;
    let refused = sandbox.ada().post(400, SALES, ()).await;
    assert!(text(&refused, "error").contains("workbook limit"));
    let creator = sandbox.creator().await;
    creator.post(400, SALES, json!({ "shared": true })).await;
}

#[tokio::test]
async fn rule_9_403_shared_by_anyone_but_a_creator_mode_session() {
    let sandbox = Sandbox::start().await;
    let viewer = sandbox.viewer("acme", "dana").await;
    for caller in [sandbox.ada(), sandbox.ben(), viewer] {
        caller.post(403, SALES, json!({ "shared": true })).await;
    }
}

#[tokio::test]
async fn rule_9_404_when_it_does_not_exist_or_is_of_another_deployment() {
    let sandbox = Sandbox::start().await;
    for path in ["7/workbooks/999", "12/workbooks/41", "7/workbooks/44"] {
        let path = format!("/api/v1/deployments/{path}/duplicate");
        sandbox.ada().post(404, path, ()).await;
    }
}

#[tokio::test]
async fn the_body_is_optional_and_shared_may_be_null() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for shared in [Value::Null, json!(false)] {
        ada.post(200, SALES, json!({ "shared": shared })).await;
    }
    ada.post(200, SALES, json!({})).await;
    ada.post(400, SALES, json!({ "shared": "yes" })).await;
}

/// The last thing a clone writes is made to fail, from outside: nothing of it may be left.
#[tokio::test]
async fn a_clone_is_whole_or_not_there() {
    let file = Scratch::new("half-clone.db");
    let database = Some(file.path.clone());
    let sandbox = Sandbox::with(Options {
        database,
        ..options()
    })
    .await;
    let ada = sandbox.ada();
    let outside = rusqlite::Connection::open(&file.path).unwrap();
    let count = |table: &str| -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        outside.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    let tables = [
        "workbooks",
        "reports",
        "dashboards",
        "report_snapshots",
        "audit_events",
    ];
    let before = tables.map(count);
    let trigger = "CREATE TRIGGER broken BEFORE UPDATE OF dashboard_draft ON workbooks
                   BEGIN SELECT RAISE(ABORT, 'broken'); END";
    outside.execute_batch(trigger).unwrap();
    ada.post(500, SALES, ()).await;
    assert_eq!(tables.map(count), before);
    outside.execute_batch("DROP TRIGGER broken").unwrap();
    clone(sandbox.ada()).await;
    assert_eq!(count("workbooks"), before[0] + 1);
}
