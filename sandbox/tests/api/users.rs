//! Users, their settings and attributes; the tenant; plain documents.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{Sandbox, each};

const USERS: &str = "/api/v1/users/";
const ATTRIBUTES: &str = "/api/v1/user-attributes/";
const VALUES: &str = "/api/v1/user-attribute-values/";

#[tokio::test]
async fn the_current_user_includes_its_policies() {
    let sandbox = Sandbox::start().await;
    let me = sandbox.ben().get("/api/v1/users/me").await;
    assert_has!(me, { "email": "ben@example.com", "role": "AI BI User" });
    let policies = me["userPolicies"].as_array().unwrap();
    for policy in [
        json!({ "resourceType": "FOLDER", "resourceId": 21, "action": "edit" }),
        json!({ "resourceType": "TENANT", "action": "SchemaUpdate" }),
    ] {
        assert!(policies.contains(&policy), "{policy}");
    }
}

#[tokio::test]
async fn own_settings_are_merged_and_sheets_field_by_field() {
    let sandbox = Sandbox::start().await;
    let vic = sandbox.vic();
    let set = async |body: Value| vic.patch(200, "/api/v1/users/me/settings", body).await;
    set(json!({ "theme": "dark", "sheets": { "host": "excel", "zoom": 1 } })).await;
    let merged = set(json!({ "sheets": { "zoom": 2 }, "lastSeenChangelogId": 7 })).await;
    let expected = json!({ "theme": "dark", "sheets": { "host": "excel", "zoom": 2 } });
    assert_eq!(merged, expected);
    // An explicit null clears it.
    let cleared = set(json!({ "sheets": null })).await;
    assert_eq!(cleared, json!({ "theme": "dark", "sheets": null }));
    let zoomed = set(json!({ "sheets": { "zoom": 3 } })).await;
    assert_eq!(zoomed["sheets"], json!({ "zoom": 3 }));
    let me = vic.get("/api/v1/users/me").await;
    assert_eq!(me["settings"]["theme"], "dark");
}

#[tokio::test]
async fn users_are_made_changed_and_deleted() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let body = json!({ "email": "new@example.com", "firstName": "Nia", "team": "North" });
    let made = ada.post(201, USERS, &body).await;
    assert_has!(made, { "team": "North", "role": "AI BI User", "active": true });
    ada.post(409, USERS, json!({ "email": "NEW@example.com" }))
        .await;
    ada.post(400, USERS, json!({})).await;
    let path = format!("{USERS}{}", made["id"]);
    ada.put(400, &path, json!({ "role": "King" })).await;
    ada.put(409, &path, json!({ "email": "ada@example.com" }))
        .await;
    let changed = ada.put(200, &path, json!({ "role": "Viewer" })).await;
    assert_has!(changed, { "role": "Viewer", "firstName": "Nia" });
    ada.delete(200, &path).await;
    ada.delete(404, &path).await;
    // A path that ends in a slash is found without it.
    ada.post(201, "/api/v1/users", body).await;
}

#[tokio::test]
async fn bulk_actions_report_each_user_that_failed() {
    let sandbox = Sandbox::start().await;
    let (ada, ben) = (sandbox.ada(), sandbox.ben());
    let path = "/api/v1/users/bulk";
    let bulk = async |action: &str, ids: Value| {
        let body = json!({ "action": action, "userIds": ids });
        ada.post(200, path, body).await
    };
    let done = bulk("DEACTIVATE", json!([2, 1, 999, "3"])).await;
    assert_eq!(done["succeeded"], json!([{ "id": 2 }, { "id": "3" }]));
    // One's own account.
    assert_has!(done["failed"][0], { "id": 1, "status": 400 });
    assert_has!(done["failed"][1], { "id": 999, "status": 404 });
    ben.refused(401, "/api/v1/users/me").await;
    bulk("ACTIVATE", json!([2])).await;
    ben.get("/api/v1/users/me").await;
    bulk("DELETE", json!([2])).await;
    ben.refused(401, "/api/v1/users/me").await;
    for body in [
        json!({ "action": "PROMOTE", "userIds": [2] }),
        json!({ "action": "DELETE" }),
    ] {
        ada.post(400, path, body).await;
    }
}

#[tokio::test]
async fn attribute_values_are_of_their_definitions_type() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for (kind, right, wrong) in [
        ("string", json!("a"), json!(1)),
        ("number", json!(1.5), json!("1.5")),
        ("boolean", json!(true), json!("true")),
        ("string_array", json!(["a"]), json!([1])),
        ("number_array", json!([1]), json!(1)),
    ] {
        let definition = json!({ "name": kind, "type": kind });
        let made = ada.post(201, ATTRIBUTES, definition).await;
        let set = |value: &Value| json!({ "userId": 2, "attributeId": made["id"], "value": value });
        ada.post(400, VALUES, set(&wrong)).await;
        ada.post(200, VALUES, set(&right)).await;
        let kept = ada.post(200, VALUES, set(&right)).await;
        let mut of_kind = kept["items"].as_array().unwrap().clone();
        of_kind.retain(|value| value["attributeId"] == made["id"]);
        assert_eq!(each(&json!(of_kind), "value"), json!([right]));
    }
    assert_eq!(ada.get(format!("{VALUES}2")).await["count"], 5);
    ada.refused(404, format!("{VALUES}999")).await;
}

#[tokio::test]
async fn an_attribute_has_one_of_five_types_and_keeps_it_while_it_has_values() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for wrong in [json!("date"), json!(7), Value::Null] {
        ada.post(400, ATTRIBUTES, json!({ "type": wrong })).await;
    }
    let made = ada.post(201, ATTRIBUTES, json!({ "name": "team" })).await;
    assert_eq!(made["type"], "string");
    let one = format!("{ATTRIBUTES}{}", made["id"]);
    let kept = ada.put(200, &one, json!({ "name": "Team" })).await;
    assert_has!(kept, { "type": "string", "name": "Team" });
    let user = json!({ "email": "gone@example.com" });
    let user = ada.post(201, USERS, user).await["id"].clone();
    let value = json!({ "userId": user, "attributeId": made["id"], "value": "north" });
    ada.post(200, VALUES, value).await;
    let other = json!({ "type": "number" });
    ada.put(409, &one, &other).await;
    // Its values are the user's, and go with the user.
    ada.delete(200, format!("{USERS}{user}")).await;
    ada.put(200, &one, other).await;
}

#[tokio::test]
async fn what_is_not_shown_keeps_what_it_was_given() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for path in [
        "/api/v1/oauth-integrations/",
        "/api/v1/user-oauth-tokens/",
        "/api/v1/oidc-token-configs/",
    ] {
        let given = json!({ "name": "one", "nested": { "list": [1, null, "x"] }, "nothing": null });
        let made = ada.post(201, path, &given).await;
        let one = format!("{path}{}", made["id"]);
        let read = ada.get(&one).await;
        assert_eq!(read, made);
        for (name, value) in given.as_object().unwrap() {
            assert_eq!(read.get(name), Some(value), "{name}");
        }
        let put = ada.put(200, &one, json!({ "name": "two" })).await;
        assert_eq!((&put["name"], put.get("nested")), (&json!("two"), None));
        assert_eq!(put["createdAt"], made["createdAt"]);
        ada.delete(200, &one).await;
        for method in ["GET", "PUT", "DELETE"] {
            ada.send(404, method, &one, json!({})).await;
        }
        assert_eq!(ada.get(path).await["count"], 0);
    }
}

#[tokio::test]
async fn any_method_works_below_the_repository_host() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let path = "/api/v1/github/installations/1/repositories";
    ada.post(201, path, json!({ "name": "shop" })).await;
    assert_eq!(ada.get(path).await["items"][0]["name"], "shop");
    let put = ada.put(200, path, json!({ "name": "other" })).await;
    assert_eq!(put["name"], "other");
    ada.patch(200, path, json!({ "name": "third" })).await;
    assert_eq!(ada.get(path).await["count"], 1);
    ada.delete(200, path).await;
    assert_eq!(ada.get(path).await["count"], 0);
}

#[tokio::test]
async fn the_application_reads_its_theme_and_configuration() {
    let sandbox = Sandbox::start().await;
    let (ada, vic) = (sandbox.ada(), sandbox.vic());
    let config = vic.get("/api/v1/app-config").await;
    assert_eq!(config.as_object().unwrap().len(), 7);
    let theme = json!({ "palette": { "primary": "teal" }, "light": { "logo": "old" } });
    let body = json!({ "appTheme": theme });
    ada.put(200, "/api/v1/tenant/settings", body).await;
    let mut expected = theme;
    expected["logoUrl"] = Value::Null;
    expected["dark"] = Value::Null;
    assert_eq!(vic.get("/api/v1/app-theme").await, expected);
    let settings = ada.get("/api/v1/tenant/settings").await;
    let plan = &settings["plan"]["name"];
    assert_eq!(plan, "enterprise", "omitted fields are left alone");
    let regions = vic.get("/api/v1/regions/").await;
    assert_eq!(regions["items"][0]["id"], "eu-central");
}
