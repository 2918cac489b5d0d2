//! The audit log. It records every successful call that may change something, and is exported as
//! CSV.

use rusqlite::{Connection, Params};
use serde_json::Value;

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::{rows, tenant};
use crate::clock::EpochMs;
use crate::json::Failure;

/// The lines that are kept. Older ones are forgotten, so that a long run does not fill the memory.
const KEPT: i64 = 100_000;

/// Notes a call that was answered well. An unknown future operation needs no line here.
pub fn note(call: &Call<'_>) -> Result<(), Failure> {
    let target: Vec<String> = call
        .path_parameters()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let line = (
        call.now,
        call.operation.id,
        &call.caller.email,
        target.join(" "),
    );
    add(call.db, line)
}

/// Adds a line to the log, and forgets the oldest.
fn add(db: &Connection, line: impl Params) -> Result<(), Failure> {
    let sql =
        "INSERT INTO audit_events (at, event_name, user_email, detail) VALUES (?1, ?2, ?3, ?4)";
    let newest = rows::insert(db, sql, line)?;
    let sql = "DELETE FROM audit_events WHERE id <= ?1";
    rows::write(db, sql, [newest - KEPT]).map(drop)
}

/// The log as CSV. It needs the Audit Log feature of the enterprise plan. The table requires the
/// permission `AuditLogManage`.
pub fn export(call: &Call<'_>) -> Outcome {
    tenant::require_feature(
        call,
        "auditLog",
        "the Audit Log feature of the enterprise plan",
    )?;
    tenant::require_plan(call, "enterprise")?;
    let time = |name: &str, read: fn(&str) -> Option<EpochMs>| {
        call.query(name)
            .map(|text| {
                read(text)
                    .ok_or_else(|| Failure::invalid(format!("{name} is not an ISO 8601 date")))
            })
            .transpose()
    };
    let events = call.all(
        r#"SELECT at AS "at:time", event_name AS eventName, user_email AS userEmail, detail
           FROM audit_events
           WHERE at >= coalesce(?1, at) AND at <= coalesce(?2, at)
             AND event_name = coalesce(?3, event_name) AND user_email = coalesce(?4, user_email)
             AND (?5 IS NULL OR has_words(event_name || ' ' || user_email || ' ' || detail, ?5))
           ORDER BY id"#,
        (
            time("start", rows::epoch)?,
            time("end", rows::epoch_end)?,
            call.query("eventName"),
            call.query("userEmail"),
            call.query("search"),
        ),
    )?;
    let mut csv = String::from("timestamp,eventName,userEmail,detail\r\n");
    for event in &events {
        let cells = ["at", "eventName", "userEmail", "detail"]
            .map(|name| cell(event.get(name).and_then(Value::as_str).unwrap_or_default()));
        csv.push_str(&cells.join(","));
        csv.push_str("\r\n");
    }
    Ok(Reply::File {
        media_type: "text/csv; charset=utf-8",
        name: "audit-logs.csv".to_owned(),
        content: csv.into_bytes(),
    })
}

/// A cell in the format of RFC 4180.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_the_last_lines_are_kept() {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch(include_str!("schema.sql")).unwrap();
        // Two lines fewer than the log keeps.
        let fill = "WITH RECURSIVE numbers (n) AS
                        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99998)
                    INSERT INTO audit_events (at, event_name, user_email)
                    SELECT n, 'old', 'ada@acme.example' FROM numbers";
        db.execute(fill, ()).unwrap();
        let lines = || -> (i64, i64) {
            let sql = "SELECT count(*), min(at) FROM audit_events";
            db.query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?)))
                .unwrap()
        };
        // How many lines there are, and which is the oldest.
        for wanted in [(99_999, 1), (100_000, 1), (100_000, 2), (100_000, 3)] {
            add(&db, (100_000, "new", "ada@acme.example", "")).unwrap();
            assert_eq!(lines(), wanted);
        }
    }
}
