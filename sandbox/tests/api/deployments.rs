//! Deployments, versions and channels, environments, tokens, variables, the audit log.

use serde_json::{Value, json};

use crate::support::{ADMIN, SEVEN, Sandbox, VIEWER, text};

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
async fn a_deployment_is_made_driven_through_its_setup_and_deleted() {
    let sandbox = Sandbox::start().await;
    let path = "/build/api/v1/deployments/";
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
