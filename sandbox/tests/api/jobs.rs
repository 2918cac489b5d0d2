//! Exports, syncs and previews: their states by the clock, and how long what they made is kept.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{HOUR_MS, Sandbox, text};

const EXPORTS: &str = "/api/v1/deployments/7/dashboard-exports";
const SYNCS: &str = "/api/v1/deployments/7/transform-sync";
const PREVIEWS: &str = "/api/v1/deployments/7/lakehouse-metric-view-previews";
const INTEGRATION: &str = "/api/v1/deployments/7/lakehouse-metric-view-integrations/lakehouse";
const MINUTE_MS: i64 = 60_000;

async fn export(sandbox: &Sandbox, format: &str) -> String {
    let body = json!({ "dashboardPublicId": "sales-overview", "format": format });
    let job = sandbox.ada().post(201, EXPORTS, body).await;
    format!("{EXPORTS}/{}", text(&job, "jobId"))
}

async fn sync(sandbox: &Sandbox, body: Value) -> String {
    let job = sandbox.ada().post(201, SYNCS, body).await;
    format!("{SYNCS}/{}", text(&job, "syncJobId"))
}

async fn preview(sandbox: &Sandbox) -> String {
    let job = sandbox.ada().post(202, PREVIEWS, json!({})).await;
    format!("{PREVIEWS}/{}", text(&job, "previewId"))
}

async fn status(sandbox: &Sandbox, job: &str) -> String {
    text(&sandbox.ada().get(job).await, "status")
}

#[tokio::test]
async fn an_export_runs_completes_and_is_dropped_5_minutes_after_its_submission() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    sandbox.jobs_last(60_000).await;
    let job = export(&sandbox, "pdf").await;
    assert_eq!(status(&sandbox, &job).await, "running");
    let file = format!("{job}/download");
    ada.refused(409, &file).await;
    sandbox.advance(MINUTE_MS).await;
    assert_eq!(status(&sandbox, &job).await, "completed");
    let pdf = ada.answer("GET", &file, ()).await;
    assert!(pdf.has("content-type: application/pdf") && pdf.body.starts_with("%PDF-"));
    assert!(pdf.body.contains("(sales-overview) Tj"), "{}", pdf.body);
    sandbox.advance(4 * MINUTE_MS - 5_000).await;
    ada.get(&job).await;
    sandbox.advance(5_000).await;
    for path in [&job, &file] {
        ada.refused(404, path).await;
    }
}

#[tokio::test]
async fn a_job_without_end_is_still_dropped_in_its_time() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    sandbox.jobs_last(u64::MAX).await;
    let job = export(&sandbox, "pdf").await;
    let sync = sync(&sandbox, json!({ "output": "files" })).await;
    sandbox.advance(HOUR_MS).await;
    ada.refused(404, &job).await;
    let files = format!("{sync}/generated-files");
    assert_eq!(ada.get(&files).await["count"], 0);
}

#[tokio::test]
async fn an_export_is_a_png_or_a_pdf_of_one_published_dashboard() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let job = export(&sandbox, "png").await;
    sandbox.advance(1_000).await;
    let png = ada.answer("GET", format!("{job}/download"), ()).await;
    assert!(png.has("image/png") && png.body.contains("PNG"));
    let as_viewer = |viewer: Value| json!({ "dashboardId": 1, "renderAs": viewer });
    let chris = json!({ "embedTenantName": "acme", "externalId": "chris" });
    let nobody = json!({ "embedTenantName": "acme", "externalId": "nobody" });
    for (body, status) in [
        (json!({ "dashboardId": 1 }), 201),
        (json!({}), 400),
        (
            json!({ "dashboardId": 1, "dashboardPublicId": "sales-overview" }),
            400,
        ),
        (
            json!({ "dashboardId": null, "dashboardPublicId": "sales-overview" }),
            400,
        ),
        (json!({ "dashboardId": 1, "format": "gif" }), 400),
        (json!({ "dashboardPublicId": "unknown" }), 404),
        (as_viewer(json!({ "userId": 3 })), 201),
        (as_viewer(json!({ "userId": 99 })), 404),
        (as_viewer(chris), 201),
        (as_viewer(nobody), 404),
        (as_viewer(json!({})), 400),
    ] {
        ada.post(status, EXPORTS, body).await;
    }
}

#[tokio::test]
async fn an_export_needs_manage_access_and_render_as_an_administrator() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "dashboardPublicId": "sales-overview" });
    // Ben may edit the workbook, no more.
    sandbox.ben().post(403, EXPORTS, &body).await;
    let own = Sandbox::seeded(|seed| seed["workbooks"][0]["userId"] = json!(2)).await;
    own.ben().post(201, EXPORTS, &body).await;
    let mut other = body;
    other["renderAs"] = json!({ "userId": 3 });
    own.ben().post(403, EXPORTS, other).await;
}

#[tokio::test]
async fn a_sync_to_files_commits_nothing_and_keeps_them_for_an_hour() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    sandbox.jobs_last(1_000).await;
    let manifest = json!({ "nodes": { "model.shop.orders": {}, "model.shop.customers": {} } });
    let body = json!({ "output": "files", "source": "manifest", "manifest": manifest, "branchName": "nowhere" });
    let job = sync(&sandbox, body).await;
    let files = format!("{job}/generated-files");
    assert_eq!(ada.get(&files).await["items"], json!([]), "still running");
    ada.refused(409, format!("{job}/result")).await;
    sandbox.advance(1_000).await;
    assert_eq!(status(&sandbox, &job).await, "completed");
    let page = ada.get(format!("{files}?first=1")).await;
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let next = text(&page["pageInfo"], "endCursor");
    let page = ada.get(format!("{files}?first=1&after={next}")).await;
    assert_eq!(page["pageInfo"]["hasNextPage"], false);
    let branches = ada.get("/build/api/v1/deployments/7/branches").await;
    assert!(!branches.to_string().contains("nowhere"));
    sandbox.advance(HOUR_MS - 5_000).await;
    ada.get(&files).await;
    sandbox.advance(5_000).await;
    ada.refused(404, &files).await;
}

#[tokio::test]
async fn error_404_generated_files_of_a_sync_that_committed_or_is_unknown() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let job = sync(&sandbox, json!({ "branchName": "from-sync" })).await;
    sandbox.advance(1_000).await;
    ada.refused(404, format!("{job}/generated-files")).await;
    let unknown = format!("{SYNCS}/unknown/generated-files");
    ada.refused(404, &unknown).await;
    // It did commit: the branch is there, with the file.
    let files = "/build/api/v1/deployments/7/data-model/files?branchName=from-sync";
    let files = ada.get(files).await;
    assert!(files.to_string().contains("model/generated/orders.yml"));
}

#[tokio::test]
async fn a_sync_is_cancelled_while_it_runs_and_listed_by_status_and_trigger() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let done = sync(&sandbox, json!({ "trigger": "nightly" })).await;
    sandbox.advance(1_000).await;
    sandbox.jobs_last(60_000).await;
    let stopped = sync(&sandbox, json!({ "branchName": "never" })).await;
    let cancelled = ada.delete(200, &stopped).await;
    let at = |name: &str| text(&cancelled, name).parse::<jiff::Timestamp>().unwrap();
    let lasted = at("completedAt").as_second() - at("startedAt").as_second();
    assert!(lasted < 30, "it ended when it was cancelled: {cancelled}");
    ada.delete(200, &done).await;
    sandbox.advance(MINUTE_MS).await;
    assert_eq!(status(&sandbox, &stopped).await, "cancelled");
    let too_late = status(&sandbox, &done).await;
    assert_eq!(too_late, "completed", "too late to cancel");
    for (query, count) in [
        ("", 2),
        ("?status=cancelled", 1),
        ("?trigger=nightly", 1),
        ("?status=running", 0),
    ] {
        let list = ada.get(format!("{SYNCS}{query}")).await;
        assert_eq!(list["count"], count, "{query}");
    }
    let branches = ada.get("/build/api/v1/deployments/7/branches").await;
    assert!(!branches.to_string().contains("never"));
    sandbox
        .faults(json!({ "jobs": { "durationMs": 0, "fail": true } }))
        .await;
    let failed = sync(&sandbox, json!({})).await;
    assert_eq!(status(&sandbox, &failed).await, "failed");
    let logs = ada.get(format!("{failed}/logs")).await;
    assert_eq!(logs["items"][1]["level"], "error");
    for body in [json!({ "output": "disk" }), json!({ "source": "manifest" })] {
        ada.post(400, SYNCS, body).await;
    }
}

#[tokio::test]
async fn error_202_and_409_of_a_preview_which_is_kept_7_days() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    sandbox.jobs_last(60_000).await;
    let job = preview(&sandbox).await;
    let result = format!("{job}/result");
    let running = ada.refused(409, &result).await;
    assert!(text(&running, "error").contains("running"));
    let shown = ada.get(&job).await;
    let url = format!("{}{result}", sandbox.running.tenant);
    assert_eq!(shown["resultUrl"], url);
    sandbox.advance(MINUTE_MS).await;
    ada.get(&result).await;
    sandbox.advance(7 * 24 * HOUR_MS - 2 * MINUTE_MS).await;
    ada.get(&result).await;
    sandbox.advance(MINUTE_MS).await;
    ada.refused(404, &result).await;
}

#[tokio::test]
async fn error_409_a_preview_that_ended_without_a_result() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    sandbox
        .faults(json!({ "jobs": { "durationMs": 0, "fail": true } }))
        .await;
    let failed = preview(&sandbox).await;
    assert_eq!(status(&sandbox, &failed).await, "failed");
    sandbox.jobs_last(60_000).await;
    let cancelled = preview(&sandbox).await;
    ada.delete(200, &cancelled).await;
    for job in [failed, cancelled] {
        let refused = ada.refused(409, format!("{job}/result")).await;
        assert!(text(&refused, "error").contains("without a result"));
    }
}

#[tokio::test]
async fn a_preview_needs_the_feature_to_be_activated() {
    let sandbox = Sandbox::seeded(|seed| {
        seed["tenant"][0]["settings"]["features"]["metricViewPreviews"] = json!(false);
    })
    .await;
    sandbox.ada().post(403, PREVIEWS, ()).await;
}

#[tokio::test]
async fn an_integration_is_written_at_the_expected_version_alone() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben();
    let put = async |version: Value, schema: &str, status: u16| {
        let body = json!({ "expectedConfigurationVersion": version, "schema": schema });
        ben.put(status, INTEGRATION, body).await
    };
    ben.refused(404, INTEGRATION).await;
    put(json!(1), "early", 409).await;
    assert_eq!(put(json!(0), "one", 201).await["configurationVersion"], 1);
    put(json!(0), "again", 409).await;
    assert_eq!(put(json!(1), "two", 200).await["configurationVersion"], 2);
    put(json!(1), "stale", 409).await;
    put(Value::Null, "none", 400).await;
    let kept = ben.get(INTEGRATION).await;
    assert_has!(kept, { "schema": "two", "configurationVersion": 2 });
    // It needs a matching data source.
    let other = INTEGRATION.replace("integrations/lakehouse", "integrations/other");
    ben.refused(404, &other).await;
}
