//! Embed tenants, their groups and access; signed embedding; session generation.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{Answer, SCOPED, SEVEN, Sandbox, each, text};

const SALES: &str = "/api/v1/embed/dashboard/sales-overview";
const GENERATE: &str = "/api/v1/embed/generate-session";

#[tokio::test]
async fn a_minted_session_opens_an_embed_page_with_its_grant() {
    let sandbox = Sandbox::seeded(|seed| {
        seed["tenant"][0]["settings"]["timezoneSettings"]["default"] = "Asia/Tokyo".into();
    })
    .await;
    let ada = sandbox.ada();
    let body = json!({
        "embedTenantName": "acme", "externalId": "erin", "email": "erin@acme.example",
        "embedTenantProfile": { "displayName": "Acme" }, "settings": { "locale": "de" },
        "embedTheme": { "primaryColor": "teal" }, "tenantGroups": ["managers", "buyers"],
        "tenantGroupDefinitions": [{ "name": "buyers", "description": "They buy" }],
    });
    let minted = ada.post(200, GENERATE, body).await;
    let opened = sandbox.exchange(&text(&minted, "sessionId")).await.json();
    // The time zone is the account's default.
    assert_has!(opened, { "mode": "signed", "embedTenant": "Acme", "timezone": "Asia/Tokyo" });
    assert_eq!(opened["settings"]["locale"], "de");
    assert_eq!(opened["theme"]["primaryColor"], "teal");
    let token = text(&opened, "token");
    assert_eq!(sandbox.query(&token).await.status, 200);
    let me = sandbox.by(token).get("/api/v1/users/me").await;
    assert_eq!(me["externalId"], "erin");
    // The viewer and the group are there from now on.
    let users = ada.get("/api/v1/embed-tenants/acme/users").await;
    assert_eq!(users["items"][2]["email"], "erin@acme.example");
    let members = ada.get("/api/v1/embed-tenants/acme/groups/2/users").await;
    assert_eq!(members["count"], 2);
}

#[tokio::test]
async fn session_generation_refuses_the_removed_field_and_wrong_types() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for body in [
        json!({ "ephemeralTtlSeconds": 60 }),
        json!({ "settings": { "ephemeralTtlSeconds": 60 } }),
        json!({ "settings": "de" }),
        json!({ "tenantGroups": {} }),
        json!({ "creatorMode": "yes" }),
        json!([]),
    ] {
        ada.post(400, GENERATE, body).await;
    }
    ada.post(200, GENERATE, ()).await;
}

/// A page's attribute, as the service wrote it into the document.
fn attribute(page: &Answer, name: &str) -> String {
    let rest = page.body.split(&format!("data-{name}=\"")).nth(1).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

// "ready: deploymentId (number|null)" and the surface `app`.
#[tokio::test]
async fn ready_has_the_deployment_of_what_is_shown_and_each_deployment_has_an_app() {
    let sandbox = Sandbox::with_stock().await;
    // Without an id, the pages are private.
    sandbox.faults(json!({ "signedIn": true })).await;
    for (path, deployment) in [
        ("/embed/dashboard/sales-overview", "7"),
        ("/embed/dashboard/stock", "12"),
        ("/embed/d/7/app", "7"),
        ("/embed/d/12/app", "12"),
        ("/embed/chat", ""),
    ] {
        let page = sandbox.page(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(attribute(&page, "deployment-id"), deployment, "{path}");
    }
    for unknown in ["/embed/d/8/app", "/embed/d/07/app", "/embed/d//app"] {
        assert_eq!(sandbox.page(unknown).await.status, 404, "{unknown}");
    }
    let session = sandbox.embed(json!({ "deploymentId": 12 })).await;
    let own = session.get("/embed/api/dashboards?deploymentId=12").await;
    assert_eq!(each(&own["items"], "publicId"), json!(["stock"]));
    let other = "/embed/api/dashboards?deploymentId=7";
    session.refused(403, other).await;
    // The chat is of no deployment, unless its session is.
    let minted = sandbox.by(SCOPED).post(200, GENERATE, ()).await;
    let opened = sandbox.exchange(&text(&minted, "sessionId")).await.json();
    assert_eq!(opened["deploymentId"], 7);
}

#[tokio::test]
async fn signed_embedding_is_turned_off_and_on() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let viewer = sandbox.viewer("acme", "dana").await;
    let page = "/embed/api/dashboards/sales-overview";
    let run = format!("{SALES}/python-run");
    let (off, on) = (
        json!({ "allowEmbed": false }),
        json!({ "allowEmbed": true }),
    );
    viewer.get(page).await;
    viewer.post(200, &run, ()).await;
    viewer.patch(403, SALES, &off).await;
    assert_eq!(ada.patch(200, SALES, &off).await["allowEmbed"], false);
    viewer.refused(403, page).await;
    viewer.post(403, &run, ()).await;
    let config = sandbox.host("GET", "/api/config", None).await.body;
    assert!(!config.contains("sales-overview") && config.contains("fulfilment"));
    ada.patch(200, SALES, &on).await;
    viewer.get(page).await;
    ada.patch(400, SALES, json!({})).await;
    ada.patch(404, "/api/v1/embed/dashboard/unknown", on).await;
}

#[tokio::test]
async fn a_python_report_runs_with_the_filters_of_the_dashboard() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let path = format!("{SALES}/python-run");
    let filters = json!([{ "member": "orders.region", "values": ["EU"] }]);
    let body = json!({ "reportId": 33, "filters": filters });
    let run = ada.post(200, &path, &body).await;
    assert_eq!(run["reportId"], 33);
    assert_eq!(run["filters"], filters);
    // 31 is no Python report.
    ada.post(404, &path, json!({ "reportId": 31 })).await;
}

#[tokio::test]
async fn access_is_read_or_none_and_a_tenants_workbooks_say_by_what() {
    let policy =
        json!({ "kind": "FOLDER", "itemId": 21, "action": "read", "embedTenant": "globex" });
    let sandbox = Sandbox::with_row("policies", policy).await;
    let ada = sandbox.ada().at(SEVEN);
    // 43 is in a folder within the shared one.
    for (of, expected) in [
        (
            "acme/workbooks",
            json!({ "41": "allEmbedUsers", "42": "tenant" }),
        ),
        (
            "globex/workbooks?accessSource=folder",
            json!({ "41": "folder", "43": "folder" }),
        ),
        (
            "acme/workbooks?accessSource=tenant",
            json!({ "42": "tenant" }),
        ),
    ] {
        let list = ada.get(format!("/embed-tenants/{of}")).await;
        let items = list["items"].as_array().unwrap().iter();
        let sources = items.map(|item| (item["id"].to_string(), item["accessSource"].clone()));
        assert_eq!(sources.collect::<Value>(), expected, "{of}");
    }
    let tenants = "/embed-tenants";
    ada.refused(400, format!("{tenants}/acme/workbooks?accessSource=x"))
        .await;
    ada.refused(404, format!("{tenants}/none/workbooks")).await;

    let access = "/workbooks/43/embed-access";
    let to = |tenant: &str, action: &str| json!([{ "embedTenantName": tenant, "action": action }]);
    let all = json!({ "items": to("acme", "read"), "allEmbedUsers": "read" });
    assert_eq!(ada.put(200, access, &all).await, all);
    for (status, wrong) in [
        (400, json!({ "items": to("acme", "edit") })),
        (400, json!({ "allEmbedUsers": "write" })),
        (404, json!({ "items": to("none", "read") })),
    ] {
        ada.put(status, access, wrong).await;
    }
    let none = json!({ "items": to("acme", "none"), "allEmbedUsers": "none" });
    ada.put(200, access, none).await;
    let none = json!({ "items": [], "allEmbedUsers": "none" });
    assert_eq!(ada.get(access).await, none);
}

#[tokio::test]
async fn a_tenants_groups_and_members_are_kept_until_it_is_deleted() {
    let sandbox = Sandbox::start().await;
    let tenants = sandbox.ada().at("/api/v1/embed-tenants");
    let groups = "/acme/groups";
    let buyers = json!({ "name": "buyers", "colour": "red" });
    let made = tenants.post(201, groups, buyers).await;
    assert_eq!(made["colour"], "red");
    tenants.post(409, groups, json!({ "name": "Buyers" })).await;
    tenants.post(400, groups, json!({})).await;
    let group = format!("{groups}/{}", made["id"]);
    for taken in ["managers", "MANAGERS"] {
        let body = json!({ "name": taken });
        tenants.patch(409, &group, body).await;
    }
    let change = json!({ "name": "Buyers", "size": 2 });
    let changed = tenants.patch(200, &group, change).await;
    assert_has!(changed, { "name": "Buyers", "colour": "red", "size": 2 });
    let users = format!("{group}/users");
    let two = json!({ "userIds": [4], "externalIds": ["dana"] });
    tenants.post(200, &users, two).await;
    tenants.post(404, &users, json!({ "userIds": [2] })).await;
    let left = tenants.delete(200, format!("{users}?userIds=4")).await;
    assert_eq!(each(&left["items"], "externalId"), json!(["dana"]));
    assert_eq!(left["count"], 1);
    tenants.refused(404, group.replace("acme", "globex")).await;
    tenants.delete(204, "/acme").await;
    for path in [&group, "/acme/users"] {
        tenants.refused(404, path).await;
    }
    tenants.delete(404, "/acme").await;
}

#[tokio::test]
async fn a_dashboard_that_the_api_published_is_embedded_with_all_its_widgets() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let viewer = sandbox.viewer("acme", "dana").await;
    let position = json!({ "x": 0, "y": 0, "w": 3, "h": 2 });
    let kpi = json!({ "kind": "kpi", "measure": "orders.count", "good": "up" });
    let mine = json!({ "title": "Mine", "widgets": [
        { "id": "count", "type": "CHART", "position": position, "config": kpi },
        { "id": "bare", "type": "SPACER", "position": position },
    ] });
    for (slug, config, ids) in [
        ("mine", mine, json!(["count", "bare"])),
        ("empty", json!({}), json!([])),
    ] {
        let body = json!({ "dashboardPublished": config });
        let path = format!("{SEVEN}/workbooks/by-slug/{slug}");
        let made = ada.put(201, path, body).await;
        let public_id = text(&made["publishedDashboard"], "publicId");
        let path = format!("/api/v1/embed/dashboard/{public_id}");
        ada.patch(200, path, json!({ "allowEmbed": true })).await;
        let path = format!("/embed/api/dashboards/{public_id}");
        let shown = viewer.get(path).await;
        assert_eq!(shown["title"].clone(), made["publishedDashboard"]["title"]);
        assert_eq!(each(&shown["config"]["widgets"], "id"), ids);
        let page = sandbox.page(&format!("/embed/dashboard/{public_id}")).await;
        assert_eq!(page.status, 200);
    }
}
