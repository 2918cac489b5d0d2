//! Lists: by cursor with the deprecated fields beside the present ones, and by offset.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{BUILD, Caller, Sandbox, each, text};

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

#[tokio::test]
async fn a_cursor_list_is_walked_page_by_page_in_every_order() {
    let sandbox = with_reports(45).await;
    for (sort, field) in [
        ("", "id"),
        ("&sortBy=name", "name"),
        ("&sortBy=createdAt", "createdAt"),
        ("&sortBy=updatedAt", "updatedAt"),
    ] {
        let (items, pages) = walk(&sandbox.ada(), &format!("{REPORTS}?first=10{sort}")).await;
        assert_eq!((items.len(), pages), (45, 5), "{sort}");
        let padded = |item: &Value| format!("{:>30}", item[field].to_string());
        assert!(items.iter().map(padded).is_sorted(), "{sort}");
    }
}

#[tokio::test]
async fn what_is_added_meanwhile_does_not_move_a_cursor() {
    let sandbox = with_reports(4).await;
    let ada = sandbox.ada().at(REPORTS);
    let first = ada.get("?first=2").await;
    ada.put(201, "/by-public-id/new", json!({ "name": "New" }))
        .await;
    let after = text(&first["pageInfo"], "endCursor");
    let second = ada.get(format!("?first=10&after={after}")).await;
    assert_eq!(each(&first["items"], "publicId"), json!(["r0", "r1"]));
    let rest = json!(["r2", "r3", "new"]);
    assert_eq!(each(&second["items"], "publicId"), rest);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_list_and_order() {
    let sandbox = with_reports(4).await;
    let ada = sandbox.ada();
    let page = ada.get(format!("{REPORTS}?first=2&sortBy=name")).await;
    let after = text(&page["pageInfo"], "endCursor");
    ada.get(format!("{REPORTS}?sortBy=name&after={after}"))
        .await;
    for (other, wrong) in [
        ("deployments/7/reports?sortBy=createdAt", "another order"),
        ("deployments/7/reports?", "another order"),
        ("deployments/12/reports?sortBy=name", "not a cursor"),
        ("deployments/7/folders?", "not a cursor of this list"),
        ("embed-tenants/?", "not a cursor of this list"),
        ("regions?", "not a cursor of this list"),
    ] {
        let path = format!("/api/v1/{other}&after={after}");
        let message = text(&ada.refused(400, path).await, "error");
        assert!(message.contains(wrong), "{other}: {message}");
    }
}

#[tokio::test]
async fn cursor_lists_still_read_the_deprecated_parameters_and_say_where_they_are() {
    let sandbox = Sandbox::start().await;
    let same = |item: &Value| (item["id"].clone(), item["container"].clone());
    for path in [REPORTS, "/api/v1/deployments/7/logs"] {
        let get = async |query: &str| sandbox.ada().get(format!("{path}{query}")).await;
        let all = get("").await;
        let total = all["count"].as_i64().unwrap();
        let at = |offset, limit| json!({ "offset": offset, "limit": limit, "total": total });
        let page = get("?offset=1&limit=2").await;
        assert_eq!(page["pagination"], at(1, 2));
        assert_eq!(same(&page["data"][0]), same(&all["items"][1]));
        assert_eq!(page["items"], page["data"]);
        assert_eq!(page["pageInfo"]["hasPreviousPage"], true);
        // A cursor of such a page goes on after it.
        let after = text(&page["pageInfo"], "endCursor");
        let next = get(&format!("?first=1&after={after}")).await;
        assert_eq!(same(&next["items"][0]), same(&all["items"][3]), "{path}");
        assert_eq!(next["pagination"], at(3, 1));
        // Those of cursors take precedence.
        let mixed = get("?first=1&offset=2&limit=3").await;
        assert_eq!(mixed["pagination"], at(0, 1));
    }
    let page = with_reports(30).await.ada().get(REPORTS).await;
    assert_eq!(page["items"].as_array().unwrap().len(), 20, "by default");
    assert_eq!(page["count"], 30);
}

#[tokio::test]
async fn there_is_no_cursor_by_last_viewed_at() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let path = format!("{REPORTS}?sortBy=lastViewedAt");
    let page = ada.get(&path).await;
    assert!(page.get("items").is_none() && page.get("pageInfo").is_none());
    assert_eq!(page["data"][0]["id"], 31, "the latest first");
    assert_eq!(page["count"], 4);
    for more in ["&first=2", "&after=abc"] {
        ada.refused(400, format!("{path}{more}")).await;
    }
    let rest = ada.get(format!("{path}&offset=3&limit=5")).await;
    assert_eq!(rest["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn reports_are_filtered() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada().at(REPORTS);
    let place = json!({ "externalWorkbookId": "book", "sheetName": "S", "anchorCell": "A1" });
    ada.put(200, "/31/connect-workbook", place).await;
    for (query, ids) in [
        ("search=REVENUE", json!([31, 32])),
        ("search=category%20REVENUE", json!([32])),
        ("folderId=22", json!([34])),
        ("externalWorkbookId=book", json!([31])),
        ("search=none", json!([])),
    ] {
        let page = ada.get(format!("?{query}")).await;
        assert_eq!(each(&page["items"], "id"), ids, "{query}");
    }
    ada.refused(400, "?sortBy=size").await;
}

#[tokio::test]
async fn a_list_holds_what_the_caller_may_read() {
    let sandbox = Sandbox::start().await;
    let folders = "/api/v1/deployments/7/folders";
    // Vic by way of the folder that is shared with her.
    for caller in [sandbox.ada(), sandbox.vic()] {
        assert_eq!(caller.get(REPORTS).await["count"], 4);
        assert_eq!(caller.get(folders).await["count"], 2);
    }
    let unshared = Sandbox::seeded(|seed| seed["policies"] = json!([])).await;
    assert_eq!(unshared.vic().get(REPORTS).await["count"], 0);
    assert_eq!(unshared.ben().get(REPORTS).await["count"], 1, "Ben's own");
}

#[tokio::test]
async fn a_query_is_of_the_described_types() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for query in [
        "deployments/7/reports?first=0",
        "deployments/7/reports?first=-1",
        "deployments/7/reports?first=ten",
        "deployments/7/reports?after=%20",
        "deployments/7/reports?after=bm90IGpzb24",
        "deployments/7/reports?folderId=x",
        "deployments?offset=-1",
        "deployments?limit=0",
        "deployments?limit=x",
        "deployments?limit=",
        "deployments?limit=1.5",
        "deployments?limit=1&limit=2",
        "deployments/7/environments?type=",
        "audit-logs/export?start=2026-13-01",
    ] {
        ada.refused(400, format!("/api/v1/{query}")).await;
    }
    let path = format!("{BUILD}/branches?branchName=release&removeOnUpstream=maybe");
    ada.delete(400, path).await;
}

#[tokio::test]
async fn an_offset_list_defaults_to_offset_0_and_limit_20() {
    let sandbox = Sandbox::seeded(|seed| {
        let more = (100..130).map(|id| json!({ "id": id, "name": format!("Deployment {id}") }));
        seed["deployments"].as_array_mut().unwrap().extend(more);
    })
    .await;
    let ada = sandbox.ada();
    let page = ada.get("/api/v1/deployments").await;
    assert_has!(page["pagination"], { "offset": 0, "limit": 20, "total": 32 });
    let first = &page["data"]["deployments"][0];
    assert_has!(first, { "id": "7", "name": "Online shop" });
    assert!(text(first, "created_at").ends_with('Z'));
    let last = ada.get("/api/v1/deployments?offset=30&limit=10").await;
    assert_eq!(last["data"]["deployments"].as_array().unwrap().len(), 2);
    assert_has!(last["pagination"], { "offset": 30, "limit": 10, "total": 32 });
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
