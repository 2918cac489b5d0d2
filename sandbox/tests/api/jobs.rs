//! Exports, syncs and previews: their states by the clock, and how long what they made is kept.

use serde_json::{Value, json};

use crate::support::{ADMIN, HOUR_MS, Sandbox, USER, text};

const EXPORTS: &str = "/api/v1/deployments/7/dashboard-exports";
const SYNCS: &str = "/api/v1/deployments/7/transform-sync";
const PREVIEWS: &str = "/api/v1/deployments/7/lakehouse-metric-view-previews";
const INTEGRATION: &str = "/api/v1/deployments/7/lakehouse-metric-view-integrations/lakehouse";
const MINUTE_MS: i64 = 60_000;

async fn export(sandbox: &Sandbox, format: &str) -> String {
    let body = json!({ "dashboardPublicId": "sales-overview", "format": format });
    let job = sandbox
        .expect(201, ADMIN, "POST", EXPORTS, Some(body))
        .await;
    format!("{EXPORTS}/{}", text(&job, "jobId"))
}

async fn sync(sandbox: &Sandbox, body: Value) -> String {
    let job = sandbox.expect(201, ADMIN, "POST", SYNCS, Some(body)).await;
    format!("{SYNCS}/{}", text(&job, "syncJobId"))
}

async fn preview(sandbox: &Sandbox) -> String {
    let job = sandbox
        .expect(202, ADMIN, "POST", PREVIEWS, Some(json!({})))
        .await;
    format!("{PREVIEWS}/{}", text(&job, "previewId"))
}

async fn status(sandbox: &Sandbox, job: &str) -> String {
    text(&sandbox.get(ADMIN, job).await, "status")
}

#[tokio::test]
async fn an_export_runs_completes_and_is_dropped_5_minutes_after_its_submission() {
    let sandbox = Sandbox::start().await;
    sandbox
        .faults(json!({ "jobs": { "durationMs": 60_000 } }))
        .await;
    let job = export(&sandbox, "pdf").await;
    assert_eq!(status(&sandbox, &job).await, "running");
    let file = format!("{job}/download");
    sandbox.expect(409, ADMIN, "GET", &file, None).await;
    sandbox.advance(MINUTE_MS).await;
    assert_eq!(status(&sandbox, &job).await, "completed");
    let pdf = sandbox.tenant("GET", &file, Some(ADMIN), None).await;
    assert!(pdf.headers.contains("content-type: application/pdf") && pdf.body.starts_with("%PDF-"));
    assert!(pdf.body.contains("(sales-overview) Tj"), "{}", pdf.body);
    sandbox.advance(4 * MINUTE_MS - 5_000).await;
    sandbox.get(ADMIN, &job).await;
    sandbox.advance(5_000).await;
    for path in [&job, &file] {
        sandbox.expect(404, ADMIN, "GET", path, None).await;
    }
}

#[tokio::test]
async fn a_job_without_end_is_still_dropped_in_its_time() {
    let sandbox = Sandbox::start().await;
    let endless = json!({ "jobs": { "durationMs": u64::MAX } });
    sandbox.faults(endless).await;
    let job = export(&sandbox, "pdf").await;
    let sync = sync(&sandbox, json!({ "output": "files" })).await;
    sandbox.advance(HOUR_MS).await;
    sandbox.expect(404, ADMIN, "GET", &job, None).await;
    let files = format!("{sync}/generated-files");
    assert_eq!(sandbox.get(ADMIN, &files).await["count"], 0);
}

#[tokio::test]
async fn an_export_is_a_png_or_a_pdf_of_one_published_dashboard() {
    let sandbox = Sandbox::start().await;
    let job = export(&sandbox, "png").await;
    sandbox.advance(1_000).await;
    let png = sandbox
        .tenant("GET", &format!("{job}/download"), Some(ADMIN), None)
        .await;
    assert!(png.headers.contains("image/png") && png.body.contains("PNG"));
    for (body, status) in [
        (json!({ "dashboardId": 1 }), 201),
        (json!({}), 400),
        (
            json!({ "dashboardId": 1, "dashboardPublicId": "sales-overview" }),
            400,
        ),
        (json!({ "dashboardId": 1, "format": "gif" }), 400),
        (json!({ "dashboardPublicId": "unknown" }), 404),
    ] {
        sandbox
            .expect(status, ADMIN, "POST", EXPORTS, Some(body))
            .await;
    }
}

#[tokio::test]
async fn an_export_needs_manage_access_and_render_as_an_administrator() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "dashboardPublicId": "sales-overview" });
    // Ben may edit the workbook, no more.
    sandbox
        .expect(403, USER, "POST", EXPORTS, Some(body.clone()))
        .await;
    let own = Sandbox::seeded(|seed| seed["workbooks"][0]["userId"] = json!(2)).await;
    own.expect(201, USER, "POST", EXPORTS, Some(body.clone()))
        .await;
    let mut other = body;
    other["renderAs"] = json!({ "userId": 3 });
    own.expect(403, USER, "POST", EXPORTS, Some(other.clone()))
        .await;
    own.expect(201, ADMIN, "POST", EXPORTS, Some(other)).await;
}

#[tokio::test]
async fn a_sync_to_files_commits_nothing_and_keeps_them_for_an_hour() {
    let sandbox = Sandbox::start().await;
    sandbox
        .faults(json!({ "jobs": { "durationMs": 1_000 } }))
        .await;
    let manifest = json!({ "nodes": { "model.shop.orders": {}, "model.shop.customers": {} } });
    let body = json!({ "output": "files", "source": "manifest", "manifest": manifest, "branchName": "nowhere" });
    let job = sync(&sandbox, body).await;
    let files = format!("{job}/generated-files");
    assert_eq!(
        sandbox.get(ADMIN, &files).await["items"],
        json!([]),
        "still running"
    );
    sandbox
        .expect(409, ADMIN, "GET", &format!("{job}/result"), None)
        .await;
    sandbox.advance(1_000).await;
    assert_eq!(status(&sandbox, &job).await, "completed");
    let page = sandbox.get(ADMIN, &format!("{files}?first=1")).await;
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let next = text(&page["pageInfo"], "endCursor");
    let page = sandbox
        .get(ADMIN, &format!("{files}?first=1&after={next}"))
        .await;
    assert_eq!(page["pageInfo"]["hasNextPage"], false);
    let branches = sandbox
        .get(ADMIN, "/build/api/v1/deployments/7/branches")
        .await;
    assert!(!branches.to_string().contains("nowhere"));
    sandbox.advance(HOUR_MS - 5_000).await;
    sandbox.get(ADMIN, &files).await;
    sandbox.advance(5_000).await;
    sandbox.expect(404, ADMIN, "GET", &files, None).await;
}

#[tokio::test]
async fn error_404_generated_files_of_a_sync_that_committed_or_is_unknown() {
    let sandbox = Sandbox::start().await;
    let job = sync(&sandbox, json!({ "branchName": "from-sync" })).await;
    sandbox.advance(1_000).await;
    sandbox
        .expect(404, ADMIN, "GET", &format!("{job}/generated-files"), None)
        .await;
    let unknown = format!("{SYNCS}/unknown/generated-files");
    sandbox.expect(404, ADMIN, "GET", &unknown, None).await;
    // It did commit: the branch is there, with the file.
    let files = "/build/api/v1/deployments/7/data-model/files?branchName=from-sync";
    let files = sandbox.get(ADMIN, files).await;
    assert!(files.to_string().contains("model/generated/orders.yml"));
}

#[tokio::test]
async fn a_sync_is_cancelled_while_it_runs_and_listed_by_status_and_trigger() {
    let sandbox = Sandbox::start().await;
    let done = sync(&sandbox, json!({ "trigger": "nightly" })).await;
    sandbox.advance(1_000).await;
    sandbox
        .faults(json!({ "jobs": { "durationMs": 60_000 } }))
        .await;
    let stopped = sync(&sandbox, json!({ "branchName": "never" })).await;
    let cancelled = sandbox.expect(200, ADMIN, "DELETE", &stopped, None).await;
    let at = |name: &str| text(&cancelled, name).parse::<jiff::Timestamp>().unwrap();
    let lasted = at("completedAt").as_second() - at("startedAt").as_second();
    assert!(lasted < 30, "it ended when it was cancelled: {cancelled}");
    sandbox.expect(200, ADMIN, "DELETE", &done, None).await;
    sandbox.advance(MINUTE_MS).await;
    assert_eq!(status(&sandbox, &stopped).await, "cancelled");
    assert_eq!(
        status(&sandbox, &done).await,
        "completed",
        "too late to cancel"
    );
    for (query, count) in [
        ("", 2),
        ("?status=cancelled", 1),
        ("?trigger=nightly", 1),
        ("?status=running", 0),
    ] {
        assert_eq!(
            sandbox.get(ADMIN, &format!("{SYNCS}{query}")).await["count"],
            count,
            "{query}"
        );
    }
    let branches = sandbox
        .get(ADMIN, "/build/api/v1/deployments/7/branches")
        .await;
    assert!(!branches.to_string().contains("never"));
    sandbox
        .faults(json!({ "jobs": { "durationMs": 0, "fail": true } }))
        .await;
    let failed = sync(&sandbox, json!({})).await;
    assert_eq!(status(&sandbox, &failed).await, "failed");
    let logs = sandbox.get(ADMIN, &format!("{failed}/logs")).await;
    assert_eq!(logs["items"][1]["level"], "error");
    for body in [json!({ "output": "disk" }), json!({ "source": "manifest" })] {
        sandbox.expect(400, ADMIN, "POST", SYNCS, Some(body)).await;
    }
}

#[tokio::test]
async fn error_202_and_409_of_a_preview_which_is_kept_7_days() {
    let sandbox = Sandbox::start().await;
    sandbox
        .faults(json!({ "jobs": { "durationMs": 60_000 } }))
        .await;
    let job = preview(&sandbox).await;
    let result = format!("{job}/result");
    let running = sandbox.expect(409, ADMIN, "GET", &result, None).await;
    assert!(text(&running, "error").contains("running"));
    let shown = sandbox.get(ADMIN, &job).await;
    assert_eq!(
        text(&shown, "resultUrl"),
        format!("{}{result}", sandbox.running.tenant)
    );
    sandbox.advance(MINUTE_MS).await;
    sandbox.get(ADMIN, &result).await;
    sandbox.advance(7 * 24 * HOUR_MS - 2 * MINUTE_MS).await;
    sandbox.get(ADMIN, &result).await;
    sandbox.advance(MINUTE_MS).await;
    sandbox.expect(404, ADMIN, "GET", &result, None).await;
}

#[tokio::test]
async fn error_409_a_preview_that_ended_without_a_result() {
    let sandbox = Sandbox::start().await;
    sandbox
        .faults(json!({ "jobs": { "durationMs": 0, "fail": true } }))
        .await;
    let failed = preview(&sandbox).await;
    assert_eq!(status(&sandbox, &failed).await, "failed");
    sandbox
        .faults(json!({ "jobs": { "durationMs": 60_000 } }))
        .await;
    let cancelled = preview(&sandbox).await;
    sandbox.expect(200, ADMIN, "DELETE", &cancelled, None).await;
    for job in [failed, cancelled] {
        let refused = sandbox
            .expect(409, ADMIN, "GET", &format!("{job}/result"), None)
            .await;
        assert!(text(&refused, "error").contains("without a result"));
    }
}

#[tokio::test]
async fn a_preview_needs_the_feature_to_be_activated() {
    let sandbox = Sandbox::seeded(|seed| {
        seed["tenant"][0]["settings"]["features"]["metricViewPreviews"] = json!(false);
    })
    .await;
    sandbox.expect(403, ADMIN, "POST", PREVIEWS, None).await;
}

#[tokio::test]
async fn an_integration_is_written_at_the_expected_version_alone() {
    let sandbox = Sandbox::start().await;
    let put = async |version: Value, schema: &str, status: u16| {
        let body = json!({ "expectedConfigurationVersion": version, "schema": schema });
        sandbox
            .expect(status, USER, "PUT", INTEGRATION, Some(body))
            .await
    };
    sandbox.expect(404, USER, "GET", INTEGRATION, None).await;
    put(json!(1), "early", 409).await;
    assert_eq!(put(json!(0), "one", 201).await["configurationVersion"], 1);
    put(json!(0), "again", 409).await;
    assert_eq!(put(json!(1), "two", 200).await["configurationVersion"], 2);
    put(json!(1), "stale", 409).await;
    put(Value::Null, "none", 400).await;
    let kept = sandbox.get(USER, INTEGRATION).await;
    assert_eq!(
        (&kept["schema"], &kept["configurationVersion"]),
        (&json!("two"), &json!(2))
    );
    // It needs a matching data source.
    let other = INTEGRATION.replace("integrations/lakehouse", "integrations/other");
    sandbox.expect(404, USER, "GET", &other, None).await;
}
