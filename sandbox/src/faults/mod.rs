//! Faults that are switched on for tests. Pure: the caller asks for the next fault and performs it.

mod api;
mod embed;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use api::{ApiFault, ApiFaults, RetryAfter};
pub use embed::{EmbedFault, PageMode};

/// How the page's own backend answers a request to mint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackendMode {
    /// With a new id.
    #[default]
    Ok,
    /// 503.
    Down,
    /// With a new id, after a delay.
    Slow,
    /// Never answers.
    Hang,
    /// 200 with an HTML page.
    Junk,
    /// An id that is a number.
    Number,
    /// An id that is the empty string.
    Empty,
    /// The id of the previous answer.
    Repeat,
    /// 401: the viewer is no longer signed in to the page.
    SignedOut,
}

/// The default delay of [`BackendMode::Slow`].
pub const SLOW_DELAY_MS: u64 = 3_000;

/// A fault of the backend. With `times`, it ends after that many requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BackendFault {
    /// The mode.
    pub mode: BackendMode,
    /// The delay of [`BackendMode::Slow`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// The number of requests that it still affects. Absent: all, until it is set again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

/// The default duration of a job.
pub const JOB_DURATION_MS: u64 = 300;

/// How exports, syncs and previews that start from now on will end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct JobsFault {
    /// The duration of each, in milliseconds of the sandbox's clock.
    pub duration_ms: u64,
    /// True if each ends without a result.
    pub fail: bool,
}

impl Default for JobsFault {
    fn default() -> Self {
        Self {
            duration_ms: JOB_DURATION_MS,
            fail: false,
        }
    }
}

/// The active faults.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Faults {
    /// The page's own backend.
    pub backend: BackendFault,
    /// The number of exchanges of valid ids that will still be refused.
    pub reject_exchanges: u32,
    /// The service's jobs.
    pub jobs: JobsFault,
    /// An id is redeemed at the moment its page is asked for, and not when the page's script
    /// exchanges it. The description of the service allows both.
    pub strict: bool,
    /// Each viewer is signed in to the service, so that a page without an id opens a private session.
    /// Otherwise it asks for a sign-in.
    pub signed_in: bool,
    /// The number of embed pages that will still fail with 502.
    pub fail_pages: u32,
    /// The number of signed sessions that will still lapse as soon as they are opened.
    pub lapse_at_once: u32,
    /// What the embed's pages do.
    pub embed: EmbedFault,
    /// How calls of the API fail.
    pub api: ApiFaults,
}

impl Faults {
    /// The faults after a change of some fields. `is_operation` says whether an operation exists.
    ///
    /// What is wrong, in a sentence that names a fault of the API by its place: 422 for a value of another type,
    /// else 400.
    pub fn changed(
        &self,
        change: Map<String, Value>,
        is_operation: impl Fn(&str) -> bool,
    ) -> Result<Self, (StatusCode, String)> {
        let mistyped =
            |error: serde_json::Error| (StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
        let mut all = serde_json::to_value(self).map_err(mistyped)?;
        if let Some(fields) = all.as_object_mut() {
            fields.extend(change);
        }
        let all: Self = serde_json::from_value(all).map_err(mistyped)?;
        for (place, fault) in all.api.0.iter().enumerate() {
            let checked = fault.check(&is_operation);
            checked.map_err(|wrong| (StatusCode::BAD_REQUEST, format!("api[{place}]: {wrong}")))?;
        }
        Ok(all)
    }

    /// Returns the fault for one request to the backend, and counts the request if the fault is
    /// limited.
    pub fn next_backend(&mut self) -> BackendFault {
        let fault = self.backend;
        match self.backend.times {
            Some(0) => return BackendFault::default(),
            Some(1) => self.backend = BackendFault::default(),
            Some(times) => self.backend.times = Some(times - 1),
            None => {}
        }
        fault
    }
}

/// True if something must fail that fails so many times more. Counts it in that case.
pub fn take_one(left: &mut u32) -> bool {
    let is_left = *left > 0;
    *left = left.saturating_sub(1);
    is_left
}
