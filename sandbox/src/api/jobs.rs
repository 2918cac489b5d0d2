//! Work that takes time. Nothing runs in the background: the status of a job follows from its start
//! and from the clock.

use rusqlite::OptionalExtension as _;
use serde_json::Value;

use super::call::Call;
use crate::clock::EpochMs;
use crate::json::Failure;
use crate::secret::Secret;

/// The status of a job. The names are the sandbox's choice, because the service does not describe
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Running.
    Running,
    /// Done.
    Completed,
    /// Ended without a result.
    Failed,
    /// Cancelled.
    Cancelled,
}

impl Status {
    /// The name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A job.
#[derive(Debug)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// The user who started it.
    pub user_id: i64,
    /// The body it was started with.
    pub request: Value,
    /// When it was started.
    pub started_at: EpochMs,
    /// When it ends, or ended.
    pub ends_at: EpochMs,
    /// The status.
    pub status: Status,
}

/// Starts a job. The sandbox's faults decide how long it takes and whether it fails.
pub fn start(call: &Call<'_>, kind: &str) -> Result<Job, Failure> {
    let fault = call.state.world().faults.jobs;
    let id = Secret::text()?;
    let lasts = i64::try_from(fault.duration_ms).unwrap_or(i64::MAX);
    let ends_at = call.now.saturating_add(lasts);
    call.write(
        "INSERT INTO jobs (id, kind, deployment_id, user_id, request, started_at, ends_at, fails)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        (
            &id,
            kind,
            call.deployment()?,
            call.caller.user_id,
            Value::Object(call.object()?).to_string(),
            call.now,
            ends_at,
            fault.fail,
        ),
    )?;
    find(call, kind, &id)
}

/// A job of the deployment, or 404.
pub fn find(call: &Call<'_>, kind: &str, id: &str) -> Result<Job, Failure> {
    let found = call
        .db
        .prepare_cached(
            "SELECT id, request, started_at, ends_at, fails, cancelled_at, user_id FROM jobs
             WHERE kind = ?1 AND id = ?2 AND deployment_id = ?3",
        )?
        .query_row((kind, id, call.deployment()?), |row| {
            let request: String = row.get(1)?;
            let (ends_at, fails): (EpochMs, bool) = (row.get(3)?, row.get(4)?);
            let cancelled: Option<EpochMs> = row.get(5)?;
            let status = match (cancelled, call.now < ends_at, fails) {
                (Some(_), _, _) => Status::Cancelled,
                (None, true, _) => Status::Running,
                (None, false, true) => Status::Failed,
                (None, false, false) => Status::Completed,
            };
            Ok(Job {
                id: row.get(0)?,
                user_id: row.get(6)?,
                request: serde_json::from_str(&request).unwrap_or_default(),
                started_at: row.get(2)?,
                ends_at: cancelled.unwrap_or(ends_at),
                status,
            })
        })
        .optional()?;
    found.ok_or_else(|| Failure::missing("job"))
}

/// Cancels a running job. A job that has ended stays unchanged.
pub fn cancel(call: &Call<'_>, job: &Job) -> Result<(), Failure> {
    call.write(
        "UPDATE jobs SET cancelled_at = ?2 WHERE id = ?1 AND cancelled_at IS NULL AND ends_at > ?2",
        (&job.id, call.now),
    )?;
    Ok(())
}
