//! The merge of three versions of a data model's files: what two branches had in common, and what each
//! has now.

use std::collections::{BTreeMap, BTreeSet};

use super::branches;
use super::call::Call;
use crate::json::Failure;

/// The content of each file by its name.
pub type Files = BTreeMap<String, String>;

/// The most branches between a branch and one that it descends from.
const MAX_DEPTH: usize = 1_000;

/// Merges the files of `from` into `into`, and remembers what both have in common then.
///
/// 409 that names the files that both have changed, each in another way. Nothing has changed then.
pub fn merge(call: &Call<'_>, branch: i64, from: i64, into: i64) -> Result<(), Failure> {
    let other = if branch == from { into } else { from };
    let (ours, theirs) = (files(call, into)?, files(call, from)?);
    let base = if let Some(base) = base(call, branch, other)? {
        base
    } else {
        // The seed does not say where a branch was forked: its files were once those of the other.
        let mut base = files(call, other)?;
        let own = files(call, branch)?;
        base.retain(|name, _| own.contains_key(name));
        base
    };
    let merged = of(&base, &ours, &theirs).map_err(|names| {
        Failure::conflict(format!(
            "both branches have changed {}: make them the same on one branch first",
            names.join(", ")
        ))
    })?;
    set_files(call, into, &ours, &merged)?;
    remember(call, branch, other, &theirs)
}

/// Remembers the files that two branches have in common.
pub fn remember(call: &Call<'_>, branch: i64, other: i64, files: &Files) -> Result<(), Failure> {
    let sql =
        "INSERT OR REPLACE INTO branch_bases (branch_id, other_id, files) VALUES (?1, ?2, ?3)";
    let files = serde_json::to_string(files).map_err(Failure::internal)?;
    call.write(sql, (branch, other, files)).map(drop)
}

/// The files of a branch.
pub fn files(call: &Call<'_>, branch: i64) -> Result<Files, Failure> {
    let sql = "SELECT name, content FROM files WHERE branch_id = ?1";
    let files = call.each(sql, [branch], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(files.into_iter().collect())
}

/// What a branch, or the nearest branch that it descends from, had in common with another.
fn base(call: &Call<'_>, branch: i64, other: i64) -> Result<Option<Files>, Failure> {
    let mut next = Some(branch);
    for _ in 0..MAX_DEPTH {
        let Some(id) = next else { break };
        let sql = "SELECT files FROM branch_bases WHERE branch_id = ?1 AND other_id = ?2";
        let known: Option<String> = call.scalar(sql, (id, other))?;
        if let Some(text) = known {
            return serde_json::from_str(&text).map_err(Failure::internal);
        }
        let sql = "SELECT parent_id FROM branches WHERE id = ?1";
        next = call.scalar::<Option<i64>>(sql, [id])?.flatten();
    }
    Ok(None)
}

fn set_files(call: &Call<'_>, branch: i64, before: &Files, after: &Files) -> Result<(), Failure> {
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        let sql = "DELETE FROM files WHERE branch_id = ?1 AND name = ?2";
        call.write(sql, (branch, name))?;
    }
    for (name, content) in after
        .iter()
        .filter(|(name, content)| before.get(*name) != Some(content))
    {
        branches::put_file(call, branch, name, content)?;
    }
    Ok(())
}

/// The merged files. A change of one side is taken, also a deletion.
///
/// The names of the files that both sides have changed, each in another way.
fn of(base: &Files, ours: &Files, theirs: &Files) -> Result<Files, Vec<String>> {
    let names: BTreeSet<&String> = base
        .keys()
        .chain(ours.keys())
        .chain(theirs.keys())
        .collect();
    let (mut merged, mut conflicts) = (Files::new(), Vec::new());
    for name in names {
        let (was, our, their) = (base.get(name), ours.get(name), theirs.get(name));
        let content = if our == their || their == was {
            our
        } else if our == was {
            their
        } else {
            conflicts.push(name.clone());
            continue;
        };
        if let Some(content) = content {
            merged.insert(name.clone(), content.clone());
        }
    }
    if conflicts.is_empty() {
        Ok(merged)
    } else {
        Err(conflicts)
    }
}
