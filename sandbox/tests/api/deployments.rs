//! Deployments, versions and channels, environments, tokens, variables, the audit log.

use serde_json::{Value, json};

use crate::support::{ADMIN, HOUR_MS, Sandbox, VIEWER, text};

const SEVEN: &str = "/api/v1/deployments/7";

async fn update(sandbox: &Sandbox, body: Value) -> Value {
    sandbox.expect(200, ADMIN, "PUT", SEVEN, Some(body)).await
}

#[tokio::test]
async fn an_update_is_a_partial_merge() {
    let sandbox = Sandbox::start().await;
    let changed = update(
        &sandbox,
        json!({ "region": "us-east", "templateVariables": { "theme": "dark" } }),
    )
    .await;
    assert_eq!(changed["region"], "us-east");
    assert_eq!(
        changed["cloudProvider"], "svccloud",
        "omitted fields are left alone"
    );
    assert_eq!(
        changed["templateVariables"],
        json!({ "currency": "EUR", "theme": "dark" })
    );
    let changed = update(
        &sandbox,
        json!({ "templateVariables": { "currency": "USD" } }),
    )
    .await;
    assert_eq!(
        changed["templateVariables"],
        json!({ "currency": "USD", "theme": "dark" })
    );
    let fields = json!({
        "cloudProvider": "aws", "releaseChannelVersionHold": true, "template": "shop",
        "defaultLaunchpadViewGroup": "sales", "launchpadTabs": ["home"],
    });
    let changed = update(&sandbox, fields.clone()).await;
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&changed[name], value, "{name}");
    }
}

#[tokio::test]
async fn a_version_is_chosen_in_three_forms_or_by_its_channel() {
    let sandbox = Sandbox::start().await;
    for (body, version) in [
        (json!({ "releaseChannelVersion": "1.4.0" }), "1.4.0"),
        (json!({ "releaseChannelVersion": "v1.6.0" }), "1.6.0"),
        (
            json!({ "releaseChannelVersion": "registry.example/svc:v1.5.0" }),
            "1.5.0",
        ),
        (json!({ "releaseChannel": "latest" }), "1.6.1"),
        (json!({ "releaseChannel": "stable" }), "1.5.0"),
        // Both: the version is what counts.
        (
            json!({ "releaseChannel": "latest", "releaseChannelVersion": "1.4.0" }),
            "1.4.0",
        ),
    ] {
        let changed = update(&sandbox, body.clone()).await;
        assert_eq!(changed["version"], version, "{body}");
        let list = sandbox.get(ADMIN, &format!("{SEVEN}/versions")).await;
        let current: Vec<&Value> = list["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|version| version["isCurrent"] == true)
            .map(|version| &version["version"])
            .collect();
        assert_eq!(current, [version], "{body}");
    }
}

#[tokio::test]
async fn error_400_a_version_that_is_not_on_the_list_changes_nothing() {
    let sandbox = Sandbox::start().await;
    for body in [
        json!({ "releaseChannelVersion": "9.9.9", "region": "us-east" }),
        json!({ "releaseChannelVersion": "other.example/svc:v1.5.0" }),
        json!({ "releaseChannel": "nightly" }),
    ] {
        sandbox.expect(400, ADMIN, "PUT", SEVEN, Some(body)).await;
    }
    let now = update(&sandbox, json!({})).await;
    assert_eq!(
        (&now["version"], &now["region"]),
        (&json!("1.5.0"), &json!("eu-central"))
    );
    // The container image cannot be set directly.
    let now = update(&sandbox, json!({ "image": "registry.example/svc:v1.6.1" })).await;
    assert_eq!(now["version"], "1.5.0");
    assert!(now.get("image").is_none());
}

#[tokio::test]
async fn the_versions_say_which_is_the_latest_of_its_channel() {
    let sandbox = Sandbox::start().await;
    let list = sandbox.get(ADMIN, &format!("{SEVEN}/versions")).await;
    let latest: Vec<&Value> = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|version| version["isLatestInChannel"] == true)
        .map(|version| &version["releaseChannelVersion"])
        .collect();
    assert_eq!(
        latest,
        ["registry.example/svc:v1.6.1", "registry.example/svc:v1.5.0"]
    );
}

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
async fn settings_hold_no_secret() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "items": [{ "name": "PASSWORD", "value": "hunter2" }] });
    let path = format!("{SEVEN}/env-vars");
    sandbox.expect(200, ADMIN, "PUT", &path, Some(body)).await;
    let settings = sandbox
        .get(ADMIN, &format!("{SEVEN}/settings"))
        .await
        .to_string();
    assert!(settings.contains("PASSWORD") && !settings.contains("hunter2"));
    let gone = sandbox
        .expect(200, ADMIN, "PUT", &path, Some(json!({ "PASSWORD": null })))
        .await;
    assert_eq!(gone["count"], 2);
}

#[tokio::test]
async fn logs_are_filtered_by_source_and_container() {
    let sandbox = Sandbox::start().await;
    let logs = sandbox
        .get(ADMIN, &format!("{SEVEN}/logs?source=dev&container=vector"))
        .await;
    assert_eq!(logs["count"], 1);
    assert_eq!(
        (&logs["items"][0]["source"], &logs["items"][0]["container"]),
        (&json!("dev"), &json!("vector"))
    );
    for query in ["source=test", "container=other"] {
        sandbox
            .expect(400, ADMIN, "GET", &format!("{SEVEN}/logs?{query}"), None)
            .await;
    }
}

#[tokio::test]
async fn a_deployment_is_made_driven_through_its_setup_and_deleted() {
    let sandbox = Sandbox::start().await;
    let path = "/build/api/v1/deployments/";
    sandbox
        .expect(
            400,
            ADMIN,
            "POST",
            path,
            Some(json!({ "cloudProvider": "other" })),
        )
        .await;
    sandbox
        .expect(
            400,
            ADMIN,
            "POST",
            path,
            Some(json!({ "deployMode": "ftp" })),
        )
        .await;
    let made = sandbox
        .expect(
            201,
            ADMIN,
            "POST",
            path,
            Some(json!({ "name": "New", "deployMode": "git" })),
        )
        .await;
    let made = format!("/api/v1/deployments/{}", text(&made, "id"));
    let step = async |verb: &str| {
        let path = format!("{made}/creation-step/{verb}");
        text(
            &sandbox.expect(200, ADMIN, "POST", &path, None).await,
            "creationStep",
        )
    };
    assert_eq!(
        (step("advance").await, step("advance").await),
        ("source".into(), "database".into())
    );
    for _ in 0..9 {
        step("advance").await;
    }
    assert_eq!(step("advance").await, "completed");
    assert_eq!(step("reset").await, "created");
    sandbox.expect(200, ADMIN, "DELETE", &made, None).await;
    sandbox.expect(404, ADMIN, "DELETE", &made, None).await;
    // One with everything in it goes as well.
    sandbox.expect(200, ADMIN, "DELETE", SEVEN, None).await;
    assert_eq!(
        sandbox.get(ADMIN, "/api/v1/deployments").await["pagination"]["total"],
        1
    );
}

#[tokio::test]
async fn the_audit_log_is_csv_with_filters() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "email": "new@example.com" });
    sandbox
        .expect(201, ADMIN, "POST", "/api/v1/users/", Some(body))
        .await;
    let export = async |query: &str| {
        let path = format!("/api/v1/audit-logs/export{query}");
        sandbox.tenant("GET", &path, Some(ADMIN), None).await
    };
    let all = export("").await;
    assert!(all.headers.contains("content-type: text/csv"));
    assert!(
        all.headers
            .contains("content-disposition: attachment; filename=\"audit-logs.csv\"")
    );
    let lines: Vec<&str> = all.body.lines().collect();
    assert_eq!(lines[0], "timestamp,eventName,userEmail,detail");
    assert_eq!(
        lines[1],
        "2026-01-05T09:00:00.000Z,users.create,ada@example.com,\"ben@example.com, \"\"Builder\"\"\""
    );
    for (query, count) in [
        ("?eventName=users.create", 2),
        ("?search=BUILDER", 1),
        ("?userEmail=nobody@example.com", 0),
        ("?end=2026-01-06", 1),
        ("?start=2026-01-06T00:00:00Z", 1),
    ] {
        assert_eq!(
            export(query).await.body.lines().count() - 1,
            count,
            "{query}"
        );
    }
    assert_eq!(export("?start=yesterday").await.status, 400);
    let plain = Sandbox::seeded(|seed| seed["tenant"][0]["settings"]["features"] = json!({})).await;
    plain
        .expect(403, ADMIN, "GET", "/api/v1/audit-logs/export", None)
        .await;
    sandbox
        .expect(403, VIEWER, "GET", "/api/v1/audit-logs/export", None)
        .await;
}
