//! Lists: by cursor with the deprecated fields beside the present ones, and by offset.

use serde_json::{Value, json};

use crate::support::{ADMIN, Sandbox, USER, VIEWER, text};

const REPORTS: &str = "/api/v1/deployments/7/reports";

async fn with_reports(count: usize) -> Sandbox {
    Sandbox::seeded(move |seed| {
        let reports = (0..count).map(|n| {
            json!({ "deploymentId": 7, "publicId": format!("r{n}"), "name": format!("Report {:03}", n * 7 % count),
                    "userId": 1, "createdAt": 1_700_000_000_000_i64 + i64::try_from(n).unwrap() })
        });
        seed["reports"] = reports.collect();
        seed["reportSnapshots"] = json!([]);
    })
    .await
}

/// Every item of every page, and how many pages it took.
async fn walk(sandbox: &Sandbox, path: &str) -> (Vec<Value>, usize) {
    let (mut items, mut pages, mut after) = (Vec::new(), 0, String::new());
    loop {
        let page = sandbox.get(ADMIN, &format!("{path}{after}")).await;
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        pages += 1;
        let info = &page["pageInfo"];
        assert_eq!(info["hasPreviousPage"], pages > 1);
        if info["hasNextPage"] == false {
            return (items, pages);
        }
        after = format!("&after={}", info["endCursor"].as_str().unwrap());
    }
}

#[tokio::test]
async fn a_cursor_list_is_walked_page_by_page_in_every_order() {
    let sandbox = with_reports(45).await;
    for (sort, field) in [
        ("", "id"),
        ("&sortBy=name", "name"),
        ("&sortBy=createdAt", "createdAt"),
        ("&sortBy=updatedAt", "updatedAt"),
    ] {
        let (items, pages) = walk(&sandbox, &format!("{REPORTS}?first=10{sort}")).await;
        assert_eq!((items.len(), pages), (45, 5), "{sort}");
        let keys: Vec<String> = items
            .iter()
            .map(|item| format!("{:>30}", item[field].to_string()))
            .collect();
        assert!(keys.is_sorted(), "{sort}: {keys:?}");
    }
}

#[tokio::test]
async fn what_is_added_meanwhile_does_not_move_a_cursor() {
    let sandbox = with_reports(4).await;
    let first = sandbox.get(ADMIN, &format!("{REPORTS}?first=2")).await;
    let path = format!("{REPORTS}/by-public-id/new");
    sandbox
        .expect(201, ADMIN, "PUT", &path, Some(json!({ "name": "New" })))
        .await;
    let after = first["pageInfo"]["endCursor"].as_str().unwrap();
    let second = sandbox
        .get(ADMIN, &format!("{REPORTS}?first=10&after={after}"))
        .await;
    let ids = |page: &Value| -> Vec<Value> {
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["publicId"].clone())
            .collect()
    };
    assert_eq!(ids(&first), ["r0", "r1"]);
    assert_eq!(ids(&second), ["r2", "r3", "new"]);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_order() {
    let sandbox = with_reports(4).await;
    let page = sandbox
        .get(ADMIN, &format!("{REPORTS}?first=2&sortBy=name"))
        .await;
    let after = page["pageInfo"]["endCursor"].as_str().unwrap();
    let next = format!("first=2&after={after}");
    sandbox
        .get(ADMIN, &format!("{REPORTS}?sortBy=name&{next}"))
        .await;
    for (other, wrong) in [
        (
            format!("{REPORTS}?sortBy=createdAt&{next}"),
            "another order",
        ),
        (format!("{REPORTS}?{next}"), "another order"),
        (
            format!("/api/v1/regions?{next}"),
            "not a cursor of this list",
        ),
    ] {
        let refused = sandbox.expect(400, ADMIN, "GET", &other, None).await;
        let message = text(&refused, "error");
        assert!(message.contains(wrong), "{other}: {message}");
    }
}

#[tokio::test]
async fn the_deprecated_fields_stand_beside_items_and_page_info() {
    let sandbox = with_reports(30).await;
    let page = sandbox.get(ADMIN, REPORTS).await;
    assert_eq!(page["items"].as_array().unwrap().len(), 20);
    assert_eq!(page["data"], page["items"]);
    assert_eq!(page["count"], 30);
    assert_eq!(page["pagination"]["total"], 30);
}

#[tokio::test]
async fn there_is_no_cursor_by_last_viewed_at() {
    let sandbox = Sandbox::start().await;
    let path = format!("{REPORTS}?sortBy=lastViewedAt");
    let page = sandbox.get(ADMIN, &path).await;
    assert!(page.get("items").is_none() && page.get("pageInfo").is_none());
    assert_eq!(page["data"][0]["id"], 31, "the latest first");
    assert_eq!(page["count"], 4);
    for more in ["&first=2", "&after=abc"] {
        sandbox
            .expect(400, ADMIN, "GET", &format!("{path}{more}"), None)
            .await;
    }
    let rest = sandbox
        .get(ADMIN, &format!("{path}&offset=3&limit=5"))
        .await;
    assert_eq!(rest["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn reports_are_filtered() {
    let sandbox = Sandbox::start().await;
    let connect = format!("{REPORTS}/31/connect-workbook");
    let body = json!({ "externalWorkbookId": "book", "sheetName": "S", "anchorCell": "A1" });
    sandbox
        .expect(200, ADMIN, "PUT", &connect, Some(body))
        .await;
    for (query, ids) in [
        ("search=REVENUE", &[31, 32][..]),
        ("folderId=22", &[34]),
        ("externalWorkbookId=book", &[31]),
        ("search=none", &[]),
    ] {
        let page = sandbox.get(ADMIN, &format!("{REPORTS}?{query}")).await;
        let found: Vec<i64> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["id"].as_i64().unwrap())
            .collect();
        assert_eq!(found, ids, "{query}");
    }
    sandbox
        .expect(400, ADMIN, "GET", &format!("{REPORTS}?sortBy=size"), None)
        .await;
}

#[tokio::test]
async fn a_list_holds_what_the_caller_may_read() {
    let sandbox = Sandbox::start().await;
    let count = async |key: &str, path: &str| sandbox.get(key, path).await["count"].clone();
    let folders = "/api/v1/deployments/7/folders";
    assert_eq!(
        (count(ADMIN, REPORTS).await, count(ADMIN, folders).await),
        (json!(4), json!(2))
    );
    // By way of the folder that is shared with Vic, and of Ben's group.
    assert_eq!(
        (count(VIEWER, REPORTS).await, count(VIEWER, folders).await),
        (json!(4), json!(2))
    );
    let unshared = Sandbox::seeded(|seed| seed["policies"] = json!([])).await;
    assert_eq!(unshared.get(VIEWER, REPORTS).await["count"], 0);
    assert_eq!(unshared.get(USER, REPORTS).await["count"], 1, "Ben's own");
}

#[tokio::test]
async fn a_wrong_page_is_refused() {
    let sandbox = Sandbox::start().await;
    for query in [
        "first=0",
        "first=-1",
        "first=ten",
        "after=%20",
        "after=bm90IGpzb24",
    ] {
        sandbox
            .expect(400, ADMIN, "GET", &format!("{REPORTS}?{query}"), None)
            .await;
    }
    for query in ["offset=-1", "limit=0", "limit=x"] {
        let path = format!("/api/v1/deployments?{query}");
        sandbox.expect(400, ADMIN, "GET", &path, None).await;
    }
}

#[tokio::test]
async fn an_offset_list_defaults_to_offset_0_and_limit_20() {
    let sandbox = Sandbox::seeded(|seed| {
        let more = (100..130).map(|id| json!({ "id": id, "name": format!("Deployment {id}") }));
        seed["deployments"].as_array_mut().unwrap().extend(more);
    })
    .await;
    let page = sandbox.get(ADMIN, "/api/v1/deployments").await;
    assert_eq!(
        page["pagination"],
        json!({ "offset": 0, "limit": 20, "total": 32 })
    );
    let first = &page["data"]["deployments"][0];
    assert_eq!(
        (&first["id"], &first["name"]),
        (&json!("7"), &json!("Online shop"))
    );
    assert!(first["created_at"].as_str().unwrap().ends_with('Z'));
    let last = sandbox
        .get(ADMIN, "/api/v1/deployments?offset=30&limit=10")
        .await;
    assert_eq!(last["data"]["deployments"].as_array().unwrap().len(), 2);
    assert_eq!(
        last["pagination"],
        json!({ "offset": 30, "limit": 10, "total": 32 })
    );
}

/// Every list by cursor of the document: its pages of one item are together the whole list.
#[tokio::test]
async fn every_list_is_the_same_page_by_page() {
    let sandbox = Sandbox::start().await;
    let seven = "/api/v1/deployments/7";
    let make = async |path: &str, body: Value| {
        let made = sandbox.tenant("POST", path, Some(ADMIN), Some(body)).await;
        assert!(made.status < 300, "{path}: {}", made.body);
        made.json()
    };
    let files = json!({ "nodes": { "a": {}, "b": {}, "c": {} } });
    let sync = json!({ "output": "files", "source": "manifest", "manifest": files });
    let syncs = format!("{seven}/transform-sync");
    let sync = text(&make(&syncs, sync).await, "syncJobId");
    let dana = json!({ "embedTenantName": "acme", "externalId": "dana" });
    let dana = sandbox.embed(dana).await;
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
        let comment = Some(json!({ "text": "Hi" }));
        sandbox.expect(201, &dana, "POST", comments, comment).await;
    }
    sandbox.advance(1_000).await;
    let document = sandbox.get(ADMIN, "/api/v1/spec").await;
    let mut walked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let schema = item.pointer("/get/responses/200/content/application~1json/schema/$ref");
        let name = schema.and_then(Value::as_str).unwrap_or_default();
        let is_by_cursor = document.pointer(&format!(
            "{}/properties/pageInfo",
            name.trim_start_matches('#')
        ));
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
        let key = if path.contains("/comments") {
            &dana
        } else {
            ADMIN
        };
        let all = sandbox.get(key, &format!("{path}?first=100")).await;
        let (mut items, mut after) = (Vec::new(), String::new());
        loop {
            let page = sandbox.get(key, &format!("{path}?first=1{after}")).await;
            assert_eq!(page["count"], all["count"], "{path}");
            assert_eq!(page["pagination"]["offset"], items.len(), "{path}");
            items.extend(page["items"].as_array().unwrap().iter().cloned());
            if page["pageInfo"]["hasNextPage"] == false {
                break;
            }
            after = format!("&after={}", text(&page["pageInfo"], "endCursor"));
        }
        assert!(
            items.len() > 1 || path.ends_with("data-model/files"),
            "{path}: {all}"
        );
        assert_eq!(json!(items), all["items"], "{path}");
        walked += 1;
    }
    assert_eq!(walked, 23);
}
