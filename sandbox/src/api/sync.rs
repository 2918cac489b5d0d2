//! Data-transformation syncs. With `output: branch` a completed sync commits its files to a branch;
//! with `output: files` nothing is committed, and the files are kept for an hour.

use rusqlite::types::Value as SqlValue;
use serde_json::{Value, json};

use super::branches;
use super::call::Call;
use super::jobs::{self, Job, Status};
use super::page::{self, List};
use super::reply::{Outcome, Reply};
use super::rights::Edit;
use super::rows::{self, Object};
use crate::json::Failure;

/// How long generated files are kept after the sync has completed.
const FILES_KEPT_MS: i64 = 60 * 60 * 1_000;

/// The branch of a sync that names none.
const DEFAULT_BRANCH: &str = "transform-sync";

/// Starts a sync.
pub fn start(call: &Call<'_>) -> Outcome {
    // The sync will write to the branch, so the caller must have it.
    let target = call.text("branchName")?.unwrap_or(DEFAULT_BRANCH);
    if branches::find(call, target)?.is_some() {
        branches::named::<Edit>(call, target)?;
    }
    let job = jobs::start(call, "sync")?;
    Ok(Reply::created(json!({
        "branchName": branch_name(&job),
        "syncJobId": job.id,
        "workflowId": workflow(&job),
    })))
}

/// The run history. Filters: `status` and `trigger`.
pub fn list(call: &Call<'_>) -> Outcome {
    let optional = |name: &str| call.query(name).map_or(SqlValue::Null, rows::text);
    let sql = r#"SELECT * FROM (
            SELECT id, id AS syncJobId, 'transform-sync-' || id AS workflowId,
                   coalesce(request ->> '$.branchName', 'transform-sync') AS branchName,
                   coalesce(request ->> '$.trigger', 'api') AS trigger,
                   started_at AS "startedAt:time",
                   CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN ?2 < ends_at THEN 'running'
                        WHEN fails THEN 'failed' ELSE 'completed' END AS status
            FROM jobs WHERE kind = 'sync' AND deployment_id = ?1)
        WHERE (?3 IS NULL OR status = ?3) AND (?4 IS NULL OR trigger = ?4)"#;
    let list = List {
        sql,
        params: vec![
            call.deployment()?.into(),
            call.now.into(),
            optional("status"),
            optional("trigger"),
        ],
        sort: "startedAt:time",
    };
    Ok(list.by_cursor(call, |_| Ok(()))?.into())
}

/// The status of a sync.
pub fn retrieve(call: &Call<'_>) -> Outcome {
    Ok(shown(&find(call)?).into())
}

/// The result of a sync: 409 while it runs.
pub fn result(call: &Call<'_>) -> Outcome {
    let job = find(call)?;
    if job.status == Status::Running {
        return Err(Failure::conflict("the sync is still running"));
    }
    let files = match job.status {
        Status::Completed => generated(&job),
        _ => Vec::new(),
    };
    let mut result = shown(&job);
    if let Some(fields) = result.as_object_mut() {
        let names = files
            .iter()
            .filter_map(|file| file.get("path").cloned())
            .collect();
        fields.insert("files".to_owned(), Value::Array(names));
        let errors = match job.status {
            Status::Failed => json!([{ "message": "the transformation failed" }]),
            _ => json!([]),
        };
        fields.insert("errors".to_owned(), errors);
    }
    Ok(result.into())
}

/// The log of a sync.
pub fn logs(call: &Call<'_>) -> Outcome {
    let job = find(call)?;
    let entry = |at: i64, level: &str, message: &str| json!({ "timestamp": rows::iso(at), "level": level, "message": message });
    let mut entries = vec![entry(job.started_at, "info", "The sync was started.")];
    match job.status {
        Status::Running => {}
        Status::Completed => entries.push(entry(job.ends_at, "info", "The sync completed.")),
        Status::Failed => entries.push(entry(job.ends_at, "error", "The transformation failed.")),
        Status::Cancelled => entries.push(entry(job.ends_at, "warn", "The sync was cancelled.")),
    }
    Ok(page::of_values(call, &entries)?.into())
}

/// Cancels a running sync. A sync that has ended stays unchanged.
pub fn cancel(call: &Call<'_>) -> Outcome {
    let job = find(call)?;
    jobs::cancel(call, &job)?;
    retrieve(call)
}

/// The files of a sync that did not commit. 404 if the sync committed to a branch, is unknown, or
/// is too old.
pub fn generated_files(call: &Call<'_>) -> Outcome {
    let job = find(call)?;
    let stale = call.now >= job.ends_at.saturating_add(FILES_KEPT_MS);
    if stale || output(&job) != "files" || matches!(job.status, Status::Failed | Status::Cancelled)
    {
        return Err(Failure::missing(
            "generated files: the sync is stale or kept none",
        ));
    }
    let files = match job.status {
        Status::Completed => generated(&job),
        _ => Vec::new(),
    };
    Ok(page::of_values(call, &files)?.into())
}

/// Commits the files of the deployment's completed syncs. The router calls it before each operation
/// of a deployment, because nothing runs in the background.
pub fn settle(call: &Call<'_>) -> Result<(), Failure> {
    let sql = "SELECT id FROM jobs WHERE kind = 'sync' AND deployment_id = ?1 AND NOT settled
               AND cancelled_at IS NULL AND NOT fails AND ends_at <= ?2 ORDER BY started_at";
    let ended = (call.deployment()?, call.now);
    for id in call.each(sql, ended, |row| row.get::<_, String>(0))? {
        let job = jobs::find(call, "sync", &id)?;
        let branch = match output(&job) {
            "branch" => branches::ensure_for(call, &branch_name(&job), job.user_id)?,
            _ => None,
        };
        if let Some(branch) = branch {
            for file in generated(&job) {
                let text = |name: &str| file.get(name).and_then(Value::as_str).unwrap_or_default();
                branches::put_file(call, branch, text("path"), text("content"))?;
            }
            branches::commit_branch(call, branch)?;
        }
        call.write("UPDATE jobs SET settled = 1 WHERE id = ?1", [&id])?;
    }
    Ok(())
}

fn find(call: &Call<'_>) -> Result<Job, Failure> {
    jobs::find(call, "sync", call.path("syncJobId"))
}

fn output(job: &Job) -> &str {
    let output = job.request.get("output").and_then(Value::as_str);
    output.unwrap_or("branch")
}

fn branch_name(job: &Job) -> String {
    let name = job.request.get("branchName").and_then(Value::as_str);
    name.unwrap_or(DEFAULT_BRANCH).to_owned()
}

fn trigger(job: &Job) -> &str {
    let trigger = job.request.get("trigger").and_then(Value::as_str);
    trigger.unwrap_or("api")
}

fn workflow(job: &Job) -> String {
    format!("transform-sync-{}", job.id)
}

/// One file for each model of the manifest; without a manifest, only a file for the orders.
fn generated(job: &Job) -> Vec<Value> {
    let manifest = job.request.get("manifest").and_then(Value::as_object);
    let models = manifest.and_then(|manifest| {
        let nodes = manifest.get("nodes").or_else(|| manifest.get("models"))?;
        Some(nodes.as_object()?.keys().map(String::as_str).collect())
    });
    let models: Vec<&str> = models.unwrap_or_else(|| vec!["orders"]);
    models
        .iter()
        .map(|model| {
            let name = model.rsplit('.').next().unwrap_or(model);
            json!({
                "path": format!("model/generated/{name}.yml"),
                "content": format!("cubes:\n  - name: {name}\n    sql_table: {name}\n"),
            })
        })
        .collect()
}

fn shown(job: &Job) -> Value {
    let mut shown = Object::new();
    let ended = (job.status != Status::Running).then(|| rows::iso(job.ends_at));
    shown.insert("syncJobId".to_owned(), job.id.clone().into());
    shown.insert("workflowId".to_owned(), workflow(job).into());
    shown.insert("trigger".to_owned(), trigger(job).into());
    shown.insert("status".to_owned(), job.status.name().into());
    shown.insert("output".to_owned(), output(job).into());
    shown.insert("branchName".to_owned(), branch_name(job).into());
    shown.insert("startedAt".to_owned(), rows::iso(job.started_at).into());
    shown.insert("completedAt".to_owned(), ended.into());
    Value::Object(shown)
}
