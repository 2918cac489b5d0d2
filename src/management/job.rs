//! Long work: how far a job is, by what a poll answers.
//!
//! The service does not describe the values of a job's status. Those that end a job are known by
//! the words that services use for it; every other value means that it goes on.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::data::Data;

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

const DONE: &[&str] = &[
    "completed",
    "complete",
    "done",
    "succeeded",
    "success",
    "successful",
    "finished",
    "ready",
];
const FAILED: &[&str] = &[
    "failed",
    "failure",
    "error",
    "errored",
    "canceled",
    "cancelled",
    "aborted",
    "expired",
    "timed_out",
    "timedout",
    "timeout",
    "terminated",
    "rejected",
];

/// Reads how far a job is: `status`, or `state`, at the top or in `data`.
pub fn progress<D: Data>(body: &D) -> Progress {
    let inner = body.given("data").unwrap_or_else(|| body.clone());
    let status = [body, &inner]
        .iter()
        .find_map(|part| part.text_of("status").or_else(|| part.text_of("state")))
        .unwrap_or_default();
    let is_one_of = |words: &[&str]| words.iter().any(|word| status.eq_ignore_ascii_case(word));
    if is_one_of(DONE) {
        Progress::Done
    } else if is_one_of(FAILED) {
        Progress::Failed
    } else {
        Progress::Running
    }
}

/// The id of a job that was started: the member `key`, or `id`, at the top or in `data`; or what
/// follows `collection` in a URL, where the answer has only the URLs to poll.
pub fn id<D: Data>(body: &D, key: &str, collection: &str) -> Option<String> {
    let inner = body.given("data").unwrap_or_else(|| body.clone());
    let named = |part: &&D| part.given(key).or_else(|| part.given("id"))?.scalar();
    [body, &inner]
        .iter()
        .find_map(named)
        .or_else(|| id_in_urls(&inner, collection, 2))
}

/// Looks into the texts of an object, and so many levels deeper.
fn id_in_urls<D: Data>(value: &D, collection: &str, depth: u32) -> Option<String> {
    value.keys().find_map(|key| {
        let member = value.member(&key)?;
        if let Some(url) = member.text() {
            let mut segments = url.split(['/', '?']);
            segments.find(|segment| *segment == collection)?;
            return segments.next().map(ToOwned::to_owned);
        }
        if depth == 0 {
            return None;
        }
        id_in_urls(&member, collection, depth - 1)
    })
}
