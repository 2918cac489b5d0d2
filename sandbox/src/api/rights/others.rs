//! What belongs to a user or to a deployment: embedded dashboards, branches, uploads, exports,
//! notifications and OAuth tokens.

use rusqlite::OptionalExtension as _;

use super::{Item, Level, Target, level, refused};
use crate::api::call::{Call, id_of};
use crate::api::{branches, jobs};
use crate::json::Failure;

/// A dashboard that is addressed by its public id.
#[derive(Debug, Clone, Copy)]
pub struct EmbeddedDashboard {
    /// Its id.
    pub id: i64,
    /// Its workbook.
    pub workbook: i64,
    deployment: i64,
    is_published: bool,
    allows_embed: bool,
}

impl Target for EmbeddedDashboard {
    type Id = Self;

    const NOUN: &'static str = "dashboard";

    fn in_path(call: &Call<'_>) -> Result<Self, Failure> {
        let found = call
            .db
            .prepare_cached(
                "SELECT id, workbook_id, deployment_id, status = 'published', allow_embed
                 FROM dashboards WHERE public_id = ?1",
            )?
            .query_row([call.path("publicId")], |row| {
                Ok(Self {
                    id: row.get(0)?,
                    workbook: row.get(1)?,
                    deployment: row.get(2)?,
                    is_published: row.get(3)?,
                    allows_embed: row.get(4)?,
                })
            });
        found
            .optional()?
            .ok_or_else(|| Failure::missing(Self::NOUN))
    }

    /// A signed session reads the published dashboards for which signed embedding is on. For anyone
    /// else, and to change one, the access to its workbook counts.
    fn require(call: &Call<'_>, dashboard: &Self, least: Level) -> Result<(), Failure> {
        call.caller.within(dashboard.deployment)?;
        if least == Level::Read && call.caller.is_signed() {
            if !dashboard.is_published {
                return Err(Failure::missing(Self::NOUN));
            }
            return if dashboard.allows_embed {
                Ok(())
            } else {
                Err(Failure::forbidden(
                    "signed embedding of this dashboard is off",
                ))
            };
        }
        match level(call, Item::Workbook(dashboard.workbook))? {
            Some(level) if level >= least => Ok(()),
            _ => Err(refused("dashboard's workbook", least)),
        }
    }
}

/// A branch of a data model.
#[derive(Debug, Clone, Copy)]
pub struct Branch;

impl Target for Branch {
    type Id = i64;

    const NOUN: &'static str = "branch";

    /// The branch that the body or the query names; otherwise the caller's branch in dev mode.
    fn in_path(call: &Call<'_>) -> Result<i64, Failure> {
        branches::asked(call)
    }

    /// A personal branch exists for its owner and for administrators only. The table asks for the
    /// permission that reading and changing branches needs.
    fn require(call: &Call<'_>, id: &i64, _: Level) -> Result<(), Failure> {
        let sql = "SELECT 1 FROM branches WHERE id = ?1 AND deployment_id = ?2
                   AND (kind <> 'personal' OR owner_id = ?3 OR ?4)";
        let caller = &call.caller;
        let parameters = (
            id,
            call.deployment()?,
            caller.user_id,
            caller.is_administrator(),
        );
        call.must_exist(Self::NOUN, sql, parameters)
    }
}

/// A chunked upload.
#[derive(Debug, Clone, Copy)]
pub struct Upload;

impl Target for Upload {
    type Id = i64;

    const NOUN: &'static str = "upload";

    /// The upload that the body or the query names.
    fn in_path(call: &Call<'_>) -> Result<i64, Failure> {
        let id = call
            .anywhere("uploadId")?
            .ok_or_else(|| Failure::invalid("uploadId is required"))?;
        id_of(id).ok_or_else(|| Failure::missing(Self::NOUN))
    }

    /// An upload belongs to the user who started it. Their branch must still be in dev mode.
    fn require(call: &Call<'_>, id: &i64, _: Level) -> Result<(), Failure> {
        let sql = "SELECT u.branch_id FROM uploads u JOIN branches b ON b.id = u.branch_id
                   WHERE u.id = ?1 AND b.deployment_id = ?2 AND u.user_id = ?3";
        let user = call.caller.user_id;
        let branch: Option<i64> = call.scalar(sql, (id, call.deployment()?, user))?;
        let branch = branch.ok_or_else(|| Failure::missing(Self::NOUN))?;
        if branches::in_dev_mode(call)? == Some(branch) {
            return Ok(());
        }
        Err(Failure::forbidden(
            "the upload's branch is no longer in dev mode: start dev mode on it again",
        ))
    }
}

/// An export of a dashboard.
#[derive(Debug, Clone, Copy)]
pub struct Export;

impl Target for Export {
    type Id = String;

    const NOUN: &'static str = "export";

    fn in_path(call: &Call<'_>) -> Result<String, Failure> {
        Ok(call.path("jobId").to_owned())
    }

    /// An export shows what the user who started it sees, so it exists for them and for
    /// administrators only.
    fn require(call: &Call<'_>, id: &String, _: Level) -> Result<(), Failure> {
        let job = jobs::find(call, "export", id)?;
        if job.user_id == call.caller.user_id || call.caller.is_administrator() {
            return Ok(());
        }
        Err(Failure::missing("job"))
    }
}

/// A scheduled notification.
#[derive(Debug, Clone, Copy)]
pub struct Notification;

impl Target for Notification {
    type Id = i64;

    const NOUN: &'static str = "notification";

    fn in_path(call: &Call<'_>) -> Result<i64, Failure> {
        call.id("notificationId")
    }

    /// A notification exists for its owner and for those who may manage the dashboard's workbook.
    fn require(call: &Call<'_>, id: &i64, _: Level) -> Result<(), Failure> {
        let sql = "SELECT d.owner_id, b.workbook_id FROM documents d
                   LEFT JOIN dashboards b ON CAST(b.id AS TEXT) = CAST(d.rest ->> '$.dashboardId' AS TEXT)
                        OR b.public_id = d.rest ->> '$.dashboardPublicId'
                   WHERE d.collection = 'notifications' AND d.id = ?1 AND d.scope = ?2";
        let found = call
            .db
            .prepare_cached(sql)?
            .query_row((id, call.path("deploymentId")), |row| {
                Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?))
            });
        let (owner, workbook) = found
            .optional()?
            .ok_or_else(|| Failure::missing(Self::NOUN))?;
        if owner == Some(call.caller.user_id) || call.caller.is_administrator() {
            return Ok(());
        }
        let level = match workbook {
            Some(workbook) => level(call, Item::Workbook(workbook))?,
            None => None,
        };
        match level {
            Some(Level::Manage) => Ok(()),
            _ => Err(Failure::missing(Self::NOUN)),
        }
    }
}

/// An OAuth token of the caller.
#[derive(Debug, Clone, Copy)]
pub struct OwnToken;

impl Target for OwnToken {
    type Id = i64;

    const NOUN: &'static str = "OAuth token";

    fn in_path(call: &Call<'_>) -> Result<i64, Failure> {
        call.id("tokenId")
    }

    /// A token exists for its owner only, whatever their role.
    fn require(call: &Call<'_>, id: &i64, _: Level) -> Result<(), Failure> {
        let sql = "SELECT 1 FROM documents
                   WHERE collection = 'userOauthTokens' AND id = ?1 AND owner_id = ?2";
        call.must_exist(Self::NOUN, sql, (id, call.caller.user_id))
    }
}
