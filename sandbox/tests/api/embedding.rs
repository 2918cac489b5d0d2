//! Embed tenants, their groups and access; signed embedding; comments; session generation.

use serde_json::{Value, json};

use crate::support::{ADMIN, Sandbox, text, viewer};

const SALES: &str = "/api/v1/embed/dashboard/sales-overview";
const ACCESS: &str = "/api/v1/deployments/7/workbooks/43/embed-access";

#[tokio::test]
async fn a_minted_session_opens_an_embed_page_with_its_grant() {
    let sandbox = Sandbox::start().await;
    let body = json!({
        "embedTenantName": "acme", "externalId": "erin", "email": "erin@acme.example",
        "embedTenantProfile": { "displayName": "Acme" }, "settings": { "locale": "de" },
        "embedTheme": { "primaryColor": "teal" }, "tenantGroups": ["managers", "buyers"],
        "tenantGroupDefinitions": [{ "name": "buyers", "description": "They buy" }],
    });
    let minted = sandbox
        .expect(
            200,
            ADMIN,
            "POST",
            "/api/v1/embed/generate-session",
            Some(body),
        )
        .await;
    let opened = sandbox.exchange(&text(&minted, "sessionId")).await.json();
    assert_eq!(
        (&opened["mode"], &opened["embedTenant"]),
        (&json!("signed"), &json!("Acme"))
    );
    assert_eq!(
        (
            &opened["settings"]["locale"],
            &opened["theme"]["primaryColor"]
        ),
        (&json!("de"), &json!("teal"))
    );
    assert_eq!(sandbox.query(&text(&opened, "token")).await.status, 200);
    // The viewer and the group are there from now on.
    let users = sandbox.get(ADMIN, "/api/v1/embed-tenants/acme/users").await;
    assert_eq!(users["items"][2]["email"], "erin@acme.example");
    let members = sandbox
        .get(ADMIN, "/api/v1/embed-tenants/acme/groups/2/users")
        .await;
    assert_eq!(members["count"], 2);
    let me = sandbox
        .get(&text(&opened, "token"), "/api/v1/users/me")
        .await;
    assert_eq!(me["externalId"], "erin");
}

#[tokio::test]
async fn session_generation_refuses_the_removed_field_and_wrong_types() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/embed/generate-session";
    for body in [
        json!({ "ephemeralTtlSeconds": 60 }),
        json!({ "settings": { "ephemeralTtlSeconds": 60 } }),
        json!({ "settings": "de" }),
        json!({ "tenantGroups": {} }),
        json!({ "creatorMode": "yes" }),
        json!([]),
    ] {
        sandbox.expect(400, ADMIN, "POST", path, Some(body)).await;
    }
    sandbox.expect(200, ADMIN, "POST", path, None).await;
}

#[tokio::test]
async fn signed_embedding_is_turned_off_and_on() {
    let sandbox = Sandbox::start().await;
    let viewer = viewer(&sandbox, "acme", "dana").await;
    let page = "/embed/api/dashboards/sales-overview";
    sandbox.get(&viewer, page).await;
    sandbox
        .expect(
            403,
            &viewer,
            "PATCH",
            SALES,
            Some(json!({ "allowEmbed": false })),
        )
        .await;
    let off = sandbox
        .expect(
            200,
            ADMIN,
            "PATCH",
            SALES,
            Some(json!({ "allowEmbed": false })),
        )
        .await;
    assert_eq!(off["allowEmbed"], false);
    sandbox.expect(403, &viewer, "GET", page, None).await;
    let config = sandbox.host("GET", "/api/config", None).await.body;
    assert!(!config.contains("sales-overview") && config.contains("fulfilment"));
    sandbox
        .expect(
            200,
            ADMIN,
            "PATCH",
            SALES,
            Some(json!({ "allowEmbed": true })),
        )
        .await;
    sandbox.get(&viewer, page).await;
    sandbox
        .expect(400, ADMIN, "PATCH", SALES, Some(json!({})))
        .await;
    sandbox
        .expect(
            404,
            ADMIN,
            "PATCH",
            "/api/v1/embed/dashboard/unknown",
            Some(json!({ "allowEmbed": true })),
        )
        .await;
}

#[tokio::test]
async fn a_python_report_runs_with_the_filters_of_the_dashboard() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SALES}/python-run");
    let body =
        json!({ "reportId": 33, "filters": [{ "member": "orders.region", "values": ["EU"] }] });
    let run = sandbox
        .expect(200, ADMIN, "POST", &path, Some(body.clone()))
        .await;
    assert_eq!(
        (&run["reportId"], &run["filters"]),
        (&json!(33), &body["filters"])
    );
    let viewer = viewer(&sandbox, "acme", "dana").await;
    sandbox
        .expect(200, &viewer, "POST", &path, Some(body))
        .await;
    // 31 is no Python report.
    sandbox
        .expect(404, ADMIN, "POST", &path, Some(json!({ "reportId": 31 })))
        .await;
}

#[tokio::test]
async fn access_is_read_or_none_and_a_tenants_workbooks_say_by_what() {
    let sandbox = Sandbox::seeded(|seed| {
        let policy =
            json!({ "kind": "FOLDER", "itemId": 21, "action": "read", "embedTenant": "globex" });
        seed["policies"].as_array_mut().unwrap().push(policy);
    })
    .await;
    let of = async |tenant: &str, query: &str| -> Vec<(i64, String)> {
        let path = format!("/api/v1/deployments/7/embed-tenants/{tenant}/workbooks{query}");
        let list = sandbox.get(ADMIN, &path).await;
        let items = list["items"].as_array().unwrap().iter();
        items
            .map(|item| (item["id"].as_i64().unwrap(), text(item, "accessSource")))
            .collect()
    };
    let all = |id: i64, source: &str| (id, source.to_owned());
    assert_eq!(
        of("acme", "").await,
        [all(41, "allEmbedUsers"), all(42, "tenant")]
    );
    // 43 is in a folder within the shared one.
    assert_eq!(
        of("globex", "?accessSource=folder").await,
        [all(41, "folder"), all(43, "folder")]
    );
    assert_eq!(
        of("acme", "?accessSource=tenant").await,
        [all(42, "tenant")]
    );
    sandbox
        .expect(
            400,
            ADMIN,
            "GET",
            "/api/v1/deployments/7/embed-tenants/acme/workbooks?accessSource=x",
            None,
        )
        .await;
    sandbox
        .expect(
            404,
            ADMIN,
            "GET",
            "/api/v1/deployments/7/embed-tenants/none/workbooks",
            None,
        )
        .await;

    let set = async |body: Value, status: u16| {
        sandbox
            .expect(status, ADMIN, "PUT", ACCESS, Some(body))
            .await
    };
    let given = set(json!({ "items": [{ "embedTenantName": "acme", "action": "read" }], "allEmbedUsers": "read" }), 200).await;
    assert_eq!(
        given,
        json!({ "items": [{ "embedTenantName": "acme", "action": "read" }], "allEmbedUsers": "read" })
    );
    set(
        json!({ "items": [{ "embedTenantName": "acme", "action": "edit" }] }),
        400,
    )
    .await;
    set(json!({ "allEmbedUsers": "write" }), 400).await;
    set(
        json!({ "items": [{ "embedTenantName": "none", "action": "read" }] }),
        404,
    )
    .await;
    let taken = set(json!({ "items": [{ "embedTenantName": "acme", "action": "none" }], "allEmbedUsers": "none" }), 200).await;
    assert_eq!(taken, json!({ "items": [], "allEmbedUsers": "none" }));
    assert_eq!(sandbox.get(ADMIN, ACCESS).await, taken);
}

#[tokio::test]
async fn a_tenants_groups_and_members_are_kept_until_it_is_deleted() {
    let sandbox = Sandbox::start().await;
    let groups = "/api/v1/embed-tenants/acme/groups";
    let made = sandbox
        .expect(
            201,
            ADMIN,
            "POST",
            groups,
            Some(json!({ "name": "buyers", "colour": "red" })),
        )
        .await;
    assert_eq!(made["colour"], "red");
    sandbox
        .expect(
            409,
            ADMIN,
            "POST",
            groups,
            Some(json!({ "name": "Buyers" })),
        )
        .await;
    sandbox
        .expect(400, ADMIN, "POST", groups, Some(json!({})))
        .await;
    let group = format!("{groups}/{}", made["id"]);
    let changed = sandbox
        .expect(200, ADMIN, "PATCH", &group, Some(json!({ "size": 2 })))
        .await;
    assert_eq!(
        (&changed["name"], &changed["colour"], &changed["size"]),
        (&json!("buyers"), &json!("red"), &json!(2))
    );
    let users = format!("{group}/users");
    sandbox
        .expect(
            200,
            ADMIN,
            "POST",
            &users,
            Some(json!({ "userIds": [4], "externalIds": ["dana"] })),
        )
        .await;
    sandbox
        .expect(404, ADMIN, "POST", &users, Some(json!({ "userIds": [2] })))
        .await;
    let left = sandbox
        .expect(200, ADMIN, "DELETE", &format!("{users}?userIds=4"), None)
        .await;
    assert_eq!(
        (&left["count"], &left["items"][0]["externalId"]),
        (&json!(1), &json!("dana"))
    );
    sandbox
        .expect(404, ADMIN, "GET", &group.replace("acme", "globex"), None)
        .await;
    sandbox
        .expect(204, ADMIN, "DELETE", "/api/v1/embed-tenants/acme", None)
        .await;
    for path in [&group, "/api/v1/embed-tenants/acme/users"] {
        sandbox.expect(404, ADMIN, "GET", path, None).await;
    }
    sandbox
        .expect(404, ADMIN, "DELETE", "/api/v1/embed-tenants/acme", None)
        .await;
}

#[tokio::test]
async fn a_dashboard_that_the_api_published_is_embedded_with_all_its_widgets() {
    let sandbox = Sandbox::start().await;
    let position = json!({ "x": 0, "y": 0, "w": 3, "h": 2 });
    let kpi = json!({ "kind": "kpi", "measure": "orders.count", "good": "up" });
    let config = json!({ "title": "Mine", "widgets": [
        { "id": "count", "type": "CHART", "position": position, "config": kpi },
        { "id": "note", "type": "TEXT", "position": position, "config": { "text": "Hello" } },
        { "id": "bare", "type": "SPACER", "position": position },
    ] });
    let publish = async |slug: &str, config: Value| {
        let path = format!("/api/v1/deployments/7/workbooks/by-slug/{slug}");
        let body = Some(json!({ "dashboardPublished": config }));
        let made = sandbox.expect(201, ADMIN, "PUT", &path, body).await;
        let public_id = text(&made["publishedDashboard"], "publicId");
        let path = format!("/api/v1/embed/dashboard/{public_id}");
        let on = Some(json!({ "allowEmbed": true }));
        sandbox.expect(200, ADMIN, "PATCH", &path, on).await;
        public_id
    };
    let (mine, empty) = (
        publish("mine", config).await,
        publish("empty", json!({})).await,
    );
    let viewer = viewer(&sandbox, "acme", "dana").await;
    let shown = sandbox
        .get(&viewer, &format!("/embed/api/dashboards/{mine}"))
        .await;
    assert_eq!(
        (&shown["title"], &shown["config"]["widgets"][0]["id"]),
        (&json!("Mine"), &json!("count"))
    );
    assert_eq!(shown["config"]["widgets"].as_array().unwrap().len(), 3);
    let shown = sandbox
        .get(&viewer, &format!("/embed/api/dashboards/{empty}"))
        .await;
    assert_eq!(shown["config"]["widgets"], json!([]));
    for public_id in [mine, empty] {
        let page = sandbox
            .tenant("GET", &format!("/embed/dashboard/{public_id}"), None, None)
            .await;
        assert_eq!(page.status, 200);
    }
}
