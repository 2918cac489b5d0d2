//! Deployments: create, list, change and delete them; their tokens, setup and state.

use serde_json::{Value, json};

use super::call::Call;
use super::documents::merge;
use super::page::{self, List};
use super::reply::{Outcome, Reply};
use super::rows;
use super::{contract, token, versions};
use crate::json::Failure;

/// The fields that a merge accepts, in addition to the version and its channel. Other fields are
/// ignored: the container image, for example, cannot be set directly.
const MERGED: [&str; 7] = [
    "cloudProvider",
    "region",
    "releaseChannelVersionHold",
    "template",
    "defaultLaunchpadViewGroup",
    "launchpadTabs",
    "templateVariables",
];

/// The steps of the setup wizard.
const CREATION_STEPS: [&str; 6] = [
    "created",
    "source",
    "database",
    "model",
    "build",
    "completed",
];

/// The deployments within the key's scope.
pub fn list(call: &Call<'_>) -> Outcome {
    let scope = call.caller.scope.as_ref().map(|ids| json!(ids).to_string());
    let sql = "SELECT id, name, \"created_at:time\" FROM deployment_view
               WHERE ?1 IS NULL OR CAST(id AS INTEGER) IN (SELECT value FROM json_each(?1))";
    Ok(List::new(sql, vec![scope.into()])
        .by_offset(call, "deployments")?
        .into())
}

/// Creates a deployment with its production branch.
pub fn create(call: &Call<'_>) -> Outcome {
    let mut fields = call.object()?;
    fields.remove("name");
    let version: Option<String> =
        call.scalar("SELECT version FROM versions ORDER BY id DESC LIMIT 1", [])?;
    let id = call.insert(
        "INSERT INTO deployments (name, version, rest, created_at) VALUES (?1, ?2, ?3, ?4)",
        (
            call.text("name")?.unwrap_or("Deployment"),
            version,
            Value::Object(fields).to_string(),
            call.now,
        ),
    )?;
    call.write(
        "INSERT INTO branches (deployment_id, name, kind) VALUES (?1, 'main', 'production')",
        [id],
    )?;
    Ok(Reply::created(deployment(call, id)?))
}

/// Merges the body into a deployment. Omitted fields stay unchanged, and `templateVariables` is
/// merged key by key.
pub fn update(call: &Call<'_>) -> Outcome {
    let id = call.deployment()?;
    let sql = "SELECT rest FROM deployments WHERE id = ?1";
    let mut rest = call.json_object(sql, [id])?;
    let given = call.object()?;
    for name in MERGED {
        match (name, given.get(name)) {
            (_, None) => {}
            ("templateVariables", Some(Value::Object(variables))) => {
                let all = rest.entry(name).or_insert_with(|| json!({}));
                match all.as_object_mut() {
                    Some(all) => merge(all, variables),
                    None => *all = variables.clone().into(),
                }
            }
            (name, Some(value)) => drop(rest.insert(name.to_owned(), value.clone())),
        }
    }
    call.write(
        "UPDATE deployments SET rest = ?2, version = coalesce(?3, version) WHERE id = ?1",
        (id, Value::Object(rest).to_string(), versions::chosen(call)?),
    )?;
    Ok(deployment(call, id)?.into())
}

/// Deletes a deployment with everything in it, and returns it.
pub fn delete(call: &Call<'_>) -> Outcome {
    let id = call.deployment()?;
    let was = deployment(call, id)?;
    // Branches refer to their parents, so the references are removed first.
    call.write(
        "UPDATE branches SET parent_id = NULL WHERE deployment_id = ?1",
        [id],
    )?;
    call.write("DELETE FROM deployments WHERE id = ?1", [id])?;
    Ok(was.into())
}

/// All settings except secrets, such as the values of environment variables.
pub fn settings(call: &Call<'_>) -> Outcome {
    let id = call.deployment()?;
    let mut settings = deployment(call, id)?;
    let names = call.all(
        "SELECT name FROM env_vars WHERE deployment_id = ?1 ORDER BY name",
        [id],
    )?;
    if let Some(fields) = settings.as_object_mut() {
        fields.insert("envVars".to_owned(), names.into());
    }
    Ok(settings.into())
}

/// Creates a token for the deployment's data. `expiresIn` is in seconds.
pub fn create_token(call: &Call<'_>) -> Outcome {
    let default = || contract::limit("CreateDeploymentToken", "expiresIn", "default");
    let seconds = call
        .number("expiresIn")?
        .or_else(default)
        .unwrap_or_default();
    let id = call.deployment()?;
    let claims = json!({ "deploymentId": id });
    let (token, expires_at) = token::issue(call, "deployment", seconds * 1_000, Some(id), &claims)?;
    Ok(Reply::created(json!({
        "token": token,
        "expiresIn": seconds,
        "expiresAt": rows::iso(expires_at),
    })))
}

/// The state of the build. In the sandbox it is always done.
pub fn build_status(call: &Call<'_>) -> Outcome {
    let sql = "SELECT last_hash FROM branches WHERE deployment_id = ?1 AND kind = 'production'";
    let commit: Option<String> = call.scalar(sql, [call.deployment()?])?;
    Ok(json!({ "status": "success", "branch": "main", "commit": commit, "errors": [] }).into())
}

/// Container logs. Without `source` or `container`, those of all.
pub fn logs(call: &Call<'_>) -> Outcome {
    const SOURCES: [&str; 2] = ["production", "dev"];
    const CONTAINERS: [&str; 5] = ["INIT", "MAIN", "svcjs-server", "vector", "api-proxy"];
    let wanted = |parameter: &str, name: &str| call.query(parameter).is_none_or(|it| it == name);
    let mut entries = Vec::new();
    for source in SOURCES.iter().filter(|name| wanted("source", name)) {
        for container in CONTAINERS.iter().filter(|name| wanted("container", name)) {
            entries.push(json!({
                "timestamp": rows::iso(call.now), "source": source, "container": container,
                "level": "info", "message": format!("{container} is ready"),
            }));
        }
    }
    Ok(page::of_values(call, &entries)?.into())
}

/// The pods of the deployment.
pub fn pods(call: &Call<'_>) -> Outcome {
    let id = call.deployment()?;
    let pods = ["api", "worker"].map(|role| {
        json!({ "name": format!("deployment-{id}-{role}-0"), "status": "Running", "restarts": 0 })
    });
    Ok(page::of_values(call, &pods)?.into())
}

/// Goes to the next step of the setup wizard. The last step does not change.
pub fn advance_creation_step(call: &Call<'_>) -> Outcome {
    let last = i64::try_from(CREATION_STEPS.len()).unwrap_or_default() - 1;
    creation_step(call, "min(creation_step + 1, ?2)", last)
}

/// Goes back to the first step of the setup wizard.
pub fn reset_creation_step(call: &Call<'_>) -> Outcome {
    creation_step(call, "?2", 0)
}

fn creation_step(call: &Call<'_>, step: &str, bound: i64) -> Outcome {
    let sql = format!(
        "UPDATE deployments SET creation_step = {step} WHERE id = ?1 RETURNING creation_step"
    );
    let step: Option<i64> = call.scalar(&sql, (call.deployment()?, bound))?;
    let name = step.and_then(|step| CREATION_STEPS.get(usize::try_from(step).ok()?));
    Ok(json!({ "creationStep": name, "steps": CREATION_STEPS }).into())
}

fn deployment(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    let sql = "SELECT * FROM deployment_view WHERE id = ?1";
    call.found("deployment", sql, [id.to_string()])
}
