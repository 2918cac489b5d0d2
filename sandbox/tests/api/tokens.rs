//! The tokens that the API issues, and environments, which they are for.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{Caller, HOUR_MS, SEVEN, Sandbox, text};

const ENVIRONMENTS: &str = "/api/v1/deployments/7/environments";
const META_SYNC: &str = "/api/v1/deployments/7/environments/1/tokens-for-meta-sync";
const META: &str = "/svc-api/v1/7/1/meta";

/// How many milliseconds a token for metadata lasts.
fn lifetime(made: &Value) -> i64 {
    let at = |name: &str| text(made, name).parse::<jiff::Timestamp>().unwrap();
    at("expires_at").as_millisecond() - at("created_at").as_millisecond()
}

/// A token for metadata with this security context.
async fn token_for(sandbox: &Sandbox, context: Value) -> Caller<'_> {
    let body = json!({ "security_context": context });
    let made = sandbox.ada().post(200, META_SYNC, body).await;
    assert_eq!(lifetime(&made["data"]), 24 * HOUR_MS);
    sandbox.by(text(&made["data"], "token"))
}

#[tokio::test]
async fn environments_are_filtered_by_type_and_carry_their_addresses() {
    let sandbox = Sandbox::start().await;
    let environments = sandbox.ada().at(ENVIRONMENTS);
    let list = environments.get("").await;
    assert_has!(list["pagination"], { "offset": 0, "limit": 20, "total": 1 });
    let production = &list["data"]["environments"][0];
    assert_eq!(production["type"], "production");
    assert!(production["id"].is_string());
    assert!(production["api_credentials"]["rest"]["url"].is_string());
    assert!(production["api_credentials"]["sql"]["port"].is_i64());
    let staging = environments.get("?type=staging").await;
    assert_eq!(staging["data"]["environments"], json!([]));
    environments.refused(400, "?type=test").await;
}

#[tokio::test]
async fn a_meta_sync_token_lasts_a_day_and_opens_nothing_but_metadata() {
    let sandbox = Sandbox::start().await;
    let token = token_for(&sandbox, json!({ "tenant": "acme" })).await;
    assert_eq!(token.key.split('.').count(), 3, "in the form of a JWT");
    token.get(META).await;
    token.put(403, SEVEN, ()).await;
    token.refused(403, "/api/v1/deployments").await;
    let queried = sandbox.query(&token.key).await.status;
    assert_eq!(queried, 401, "it cannot query data");
    sandbox.advance(24 * HOUR_MS).await;
    for path in ["/api/v1/deployments", META] {
        token.refused(401, path).await;
    }
    let ada = sandbox.ada();
    for body in [json!({}), json!({ "security_context": "acme" })] {
        ada.post(400, META_SYNC, body).await;
    }
    let unknown = META_SYNC.replace("environments/1", "environments/99");
    let body = json!({ "security_context": {} });
    ada.post(404, unknown, body).await;
}

#[tokio::test]
async fn expires_in_is_any_number_of_seconds() {
    let sandbox = Sandbox::start().await;
    let issue = async |status: u16, seconds: Value| {
        let body = json!({ "security_context": {}, "expires_in": seconds });
        sandbox.ada().post(status, META_SYNC, body).await["data"].clone()
    };
    for (seconds, expected) in [
        (json!(1.5), 1_500),
        (json!(1), 1_000),
        (json!(0.001), 1),
        (json!(4_000_000_000_i64), 4_000_000_000_000),
    ] {
        assert_eq!(lifetime(&issue(200, seconds).await), expected);
    }
    for huge in [json!(1e300), json!(9_007_199_254_740_991_i64)] {
        let made = issue(200, huge).await;
        assert!(text(&made, "expires_at").starts_with("9999-"));
    }
    for wrong in [json!(0), json!(-1), json!("60"), json!(null)] {
        issue(400, wrong).await;
    }
    let short = sandbox.by(text(&issue(200, json!(1.5)).await, "token"));
    short.get(META).await;
    sandbox.advance(HOUR_MS).await;
    short.refused(401, META).await;
}

#[tokio::test]
async fn a_deployment_token_lasts_60_to_86400_seconds() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada().at(SEVEN);
    for (seconds, status) in [
        (json!(60), 201),
        (json!(86_400), 201),
        (json!(59), 400),
        (json!(86_401), 400),
        (json!("60"), 400),
    ] {
        let body = json!({ "expiresIn": seconds });
        ada.post(status, "/token", body).await;
    }
    let made = ada.post(201, "/token", ()).await;
    assert_eq!(made["expiresIn"], 86_400);
}

#[tokio::test]
async fn a_usage_analytics_token_lasts_an_hour() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/usage-analytics/token";
    let token = text(&sandbox.ada().post(201, path, ()).await, "token");
    let token = sandbox.by(token);
    sandbox.advance(HOUR_MS - 5_000).await;
    token.refused(403, "/api/v1/deployments").await;
    sandbox.advance(5_000).await;
    token.refused(401, "/api/v1/deployments").await;
}

#[tokio::test]
async fn a_meta_sync_token_reads_metadata_and_cannot_query_data() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let list = ada.get(ENVIRONMENTS).await;
    let rest = &list["data"]["environments"][0]["api_credentials"]["rest"];
    let address = format!("{}{META}", sandbox.running.tenant);
    let load = META.replace("meta", "load");
    assert_eq!(format!("{}/meta", text(rest, "url")), address);
    let query = json!({ "measures": ["orders.count"] });
    let token = token_for(&sandbox, json!({ "tenant": "acme" })).await;
    let seen = token.get(META).await;
    assert_eq!(seen["cubes"][0]["measures"].as_array().unwrap().len(), 7);
    token.post(403, &load, &query).await;
    // Whatever the body is: the token is asked first.
    let wrong = json!({ "query": {} });
    token.post(403, &load, &wrong).await;
    sandbox.by("none").post(401, &load, &wrong).await;
    // The security context says which parts of the data model are visible.
    let narrow = token_for(&sandbox, json!({ "members": ["orders.count"] })).await;
    let seen = narrow.get(META).await;
    let cube =
        json!({ "name": "orders", "measures": [{ "name": "orders.count" }], "dimensions": [] });
    assert_eq!(seen["cubes"], json!([cube]));

    // A deployment token reads both; neither is for another deployment, and a key for neither.
    let made = ada.post(201, format!("{SEVEN}/token"), ()).await;
    let full = sandbox.by(text(&made, "token"));
    full.get(META).await;
    let rows = full.post(200, &load, query).await;
    assert!(rows["data"][0]["orders.count"].as_i64().is_some(), "{rows}");
    full.refused(403, "/svc-api/v1/12/5/meta").await;
    full.refused(404, "/svc-api/v1/7/5/meta").await;
    ada.refused(401, META).await;
    sandbox.advance(24 * HOUR_MS).await;
    full.refused(401, META).await;
}

#[tokio::test]
async fn a_token_for_metadata_is_for_its_environment_and_its_user() {
    let sandbox = Sandbox::start().await;
    let (ada, ben) = (sandbox.ada(), sandbox.ben());
    let staging = json!({ "enabled": true, "branchName": "release" });
    let path = "/build/api/v1/deployments/7/branches/staging-environment";
    ben.put(200, path, staging).await;
    let path = META_SYNC.replace("environments/1", "environments/2");
    let body = json!({ "security_context": {} });
    let token = sandbox.by(text(&ben.post(200, path, body).await["data"], "token"));
    let meta = "/svc-api/v1/7/2/meta";
    token.get(meta).await;
    token.refused(403, META).await;
    let off = json!({ "action": "DEACTIVATE", "userIds": [2] });
    ada.post(200, "/api/v1/users/bulk", off).await;
    token.refused(401, meta).await;
}
