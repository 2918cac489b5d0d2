//! Parts of a time.

use svc_embed::session::Millis;

use crate::{MINUTE, SECOND};

/// How often `unit` fits into `time`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast rounds down, and no time is negative"
)]
pub fn whole(time: Millis, unit: Millis) -> u64 {
    (time.number() / unit.number()) as u64
}

/// What is left of `time` after the last whole `part`.
pub fn rest(time: Millis, part: Millis) -> Millis {
    Millis::from_number(time.number() % part.number())
}

/// The number of the second in which `time` ends.
pub fn second_of(time: Millis) -> usize {
    usize::try_from(whole(time, SECOND)).unwrap_or_default()
}

/// `17 min`, or `17:30 min`.
pub fn in_minutes(time: Millis) -> String {
    let seconds = whole(rest(time, MINUTE), SECOND);
    let minutes = whole(time, MINUTE);
    if seconds == 0 {
        format!("{minutes} min")
    } else {
        format!("{minutes}:{seconds:02} min")
    }
}
