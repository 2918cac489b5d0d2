//! What a clone re-points, and what it must not take along.

use serde_json::{Value, json};

use crate::support::{ADMIN, SEVEN, Sandbox, USER};

#[tokio::test]
async fn a_clone_re_points_reports_in_texts_too_and_names_none_outside_itself() {
    let sandbox = Sandbox::seeded(|seed| {
        let widget = |id: &str, config: Value| json!({ "id": id, "type": "CHART", "position": { "x": 0, "y": 0, "w": 1, "h": 1 }, "config": config });
        let config = json!({ "widgets": [
            widget("text", json!({ "reportId": "31", "reportIds": ["32", 33] })),
            widget("elsewhere", json!({ "sourceReportId": 34 })),
            widget("gone", json!({ "reportId": 999, "reportIds": [998, 31] })),
        ] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
        seed["reports"][0]["meta"] = json!({ "comparedWith": { "reportId": 32 } });
    })
    .await;
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let clone = sandbox.expect(200, ADMIN, "POST", &path, None).await;
    let list = sandbox
        .get(ADMIN, &format!("{SEVEN}/reports?first=100"))
        .await;
    let own: Vec<&Value> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|report| report["workbookId"] == clone["id"])
        .collect();
    let copy_of =
        |name: &str| own.iter().find(|report| report["name"] == name).unwrap()["id"].clone();
    let in_text = |id: &Value| json!(id.to_string());
    for config in [
        &clone["dashboardDraft"],
        &clone["publishedDashboard"]["config"],
    ] {
        let at = |n: usize| &config["widgets"][n]["config"];
        assert_eq!(at(0)["reportId"], in_text(&copy_of("Revenue")));
        assert_eq!(
            at(0)["reportIds"],
            json!([
                in_text(&copy_of("Revenue by category")),
                copy_of("Forecast")
            ])
        );
        // A report of another workbook was copied, and one that does not exist is named no longer.
        assert_eq!(at(1)["sourceReportId"], copy_of("Scratch"));
        assert_eq!(
            at(2),
            &json!({ "reportId": null, "reportIds": [copy_of("Revenue")] })
        );
    }
    let revenue = own
        .iter()
        .find(|report| report["name"] == "Revenue")
        .unwrap();
    assert_eq!(
        revenue["meta"]["comparedWith"]["reportId"],
        copy_of("Revenue by category")
    );
    // Ben owns the report of the other workbook, so he gets a copy of it.
    let ben = sandbox.expect(200, USER, "POST", &path, None).await;
    assert!(ben["dashboardDraft"]["widgets"][1]["config"]["sourceReportId"].is_i64());
}

/// A clone is no way to a report that the caller may not read.
#[tokio::test]
async fn a_clone_takes_no_report_that_the_caller_may_not_read() {
    let sandbox = Sandbox::seeded(|seed| {
        let secret = json!({ "id": 90, "deploymentId": 7, "publicId": "secret", "name": "Secret",
                             "userId": 1, "sqlQuery": "SELECT secret" });
        seed["reports"].as_array_mut().unwrap().push(secret);
        let widget = json!({ "id": "s", "type": "CHART", "config": { "reportId": 90 },
                             "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
        let config = json!({ "widgets": [widget] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
    })
    .await;
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let clone = sandbox.expect(200, USER, "POST", &path, None).await;
    for config in [
        &clone["dashboardDraft"],
        &clone["publishedDashboard"]["config"],
    ] {
        assert_eq!(config["widgets"][0]["config"], json!({ "reportId": null }));
    }
    let reports = sandbox
        .get(USER, &format!("{SEVEN}/reports?first=100"))
        .await;
    assert!(!reports.to_string().contains("SELECT secret"));
    let clone = sandbox.expect(200, ADMIN, "POST", &path, None).await;
    assert!(clone["dashboardDraft"]["widgets"][0]["config"]["reportId"].is_i64());
}
