//! Chunked uploads: started, filled, and finished onto a branch in dev mode.

use serde_json::{Value, json};

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::rows;
use super::{branches, data_model};
use crate::json::Failure;

/// Starts an upload.
pub fn start(call: &Call<'_>) -> Outcome {
    let branch = data_model::write_branch(call)?;
    let id = rows::insert(
        call.db,
        "INSERT INTO uploads (branch_id) VALUES (?1)",
        [branch],
    )?;
    Ok(Reply::created(json!({ "uploadId": id.to_string() })))
}

/// Receives a file or a chunk of a file: `uploadId`, `path` and `content` in JSON, or any other
/// body with `uploadId` and `path` in the query. Chunks of one path are joined in the order of
/// their arrival.
pub fn file(call: &Call<'_>) -> Outcome {
    let upload = upload(call)?;
    let path = call
        .anywhere("path")?
        .ok_or_else(|| Failure::invalid("path is required"))?;
    let content = match &call.body {
        Value::Null => String::from_utf8(call.raw.to_vec())
            .map_err(|_| Failure::invalid("a data-model file is text in UTF-8"))?,
        _ => call.text("content")?.unwrap_or_default().to_owned(),
    };
    rows::write(
        call.db,
        "INSERT INTO upload_files (upload_id, name, content) VALUES (?1, ?2, ?3)
         ON CONFLICT (upload_id, name) DO UPDATE SET content = content || excluded.content",
        (upload, path, content),
    )?;
    let sql = "SELECT name AS path, length(CAST(content AS BLOB)) AS size FROM upload_files
               WHERE upload_id = ?1 AND name = ?2";
    Ok(Reply::from(call.found("file", sql, (upload, path))?))
}

/// Writes the uploaded files to the branch and commits them.
pub fn finish(call: &Call<'_>) -> Outcome {
    let upload = upload(call)?;
    let sql = "SELECT branch_id FROM uploads WHERE id = ?1";
    let branch: i64 = rows::scalar(call.db, sql, [upload])?.unwrap_or_default();
    let files = rows::write(
        call.db,
        "INSERT OR REPLACE INTO files (branch_id, name, content)
         SELECT ?2, name, content FROM upload_files WHERE upload_id = ?1",
        (upload, branch),
    )?;
    rows::write(call.db, "DELETE FROM uploads WHERE id = ?1", [upload])?;
    branches::commit_branch(call, branch)?;
    Ok(json!({ "files": files, "branch": branches::branch(call, branch)? }).into())
}

/// The deployment's upload that the body or the query names.
fn upload(call: &Call<'_>) -> Result<i64, Failure> {
    let id = call
        .anywhere("uploadId")?
        .ok_or_else(|| Failure::invalid("uploadId is required"))?;
    let sql = "SELECT u.id FROM uploads u JOIN branches b ON b.id = u.branch_id
               WHERE CAST(u.id AS TEXT) = ?1 AND b.deployment_id = ?2";
    rows::scalar(call.db, sql, (id, call.deployment()?))?.ok_or_else(|| Failure::missing("upload"))
}
