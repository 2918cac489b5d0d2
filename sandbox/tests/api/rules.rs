//! The rules of the description about values: lengths, types, null, ids.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{SEVEN, Sandbox, text};

const SALES: &str = "/workbooks/by-slug/sales";

/// The largest whole number that JavaScript can hold.
const MOST: i64 = 9_007_199_254_740_991;

#[tokio::test]
async fn error_400_a_name_by_default_is_not_longer_than_255_characters() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let longest = "x".repeat(255);
    let long = format!("/reports/by-public-id/{longest}x");
    let refused = seven.put(400, &long, json!({})).await;
    assert!(text(&refused, "error").starts_with("name is required"));
    let named = seven.put(201, &long, json!({ "title": "T" })).await;
    assert_eq!(named["name"], "T");
    let fits = format!("/reports/by-public-id/{longest}");
    let fits = seven.put(201, fits, json!({})).await;
    assert_eq!(fits["name"], longest);
}

/// 1.0 and 1 are the same whole number in JSON Schema and in JavaScript.
#[tokio::test]
async fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let moved = seven.put(200, SALES, json!({ "folderId": 22.0 })).await;
    assert_eq!(moved["folderId"], 22);
    seven.put(400, SALES, json!({ "folderId": 22.5 })).await;
}

#[tokio::test]
async fn null_clears_what_may_be_null() {
    let sandbox = Sandbox::start().await;
    let (ada, seven) = (sandbox.ada(), sandbox.ada().at(SEVEN));
    let moved = seven.put(200, SALES, json!({ "folderId": null })).await;
    assert_has!(moved, { "folderId": null, "name": "Sales" });
    assert!(moved["dashboardDraft"].is_object());
    let cleared = json!({ "dashboardDraft": null });
    assert_has!(seven.put(200, SALES, &cleared).await, { "dashboardDraft": null });
    let cleared = json!({ "workbookId": null, "folderId": null, "kind": null });
    let report = seven.put(200, "/reports/by-public-id/revenue", cleared);
    assert_has!(report.await, { "workbookId": null, "folderId": null, "kind": null });
    let path = "/api/v1/users/2";
    let cleared = json!({ "firstName": null, "picture": null });
    let user = ada.put(200, path, cleared).await;
    assert_has!(user, { "firstName": null, "lastName": "Builder" });
    for body in [
        json!({ "active": null }),
        json!({ "active": "no" }),
        json!({ "permissions": "x" }),
        json!({ "email": "" }),
    ] {
        ada.put(400, path, body).await;
    }
}

// "A placement carries … a sheet id": a whole number that JavaScript can hold. An id of a user, too. What
// the document allows is what the service can read.
#[tokio::test]
async fn ids_have_the_bounds_of_the_document() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let spec = ada.get("/api/v1/spec").await;
    for pointer in ["Placement/properties/sheetId", "UserId/anyOf/0"] {
        let schema = spec.pointer(&format!("/components/schemas/{pointer}"));
        assert_has!(schema.unwrap(), { "minimum": -MOST, "maximum": MOST });
    }
    let connect = format!("{SEVEN}/reports/31/connect-workbook");
    for (sheet, status) in [
        (json!(MOST), 200),
        (json!(MOST + 1), 400),
        (json!("s"), 200),
    ] {
        let place = json!({
            "externalWorkbookId": "w", "sheetName": "S", "anchorCell": "A1", "sheetId": sheet,
        });
        ada.put(status, &connect, place).await;
    }
    for (id, status) in [
        (json!(MOST), 200),
        (json!(MOST + 1), 400),
        (json!(1e30), 400),
        (json!("9007199254740992"), 200),
    ] {
        let body = json!({ "action": "ACTIVATE", "userIds": [id] });
        ada.post(status, "/api/v1/users/bulk", body).await;
    }
}

#[tokio::test]
async fn an_id_is_written_in_one_way() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for id in ["07", "+7", "7.0", "7%20", "%2B7", "-0", "%EF%BC%97"] {
        for path in [
            "settings",
            "notifications",
            "reports",
            "workbooks/41/embed-access",
        ] {
            let path = format!("/api/v1/deployments/{id}/{path}");
            ada.refused(404, path).await;
        }
        let path = format!("/api/v1/deployments/{id}/notifications");
        let body = json!({ "dashboardPublicId": "sales-overview" });
        ada.post(404, path, body).await;
    }
    let configs = "/api/v1/oidc-token-configs/";
    let made = ada.post(201, configs, json!({})).await;
    for (path, id) in [
        (configs, made["id"].to_string()),
        ("/api/scim/v2/Users/", "2".to_owned()),
        ("/api/scim/v2/Groups/", "1".to_owned()),
    ] {
        ada.get(format!("{path}{id}")).await;
        for other in [format!("0{id}"), format!("+{id}"), format!("%2B{id}")] {
            let path = format!("{path}{other}");
            ada.refused(404, &path).await;
            ada.delete(404, &path).await;
        }
    }
}

// "404: workbook missing or in another deployment."
#[tokio::test]
async fn an_empty_part_of_a_path_names_nothing() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let items = json!({ "items": [{ "type": "WORKBOOK", "id": 44 }] });
    let allow = json!({ "allowEmbed": true });
    for (method, path, body) in [
        ("POST", "/api/v1/deployments//workspace/bulk-delete", items),
        ("GET", "/api/v1/deployments//reports", Value::Null),
        ("PUT", "/api/v1/deployments/7/workbooks/by-slug/", json!({})),
        ("DELETE", "/api/v1/embed-tenants/", Value::Null),
        ("GET", "/api/v1/embed-tenants//users", Value::Null),
        ("GET", "/api/scim/v2/Users/", Value::Null),
        ("GET", "/build/api/v1/deployments//branches", Value::Null),
        ("PATCH", "/api/v1/embed/dashboard/", allow),
    ] {
        let status = ada.answer(method, path, body).await.status;
        assert!([404, 405].contains(&status), "{method} {path}: {status}");
    }
    ada.post(404, "/api/v1/deployments//workbooks/44/duplicate", ())
        .await;
}
