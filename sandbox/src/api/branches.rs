//! Branches of a data model. Their files are committed as a whole, and pulled and merged file by file:
//! see [`merge`](super::merge).

use serde_json::{Value, json};

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::rights::{AtLeast, Branch, Edit, Granted, Read};
use super::{checksum, merge, page};
use crate::json::Failure;

/// Lists the shared branches and the caller's own.
pub fn list(call: &Call<'_>) -> Outcome {
    let sql = "SELECT * FROM branch_view WHERE deploymentId = ?1
               AND (kind <> 'personal' OR ownerId = ?2 OR ?3)";
    let params = vec![
        call.deployment()?.into(),
        call.caller.user_id.into(),
        call.caller.is_administrator().into(),
    ];
    page::list(call, sql, params)
}

/// Creates a shared branch from `parentBranch`, which is production by default.
pub fn create(call: &Call<'_>) -> Outcome {
    let name = match call.text("branchName")? {
        Some(name) => name,
        None => call.required_text("name")?,
    };
    if find(call, name)?.is_some() {
        return Err(Failure::conflict("a branch of this name exists"));
    }
    let parent = match call.text("parentBranch")? {
        Some(parent) => named::<Read>(call, parent)?.id(),
        None => production(call)?,
    };
    let id = fork(call, name, parent, "shared", None)?;
    Ok(Reply::created(branch(call, id)?))
}

/// Keeps a branch's staging environment active, or not. Only for shared branches: 409 for personal
/// ones and for production. The service does not describe the status of that rejection.
pub fn set_staging_environment(call: &Call<'_>) -> Outcome {
    let enabled = call.shaped("enabled", Value::as_bool)?;
    let id = match (call.field("branchName"), call.field("branchId")) {
        (Some(Value::String(name)), None) => named::<Edit>(call, name)?,
        (None, Some(id)) => Granted::to(call, id.as_i64().unwrap_or_default())?,
        _ => return Err(Failure::internal("branchName or branchId")),
    };
    let id = id.id();
    if kind(call, id)? != "shared" {
        return Err(Failure::conflict(
            "only shared branches have a staging environment",
        ));
    }
    call.write(
        "UPDATE branches SET staging_enabled = ?2 WHERE id = ?1",
        (id, enabled),
    )?;
    let branch = branch(call, id)?;
    let field = |name: &str| branch.get(name).cloned();
    Ok(json!({ "data": {
        "id": id,
        "name": field("name"),
        "parentBranch": field("parentBranch"),
        "lastHash": field("lastHash"),
        "isStagingEnvironmentEnabled": field("isStagingEnvironmentEnabled"),
    } })
    .into())
}

/// Deletes a branch. Its children get its parent as their parent.
pub fn delete(call: &Call<'_>) -> Outcome {
    let name = call
        .query("branchName")
        .ok_or_else(|| Failure::internal("branchName"))?;
    let id = named::<Edit>(call, name)?.id();
    if kind(call, id)? == "production" {
        return Err(Failure::conflict("the production branch cannot be deleted"));
    }
    let was = branch(call, id)?;
    // What the branch had in common with its parent, its children have in common with it, too.
    call.write("INSERT OR IGNORE INTO branch_bases (branch_id, other_id, files)
         SELECT c.id, b.other_id, b.files FROM branches c JOIN branch_bases b ON b.branch_id = c.parent_id
         WHERE c.parent_id = ?1",
        [id],
    )?;
    call.write("UPDATE branches SET parent_id = (SELECT parent_id FROM branches WHERE id = ?1) WHERE parent_id = ?1",
        [id],
    )?;
    call.write("DELETE FROM branches WHERE id = ?1", [id])?;
    Ok(was.into())
}

/// Commits a branch: stores the hash of its content.
pub fn commit(call: &Call<'_>, branch: &Granted<Branch, Edit>) -> Outcome {
    let id = branch.id();
    commit_branch(call, id)?;
    Ok(self::branch(call, id)?.into())
}

/// Merges the parent's changes into the branch. 409 if both have changed a file.
pub fn pull(call: &Call<'_>, branch: &Granted<Branch, Edit>) -> Outcome {
    let id = branch.id();
    let from: Granted<Branch, Read> = parent(call, id)?;
    merge::merge(call, id, from.id(), id)?;
    commit_branch(call, id)?;
    Ok(self::branch(call, id)?.into())
}

/// Merges a branch's changes into its parent. 409 if both have changed a file.
pub fn merge_to_parent(call: &Call<'_>, branch: &Granted<Branch, Edit>) -> Outcome {
    let id = branch.id();
    let into: Granted<Branch, Edit> = parent(call, id)?;
    merge_into(call, id, into.id())
}

/// Merges a branch's changes into production. 409 if both have changed a file.
pub fn merge_to_default(call: &Call<'_>, branch: &Granted<Branch, Edit>) -> Outcome {
    let id = branch.id();
    let into = production(call)?;
    merge_into(call, id, into)
}

fn merge_into(call: &Call<'_>, id: i64, into: i64) -> Outcome {
    merge::merge(call, id, id, into)?;
    commit_branch(call, into)?;
    Ok(branch(call, into)?.into())
}

/// The branch of this name, or 404.
pub fn named<L: AtLeast>(call: &Call<'_>, name: &str) -> Result<Granted<Branch, L>, Failure> {
    Granted::to(call, id_of(call, name)?)
}

fn id_of(call: &Call<'_>, name: &str) -> Result<i64, Failure> {
    find(call, name)?.ok_or_else(|| Failure::missing("branch"))
}

/// The production branch.
pub fn production(call: &Call<'_>) -> Result<i64, Failure> {
    production_id(call)?.ok_or_else(|| Failure::missing("branch"))
}

fn production_id(call: &Call<'_>) -> Result<Option<i64>, Failure> {
    let sql = "SELECT id FROM branches WHERE deployment_id = ?1 AND kind = 'production'";
    call.scalar(sql, [call.deployment()?])
}

/// The branch that the caller has in dev mode, if there is one.
pub fn in_dev_mode(call: &Call<'_>) -> Result<Option<i64>, Failure> {
    let sql = "SELECT branch_id FROM dev_modes WHERE deployment_id = ?1 AND user_id = ?2";
    call.scalar(sql, (call.deployment()?, call.caller.user_id))
}

/// The branch that the body or the query names; otherwise the caller's branch in dev mode.
pub fn asked(call: &Call<'_>) -> Result<i64, Failure> {
    match call.anywhere("branchName")? {
        Some(name) => id_of(call, name),
        None => in_dev_mode(call)?
            .ok_or_else(|| Failure::conflict("give branchName, or start dev mode first")),
    }
}

/// A branch in the form of an answer.
pub fn branch(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    call.found("branch", "SELECT * FROM branch_view WHERE id = ?1", [id])
}

/// Creates a branch with the files of its parent.
pub fn fork(
    call: &Call<'_>,
    name: &str,
    parent: i64,
    kind: &str,
    owner: Option<i64>,
) -> Result<i64, Failure> {
    let id = call.insert(
        "INSERT INTO branches (deployment_id, name, kind, parent_id, owner_id, last_hash)
         SELECT deployment_id, ?2, ?3, id, ?4, last_hash FROM branches WHERE id = ?1",
        (parent, name, kind, owner),
    )?;
    copy_files(call, parent, id)?;
    merge::remember(call, id, parent, &merge::files(call, parent)?)?;
    Ok(id)
}

/// The branch with this name that a user may write to. It is created if it does not exist; `None` if
/// it is the personal branch of another user, or if the deployment has no production branch to create
/// it from.
pub fn ensure_for(call: &Call<'_>, name: &str, user: i64) -> Result<Option<i64>, Failure> {
    if let Some(id) = find(call, name)? {
        let sql = "SELECT id FROM branches WHERE id = ?1 AND (kind <> 'personal' OR owner_id = ?2
                   OR EXISTS (SELECT 1 FROM users WHERE id = ?2 AND role = 'Administrator'))";
        return call.scalar(sql, (id, user));
    }
    match production_id(call)? {
        Some(parent) => fork(call, name, parent, "shared", None).map(Some),
        None => Ok(None),
    }
}

/// Writes a file on a branch.
pub fn put_file(call: &Call<'_>, branch: i64, name: &str, content: &str) -> Result<(), Failure> {
    let sql = "INSERT OR REPLACE INTO files (branch_id, name, content) VALUES (?1, ?2, ?3)";
    call.write(sql, (branch, name, content)).map(drop)
}

/// Stores the hash of a branch's content.
pub fn commit_branch(call: &Call<'_>, id: i64) -> Result<(), Failure> {
    let sql = "SELECT name, content FROM files WHERE branch_id = ?1 ORDER BY name";
    let files = Value::Array(call.all(sql, [id])?);
    let hash = checksum::of(&files.to_string());
    call.write(
        "UPDATE branches SET last_hash = ?2 WHERE id = ?1",
        (id, hash),
    )
    .map(drop)
}

fn copy_files(call: &Call<'_>, from: i64, to: i64) -> Result<(), Failure> {
    let sql = "INSERT INTO files (branch_id, name, content)
               SELECT ?2, name, content FROM files WHERE branch_id = ?1";
    call.write(sql, (from, to)).map(drop)
}

/// The branch with this name, if there is one.
pub fn find(call: &Call<'_>, name: &str) -> Result<Option<i64>, Failure> {
    let sql = "SELECT id FROM branches WHERE name = ?1 AND deployment_id = ?2";
    call.scalar(sql, (name, call.deployment()?))
}

fn kind(call: &Call<'_>, id: i64) -> Result<String, Failure> {
    let sql = "SELECT kind FROM branches WHERE id = ?1";
    call.scalar(sql, [id])?
        .ok_or_else(|| Failure::missing("branch"))
}

/// The parent of a branch. It may be the personal branch of somebody else, whose files are theirs.
fn parent<L: AtLeast>(call: &Call<'_>, id: i64) -> Result<Granted<Branch, L>, Failure> {
    let sql = "SELECT parent_id FROM branches WHERE id = ?1";
    let parent: Option<Option<i64>> = call.scalar(sql, [id])?;
    let parent = parent.flatten();
    let parent = parent.ok_or_else(|| Failure::conflict("the branch has no parent"))?;
    Granted::to(call, parent)
}
