//! The audit log. It records every successful call that may change something, and is exported as
//! CSV.

use serde_json::Value;

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::{rows, tenant};
use crate::clock::EpochMs;
use crate::json::Failure;

/// Notes a call that was answered well. An unknown future operation needs no line here.
pub fn note(call: &Call<'_>) -> Result<(), Failure> {
    let target: Vec<String> = call
        .path_parameters()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let sql = "INSERT INTO audit_events (at, event_name, user_email, detail)
               VALUES (?1, ?2, ?3, ?4)";
    let target = target.join(" ");
    let line = (call.now, call.operation.id, &call.caller.email, target);
    call.write(sql, line).map(drop)
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
