//! Session generation: the server-side call that mints a session id.
//!
//! The service describes the operation and some of its fields, but not its path and its full
//! payload. The path and the fields `embedTenantName`, `externalId`, `email`, `creatorMode` and
//! `deploymentId` are the sandbox's choice.

use serde_json::{Value, json};

use super::call::Call;
use super::embed_tenants;
use super::reply::Outcome;
use crate::json::Failure;
use crate::secret::Secret;
use crate::sessions::Grant;

/// The path at which a backend mints.
pub const PATH: &str = "/api/v1/embed/generate-session";

/// Mints an id. The body is optional. New embed tenants, groups and viewers are created.
pub fn generate(call: &Call<'_>) -> Outcome {
    let grant = grant(call)?;
    if let Some(tenant) = &grant.tenant_name {
        embed_tenants::ensure(call, tenant, grant.embed_tenant.as_deref())?;
        let viewer = match &grant.external_id {
            Some(external_id) => Some(embed_tenants::ensure_user(call, tenant, external_id)?),
            None => None,
        };
        embed_tenants::ensure_groups(call, tenant, viewer)?;
    }
    let id = Secret::random().map_err(Failure::internal)?;
    let answer = json!({ "sessionId": id.reveal() });
    let mut world = call.state.world();
    world.sessions.mint(id, grant, call.now);
    world.counts.mints += 1;
    Ok(answer.into())
}

/// The deployments that the session may use: the one that the body names, else those of the key. A
/// session never reaches further than the key that minted it.
fn scope(call: &Call<'_>) -> Result<Option<Vec<i64>>, Failure> {
    let Some(deployment) = call.number("deploymentId")? else {
        return Ok(call.caller.scope.clone());
    };
    call.caller.within(deployment)?;
    let sql = "SELECT id FROM deployments WHERE id = ?1";
    call.must_exist("deployment", sql, [deployment])?;
    Ok(Some(vec![deployment]))
}

fn grant(call: &Call<'_>) -> Result<Grant, Failure> {
    let field = |name| call.field(name).cloned().unwrap_or_default();
    let display_name = field("embedTenantProfile")
        .get("displayName")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let tenant_name = call.text("embedTenantName")?.map(str::to_owned);
    Ok(Grant {
        embed_tenant: display_name.clone().or_else(|| tenant_name.clone()),
        tenant_name: tenant_name.or(display_name),
        external_id: call.text("externalId")?.map(str::to_owned),
        creator_mode: field("creatorMode") == Value::Bool(true),
        deployments: scope(call)?,
        settings: field("settings"),
        theme: field("embedTheme"),
    })
}
