//! The dates of HTTP (RFC 9110, IMF-fixdate; the two obsolete forms are no longer sent).

use super::text::digits;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// The epoch milliseconds of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(super) fn parse(text: &str) -> Option<i64> {
    let (_, date) = text.split_once([','])?;
    let mut parts = date.trim_ascii().split([' ']);
    let day = number(parts.next()?, 1..=31)?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)?;
    let year = number(parts.next()?, 1970..=9999)?;
    let mut clock = parts.next()?.split([':']);
    let hour = number(clock.next()?, 0..=23)?;
    let minute = number(clock.next()?, 0..=59)?;
    let second = number(clock.next()?, 0..=60)?;
    if clock.next().is_some() || parts.next() != Some("GMT") || parts.next().is_some() {
        return None;
    }
    let days = days_before(year, i64::try_from(month).ok()? + 1) + day - 1;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
}

fn number(text: &str, range: core::ops::RangeInclusive<i64>) -> Option<i64> {
    let value = i64::from(digits(text)?);
    range.contains(&value).then_some(value)
}

/// The days from the epoch to the first of a month. The year begins in March, so that the leap day
/// is its last.
fn days_before(year: i64, month: i64) -> i64 {
    let (year, months) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let of_years = year * 365 + year / 4 - year / 100 + year / 400;
    // 153 days in each five months, beginning in March.
    let of_months = (153 * months + 2) / 5;
    // The days from the first of March of the year 0 to the epoch.
    of_years + of_months - 719_468
}
