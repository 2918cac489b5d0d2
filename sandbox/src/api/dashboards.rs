//! Dashboards: their configuration and its publication.

use serde_json::{Value, json};

use super::call::Call;
use super::rights::{Edit, Granted, Workbook};
use super::rows::Object;
use crate::json::Failure;
use crate::secret::Secret;

/// A `DashboardConfig` as it is stored: with the legacy widget type converted, and with ids for
/// widgets of a draft.
///
/// The router has checked the types of its fields and their lengths.
///
/// 400 for a widget without `id` if the configuration is published.
pub fn checked(config: &Value, publish: bool) -> Result<Value, Failure> {
    let mut config = config.clone();
    let widgets = config.get_mut("widgets").and_then(Value::as_array_mut);
    for widget in widgets.into_iter().flatten() {
        let widget = widget
            .as_object_mut()
            .ok_or_else(|| Failure::invalid("a widget is not an object"))?;
        convert_legacy_tabs(widget);
        let named = widget.get("id").and_then(Value::as_str);
        if named.is_none_or(str::is_empty) {
            if publish {
                return Err(Failure::invalid(
                    "publishing requires an id on every widget",
                ));
            }
            widget.insert("id".to_owned(), Secret::text()?.into());
        }
    }
    Ok(config)
}

/// Converts the old `TABS_CONTAINER`, which is still accepted, to a CONTAINER with the layout
/// `tabs`.
pub fn convert_legacy_tabs(widget: &mut Object) {
    if widget.get("type").and_then(Value::as_str) != Some("TABS_CONTAINER") {
        return;
    }
    widget.insert("type".to_owned(), "CONTAINER".into());
    let config = widget.entry("config").or_insert_with(|| json!({}));
    match config.as_object_mut() {
        Some(config) => drop(config.insert("layout".to_owned(), "tabs".into())),
        None => *config = json!({ "layout": "tabs" }),
    }
}

/// Publishes a checked configuration on a workbook: a new version, with a snapshot of each report
/// of the workbook.
pub fn publish(
    call: &Call<'_>,
    workbook: &Granted<Workbook, Edit>,
    config: &Value,
) -> Result<i64, Failure> {
    let workbook_id = workbook.id();
    let sql = "SELECT id FROM dashboards WHERE workbook_id = ?1";
    let dashboard = match call.scalar(sql, [workbook_id])? {
        Some(id) => {
            call.write(
                "UPDATE dashboards SET config = ?2, status = 'published',
                        title = coalesce(?3, title), description = coalesce(?4, description),
                        version_number = version_number + 1,
                        version_id = (SELECT max(version_id) + 1 FROM dashboards)
                 WHERE id = ?1",
                (
                    id,
                    config.to_string(),
                    text(config, "title"),
                    text(config, "description"),
                ),
            )?;
            call.write("DELETE FROM report_snapshots WHERE dashboard_id = ?1", [id])?;
            id
        }
        None => insert(call, workbook, config)?,
    };
    call.write(
        "INSERT INTO report_snapshots (dashboard_id, report_id, version_number, rest)
         SELECT d.id, r.id, d.version_number,
                json_set(r.rest, '$.name', r.name, '$.isSourceReport', json('true'))
         FROM dashboards d JOIN reports r ON r.workbook_id = d.workbook_id WHERE d.id = ?1
         ORDER BY r.id",
        [dashboard],
    )?;
    Ok(dashboard)
}

/// Creates a published dashboard without snapshots. Signed embedding is off.
pub fn insert(
    call: &Call<'_>,
    workbook: &Granted<Workbook, Edit>,
    config: &Value,
) -> Result<i64, Failure> {
    call.insert("INSERT INTO dashboards (public_id, deployment_id, workbook_id, config, title, description, created_by,
                                 version_id)
         SELECT ?2, deployment_id, id, ?3, coalesce(?4, name), ?5, ?6,
                (SELECT coalesce(max(version_id), 0) + 1 FROM dashboards)
         FROM workbooks WHERE id = ?1",
        (
            workbook.id(),
            Secret::text()?,
            config.to_string(),
            text(config, "title"),
            text(config, "description"),
            call.caller.user_id,
        ),
    )
}

/// A dashboard with its report snapshots.
pub fn dashboard(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    let sql = "SELECT * FROM dashboard_view WHERE id = ?1";
    let mut dashboard = call.found("dashboard", sql, [id])?;
    let sql = "SELECT * FROM report_snapshot_view WHERE dashboardId = ?1 ORDER BY id";
    let snapshots = call.all(sql, [id])?;
    if let Some(fields) = dashboard.as_object_mut() {
        if let Some(config) = fields.get_mut("config") {
            show(call, config);
        }
        fields.insert("reportSnapshots".to_owned(), snapshots.into());
    }
    Ok(dashboard)
}

/// Sets the status of a workbook's dashboard. `draft` creates a dashboard from the workbook's draft
/// if it has none. The service does not describe the transitions: the sandbox allows each.
///
/// 400 if there is neither a dashboard nor a draft from which one can be created.
pub fn set_status(
    call: &Call<'_>,
    workbook: &Granted<Workbook, Edit>,
    status: &str,
) -> Result<(), Failure> {
    let sql = "SELECT id FROM dashboards WHERE workbook_id = ?1";
    let known: Option<i64> = call.scalar(sql, [workbook.id()])?;
    let id = if let Some(id) = known {
        id
    } else {
        let sql = "SELECT dashboard_draft FROM workbooks WHERE id = ?1";
        let draft = call.json(sql, [workbook.id()])?.ok_or_else(|| {
            Failure::invalid("the workbook has no dashboard and no draft: send dashboardDraft")
        })?;
        publish(call, workbook, &draft)?
    };
    let sql = "UPDATE dashboards SET status = ?2 WHERE id = ?1";
    call.write(sql, (id, status)).map(drop)
}

/// Brings a stored configuration into the form of answers: the old `TABS_CONTAINER`, which a seed may
/// have, is converted, and the threads of AI widgets are removed unless the caller may read threads.
pub fn show(call: &Call<'_>, config: &mut Value) {
    let reads_threads = call.caller.holds("ChatThreadRead") || call.caller.holds("ChatHistoryRead");
    let widgets = config.get_mut("widgets").and_then(Value::as_array_mut);
    let widgets = widgets.into_iter().flatten();
    for widget in widgets.filter_map(Value::as_object_mut) {
        convert_legacy_tabs(widget);
        let config = widget.get_mut("config").and_then(Value::as_object_mut);
        if let (Some(config), false) = (config, reads_threads) {
            config.remove("threadId");
            config.remove("checksum");
        }
    }
}

/// The published dashboard of a workbook, if it has one.
pub fn published(call: &Call<'_>, workbook: i64) -> Result<Option<i64>, Failure> {
    let sql = "SELECT id FROM dashboards WHERE workbook_id = ?1 AND status = 'published'";
    call.scalar(sql, [workbook])
}

fn text<'v>(config: &'v Value, name: &str) -> Option<&'v str> {
    config.get(name).and_then(Value::as_str)
}
