//! Embedded dashboards: whether embedding is allowed, and Python reports.

use serde_json::{Value, json};

use super::call::Call;
use super::dashboards;
use super::reply::Outcome;
use super::rights::{EmbeddedDashboard, Granted, Manage, Read};

/// Turns signed embedding of a dashboard on or off.
pub fn set_signed_embedding(
    call: &Call<'_>,
    dashboard: &Granted<EmbeddedDashboard, Manage>,
) -> Outcome {
    let allow = call.shaped("allowEmbed", Value::as_bool)?;
    let sql = "UPDATE dashboards SET allow_embed = ?2 WHERE id = ?1";
    call.write(sql, (dashboard.id, allow))?;
    Ok(dashboards::dashboard(call, dashboard.id)?.into())
}

/// Runs a Python report with the dashboard's filters. The sandbox does not run Python: it answers
/// with the request and one row for each filter.
pub fn run_python(call: &Call<'_>, dashboard: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let report = call.field("reportId").and_then(Value::as_i64);
    let sql = "SELECT * FROM report_snapshot_view WHERE dashboardId = ?1 AND reportId = coalesce(?2, reportId)
               AND \"rest:rest\" ->> '$.pythonCode' IS NOT NULL ORDER BY id LIMIT 1";
    let report = call.found("Python report", sql, (dashboard.id, report))?;
    let filters = call.field("filters").cloned().unwrap_or(json!([]));
    let rows: Vec<Value> = filters
        .as_array()
        .into_iter()
        .flatten()
        .map(|filter| json!({ "filter": filter }))
        .collect();
    Ok(json!({
        "reportId": report.get("reportId"),
        "status": "completed",
        "filters": filters,
        "rows": rows,
    })
    .into())
}
