//! The journal: what was asked of the service. Pure. It has no query, no header and no body, so that
//! it contains no key, no session id and no token.

use std::collections::VecDeque;

use serde::Serialize;

use crate::clock::EpochMs;

/// The most requests that are remembered.
pub const MAX_ENTRIES: usize = 10_000;

/// A segment of a path that is longer than this may be a secret, so it is not shown.
const LONGEST_SEGMENT: usize = 31;

/// One request.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its number, counted from 1 since the last reset.
    pub n: u64,
    /// When it came, by the sandbox's clock.
    pub at: EpochMs,
    /// The method.
    pub method: String,
    /// The id of the operation; null for embed pages, and for paths where nothing is.
    pub operation: Option<&'static str>,
    /// The path without its query.
    pub path: String,
    /// The status of the answer; null as long as there is none.
    pub status: Option<u16>,
    /// How long the answer took, in milliseconds; null as long as it is not complete.
    pub duration_ms: Option<f64>,
    /// The fault that was performed, by its name in `/control/faults`.
    pub fault: Option<&'static str>,
}

/// The requests since the last reset, the oldest first.
#[derive(Debug, Default)]
pub struct Journal {
    entries: VecDeque<Entry>,
    last: u64,
}

/// What is known of a request when it comes.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The method.
    pub method: &'a str,
    /// The id of the operation.
    pub operation: Option<&'static str>,
    /// The path.
    pub path: &'a str,
}

impl Journal {
    /// Notes a request, and returns its number.
    pub fn note(&mut self, asked: &Asked<'_>, at: EpochMs) -> u64 {
        self.last += 1;
        if self.entries.len() >= MAX_ENTRIES {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry {
            n: self.last,
            at,
            method: asked.method.to_owned(),
            operation: asked.operation,
            path: shown(asked.path),
            status: None,
            duration_ms: None,
            fault: None,
        });
        self.last
    }

    /// The entry with a number, unless it is forgotten.
    pub fn entry(&mut self, n: u64) -> Option<&mut Entry> {
        let first = self.entries.front()?.n;
        let place = usize::try_from(n.checked_sub(first)?).ok()?;
        self.entries.get_mut(place)
    }

    /// The requests after the one with the number `since`, of one operation or of all.
    pub fn after(&self, since: u64, operation: Option<&str>) -> Vec<&Entry> {
        let is_wanted = |entry: &&Entry| {
            entry.n > since && operation.is_none_or(|id| entry.operation == Some(id))
        };
        self.entries.iter().filter(is_wanted).collect()
    }

    /// The number of the last request; 0 if there was none.
    pub fn last(&self) -> u64 {
        self.last
    }
}

/// A path without what may be a secret.
fn shown(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        if segment.len() > LONGEST_SEGMENT {
            "…"
        } else {
            segment
        }
    });
    segments.collect::<Vec<_>>().join("/")
}
