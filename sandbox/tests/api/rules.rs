//! The rules of the description about values: lengths, types, null, pages, dates.

use serde_json::{Value, json};

use crate::support::{ADMIN, BUILD, HOUR_MS, SEVEN, Sandbox, put, text};

#[tokio::test]
async fn error_400_a_name_by_default_is_not_longer_than_255_characters() {
    let sandbox = Sandbox::start().await;
    let (long, longest) = ("x".repeat(256), "x".repeat(255));
    let refused = put(
        &sandbox,
        400,
        &format!("/reports/by-public-id/{long}"),
        json!({}),
    )
    .await;
    assert!(text(&refused, "error").starts_with("name is required"));
    let named = put(
        &sandbox,
        201,
        &format!("/reports/by-public-id/{long}"),
        json!({ "title": "T" }),
    )
    .await;
    assert_eq!(named["name"], "T");
    let fits = put(
        &sandbox,
        201,
        &format!("/reports/by-public-id/{longest}"),
        json!({}),
    )
    .await;
    assert_eq!(fits["name"], longest);
}

/// 1.0 and 1 are the same whole number in JSON Schema and in JavaScript.
#[tokio::test]
async fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let sandbox = Sandbox::start().await;
    let moved = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "folderId": 22.0 }),
    )
    .await;
    assert_eq!(moved["folderId"], 22);
    put(
        &sandbox,
        400,
        "/workbooks/by-slug/sales",
        json!({ "folderId": 22.5 }),
    )
    .await;
}

#[tokio::test]
async fn null_clears_what_may_be_null() {
    let sandbox = Sandbox::start().await;
    let moved = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "folderId": null }),
    )
    .await;
    assert_eq!(
        (&moved["folderId"], &moved["name"]),
        (&Value::Null, &json!("Sales"))
    );
    assert!(moved["dashboardDraft"].is_object());
    let cleared = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "dashboardDraft": null }),
    )
    .await;
    assert_eq!(cleared["dashboardDraft"], Value::Null);
    let report = put(
        &sandbox,
        200,
        "/reports/by-public-id/revenue",
        json!({ "workbookId": null, "folderId": null, "kind": null }),
    )
    .await;
    for name in ["workbookId", "folderId", "kind"] {
        assert_eq!(report[name], Value::Null, "{name}");
    }
    let path = "/api/v1/users/2";
    let body = json!({ "firstName": null, "picture": null });
    let user = sandbox.expect(200, ADMIN, "PUT", path, Some(body)).await;
    assert_eq!(
        (&user["firstName"], &user["lastName"]),
        (&Value::Null, &json!("Builder"))
    );
    for body in [
        json!({ "active": null }),
        json!({ "active": "no" }),
        json!({ "permissions": "x" }),
        json!({ "email": "" }),
    ] {
        sandbox.expect(400, ADMIN, "PUT", path, Some(body)).await;
    }
}

#[tokio::test]
async fn cursor_lists_still_read_the_deprecated_parameters_and_say_where_they_are() {
    let sandbox = Sandbox::start().await;
    let same = |item: &Value| (item["id"].clone(), item["container"].clone());
    for path in [format!("{SEVEN}/reports"), format!("{SEVEN}/logs")] {
        let all = sandbox.get(ADMIN, &path).await;
        let total = all["count"].as_i64().unwrap();
        let page = sandbox
            .get(ADMIN, &format!("{path}?offset=1&limit=2"))
            .await;
        assert_eq!(
            page["pagination"],
            json!({ "offset": 1, "limit": 2, "total": total })
        );
        assert_eq!(same(&page["data"][0]), same(&all["items"][1]));
        assert_eq!(page["items"], page["data"]);
        assert_eq!(page["pageInfo"]["hasPreviousPage"], true);
        // A cursor of such a page goes on after it.
        let after = text(&page["pageInfo"], "endCursor");
        let next = sandbox
            .get(ADMIN, &format!("{path}?first=1&after={after}"))
            .await;
        assert_eq!(same(&next["items"][0]), same(&all["items"][3]), "{path}");
        assert_eq!(
            next["pagination"],
            json!({ "offset": 3, "limit": 1, "total": total })
        );
        // Those of cursors take precedence.
        let mixed = sandbox
            .get(ADMIN, &format!("{path}?first=1&offset=2&limit=3"))
            .await;
        assert_eq!(
            mixed["pagination"],
            json!({ "offset": 0, "limit": 1, "total": total })
        );
    }
}

#[tokio::test]
async fn expires_in_is_any_number_of_seconds() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
    let issue = async |seconds: Value, status: u16| {
        let body = json!({ "security_context": {}, "expires_in": seconds });
        sandbox
            .expect(status, ADMIN, "POST", &path, Some(body))
            .await
    };
    let at = |made: &Value, name: &str| {
        made["data"][name]
            .as_str()
            .unwrap()
            .parse::<jiff::Timestamp>()
            .unwrap()
            .as_millisecond()
    };
    for (seconds, lifetime) in [
        (json!(1.5), 1_500),
        (json!(1), 1_000),
        (json!(0.001), 1),
        (json!(4_000_000_000_i64), 4_000_000_000_000),
    ] {
        let made = issue(seconds, 200).await;
        assert_eq!(at(&made, "expires_at") - at(&made, "created_at"), lifetime);
    }
    for huge in [json!(1e300), json!(9_007_199_254_740_991_i64)] {
        let made = issue(huge, 200).await;
        assert!(text(&made["data"], "expires_at").starts_with("9999-"));
    }
    for wrong in [json!(0), json!(-1), json!("60"), json!(null)] {
        issue(wrong, 400).await;
    }
    let short = text(&issue(json!(1.5), 200).await["data"], "token");
    sandbox.get(&short, "/svc-api/v1/7/1/meta").await;
    sandbox.advance(HOUR_MS).await;
    sandbox
        .expect(401, &short, "GET", "/svc-api/v1/7/1/meta", None)
        .await;
}

#[tokio::test]
async fn dates_of_the_audit_log_include_their_last_day() {
    let sandbox = Sandbox::start().await;
    for (query, count) in [
        ("end=2026-01-05", 1),
        ("end=2026-01-04", 0),
        ("start=2026-01-05&end=2026-01-05", 1),
        ("end=2026-01-05T08:59:59Z", 0),
        ("end=2026-01-05T09:00:00", 1),
        ("start=2026-01-05T09:00:00.001Z", 0),
        ("start=2026-01-05T10:00:00%2B01:00&end=2026-01-05", 1),
        ("start=0001-01-01&end=9999-12-31", 1),
    ] {
        let path = format!("/api/v1/audit-logs/export?{query}");
        let log = sandbox.tenant("GET", &path, Some(ADMIN), None).await;
        assert_eq!(log.status, 200, "{}", log.body);
        assert_eq!(log.body.lines().count() - 1, count, "{query}");
    }
}

#[tokio::test]
async fn an_attribute_has_one_of_five_types_and_keeps_it_while_it_has_values() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/user-attributes/";
    let made = sandbox
        .expect(201, ADMIN, "POST", path, Some(json!({ "name": "team" })))
        .await;
    assert_eq!(made["type"], "string");
    let one = format!("{path}{}", made["id"]);
    let kept = sandbox
        .expect(200, ADMIN, "PUT", &one, Some(json!({ "name": "Team" })))
        .await;
    assert_eq!(
        (&kept["type"], &kept["name"]),
        (&json!("string"), &json!("Team"))
    );
    for wrong in [json!("date"), json!(7), Value::Null] {
        sandbox
            .expect(400, ADMIN, "POST", path, Some(json!({ "type": wrong })))
            .await;
    }
    let set =
        |value: Value| Some(json!({ "userId": 2, "attributeId": made["id"], "value": value }));
    let values = "/api/v1/user-attribute-values/";
    sandbox
        .expect(400, ADMIN, "POST", values, set(json!(7)))
        .await;
    sandbox
        .expect(200, ADMIN, "POST", values, set(json!("north")))
        .await;
    let other = Some(json!({ "type": "number" }));
    sandbox.expect(409, ADMIN, "PUT", &one, other).await;
}

#[tokio::test]
async fn a_query_is_of_the_described_types() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/deployments?limit=",
        "/api/v1/deployments?limit=1.5",
        "/api/v1/deployments?limit=1&limit=2",
        "/api/v1/deployments/7/reports?folderId=x",
        "/api/v1/deployments/7/environments?type=",
        "/api/v1/audit-logs/export?start=2026-13-01",
    ] {
        sandbox.expect(400, ADMIN, "GET", path, None).await;
    }
    let path = format!("{BUILD}/branches?branchName=release&removeOnUpstream=maybe");
    sandbox.expect(400, ADMIN, "DELETE", &path, None).await;
}

#[tokio::test]
async fn an_id_is_written_in_one_way() {
    let sandbox = Sandbox::start().await;
    for id in ["07", "+7", "7.0", "7%20", "%2B7", "-0", "\u{ff17}"] {
        let id = id.replace('\u{ff17}', "%EF%BC%97");
        for path in [
            "settings",
            "notifications",
            "reports",
            "workbooks/41/embed-access",
        ] {
            let path = format!("/api/v1/deployments/{id}/{path}");
            sandbox.expect(404, ADMIN, "GET", &path, None).await;
        }
        let path = format!("/api/v1/deployments/{id}/notifications");
        let body = json!({ "dashboardPublicId": "sales-overview" });
        sandbox.expect(404, ADMIN, "POST", &path, Some(body)).await;
    }
    let path = "/api/v1/oidc-token-configs/";
    let made = sandbox.expect(201, ADMIN, "POST", path, Some(json!({})));
    let id = made.await["id"].to_string();
    for (path, id) in [
        (path, id.as_str()),
        ("/api/scim/v2/Users/", "2"),
        ("/api/scim/v2/Groups/", "1"),
    ] {
        sandbox.get(ADMIN, &format!("{path}{id}")).await;
        for other in [format!("0{id}"), format!("+{id}"), format!("%2B{id}")] {
            let path = format!("{path}{other}");
            sandbox.expect(404, ADMIN, "GET", &path, None).await;
            sandbox.expect(404, ADMIN, "DELETE", &path, None).await;
        }
    }
}
