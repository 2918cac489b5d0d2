//! Deployments, their versions, channels, variables and logs; the audit log.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{SEVEN, Sandbox, each, text};

/// The versions of which this field is true.
async fn versions(sandbox: &Sandbox, field: &str) -> Value {
    let list = sandbox.ada().at(SEVEN).get("/versions").await;
    let mut versions = list["data"].as_array().unwrap().clone();
    versions.retain(|version| version[field] == true);
    each(&json!(versions), "releaseChannelVersion")
}

#[tokio::test]
async fn an_update_is_a_partial_merge() {
    let sandbox = Sandbox::start().await;
    let update = async |body: &Value| sandbox.ada().put(200, SEVEN, body).await;
    let changed = json!({ "region": "us-east", "templateVariables": { "theme": "dark" } });
    let changed = update(&changed).await;
    let variables = json!({ "currency": "EUR", "theme": "dark" });
    assert_has!(changed, { "region": "us-east", "cloudProvider": "svccloud", "templateVariables": variables });
    let changed = json!({ "templateVariables": { "currency": "USD" } });
    let changed = update(&changed).await;
    let variables = json!({ "currency": "USD", "theme": "dark" });
    assert_eq!(changed["templateVariables"], variables);
    let fields = json!({
        "cloudProvider": "aws", "releaseChannelVersionHold": true, "template": "shop",
        "defaultLaunchpadViewGroup": "sales", "launchpadTabs": ["home"],
    });
    let changed = update(&fields).await;
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&changed[name], value, "{name}");
    }
}

#[tokio::test]
async fn a_version_is_chosen_in_three_forms_or_by_its_channel() {
    let sandbox = Sandbox::start().await;
    let full = json!({ "releaseChannelVersion": "registry.example/svc:v1.5.0" });
    // The version is what counts.
    let both = json!({ "releaseChannel": "latest", "releaseChannelVersion": "1.4.0" });
    for (body, version) in [
        (json!({ "releaseChannelVersion": "1.4.0" }), "1.4.0"),
        (json!({ "releaseChannelVersion": "v1.6.0" }), "1.6.0"),
        (full, "1.5.0"),
        (json!({ "releaseChannel": "latest" }), "1.6.1"),
        (json!({ "releaseChannel": "stable" }), "1.5.0"),
        (both, "1.4.0"),
    ] {
        let changed = sandbox.ada().put(200, SEVEN, &body).await;
        assert_eq!(changed["version"], version, "{body}");
        let current = json!([format!("registry.example/svc:v{version}")]);
        assert_eq!(versions(&sandbox, "isCurrent").await, current, "{body}");
    }
}

#[tokio::test]
async fn error_400_a_version_that_is_not_on_the_list_changes_nothing() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for body in [
        json!({ "releaseChannelVersion": "9.9.9", "region": "us-east" }),
        json!({ "releaseChannelVersion": "other.example/svc:v1.5.0" }),
        json!({ "releaseChannel": "nightly" }),
    ] {
        ada.put(400, SEVEN, body).await;
    }
    // The container image cannot be set directly.
    let image = json!({ "image": "registry.example/svc:v1.6.1" });
    let now = ada.put(200, SEVEN, image).await;
    assert_has!(now, { "version": "1.5.0", "region": "eu-central" });
    assert!(now.get("image").is_none());
}

#[tokio::test]
async fn the_versions_say_which_is_the_latest_of_its_channel() {
    let sandbox = Sandbox::start().await;
    let latest = json!(["registry.example/svc:v1.6.1", "registry.example/svc:v1.5.0"]);
    assert_eq!(versions(&sandbox, "isLatestInChannel").await, latest);
}

#[tokio::test]
async fn settings_hold_no_secret() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada().at(SEVEN);
    let body = json!({ "items": [{ "name": "PASSWORD", "value": "hunter2" }] });
    ada.put(200, "/env-vars", body).await;
    let settings = ada.get("/settings").await.to_string();
    assert!(settings.contains("PASSWORD") && !settings.contains("hunter2"));
    let gone = json!({ "PASSWORD": null });
    assert_eq!(ada.put(200, "/env-vars", gone).await["count"], 2);
}

#[tokio::test]
async fn a_deployment_is_made_driven_through_its_setup_and_deleted() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let body = json!({ "name": "New", "deployMode": "git" });
    let made = ada.post(201, "/build/api/v1/deployments/", body).await;
    let made = format!("/api/v1/deployments/{}", text(&made, "id"));
    let step = async |verb: &str| {
        let path = format!("{made}/creation-step/{verb}");
        text(&ada.post(200, path, ()).await, "creationStep")
    };
    assert_eq!(step("advance").await, "source");
    assert_eq!(step("advance").await, "database");
    for _ in 0..9 {
        step("advance").await;
    }
    assert_eq!(step("advance").await, "completed");
    assert_eq!(step("reset").await, "created");
    ada.delete(200, &made).await;
    ada.delete(404, &made).await;
    // One with everything in it goes as well.
    ada.delete(200, SEVEN).await;
    let left = ada.get("/api/v1/deployments").await;
    assert_eq!(left["pagination"]["total"], 1);
}

#[tokio::test]
async fn a_deployment_is_created_with_the_described_values_alone() {
    let sandbox = Sandbox::start().await;
    for (name, values) in [
        ("cloudProvider", ["svccloud", "aws", "gcp"].as_slice()),
        ("creationMethod", &["upload", "svccloud", "github", "ssh"]),
        ("deployMode", &["git", "cli"]),
    ] {
        let create = async |status: u16, value: &str| {
            let body = json!({ "name": "Made", name: value });
            let path = "/build/api/v1/deployments/";
            sandbox.ada().post(status, path, body).await;
        };
        for value in values {
            create(201, value).await;
        }
        create(400, "another").await;
    }
}

#[tokio::test]
async fn logs_without_a_source_are_of_all_sources() {
    let sandbox = Sandbox::start().await;
    for (query, count) in [
        ("", 10),
        ("&source=dev", 5),
        ("&source=dev&container=MAIN", 1),
        ("&container=MAIN", 2),
    ] {
        let path = format!("{SEVEN}/logs?first=100{query}");
        let logs = sandbox.ada().get(path).await;
        assert_eq!(logs["count"], count, "{query}");
    }
}

#[tokio::test]
async fn the_audit_log_is_csv_with_filters() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let body = json!({ "email": "new@example.com" });
    ada.post(201, "/api/v1/users/", body).await;
    let export = async |query: &str| {
        let path = format!("/api/v1/audit-logs/export{query}");
        ada.answer("GET", path, ()).await
    };
    let all = export("").await;
    assert!(all.has("content-type: text/csv"));
    let attachment = "content-disposition: attachment; filename=\"audit-logs.csv\"";
    assert!(all.has(attachment));
    let lines: Vec<&str> = all.body.lines().collect();
    assert_eq!(lines[0], "timestamp,eventName,userEmail,detail");
    assert_eq!(
        lines[1],
        "2026-01-05T09:00:00.000Z,users.create,ada@example.com,\"ben@example.com, \"\"Builder\"\"\""
    );
    for (query, count) in [
        ("eventName=users.create", 2),
        ("search=BUILDER", 1),
        ("userEmail=nobody@example.com", 0),
        // Its dates include their last day.
        ("end=2026-01-05", 1),
        ("end=2026-01-04", 0),
        ("start=2026-01-05&end=2026-01-05", 1),
        ("end=2026-01-05T08:59:59Z", 0),
        ("end=2026-01-05T09:00:00", 1),
        ("start=2026-01-05T09:00:00.001Z", 1),
        ("start=2026-01-05T10:00:00%2B01:00&end=2026-01-05", 1),
        ("start=0001-01-01&end=9999-12-31", 2),
    ] {
        let log = export(&format!("?{query}")).await;
        assert_eq!(log.body.lines().count() - 1, count, "{query}");
    }
    assert_eq!(export("?start=yesterday").await.status, 400);
}

// "Audit export requires the Audit Log feature on the enterprise plan."
#[tokio::test]
async fn the_audit_export_needs_the_feature_and_the_plan() {
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
        let path = "/api/v1/audit-logs/export";
        sandbox.ada().send(status, "GET", path, ()).await;
    }
}
