//! Workbooks.

use serde_json::Value;

use super::call::Call;
use super::dashboards;
use super::reply::{Outcome, Reply};
use super::reports::require_author;
use super::rights::{self, Edit, Folder, Granted, Item, Level, Workbook};
use super::rows;
use crate::json::Failure;

/// The fields of a workbook that are not in `rest`.
#[rustfmt::skip]
const COLUMNS: [&str; 11] = [
    "id", "name", "slug", "folderId", "meta", "calculatedFields", "dashboardDraft", "dashboardPublished",
    "dashboardStatus", "publishedDashboard", "isFavorite",
];

/// Creates the workbook with this slug, or changes the fields that the body names. `dashboardDraft`
/// becomes the draft, or removes it if it is null. `dashboardPublished` is published, and
/// `dashboardStatus` then sets the status of the dashboard.
pub fn upsert_by_slug(call: &Call<'_>) -> Outcome {
    let (deployment, slug) = (call.deployment()?, call.path("slug"));
    let folder: Option<Granted<Folder, Edit>> = Granted::in_body(call, "folderId")?;
    let sql = "SELECT id FROM workbooks WHERE deployment_id = ?1 AND slug = ?2";
    let known: Option<i64> = call.scalar(sql, (deployment, slug))?;
    let id = match known {
        Some(id) => id,
        None => create(call, slug)?,
    };
    // Whoever creates a workbook owns it.
    let workbook: Granted<Workbook, Edit> = Granted::to(call, id)?;
    let draft = config(call, "dashboardDraft", false)?;
    let object = |name| call.field(name).map(Value::to_string);
    call.write(
        "UPDATE workbooks SET name = coalesce(?2, name),
                folder_id = CASE WHEN ?9 THEN NULL ELSE coalesce(?3, folder_id) END,
                meta = coalesce(?4, meta), calculated_fields = coalesce(?5, calculated_fields),
                dashboard_draft = CASE WHEN ?10 THEN NULL ELSE coalesce(?6, dashboard_draft) END,
                rest = json_patch(rest, ?7), updated_at = ?8
         WHERE id = ?1",
        (
            workbook.id(),
            call.text("name")?,
            folder.map(|folder| folder.id()),
            object("meta"),
            object("calculatedFields"),
            draft.map(|draft| draft.to_string()),
            rest(call)?,
            call.now,
            call.is_null("folderId"),
            call.is_null("dashboardDraft"),
        ),
    )?;
    set_favorite(call, &workbook)?;
    // The reports of a workbook move with it.
    if call.object()?.contains_key("folderId") {
        let sql = "UPDATE reports SET folder_id = (SELECT folder_id FROM workbooks WHERE id = ?1)
                   WHERE workbook_id = ?1";
        call.write(sql, [workbook.id()])?;
    }
    if let Some(config) = config(call, "dashboardPublished", true)? {
        dashboards::publish(call, &workbook, &config)?;
    }
    if let Some(status) = call.text("dashboardStatus")? {
        dashboards::set_status(call, &workbook, status)?;
    }
    let workbook = self::workbook(call, id)?;
    Ok(match known {
        Some(_) => workbook.into(),
        None => Reply::created(workbook),
    })
}

fn create(call: &Call<'_>, slug: &str) -> Result<i64, Failure> {
    require_author(call)?;
    call.insert("INSERT INTO workbooks (deployment_id, name, slug, user_id, created_by, created_at, updated_at)
         VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?4)",
        (call.deployment()?, slug, call.caller.user_id, call.now),
    )
}

/// Stores the thread of a regenerated AI widget: its id and a checksum, but not the summary's text.
pub fn set_ai_widget_thread(call: &Call<'_>, workbook: &Granted<Workbook, Edit>) -> Outcome {
    let settings = call.caller.embed.as_ref().map(|viewer| &viewer.settings);
    if settings.and_then(|settings| settings.get("allowAi")) == Some(&Value::Bool(false)) {
        return Err(Failure::forbidden(
            "allowAi is false for this session, which disables every AI surface",
        ));
    }
    let (widget, thread) = (
        call.required_text("widgetId")?,
        call.required_text("threadId")?,
    );
    let checksum = call.text("checksum")?;
    let sql = r#"SELECT id, config AS "config:json" FROM dashboards WHERE workbook_id = ?1"#;
    let found = call.one(sql, [workbook.id()])?;
    let mut found = found.ok_or_else(|| Failure::missing("dashboard"))?;
    let dashboard = found.get("id").and_then(Value::as_i64).unwrap_or_default();
    let config = found
        .get_mut("config")
        .ok_or_else(|| Failure::missing("AI widget"))?;
    let kept = ai_widget(config, widget).ok_or_else(|| Failure::missing("AI widget"))?;
    kept.insert("threadId".to_owned(), thread.into());
    kept.insert("checksum".to_owned(), checksum.into());
    let sql = "UPDATE dashboards SET config = ?2 WHERE id = ?1";
    call.write(sql, (dashboard, config.to_string()))?;
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
        // The description says that this one is not null.
        if fields.get("createdBy").is_some_and(Value::is_null) {
            fields.remove("createdBy");
        }
        // An embed session sees what is published, and the drafts of what it may change.
        let level = rights::level(call, Item::Workbook(id))?;
        if call.caller.embed.is_some() && level < Some(Level::Edit) {
            fields.insert("dashboardDraft".to_owned(), Value::Null);
        }
        for name in ["dashboardDraft", "dashboardPublished"] {
            if let Some(config) = fields.get_mut(name) {
                dashboards::show(call, config);
            }
        }
        fields.insert("folderPath".to_owned(), path.into());
        fields.insert("publishedDashboard".to_owned(), published);
        fields.insert("isFavorite".to_owned(), is_favorite(call, id)?.into());
    }
    Ok(workbook)
}

/// Makes the workbook one of the caller's favourites, or no longer, if the body says so.
fn set_favorite(call: &Call<'_>, workbook: &Granted<Workbook, Edit>) -> Result<(), Failure> {
    let sql = match call.field("isFavorite") {
        Some(Value::Bool(true)) => {
            "INSERT OR IGNORE INTO favorites (user_id, item_id) VALUES (?1, ?2)"
        }
        Some(Value::Bool(false)) => "DELETE FROM favorites WHERE user_id = ?1 AND item_id = ?2",
        _ => return Ok(()),
    };
    call.write(sql, (call.caller.user_id, workbook.id()))
        .map(drop)
}

fn is_favorite(call: &Call<'_>, workbook: i64) -> Result<bool, Failure> {
    let sql = "SELECT 1 FROM favorites WHERE user_id = ?1 AND item_id = ?2";
    call.exists(sql, (call.caller.user_id, workbook))
}

/// The folders that contain an item, outermost first.
pub fn folder_path(call: &Call<'_>, folder: Option<i64>) -> Result<Vec<Value>, Failure> {
    call.all("WITH RECURSIVE up (id, name, parent_id, depth) AS (
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
    for column in COLUMNS {
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
        .or_insert(Value::Null);
    if config.is_null() {
        *config = Value::Object(rows::Object::new());
    }
    config.as_object_mut()
}
