//! Parses HTTP dates for the Rust client; the npm package uses JavaScript's `Date`. Only
//! IMF-fixdate of RFC 9110, because servers no longer send the two obsolete forms.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// The epoch milliseconds of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(super) fn parse(text: &str) -> Option<f64> {
    let (_, date) = text.split_once([','])?;
    let mut parts = date.trim_ascii().split([' ']);
    let mut next = || parts.next();
    let day = number(next()?, 31).filter(|day| *day > 0)?;
    let name = next()?;
    let month = MONTHS.iter().position(|month| *month == name)?;
    let year = number(next()?, 9999).filter(|year| *year >= 1970)?;
    let mut clock = next()?.split([':']);
    let hour = number(clock.next()?, 23)?;
    let minute = number(clock.next()?, 59)?;
    let second = number(clock.next()?, 60)?;
    if clock.next().is_some() || next() != Some("GMT") || next().is_some() {
        return None;
    }
    let days = days_before(year, u32::try_from(month).ok()?) + day - 1;
    let seconds = (hour * 60 + minute) * 60 + second;
    Some((f64::from(days) * 86_400.0 + f64::from(seconds)) * 1000.0)
}

fn number(text: &str, most: u32) -> Option<u32> {
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| all_digits);
    number.filter(|number| *number <= most)
}

/// The days from the epoch to the first day of a month; January is 0. Counts years from March, so
/// that the leap day is the last day of a year.
fn days_before(year: u32, month: u32) -> u32 {
    let (year, months) = if month >= 2 {
        (year, month - 2)
    } else {
        (year - 1, month + 10)
    };
    let of_years = year * 365 + year / 4 - year / 100 + year / 400;
    // From March on, every five months have 153 days.
    let of_months = (153 * months + 2) / 5;
    // 719,468 days from 1 March of the year 0 to the epoch.
    of_years + of_months - 719_468
}
