//! What a clone re-points, and what it must not take along.

use serde_json::{Value, json};

use crate::support::{SEVEN, Sandbox, text};

fn widget(config: &Value) -> Value {
    json!({ "id": "w", "type": "CHART", "position": { "x": 0, "y": 0, "w": 1, "h": 1 }, "config": config })
}

#[tokio::test]
async fn a_clone_re_points_what_is_a_reference_and_names_no_report_outside_itself() {
    let sandbox = Sandbox::seeded(|seed| {
        let mut config = json!({ "widgets": [
            widget(&json!({ "reportId": "31", "reportIds": ["32", 33] })),
            widget(&json!({ "sourceReportId": 34 })),
            widget(&json!({ "reportId": 999, "reportIds": [998, 31] })),
        ] });
        seed["dashboards"][0]["config"] = config.clone();
        config["settings"] = json!({
            "showReportId": true,
            "reportId": "margin",
            "sourceReportId": "31",
            "reportPublicId": "revenue",
            "limits": { "31": 5 },
        });
        seed["workbooks"][0]["dashboardDraft"] = config;
        seed["workbooks"][0]["meta"] = json!({ "reportId": 31, "reports": { "31": "first" } });
        seed["reports"][0]["meta"] = json!({ "comparedWith": { "reportId": 32 } });
    })
    .await;
    let seven = sandbox.ada().at(SEVEN);
    let clone = seven.post(200, "/workbooks/41/duplicate", ()).await;
    let list = seven.get("/reports?first=100").await;
    let copy_of = |name: &str| {
        let mut reports = list["items"].as_array().unwrap().iter();
        let is_copy =
            |report: &&Value| report["workbookId"] == clone["id"] && report["name"] == name;
        reports.find(is_copy).unwrap()
    };
    let revenue = copy_of("Revenue");
    let [category, forecast, scratch] =
        ["Revenue by category", "Forecast", "Scratch"].map(|name| &copy_of(name)["id"]);
    let in_text = |id: &Value| json!(id.to_string());
    for config in [
        &clone["dashboardDraft"],
        &clone["publishedDashboard"]["config"],
    ] {
        let at = |n: usize| &config["widgets"][n]["config"];
        let texts = json!({ "reportId": in_text(&revenue["id"]), "reportIds": [in_text(category), forecast] });
        assert_eq!(at(0), &texts);
        // A report of another workbook was copied, and one that does not exist is named no longer.
        assert_eq!(&at(1)["sourceReportId"], scratch);
        let gone = json!({ "reportId": null, "reportIds": [revenue["id"]] });
        assert_eq!(at(2), &gone);
    }
    assert_eq!(&revenue["meta"]["comparedWith"]["reportId"], category);
    let id = revenue["id"].to_string();
    let settings = json!({
        "showReportId": true,
        "reportId": "margin",
        "sourceReportId": id,
        "reportPublicId": text(revenue, "publicId"),
        "limits": { "31": 5 },
    });
    assert_eq!(clone["dashboardDraft"]["settings"], settings);
    let meta = json!({ "reportId": revenue["id"], "reports": { id: "first" } });
    assert_eq!(clone["meta"], meta);
}

/// A clone is no way to a report that the caller may not read.
#[tokio::test]
async fn a_clone_takes_no_report_that_the_caller_may_not_read() {
    let sandbox = Sandbox::seeded(|seed| {
        let secret = json!({ "id": 90, "deploymentId": 7, "publicId": "secret", "name": "Secret",
                             "userId": 1, "sqlQuery": "SELECT secret" });
        seed["reports"].as_array_mut().unwrap().push(secret);
        // Ben owns 34.
        let config = json!({ "widgets": [
            widget(&json!({ "reportId": 90 })), widget(&json!({ "reportId": 34 })),
        ] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
    })
    .await;
    for (caller, may) in [(sandbox.ben(), false), (sandbox.ada(), true)] {
        let caller = caller.at(SEVEN);
        let clone = caller.post(200, "/workbooks/41/duplicate", ()).await;
        for config in [
            &clone["dashboardDraft"],
            &clone["publishedDashboard"]["config"],
        ] {
            let copied = |n: usize| config["widgets"][n]["config"]["reportId"].is_i64();
            assert_eq!((copied(0), copied(1)), (may, true), "{config}");
        }
        let reports = caller.get("/reports?first=100").await.to_string();
        assert_eq!(reports.contains("SELECT secret"), may);
    }
}
