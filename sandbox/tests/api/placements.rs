//! The placements of a report in spreadsheets, and whether they are up to date.

use serde_json::{Value, json};

use crate::support::{SEVEN, Sandbox, VIEWER, call, text};

#[tokio::test]
async fn a_placement_is_up_to_date_until_its_report_asks_something_else() {
    let sandbox = Sandbox::start().await;
    let place = json!({ "externalWorkbookId": "book", "sheetName": "Sheet1", "anchorCell": "B2",
                        "host": "excel", "workbookName": "Plan", "resultChecksum": "r1",
                        "sheetId": "s-1", "resultLocation": "B2:C9", "endResultCell": "C9" });
    // Vic may read the report, which is enough.
    let connect = format!("{SEVEN}/reports/31/connect-workbook");
    let report = sandbox
        .expect(200, VIEWER, "PUT", &connect, Some(place.clone()))
        .await;
    let placement = &report["placements"][0];
    for (name, value) in [
        ("host", "excel"),
        ("workbookName", "Plan"),
        ("resultChecksum", "r1"),
        ("sheetId", "s-1"),
        ("sheetName", "Sheet1"),
        ("anchorCell", "B2"),
        ("externalWorkbookId", "book"),
        ("resultLocation", "B2:C9"),
        ("endResultCell", "C9"),
        ("syncStatus", "UP_TO_DATE"),
    ] {
        assert_eq!(placement[name], value, "{name}");
    }
    assert_eq!(
        (&placement["placedBy"], &placement["refreshedAt"]),
        (&json!(3), &Value::Null)
    );
    assert!(placement["id"].is_string() && placement["placedAt"].is_string());
    assert_eq!(placement["queryChecksum"], report["currentQueryChecksum"]);
    assert_eq!(
        (&report["canEdit"], &report["canManage"]),
        (&json!(false), &json!(false))
    );

    let changed = call(
        &sandbox,
        200,
        "PUT",
        "/reports/by-public-id/revenue",
        json!({ "sqlQuery": "SELECT 2" }),
    )
    .await;
    assert_eq!(changed["placements"][0]["syncStatus"], "CHANGED");
    // Moved, and nothing else: it still shows the old answer.
    let moved = json!({ "placementId": placement["id"], "anchorCell": "C3", "addressOnly": true });
    let moved = call(&sandbox, 200, "PUT", "/reports/31/connect-workbook", moved).await;
    assert_eq!(
        (
            &moved["placements"][0]["anchorCell"],
            &moved["placements"][0]["syncStatus"]
        ),
        (&json!("C3"), &json!("CHANGED"))
    );
    assert_eq!(moved["placements"].as_array().unwrap().len(), 1);
    let address =
        json!({ "externalWorkbookId": "book", "sheetName": "Sheet1", "anchorCell": "C3" });
    let fresh = call(&sandbox, 200, "PUT", "/reports/31/refresh", address).await;
    assert!(fresh["placements"][0]["refreshedAt"].is_string());
    assert_eq!(
        (
            &fresh["placements"][0]["syncStatus"],
            &fresh["placements"][0]["refreshedBy"]
        ),
        (&json!("UP_TO_DATE"), &json!(1))
    );
}

#[tokio::test]
async fn a_placement_is_addressed_by_its_id_or_by_three_fields_in_body_or_query() {
    let sandbox = Sandbox::start().await;
    let path = "/reports/31/connect-workbook";
    let place =
        |cell: &str| json!({ "externalWorkbookId": "book", "sheetName": "S", "anchorCell": cell });
    call(&sandbox, 200, "PUT", path, place("A1")).await;
    let two = call(&sandbox, 200, "PUT", path, place("A2")).await;
    assert_eq!(two["placements"].as_array().unwrap().len(), 2);
    let same = call(&sandbox, 200, "PUT", path, place("A2")).await;
    assert_eq!(
        same["placements"].as_array().unwrap().len(),
        2,
        "it is the same place"
    );
    for incomplete in [
        json!({}),
        json!({ "externalWorkbookId": "book", "sheetName": "S" }),
    ] {
        call(&sandbox, 400, "DELETE", path, incomplete.clone()).await;
        call(&sandbox, 400, "PUT", "/reports/31/refresh", incomplete).await;
    }
    call(&sandbox, 404, "DELETE", path, place("Z9")).await;
    let left = call(&sandbox, 200, "DELETE", path, place("A1")).await;
    let id = text(&left["placements"][0], "id");
    let none = call(
        &sandbox,
        200,
        "DELETE",
        &format!("{path}?placementId={id}"),
        Value::Null,
    )
    .await;
    assert_eq!(none["placements"], json!([]));
}
