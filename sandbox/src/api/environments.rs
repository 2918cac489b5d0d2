//! Environments: production, the staging environments that are kept active, and dev mode.

use std::time::Duration;

use serde_json::{Value, json};

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::{contract, page, rows, token};
use crate::json::Failure;

/// Lists the environments. Filter: `type`.
pub fn list(call: &Call<'_>) -> Outcome {
    let wanted = call.query("type");
    let (offset, limit) = page::offset_and_limit(call)?;
    let all: Vec<Value> = environments(call)?
        .into_iter()
        .filter(|environment| {
            wanted.is_none_or(|kind| environment.get("type").and_then(Value::as_str) == Some(kind))
        })
        .collect();
    let as_size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let page: Vec<&Value> = all
        .iter()
        .skip(as_size(offset))
        .take(as_size(limit))
        .collect();
    Ok(json!({
        "data": { "environments": page },
        "pagination": { "offset": offset, "limit": limit, "total": all.len() },
    })
    .into())
}

/// Creates a token for metadata endpoints. It works for no operation of this API and cannot query
/// data. Its security context decides which parts of the data model are visible.
pub fn create_meta_sync_token(call: &Call<'_>) -> Outcome {
    let environment = call.path("environmentId");
    let known = environments(call)?
        .iter()
        .any(|known| known.get("id").and_then(Value::as_str) == Some(environment));
    if !known {
        return Err(Failure::missing("environment"));
    }
    let context = call.shaped("security_context", Some)?;
    // Any number of seconds, also a fraction of one.
    let seconds = call.field("expires_in").and_then(Value::as_f64);
    let default = || {
        let seconds = contract::limit("CreateMetaSyncToken", "expires_in", "default");
        Duration::from_secs(seconds.unwrap_or_default())
    };
    let lifetime = seconds.map_or_else(default, |seconds| {
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    });
    let lifetime_ms = i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX);
    let deployment = call.deployment()?;
    let claims = json!({
        "deploymentId": deployment,
        "environmentId": environment,
        "security_context": context,
    });
    let (token, expires_at) =
        token::issue(call, "meta-sync", lifetime_ms, Some(deployment), &claims)?;
    Ok(Reply::from(json!({ "data": {
        "token": token,
        "created_at": rows::iso(call.now),
        "expires_at": rows::iso(expires_at),
    } })))
}

/// All environments: production, each shared branch whose staging environment is kept active, and
/// the caller's branch in dev mode.
fn environments(call: &Call<'_>) -> Result<Vec<Value>, Failure> {
    let branches = call.all("SELECT id, name, kind, staging_enabled AS staging,
                EXISTS (SELECT 1 FROM dev_modes m WHERE m.branch_id = b.id AND m.user_id = ?2) AS dev
         FROM branches b
         WHERE deployment_id = ?1 AND (kind = 'production' OR staging_enabled OR dev) ORDER BY id",
        (call.deployment()?, call.caller.user_id),
    )?;
    let deployment = call.deployment()?;
    Ok(branches
        .iter()
        .map(|branch| {
            let id = branch.get("id").and_then(Value::as_i64).unwrap_or_default();
            let kind = match branch.get("kind").and_then(Value::as_str) {
                Some("production") => "production",
                // It stays a staging environment while the caller works on the branch.
                _ if branch.get("staging") == Some(&json!(1)) => "staging",
                _ if branch.get("dev") == Some(&json!(1)) => "development",
                _ => "staging",
            };
            json!({
                "id": id.to_string(),
                "name": branch.get("name"),
                "type": kind,
                "api_credentials": {
                    "rest": { "url": format!("{}/svc-api/v1/{deployment}/{id}", call.origin) },
                    "sql": { "host": format!("{deployment}-{id}.sql.localhost"), "port": 5432 },
                },
            })
        })
        .collect())
}
