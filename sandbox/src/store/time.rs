//! Periods and buckets in a viewer's time zone.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan as _, Zoned};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use serde::Deserialize;

use super::StoreError;
use crate::clock::EpochMs;

/// The unit of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Calendar days.
    Day,
    /// Calendar months.
    Month,
}

/// A period that ends now, or that ended some of its own lengths ago.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Range {
    /// The unit.
    pub unit: Unit,
    /// The number of units, including the current one.
    pub count: u16,
    /// How many of its own lengths ago it ended.
    #[serde(default)]
    pub back: u16,
    /// True if a past period includes its whole last unit. Otherwise its last unit ends at the same
    /// position as now in the current unit, which makes the two periods comparable.
    #[serde(default)]
    pub whole: bool,
}

/// The granularity of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// By day.
    Day,
    /// By month.
    Month,
}

/// The first instant, and the first instant after the end.
pub type Bounds = (EpochMs, EpochMs);

/// The time zone with this IANA name.
pub fn zone(name: &str) -> Result<TimeZone, StoreError> {
    TimeZone::get(name).map_err(|_| StoreError::Invalid("unknown time zone"))
}

impl Range {
    /// The beginning and end of the period in this zone.
    pub fn bounds(self, now: EpochMs, zone: &TimeZone) -> Result<Bounds, StoreError> {
        self.checked_bounds(now, zone)
            .ok_or(StoreError::Invalid("unknown period"))
    }

    fn checked_bounds(self, now: EpochMs, zone: &TimeZone) -> Option<Bounds> {
        let here = zoned(now, zone)?;
        let today = here.date();
        let current = match self.unit {
            Unit::Day => today,
            Unit::Month => today.first_of_month(),
        };
        let length = self.span(1)?;
        let shift = self.span(self.back)?;
        let end = current.checked_add(self.one()).ok()?;
        let first = end.checked_sub(length).ok()?.checked_sub(shift).ok()?;
        let after = end.checked_sub(shift).ok()?;
        let to = match (self.back, self.whole) {
            (0, _) => now + 1,
            (_, true) => start_of(after, zone)?,
            (_, false) => {
                let then = here.checked_sub(shift).ok()?;
                then.timestamp().as_millisecond() + 1
            }
        };
        Some((start_of(first, zone)?, to))
    }

    fn one(self) -> Span {
        match self.unit {
            Unit::Day => 1.day(),
            Unit::Month => 1.month(),
        }
    }

    fn span(self, lengths: u16) -> Option<Span> {
        let units = i64::from(lengths) * i64::from(self.count);
        match self.unit {
            Unit::Day => Span::new().try_days(units).ok(),
            Unit::Month => Span::new().try_months(units).ok(),
        }
    }
}

/// The name of each bucket between two instants, in order. The name is the date of its first day.
pub fn buckets(
    (from, to): Bounds,
    granularity: Granularity,
    zone: &TimeZone,
) -> Option<Vec<String>> {
    let last = zoned(to - 1, zone)?.date();
    let mut day = floor(zoned(from, zone)?.date(), granularity);
    let mut names = Vec::new();
    while day <= last {
        names.push(day.to_string());
        let step = match granularity {
            Granularity::Day => 1.day(),
            Granularity::Month => 1.month(),
        };
        day = day.checked_add(step).ok()?;
    }
    Some(names)
}

/// Adds the function `local_bucket(epoch_ms, zone, 'day' | 'month')` to `SQLite`.
pub fn register_functions(connection: &Connection) -> Result<(), rusqlite::Error> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("local_bucket", 3, flags, |call| {
        let zone = call.get_or_create_aux(1, |value| -> Result<TimeZone, jiff::Error> {
            TimeZone::get(value.as_str().unwrap_or_default())
        })?;
        let granularity = match call.get_raw(2).as_str() {
            Ok("month") => Granularity::Month,
            _ => Granularity::Day,
        };
        let bucket = zoned(call.get(0)?, &zone).map(|here| floor(here.date(), granularity));
        Ok(bucket.map(|date| date.to_string()))
    })
}

fn floor(date: Date, granularity: Granularity) -> Date {
    match granularity {
        Granularity::Day => date,
        Granularity::Month => date.first_of_month(),
    }
}

fn zoned(at: EpochMs, zone: &TimeZone) -> Option<Zoned> {
    Some(Timestamp::from_millisecond(at).ok()?.to_zoned(zone.clone()))
}

fn start_of(date: Date, zone: &TimeZone) -> Option<EpochMs> {
    let start = date.to_zoned(zone.clone()).ok()?;
    Some(start.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> EpochMs {
        text.parse::<Timestamp>()
            .map_or(0, Timestamp::as_millisecond)
    }

    fn range(unit: Unit, count: u16, back: u16, whole: bool) -> Range {
        Range {
            unit,
            count,
            back,
            whole,
        }
    }

    #[test]
    fn a_period_begins_at_the_viewers_midnight() {
        let now = at("2026-03-10T02:00:00Z");
        let week = range(Unit::Day, 7, 0, false);
        let bounds = |name| zone(name).and_then(|zone| week.bounds(now, &zone)).ok();
        assert_eq!(bounds("UTC"), Some((at("2026-03-04T00:00:00Z"), now + 1)));
        // In New York it is still the 9th, and on the 3rd it was winter time.
        assert_eq!(
            bounds("America/New_York"),
            Some((at("2026-03-03T05:00:00Z"), now + 1))
        );
    }

    #[test]
    fn the_period_before_is_as_long() {
        let now = at("2026-03-10T12:00:00Z");
        let zone = TimeZone::UTC;
        let comparable = range(Unit::Day, 30, 1, false).bounds(now, &zone).ok();
        assert_eq!(
            comparable,
            Some((at("2026-01-10T00:00:00Z"), at("2026-02-08T12:00:00Z") + 1))
        );
        let last_month = range(Unit::Month, 1, 1, true).bounds(now, &zone).ok();
        assert_eq!(
            last_month,
            Some((at("2026-02-01T00:00:00Z"), at("2026-03-01T00:00:00Z")))
        );
    }

    #[test]
    fn every_bucket_has_a_name() {
        let bounds = (at("2026-01-15T00:00:00Z"), at("2026-03-02T00:00:00Z"));
        assert_eq!(
            buckets(bounds, Granularity::Month, &TimeZone::UTC),
            Some(vec![
                "2026-01-01".to_owned(),
                "2026-02-01".to_owned(),
                "2026-03-01".to_owned()
            ])
        );
    }
}
