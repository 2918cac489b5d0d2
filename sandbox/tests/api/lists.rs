//! Every list by cursor of the document, page by page.

use serde_json::{Value, json};

use crate::support::{Caller, Sandbox, text};

/// Every item of every page, and how many pages it took.
async fn walk(caller: &Caller<'_>, path: &str) -> (Vec<Value>, usize) {
    let (mut items, mut pages, mut after) = (Vec::new(), 0, String::new());
    loop {
        let page = caller.get(format!("{path}{after}")).await;
        let info = &page["pageInfo"];
        assert_eq!(info["hasPreviousPage"], pages > 0, "{path}");
        // The deprecated fields are beside the present ones.
        assert_eq!(page["data"], page["items"], "{path}");
        assert_eq!(page["pagination"]["offset"], items.len(), "{path}");
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        pages += 1;
        if info["hasNextPage"] == false {
            assert_eq!(page["count"], items.len(), "{path}");
            return (items, pages);
        }
        after = format!("&after={}", text(info, "endCursor"));
    }
}

/// Every list by cursor of the document: its pages of one item are together the whole list.
#[tokio::test]
async fn every_list_is_the_same_page_by_page() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let seven = "/api/v1/deployments/7";
    let make = async |path: &str, body: Value| {
        let made = ada.answer("POST", path, body).await;
        assert!(made.status < 300, "{path}: {}", made.body);
        made.json()
    };
    let files = json!({ "nodes": { "a": {}, "b": {}, "c": {} } });
    let sync = json!({ "output": "files", "source": "manifest", "manifest": files });
    let syncs = format!("{seven}/transform-sync");
    let sync = text(&make(&syncs, sync).await, "syncJobId");
    let dana = sandbox.viewer("acme", "dana").await;
    let comments = "/api/v1/embed/dashboard/sales-overview/comments";
    for n in 1..=3 {
        make(&syncs, json!({ "branchName": format!("b{n}") })).await;
        let notification = json!({ "dashboardId": 1 });
        make(&format!("{seven}/notifications"), notification).await;
        for path in [
            "oauth-integrations/",
            "oidc-token-configs/",
            "user-oauth-tokens/",
            "github/x",
        ] {
            make(&format!("/api/v1/{path}"), json!({ "n": n })).await;
        }
        let attribute = make("/api/v1/user-attributes/", json!({ "type": "number" })).await;
        let value = json!({ "userId": 2, "attributeId": attribute["id"], "value": n });
        make("/api/v1/user-attribute-values/", value).await;
        let user = json!({ "embedTenantName": "acme", "externalId": format!("u{n}"), "tenantGroups": ["managers"] });
        sandbox.embed(user).await;
        let comment = json!({ "text": "Hi" });
        dana.post(201, comments, comment).await;
    }
    sandbox.advance(1_000).await;
    let document = ada.get("/api/v1/spec").await;
    let mut walked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let schema = item.pointer("/get/responses/200/content/application~1json/schema");
        let is_by_cursor = schema.and_then(|schema| schema.pointer("/properties/pageInfo"));
        // The entries of the logs have the time of the request.
        if is_by_cursor.is_none() || path.ends_with("{deploymentId}/logs") {
            continue;
        }
        let path = [
            ("{deploymentId}", "7"),
            ("{embedTenantName}", "acme"),
            ("{groupId}", "2"),
            ("{userId}", "2"),
            ("{publicId}", "sales-overview"),
            ("{syncJobId}", &sync),
            ("{path}", "x"),
        ]
        .iter()
        .fold(path.clone(), |path, (name, value)| {
            path.replace(name, value)
        });
        let is_dana = path.contains("/comments");
        let caller = if is_dana { &dana } else { &ada };
        let all = caller.get(format!("{path}?first=100")).await;
        let (items, _) = walk(caller, &format!("{path}?first=1")).await;
        assert!(
            items.len() > 1 || path.ends_with("data-model/files"),
            "{path}: {all}"
        );
        assert_eq!(json!(items), all["items"], "{path}");
        walked += 1;
    }
    assert_eq!(walked, 23);
}
