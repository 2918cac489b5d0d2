//! The placements of a report in spreadsheets, and whether they are up to date.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{SEVEN, Sandbox, text};

const CONNECT: &str = "/reports/31/connect-workbook";

fn place(cell: &str) -> Value {
    json!({ "externalWorkbookId": "book", "sheetName": "S", "anchorCell": cell })
}

#[tokio::test]
async fn a_placement_is_up_to_date_until_its_report_asks_something_else() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let place = json!({ "externalWorkbookId": "book", "sheetName": "Sheet1", "anchorCell": "B2",
                        "host": "excel", "workbookName": "Plan", "resultChecksum": "r1",
                        "sheetId": "s-1", "resultLocation": "B2:C9", "endResultCell": "C9" });
    // Vic may read the report, which is enough.
    let report = sandbox.vic().at(SEVEN).put(200, CONNECT, &place).await;
    assert_has!(report, { "canEdit": false, "canManage": false });
    let placement = &report["placements"][0];
    for (name, value) in place.as_object().unwrap() {
        assert_eq!(&placement[name], value, "{name}");
    }
    assert_has!(placement, { "syncStatus": "UP_TO_DATE", "placedBy": 3, "refreshedAt": null });
    assert!(placement["id"].is_string() && placement["placedAt"].is_string());
    assert_eq!(placement["queryChecksum"], report["currentQueryChecksum"]);

    let change = json!({ "sqlQuery": "SELECT 2" });
    let changed = seven
        .put(200, "/reports/by-public-id/revenue", change)
        .await;
    assert_eq!(changed["placements"][0]["syncStatus"], "CHANGED");
    // Moved, and nothing else: it still shows the old answer.
    let moved = json!({ "placementId": placement["id"], "anchorCell": "C3", "addressOnly": true });
    let moved = seven.put(200, CONNECT, moved).await;
    assert_has!(moved["placements"][0], { "anchorCell": "C3", "syncStatus": "CHANGED" });
    assert_eq!(moved["placements"].as_array().unwrap().len(), 1);
    let address =
        json!({ "externalWorkbookId": "book", "sheetName": "Sheet1", "anchorCell": "C3" });
    let fresh = seven.put(200, "/reports/31/refresh", address).await;
    assert!(fresh["placements"][0]["refreshedAt"].is_string());
    assert_has!(fresh["placements"][0], { "syncStatus": "UP_TO_DATE", "refreshedBy": 1 });
}

#[tokio::test]
async fn a_placement_is_addressed_by_its_id_or_by_three_fields_in_body_or_query() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    // The last is the same place again.
    for (cell, count) in [("A1", 1), ("A2", 2), ("A2", 2)] {
        let report = seven.put(200, CONNECT, place(cell)).await;
        assert_eq!(report["placements"].as_array().unwrap().len(), count);
    }
    for incomplete in [
        json!({}),
        json!({ "externalWorkbookId": "book", "sheetName": "S" }),
    ] {
        seven.send(400, "DELETE", CONNECT, &incomplete).await;
        seven.put(400, "/reports/31/refresh", incomplete).await;
    }
    seven.send(404, "DELETE", CONNECT, place("Z9")).await;
    let left = seven.send(200, "DELETE", CONNECT, place("A1")).await;
    let id = text(&left["placements"][0], "id");
    // It is of another report.
    let stolen = json!({ "placementId": id, "anchorCell": "Z9" });
    seven
        .put(409, "/reports/32/connect-workbook", &stolen)
        .await;
    seven.put(404, "/reports/32/refresh", &stolen).await;
    let own = seven.put(200, CONNECT, stolen).await;
    assert_eq!(own["placements"][0]["anchorCell"], "Z9");
    let by_id = format!("{CONNECT}?placementId={id}");
    let none = seven.delete(200, by_id).await;
    assert_eq!(none["placements"], json!([]));
}
