//! Reports.

use rusqlite::types::Value as SqlValue;
use serde_json::{Value, json};

use super::call::Call;
use super::caller::Role;
use super::documents::merge;
use super::page::List;
use super::reply::{Outcome, Reply};
use super::rights::{self, Edit, Folder, Granted, Item, Level, Report, Workbook};
use super::rows::{self, Object};
use super::{checksum, contract, placements};
use crate::json::Failure;

/// Lists the reports that the caller may read. The order `lastViewedAt` has no cursors, only
/// `offset` and `limit` in the deprecated form.
pub fn list(call: &Call<'_>) -> Outcome {
    let column = match call.query("sortBy") {
        None => "",
        Some("createdAt") => "createdAt:time",
        Some("updatedAt") => "updatedAt:time",
        Some("name") => "name",
        Some(_) => "lastViewedAt:time",
    };
    let sql = format!(
        r#"{} SELECT r.*, v.last_viewed_at AS "lastViewedAt:time" FROM report_view r
        LEFT JOIN views v ON v.kind = 'REPORT' AND v.item_id = r.id AND v.user_id = {}
        WHERE r.deploymentId = ?1 AND (?6 OR r.id IN open_reports)
          AND (?3 IS NULL OR has_words(r.name, ?3))
          AND (?4 IS NULL OR r.folderId = ?4)
          AND (?5 IS NULL OR EXISTS (SELECT 1 FROM placements p
               WHERE p.report_id = r.id AND p.external_workbook_id = ?5))"#,
        rights::readable(call),
        call.caller.user_id,
    );
    let optional = |value: Option<&str>| value.map_or(SqlValue::Null, rows::text);
    let list = List {
        sql: &sql,
        params: vec![
            call.deployment()?.into(),
            optional(call.caller.embed_tenant()),
            optional(call.query("search")),
            call.query_number("folderId", 0)?.into(),
            optional(call.query("externalWorkbookId")),
            call.caller.is_administrator().into(),
        ],
        sort: column,
    };
    let finish = |report: &mut Object| complete(call, report);
    if column != "lastViewedAt:time" {
        return Ok(list.by_cursor(call, finish)?.into());
    }
    if call.query("after").is_some() || call.query("first").is_some() {
        return Err(Failure::invalid(
            "there is no cursor pagination when sorting by lastViewedAt",
        ));
    }
    Ok(list.without_cursor(call, finish)?.into())
}

/// Creates the report with this public id, or changes the fields that the body names.
pub fn upsert_by_public_id(call: &Call<'_>) -> Outcome {
    let (deployment, public_id) = (call.deployment()?, call.path("publicId"));
    let mut fields = call.object()?;
    let workbook: Option<Granted<Workbook, Edit>> = Granted::in_body(call, "workbookId")?;
    let folder: Option<Granted<Folder, Edit>> = Granted::in_body(call, "folderId")?;
    let workbook = workbook.map(|workbook| workbook.id());
    let folder = folder.map(|folder| folder.id());
    for column in ["id", "name", "publicId", "workbookId", "folderId"] {
        fields.remove(column);
    }
    let sql = "SELECT id FROM reports WHERE deployment_id = ?1 AND public_id = ?2";
    let known: Option<i64> = call.scalar(sql, (deployment, public_id))?;
    let Some(id) = known else {
        require_author(call)?;
        let id = call.insert(
            "INSERT INTO reports (deployment_id, public_id, name, workbook_id, folder_id, user_id,
                                  rest, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
            (
                deployment,
                public_id,
                new_name(call)?,
                workbook,
                folder,
                call.caller.user_id,
                Value::Object(fields).to_string(),
                call.now,
            ),
        )?;
        return Ok(Reply::created(report(call, id)?));
    };
    let granted: Granted<Report, Edit> = Granted::to(call, id)?;
    let id = granted.id();
    let sql = "SELECT rest FROM reports WHERE id = ?1";
    let mut rest = call.json_object(sql, [id])?;
    merge(&mut rest, &fields);
    call.write(
        "UPDATE reports SET name = coalesce(?2, name),
                workbook_id = CASE WHEN ?7 THEN NULL ELSE coalesce(?3, workbook_id) END,
                folder_id = CASE WHEN ?8 THEN NULL ELSE coalesce(?4, folder_id) END,
                rest = ?5, updated_at = ?6
         WHERE id = ?1",
        (
            id,
            call.text("name")?,
            workbook,
            folder,
            Value::Object(rest).to_string(),
            call.now,
            call.is_null("workbookId"),
            call.is_null("folderId"),
        ),
    )?;
    Ok(report(call, id)?.into())
}

/// The name of a new report: as given, else its title, else its public id. The limit of names holds
/// for the last one too.
fn new_name<'a>(call: &'a Call<'_>) -> Result<&'a str, Failure> {
    if let Some(name) = call.text("name")?.or(call.text("title")?) {
        return Ok(name);
    }
    let public_id = call.path("publicId");
    match contract::limit("ReportInput", "name", "maxLength") {
        Some(most) if public_id.chars().count() > most => Err(Failure::invalid(format!(
            "name is required: the public id is longer than {most} characters, so it cannot be the name"
        ))),
        _ => Ok(public_id),
    }
}

/// A report with all its fields.
pub fn report(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    let sql = "SELECT * FROM report_view WHERE id = ?1";
    let mut report = call.found("report", sql, [id])?;
    if let Some(fields) = report.as_object_mut() {
        complete(call, fields)?;
    }
    Ok(report)
}

/// The checksum of a report's query. A placement is up to date while it shows the answer to this
/// query.
pub fn query_checksum(report: &Object) -> String {
    let parts = ["sqlQuery", "pythonCode", "spec", "query"];
    let query: Vec<&Value> = parts.iter().filter_map(|name| report.get(*name)).collect();
    checksum::of(&json!(query).to_string())
}

/// 403 below the role `AI BI User` and without a user, because such callers must not create items
/// of the workspace.
pub fn require_author(call: &Call<'_>) -> Result<(), Failure> {
    require_viewer(call)?;
    if call.caller.role >= Role::AiBiUser {
        return Ok(());
    }
    Err(Failure::forbidden(
        "this needs the role AI BI User or higher",
    ))
}

/// 403 for an embed session without a viewer, because its items would have no owner.
pub fn require_viewer(call: &Call<'_>) -> Result<(), Failure> {
    if call.caller.user_id != 0 {
        return Ok(());
    }
    Err(Failure::forbidden(
        "the session names no viewer: it needs an externalId",
    ))
}

fn complete(call: &Call<'_>, report: &mut Object) -> Result<(), Failure> {
    let id = report.get("id").and_then(Value::as_i64).unwrap_or_default();
    let level = rights::level(call, Item::Report(id))?;
    let current = query_checksum(report);
    report.insert("canEdit".to_owned(), (level >= Some(Level::Edit)).into());
    report.insert(
        "canManage".to_owned(),
        (level >= Some(Level::Manage)).into(),
    );
    let placements = placements::of_report(call, id, &current)?;
    report.insert("placements".to_owned(), placements.into());
    report.insert("currentQueryChecksum".to_owned(), current.into());
    Ok(())
}
