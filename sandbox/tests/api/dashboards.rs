//! The dashboards of workbooks: their widgets, tabs and states.

use serde_json::{Value, json};

use crate::support::{ADMIN, SEVEN, Sandbox, put, text};

#[tokio::test]
async fn widgets_have_the_described_types_and_integer_positions() {
    let sandbox = Sandbox::start().await;
    let path = "/workbooks/by-slug/typed";
    let right =
        json!({ "id": "w", "type": "TEXT", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
    let with = |change: fn(&mut Value)| {
        let mut widget = right.clone();
        change(&mut widget);
        widget
    };
    for (widget, named) in [
        (with(|widget| widget["type"] = json!("PICTURE")), "type"),
        (with(|widget| widget["type"] = Value::Null), "type"),
        (
            with(|widget| widget["position"]["x"] = json!(1.5)),
            "position.x",
        ),
        (
            with(|widget| widget["position"]["w"] = json!("1")),
            "position.w",
        ),
        (
            with(|widget| drop(widget["position"].as_object_mut().unwrap().remove("h"))),
            "position.h",
        ),
        (
            with(|widget| drop(widget.as_object_mut().unwrap().remove("position"))),
            "position",
        ),
        (with(|widget| widget["config"] = json!("x")), "config"),
        (
            with(|widget| widget["responsiveLayouts"] = json!({ "lg": { "x": 0 } })),
            "responsiveLayouts.lg",
        ),
        (json!(7), "widgets[0]"),
    ] {
        for field in ["dashboardDraft", "dashboardPublished"] {
            let body = json!({ field: { "widgets": [widget] } });
            let refused = put(&sandbox, 400, path, body).await;
            let message = text(&refused, "error");
            assert!(
                message.starts_with(&format!("{field}.widgets[0]")),
                "{message}"
            );
            assert!(message.contains(named), "{message}");
        }
    }
    for kind in [
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
        "TABS_CONTAINER",
    ] {
        let mut widget = right.clone();
        widget["type"] = json!(kind);
        widget["style"] = Value::Null;
        widget["responsiveLayouts"] = json!({ "lg": null, "md": right["position"] });
        let body =
            json!({ "dashboardPublished": { "widgets": [widget], "title": null, "kind": null } });
        let made = sandbox
            .tenant("PUT", &format!("{SEVEN}{path}"), Some(ADMIN), Some(body))
            .await;
        assert!(made.status < 300, "{kind}: {}", made.body);
    }
    // The old type is converted and not advertised.
    let document = sandbox.get(ADMIN, "/api/v1/spec").await.to_string();
    assert!(!document.contains("TABS_CONTAINER") && !document.contains("x-legacy"));
}

#[tokio::test]
async fn stored_tabs_containers_are_converted_too() {
    let sandbox = Sandbox::seeded(|seed| {
        let tabs = json!({ "id": "tabs", "type": "TABS_CONTAINER", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
        let config = json!({ "widgets": [tabs] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
    })
    .await;
    let shown = put(&sandbox, 200, "/workbooks/by-slug/sales", json!({})).await;
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let clone = sandbox.expect(200, ADMIN, "POST", &path, None).await;
    for workbook in [shown, clone] {
        for config in [
            &workbook["dashboardDraft"],
            &workbook["dashboardPublished"],
            &workbook["publishedDashboard"]["config"],
        ] {
            let widget = &config["widgets"][0];
            assert_eq!(widget["type"], "CONTAINER");
            assert_eq!(widget["config"]["layout"], "tabs");
        }
    }
}

#[tokio::test]
async fn a_dashboard_is_a_draft_published_or_archived() {
    let sandbox = Sandbox::start().await;
    let viewer = sandbox.embed(json!({ "embedTenantName": "acme" })).await;
    let page = "/embed/api/dashboards/sales-overview";
    for status in ["archived", "draft"] {
        let workbook = put(
            &sandbox,
            200,
            "/workbooks/by-slug/sales",
            json!({ "dashboardStatus": status }),
        )
        .await;
        assert_eq!(workbook["publishedDashboard"], Value::Null);
        assert_eq!(workbook["dashboardPublished"], Value::Null);
        let on = Some(json!({ "allowEmbed": true }));
        let shown = sandbox
            .expect(
                200,
                ADMIN,
                "PATCH",
                "/api/v1/embed/dashboard/sales-overview",
                on,
            )
            .await;
        assert_eq!(shown["status"], status);
        sandbox.expect(404, &viewer, "GET", page, None).await;
        let export = Some(json!({ "dashboardPublicId": "sales-overview" }));
        sandbox
            .expect(
                404,
                ADMIN,
                "POST",
                &format!("{SEVEN}/dashboard-exports"),
                export,
            )
            .await;
    }
    let workbook = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "dashboardStatus": "published" }),
    )
    .await;
    assert_eq!(workbook["publishedDashboard"]["status"], "published");
    sandbox.get(&viewer, page).await;
    put(
        &sandbox,
        400,
        "/workbooks/by-slug/sales",
        json!({ "dashboardStatus": "hidden" }),
    )
    .await;
    // A workbook without a dashboard gets one from its draft.
    put(
        &sandbox,
        400,
        "/workbooks/by-slug/notes",
        json!({ "dashboardStatus": "draft" }),
    )
    .await;
    let made = json!({ "dashboardDraft": { "title": "Soon" }, "dashboardStatus": "draft" });
    let made = put(&sandbox, 200, "/workbooks/by-slug/notes", made).await;
    assert_eq!(made["publishedDashboard"], Value::Null);
    let out = put(
        &sandbox,
        200,
        "/workbooks/by-slug/notes",
        json!({ "dashboardStatus": "published" }),
    )
    .await;
    assert_eq!(out["publishedDashboard"]["title"], "Soon");
}
