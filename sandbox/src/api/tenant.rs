//! The tenant's settings, and the part that the application reads.

use rusqlite::Connection;
use serde_json::{Map, Value};

use super::call::Call;
use super::documents::merge;
use super::page;
use super::reply::Outcome;
use super::rows::{self, Object};
use crate::json::Failure;

/// The settings that `GET /api/v1/app-config` returns.
const CONFIG: &[&str] = &[
    "appTheme",
    "applyThemeGlobally",
    "creatorMode",
    "embedding",
    "sheetsUi",
    "sheetsAgentChatEnabled",
    "timezoneSettings",
];

/// The settings.
pub fn retrieve_settings(call: &Call<'_>) -> Outcome {
    Ok(Value::Object(settings(call)?).into())
}

/// Merges the body into the settings. Omitted fields stay unchanged.
pub fn update_settings(call: &Call<'_>) -> Outcome {
    let mut all = settings(call)?;
    merge(&mut all, &call.object()?);
    let all = Value::Object(all);
    call.write("UPDATE tenant SET settings = ?1", [all.to_string()])?;
    Ok(all.into())
}

/// The theme: `palette` and `logoUrl`, and the deprecated `light` and `dark`.
pub fn theme(call: &Call<'_>) -> Outcome {
    let mut theme = settings(call)?
        .remove("appTheme")
        .and_then(|theme| theme.as_object().cloned())
        .unwrap_or_default();
    for name in ["palette", "logoUrl", "light", "dark"] {
        theme.entry(name).or_insert(Value::Null);
    }
    Ok(Value::Object(theme).into())
}

/// The configuration of the application.
pub fn config(call: &Call<'_>) -> Outcome {
    let settings = settings(call)?;
    let shown: Map<String, Value> = CONFIG
        .iter()
        .map(|name| {
            let value = settings.get(*name).cloned().unwrap_or_default();
            ((*name).to_owned(), value)
        })
        .collect();
    Ok(Value::Object(shown).into())
}

/// The regions that the tenant may use.
pub fn regions(call: &Call<'_>) -> Outcome {
    let regions = call.json("SELECT regions FROM tenant", [])?;
    let regions = regions.as_ref().and_then(Value::as_array);
    Ok(page::of_values(call, regions.map_or(&[], Vec::as_slice))?.into())
}

/// 403 unless a feature is on for this account.
pub fn require_feature(call: &Call<'_>, feature: &str, name: &str) -> Result<(), Failure> {
    let settings = settings(call)?;
    let on = settings.get("features").and_then(|all| all.get(feature));
    if on == Some(&Value::Bool(true)) {
        return Ok(());
    }
    Err(Failure::forbidden(format!("this needs {name}")))
}

/// 403 unless the account has a plan.
pub fn require_plan(call: &Call<'_>, plan: &str) -> Result<(), Failure> {
    let settings = Value::Object(settings(call)?);
    if settings.pointer("/plan/name").and_then(Value::as_str) == Some(plan) {
        return Ok(());
    }
    Err(Failure::forbidden(format!("this needs the {plan} plan")))
}

/// The account's default time zone: `timezoneSettings.default`.
pub fn default_timezone(db: &Connection) -> Result<Option<String>, Failure> {
    let sql = "SELECT settings ->> '$.timezoneSettings.default' FROM tenant";
    Ok(rows::scalar::<Option<String>>(db, sql, [])?.flatten())
}

/// The plan's maximum number of workbooks; `None` means no limit.
pub fn workbook_limit(call: &Call<'_>) -> Result<Option<i64>, Failure> {
    let sql = "SELECT settings ->> '$.plan.workbookLimit' FROM tenant";
    Ok(call.scalar::<Option<i64>>(sql, [])?.flatten())
}

fn settings(call: &Call<'_>) -> Result<Object, Failure> {
    call.json_object("SELECT settings FROM tenant", [])
}
