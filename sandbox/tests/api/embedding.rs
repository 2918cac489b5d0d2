//! Embed tenants, their groups and access; signed embedding; comments; session generation.

use serde_json::{Value, json};

use crate::support::{ADMIN, Sandbox, text};

const SALES: &str = "/api/v1/embed/dashboard/sales-overview";
const ACCESS: &str = "/api/v1/deployments/7/workbooks/43/embed-access";

async fn viewer(sandbox: &Sandbox, tenant: &str, external_id: &str) -> String {
    sandbox
        .embed(json!({ "embedTenantName": tenant, "externalId": external_id }))
        .await
}

async fn comment(sandbox: &Sandbox, key: &str, body: Value) -> Value {
    sandbox
        .expect(201, key, "POST", &format!("{SALES}/comments"), Some(body))
        .await
}

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
    // 43 stands in a folder within the shared one.
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
        .expect(400, ADMIN, "POST", &users, Some(json!({ "userIds": [2] })))
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
async fn comments_need_a_signed_session_scoped_to_an_embed_tenant() {
    let sandbox = Sandbox::start().await;
    let private = json!({ "surface": "dashboard" });
    let private = sandbox
        .tenant("POST", "/embed/api/session", None, Some(private))
        .await
        .json();
    let unscoped = sandbox.embed(json!({ "externalId": "chris" })).await;
    let off = json!({ "embedTenantName": "acme", "externalId": "chris", "settings": { "enableDashboardComments": false } });
    let off = sandbox.embed(off).await;
    for key in [ADMIN, &text(&private, "token"), &unscoped, &off] {
        for (method, path) in [
            ("GET", "comments"),
            ("POST", "comments"),
            ("GET", "comments/mentionable-users"),
            ("PATCH", "comments/1"),
            ("DELETE", "comments/1"),
            ("POST", "comments/1/resolve"),
        ] {
            sandbox
                .expect(403, key, method, &format!("{SALES}/{path}"), None)
                .await;
        }
    }
}

#[tokio::test]
async fn threads_have_replies_and_stay_within_their_tenant() {
    let sandbox = Sandbox::start().await;
    let (chris, dana) = (
        viewer(&sandbox, "acme", "chris").await,
        viewer(&sandbox, "acme", "dana").await,
    );
    let thread = comment(
        &sandbox,
        &chris,
        json!({ "text": "Why?", "widgetId": "kpi-revenue" }),
    )
    .await;
    let reply = comment(
        &sandbox,
        &dana,
        json!({ "text": "Because.", "parentId": thread["id"] }),
    )
    .await;
    let path = format!("{SALES}/comments");
    sandbox
        .expect(
            400,
            &chris,
            "POST",
            &path,
            Some(json!({ "text": "Deeper", "parentId": reply["id"] })),
        )
        .await;
    sandbox
        .expect(400, &chris, "POST", &path, Some(json!({ "text": "" })))
        .await;
    let list = sandbox.get(&dana, &path).await;
    assert_eq!(list["count"], 1);
    assert_eq!(
        (&list["items"][0]["text"], &list["items"][0]["widgetId"]),
        (&json!("Why?"), &json!("kpi-revenue"))
    );
    assert_eq!(
        list["items"][0]["replies"][0]["author"]["displayName"],
        "Dana"
    );
    let other = viewer(&sandbox, "globex", "gil").await;
    assert_eq!(sandbox.get(&other, &path).await["count"], 0);
    let foreign = format!("{path}/{}", thread["id"]);
    sandbox
        .expect(
            404,
            &other,
            "PATCH",
            &foreign,
            Some(json!({ "text": "Mine" })),
        )
        .await;
    let fellows = sandbox
        .get(&chris, &format!("{path}/mentionable-users"))
        .await;
    assert_eq!(
        (&fellows["count"], &fellows["items"][0]["externalId"]),
        (&json!(1), &json!("dana"))
    );
}

#[tokio::test]
async fn only_its_author_edits_deletes_and_resolves_a_comment() {
    let sandbox = Sandbox::start().await;
    let (chris, dana) = (
        viewer(&sandbox, "acme", "chris").await,
        viewer(&sandbox, "acme", "dana").await,
    );
    let thread = comment(&sandbox, &chris, json!({ "text": "Why?" })).await;
    let reply = comment(
        &sandbox,
        &chris,
        json!({ "text": "Anyone?", "parentId": thread["id"] }),
    )
    .await;
    let path = format!("{SALES}/comments/{}", thread["id"]);
    let resolve = format!("{path}/resolve");
    for (method, path) in [("PATCH", &path), ("DELETE", &path), ("POST", &resolve)] {
        sandbox
            .expect(403, &dana, method, path, Some(json!({ "text": "No" })))
            .await;
    }
    let edited = sandbox
        .expect(
            200,
            &chris,
            "PATCH",
            &path,
            Some(json!({ "text": "Why so?" })),
        )
        .await;
    assert_eq!(edited["text"], "Why so?");
    assert_eq!(
        sandbox.expect(200, &chris, "POST", &resolve, None).await["resolved"],
        true
    );
    let open = sandbox
        .expect(
            200,
            &chris,
            "POST",
            &resolve,
            Some(json!({ "resolved": false })),
        )
        .await;
    assert_eq!(open["resolved"], false);
    let of_reply = format!("{SALES}/comments/{}/resolve", reply["id"]);
    sandbox.expect(400, &chris, "POST", &of_reply, None).await;
    // Deleted softly: it keeps its place and its replies, and loses its text.
    let gone = sandbox.expect(200, &chris, "DELETE", &path, None).await;
    assert_eq!(gone["text"], Value::Null);
    assert!(gone["deletedAt"].is_string());
    let list = sandbox.get(&dana, &format!("{SALES}/comments")).await;
    assert_eq!(list["items"][0]["replies"][0]["text"], "Anyone?");
    assert!(!list.to_string().contains("Why so?"));
    sandbox
        .expect(
            404,
            &chris,
            "PATCH",
            &path,
            Some(json!({ "text": "Again" })),
        )
        .await;
}
