//! Workbooks, their reports and their folders: fields, slugs, paths.

use serde_json::json;

use crate::support::{Sandbox, put, text};

#[tokio::test]
async fn the_fields_of_workbooks_and_reports_have_the_described_types() {
    let sandbox = Sandbox::start().await;
    for (path, body, named) in [
        ("/workbooks/by-slug/w", json!({ "meta": [] }), "meta"),
        ("/workbooks/by-slug/w", json!({ "meta": "x" }), "meta"),
        (
            "/workbooks/by-slug/w",
            json!({ "calculatedFields": [1] }),
            "calculatedFields",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "dashboardDraft": { "layout": { "margin": ["1"] } } }),
            "dashboardDraft.layout.margin[0]",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "dashboardDraft": { "app": { "files": { "a": 1 } } } }),
            "dashboardDraft.app.files.a",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "dashboardDraft": { "kind": "OTHER" } }),
            "dashboardDraft.kind",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "folderId": "21" }),
            "folderId",
        ),
        ("/reports/by-public-id/r", json!({ "kind": "pie" }), "kind"),
        ("/reports/by-public-id/r", json!({ "spec": 5 }), "spec"),
        (
            "/reports/by-public-id/r",
            json!({ "fillMissingRows": {} }),
            "fillMissingRows.member",
        ),
        (
            "/reports/by-public-id/r",
            json!({ "periodComparisons": [{ "measure": "m" }] }),
            "periodComparisons[0]",
        ),
        (
            "/reports/by-public-id/r",
            json!({ "preferences": { "columnFormats": { "c": { "type": "date" } } } }),
            "preferences.columnFormats.c.type",
        ),
    ] {
        let refused = put(&sandbox, 400, path, body).await;
        let message = text(&refused, "error");
        assert!(message.starts_with(named), "{named}: {message}");
    }
}

#[tokio::test]
async fn a_placement_of_another_report_is_refused() {
    let sandbox = Sandbox::start().await;
    let place = json!({ "externalWorkbookId": "book", "sheetName": "S", "anchorCell": "A1" });
    let made = put(&sandbox, 200, "/reports/31/connect-workbook", place).await;
    let id = made["placements"][0]["id"].clone();
    let stolen = json!({ "placementId": id, "anchorCell": "Z9" });
    put(
        &sandbox,
        409,
        "/reports/32/connect-workbook",
        stolen.clone(),
    )
    .await;
    put(&sandbox, 404, "/reports/32/refresh", stolen.clone()).await;
    let own = put(&sandbox, 200, "/reports/31/connect-workbook", stolen).await;
    assert_eq!(own["placements"][0]["anchorCell"], "Z9");
}

#[tokio::test]
async fn a_workbook_is_created_or_updated_by_its_slug() {
    let sandbox = Sandbox::start().await;
    let path = "/workbooks/by-slug/forecast";
    let made = put(&sandbox, 201, path, json!({ "name": "Forecast" })).await;
    assert_eq!(
        (&made["slug"], &made["type"]),
        (&json!("forecast"), &json!("WORKBOOK"))
    );
    let changed = put(&sandbox, 200, path, json!({ "name": "Outlook" })).await;
    assert_eq!(
        (&changed["id"], &changed["name"]),
        (&made["id"], &json!("Outlook"))
    );
}

#[tokio::test]
async fn a_folder_path_is_the_chain_of_ancestors() {
    let sandbox = Sandbox::seeded(|seed| {
        let folders = seed["folders"].as_array_mut().unwrap();
        folders.push(json!({ "id": 91, "deploymentId": 7, "name": "Outer", "userId": 1 }));
        folders.push(
            json!({ "id": 92, "deploymentId": 7, "name": "Inner", "userId": 1, "parentId": 91 }),
        );
    })
    .await;
    let path = "/workbooks/by-slug/deep";
    let made = put(
        &sandbox,
        201,
        path,
        json!({ "name": "Deep", "folderId": 92 }),
    )
    .await;
    assert_eq!(
        made["folderPath"],
        json!([{ "id": 91, "name": "Outer" }, { "id": 92, "name": "Inner" }])
    );
}
