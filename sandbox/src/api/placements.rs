//! Placements: the places of reports in spreadsheets, and whether they are up to date.
//!
//! A placement is addressed by its id, or by workbook, sheet and cell together.

use serde_json::Value;

use super::call::Call;
use super::reply::Outcome;
use super::reports;
use super::rights::{Granted, Read, Report};
use crate::json::Failure;
use crate::secret::Secret;

/// The three fields that identify a placement together.
const ADDRESS: [&str; 3] = ["externalWorkbookId", "sheetName", "anchorCell"];

/// Creates a placement, or changes the identified one. With `addressOnly`, only its place has
/// changed and not its content.
pub fn connect(call: &Call<'_>, report: &Granted<Report, Read>) -> Outcome {
    let report = report.id();
    refuse_of_others(call, report)?;
    let now_shown = match call.field("addressOnly") {
        Some(Value::Bool(true)) => None,
        _ => Some(current_checksum(call, report)?),
    };
    let mut rest = call.object()?;
    for column in ADDRESS.iter().chain(&["placementId", "addressOnly"]) {
        rest.remove(*column);
    }
    let address = [
        call.text(ADDRESS[0])?,
        call.text(ADDRESS[1])?,
        call.text(ADDRESS[2])?,
    ];
    let [workbook, sheet, anchor] = address;
    let rest = Value::Object(rest).to_string();
    let found = find(call, report)?;
    let id = match (&found, call.text("placementId")?) {
        (Some(id), _) => id.clone(),
        (None, Some(id)) => id.to_owned(),
        (None, None) => Secret::text()?,
    };
    call.write(
        "INSERT INTO placements (id, report_id, external_workbook_id, sheet_name, anchor_cell,
                                 query_checksum, rest, placed_at, placed_by)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (id) DO UPDATE SET
             external_workbook_id = coalesce(?3, external_workbook_id),
             sheet_name = coalesce(?4, sheet_name), anchor_cell = coalesce(?5, anchor_cell),
             query_checksum = coalesce(?6, query_checksum), rest = json_patch(rest, ?7)
         WHERE report_id = ?2",
        (
            id,
            report,
            workbook,
            sheet,
            anchor,
            now_shown,
            rest,
            call.now,
            call.caller.user_id,
        ),
    )?;
    Ok(reports::report(call, report)?.into())
}

/// Removes the identified placement.
pub fn disconnect(call: &Call<'_>, report: &Granted<Report, Read>) -> Outcome {
    let report = report.id();
    let id = addressed(call, report)?;
    call.write("DELETE FROM placements WHERE id = ?1", [id])?;
    Ok(reports::report(call, report)?.into())
}

/// Marks the placement as up to date.
pub fn refresh(call: &Call<'_>, report: &Granted<Report, Read>) -> Outcome {
    let report = report.id();
    let id = addressed(call, report)?;
    call.write("UPDATE placements SET query_checksum = ?2, refreshed_at = ?3, refreshed_by = ?4 WHERE id = ?1",
        (
            id,
            current_checksum(call, report)?,
            call.now,
            call.caller.user_id,
        ),
    )?;
    Ok(reports::report(call, report)?.into())
}

/// The placements of a report, each with its `syncStatus`.
pub fn of_report(call: &Call<'_>, report: i64, current: &str) -> Result<Vec<Value>, Failure> {
    let sql = "SELECT * FROM placement_view WHERE reportId = ?1 ORDER BY placedAt, id";
    let sql = sql.replace("placedAt", "\"placedAt:time\"");
    let mut placements = call.all(&sql, [report])?;
    for placement in placements.iter_mut().filter_map(Value::as_object_mut) {
        let status = match placement.get("queryChecksum").and_then(Value::as_str) {
            None => "UNKNOWN",
            Some(shown) if shown == current => "UP_TO_DATE",
            Some(_) => "CHANGED",
        };
        placement.insert("syncStatus".to_owned(), status.into());
    }
    Ok(placements)
}

/// 409 if the body names a placement of another report.
fn refuse_of_others(call: &Call<'_>, report: i64) -> Result<(), Failure> {
    let Some(id) = call.text("placementId")? else {
        return Ok(());
    };
    let sql = "SELECT report_id FROM placements WHERE id = ?1";
    let owner: Option<i64> = call.scalar(sql, [id])?;
    match owner {
        Some(owner) if owner != report => Err(Failure::conflict(
            "the placement belongs to another report: leave placementId out to create one",
        )),
        _ => Ok(()),
    }
}

fn current_checksum(call: &Call<'_>, report: i64) -> Result<String, Failure> {
    let view = call.found(
        "report",
        "SELECT * FROM report_view WHERE id = ?1",
        [report],
    )?;
    Ok(view
        .as_object()
        .map(reports::query_checksum)
        .unwrap_or_default())
}

/// The placement that the body or the query identifies: 400 if fields are missing, 404 if there is
/// no such placement.
fn addressed(call: &Call<'_>, report: i64) -> Result<String, Failure> {
    let mut complete = call.anywhere("placementId")?.is_some();
    if !complete {
        complete = true;
        for name in ADDRESS {
            complete &= call.anywhere(name)?.is_some();
        }
    }
    if !complete {
        return Err(Failure::invalid(
            "a placement is addressed by placementId, or by externalWorkbookId, sheetName and anchorCell",
        ));
    }
    find(call, report)?.ok_or_else(|| Failure::missing("placement"))
}

fn find(call: &Call<'_>, report: i64) -> Result<Option<String>, Failure> {
    if let Some(id) = call.anywhere("placementId")? {
        let sql = "SELECT id FROM placements WHERE report_id = ?1 AND id = ?2";
        return call.scalar(sql, (report, id));
    }
    let [workbook, sheet, anchor] = ADDRESS;
    call.scalar(
        "SELECT id FROM placements WHERE report_id = ?1 AND external_workbook_id = ?2
         AND sheet_name = ?3 AND anchor_cell = ?4",
        (
            report,
            call.anywhere(workbook)?,
            call.anywhere(sheet)?,
            call.anywhere(anchor)?,
        ),
    )
}
