//! Long work: reads the progress of a job from the answer to a poll.
//!
//! The words of a status are in `service.toml`. Every other word means that the job is running, so waiting
//! for a job has a limit.

use std::time::Duration;

use serde_json::Value;

use super::generated::words::{DONE, FAILED};
use super::value::{member, scalar, text_of};

/// The progress of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// The job is running or queued.
    Running,
    /// The job ended with a result.
    Done,
    /// The job ended without a result.
    Failed,
}

/// The operations of a kind of job, and where its answers have the job's id.
pub(super) struct Kind {
    pub operation: &'static str,
    pub poll: &'static str,
    pub cancel: Option<&'static str>,
    pub id: &'static str,
    pub collection: &'static str,
    pub limit: Duration,
}

/// Reads the progress from the status.
pub fn progress(body: &Value) -> Progress {
    let word = status(body).map(|status| status.to_lowercase().replace([' ', '-'], "_"));
    match word.as_deref() {
        Some(word) if DONE.contains(&word) => Progress::Done,
        Some(word) if FAILED.contains(&word) => Progress::Failed,
        _ => Progress::Running,
    }
}

/// The status as the service wrote it: `status` or `state`, at the top or in `data`.
pub fn status(body: &Value) -> Option<&str> {
    let read = |part| text_of(part, "status").or_else(|| text_of(part, "state"));
    read(body).or_else(|| read(member(body, "data")?))
}

/// The id of a job that was started: the member `key` or `id`, at the top or in `data`. If the
/// answer has only URLs to poll, the segment after `collection` in a URL.
pub fn id(body: &Value, key: &str, collection: &str) -> Option<String> {
    let inner = member(body, "data").unwrap_or(body);
    let named = |part| scalar(member(part, key).or_else(|| member(part, "id"))?);
    named(body)
        .or_else(|| named(inner))
        .or_else(|| id_in_urls(inner, collection, 2))
}

/// Searches the texts of an object and of its members, `depth` levels deep.
fn id_in_urls(value: &Value, collection: &str, depth: u32) -> Option<String> {
    value.as_object()?.values().find_map(|member| match member {
        Value::String(url) => {
            let mut segments = url.split(['/', '?']);
            segments.find(|segment| *segment == collection)?;
            segments.next().map(str::to_owned)
        }
        _ if depth == 0 => None,
        _ => id_in_urls(member, collection, depth - 1),
    })
}
