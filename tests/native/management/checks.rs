//! What is found before it is sent. Each error names the field at fault.

use serde_json::{Value, json};

use super::build;

/// The field that the body is refused for; empty where it is not.
fn refused(id: &str, body: Value) -> String {
    let path: Vec<Value> = super::operation(id)
        .parameters()
        .map(|_| json!("1"))
        .collect();
    match build(id, &path, json!({}), Some(body)) {
        Ok(_) => String::new(),
        Err(error) => {
            assert!(error.message.starts_with(&error.field), "{}", error.message);
            error.field
        }
    }
}

fn refused_query(id: &str, query: Value) -> String {
    let path: Vec<Value> = super::operation(id)
        .parameters()
        .map(|_| json!("1"))
        .collect();
    build(id, &path, query, None).map_or_else(|error| error.field, |_| String::new())
}

#[test]
fn a_report_name_or_title_has_at_most_255_characters() {
    for key in ["name", "title"] {
        assert_eq!(
            refused("reports.upsertByPublicId", json!({ key: "ä".repeat(255) })),
            ""
        );
        assert_eq!(
            refused("reports.upsertByPublicId", json!({ key: "ä".repeat(256) })),
            key
        );
    }
}

#[test]
fn an_app_entry_has_at_most_255_characters() {
    let body =
        |length: usize| json!({ "dashboardDraft": { "app": { "entry": "e".repeat(length) } } });
    assert_eq!(refused("workbooks.upsertBySlug", body(255)), "");
    assert_eq!(
        refused("workbooks.upsertBySlug", body(256)),
        "dashboardDraft.app.entry"
    );
}

#[test]
fn a_deployment_token_lives_from_60_to_86400_whole_seconds() {
    for (value, wanted) in [
        (json!(60), ""),
        (json!(86_400), ""),
        (json!(null), ""),
        (json!(59), "expiresIn"),
        (json!(86_401), "expiresIn"),
        (json!(60.5), "expiresIn"),
        (json!("60"), "expiresIn"),
    ] {
        assert_eq!(
            refused("deployments.createToken", json!({ "expiresIn": value })),
            wanted
        );
    }
    assert_eq!(refused("deployments.createToken", json!({})), "");
}

#[test]
fn a_branch_is_named_in_exactly_one_way() {
    let id = "branches.setStagingEnvironment";
    let both = json!({ "enabled": true, "branchName": "a", "branchId": 1 });
    assert_eq!(refused(id, both), "branchName, branchId");
    assert_eq!(
        refused(id, json!({ "enabled": true })),
        "branchName, branchId"
    );
    assert_eq!(refused(id, json!({ "branchId": 1 })), "enabled");
    assert_eq!(refused(id, json!({ "enabled": false, "branchId": 1 })), "");
}

#[test]
fn a_dashboard_is_named_in_exactly_one_way() {
    let both = json!({ "dashboardId": 1, "dashboardPublicId": "a" });
    for id in ["notifications.create", "notifications.update"] {
        assert_eq!(refused(id, both.clone()), "dashboardId, dashboardPublicId");
        assert_eq!(refused(id, json!({})), "dashboardId, dashboardPublicId");
        assert_eq!(refused(id, json!({ "dashboardPublicId": "a" })), "");
    }
    // The names of an export's fields are presumed: others may stand for them.
    assert_eq!(
        refused("dashboardExports.create", both),
        "dashboardId, dashboardPublicId"
    );
    assert_eq!(refused("dashboardExports.create", json!({})), "");
}

#[test]
fn reports_by_last_view_have_no_cursors() {
    for (key, value) in [("after", json!("c")), ("first", json!(10))] {
        let by = |order: &str| json!({ "sortBy": order, key: value });
        assert_eq!(refused_query("reports.list", by("lastViewedAt")), key);
        assert_eq!(refused_query("reports.list", by("name")), "");
        assert_eq!(refused_query("reports.list", json!({ key: value })), "");
    }
    for query in [
        json!({ "sortBy": "lastViewedAt" }),
        json!({ "sortBy": "lastViewedAt", "limit": 10 }),
        json!({ "sortBy": "lastViewedAt", "first": null }),
    ] {
        assert_eq!(refused_query("reports.list", query), "");
    }
}

#[test]
fn a_widget_needs_an_id_where_it_is_published() {
    let id = "workbooks.upsertBySlug";
    let config = json!({ "widgets": [{ "id": "a" }, { "type": "TEXT" }] });
    assert_eq!(refused(id, json!({ "dashboardDraft": config })), "");
    assert_eq!(
        refused(id, json!({ "dashboardPublished": config })),
        "dashboardPublished.widgets[1].id"
    );
    assert_eq!(
        refused(id, json!({ "publishedDashboard": { "config": config } })),
        "publishedDashboard.config.widgets[1].id"
    );
}

#[test]
fn the_removed_session_lifetime_is_refused() {
    let id = "embedSessions.generate";
    assert_eq!(
        refused(id, json!({ "ephemeralTtlSeconds": 5 })),
        "ephemeralTtlSeconds"
    );
    assert_eq!(
        refused(id, json!({ "settings": { "ephemeralTtlSeconds": 5 } })),
        "settings.ephemeralTtlSeconds"
    );
    assert_eq!(refused(id, json!({ "settings": { "locale": "de" } })), "");
}

#[test]
fn a_scim_start_index_is_any_whole_number() {
    for id in ["scim.users.list", "scim.groups.list"] {
        // RFC 7644: a value less than 1 is interpreted as 1.
        for index in [json!(0), json!(-1), json!("-1"), json!("00"), json!(1)] {
            assert_eq!(refused_query(id, json!({ "startIndex": index })), "");
        }
        for index in [json!(1.5), json!("-"), json!(""), json!("x"), json!([])] {
            let refused = refused_query(id, json!({ "startIndex": index }));
            assert_eq!(refused, "startIndex", "{index}");
        }
    }
}

#[test]
fn a_placement_is_addressed_whole() {
    for id in ["reports.disconnectWorkbook", "reports.refreshPlacement"] {
        assert_eq!(refused(id, json!({ "placementId": "p" })), "");
        let whole = json!({ "externalWorkbookId": "w", "sheetName": "s", "anchorCell": "A1" });
        assert_eq!(refused(id, whole), "");
        assert_eq!(refused(id, json!({})), "externalWorkbookId");
        assert_eq!(
            refused(id, json!({ "externalWorkbookId": "w" })),
            "sheetName"
        );
        let most = json!({ "externalWorkbookId": "w", "sheetName": "s" });
        assert_eq!(refused(id, most), "anchorCell");
    }
    // Query or body: the service does not say.
    let address = json!({ "placementId": "p" });
    assert_eq!(refused_query("reports.disconnectWorkbook", address), "");
}

#[test]
fn required_fields_are_required() {
    assert_eq!(
        refused("environments.createMetaSyncToken", json!({})),
        "security_context"
    );
    assert_eq!(
        refused("workspace.bulkDelete", json!({ "items": null })),
        "items"
    );
    assert_eq!(
        refused("metricViewIntegrations.upsert", json!({})),
        "expectedConfigurationVersion"
    );
    let created = json!({ "expectedConfigurationVersion": 0 });
    assert_eq!(refused("metricViewIntegrations.upsert", created), "");
    assert_eq!(refused_query("branches.delete", json!({})), "branchName");
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
