//! The workspace: folders, shared workbooks, and operations on many items.

use serde_json::{Value, json};

use super::call::Call;
use super::page::List;
use super::reply::Outcome;
use super::rights::{self, AnyItem, AtLeast, Edit, Folder, Granted, Manage};
use super::rows::{Object, text};
use super::workbooks;
use crate::json::Failure;

/// The folders that the caller may read.
pub fn folders(call: &Call<'_>) -> Outcome {
    let sql = format!(
        "{} SELECT * FROM folder_view WHERE deploymentId = ?1 AND id IN open_folders",
        rights::readable(call)
    );
    let tenant = call.caller.embed_tenant().map(str::to_owned);
    let list = List::new(&sql, vec![call.deployment()?.into(), tenant.into()]);
    let finish = |folder: &mut Object| {
        let parent = folder.get("parentId").and_then(Value::as_i64);
        let path = workbooks::folder_path(call, parent)?;
        folder.insert("folderPath".to_owned(), path.into());
        Ok(())
    };
    Ok(list.by_cursor(call, finish)?.into())
}

/// The shared workspace: the workbooks that embed users may see. A session sees those of its
/// tenant. A user sees those of all tenants, as far as the user may read them.
pub fn shared(call: &Call<'_>) -> Outcome {
    let sql = format!(
        "{} SELECT * FROM workbook_view WHERE deploymentId = ?1 AND id IN (
             SELECT workbook_id FROM embed_access_view
             WHERE (?3 AND workbook_id IN open_workbooks)
                OR (NOT ?3 AND (embed_tenant IS NULL OR embed_tenant = ?2)))",
        rights::readable(call)
    );
    let tenant = call.caller.embed_tenant().map(str::to_owned);
    let is_user = call.caller.embed.is_none();
    let list = List::new(
        &sql,
        vec![call.deployment()?.into(), tenant.into(), is_user.into()],
    );
    Ok(list.by_cursor(call, |item| complete(call, item))?.into())
}

/// True if a workbook is in the caller's shared workspace.
pub fn is_shared(call: &Call<'_>, workbook: i64) -> Result<bool, Failure> {
    let sql = "SELECT 1 FROM embed_access_view WHERE workbook_id = ?1 AND deployment_id = ?2
               AND (embed_tenant IS NULL OR embed_tenant = ?3)";
    let parameters = (workbook, call.deployment()?, call.caller.embed_tenant());
    call.exists(sql, parameters)
}

/// The workbooks that an embed tenant can access, and the source of the access. Filter:
/// `accessSource`.
pub fn of_embed_tenant(call: &Call<'_>) -> Outcome {
    let source = call.query("accessSource");
    let sql = r#"SELECT w.*, a.sources AS "accessSources:json" FROM workbook_view w JOIN (
                     SELECT workbook_id, json_group_array(source) AS sources FROM embed_access_view
                     WHERE (embed_tenant IS NULL OR embed_tenant = ?2) AND source = coalesce(?3, source)
                     GROUP BY workbook_id) a ON a.workbook_id = w.id
                 WHERE w.deploymentId = ?1"#;
    let tenant = super::embed_tenants::known(call)?;
    let source = source.map(str::to_owned);
    let list = List::new(
        sql,
        vec![call.deployment()?.into(), text(tenant), source.into()],
    );
    let finish = |item: &mut Object| {
        let first = item
            .get("accessSources")
            .and_then(|all| all.get(0))
            .cloned();
        item.insert("accessSource".to_owned(), first.into());
        complete(call, item)
    };
    Ok(list.by_cursor(call, finish)?.into())
}

/// Deletes items separately. A failure does not affect the others.
pub fn bulk_delete(call: &Call<'_>) -> Outcome {
    each_item(call, |item: AnyItem<Manage>| {
        let (sql, id) = match item {
            AnyItem::Folder(folder) => ("DELETE FROM folders WHERE id = ?1", folder.id()),
            AnyItem::Workbook(workbook) => ("DELETE FROM workbooks WHERE id = ?1", workbook.id()),
            AnyItem::Report(report) => ("DELETE FROM reports WHERE id = ?1", report.id()),
        };
        call.write(sql, [id]).map(drop)
    })
}

/// Moves items into a folder (`folderId`), or to the root if it is null or absent.
pub fn bulk_move(call: &Call<'_>) -> Outcome {
    let target: Option<Granted<Folder, Edit>> = Granted::in_body(call, "folderId")?;
    let target = target.map(|folder| folder.id());
    each_item(call, |item: AnyItem<Edit>| match item {
        AnyItem::Folder(folder) => {
            let path = workbooks::folder_path(call, target)?;
            let moved = Some(folder.id());
            let is_inside = |holder: &Value| holder.get("id").and_then(Value::as_i64) == moved;
            if path.iter().any(is_inside) {
                return Err(Failure::invalid("a folder cannot be moved into itself"));
            }
            let sql = "UPDATE folders SET parent_id = ?2, updated_at = ?3 WHERE id = ?1";
            call.write(sql, (moved, target, call.now)).map(drop)
        }
        AnyItem::Workbook(workbook) => {
            let sql = "UPDATE workbooks SET folder_id = ?2, updated_at = ?3 WHERE id = ?1";
            call.write(sql, (workbook.id(), target, call.now))?;
            // The reports of a workbook move with it.
            let sql = "UPDATE reports SET folder_id = ?2 WHERE workbook_id = ?1";
            call.write(sql, (workbook.id(), target)).map(drop)
        }
        AnyItem::Report(report) => {
            let sql = "UPDATE reports SET folder_id = ?2, updated_at = ?3 WHERE id = ?1";
            call.write(sql, (report.id(), target, call.now)).map(drop)
        }
    })
}

/// Applies a function to each of the body's `items` to which the caller has enough access. Answers
/// with the successes and the failures.
fn each_item<L: AtLeast>(
    call: &Call<'_>,
    work: impl Fn(AnyItem<L>) -> Result<(), Failure>,
) -> Outcome {
    let items = call.shaped("items", Value::as_array)?;
    each(items.iter().cloned(), |item| {
        let kind = item.get("type").and_then(Value::as_str).unwrap_or_default();
        let id = item.get("id").and_then(Value::as_i64).unwrap_or_default();
        AnyItem::to(call, kind, id).and_then(&work)
    })
}

/// Applies a function to each item. Answers with those that succeeded, and with the others and their failures.
pub fn each(
    items: impl Iterator<Item = Value>,
    work: impl Fn(&Value) -> Result<(), Failure>,
) -> Outcome {
    let (mut succeeded, mut failed) = (Vec::new(), Vec::new());
    for mut item in items {
        match work(&item) {
            Ok(()) => succeeded.push(item),
            Err(failure) if failure.status.is_server_error() => return Err(failure),
            Err(failure) => {
                if let Some(fields) = item.as_object_mut() {
                    fields.insert("status".to_owned(), failure.status.as_u16().into());
                    fields.insert("error".to_owned(), failure.message.into());
                }
                failed.push(item);
            }
        }
    }
    Ok(json!({ "succeeded": succeeded, "failed": failed }).into())
}

fn complete(call: &Call<'_>, item: &mut Object) -> Result<(), Failure> {
    let id = item.get("id").and_then(Value::as_i64).unwrap_or_default();
    let whole = workbooks::workbook(call, id)?;
    if let Value::Object(whole) = whole {
        item.extend(whole);
    }
    Ok(())
}
