//! Metric views: previews of a conversion, and the configuration of its publication.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::call::Call;
use super::jobs::{self, Job, Status};
use super::reply::{Outcome, Reply};
use super::rows;
use super::tenant;
use crate::json::Failure;

/// How long payloads and results of previews are kept.
const PREVIEW_KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// Queues a preview: 202, with the URLs to poll.
pub fn create_preview(call: &Call<'_>) -> Outcome {
    activated(call)?;
    let job = jobs::start(call, "preview")?;
    Ok(Reply::Json(StatusCode::ACCEPTED, shown(call, &job)?))
}

/// The status of a preview.
pub fn retrieve_preview(call: &Call<'_>) -> Outcome {
    Ok(shown(call, &kept(call)?)?.into())
}

/// The result of a completed preview: 409 while it runs, and if it ended without a result.
pub fn preview_result(call: &Call<'_>) -> Outcome {
    let job = kept(call)?;
    match job.status {
        Status::Completed => Ok(json!({
            "previewId": job.id,
            "request": job.request,
            "metricViews": [{ "name": "orders", "source": "orders", "dimensions": ["created_at", "region"],
                              "measures": ["count", "revenue"] }],
            "unsupported": [],
        })
        .into()),
        Status::Running => Err(Failure::conflict("the preview is still running")),
        Status::Failed | Status::Cancelled => {
            Err(Failure::conflict("the preview ended without a result"))
        }
    }
}

/// Cancels a preview.
pub fn cancel_preview(call: &Call<'_>) -> Outcome {
    let job = kept(call)?;
    jobs::cancel(call, &job)?;
    retrieve_preview(call)
}

/// The publication configuration of a data source.
pub fn retrieve_integration(call: &Call<'_>) -> Outcome {
    data_source(call)?;
    let (deployment, name) = (call.deployment()?, call.path("dataSourceName"));
    integration(call, deployment, name)?
        .map(Reply::from)
        .ok_or_else(|| Failure::missing("integration"))
}

/// Creates the configuration (`expectedConfigurationVersion: 0`) or replaces it. 409 if the current
/// version is not the expected one.
pub fn upsert_integration(call: &Call<'_>) -> Outcome {
    data_source(call)?;
    let (deployment, name) = (call.deployment()?, call.path("dataSourceName"));
    let expected = call.shaped("expectedConfigurationVersion", Value::as_i64)?;
    let sql = "SELECT version FROM integrations WHERE deployment_id = ?1 AND data_source_name = ?2";
    let version: i64 = call.scalar(sql, (deployment, name))?.unwrap_or(0);
    if expected != version {
        return Err(Failure::conflict(format!(
            "the configuration is at version {version}, not {expected}"
        )));
    }
    let mut fields = call.object()?;
    fields.remove("expectedConfigurationVersion");
    call.write(
        "INSERT OR REPLACE INTO integrations (deployment_id, data_source_name, version, rest)
         VALUES (?1, ?2, ?3, ?4)",
        (
            deployment,
            name,
            version + 1,
            Value::Object(fields).to_string(),
        ),
    )?;
    let made = integration(call, deployment, name)?.unwrap_or_default();
    Ok(match version {
        0 => Reply::created(made),
        _ => made.into(),
    })
}

fn activated(call: &Call<'_>) -> Result<(), Failure> {
    tenant::require_feature(
        call,
        "metricViewPreviews",
        "the preview feature, activated per account",
    )
}

fn kept(call: &Call<'_>) -> Result<Job, Failure> {
    activated(call)?;
    let job = jobs::find(call, "preview", call.path("previewId"))?;
    if call.now >= job.started_at + PREVIEW_KEPT_MS {
        return Err(Failure::missing("preview"));
    }
    Ok(job)
}

fn shown(call: &Call<'_>, job: &Job) -> Result<Value, Failure> {
    let base = format!(
        "{}/api/v1/deployments/{}/lakehouse-metric-view-previews/{}",
        call.origin,
        call.deployment()?,
        job.id
    );
    Ok(json!({
        "previewId": job.id,
        "status": job.status.name(),
        "createdAt": rows::iso(job.started_at),
        "expiresAt": rows::iso(job.started_at + PREVIEW_KEPT_MS),
        "statusUrl": base,
        "resultUrl": format!("{base}/result"),
    }))
}

fn data_source(call: &Call<'_>) -> Result<(), Failure> {
    let sql = "SELECT 1 FROM data_sources WHERE deployment_id = ?1 AND name = ?2";
    let parameters = (call.deployment()?, call.path("dataSourceName"));
    call.must_exist("data source", sql, parameters)
}

fn integration(call: &Call<'_>, deployment: i64, name: &str) -> Result<Option<Value>, Failure> {
    call.one(r#"SELECT data_source_name AS dataSourceName, version AS configurationVersion, rest AS "rest:rest"
           FROM integrations WHERE deployment_id = ?1 AND data_source_name = ?2"#,
        (deployment, name),
    )
}
