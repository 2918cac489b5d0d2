//! References to reports in free-form JSON: what a clone must point at its own copies (rule 3).
//!
//! - A field `reportId`, `…ReportId` or their plurals names reports: by their ids, as numbers or as
//!   texts, or by their public ids. So does `reportPublicId`.
//! - The keys of an object that belongs to such a field, or to one with `report` in its name, name
//!   reports, if they are ids of reports that were copied.
//! - A value that is no id names nothing, and stays as it is.

use std::collections::HashMap;

use serde_json::Value;

use crate::api::call::Call;
use crate::json::Failure;

/// The copies of reports.
#[derive(Debug, Default)]
pub struct Copies {
    /// The id of the copy for the id of each source.
    ids: HashMap<i64, i64>,
    /// The public ids of the deployment's reports, each with that of its copy if it has one.
    public_ids: HashMap<String, Option<String>>,
}

impl Copies {
    /// The id of a source's copy.
    pub fn get(&self, source: i64) -> Option<i64> {
        self.ids.get(&source).copied()
    }

    /// Adds a copy.
    pub fn insert(&mut self, source: i64, copy: i64) {
        self.ids.insert(source, copy);
    }

    /// Learns the public ids of all reports of the deployment.
    pub fn learn(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        let all = public_ids(call)?;
        let by_id: HashMap<i64, &String> = all.iter().map(|(name, id)| (*id, name)).collect();
        let copy_of = |id: &i64| Some((*by_id.get(&self.get(*id)?)?).clone());
        let copies = all.iter().map(|(name, id)| (name.clone(), copy_of(id)));
        self.public_ids = copies.collect();
        Ok(())
    }

    /// Points each report that is named at its copy, in the same form. A report without a copy is
    /// named no longer.
    pub fn repointed(&self, value: Value) -> Value {
        self.within(value, false)
    }

    /// `names_keys` is true if the keys of an object may name reports.
    fn within(&self, value: Value, names_keys: bool) -> Value {
        match value {
            Value::Array(values) => {
                let values = values.into_iter();
                values.map(|value| self.within(value, names_keys)).collect()
            }
            Value::Object(fields) => fields
                .into_iter()
                .map(|(name, value)| {
                    let value = self.field(&name, value);
                    match self.copy_of_text(&name) {
                        Named::Copy(copy) if names_keys => (copy, value),
                        _ => (name, value),
                    }
                })
                .collect(),
            value => value,
        }
    }

    fn field(&self, name: &str, value: Value) -> Value {
        let may_have_keys = name.to_ascii_lowercase().contains("report");
        match value {
            Value::Array(values) if names_reports(name) => {
                let kept = |value: &Value| !matches!(self.named(value), Named::Lost);
                let values = values.into_iter().filter(kept);
                values.map(|value| self.copy(value)).collect()
            }
            Value::Array(_) | Value::Object(_) => self.within(value, may_have_keys),
            value if names_reports(name) => self.copy(value),
            value => value,
        }
    }

    fn copy(&self, value: Value) -> Value {
        match self.named(&value) {
            Named::Copy(text) if value.is_string() => text.into(),
            Named::Copy(text) => text.parse::<i64>().map_or(Value::Null, Value::from),
            Named::Lost => Value::Null,
            Named::Nothing => self.within(value, true),
        }
    }

    fn named(&self, value: &Value) -> Named {
        match value {
            Value::String(text) => self.copy_of_text(text),
            value => value.as_i64().map_or(Named::Nothing, |id| self.copy_of(id)),
        }
    }

    fn copy_of_text(&self, text: &str) -> Named {
        match (self.public_ids.get(text), text.parse()) {
            (Some(Some(copy)), _) => Named::Copy(copy.clone()),
            (Some(None), _) => Named::Lost,
            (None, Ok(id)) => self.copy_of(id),
            (None, Err(_)) => Named::Nothing,
        }
    }

    fn copy_of(&self, id: i64) -> Named {
        match self.get(id) {
            Some(copy) => Named::Copy(copy.to_string()),
            None => Named::Lost,
        }
    }
}

/// What a value of a field that names reports names.
enum Named {
    /// A report that has this copy.
    Copy(String),
    /// A report that has no copy, or that does not exist.
    Lost,
    /// No report.
    Nothing,
}

/// The reports that a value names, by their ids.
pub fn named(call: &Call<'_>, value: &Value) -> Result<Vec<i64>, Failure> {
    let mut named = Vec::new();
    collect(value, &public_ids(call)?, &mut named);
    Ok(named)
}

/// The id of each report of the deployment by its public id.
fn public_ids(call: &Call<'_>) -> Result<HashMap<String, i64>, Failure> {
    let sql = "SELECT public_id, id FROM reports WHERE deployment_id = ?1";
    let ids = call.each(sql, [call.deployment()?], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(ids.into_iter().collect())
}

fn collect(value: &Value, public_ids: &HashMap<String, i64>, named: &mut Vec<i64>) {
    let id = |value: &Value| match value.as_str() {
        Some(text) => public_ids.get(text).copied().or_else(|| text.parse().ok()),
        None => value.as_i64(),
    };
    match value {
        Value::Array(values) => {
            let values = values.iter();
            values.for_each(|value| collect(value, public_ids, named));
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Array(ids) if names_reports(name) => {
                        named.extend(ids.iter().filter_map(id));
                    }
                    value if names_reports(name) => named.extend(id(value)),
                    _ => {}
                }
                collect(value, public_ids, named);
            }
        }
        _ => {}
    }
}

/// True for the fields that name a report or several: `reportId`, `sourceReportId`, `reportIds`,
/// `reportPublicId`.
fn names_reports(field: &str) -> bool {
    let field = field.strip_suffix('s').unwrap_or(field);
    ["reportId", "reportPublicId"].contains(&field)
        || field.ends_with("ReportId")
        || field.ends_with("ReportPublicId")
}
