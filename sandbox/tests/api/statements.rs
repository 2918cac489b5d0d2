//! Statements of the service's description that an audit found broken. Each test begins with the
//! description's words.

use serde_json::{Value, json};

use crate::support::{ADMIN, Answer, BUILD, SCOPED, Sandbox, USER, raw_request, text};

/// A page's attribute, as the service wrote it into the document.
fn attribute(page: &Answer, name: &str) -> String {
    let rest = page.body.split(&format!("data-{name}=\"")).nth(1).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// A second embeddable dashboard, of deployment 12.
fn with_stock(seed: &mut Value) {
    let mut stock = seed["dashboards"][0].clone();
    stock["id"] = 9.into();
    stock["publicId"] = "stock".into();
    stock["deploymentId"] = 12.into();
    stock["workbookId"] = 44.into();
    seed["dashboards"].as_array_mut().unwrap().push(stock);
}

// "ready: deploymentId (number|null)" and the surface `app`.
#[tokio::test]
async fn ready_has_the_deployment_of_what_is_shown_and_each_deployment_has_an_app() {
    let sandbox = Sandbox::seeded(with_stock).await;
    // Without an id, the pages are private.
    sandbox.faults(json!({ "signedIn": true })).await;
    for (path, deployment) in [
        ("/embed/dashboard/sales-overview", "7"),
        ("/embed/dashboard/stock", "12"),
        ("/embed/d/7/app", "7"),
        ("/embed/d/12/app", "12"),
        ("/embed/chat", ""),
    ] {
        let page = sandbox.tenant("GET", path, None, None).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(attribute(&page, "deployment-id"), deployment, "{path}");
    }
    for unknown in ["/embed/d/8/app", "/embed/d/07/app", "/embed/d//app"] {
        let page = sandbox.tenant("GET", unknown, None, None).await;
        assert_eq!(page.status, 404, "{unknown}");
    }
    let session = sandbox.embed(json!({ "deploymentId": 12 })).await;
    let listed = async |path: &str| sandbox.tenant("GET", path, Some(&session), None).await;
    let own = listed("/embed/api/dashboards?deploymentId=12").await.json();
    assert_eq!(own["items"][0]["publicId"], "stock");
    assert_eq!(own["items"].as_array().unwrap().len(), 1);
    let other = listed("/embed/api/dashboards?deploymentId=7").await;
    assert_eq!(other.status, 403);
    // The chat is of no deployment, unless its session is.
    let minted = sandbox
        .expect(200, SCOPED, "POST", "/api/v1/embed/generate-session", None)
        .await;
    let opened = sandbox.exchange(&text(&minted, "sessionId")).await.json();
    assert_eq!(opened["deploymentId"], 7);
}

// "DashboardWidget type: CHART, TEXT, FILTER, AI, TIME_GRAIN, FIELD, PARENT, SPACER, DIVIDER, CONTAINER."
#[tokio::test]
async fn an_embed_is_given_a_widget_of_each_type() {
    const TYPES: [&str; 10] = [
        "CHART",
        "TEXT",
        "FILTER",
        "AI",
        "TIME_GRAIN",
        "FIELD",
        "PARENT",
        "SPACER",
        "DIVIDER",
        "CONTAINER",
    ];
    let widget = |kind: &str| json!({ "id": kind, "type": kind, "position": { "x": 0, "y": 0, "w": 3, "h": 1 } });
    let sandbox = Sandbox::seeded(|seed| {
        let mut widgets: Vec<Value> = TYPES.iter().map(|kind| widget(kind)).collect();
        widgets.push(widget("TABS_CONTAINER"));
        seed["dashboards"][0]["config"]["widgets"] = widgets.into();
    })
    .await;
    let session = sandbox.embed(json!({})).await;
    let shown = sandbox
        .get(&session, "/embed/api/dashboards/sales-overview")
        .await;
    let types = shown["config"]["widgets"].as_array().unwrap().iter();
    let types: Vec<&str> = types.filter_map(|widget| widget["type"].as_str()).collect();
    assert_eq!(types, [&TYPES[..], &["CONTAINER"]].concat());
}

// "404: workbook missing or in another deployment."
#[tokio::test]
async fn an_empty_part_of_a_path_names_nothing() {
    let sandbox = Sandbox::start().await;
    let items = json!({ "items": [{ "type": "WORKBOOK", "id": 44 }] });
    for (method, path, body) in [
        ("POST", "/api/v1/deployments//workbooks/44/duplicate", None),
        (
            "POST",
            "/api/v1/deployments//workspace/bulk-delete",
            Some(items),
        ),
        ("GET", "/api/v1/deployments//reports", None),
        (
            "PUT",
            "/api/v1/deployments/7/workbooks/by-slug/",
            Some(json!({})),
        ),
        ("DELETE", "/api/v1/embed-tenants/", None),
        ("GET", "/api/v1/embed-tenants//users", None),
        ("GET", "/api/scim/v2/Users/", None),
        ("GET", "/build/api/v1/deployments//branches", None),
        (
            "PATCH",
            "/api/v1/embed/dashboard/",
            Some(json!({ "allowEmbed": true })),
        ),
    ] {
        let answer = sandbox.tenant(method, path, Some(ADMIN), body).await;
        assert!(
            [404, 405].contains(&answer.status),
            "{method} {path}: {}",
            answer.status
        );
    }
    let clone = sandbox
        .tenant(
            "POST",
            "/api/v1/deployments//workbooks/44/duplicate",
            Some(ADMIN),
            None,
        )
        .await;
    assert_eq!(clone.status, 404);
}

// "3. Report references in the dashboard and in the dashboard draft are re-pointed at the copied
// reports. The clone is self-contained."
#[tokio::test]
async fn a_clone_re_points_what_is_a_reference_and_nothing_else() {
    let sandbox = Sandbox::seeded(|seed| {
        let workbook = &mut seed["workbooks"][0];
        workbook["meta"] = json!({ "reportId": 31, "reports": { "31": "first" } });
        workbook["dashboardDraft"] = json!({ "settings": {
            "showReportId": true,
            "reportId": "margin",
            "sourceReportId": "31",
            "reportPublicId": "revenue",
            "limits": { "31": 5 },
        } });
    })
    .await;
    let path = "/api/v1/deployments/7/workbooks/41/duplicate";
    let clone = sandbox.expect(200, ADMIN, "POST", path, None).await;
    let list = sandbox
        .get(ADMIN, "/api/v1/deployments/7/reports?first=100")
        .await;
    let copy = list["items"].as_array().unwrap().iter().find(|report| {
        report["workbookId"] == clone["id"] && report["name"] == list["items"][0]["name"]
    });
    let copy = copy.unwrap();
    let (id, public_id) = (copy["id"].to_string(), text(copy, "publicId"));
    assert_eq!(
        clone["meta"],
        json!({ "reportId": copy["id"], "reports": { id.clone(): "first" } })
    );
    assert_eq!(
        clone["dashboardDraft"]["settings"],
        json!({
            "showReportId": true,
            "reportId": "margin",
            "sourceReportId": id,
            "reportPublicId": public_id,
            "limits": { "31": 5 },
        })
    );
}

// "Per-user attribute values": they are the user's, and go with the user.
#[tokio::test]
async fn the_values_of_a_deleted_user_are_gone() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/user-attributes/";
    let made = sandbox
        .expect(
            201,
            ADMIN,
            "POST",
            path,
            Some(json!({ "name": "seats", "type": "number" })),
        )
        .await;
    let user = json!({ "email": "gone@example.com" });
    let user = sandbox
        .expect(201, ADMIN, "POST", "/api/v1/users/", Some(user))
        .await;
    let value = json!({ "userId": user["id"], "attributeId": made["id"], "value": 3 });
    let values = "/api/v1/user-attribute-values/";
    sandbox
        .expect(200, ADMIN, "POST", values, Some(value))
        .await;
    let definition = format!("{path}{}", made["id"]);
    let other = json!({ "name": "seats", "type": "string" });
    let change = |status| sandbox.expect(status, ADMIN, "PUT", &definition, Some(other.clone()));
    change(409).await;
    let user = format!("/api/v1/users/{}", user["id"]);
    sandbox.tenant("DELETE", &user, Some(ADMIN), None).await;
    change(200).await;
}

// "A tenant admin may pass `renderAs` to render as another console or embed user."
#[tokio::test]
async fn only_a_user_who_exists_is_rendered_as() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/deployments/7/dashboard-exports";
    for (viewer, status) in [
        (json!({ "userId": 3 }), 201),
        (json!({ "userId": 99 }), 404),
        (
            json!({ "embedTenantName": "acme", "externalId": "chris" }),
            201,
        ),
        (
            json!({ "embedTenantName": "acme", "externalId": "nobody" }),
            404,
        ),
        (json!({}), 400),
    ] {
        let body = json!({ "dashboardPublicId": "sales-overview", "renderAs": viewer });
        sandbox
            .expect(status, ADMIN, "POST", path, Some(body))
            .await;
    }
}

// "Audit export requires the Audit Log feature on the enterprise plan."
#[tokio::test]
async fn the_audit_export_needs_the_feature_and_the_plan() {
    let export = "/api/v1/audit-logs/export";
    for (plan, feature, status) in [
        ("enterprise", true, 200),
        ("enterprise", false, 403),
        ("team", true, 403),
    ] {
        let sandbox = Sandbox::seeded(|seed| {
            let settings = &mut seed["tenant"][0]["settings"];
            settings["plan"]["name"] = plan.into();
            settings["features"]["auditLog"] = feature.into();
        })
        .await;
        let answer = sandbox.tenant("GET", export, Some(ADMIN), None).await;
        assert_eq!(answer.status, status, "{plan}, {feature}");
    }
}

// "Compile ... Compilation errors come back as a 200 response with `valid: false`."
#[tokio::test]
async fn yaml_that_does_not_parse_is_not_valid_and_a_smile_is() {
    let sandbox = Sandbox::start().await;
    let dev = json!({ "branchName": "release" });
    sandbox
        .expect(200, USER, "POST", &format!("{BUILD}/dev-mode"), Some(dev))
        .await;
    for (name, content, line) in [
        ("smile.yml", "title: \"smile :)\"\n", None),
        ("smile.js", "const title = ':)';", None),
        ("flow.yml", "a: 1\nb: [1, 2\n", Some(3)),
        ("indent.yml", "a:\n  - 1\n - 2\n", Some(3)),
        ("tab.yaml", "a:\n\tb: 1\n", Some(2)),
        ("quote.yml", "a: \"open\n", Some(1)),
        ("broken.json", "{\n\"a\": }", Some(2)),
    ] {
        let file = json!({ "path": name, "content": content });
        let files = format!("{BUILD}/data-model/files");
        sandbox.expect(200, USER, "PUT", &files, Some(file)).await;
        let validate = format!("{BUILD}/data-model/validate");
        let compiled = sandbox.get(USER, &validate).await;
        assert_eq!(compiled["valid"], line.is_none(), "{name}: {compiled}");
        if let Some(line) = line {
            assert_eq!(compiled["errors"][0]["fileName"], name);
            assert_eq!(compiled["errors"][0]["line"], line, "{compiled}");
        }
        let path = format!("{files}?path={name}");
        sandbox.expect(200, USER, "DELETE", &path, None).await;
    }
}

// "isFavorite: boolean|null"
#[tokio::test]
async fn a_favourite_is_a_boolean_and_each_users_own() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/deployments/7/workbooks/by-slug/shared-one";
    let put = async |key: &str, status: u16, body: Value| {
        sandbox.expect(status, key, "PUT", path, Some(body)).await["isFavorite"].clone()
    };
    assert_eq!(put(ADMIN, 201, json!({ "isFavorite": true })).await, true);
    for wrong in [json!("lie"), json!(1), json!([])] {
        put(ADMIN, 400, json!({ "isFavorite": wrong })).await;
    }
    assert_eq!(put(ADMIN, 200, json!({ "isFavorite": null })).await, true);
    let folder = json!({ "folderId": 21 });
    let folders = sandbox.get(ADMIN, "/api/v1/deployments/7/folders").await;
    let folder = folders["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["name"] == "Sales")
        .map_or(folder, |item| json!({ "folderId": item["id"] }));
    put(ADMIN, 200, folder).await;
    // Ben may edit the folder. The workbook is not his favourite.
    assert_eq!(put(USER, 200, json!({})).await, false);
    assert_eq!(put(USER, 200, json!({ "isFavorite": true })).await, true);
    assert_eq!(put(ADMIN, 200, json!({ "isFavorite": false })).await, false);
    assert_eq!(put(USER, 200, json!({})).await, true);
}

// "A placement carries … a sheet id": a whole number that JavaScript can hold, in the document too.
#[tokio::test]
async fn a_sheet_id_has_the_bounds_of_the_document() {
    let sandbox = Sandbox::start().await;
    let spec = sandbox.get(ADMIN, "/api/v1/spec").await;
    let schema = &spec["components"]["schemas"]["Placement"]["properties"]["sheetId"];
    let most = 9_007_199_254_740_991_i64;
    assert_eq!(
        (&schema["minimum"], &schema["maximum"]),
        (&json!(-most), &json!(most))
    );
    let path = "/api/v1/deployments/7/reports/31/connect-workbook";
    for (sheet, status) in [
        (json!(most), 200),
        (json!(most + 1), 400),
        (json!("s"), 200),
    ] {
        let body = json!({
            "externalWorkbookId": "w", "sheetName": "S", "anchorCell": "A1", "sheetId": sheet,
        });
        sandbox.expect(status, ADMIN, "PUT", path, Some(body)).await;
    }
}

// What the document allows of an id is what the service can read.
#[tokio::test]
async fn an_id_of_a_user_has_the_bounds_of_the_document() {
    let sandbox = Sandbox::start().await;
    let spec = sandbox.get(ADMIN, "/api/v1/spec").await;
    let number = &spec["components"]["schemas"]["UserId"]["anyOf"][0];
    let most = 9_007_199_254_740_991_i64;
    assert_eq!(
        (&number["minimum"], &number["maximum"]),
        (&json!(-most), &json!(most))
    );
    let path = "/api/v1/users/bulk";
    for (id, status) in [
        (json!(most), 200),
        (json!(most + 1), 400),
        (json!(1e30), 400),
        (json!("9007199254740992"), 200),
    ] {
        let body = json!({ "action": "ACTIVATE", "userIds": [id] });
        sandbox
            .expect(status, ADMIN, "POST", path, Some(body))
            .await;
    }
}

// "Branch operations": a pull and a merge take what one side has changed, and say what both have.
#[tokio::test]
async fn pull_and_merge_are_of_three_versions() {
    let sandbox = Sandbox::start().await;
    let call = async |status: u16, method: &str, path: &str, body: Value| {
        let body = Some(body).filter(|body| !body.is_null());
        let path = format!("{BUILD}{path}");
        sandbox.expect(status, ADMIN, method, &path, body).await
    };
    let write = async |branch: &str, files: &[(&str, Option<&str>)]| {
        call(200, "POST", "/dev-mode", json!({ "branchName": branch })).await;
        for (name, content) in files {
            let file = json!({ "path": name, "content": content });
            let method = if content.is_some() { "PUT" } else { "DELETE" };
            call(200, method, "/data-model/files", file).await;
        }
        call(200, "POST", "/commit", json!({ "branchName": branch })).await;
    };
    let content = async |branch: &str, name: &str| {
        let path = format!("{BUILD}/data-model/files?first=100&branchName={branch}");
        let files = sandbox.get(ADMIN, &path).await;
        let mut files = files["items"].as_array().unwrap().clone().into_iter();
        files
            .find(|file| file["path"] == name)
            .map(|file| file["content"].clone())
    };
    call(201, "POST", "/branches", json!({ "name": "base" })).await;
    write(
        "base",
        &[
            ("a.yml", Some("a: 1")),
            ("b.yml", Some("b: 1")),
            ("c.yml", Some("c: 1")),
        ],
    )
    .await;
    call(
        201,
        "POST",
        "/branches",
        json!({ "name": "work", "parentBranch": "base" }),
    )
    .await;

    // Each side changes a file and deletes one.
    write("work", &[("a.yml", Some("a: 2")), ("c.yml", None)]).await;
    write("base", &[("b.yml", None), ("d.yml", Some("d: 1"))]).await;
    call(200, "POST", "/pull", json!({ "branchName": "work" })).await;
    assert_eq!(
        content("work", "a.yml").await,
        Some(json!("a: 2")),
        "a pull keeps the branch's work"
    );
    assert_eq!(
        content("work", "b.yml").await,
        None,
        "a pull takes a deletion along"
    );
    assert_eq!(content("work", "d.yml").await, Some(json!("d: 1")));
    call(200, "POST", "/merge", json!({ "branchName": "work" })).await;
    assert_eq!(content("base", "a.yml").await, Some(json!("a: 2")));
    assert_eq!(
        content("base", "c.yml").await,
        None,
        "a merge takes a deletion along"
    );
    assert_eq!(content("base", "d.yml").await, Some(json!("d: 1")));

    // Both sides change the same file.
    write("work", &[("a.yml", Some("a: 3"))]).await;
    write("base", &[("a.yml", Some("a: 4"))]).await;
    for path in ["/pull", "/merge"] {
        let refused = call(409, "POST", path, json!({ "branchName": "work" })).await;
        assert!(text(&refused, "error").contains("a.yml"), "{refused}");
    }
    assert_eq!(content("work", "a.yml").await, Some(json!("a: 3")));
    assert_eq!(content("base", "a.yml").await, Some(json!("a: 4")));
    write("work", &[("a.yml", Some("a: 4"))]).await;
    call(200, "POST", "/pull", json!({ "branchName": "work" })).await;
}

// What the description leaves open, and README.md decides.

#[tokio::test]
async fn a_creator_without_an_external_id_reads_and_creates_nothing() {
    let sandbox = Sandbox::start().await;
    let creator = json!({ "embedTenantName": "acme", "creatorMode": true });
    let session = sandbox.embed(creator).await;
    sandbox
        .get(&session, "/api/v1/deployments/7/shared-workspace")
        .await;
    let path = "/api/v1/deployments/7/workbooks/by-slug/mine";
    let refused = sandbox
        .expect(403, &session, "PUT", path, Some(json!({})))
        .await;
    assert!(text(&refused, "error").contains("externalId"));
}

#[tokio::test]
async fn a_session_has_the_accounts_default_time_zone() {
    let sandbox = Sandbox::seeded(|seed| {
        seed["tenant"][0]["settings"]["timezoneSettings"]["default"] = "Asia/Tokyo".into();
    })
    .await;
    let opened = sandbox.exchange(&sandbox.mint().await).await.json();
    assert_eq!(opened["timezone"], "Asia/Tokyo");
}

#[tokio::test]
async fn each_version_of_a_dashboard_has_an_id_of_its_own() {
    let sandbox = Sandbox::start().await;
    let mut ids = Vec::new();
    for slug in ["one", "two", "one"] {
        let path = format!("/api/v1/deployments/7/workbooks/by-slug/{slug}");
        let body = json!({ "dashboardPublished": { "widgets": [] } });
        let answer = sandbox.tenant("PUT", &path, Some(ADMIN), Some(body)).await;
        let dashboard = answer.json()["publishedDashboard"].clone();
        ids.push((
            dashboard["versionNumber"].as_i64(),
            dashboard["versionId"].as_i64(),
        ));
    }
    let numbers: Vec<_> = ids.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [Some(1), Some(1), Some(2)]);
    assert!(ids.is_sorted_by(|one, next| one.1 < next.1), "{ids:?}");
}

#[tokio::test]
async fn a_search_finds_each_word_in_any_order_and_case() {
    let sandbox = Sandbox::start().await;
    let put = json!({ "name": "Übersicht der Kosten" });
    let path = "/api/v1/deployments/7/reports/by-public-id/costs";
    sandbox.expect(201, ADMIN, "PUT", path, Some(put)).await;
    for (search, found) in [
        ("kosten%20%C3%BCbersicht", 1),
        ("%C3%9CBERSICHT", 1),
        ("kosten%20umsatz", 0),
    ] {
        let path = format!("/api/v1/deployments/7/reports?search={search}");
        assert_eq!(sandbox.get(ADMIN, &path).await["count"], found, "{search}");
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_list() {
    let sandbox = Sandbox::start().await;
    let page = sandbox
        .get(ADMIN, "/api/v1/deployments/7/reports?first=1")
        .await;
    let cursor = page["pageInfo"]["endCursor"].as_str().unwrap().to_owned();
    for (path, status) in [
        ("/api/v1/deployments/7/reports", 200),
        ("/api/v1/deployments/12/reports", 400),
        ("/api/v1/deployments/7/folders", 400),
        ("/api/v1/embed-tenants/", 400),
    ] {
        let path = format!("{path}?after={cursor}");
        sandbox.expect(status, ADMIN, "GET", &path, None).await;
    }
}

#[tokio::test]
async fn null_beside_its_alternative_is_refused_as_the_document_says() {
    let sandbox = Sandbox::start().await;
    for (method, path, body) in [
        (
            "POST",
            "/api/v1/deployments/7/dashboard-exports",
            json!({ "dashboardPublicId": "sales-overview", "dashboardId": null }),
        ),
        (
            "PUT",
            "/build/api/v1/deployments/7/branches/staging-environment",
            json!({ "enabled": true, "branchName": "release", "branchId": null }),
        ),
    ] {
        sandbox.expect(400, ADMIN, method, path, Some(body)).await;
    }
}

#[tokio::test]
async fn a_deleted_comment_gets_no_reply() {
    let sandbox = Sandbox::start().await;
    let viewer = json!({ "embedTenantName": "acme", "externalId": "chris" });
    let session = sandbox.embed(viewer).await;
    let path = "/api/v1/embed/dashboard/sales-overview/comments";
    let post = async |status: u16, body: Value| {
        sandbox
            .expect(status, &session, "POST", path, Some(body))
            .await
    };
    let thread = post(201, json!({ "text": "Why?" })).await;
    let reply = json!({ "text": "Because.", "parentId": thread["id"] });
    post(201, reply.clone()).await;
    let own = format!("{path}/{}", thread["id"]);
    sandbox.expect(200, &session, "DELETE", &own, None).await;
    post(404, reply).await;
    // The replies that it had stay.
    let threads = sandbox.get(&session, path).await;
    assert_eq!(threads["items"][0]["replies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn logs_without_a_source_are_of_all_sources() {
    let sandbox = Sandbox::start().await;
    let count = async |query: &str| {
        let path = format!("/api/v1/deployments/7/logs?first=100{query}");
        sandbox.get(ADMIN, &path).await["count"].as_i64().unwrap()
    };
    assert_eq!(count("").await, 10);
    assert_eq!(count("&source=dev").await, 5);
    assert_eq!(count("&source=dev&container=MAIN").await, 1);
    assert_eq!(count("&container=MAIN").await, 2);
}

#[tokio::test]
async fn a_body_in_a_content_coding_is_415() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/deployments/7/workbooks/by-slug/zipped";
    let authorization = format!("Bearer {ADMIN}");
    for (coding, status) in [("gzip", 415), ("br", 415), ("identity", 201)] {
        let headers = [
            ("Authorization", authorization.as_str()),
            ("Content-Type", "application/json"),
            ("Content-Encoding", coding),
        ];
        let origin = &sandbox.running.tenant;
        let answer = raw_request(origin, "PUT", path, &headers, b"{}").await;
        assert_eq!(answer.status, status, "{coding}");
    }
}

// RFC 7644, section 3.3 and 3.5.2: `schemas` is required in a resource and in a PATCH.
#[tokio::test]
async fn a_scim_resource_and_a_patch_name_their_schemas() {
    let sandbox = Sandbox::start().await;
    let user = "urn:ietf:params:scim:schemas:core:2.0:User";
    let patch = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
    let users = "/api/scim/v2/Users";
    let refused = async |method: &str, path: &str, body: Value| {
        let answer = sandbox.expect(400, ADMIN, method, path, Some(body)).await;
        assert_eq!(answer["scimType"], "invalidSyntax");
    };
    refused("POST", users, json!({ "userName": "new@example.com" })).await;
    let group = json!({ "userName": "new@example.com", "schemas": [patch] });
    refused("POST", users, group).await;
    let body = json!({ "userName": "new@example.com", "schemas": [user] });
    let made = sandbox.expect(201, ADMIN, "POST", users, Some(body)).await;
    let own = format!("{users}/{}", text(&made, "id"));
    let operations = json!([{ "op": "Replace", "path": "active", "value": "False" }]);
    refused("PATCH", &own, json!({ "Operations": operations })).await;

    // Azure sends booleans as texts.
    let body = json!({ "schemas": [patch], "Operations": operations });
    let off = sandbox.expect(200, ADMIN, "PATCH", &own, Some(body)).await;
    assert_eq!(off["active"], false);
    let body = json!({ "schemas": [patch], "Operations": [
        { "op": "Add", "value": { "active": "TRUE" } },
    ] });
    let on = sandbox.expect(200, ADMIN, "PATCH", &own, Some(body)).await;
    assert_eq!(on["active"], true);
    let body = json!({ "schemas": [patch], "Operations": [
        { "op": "replace", "path": "active", "value": "maybe" },
    ] });
    sandbox.expect(400, ADMIN, "PATCH", &own, Some(body)).await;
}
