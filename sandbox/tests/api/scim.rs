//! SCIM over HTTP. Filters by themselves are tested where they stand.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{ADMIN, Sandbox, request, text};

const USERS: &str = "/api/scim/v2/Users";
const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/// A body that changes a resource by these operations.
fn patch(operations: &Value) -> Value {
    json!({ "schemas": [PATCH], "Operations": operations })
}

#[tokio::test]
async fn both_forms_of_the_header_are_accepted() {
    let sandbox = Sandbox::start().await;
    for scheme in ["Bearer", "Api-Key", "api-key"] {
        let authorization = format!("{scheme} {ADMIN}");
        let headers = [("Authorization", authorization.as_str())];
        let answer = request(&sandbox.running.tenant, "GET", USERS, &headers, None).await;
        assert_eq!(answer.status, 200, "{scheme}");
        assert!(answer.has("content-type: application/scim+json"));
    }
}

#[tokio::test]
async fn a_user_tells_its_address_and_is_one_of_the_console() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let name = json!({ "givenName": "Eve" });
    let body = json!({ "schemas": [USER], "userName": "eve@example.com", "name": name });
    let answer = ada.answer("POST", USERS, body).await;
    let made = answer.json();
    let location = text(&made["meta"], "location");
    assert!(answer.has(&format!("location: {}", location.to_lowercase())));
    let path = format!("/api/v1/users/{}", text(&made, "id"));
    let user = ada.put(200, path, json!({})).await;
    assert_has!(user, { "email": "eve@example.com", "firstName": "Eve" });
}

#[tokio::test]
async fn a_deactivated_user_is_not_let_in() {
    let sandbox = Sandbox::start().await;
    let (ada, ben) = (sandbox.ada(), sandbox.ben());
    let one = format!("{USERS}/2");
    let replace = json!({ "schemas": [USER], "userName": "ben@example.com" });
    for (op, path, value, expected) in [
        ("replace", "active", json!(false), json!(false)),
        ("remove", "active", Value::Null, Value::Null),
        ("replace", "active", json!(true), json!(true)),
        ("Replace", "active", json!("False"), json!(false)),
        ("Add", "", json!({ "active": "TRUE" }), json!(true)),
        ("Replace", "", json!({ "active": false }), json!(false)),
    ] {
        let mut operation = json!({ "op": op, "value": value });
        if !path.is_empty() {
            operation["path"] = path.into();
        }
        let user = ada.patch(200, &one, patch(&json!([operation]))).await;
        assert_eq!(user["active"], expected);
        let status = if expected == true { 200 } else { 401 };
        ben.send(status, "GET", "/api/v1/users/me", ()).await;
        // What does not say whether the user is active leaves that as it was.
        let user = ada.put(200, &one, &replace).await;
        assert_eq!(user["active"], expected == true);
        ben.send(status, "GET", "/api/v1/users/me", ()).await;
    }
}

/// What the RFC and the public documentation of five providers show, one exchange after the other: the
/// request, the answer, and the resource of the request as it is then stored.
#[tokio::test]
async fn exchanges_of_the_rfc_and_of_identity_providers() {
    let rows = include_str!("../fixtures/scim.json");
    let rows: Vec<Value> = serde_json::from_str(rows).unwrap();
    let mut wrong = Vec::new();
    for rows in rows.chunk_by(|one, other| one["from"] == other["from"]) {
        let sandbox = Sandbox::start().await;
        let mut ids: Vec<(String, String)> = Vec::new();
        for row in rows {
            let said = ids.iter().fold(row.to_string(), |said, (name, id)| {
                said.replace(&format!("<{name}>"), id)
            });
            let named: Value = serde_json::from_str(&said).unwrap();
            let [method, path] = [0, 1].map(|at| named["request"][at].as_str().unwrap());
            let body = match &named["request"][2] {
                operations @ Value::Array(_) => patch(operations),
                body => body.clone(),
            };
            let url = path.replace(' ', "%20").replace('"', "%22");
            let url = format!("/api/scim/v2/{url}");
            let answer = sandbox.ada().answer(method, &url, body).await;
            let status = answer.status;
            let answer: Value = serde_json::from_str(&answer.body).unwrap_or_default();
            let mut check = |is_right: bool, found: &Value| {
                if !is_right {
                    wrong.push(format!("{row}\n  {status} {found}"));
                }
            };
            let expected = named.get("answer");
            let is_answered = expected.is_none_or(|expected| has(&answer, expected));
            check(status == row["status"] && is_answered, &answer);
            if let Some(name) = row["as"].as_str() {
                ids.push((name.to_owned(), text(&answer, "id")));
            }
            let url = match answer["id"].as_str() {
                Some(id) if method == "POST" => format!("{url}/{id}"),
                _ => url,
            };
            if method == "DELETE" {
                sandbox.ada().refused(404, url).await;
            } else if let Some(stored) = named.get("stored") {
                let kept = sandbox.ada().get(url).await;
                check(has(&kept, stored), &kept);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True if the value has each of these parts. A part that is null is missing, and a list has as many
/// values as its part.
fn has(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (_, Value::Object(parts)) => parts.iter().all(|(name, part)| has(&value[name], part)),
        (Value::Array(values), Value::Array(parts)) => {
            values.len() == parts.len()
                && values
                    .iter()
                    .zip(parts)
                    .all(|(value, part)| has(value, part))
        }
        (value, part) => value == part,
    }
}

#[tokio::test]
async fn what_the_server_can_is_told_to_anybody() {
    let sandbox = Sandbox::start().await;
    for (path, pointer, value) in [
        ("ServiceProviderConfig", "/patch/supported", json!(true)),
        ("ResourceTypes", "/totalResults", json!(2)),
        ("Schemas", "/totalResults", json!(3)),
        (&format!("Schemas/{USER}"), "/name", json!("User")),
    ] {
        let told = sandbox.nobody().get(format!("/api/scim/v2/{path}")).await;
        assert_eq!(told.pointer(pointer), Some(&value), "{path}");
    }
}
