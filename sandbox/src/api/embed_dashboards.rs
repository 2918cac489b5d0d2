//! Embedded dashboards: whether embedding is allowed, and Python reports.

use serde_json::{Value, json};

use super::access::{self, Item, Level};
use super::call::Call;
use super::dashboards;
use super::reply::Outcome;
use super::rows;
use crate::json::Failure;

/// Turns signed embedding of a dashboard on or off.
pub fn set_signed_embedding(call: &Call<'_>) -> Outcome {
    let (id, workbook) = dashboard(call)?;
    access::require(call, Item::Workbook(workbook), Level::Manage)?;
    let allow = call
        .field("allowEmbed")
        .and_then(Value::as_bool)
        .ok_or_else(|| Failure::invalid("allowEmbed is required: a boolean"))?;
    let sql = "UPDATE dashboards SET allow_embed = ?2 WHERE id = ?1";
    rows::write(call.db, sql, (id, allow))?;
    Ok(dashboards::dashboard(call, id)?.into())
}

/// Runs a Python report with the dashboard's filters. The sandbox does not run Python: it answers
/// with the request and one row for each filter.
pub fn run_python(call: &Call<'_>) -> Outcome {
    let (id, workbook) = dashboard(call)?;
    if call.caller.embed.is_none() {
        access::require(call, Item::Workbook(workbook), Level::Read)?;
    }
    let report = call.field("reportId").and_then(Value::as_i64);
    let sql = "SELECT * FROM report_snapshot_view WHERE dashboardId = ?1 AND reportId = coalesce(?2, reportId)
               AND \"rest:rest\" ->> '$.pythonCode' IS NOT NULL ORDER BY id LIMIT 1";
    let report = call.found("Python report", sql, (id, report))?;
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

/// The dashboard of the path, and its workbook: 404 if it does not exist, 403 if it is outside the
/// key's scope.
pub fn dashboard(call: &Call<'_>) -> Result<(i64, i64), Failure> {
    let sql = "SELECT id, workbookId, deploymentId, allowEmbed FROM
               (SELECT *, \"allowEmbed:bool\" AS allowEmbed FROM dashboard_view) WHERE publicId = ?1";
    let found = call.found("dashboard", sql, [call.path("publicId")])?;
    let number = |name: &str| found.get(name).and_then(Value::as_i64).unwrap_or_default();
    call.caller.within(number("deploymentId"))?;
    let signed = call
        .caller
        .embed
        .as_ref()
        .is_some_and(|viewer| viewer.signed);
    if signed && number("allowEmbed") == 0 {
        return Err(Failure::forbidden(
            "signed embedding of this dashboard is off",
        ));
    }
    Ok((number("id"), number("workbookId")))
}
