//! Long work: reads the progress of a job from the answer to a poll.
//!
//! The service does not describe the values of a job's status. The values that end a job are the
//! words that services commonly use. Every other value means that the job is running.

use super::data::Data;
use super::text::Text;

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

impl Progress {
    /// The name in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Progress::Running => "running",
            Progress::Done => "done",
            Progress::Failed => "failed",
        }
    }
}

const DONE: &str = "^(completed?|done|succeeded|success|successful|finished|ready)$";
const FAILED: &str = "^(failed|failure|error|errored|canceled|cancelled|aborted|expired|timed_?out|timeout|terminated|rejected)$";

/// Reads the progress from `status` or `state`, at the top or in `data`.
pub fn progress<D: Data>(body: &D) -> Progress {
    let inner = body.member("data").unwrap_or_else(|| body.clone());
    let status = [body, &inner]
        .into_iter()
        .find_map(|part| part.text_of("status").or_else(|| part.text_of("state")))
        .map(|status| status.lowercase());
    match status {
        Some(status) if status.matches(DONE) => Progress::Done,
        Some(status) if status.matches(FAILED) => Progress::Failed,
        _ => Progress::Running,
    }
}

/// The id of a job that was started: the member `key` or `id`, at the top or in `data`. If the
/// answer has only URLs to poll, the segment after `collection` in a URL.
pub fn id<D: Data>(body: &D, key: &D::Text, collection: &D::Text) -> Option<D::Text> {
    let inner = body.member("data").unwrap_or_else(|| body.clone());
    let named = |part: &D| {
        part.member_named(key)
            .or_else(|| part.member("id"))?
            .scalar()
    };
    named(body)
        .or_else(|| named(&inner))
        .or_else(|| id_in_urls(&inner, collection, 2))
}

/// Searches the texts of an object and of its members, `depth` levels deep.
fn id_in_urls<D: Data>(value: &D, collection: &D::Text, depth: u32) -> Option<D::Text> {
    value.keys().find_map(|key| {
        let member = value.member_named(&key)?;
        if let Some(url) = member.text() {
            let mut segments = url.parts("[/?]");
            segments.find(|segment| segment == collection)?;
            return segments.next();
        }
        if depth == 0 {
            return None;
        }
        id_in_urls(&member, collection, depth - 1)
    })
}
