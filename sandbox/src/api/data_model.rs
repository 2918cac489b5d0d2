//! The files of a data model. They can be read on any branch, and written only on branches in dev
//! mode.

use std::collections::BTreeMap;
use std::path::Path;

use saphyr_parser::Parser;
use serde_json::{Value, json};

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::rights::{Branch, Edit, Granted, Read};
use super::{branches, checksum, page};
use crate::json::Failure;

/// Starts dev mode on the branch that the body names, or on a new personal branch.
pub fn start_dev_mode(call: &Call<'_>) -> Outcome {
    let branch = if let Some(name) = call.text("branchName")? {
        let branch = branches::named::<Edit>(call, name)?.id();
        if branch == branches::production(call)? {
            return Err(Failure::conflict("the production branch has no dev mode"));
        }
        branch
    } else {
        personal(call)?
    };
    call.write(
        "INSERT OR REPLACE INTO dev_modes (deployment_id, user_id, branch_id) VALUES (?1, ?2, ?3)",
        (call.deployment()?, call.caller.user_id, branch),
    )?;
    Ok(json!({ "devMode": true, "branch": branches::branch(call, branch)? }).into())
}

/// Ends the caller's dev mode. The branch stays.
pub fn stop_dev_mode(call: &Call<'_>) -> Outcome {
    let sql = "DELETE FROM dev_modes WHERE deployment_id = ?1 AND user_id = ?2";
    call.write(sql, (call.deployment()?, call.caller.user_id))?;
    Ok(json!({ "devMode": false }).into())
}

/// The files of a branch: the named one, else the caller's in dev mode, else production.
pub fn list_files(call: &Call<'_>) -> Outcome {
    let sql = "SELECT name AS path, content FROM files WHERE branch_id = ?1 ORDER BY name";
    let files = call.all(sql, [read_branch(call)?.id()])?;
    Ok(page::of_values(call, &files)?.into())
}

/// The hash of each file.
pub fn list_file_hashes(call: &Call<'_>) -> Outcome {
    let sql = "SELECT name, content FROM files WHERE branch_id = ?1 ORDER BY name";
    let files = call.all(sql, [read_branch(call)?.id()])?;
    let text = |file: &Value, name: &str| {
        let text = file.get(name).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let hashes: BTreeMap<String, Value> = files
        .iter()
        .map(|file| {
            (
                text(file, "name"),
                json!({ "hash": checksum::of(&text(file, "content")) }),
            )
        })
        .collect();
    Ok(json!({ "files": hashes }).into())
}

/// Writes a file: `path` and `content`.
pub fn put_file(call: &Call<'_>) -> Outcome {
    let branch = write_branch(call)?;
    let path = call.required_text("path")?;
    branches::put_file(
        call,
        branch.id(),
        path,
        call.text("content")?.unwrap_or_default(),
    )?;
    file(call, branch.id(), path)
}

/// Deletes the file `path`, which the body or the query names.
pub fn delete_file(call: &Call<'_>) -> Outcome {
    let branch = write_branch(call)?;
    let path = call
        .anywhere("path")?
        .ok_or_else(|| Failure::invalid("path is required"))?;
    let sql = "DELETE FROM files WHERE branch_id = ?1 AND name = ?2";
    match call.write(sql, (branch.id(), path))? {
        0 => Err(Failure::missing("file")),
        _ => Ok(json!({ "path": path, "deleted": true }).into()),
    }
}

/// Renames a file: from `path` to `newPath`.
pub fn rename_file(call: &Call<'_>) -> Outcome {
    let branch = write_branch(call)?.id();
    let (from, to) = (call.required_text("path")?, call.required_text("newPath")?);
    let sql = "SELECT 1 FROM files WHERE branch_id = ?1 AND name = ?2";
    if call.exists(sql, (branch, to))? && from != to {
        return Err(Failure::conflict("a file of the new name exists"));
    }
    let sql = "UPDATE files SET name = ?3 WHERE branch_id = ?1 AND name = ?2";
    match call.write(sql, (branch, from, to))? {
        0 => Err(Failure::missing("file")),
        _ => file(call, branch, to),
    }
}

/// Compiles a branch: the named one, else the caller's in dev mode, else the deploy branch.
/// Compilation errors give 200 with `valid: false`.
pub fn validate(call: &Call<'_>) -> Outcome {
    let branch = read_branch(call)?.id();
    let sql = "SELECT name, content FROM files WHERE branch_id = ?1 ORDER BY name";
    let files = call.all(sql, [branch])?;
    let errors: Vec<Value> = files
        .iter()
        .filter_map(|file| {
            let name = file.get("name").and_then(Value::as_str)?;
            let (line, message) = problem(name, file.get("content").and_then(Value::as_str)?)?;
            Some(json!({ "fileName": name, "line": line, "message": message }))
        })
        .collect();
    let name = branches::branch(call, branch)?.get("name").cloned();
    Ok(json!({ "valid": errors.is_empty(), "branchName": name, "errors": errors }).into())
}

/// The compilation error of a file, with its line. The sandbox's compiler reads JSON and YAML; it does
/// not know other languages.
fn problem(name: &str, content: &str) -> Option<(usize, String)> {
    let extension = Path::new(name).extension().and_then(|text| text.to_str());
    match extension {
        Some("json") => {
            let error = serde_json::from_str::<Value>(content).err()?;
            Some((error.line(), error.to_string()))
        }
        Some("yml" | "yaml") => {
            let error = Parser::new_from_str(content).find_map(Result::err)?;
            Some((error.marker().line(), error.info().to_owned()))
        }
        _ => None,
    }
}

fn read_branch(call: &Call<'_>) -> Result<Granted<Branch, Read>, Failure> {
    if let Some(name) = call.anywhere("branchName")? {
        return branches::named(call, name);
    }
    let branch = match branches::in_dev_mode(call)? {
        Some(branch) => branch,
        None => branches::production(call)?,
    };
    Granted::to(call, branch)
}

/// The branch to write to. It must be in dev mode.
pub fn write_branch(call: &Call<'_>) -> Result<Granted<Branch, Edit>, Failure> {
    let dev = branches::in_dev_mode(call)?;
    let asked: Option<Granted<Branch, Edit>> = match (call.anywhere("branchName")?, dev) {
        (Some(name), _) => Some(branches::named(call, name)?),
        (None, Some(dev)) => Some(Granted::to(call, dev)?),
        (None, None) => None,
    };
    asked
        .filter(|branch| Some(branch.id()) == dev)
        .ok_or_else(|| {
            Failure::forbidden("files are written only on a branch in dev mode: start it first")
        })
}

fn personal(call: &Call<'_>) -> Result<i64, Failure> {
    let sql =
        "SELECT id FROM branches WHERE deployment_id = ?1 AND kind = 'personal' AND owner_id = ?2";
    let user = call.caller.user_id;
    if let Some(id) = call.scalar(sql, (call.deployment()?, user))? {
        return Ok(id);
    }
    let parent = branches::production(call)?;
    let name = free_name(call, &format!("dev-{user}"))?;
    branches::fork(call, &name, parent, "personal", Some(user))
}

/// The name, followed by a number if a branch has it already.
fn free_name(call: &Call<'_>, name: &str) -> Result<String, Failure> {
    let mut free = name.to_owned();
    let mut number = 1;
    while branches::find(call, &free)?.is_some() {
        number += 1;
        free = format!("{name}-{number}");
    }
    Ok(free)
}

fn file(call: &Call<'_>, branch: i64, path: &str) -> Outcome {
    let sql = "SELECT name AS path, content FROM files WHERE branch_id = ?1 AND name = ?2";
    Ok(Reply::from(call.found("file", sql, (branch, path))?))
}
