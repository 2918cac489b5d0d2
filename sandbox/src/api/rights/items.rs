//! The items of the workspace: folders, workbooks and reports. Ownership and policies grant access,
//! and items inherit it from what contains them.

use rusqlite::OptionalExtension as _;

use super::{AtLeast, Granted, Level, Target, refused};
use crate::api::call::Call;
use crate::json::Failure;

/// The permission without which a caller changes no item, whoever shared it with them.
const WORKBOOK_EDIT: &str = "WorkbookEdit";

macro_rules! items {
    ($($item:ident $noun:literal $in_path:literal;)*) => {$(
        #[doc = concat!("A ", $noun, ".")]
        #[derive(Debug, Clone, Copy)]
        pub struct $item;

        impl Target for $item {
            type Id = i64;

            const NOUN: &'static str = $noun;

            fn in_path(call: &Call<'_>) -> Result<i64, Failure> {
                call.id($in_path)
            }

            fn require(call: &Call<'_>, id: &i64, least: Level) -> Result<(), Failure> {
                require(call, Item::$item(*id), least)
            }
        }
    )*};
}
items! {
    Folder "folder" "folderId";
    Workbook "workbook" "workbookId";
    Report "report" "reportId";
}

/// The proof of access to an item of any kind.
pub enum AnyItem<L: AtLeast> {
    /// To a folder.
    Folder(Granted<Folder, L>),
    /// To a workbook.
    Workbook(Granted<Workbook, L>),
    /// To a report.
    Report(Granted<Report, L>),
}

impl<L: AtLeast> AnyItem<L> {
    /// Asks for access to an item of this kind: FOLDER, WORKBOOK or REPORT.
    ///
    /// 400 for another kind, 404 for an item that is not in the deployment of the path, and 403 for
    /// one to which the caller has less access.
    pub fn to(call: &Call<'_>, kind: &str, id: i64) -> Result<Self, Failure> {
        match kind {
            "FOLDER" => Granted::to(call, id).map(Self::Folder),
            "WORKBOOK" => Granted::to(call, id).map(Self::Workbook),
            "REPORT" => Granted::to(call, id).map(Self::Report),
            _ => Err(Failure::invalid(
                "an item is { type: FOLDER, WORKBOOK or REPORT, id }",
            )),
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
    fn key(self) -> (&'static str, i64) {
        match self {
            Self::Folder(id) => ("FOLDER", id),
            Self::Workbook(id) => ("WORKBOOK", id),
            Self::Report(id) => ("REPORT", id),
        }
    }

    /// Its name, for messages.
    fn noun(self) -> &'static str {
        match self {
            Self::Folder(_) => Folder::NOUN,
            Self::Workbook(_) => Workbook::NOUN,
            Self::Report(_) => Report::NOUN,
        }
    }
}

/// The owner and the container of an item.
struct Facts {
    owner: Option<i64>,
    holder: Option<Item>,
}

/// The caller's level of access to an item; `None` if the caller may not read it. A caller
/// without the permission `WorkbookEdit` reads only.
pub fn level(call: &Call<'_>, item: Item) -> Result<Option<Level>, Failure> {
    if call.caller.is_administrator() {
        return Ok(Some(Level::Manage));
    }
    let most = if call.caller.holds(WORKBOOK_EDIT) {
        Level::Manage
    } else {
        Level::Read
    };
    let mut best = None;
    let mut next = Some(item);
    while let Some(item) = next {
        let Some(facts) = facts(call, item)? else {
            break;
        };
        if facts.owner == Some(call.caller.user_id) {
            return Ok(Some(most));
        }
        best = best.max(shared(call, item)?);
        next = facts.holder;
    }
    Ok(best.min(Some(most)))
}

/// 404 unless the item is in the deployment of the path, then 403 below this level of access.
fn require(call: &Call<'_>, item: Item, least: Level) -> Result<(), Failure> {
    let sql = match item {
        Item::Folder(_) => "SELECT deployment_id FROM folders WHERE id = ?1",
        Item::Workbook(_) => "SELECT deployment_id FROM workbooks WHERE id = ?1",
        Item::Report(_) => "SELECT deployment_id FROM reports WHERE id = ?1",
    };
    let deployment: Option<i64> = call.scalar(sql, [item.key().1])?;
    let deployment = deployment.ok_or_else(|| Failure::missing(item.noun()))?;
    if call.has_deployment() && call.deployment()? != deployment {
        return Err(Failure::missing(item.noun()));
    }
    call.caller.within(deployment)?;
    if level(call, item)?.is_some_and(|level| level >= least) {
        return Ok(());
    }
    Err(refused(item.noun(), least))
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
    let (user, tenant) = (call.caller.user_id, call.caller.embed_tenant());
    let actions = call.each(
        sql,
        (kind, id, user, tenant, call.caller.is_signed()),
        |row| row.get::<_, String>(0),
    )?;
    Ok(actions.iter().filter_map(|action| Level::of(action)).max())
}

/// A WITH clause that restricts lists to the items that the caller may read. It defines
/// `open_folders`, `open_workbooks` and `open_reports`. Its parameter `?2` is the embed tenant.
pub fn readable(call: &Call<'_>) -> String {
    let user = call.caller.user_id;
    let embed = i32::from(call.caller.is_signed());
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
                OR workbook_id IN open_workbooks
                OR (workbook_id IS NULL AND folder_id IN open_folders))"
    )
}
