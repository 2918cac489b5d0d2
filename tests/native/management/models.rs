//! Resources keep the fields that the description does not name. `reading.rs` tests those that it names.

use serde_json::{Value, json};
use svc_embed::management::models::{Open, Workbook, WorkspaceItemType};

fn workbook() -> Value {
    json!({
        "id": 42,
        "deploymentId": 7,
        "name": "Sales",
        "meta": { "anything": [1, { "at": "all" }] },
        "calculatedFields": {},
        "createdAt": "2025-01-02",
        "updatedAt": "2025-01-02T03:04:05Z",
        "type": "WORKBOOK",
        "createdBy": 3,
        "userId": 3,
        "user": { "id": 3, "email": "a@b.example", "firstName": "Ada" },
        "folderId": 9,
        "folderPath": [{ "id": 1, "name": "Root" }, { "id": 9, "name": "Team" }],
        "isFavorite": true,
        "slug": "sales",
        "dashboardDraft": {
            "kind": "CLASSIC",
            "widgets": [{
                "type": "CHART",
                "position": { "x": 0, "y": 0, "w": 6, "h": 4 },
                "responsiveLayouts": { "lg": { "x": 0, "y": 0, "w": 6, "h": 4 } },
            }],
            "layout": { "breakpoints": { "lg": 1200 }, "margin": [8, 8], "rowHeight": 30 },
        },
        "publishedDashboard": dashboard(),
    })
}

fn dashboard() -> Value {
    json!({
        "id": 5,
        "publicId": "abc",
        "deploymentId": 7,
        "workbookId": 42,
        "status": "published",
        "allowEmbed": false,
        "config": { "kind": "APP", "app": { "entry": "main.js", "files": { "main.js": "" },
            "manifest": { "dependencies": { "vega": "6" }, "version": 1 } } },
        "versionNumber": 2,
        "versionId": 11,
        "reportSnapshots": [snapshot()],
        "restrictDataDownload": true,
    })
}

fn snapshot() -> Value {
    json!({
        "id": 1,
        "reportId": 2,
        "versionNumber": 3,
        "kind": "vega",
        "spec": { "mark": "bar" },
        "fillMissingRows": { "member": "orders.count", "excludedDimensions": ["a"] },
        "periodComparisons": [{
            "measure": "orders.count",
            "timeDimension": "orders.created_at",
            "offset": { "amount": 1, "unit": "year" },
        }],
        "preferences": { "columnFormats": { "a": { "type": "currency", "decimalPlaces": 2 } } },
    })
}

/// Reading and writing gives the same, so no field is lost or renamed.
fn survives<T: serde::de::DeserializeOwned + serde::Serialize>(value: &Value) -> T {
    let read: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(&serde_json::to_value(&read).unwrap(), value);
    read
}

#[test]
fn unknown_fields_and_values_survive_at_every_depth() {
    let mut value = workbook();
    value["ofTomorrow"] = json!({ "a": 1 });
    value["type"] = json!("NOTEBOOK");
    value["publishedDashboard"]["status"] = json!("scheduled");
    value["publishedDashboard"]["config"]["app"]["runtime"] = json!("v2");
    value["dashboardDraft"]["widgets"][0]["type"] = json!("MAP");
    value["dashboardDraft"]["widgets"][0]["position"]["z"] = json!(1);
    let workbook: Workbook = survives(&value);
    assert_eq!(
        workbook.kind,
        WorkspaceItemType::Other("NOTEBOOK".to_owned())
    );
    assert_eq!(workbook.extra["ofTomorrow"], json!({ "a": 1 }));
}

#[test]
fn a_required_field_is_required() {
    for key in [
        "id",
        "deploymentId",
        "name",
        "meta",
        "calculatedFields",
        "createdAt",
        "type",
    ] {
        let mut value = workbook();
        value.as_object_mut().unwrap().remove(key);
        assert!(serde_json::from_value::<Workbook>(value).is_err(), "{key}");
    }
}

#[test]
fn an_input_of_the_tenants_types_is_an_open_input() {
    #[derive(serde::Serialize)]
    struct UserInput {
        email: &'static str,
    }
    let input = Open::of(&UserInput {
        email: "a@b.example",
    })
    .unwrap();
    assert_eq!(Value::from(input.0), json!({ "email": "a@b.example" }));
    for other in [json!("text"), json!([1]), json!(null)] {
        assert!(Open::of(&other).is_err(), "{other}");
    }
}
