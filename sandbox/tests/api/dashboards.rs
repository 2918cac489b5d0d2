//! The dashboards of workbooks: their widgets, tabs and states.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{SEVEN, Sandbox, each, text};

const SALES: &str = "/workbooks/by-slug/sales";
const PAGE: &str = "/embed/api/dashboards/sales-overview";
const TYPES: [&str; 11] = [
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
];

/// A widget with all that it must have, and these fields.
fn widget(fields: &Value) -> Value {
    let mut widget =
        json!({ "id": "w", "type": "TEXT", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
    let fields = fields.as_object().unwrap().clone();
    widget.as_object_mut().unwrap().extend(fields);
    widget
}

#[tokio::test]
async fn widgets_have_the_described_types_and_integer_positions() {
    let sandbox = Sandbox::start().await;
    let (ada, seven) = (sandbox.ada(), sandbox.ada().at(SEVEN));
    let at =
        |x: Value, w: Value| widget(&json!({ "position": { "x": x, "y": 0, "w": w, "h": 1 } }));
    for (wrong, named) in [
        (widget(&json!({ "type": "PICTURE" })), "type"),
        (widget(&json!({ "type": null })), "type"),
        (at(json!(1.5), json!(1)), "position.x"),
        (at(json!(1), json!("1")), "position.w"),
        (
            widget(&json!({ "position": { "x": 0, "y": 0, "w": 1 } })),
            "position.h",
        ),
        (json!({ "id": "w", "type": "TEXT" }), "position"),
        (widget(&json!({ "config": "x" })), "config"),
        (
            widget(&json!({ "responsiveLayouts": { "lg": { "x": 0 } } })),
            "responsiveLayouts.lg",
        ),
        (json!(7), "widgets[0]"),
    ] {
        for field in ["dashboardDraft", "dashboardPublished"] {
            let body = json!({ field: { "widgets": [wrong] } });
            let message = text(&seven.put(400, SALES, body).await, "error");
            let place = format!("{field}.widgets[0]");
            assert!(message.starts_with(&place), "{message}");
            assert!(message.contains(named), "{message}");
        }
    }
    let layouts = json!({ "lg": null, "md": widget(&json!({}))["position"] });
    let of =
        |kind: &&str| widget(&json!({ "type": kind, "style": null, "responsiveLayouts": layouts }));
    let widgets: Vec<Value> = TYPES.iter().map(of).collect();
    let all = json!({ "widgets": widgets, "title": null, "kind": null });
    let body = json!({ "dashboardPublished": all });
    seven.put(200, SALES, body).await;
    // An embed is given each. The old type is converted and not advertised.
    let viewer = sandbox.viewer("acme", "dana").await;
    let shown = viewer.get(PAGE).await;
    let mut expected = TYPES;
    expected[10] = "CONTAINER";
    assert_eq!(each(&shown["config"]["widgets"], "type"), json!(expected));
    let document = ada.get("/api/v1/spec").await.to_string();
    assert!(!document.contains("TABS_CONTAINER") && !document.contains("x-legacy"));
}

#[tokio::test]
async fn stored_tabs_containers_are_converted_too() {
    let sandbox = Sandbox::seeded(|seed| {
        let config = json!({ "widgets": [widget(&json!({ "type": "TABS_CONTAINER" }))] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
    })
    .await;
    let seven = sandbox.ada().at(SEVEN);
    let shown = seven.put(200, SALES, json!({})).await;
    let clone = seven.post(200, "/workbooks/41/duplicate", ()).await;
    for workbook in [shown, clone] {
        for config in [
            &workbook["dashboardDraft"],
            &workbook["dashboardPublished"],
            &workbook["publishedDashboard"]["config"],
        ] {
            let tabs = json!({ "layout": "tabs" });
            assert_has!(config["widgets"][0], { "type": "CONTAINER", "config": tabs });
        }
    }
}

#[tokio::test]
async fn a_dashboard_is_a_draft_published_or_archived() {
    let sandbox = Sandbox::start().await;
    let (ada, seven) = (sandbox.ada(), sandbox.ada().at(SEVEN));
    let viewer = sandbox.viewer("acme", "dana").await;
    let to = |status: &str| json!({ "dashboardStatus": status });
    for status in ["archived", "draft"] {
        let workbook = seven.put(200, SALES, to(status)).await;
        assert_has!(workbook, { "publishedDashboard": null, "dashboardPublished": null });
        let path = "/api/v1/embed/dashboard/sales-overview";
        let shown = ada.patch(200, path, json!({ "allowEmbed": true })).await;
        assert_eq!(shown["status"], status);
        viewer.refused(404, PAGE).await;
        let export = json!({ "dashboardPublicId": "sales-overview" });
        seven.post(404, "/dashboard-exports", export).await;
    }
    let workbook = seven.put(200, SALES, to("published")).await;
    assert_eq!(workbook["publishedDashboard"]["status"], "published");
    viewer.get(PAGE).await;
    seven.put(400, SALES, to("hidden")).await;
    // A workbook without a dashboard gets one from its draft.
    let notes = "/workbooks/by-slug/notes";
    seven.put(400, notes, to("draft")).await;
    let made = json!({ "dashboardDraft": { "title": "Soon" }, "dashboardStatus": "draft" });
    let made = seven.put(200, notes, made).await;
    assert_eq!(made["publishedDashboard"], Value::Null);
    let out = seven.put(200, notes, to("published")).await;
    assert_eq!(out["publishedDashboard"]["title"], "Soon");
}
