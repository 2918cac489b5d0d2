//! Environments: production, the staging environments that are kept active, and dev mode.

use serde_json::{Value, json};

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::rows;
use super::token;
use crate::json::Failure;

/// The default of `expires_in`, in seconds.
const EXPIRES_IN: i64 = 86_400;

/// The maximum of `expires_in`: a hundred years, in seconds.
const LONGEST: i64 = 100 * 366 * 24 * 60 * 60;

/// Lists the environments. Filter: `type`.
pub fn list(call: &Call<'_>) -> Outcome {
    let wanted = call.query("type");
    if wanted.is_some_and(|kind| !["production", "staging", "development"].contains(&kind)) {
        return Err(Failure::invalid("type is not one of its values"));
    }
    let offset = call.query_number("offset", 0)?.unwrap_or(0);
    let limit = call.query_number("limit", 1)?.unwrap_or(20);
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
    let context = call
        .field("security_context")
        .filter(|context| context.is_object())
        .ok_or_else(|| Failure::invalid("security_context is required: an object"))?;
    let seconds = match call.field("expires_in") {
        None => EXPIRES_IN,
        Some(value) => value
            .as_i64()
            .filter(|seconds| (1..=LONGEST).contains(seconds))
            .ok_or_else(|| Failure::invalid("expires_in is not a number of seconds"))?,
    };
    let deployment = call.deployment()?;
    let claims = json!({
        "deploymentId": deployment,
        "environmentId": environment,
        "security_context": context,
    });
    let (token, expires_at) = token::issue(
        call,
        "meta-sync",
        seconds * 1_000,
        Some(deployment),
        &claims,
    )?;
    Ok(Reply::from(json!({ "data": {
        "token": token,
        "created_at": rows::iso(call.now),
        "expires_at": rows::iso(expires_at),
    } })))
}

/// All environments: production, each shared branch whose staging environment is kept active, and
/// the caller's branch in dev mode.
fn environments(call: &Call<'_>) -> Result<Vec<Value>, Failure> {
    let branches = rows::all(
        call.db,
        "SELECT id, name, kind,
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
