//! Long work and retries: words and numbers.

use serde::Deserialize;

/// The words of a job's status.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    pub done: Vec<String>,
    pub failed: Vec<String>,
}

/// A kind of job. Its name is that of its namespace.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Job {
    pub start: String,
    pub last: String,
    /// The member of its answers that has the job's id.
    pub id: String,
    pub limit_seconds: u64,
}

/// What is tried again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retries {
    pub statuses: Vec<u16>,
}
