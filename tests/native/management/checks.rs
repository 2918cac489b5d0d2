//! What is found before it is sent. `exchanges.rs` plays each check; here is what no exchange shows.

use serde_json::{Value, json};

use super::build;

/// Query or body: the service does not say.
#[test]
fn a_placement_may_be_in_the_query() {
    let path = [json!("1"), json!("1")];
    let address = json!({ "placementId": "p" });
    assert!(build("reports.disconnectWorkbook", &path, address, None).is_ok());
}

#[test]
fn what_is_deprecated_is_sent_and_told() {
    let deprecation = |id: &str, path: &[Value], body: Value| {
        build(id, path, json!({}), Some(body)).unwrap().deprecation
    };
    let widget = json!({ "id": "a", "type": "TABS_CONTAINER" });
    let body = json!({ "dashboardPublished": { "widgets": [widget, widget] } });
    let told = deprecation("workbooks.upsertBySlug", &[json!(1), json!("s")], body);
    assert!(told.is_some_and(|told| told.contains("TABS_CONTAINER")));

    let body = json!({ "lastSeenChangelogId": 3 });
    let told = deprecation("users.updateMySettings", &[], body);
    assert!(told.is_some_and(|told| told.contains("lastSeenChangelogId")));
    assert_eq!(deprecation("users.updateMySettings", &[], json!({})), None);

    let theme = super::operation("app.retrieveTheme");
    let told = svc_embed::management::check::answer;
    assert!(told(&theme, &json!({ "light": {} })).is_some());
    assert!(told(&theme, &json!({ "palette": {} })).is_none());
    let settings = super::operation("tenant.retrieveSettings");
    assert!(told(&settings, &json!({ "light": {} })).is_none());
}

#[test]
fn an_error_is_shown_by_its_message() {
    let error = build("embedTenants.delete", &[json!("")], json!({}), None).unwrap_err();
    assert_eq!(error.to_string(), error.message);
    assert!(error.message.contains("embedTenantName"), "{error}");
}

#[test]
fn a_message_never_repeats_the_value() {
    let body = json!({ "name": "secret".repeat(50) });
    let error = build(
        "reports.upsertByPublicId",
        &[json!(1), json!("p")],
        json!({}),
        Some(body),
    );
    assert!(!error.unwrap_err().message.contains("secret"));
}
