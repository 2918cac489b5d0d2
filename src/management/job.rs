//! Long work: how far a job is, by what a poll answers.
//!
//! The service does not describe the values of a job's status. Those that end a job are known by
//! the words that services use for it; every other value means that it goes on.

use super::data::Data;
use super::text::Text;

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// It goes on.
    Running,
    /// It ended with a result.
    Done,
    /// It ended without one.
    Failed,
}

impl Progress {
    /// Its name.
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

/// Reads how far a job is: `status`, or `state`, at the top or in `data`.
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

/// The id of a job that was started: the member `key`, or `id`, at the top or in `data`; or what
/// follows `collection` in a URL, where the answer has only the URLs to poll.
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

/// Looks into the texts of an object, and so many levels deeper.
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
