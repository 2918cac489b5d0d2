//! Environment variables of a deployment.

use serde_json::Value;

use super::call::Call;
use super::page;
use super::reply::Outcome;
use crate::json::Failure;

/// The variables.
pub fn list(call: &Call<'_>) -> Outcome {
    let sql = "SELECT id, name, value FROM env_var_view WHERE deploymentId = ?1";
    page::list(call, sql, vec![call.deployment()?.into()])
}

/// Sets variables: `{ items: [{ name, value }] }`, or an object from name to value. Null removes a
/// variable. Other variables stay unchanged.
pub fn set(call: &Call<'_>) -> Outcome {
    let deployment = call.deployment()?;
    for (name, value) in named(call)? {
        let value = match value {
            Value::Null => {
                let sql = "DELETE FROM env_vars WHERE deployment_id = ?1 AND name = ?2";
                call.write(sql, (deployment, name))?;
                continue;
            }
            Value::String(text) => text,
            other => other.to_string(),
        };
        call.write(
            "INSERT INTO env_vars (deployment_id, name, value) VALUES (?1, ?2, ?3)
             ON CONFLICT (deployment_id, name) DO UPDATE SET value = excluded.value",
            (deployment, name, value),
        )?;
    }
    list(call)
}

fn named(call: &Call<'_>) -> Result<Vec<(String, Value)>, Failure> {
    let Some(items) = call.field("items").and_then(Value::as_array) else {
        return Ok(call.object()?.into_iter().collect());
    };
    items
        .iter()
        .map(|item| {
            let name = item.get("name").and_then(Value::as_str);
            let name = name.ok_or_else(|| Failure::internal("name"))?;
            Ok((
                name.to_owned(),
                item.get("value").cloned().unwrap_or_default(),
            ))
        })
        .collect()
}
