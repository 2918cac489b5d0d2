//! Clone a workbook: rules 1 to 9 of the description, one by one.

use serde_json::{Value, json};

use svc_sandbox::Options;

use crate::support::{ADMIN, Sandbox, Scratch, USER, VIEWER, options};

const SALES: &str = "/api/v1/deployments/7/workbooks/41/duplicate";

async fn clone(sandbox: &Sandbox, key: &str, path: &str) -> Value {
    sandbox.expect(200, key, "POST", path, None).await
}

async fn creator(sandbox: &Sandbox) -> String {
    let body = json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true });
    sandbox.embed(body).await
}

async fn reports(sandbox: &Sandbox) -> Vec<Value> {
    let list = sandbox
        .get(ADMIN, "/api/v1/deployments/7/reports?first=100")
        .await;
    list["items"].as_array().unwrap().clone()
}

fn of_workbook(reports: &[Value], workbook: &Value) -> Vec<Value> {
    let of = |report: &&Value| report["workbookId"] == workbook["id"];
    reports.iter().filter(of).cloned().collect()
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
    assert_eq!(clone(&sandbox, ADMIN, SALES).await["name"], "Copy of Sales");
}

#[tokio::test]
async fn rule_2_the_reports_and_the_published_dashboard_are_copied() {
    let sandbox = Sandbox::start().await;
    let clone = clone(&sandbox, ADMIN, SALES).await;
    let reports = reports(&sandbox).await;
    let copies = of_workbook(&reports, &clone);
    let originals = of_workbook(&reports, &json!({ "id": 41 }));
    let field = |reports: &[Value], name: &str| -> Vec<Value> {
        reports.iter().map(|report| report[name].clone()).collect()
    };
    for name in ["name", "kind", "sqlQuery", "pythonCode"] {
        assert_eq!(field(&copies, name), field(&originals, name), "{name}");
    }
    for name in ["id", "publicId"] {
        assert!(
            field(&copies, name)
                .iter()
                .all(|id| !field(&originals, name).contains(id))
        );
    }
    let dashboard = &clone["publishedDashboard"];
    assert_eq!(dashboard["status"], "published");
    assert_eq!(dashboard["title"], "Sales overview");
    assert_eq!(dashboard["workbookId"], clone["id"]);
    assert_ne!(dashboard["publicId"], "sales-overview");
    assert_eq!(dashboard["reportSnapshots"].as_array().unwrap().len(), 3);
    assert_eq!(
        clone["calculatedFields"]["margin"]["sql"],
        "{revenue} - {cost}"
    );
}

#[tokio::test]
async fn rule_3_report_references_are_re_pointed_in_dashboard_and_draft() {
    let sandbox = Sandbox::start().await;
    let clone = clone(&sandbox, ADMIN, SALES).await;
    let reports = reports(&sandbox).await;
    let copies: Vec<i64> = of_workbook(&reports, &clone)
        .iter()
        .map(|report| report["id"].as_i64().unwrap())
        .collect();
    for config in [
        "/publishedDashboard/config",
        "/dashboardPublished",
        "/dashboardDraft",
    ] {
        let named = named_reports(clone.pointer(config).unwrap());
        assert_eq!(named.len(), 2, "{config}");
        assert!(
            named.iter().all(|id| copies.contains(id)),
            "{config}: {named:?}"
        );
    }
    let snapshots = named_reports(&clone["publishedDashboard"]["reportSnapshots"]);
    assert_eq!(snapshots.len(), 3);
    assert!(
        snapshots.iter().all(|id| copies.contains(id)),
        "{snapshots:?}"
    );
}

#[tokio::test]
async fn rule_4_the_view_history_is_not_copied() {
    let sandbox = Sandbox::start().await;
    let clone = clone(&sandbox, ADMIN, SALES).await;
    let viewed = |reports: &[Value]| {
        let seen = |report: &&Value| !report["lastViewedAt"].is_null();
        reports.iter().filter(seen).count()
    };
    let reports = reports(&sandbox).await;
    assert_eq!(viewed(&of_workbook(&reports, &json!({ "id": 41 }))), 1);
    assert_eq!(viewed(&of_workbook(&reports, &clone)), 0);
}

#[tokio::test]
async fn rule_5_sharing_is_not_inherited_and_allow_embed_is_false() {
    let sandbox = Sandbox::start().await;
    let access = |id: &Value| format!("/api/v1/deployments/7/workbooks/{id}/embed-access");
    let source = sandbox.get(ADMIN, &access(&json!(41))).await;
    assert_eq!(source["allEmbedUsers"], "read");
    let clone = clone(&sandbox, ADMIN, SALES).await;
    let copied = sandbox.get(ADMIN, &access(&clone["id"])).await;
    assert_eq!(copied, json!({ "items": [], "allEmbedUsers": "none" }));
    assert_eq!(clone["publishedDashboard"]["allowEmbed"], false);

    // The source's own switch stays, and the copy cannot be embedded until its own is turned on.
    let public_id = clone["publishedDashboard"]["publicId"].as_str().unwrap();
    let viewer = sandbox.embed(json!({ "embedTenantName": "acme" })).await;
    let page = |id: &str| format!("/embed/api/dashboards/{id}");
    sandbox.get(&viewer, &page("sales-overview")).await;
    sandbox
        .expect(403, &viewer, "GET", &page(public_id), None)
        .await;
    let switch = format!("/api/v1/embed/dashboard/{public_id}");
    let on = Some(json!({ "allowEmbed": true }));
    sandbox.expect(200, ADMIN, "PATCH", &switch, on).await;
    sandbox.get(&viewer, &page(public_id)).await;
}

#[tokio::test]
async fn rule_6_it_stands_in_the_folder_where_the_caller_may_edit_it() {
    let sandbox = Sandbox::start().await;
    // Ben may edit the folder as one of the analysts.
    let clone = clone(&sandbox, USER, SALES).await;
    assert_eq!(clone["folderId"], 21);
    assert_eq!(clone["folderPath"], json!([{ "id": 21, "name": "Sales" }]));
    let copies = of_workbook(&reports(&sandbox).await, &clone);
    assert!(copies.iter().all(|report| report["folderId"] == 21));
    // The folder's access is inherited: Vic may read the folder, hence the clone.
    let seen = sandbox
        .get(VIEWER, "/api/v1/deployments/7/reports?first=100")
        .await;
    assert_eq!(
        of_workbook(seen["items"].as_array().unwrap(), &clone).len(),
        3
    );
}

#[tokio::test]
async fn rule_6_it_stands_at_the_root_where_the_caller_may_only_read() {
    let sandbox = Sandbox::seeded(|seed| seed["users"][2]["role"] = json!("AI BI User")).await;
    let clone = clone(&sandbox, VIEWER, SALES).await;
    assert_eq!(clone["folderId"], Value::Null);
    assert_eq!(clone["folderPath"], json!([]));
    let copies = of_workbook(&reports(&sandbox).await, &clone);
    assert_eq!(copies.len(), 3);
    assert!(copies.iter().all(|report| report["folderId"].is_null()));
}

#[tokio::test]
async fn rule_6_it_stands_at_the_root_where_the_source_does() {
    let sandbox = Sandbox::start().await;
    let clone = clone(
        &sandbox,
        ADMIN,
        "/api/v1/deployments/7/workbooks/42/duplicate",
    )
    .await;
    assert_eq!(clone["folderId"], Value::Null);
}

#[tokio::test]
async fn rule_7_read_access_and_the_role_are_required_and_the_caller_owns_the_clone() {
    let sandbox = Sandbox::start().await;
    // Vic may read it, but is a Viewer.
    sandbox.expect(403, VIEWER, "POST", SALES, None).await;
    let clone = clone(&sandbox, USER, SALES).await;
    assert_eq!(
        (&clone["userId"], &clone["createdBy"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(clone["user"]["email"], "ben@example.com");
    // Nobody shared this one with Ben, who has the role.
    let unshared = Sandbox::seeded(|seed| seed["policies"] = json!([])).await;
    unshared.expect(403, USER, "POST", SALES, None).await;
}

#[tokio::test]
async fn rule_8_a_creator_mode_session_clones_what_the_shared_workspace_has_published() {
    let sandbox = Sandbox::start().await;
    // A live report that is not published, and a draft that differs: neither may be copied.
    let late = "/api/v1/deployments/7/reports/by-public-id/late";
    let body = json!({ "name": "Late", "workbookId": 41 });
    sandbox.expect(201, ADMIN, "PUT", late, Some(body)).await;
    let creator = creator(&sandbox).await;
    let shared = sandbox
        .get(&creator, "/api/v1/deployments/7/shared-workspace")
        .await;
    let shared: Vec<&Value> = shared["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["id"])
        .collect();
    assert_eq!(shared, [41, 42]);

    let body = Some(json!({ "shared": true }));
    let clone = sandbox.expect(200, &creator, "POST", SALES, body).await;
    assert_eq!(clone["name"], "Copy of Sales");
    assert_eq!(clone["folderId"], Value::Null);
    assert_eq!(clone["user"]["email"], "chris@acme.example");
    // The published configuration seeds the draft: without the AI widget of the source's draft.
    assert_eq!(
        clone["dashboardDraft"],
        clone["publishedDashboard"]["config"]
    );
    assert_eq!(
        clone["dashboardDraft"]["widgets"].as_array().unwrap().len(),
        8
    );
    assert_eq!(clone["publishedDashboard"]["allowEmbed"], false);
    // A fresh report for each snapshot, and no other.
    let copies = of_workbook(&reports(&sandbox).await, &clone);
    let names: Vec<&Value> = copies.iter().map(|report| &report["name"]).collect();
    assert_eq!(names, ["Revenue", "Revenue by category", "Forecast"]);
    let ids: Vec<i64> = copies
        .iter()
        .map(|report| report["id"].as_i64().unwrap())
        .collect();
    for id in named_reports(&clone["publishedDashboard"]) {
        assert!(ids.contains(&id), "{id}");
    }
}

#[tokio::test]
async fn rule_8_the_id_is_resolved_against_the_shared_workspace() {
    let sandbox = Sandbox::start().await;
    let creator = creator(&sandbox).await;
    // 43 exists in the deployment, but is shared with no embed user.
    let path = "/api/v1/deployments/7/workbooks/43/duplicate";
    let body = Some(json!({ "shared": true }));
    sandbox.expect(404, &creator, "POST", path, body).await;
}

#[tokio::test]
async fn rule_9_400_shared_without_a_published_dashboard() {
    let sandbox = Sandbox::seeded(|seed| {
        let policy =
            json!({ "kind": "WORKBOOK", "itemId": 43, "action": "read", "allEmbed": true });
        seed["policies"].as_array_mut().unwrap().push(policy);
    })
    .await;
    let creator = creator(&sandbox).await;
    let path = "/api/v1/deployments/7/workbooks/43/duplicate";
    let body = Some(json!({ "shared": true }));
    let answer = sandbox.expect(400, &creator, "POST", path, body).await;
    assert!(
        answer["error"]
            .as_str()
            .unwrap()
            .contains("published dashboard")
    );
}

#[tokio::test]
async fn rule_9_400_when_the_plans_workbook_limit_is_reached() {
    let limit = |limit: i64| {
        Sandbox::seeded(move |seed| {
            seed["tenant"][0]["settings"]["plan"]["workbookLimit"] = json!(limit);
        })
    };
    let sandbox = limit(5).await;
    clone(&sandbox, ADMIN, SALES).await;
    let answer = sandbox.expect(400, ADMIN, "POST", SALES, None).await;
    assert!(answer["error"].as_str().unwrap().contains("workbook limit"));
    let creator = creator(&sandbox).await;
    let body = Some(json!({ "shared": true }));
    sandbox.expect(400, &creator, "POST", SALES, body).await;
}

#[tokio::test]
async fn rule_9_403_shared_by_anyone_but_a_creator_mode_session() {
    let sandbox = Sandbox::start().await;
    let viewer = json!({ "embedTenantName": "acme", "externalId": "dana" });
    let viewer = sandbox.embed(viewer).await;
    for key in [ADMIN, USER, viewer.as_str()] {
        let body = Some(json!({ "shared": true }));
        sandbox.expect(403, key, "POST", SALES, body).await;
    }
}

#[tokio::test]
async fn rule_9_404_when_it_does_not_exist_or_is_of_another_deployment() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/deployments/7/workbooks/999/duplicate",
        "/api/v1/deployments/12/workbooks/41/duplicate",
        "/api/v1/deployments/7/workbooks/44/duplicate",
    ] {
        sandbox.expect(404, ADMIN, "POST", path, None).await;
    }
}

#[tokio::test]
async fn the_body_is_optional_and_shared_may_be_null() {
    let sandbox = Sandbox::start().await;
    for body in [
        None,
        Some(json!({})),
        Some(json!({ "shared": null })),
        Some(json!({ "shared": false })),
    ] {
        sandbox.expect(200, ADMIN, "POST", SALES, body).await;
    }
    let body = Some(json!({ "shared": "yes" }));
    sandbox.expect(400, ADMIN, "POST", SALES, body).await;
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
    sandbox.expect(500, ADMIN, "POST", SALES, None).await;
    assert_eq!(tables.map(count), before);
    outside.execute_batch("DROP TRIGGER broken").unwrap();
    clone(&sandbox, ADMIN, SALES).await;
    assert_eq!(count("workbooks"), before[0] + 1);
}
