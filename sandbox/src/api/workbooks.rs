//! Workbooks.

use serde_json::Value;

use super::access::{self, Item, Level};
use super::call::Call;
use super::dashboards;
use super::reply::{Outcome, Reply};
use super::reports::{numbered, require_author};
use super::rows;
use crate::json::Failure;

/// Creates the workbook with this slug, or changes the fields that the body names. `dashboardDraft`
/// becomes the draft, and `dashboardPublished` is published.
pub fn upsert_by_slug(call: &Call<'_>) -> Outcome {
    let (deployment, slug) = (call.deployment()?, call.path("slug"));
    let folder = numbered(call, "folderId")?;
    if let Some(folder) = folder {
        access::in_deployment(call, Item::Folder(folder))?;
        access::require(call, Item::Folder(folder), Level::Edit)?;
    }
    let sql = "SELECT id FROM workbooks WHERE deployment_id = ?1 AND slug = ?2";
    let known: Option<i64> = rows::scalar(call.db, sql, (deployment, slug))?;
    let id = if let Some(id) = known {
        access::require(call, Item::Workbook(id), Level::Edit)?;
        id
    } else {
        require_author(call)?;
        rows::insert(
            call.db,
            "INSERT INTO workbooks (deployment_id, name, slug, user_id, created_by, created_at, updated_at)
             VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?4)",
            (deployment, slug, call.caller.user_id, call.now),
        )?
    };
    let draft = config(call, "dashboardDraft", false)?;
    let object = |name| call.field(name).map(Value::to_string);
    rows::write(
        call.db,
        "UPDATE workbooks SET name = coalesce(?2, name), folder_id = coalesce(?3, folder_id),
                meta = coalesce(?4, meta), calculated_fields = coalesce(?5, calculated_fields),
                dashboard_draft = coalesce(?6, dashboard_draft), rest = json_patch(rest, ?7),
                updated_at = ?8
         WHERE id = ?1",
        (
            id,
            call.text("name")?,
            folder,
            object("meta"),
            object("calculatedFields"),
            draft.map(|draft| draft.to_string()),
            rest(call)?,
            call.now,
        ),
    )?;
    if let Some(config) = config(call, "dashboardPublished", true)? {
        dashboards::publish(call, id, &config)?;
    }
    let workbook = workbook(call, id)?;
    Ok(match known {
        Some(_) => workbook.into(),
        None => Reply::created(workbook),
    })
}

/// Stores the thread of a regenerated AI widget: its id and a checksum, but not the summary's text.
pub fn set_ai_widget_thread(call: &Call<'_>) -> Outcome {
    let id = call.id("workbookId")?;
    access::in_deployment(call, Item::Workbook(id))?;
    access::require(call, Item::Workbook(id), Level::Edit)?;
    let (widget, thread) = (
        call.required_text("widgetId")?,
        call.required_text("threadId")?,
    );
    let checksum = call.text("checksum")?;
    let sql = "SELECT id FROM dashboards WHERE workbook_id = ?1";
    let dashboard: i64 =
        rows::scalar(call.db, sql, [id])?.ok_or_else(|| Failure::missing("dashboard"))?;
    let mut config = dashboards::dashboard(call, dashboard)?
        .get("config")
        .cloned()
        .unwrap_or_default();
    let found = ai_widget(&mut config, widget).ok_or_else(|| Failure::missing("AI widget"))?;
    found.insert("threadId".to_owned(), thread.into());
    found.insert("checksum".to_owned(), checksum.into());
    let sql = "UPDATE dashboards SET config = ?2 WHERE id = ?1";
    rows::write(call.db, sql, (dashboard, config.to_string()))?;
    Ok(dashboards::dashboard(call, dashboard)?.into())
}

/// A workbook with all its fields.
pub fn workbook(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    let sql = "SELECT * FROM workbook_view WHERE id = ?1";
    let mut workbook = call.found("workbook", sql, [id])?;
    let folder = workbook.get("folderId").and_then(Value::as_i64);
    let path = folder_path(call, folder)?;
    let published = match dashboards::published(call, id)? {
        Some(dashboard) => dashboards::dashboard(call, dashboard)?,
        None => Value::Null,
    };
    if let Some(fields) = workbook.as_object_mut() {
        fields.insert("folderPath".to_owned(), path.into());
        fields.insert("publishedDashboard".to_owned(), published);
        fields.entry("isFavorite").or_insert(Value::Bool(false));
    }
    Ok(workbook)
}

/// The folders that contain an item, outermost first.
pub fn folder_path(call: &Call<'_>, folder: Option<i64>) -> Result<Vec<Value>, Failure> {
    rows::all(
        call.db,
        "WITH RECURSIVE up (id, name, parent_id, depth) AS (
             SELECT id, name, parent_id, 0 FROM folders WHERE id = ?1
             UNION ALL
             SELECT f.id, f.name, f.parent_id, depth + 1 FROM folders f JOIN up ON f.id = up.parent_id)
         SELECT id, name FROM up ORDER BY depth DESC",
        [folder],
    )
}

fn config(call: &Call<'_>, name: &str, publish: bool) -> Result<Option<Value>, Failure> {
    call.field(name)
        .map(|config| dashboards::checked(config, publish))
        .transpose()
}

/// The fields of the body that the service does not describe.
fn rest(call: &Call<'_>) -> Result<String, Failure> {
    let mut fields = call.object()?;
    for column in [
        "id",
        "name",
        "slug",
        "folderId",
        "meta",
        "calculatedFields",
        "dashboardDraft",
        "dashboardPublished",
        "publishedDashboard",
    ] {
        fields.remove(column);
    }
    Ok(Value::Object(fields).to_string())
}

fn ai_widget<'v>(config: &'v mut Value, id: &str) -> Option<&'v mut rows::Object> {
    let widget = config
        .get_mut("widgets")?
        .as_array_mut()?
        .iter_mut()
        .find(|widget| {
            widget.get("id").and_then(Value::as_str) == Some(id)
                && widget.get("type").and_then(Value::as_str) == Some("AI")
        })?;
    let config = widget
        .as_object_mut()?
        .entry("config")
        .or_insert_with(|| Value::Object(rows::Object::new()));
    config.as_object_mut()
}
