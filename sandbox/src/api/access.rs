//! Access to the items of the workspace: read, edit and manage. Ownership and policies grant
//! access, and items inherit it from their folders.

use rusqlite::OptionalExtension as _;

use super::call::Call;
use super::rows;
use crate::json::Failure;

/// A level of access to an item. Each level includes the levels before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Read the item.
    Read,
    /// Change the item.
    Edit,
    /// Share and delete the item.
    Manage,
}

impl Level {
    fn of(action: &str) -> Option<Self> {
        match action {
            "read" => Some(Self::Read),
            "edit" => Some(Self::Edit),
            "manage" => Some(Self::Manage),
            _ => None,
        }
    }
}

/// An item of the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// A folder.
    Folder(i64),
    /// A workbook.
    Workbook(i64),
    /// A report.
    Report(i64),
}

impl Item {
    /// The item's kind in policies, and its id.
    pub fn key(self) -> (&'static str, i64) {
        match self {
            Self::Folder(id) => ("FOLDER", id),
            Self::Workbook(id) => ("WORKBOOK", id),
            Self::Report(id) => ("REPORT", id),
        }
    }

    /// Its name, for messages.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Folder(_) => "folder",
            Self::Workbook(_) => "workbook",
            Self::Report(_) => "report",
        }
    }
}

/// The owner and the container of an item.
struct Facts {
    owner: Option<i64>,
    holder: Option<Item>,
}

/// The caller's level of access to an item; `None` if the caller may not read it.
pub fn level(call: &Call<'_>, item: Item) -> Result<Option<Level>, Failure> {
    if call.caller.is_administrator() {
        return Ok(Some(Level::Manage));
    }
    let mut best = None;
    let mut next = Some(item);
    while let Some(item) = next {
        let Some(facts) = facts(call, item)? else {
            break;
        };
        if facts.owner == Some(call.caller.user_id) {
            return Ok(Some(Level::Manage));
        }
        best = best.max(shared(call, item)?);
        next = facts.holder;
    }
    Ok(best)
}

/// 403 if the caller has less than this level of access to an item.
pub fn require(call: &Call<'_>, item: Item, least: Level) -> Result<(), Failure> {
    if level(call, item)?.is_some_and(|level| level >= least) {
        return Ok(());
    }
    let least = match least {
        Level::Read => "read",
        Level::Edit => "edit",
        Level::Manage => "manage",
    };
    Err(Failure::forbidden(format!(
        "this needs {least} access to the {}",
        item.noun()
    )))
}

fn facts(call: &Call<'_>, item: Item) -> Result<Option<Facts>, Failure> {
    let sql = match item {
        Item::Folder(_) => "SELECT user_id, parent_id, NULL FROM folders WHERE id = ?1",
        Item::Workbook(_) => "SELECT user_id, folder_id, NULL FROM workbooks WHERE id = ?1",
        // A report belongs to a workbook, or else to a folder.
        Item::Report(_) => "SELECT user_id, folder_id, workbook_id FROM reports WHERE id = ?1",
    };
    let found = call
        .db
        .prepare_cached(sql)?
        .query_row([item.key().1], |row| {
            let (folder, workbook): (Option<i64>, Option<i64>) = (row.get(1)?, row.get(2)?);
            Ok(Facts {
                owner: row.get(0)?,
                holder: workbook.map(Item::Workbook).or(folder.map(Item::Folder)),
            })
        })
        .optional()?;
    Ok(found)
}

fn shared(call: &Call<'_>, item: Item) -> Result<Option<Level>, Failure> {
    let (kind, id) = item.key();
    let sql = "SELECT action FROM policies p WHERE kind = ?1 AND item_id = ?2 AND (
                 (user_id = ?3)
                 OR EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = p.group_id AND m.user_id = ?3)
                 OR (embed_tenant = ?4) OR (all_embed AND ?5))";
    let mut statement = call.db.prepare_cached(sql)?;
    let parameters = (
        kind,
        id,
        call.caller.user_id,
        call.caller.embed_tenant(),
        call.caller.embed.is_some(),
    );
    let actions = statement.query_map(parameters, |row| row.get::<_, String>(0))?;
    let mut best = None;
    for action in actions {
        best = best.max(Level::of(&action?));
    }
    Ok(best)
}

/// 404 unless the item is in the deployment of the path.
pub fn in_deployment(call: &Call<'_>, item: Item) -> Result<(), Failure> {
    let sql = match item {
        Item::Folder(_) => "SELECT 1 FROM folders WHERE id = ?1 AND deployment_id = ?2",
        Item::Workbook(_) => "SELECT 1 FROM workbooks WHERE id = ?1 AND deployment_id = ?2",
        Item::Report(_) => "SELECT 1 FROM reports WHERE id = ?1 AND deployment_id = ?2",
    };
    let found: Option<i64> = rows::scalar(call.db, sql, (item.key().1, call.deployment()?))?;
    found
        .map(|_| ())
        .ok_or_else(|| Failure::missing(item.noun()))
}

/// A WITH clause that restricts lists to the items that the caller may read. It defines
/// `open_folders`, `open_workbooks` and `open_reports`. Its parameter `?2` is the embed tenant.
pub fn readable(call: &Call<'_>) -> String {
    let user = call.caller.user_id;
    let embed = i32::from(call.caller.embed.is_some());
    let all = i32::from(call.caller.is_administrator());
    format!(
        "WITH RECURSIVE shared AS (
            SELECT kind, item_id FROM policies p
            WHERE user_id = {user} OR embed_tenant = ?2 OR (all_embed AND {embed}) OR EXISTS (
                SELECT 1 FROM group_members m WHERE m.group_id = p.group_id AND m.user_id = {user})),
         open_folders (id) AS (
            SELECT id FROM folders WHERE {all} OR user_id = {user}
                OR id IN (SELECT item_id FROM shared WHERE kind = 'FOLDER')
            UNION SELECT f.id FROM folders f JOIN open_folders o ON f.parent_id = o.id),
         open_workbooks (id) AS (
            SELECT id FROM workbooks WHERE {all} OR user_id = {user}
                OR id IN (SELECT item_id FROM shared WHERE kind = 'WORKBOOK')
                OR folder_id IN open_folders),
         open_reports (id) AS (
            SELECT id FROM reports WHERE {all} OR user_id = {user}
                OR id IN (SELECT item_id FROM shared WHERE kind = 'REPORT')
                OR workbook_id IN open_workbooks OR folder_id IN open_folders)"
    )
}
