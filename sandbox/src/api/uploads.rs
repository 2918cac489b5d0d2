//! Chunked uploads: started, filled, and finished onto a branch in dev mode. An upload belongs to the
//! user who started it.

use serde_json::{Value, json};

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::rights::{Edit, Granted, Upload};
use super::{branches, data_model};
use crate::json::Failure;

/// Starts an upload.
pub fn start(call: &Call<'_>) -> Outcome {
    let branch = data_model::write_branch(call)?;
    let id = call.insert(
        "INSERT INTO uploads (branch_id, user_id) VALUES (?1, ?2)",
        (branch.id(), call.caller.user_id),
    )?;
    Ok(Reply::created(json!({ "uploadId": id.to_string() })))
}

/// Receives a file or a chunk of a file: `uploadId`, `path` and `content` in JSON; a form with a file
/// and the fields `uploadId` and `path`; or any other body with these two in the query. Chunks of one
/// path are joined in the order of their arrival, and may end in the middle of a character.
pub fn file(call: &Call<'_>, upload: &Granted<Upload, Edit>) -> Outcome {
    let in_form = call.form.as_ref().and_then(|form| form.file());
    let file_name = in_form.and_then(|(_, name)| name);
    let path = call
        .anywhere("path")?
        .or(file_name)
        .filter(|path| !path.is_empty())
        .ok_or_else(|| Failure::invalid("path is required"))?;
    let content = match (&call.body, &call.form, in_form) {
        (_, Some(_), Some((content, _))) => content,
        (_, Some(_), None) => return Err(Failure::invalid("the form has no file")),
        (Value::Null, None, _) => &call.raw,
        (_, None, _) => call.text("content")?.unwrap_or_default().as_bytes(),
    };
    call.write(
        "INSERT INTO upload_files (upload_id, name, content) VALUES (?1, ?2, ?3)
         ON CONFLICT (upload_id, name)
         DO UPDATE SET content = CAST(content || excluded.content AS BLOB)",
        (upload.id(), path, content),
    )?;
    let sql = "SELECT name AS path, length(content) AS size FROM upload_files
               WHERE upload_id = ?1 AND name = ?2";
    Ok(Reply::from(call.found("file", sql, (upload.id(), path))?))
}

/// Writes the uploaded files to the branch and commits them. 400 if one of them is not text.
pub fn finish(call: &Call<'_>, upload: &Granted<Upload, Edit>) -> Outcome {
    let sql = "SELECT branch_id FROM uploads WHERE id = ?1";
    let branch: i64 = call.scalar(sql, [upload.id()])?.unwrap_or_default();
    let sql = "SELECT name, content FROM upload_files WHERE upload_id = ?1 ORDER BY name";
    let uploaded: Vec<(String, Vec<u8>)> =
        call.each(sql, [upload.id()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let files = uploaded.len();
    for (name, content) in uploaded {
        let content = String::from_utf8(content).map_err(|_| {
            Failure::invalid("a data-model file is text in UTF-8, and an uploaded one is not")
        })?;
        branches::put_file(call, branch, &name, &content)?;
    }
    call.write("DELETE FROM uploads WHERE id = ?1", [upload.id()])?;
    branches::commit_branch(call, branch)?;
    Ok(json!({ "files": files, "branch": branches::branch(call, branch)? }).into())
}
