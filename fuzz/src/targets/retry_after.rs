//! `Retry-After`: seconds, a date, or anything.

use std::time::Duration;
use svc_embed::management::Method;

use svc_embed::management::retry::{
    FIRST_PAUSE, Failure, LONGEST_PAUSE, LONGEST_RETRY_AFTER, Situation, pause,
};

use super::Bytes;

pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let retries = u32::from(bytes.byte());
    let seconds = bytes.number() % 253_402_300_800;
    let is_date = bytes.flag();
    let Some(text) = bytes.text() else {
        return;
    };
    let text = if is_date {
        date(seconds)
    } else {
        text.to_owned()
    };
    let situation = |now_ms| Situation {
        retries,
        max_retries: 256,
        method: Method::Get,
        has_idempotency_key: false,
        now_ms,
        chance: f64::from(retries % 3) / 2.0,
    };
    let failure = Failure::Status {
        status: 429,
        retry_after: Some(text.clone()),
    };
    #[expect(clippy::cast_precision_loss, reason = "seconds of some thousand years")]
    let now = seconds as f64 * 1000.0;
    let found = pause(&failure, situation(now));
    if is_date {
        assert_eq!(found, Some(Duration::ZERO), "{text} is now");
        let earlier = pause(&failure, situation(now - 30_000.0));
        assert_eq!(
            earlier,
            Some(Duration::from_secs(30)),
            "{text} is in half a minute"
        );
    }
    let digits = text.trim_ascii();
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let seconds = digits.trim_start_matches('0');
        let wanted = match seconds.len() {
            0 => Some(0),
            1 | 2 => seconds.parse().ok().filter(|seconds| *seconds <= 60),
            _ => None,
        };
        let wanted = wanted.map(Duration::from_secs);
        assert_eq!(found, wanted, "{text} s");
    }
    if let Some(found) = found {
        let longest = LONGEST_RETRY_AFTER.max(LONGEST_PAUSE);
        assert!(found <= longest, "a pause of {found:?}");
    }
    let without = pause(&Failure::Network, situation(now)).unwrap();
    assert!((FIRST_PAUSE / 2..=LONGEST_PAUSE).contains(&without));
}

/// The date of an epoch second, day by day from the leap years: another way than the parser's.
fn date(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    // Whole eras of 400 years first, so that no year takes thousands of steps.
    year += days / 146_097 * 400;
    days %= 146_097;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let months = [
        ("Jan", 31),
        ("Feb", february),
        ("Mar", 31),
        ("Apr", 30),
        ("May", 31),
        ("Jun", 30),
        ("Jul", 31),
        ("Aug", 31),
        ("Sep", 30),
        ("Oct", 31),
        ("Nov", 30),
        ("Dec", 31),
    ];
    let mut month = months.iter();
    let mut current = month.next().unwrap();
    while days >= current.1 {
        days -= current.1;
        current = month.next().unwrap();
    }
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    let (day, name) = (days + 1, current.0);
    format!("Sun, {day:02} {name} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
}
