//! SCIM as identity providers speak it. Filters by themselves are tested where they are.

use serde_json::{Map, Value, json};

use crate::notation::misfit;
use crate::support::{ADMIN, Sandbox, text};

const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/// A body that changes a resource by these operations.
fn patch(operations: &Value) -> Value {
    json!({ "schemas": [PATCH], "Operations": operations })
}

fn has(value: &Value, part: &Value) -> bool {
    misfit(value, part, &mut Map::new()).is_none()
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
            let answer = sandbox.ask(ADMIN, method, &url, body).await;
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
                sandbox.ask(ADMIN, "GET", &url, ()).await.json(404);
            } else if let Some(stored) = named.get("stored") {
                let kept = sandbox.get(&url).await;
                check(has(&kept, stored), &kept);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
