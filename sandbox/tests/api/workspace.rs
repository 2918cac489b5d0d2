//! Reports and their placements, workbooks and their drafts, bulk work, notifications.

use serde_json::{Value, json};

use crate::support::{ADMIN, SEVEN, Sandbox, USER, VIEWER, call, text};

#[tokio::test]
async fn error_400_a_report_name_or_title_over_255_characters() {
    let sandbox = Sandbox::start().await;
    let path = "/reports/by-public-id/long";
    let long = "é".repeat(256);
    for name in ["name", "title"] {
        let refused = call(&sandbox, 400, "PUT", path, json!({ name: long })).await;
        assert!(text(&refused, "error").starts_with(name));
    }
    let fits = "é".repeat(255);
    call(
        &sandbox,
        201,
        "PUT",
        path,
        json!({ "name": fits, "title": fits }),
    )
    .await;
    call(&sandbox, 400, "PUT", path, json!({ "name": long })).await;
}

#[tokio::test]
async fn a_report_is_created_or_updated_by_its_public_id() {
    let sandbox = Sandbox::start().await;
    let path = "/reports/by-public-id/margin";
    let made = call(
        &sandbox,
        201,
        "PUT",
        path,
        json!({ "name": "Margin", "workbookId": 41, "spec": { "mark": "bar" } }),
    )
    .await;
    let changed = call(
        &sandbox,
        200,
        "PUT",
        path,
        json!({ "sqlQuery": "SELECT 1" }),
    )
    .await;
    assert_eq!(changed["id"], made["id"]);
    assert_eq!(
        (&changed["name"], &changed["spec"]["mark"]),
        (&json!("Margin"), &json!("bar"))
    );
    call(&sandbox, 404, "PUT", path, json!({ "workbookId": 44 })).await;
    let path = format!("{SEVEN}/reports/by-public-id/own");
    sandbox
        .expect(403, VIEWER, "PUT", &path, Some(json!({ "name": "Own" })))
        .await;
    sandbox
        .expect(201, USER, "PUT", &path, Some(json!({ "name": "Own" })))
        .await;
    sandbox
        .expect(403, VIEWER, "PUT", &path, Some(json!({ "name": "Taken" })))
        .await;
}

#[tokio::test]
async fn a_draft_takes_a_widget_without_id_and_publishing_does_not() {
    let sandbox = Sandbox::start().await;
    let path = "/workbooks/by-slug/plan";
    let position = json!({ "x": 0, "y": 0, "w": 1, "h": 1 });
    let config = json!({ "widgets": [{ "type": "TABS_CONTAINER", "position": position }] });
    let made = call(
        &sandbox,
        201,
        "PUT",
        path,
        json!({ "name": "Plan", "dashboardDraft": config }),
    )
    .await;
    let widget = &made["dashboardDraft"]["widgets"][0];
    assert!(widget["id"].is_string(), "the server assigns one");
    assert_eq!(
        (&widget["type"], &widget["config"]["layout"]),
        (&json!("CONTAINER"), &json!("tabs"))
    );
    assert_eq!(made["publishedDashboard"], Value::Null);
    call(
        &sandbox,
        400,
        "PUT",
        path,
        json!({ "dashboardPublished": config }),
    )
    .await;
    let entry = json!({ "kind": "APP", "app": { "entry": "x".repeat(256) } });
    call(
        &sandbox,
        400,
        "PUT",
        path,
        json!({ "dashboardDraft": entry }),
    )
    .await;
    let published = json!({ "dashboardPublished": made["dashboardDraft"] });
    let one = call(&sandbox, 200, "PUT", path, published.clone()).await;
    let two = call(&sandbox, 200, "PUT", path, published).await;
    assert_eq!(
        one["publishedDashboard"]["publicId"],
        two["publishedDashboard"]["publicId"]
    );
    assert_eq!(
        (
            &one["publishedDashboard"]["versionNumber"],
            &two["publishedDashboard"]["versionNumber"]
        ),
        (&json!(1), &json!(2))
    );
    assert_eq!(two["name"], "Plan");
}

#[tokio::test]
async fn an_ai_widgets_thread_is_kept_without_the_summary() {
    let sandbox = Sandbox::start().await;
    let publish = json!({ "dashboardPublished": { "widgets": [
        { "id": "ai", "type": "AI", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } },
        { "id": "text", "type": "TEXT", "position": { "x": 0, "y": 1, "w": 1, "h": 1 } },
    ] } });
    let made = call(&sandbox, 201, "PUT", "/workbooks/by-slug/ai", publish).await;
    let path = format!("/workbooks/{}/dashboard/ai-widget-thread", made["id"]);
    let body =
        json!({ "widgetId": "ai", "threadId": "t1", "checksum": "c1", "summary": "Sales rose." });
    let dashboard = call(&sandbox, 200, "POST", &path, body).await;
    assert_eq!(
        dashboard["config"]["widgets"][0]["config"],
        json!({ "threadId": "t1", "checksum": "c1" })
    );
    assert!(!dashboard.to_string().contains("Sales rose."));
    call(&sandbox, 400, "POST", &path, json!({ "widgetId": "ai" })).await;
    for widget in ["text", "none"] {
        call(
            &sandbox,
            404,
            "POST",
            &path,
            json!({ "widgetId": widget, "threadId": "t" }),
        )
        .await;
    }
}

#[tokio::test]
async fn bulk_work_reports_each_failure_and_does_the_rest() {
    let sandbox = Sandbox::start().await;
    let items = json!([
        { "type": "REPORT", "id": 34 }, { "type": "WORKBOOK", "id": 999 }, { "type": "WORKBOOK", "id": 44 },
        { "type": "PAGE", "id": 1 }, { "type": "FOLDER", "id": 22 },
    ]);
    let done = call(
        &sandbox,
        200,
        "POST",
        "/workspace/bulk-delete",
        json!({ "items": items }),
    )
    .await;
    assert_eq!(
        done["succeeded"],
        json!([{ "type": "REPORT", "id": 34 }, { "type": "FOLDER", "id": 22 }])
    );
    let failed: Vec<(&Value, &Value)> = done["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failure| (&failure["id"], &failure["status"]))
        .collect();
    assert_eq!(
        failed,
        [
            (&json!(999), &json!(404)),
            (&json!(44), &json!(404)),
            (&json!(1), &json!(400))
        ]
    );
    // The folder took with it what was in it.
    call(
        &sandbox,
        404,
        "GET",
        "/workbooks/43/embed-access",
        Value::Null,
    )
    .await;
    call(&sandbox, 400, "POST", "/workspace/bulk-delete", json!({})).await;
    // Vic may read, no more.
    let path = format!("{SEVEN}/workspace/bulk-delete");
    let body = json!({ "items": [{ "type": "WORKBOOK", "id": 41 }] });
    let done = sandbox.expect(200, VIEWER, "POST", &path, Some(body)).await;
    assert_eq!(done["failed"][0]["status"], 403);
}

#[tokio::test]
async fn items_are_moved_with_what_belongs_to_them() {
    let sandbox = Sandbox::start().await;
    let to = |folder: Value, kind: &str, id: i64| json!({ "folderId": folder, "items": [{ "type": kind, "id": id }] });
    let path = "/workspace/bulk-move";
    let done = call(&sandbox, 200, "POST", path, to(json!(22), "WORKBOOK", 41)).await;
    assert_eq!(done["failed"], json!([]));
    let in_europe = sandbox
        .get(ADMIN, &format!("{SEVEN}/reports?folderId=22"))
        .await;
    assert_eq!(in_europe["count"], 4);
    let count = async |folder: i64| {
        let path = format!("{SEVEN}/reports?folderId={folder}");
        sandbox.get(ADMIN, &path).await["count"].clone()
    };
    for (folder, here, there) in [(json!(21), 3, 1), (json!(22), 0, 4), (Value::Null, 0, 1)] {
        let body = json!({ "folderId": folder });
        call(&sandbox, 200, "PUT", "/workbooks/by-slug/sales", body).await;
        assert_eq!(
            (count(21).await, count(22).await),
            (json!(here), json!(there))
        );
    }
    call(&sandbox, 200, "POST", path, to(Value::Null, "WORKBOOK", 41)).await;
    let at_root = sandbox
        .expect(
            200,
            ADMIN,
            "POST",
            &format!("{SEVEN}/workbooks/41/duplicate"),
            None,
        )
        .await;
    assert_eq!(at_root["folderPath"], json!([]));
    for folder in [21, 22] {
        let done = call(&sandbox, 200, "POST", path, to(json!(folder), "FOLDER", 21)).await;
        assert_eq!(
            done["failed"][0]["status"], 400,
            "into itself, or what is in it"
        );
    }
    call(&sandbox, 404, "POST", path, to(json!(999), "WORKBOOK", 41)).await;
}

#[tokio::test]
async fn a_notification_names_exactly_one_dashboard_and_is_found_by_recipient() {
    let sandbox = Sandbox::start().await;
    let path = "/notifications";
    for (body, status) in [
        (json!({}), 400),
        (
            json!({ "dashboardId": 1, "dashboardPublicId": "sales-overview" }),
            400,
        ),
        (json!({ "dashboardPublicId": "unknown" }), 404),
    ] {
        call(&sandbox, status, "POST", path, body.clone()).await;
        call(&sandbox, status, "PUT", &format!("{path}/1"), body).await;
    }
    let recipients = json!([{ "userId": 3, "email": "vic@example.com" }, { "embedTenantName": "acme", "externalId": "dana" }]);
    let body = json!({ "dashboardPublicId": "sales-overview", "recipients": recipients, "filters": [{ "member": "orders.region" }],
                       "timeGrains": [], "memberSwitchers": [], "notificationAiSummary": { "on": true } });
    let made = call(&sandbox, 201, "POST", path, body.clone()).await;
    for (name, value) in body.as_object().unwrap() {
        assert_eq!(&made[name], value, "{name}");
    }
    call(&sandbox, 201, "POST", path, json!({ "dashboardId": 2 })).await;
    for (query, count) in [
        ("", 2),
        ("?dashboardPublicId=sales-overview", 1),
        ("?dashboardPublicId=fulfilment", 1),
        ("?recipientUserId=3", 1),
        ("?recipientEmail=vic@example.com", 1),
        ("?recipientEmbedTenantName=acme&recipientExternalId=dana", 1),
        ("?recipientExternalId=chris", 0),
    ] {
        let list = sandbox.get(ADMIN, &format!("{SEVEN}{path}{query}")).await;
        assert_eq!(list["count"], count, "{query}");
    }
}
