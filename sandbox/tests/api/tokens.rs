//! The tokens that the API issues, and environments, which they are for.

use serde_json::{Value, json};

use crate::support::{ADMIN, HOUR_MS, SEVEN, Sandbox, text};

#[tokio::test]
async fn environments_are_filtered_by_type_and_carry_their_addresses() {
    let sandbox = Sandbox::start().await;
    let list = sandbox.get(ADMIN, &format!("{SEVEN}/environments")).await;
    assert_eq!(
        list["pagination"],
        json!({ "offset": 0, "limit": 20, "total": 1 })
    );
    let production = &list["data"]["environments"][0];
    assert_eq!(production["type"], "production");
    assert!(production["id"].is_string());
    assert!(production["api_credentials"]["rest"]["url"].is_string());
    assert!(production["api_credentials"]["sql"]["port"].is_i64());
    let staging = sandbox
        .get(ADMIN, &format!("{SEVEN}/environments?type=staging"))
        .await;
    assert_eq!(staging["data"]["environments"], json!([]));
    sandbox
        .expect(
            400,
            ADMIN,
            "GET",
            &format!("{SEVEN}/environments?type=test"),
            None,
        )
        .await;
}

#[tokio::test]
async fn a_meta_sync_token_lasts_a_day_and_opens_nothing_but_metadata() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
    let body = json!({ "security_context": { "tenant": "acme" } });
    let made = sandbox.expect(200, ADMIN, "POST", &path, Some(body)).await;
    let token = text(&made["data"], "token");
    assert_eq!(token.split('.').count(), 3, "in the form of a JWT");
    let at = |name: &str| {
        made["data"][name]
            .as_str()
            .unwrap()
            .parse::<jiff::Timestamp>()
            .unwrap()
    };
    let lasts = at("expires_at").as_second() - at("created_at").as_second();
    assert_eq!(lasts, 86_400);
    sandbox.expect(403, &token, "PUT", SEVEN, None).await;
    sandbox
        .expect(403, &token, "GET", "/api/v1/deployments", None)
        .await;
    assert_eq!(
        sandbox.query(&token).await.status,
        401,
        "it cannot query data"
    );
    sandbox.advance(24 * HOUR_MS).await;
    sandbox
        .expect(401, &token, "GET", "/api/v1/deployments", None)
        .await;
    for body in [
        json!({}),
        json!({ "security_context": "acme" }),
        json!({ "security_context": {}, "expires_in": 0 }),
    ] {
        sandbox.expect(400, ADMIN, "POST", &path, Some(body)).await;
    }
    let unknown = path.replace("environments/1", "environments/99");
    sandbox
        .expect(
            404,
            ADMIN,
            "POST",
            &unknown,
            Some(json!({ "security_context": {} })),
        )
        .await;
}

#[tokio::test]
async fn a_deployment_token_lasts_60_to_86400_seconds() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/token");
    for (body, status) in [
        (None, 201),
        (Some(json!({ "expiresIn": 60 })), 201),
        (Some(json!({ "expiresIn": 86_400 })), 201),
        (Some(json!({ "expiresIn": 59 })), 400),
        (Some(json!({ "expiresIn": 86_401 })), 400),
        (Some(json!({ "expiresIn": "60" })), 400),
    ] {
        sandbox.expect(status, ADMIN, "POST", &path, body).await;
    }
    let made = sandbox.expect(201, ADMIN, "POST", &path, None).await;
    assert_eq!(made["expiresIn"], 86_400);
}

#[tokio::test]
async fn a_usage_analytics_token_lasts_an_hour() {
    let sandbox = Sandbox::start().await;
    let made = sandbox
        .expect(201, ADMIN, "POST", "/api/v1/usage-analytics/token", None)
        .await;
    let token = text(&made, "token");
    sandbox.advance(HOUR_MS - 5_000).await;
    sandbox
        .expect(403, &token, "GET", "/api/v1/deployments", None)
        .await;
    sandbox.advance(5_000).await;
    sandbox
        .expect(401, &token, "GET", "/api/v1/deployments", None)
        .await;
}

#[tokio::test]
async fn a_meta_sync_token_reads_metadata_and_cannot_query_data() {
    let sandbox = Sandbox::start().await;
    let list = sandbox.get(ADMIN, &format!("{SEVEN}/environments")).await;
    let url = text(
        &list["data"]["environments"][0]["api_credentials"]["rest"],
        "url",
    );
    let url = url.strip_prefix(&sandbox.running.tenant).unwrap();
    let (meta, load) = (format!("{url}/meta"), format!("{url}/load"));
    let query = || Some(json!({ "measures": ["orders.count"] }));
    let issue = async |context: Value| {
        let path = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
        let body = json!({ "security_context": context });
        let made = sandbox.expect(200, ADMIN, "POST", &path, Some(body)).await;
        text(&made["data"], "token")
    };
    let token = issue(json!({ "tenant": "acme" })).await;
    let seen = sandbox.get(&token, &meta).await;
    assert_eq!(seen["cubes"][0]["measures"].as_array().unwrap().len(), 7);
    sandbox.expect(403, &token, "POST", &load, query()).await;
    // Whatever the body is: the token is asked first.
    let wrong = || Some(json!({ "query": {} }));
    sandbox.expect(403, &token, "POST", &load, wrong()).await;
    sandbox.expect(401, "none", "POST", &load, wrong()).await;
    // The security context says which parts of the data model are visible.
    let narrow = issue(json!({ "members": ["orders.count"] })).await;
    let seen = sandbox.get(&narrow, &meta).await;
    let cube =
        json!({ "name": "orders", "measures": [{ "name": "orders.count" }], "dimensions": [] });
    assert_eq!(seen["cubes"], json!([cube]));

    // A deployment token reads both; neither is for another deployment, and a key for neither.
    let made = sandbox
        .expect(201, ADMIN, "POST", &format!("{SEVEN}/token"), None)
        .await;
    let full = text(&made, "token");
    sandbox.get(&full, &meta).await;
    let rows = sandbox.expect(200, &full, "POST", &load, query()).await;
    assert!(rows["data"][0]["orders.count"].as_i64().is_some(), "{rows}");
    sandbox
        .expect(403, &full, "GET", "/svc-api/v1/12/5/meta", None)
        .await;
    sandbox
        .expect(404, &full, "GET", "/svc-api/v1/7/5/meta", None)
        .await;
    sandbox.expect(401, ADMIN, "GET", &meta, None).await;
    sandbox.advance(24 * HOUR_MS).await;
    for token in [&token, &full] {
        sandbox.expect(401, token, "GET", &meta, None).await;
    }
}
