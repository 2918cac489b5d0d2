//! Periods and buckets in a viewer's time zone.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use serde::Deserialize;

use super::StoreError;
use crate::clock::EpochMs;

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Calendar days.
    Day,
    /// Calendar months.
    Month,
}

impl Unit {
    fn span(self, count: i64) -> Option<Span> {
        match self {
            Self::Day => Span::new().try_days(count).ok(),
            Self::Month => Span::new().try_months(count).ok(),
        }
    }

    /// The first day of the unit that a day is in.
    fn floor(self, date: Date) -> Date {
        match self {
            Self::Day => date,
            Self::Month => date.first_of_month(),
        }
    }
}

/// A period that ends now, or some of its own lengths ago at the same position of its last unit, which
/// makes the two comparable.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Range {
    /// The unit.
    pub unit: Unit,
    /// The number of units, including the current one.
    pub count: u16,
    /// How many of its own lengths ago it ended.
    #[serde(default)]
    pub back: u16,
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
        let lengths = |lengths: u16| self.unit.span(i64::from(lengths) * i64::from(self.count));
        let shift = lengths(self.back)?;
        let current = self.unit.floor(here.date());
        let end = current.checked_add(self.unit.span(1)?).ok()?;
        let first = end.checked_sub(lengths(1)?).ok()?.checked_sub(shift).ok()?;
        let then = here.checked_sub(shift).ok()?;
        let start = first.to_zoned(zone.clone()).ok()?.timestamp();
        Some((
            start.as_millisecond(),
            then.timestamp().as_millisecond() + 1,
        ))
    }
}

/// The name of each bucket between two instants, in order. The name is the date of its first day.
pub fn buckets((from, to): Bounds, unit: Unit, zone: &TimeZone) -> Option<Vec<String>> {
    let last = zoned(to - 1, zone)?.date();
    let mut day = unit.floor(zoned(from, zone)?.date());
    let mut names = Vec::new();
    while day <= last {
        names.push(day.to_string());
        day = day.checked_add(unit.span(1)?).ok()?;
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
        let unit = match call.get_raw(2).as_str() {
            Ok("month") => Unit::Month,
            _ => Unit::Day,
        };
        let bucket = zoned(call.get(0)?, &zone).map(|here| unit.floor(here.date()));
        Ok(bucket.map(|date| date.to_string()))
    })
}

fn zoned(at: EpochMs, zone: &TimeZone) -> Option<Zoned> {
    Some(Timestamp::from_millisecond(at).ok()?.to_zoned(zone.clone()))
}
