//! Reports, workbooks and their drafts, bulk work, notifications.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{SEVEN, Sandbox, each, text};

#[tokio::test]
async fn error_400_a_report_name_or_title_over_255_characters() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let path = "/reports/by-public-id/long";
    let (fits, long) = ("é".repeat(255), "é".repeat(256));
    for name in ["name", "title"] {
        let refused = seven.put(400, path, json!({ name: long })).await;
        assert!(text(&refused, "error").starts_with(name));
    }
    let body = json!({ "name": fits, "title": fits });
    seven.put(201, path, body).await;
    seven.put(400, path, json!({ "name": long })).await;
}

#[tokio::test]
async fn a_report_is_created_or_updated_by_its_public_id() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let path = "/reports/by-public-id/margin";
    let body = json!({ "name": "Margin", "workbookId": 41, "spec": { "mark": "bar" } });
    let made = seven.put(201, path, body).await;
    let change = json!({ "sqlQuery": "SELECT 1" });
    let changed = seven.put(200, path, change).await;
    assert_eq!(changed["id"], made["id"]);
    assert_has!(changed, { "name": "Margin", "spec": { "mark": "bar" } });
    seven.put(404, path, json!({ "workbookId": 44 })).await;
    let path = format!("{SEVEN}/reports/by-public-id/own");
    let own = json!({ "name": "Own" });
    sandbox.vic().put(403, &path, &own).await;
    sandbox.ben().put(201, &path, &own).await;
    sandbox.vic().put(403, &path, &own).await;
}

#[tokio::test]
async fn a_draft_takes_a_widget_without_id_and_publishing_does_not() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let path = "/workbooks/by-slug/plan";
    let position = json!({ "x": 0, "y": 0, "w": 1, "h": 1 });
    let config = json!({ "widgets": [{ "type": "TABS_CONTAINER", "position": position }] });
    let body = json!({ "name": "Plan", "dashboardDraft": config });
    let made = seven.put(201, path, body).await;
    assert_has!(made, { "slug": "plan", "type": "WORKBOOK", "publishedDashboard": null });
    // So each widget of an answer has one, and the document says so.
    let spec = sandbox.ada().get("/api/v1/spec").await;
    let schemas = &spec["components"]["schemas"];
    assert_has!(schemas["DashboardWidget"], { "required": ["id", "type", "position"] });
    assert_has!(schemas["DraftWidget"], { "required": ["type", "position"] });
    let widget = &made["dashboardDraft"]["widgets"][0];
    assert!(widget["id"].is_string(), "the server assigns one");
    let tabs = json!({ "layout": "tabs" });
    assert_has!(widget, { "type": "CONTAINER", "config": tabs });
    let entry = json!({ "kind": "APP", "app": { "entry": "x".repeat(256) } });
    for wrong in [
        json!({ "dashboardPublished": config }),
        json!({ "dashboardDraft": entry }),
    ] {
        seven.put(400, path, wrong).await;
    }
    let published = json!({ "dashboardPublished": made["dashboardDraft"] });
    let mut versions = Vec::new();
    for (slug, status, number) in [("plan", 200, 1), ("other", 201, 1), ("plan", 200, 2)] {
        let path = format!("/workbooks/by-slug/{slug}");
        let workbook = seven.put(status, path, &published).await;
        let dashboard = workbook["publishedDashboard"].clone();
        assert_eq!(dashboard["versionNumber"], number);
        versions.push((workbook, dashboard));
    }
    // The dashboard stays, and each version has an id of its own.
    let [one, other, two] = &versions[..] else {
        panic!("{versions:?}");
    };
    assert_has!(two.0, { "id": made["id"], "name": "Plan" });
    assert_eq!(one.1["publicId"], two.1["publicId"]);
    let id = |dashboard: &Value| dashboard["versionId"].as_i64().unwrap();
    assert!(id(&one.1) < id(&other.1) && id(&other.1) < id(&two.1));
}

#[tokio::test]
async fn an_ai_widgets_thread_is_kept_without_the_summary() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let position = json!({ "x": 0, "y": 0, "w": 1, "h": 1 });
    let publish = json!({ "dashboardPublished": { "widgets": [
        { "id": "ai", "type": "AI", "position": position },
        { "id": "text", "type": "TEXT", "position": position },
    ] } });
    let made = seven.put(201, "/workbooks/by-slug/ai", publish).await;
    let path = format!("/workbooks/{}/dashboard/ai-widget-thread", made["id"]);
    let body =
        json!({ "widgetId": "ai", "threadId": "t1", "checksum": "c1", "summary": "Sales rose." });
    let dashboard = seven.post(200, &path, body).await;
    let kept = json!({ "threadId": "t1", "checksum": "c1" });
    assert_eq!(dashboard["config"]["widgets"][0]["config"], kept);
    assert!(!dashboard.to_string().contains("Sales rose."));
    seven.post(400, &path, json!({ "widgetId": "ai" })).await;
    for widget in ["text", "none"] {
        let body = json!({ "widgetId": widget, "threadId": "t" });
        seven.post(404, &path, body).await;
    }
}

#[tokio::test]
async fn bulk_work_reports_each_failure_and_does_the_rest() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let path = "/workspace/bulk-delete";
    let (report, folder) = (
        json!({ "type": "REPORT", "id": 34 }),
        json!({ "type": "FOLDER", "id": 22 }),
    );
    let items = json!([
        report, { "type": "WORKBOOK", "id": 999 }, { "type": "WORKBOOK", "id": 44 },
        { "type": "PAGE", "id": 1 }, folder,
    ]);
    let done = seven.post(200, path, json!({ "items": items })).await;
    assert_eq!(done["succeeded"], json!([report, folder]));
    assert_eq!(each(&done["failed"], "id"), json!([999, 44, 1]));
    assert_eq!(each(&done["failed"], "status"), json!([404, 404, 400]));
    // The folder took with it what was in it.
    seven.refused(404, "/workbooks/43/embed-access").await;
    seven.post(400, path, json!({})).await;
    // Vic may read, no more.
    let body = json!({ "items": [{ "type": "WORKBOOK", "id": 41 }] });
    let done = sandbox.vic().at(SEVEN).post(200, path, body).await;
    assert_eq!(each(&done["failed"], "status"), json!([403]));
}

#[tokio::test]
async fn items_are_moved_with_what_belongs_to_them() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let to = |folder: Value, kind: &str, id: i64| json!({ "folderId": folder, "items": [{ "type": kind, "id": id }] });
    let path = "/workspace/bulk-move";
    let reports_in = async |folder: i64| {
        let reports = seven.get(format!("/reports?folderId={folder}")).await;
        reports["count"].as_i64().unwrap()
    };
    let done = seven.post(200, path, to(json!(22), "WORKBOOK", 41)).await;
    assert_eq!(done["failed"], json!([]));
    assert_eq!(reports_in(22).await, 4);
    for (folder, here, there) in [(json!(21), 3, 1), (json!(22), 0, 4), (Value::Null, 0, 1)] {
        let body = json!({ "folderId": folder });
        seven.put(200, "/workbooks/by-slug/sales", body).await;
        assert_eq!((reports_in(21).await, reports_in(22).await), (here, there));
    }
    seven.post(200, path, to(Value::Null, "WORKBOOK", 41)).await;
    let at_root = seven.post(200, "/workbooks/41/duplicate", ()).await;
    assert_eq!(at_root["folderPath"], json!([]));
    // Into itself, or what is in it.
    for folder in [21, 22] {
        let done = seven.post(200, path, to(json!(folder), "FOLDER", 21)).await;
        assert_eq!(done["failed"][0]["status"], 400);
    }
    seven.post(404, path, to(json!(999), "WORKBOOK", 41)).await;
}

#[tokio::test]
async fn a_notification_names_exactly_one_dashboard_and_is_found_by_recipient() {
    let sandbox = Sandbox::start().await;
    let notifications = sandbox.ada().at(&format!("{SEVEN}/notifications"));
    let both = json!({ "dashboardId": 1, "dashboardPublicId": "sales-overview" });
    for (body, status) in [
        (json!({}), 400),
        (both, 400),
        (json!({ "dashboardPublicId": "unknown" }), 404),
    ] {
        notifications.post(status, "", &body).await;
        notifications.put(status, "/1", body).await;
    }
    let recipients = json!([{ "userId": 3, "email": "vic@example.com" }, { "embedTenantName": "acme", "externalId": "dana" }]);
    let body = json!({ "dashboardPublicId": "sales-overview", "recipients": recipients, "filters": [{ "member": "orders.region" }],
                       "timeGrains": [], "memberSwitchers": [], "notificationAiSummary": { "on": true } });
    let made = notifications.post(201, "", &body).await;
    for (name, value) in body.as_object().unwrap() {
        assert_eq!(&made[name], value, "{name}");
    }
    let second = json!({ "dashboardId": 2 });
    notifications.post(201, "", second).await;
    for (query, count) in [
        ("", 2),
        ("?dashboardPublicId=sales-overview", 1),
        ("?dashboardPublicId=fulfilment", 1),
        ("?recipientUserId=3", 1),
        ("?recipientEmail=vic@example.com", 1),
        ("?recipientEmbedTenantName=acme&recipientExternalId=dana", 1),
        ("?recipientExternalId=chris", 0),
    ] {
        let list = notifications.get(query).await;
        assert_eq!(list["count"], count, "{query}");
    }
}
