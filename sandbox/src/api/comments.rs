//! Comments on a dashboard: threads and replies, each within one embed tenant. The table allows
//! only signed embed sessions that are scoped to a tenant.

use serde_json::Value;

use super::call::Call;
use super::page;
use super::reply::{Outcome, Reply};
use super::reports::require_viewer;
use super::rights::{EmbeddedDashboard, Granted, Read};
use super::rows;
use crate::json::Failure;

/// The threads of the viewer's tenant, each with its replies.
pub fn list(call: &Call<'_>, on: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let dashboard = on.id;
    let sql = "SELECT * FROM comment_view WHERE dashboardId = ?1 AND embedTenantName = ?2
               AND parentId IS ?3 ORDER BY id";
    let of = |parent: Option<i64>| call.all(sql, (dashboard, tenant(call), parent));
    let mut threads = of(None)?;
    for thread in threads.iter_mut().filter_map(Value::as_object_mut) {
        let id = thread.get("id").and_then(Value::as_i64);
        thread.insert("replies".to_owned(), of(id)?.into());
    }
    Ok(page::of_values(call, &threads)?.into())
}

/// Starts a thread, or replies to the one that `parentId` names.
pub fn create(call: &Call<'_>, on: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let dashboard = on.id;
    call.required_text("text")?;
    let parent = call.number("parentId")?;
    if let Some(parent) = parent {
        let comment = comment(call, dashboard, parent)?;
        require_present(&comment)?;
        if !comment.get("parentId").is_some_and(Value::is_null) {
            return Err(Failure::invalid("parentId is not the start of a thread"));
        }
    }
    require_viewer(call)?;
    let mut fields = call.object()?;
    fields.remove("parentId");
    let id = call.insert("INSERT INTO comments (dashboard_id, embed_tenant, parent_id, user_id, rest, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
        (
            dashboard,
            tenant(call),
            parent,
            call.caller.user_id,
            Value::Object(fields).to_string(),
            call.now,
        ),
    )?;
    Ok(Reply::created(comment(call, dashboard, id)?))
}

/// Edits a comment. Only its author may.
pub fn update(call: &Call<'_>, on: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let (dashboard, id) = own(call, on)?;
    call.required_text("text")?;
    let sql = "UPDATE comments SET rest = json_patch(rest, ?2), updated_at = ?3 WHERE id = ?1";
    let fields = Value::Object(call.object()?).to_string();
    call.write(sql, (id, fields, call.now))?;
    Ok(comment(call, dashboard, id)?.into())
}

/// Deletes a comment softly: it keeps its place and loses its text. Only its author may.
pub fn delete(call: &Call<'_>, on: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let (dashboard, id) = own(call, on)?;
    let sql =
        "UPDATE comments SET rest = json_object('text', NULL), deleted_at = ?2, updated_at = ?2
               WHERE id = ?1";
    call.write(sql, (id, call.now))?;
    Ok(comment(call, dashboard, id)?.into())
}

/// Resolves a thread, or opens it again with `resolved: false`. Only its author may.
pub fn resolve(call: &Call<'_>, on: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let (dashboard, id) = own(call, on)?;
    let resolved = call.field("resolved") != Some(&Value::Bool(false));
    let sql =
        "UPDATE comments SET resolved = ?2, updated_at = ?3 WHERE id = ?1 AND parent_id IS NULL";
    if call.write(sql, (id, resolved, call.now))? == 0 {
        return Err(Failure::invalid("a reply is not a thread"));
    }
    Ok(comment(call, dashboard, id)?.into())
}

/// The other embed users of the viewer's tenant.
pub fn mentionable_users(call: &Call<'_>, _: &Granted<EmbeddedDashboard, Read>) -> Outcome {
    let sql =
        "SELECT id, externalId, email, firstName, coalesce(firstName, externalId) AS displayName
               FROM user_view WHERE embedTenantName = ?1 AND id <> ?2";
    let params = vec![rows::text(tenant(call)), call.caller.user_id.into()];
    page::list(call, sql, params)
}

fn tenant<'a>(call: &'a Call<'_>) -> &'a str {
    call.caller.embed_tenant().unwrap_or_default()
}

/// A comment of the dashboard and the tenant, or 404.
fn comment(call: &Call<'_>, dashboard: i64, id: i64) -> Result<Value, Failure> {
    let sql =
        "SELECT * FROM comment_view WHERE id = ?1 AND dashboardId = ?2 AND embedTenantName = ?3";
    call.found("comment", sql, (id, dashboard, tenant(call)))
}

/// 404 for a comment that was deleted: only its place in the thread is left.
fn require_present(comment: &Value) -> Result<(), Failure> {
    if comment.get("deletedAt").is_some_and(|at| !at.is_null()) {
        return Err(Failure::missing("comment"));
    }
    Ok(())
}

/// The comment of the path, which must be the caller's own and not be deleted.
fn own(call: &Call<'_>, on: &Granted<EmbeddedDashboard, Read>) -> Result<(i64, i64), Failure> {
    let (dashboard, id) = (on.id, call.id("commentId")?);
    let comment = comment(call, dashboard, id)?;
    require_present(&comment)?;
    let author = comment.pointer("/author/id").and_then(Value::as_i64);
    if author != Some(call.caller.user_id) {
        return Err(Failure::forbidden("this is for the comment's author alone"));
    }
    Ok((dashboard, id))
}
