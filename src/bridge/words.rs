//! The words that are read of every message. Each has a number, by which it is named across the
//! boundary: a string would be copied anew each time.

use super::host;
use crate::protocol::envelope::{DIRECTION_EVENT, SOURCE as SOURCE_NAME};

/// The number of a word: its place in [`WORDS`], or among those that were learnt after them.
pub(super) type Key = u32;

pub(super) const SOURCE: Key = 0;
pub(super) const DIRECTION: Key = 1;
pub(super) const TYPE: Key = 2;
pub(super) const TIMESTAMP: Key = 3;
pub(super) const SURFACE: Key = 4;
pub(super) const PAYLOAD: Key = 5;
pub(super) const IS_SVC_EMBED: Key = 6;
pub(super) const IS_EVENT: Key = 7;

const WORDS: [&str; 8] = [
    "source",
    "direction",
    "type",
    "timestamp",
    "surface",
    "payload",
    SOURCE_NAME,
    DIRECTION_EVENT,
];

/// Hands the words to JavaScript, in the order of their numbers.
pub(super) fn learn() {
    for word in WORDS {
        host::learn(word);
    }
}
