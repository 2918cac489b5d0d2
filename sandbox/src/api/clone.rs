//! Clones a workbook. The numbers refer to the rules of the service's description.
//!
//! The call is one transaction, so a clone is complete or does not exist.

mod references;

use serde_json::Value;

use self::references::Copies;

use super::call::Call;
use super::dashboards;
use super::reply::Outcome;
use super::reports::require_author;
use super::rights::{Edit, Folder, Granted, Read, Report, Workbook};
use super::rows::Object;
use super::{tenant, workbooks, workspace};
use crate::json::Failure;
use crate::secret::Secret;

/// `POST …/workbooks/{workbookId}/duplicate`.
pub fn duplicate(call: &Call<'_>) -> Outcome {
    let shared = call.field("shared") == Some(&Value::Bool(true));
    let source = call.id("workbookId")?;
    // Rule 7: the caller needs the role AI BI User or higher.
    require_author(call)?;
    let clone = if shared {
        of_shared(call, source)?
    } else {
        of_readable(call, source)?
    };
    Ok(workbooks::workbook(call, clone)?.into())
}

/// Rules 1 to 7: a full copy of a workbook that the caller may read.
fn of_readable(call: &Call<'_>, source: i64) -> Result<i64, Failure> {
    // Rule 9: 404 when the workbook does not exist or belongs to another deployment.
    // Rule 7: read access to the source.
    let source: Granted<Workbook, Read> = Granted::to(call, source)?;
    let source = source.id();
    require_room(call)?;
    let folder = placement(call, source)?;
    let clone = insert(call, source, folder.as_ref())?;
    let folder = folder.map(|folder| folder.id());
    let published = dashboards::published(call, source)?;
    let mut copies = copy_reports(call, source, clone.id(), folder)?;
    // Rule 2: also copies the published dashboard.
    if let Some(published) = published {
        let snapshots = snapshots(call, published)?;
        for snapshot in &snapshots {
            // A report that was deleted after publication still exists in its snapshot.
            if copies.get(snapshot.report).is_none() {
                let copy = report_of(call, snapshot, clone.id(), folder)?;
                copies.insert(snapshot.report, copy);
            }
        }
    }
    let draft = draft(call, source)?;
    let published_config = published.map(|id| config(call, id)).transpose()?;
    for config in published_config.iter().chain(&draft) {
        copy_named(call, config, &clone, folder, &mut copies)?;
    }
    copies.learn(call)?;
    if let Some(published) = published {
        let snapshots = snapshots(call, published)?;
        publish(call, &clone, published, &snapshots, &copies)?;
    }
    // Rule 3: the draft refers to the copies too.
    if let Some(draft) = draft {
        set_draft(call, &clone, &copies.repointed(draft))?;
    }
    repoint(call, &clone, &copies)?;
    Ok(clone.id())
}

/// The draft of a workbook, if it has one.
fn draft(call: &Call<'_>, workbook: i64) -> Result<Option<Value>, Failure> {
    let sql = "SELECT dashboard_draft FROM workbooks WHERE id = ?1";
    call.json(sql, [workbook])
}

/// The configuration of a dashboard.
fn config(call: &Call<'_>, dashboard: i64) -> Result<Value, Failure> {
    let sql = "SELECT config FROM dashboards WHERE id = ?1";
    Ok(call.json(sql, [dashboard])?.unwrap_or_default())
}

/// Rule 3: the clone is self-contained, so it also gets a copy of each report of another workbook
/// that a configuration names, if the caller may read that report.
fn copy_named(
    call: &Call<'_>,
    config: &Value,
    clone: &Granted<Workbook, Edit>,
    folder: Option<i64>,
    copies: &mut Copies,
) -> Result<(), Failure> {
    for id in references::named(call, config)? {
        let readable: Result<Granted<Report, Read>, Failure> = Granted::to(call, id);
        if let (Ok(report), None) = (readable, copies.get(id)) {
            copies.insert(id, copy_report(call, report.id(), clone.id(), folder)?);
        }
    }
    Ok(())
}

/// Rule 3: the clone's own fields, and its reports, name the copies too.
fn repoint(
    call: &Call<'_>,
    clone: &Granted<Workbook, Edit>,
    copies: &Copies,
) -> Result<(), Failure> {
    let free_form = [
        ("workbooks", "meta", "id"),
        ("workbooks", "calculated_fields", "id"),
        ("workbooks", "rest", "id"),
        ("reports", "rest", "workbook_id"),
    ];
    for (table, column, key) in free_form {
        let sql = format!(r#"SELECT id, {column} AS "kept:json" FROM {table} WHERE {key} = ?1"#);
        for row in call.all(&sql, [clone.id()])? {
            let kept = row.get("kept").cloned().unwrap_or_default();
            let now = copies.repointed(kept.clone());
            if now != kept {
                let sql = format!("UPDATE {table} SET {column} = ?2 WHERE id = ?1");
                let id = row.get("id").and_then(Value::as_i64);
                call.write(&sql, (id, now.to_string()))?;
            }
        }
    }
    Ok(())
}

/// Rule 8: with `shared: true`, copies the published dashboard of a workbook in the shared
/// workspace.
fn of_shared(call: &Call<'_>, source: i64) -> Result<i64, Failure> {
    // Rule 8: only creator-mode embed sessions may call it.
    if !call.caller.is_creator() {
        return Err(Failure::forbidden(
            "a shared workbook is cloned by embed sessions in creator mode alone",
        ));
    }
    // Rule 8: the id is resolved against the shared workspace.
    if !workspace::is_shared(call, source)? {
        return Err(Failure::missing("workbook"));
    }
    // Rule 9: 400 when it has no published dashboard.
    let published = dashboards::published(call, source)?
        .ok_or_else(|| Failure::invalid("the workbook has no published dashboard"))?;
    require_room(call)?;
    // Rule 8: the clone is at the workspace root. Live reports and the unpublished draft are not
    // copied.
    let clone = insert(call, source, None)?;
    let snapshots = snapshots(call, published)?;
    let mut copies = Copies::default();
    for snapshot in &snapshots {
        // Rule 8: a fresh report for each snapshot.
        copies.insert(
            snapshot.report,
            report_of(call, snapshot, clone.id(), None)?,
        );
    }
    copies.learn(call)?;
    let config = publish(call, &clone, published, &snapshots, &copies)?;
    // Rule 8: the same configuration seeds the draft.
    set_draft(call, &clone, &config)?;
    repoint(call, &clone, &copies)?;
    Ok(clone.id())
}

/// Rule 9: 400 when the plan's workbook limit has been reached.
fn require_room(call: &Call<'_>) -> Result<(), Failure> {
    let Some(limit) = tenant::workbook_limit(call)? else {
        return Ok(());
    };
    let count: Option<i64> = call.scalar("SELECT count(*) FROM workbooks", [])?;
    if count.unwrap_or_default() >= limit {
        return Err(Failure::invalid(
            "the plan's workbook limit has been reached",
        ));
    }
    Ok(())
}

/// Rule 6: in the source's folder when the caller may edit that; otherwise at the workspace root.
fn placement(call: &Call<'_>, source: i64) -> Result<Option<Granted<Folder, Edit>>, Failure> {
    let sql = "SELECT folder_id FROM workbooks WHERE id = ?1";
    let folder: Option<Option<i64>> = call.scalar(sql, [source])?;
    let Some(folder) = folder.flatten() else {
        return Ok(None);
    };
    match Granted::to(call, folder) {
        Ok(folder) => Ok(Some(folder)),
        Err(failure) if failure.status.is_server_error() => Err(failure),
        Err(_) => Ok(None),
    }
}

/// Rule 1: the name is `Copy of <original name>`. Rule 5: policies are not copied. Rule 7: the
/// caller owns the clone. The slug is not copied, because slugs are unique.
fn insert(
    call: &Call<'_>,
    source: i64,
    folder: Option<&Granted<Folder, Edit>>,
) -> Result<Granted<Workbook, Edit>, Failure> {
    let id = call.insert(
        "INSERT INTO workbooks (deployment_id, folder_id, name, meta, calculated_fields, user_id,
                                created_by, rest, created_at, updated_at)
         SELECT deployment_id, ?2, 'Copy of ' || name, meta, calculated_fields, ?3, ?3,
                rest, ?4, ?4
         FROM workbooks WHERE id = ?1",
        (
            source,
            folder.map(Granted::id),
            call.caller.user_id,
            call.now,
        ),
    )?;
    Granted::to(call, id)
}

/// Rule 2: copies every report of the workbook. Rule 4: the time of the last view is not copied.
fn copy_reports(
    call: &Call<'_>,
    source: i64,
    clone: i64,
    folder: Option<i64>,
) -> Result<Copies, Failure> {
    let sql = "SELECT id FROM reports WHERE workbook_id = ?1 ORDER BY id";
    let mut copies = Copies::default();
    for id in call.each(sql, [source], |row| row.get(0))? {
        copies.insert(id, copy_report(call, id, clone, folder)?);
    }
    Ok(copies)
}

fn copy_report(call: &Call<'_>, id: i64, clone: i64, folder: Option<i64>) -> Result<i64, Failure> {
    call.insert(
        "INSERT INTO reports (deployment_id, workbook_id, folder_id, public_id, name, user_id,
                              rest, created_at, updated_at)
         SELECT deployment_id, ?2, ?3, ?4, name, ?5, rest, ?6, ?6 FROM reports WHERE id = ?1",
        (
            id,
            clone,
            folder,
            Secret::text()?,
            call.caller.user_id,
            call.now,
        ),
    )
}

/// The published snapshot of a report.
struct Snapshot {
    report: i64,
    fields: Object,
}

fn snapshots(call: &Call<'_>, dashboard: i64) -> Result<Vec<Snapshot>, Failure> {
    let sql = "SELECT report_id, rest FROM report_snapshots WHERE dashboard_id = ?1 ORDER BY id";
    call.each(sql, [dashboard], |row| {
        let fields: String = row.get(1)?;
        Ok(Snapshot {
            report: row.get(0)?,
            fields: serde_json::from_str(&fields).unwrap_or_default(),
        })
    })
}

/// Creates a report with the content of a snapshot.
fn report_of(
    call: &Call<'_>,
    snapshot: &Snapshot,
    clone: i64,
    folder: Option<i64>,
) -> Result<i64, Failure> {
    let mut fields = snapshot.fields.clone();
    fields.remove("isSourceReport");
    let name = fields.remove("name").unwrap_or_default();
    call.insert("INSERT INTO reports (deployment_id, workbook_id, folder_id, public_id, name, user_id, rest,
                              created_at, updated_at)
         SELECT deployment_id, id, ?2, ?3, ?4, ?5, ?6, ?7, ?7 FROM workbooks WHERE id = ?1",
        (
            clone,
            folder,
            Secret::text()?,
            name.as_str().unwrap_or("Report"),
            call.caller.user_id,
            Value::Object(fields).to_string(),
            call.now,
        ),
    )
}

/// Publishes the source's dashboard on the clone. Rule 3: it and its snapshots refer to the copied
/// reports. Rule 5: signed embedding is off, even if it is on for the source.
fn publish(
    call: &Call<'_>,
    clone: &Granted<Workbook, Edit>,
    published: i64,
    snapshots: &[Snapshot],
    copies: &Copies,
) -> Result<Value, Failure> {
    let config = copies.repointed(config(call, published)?);
    let dashboard = dashboards::insert(call, clone, &config)?;
    call.write(
        "UPDATE dashboards SET (title, description, restrict_data_download, use_board_dashboards,
                                from_shared_workspace) =
             (SELECT title, description, restrict_data_download, use_board_dashboards, 0
              FROM dashboards WHERE id = ?2)
         WHERE id = ?1",
        (dashboard, published),
    )?;
    for snapshot in snapshots {
        call.write(
            "INSERT INTO report_snapshots (dashboard_id, report_id, rest) VALUES (?1, ?2, ?3)",
            (
                dashboard,
                copies.get(snapshot.report).unwrap_or(snapshot.report),
                copies
                    .repointed(Value::Object(snapshot.fields.clone()))
                    .to_string(),
            ),
        )?;
    }
    Ok(config)
}

fn set_draft(
    call: &Call<'_>,
    clone: &Granted<Workbook, Edit>,
    config: &Value,
) -> Result<(), Failure> {
    let sql = "UPDATE workbooks SET dashboard_draft = ?2 WHERE id = ?1";
    call.write(sql, (clone.id(), config.to_string()))?;
    Ok(())
}
