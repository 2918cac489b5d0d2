//! Embed tenants, their users and their groups.

use serde_json::Value;

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::{page, rows};
use crate::json::Failure;

/// Embed tenants.
pub fn list(call: &Call<'_>) -> Outcome {
    page::list(call, "SELECT * FROM embed_tenant_view", Vec::new())
}

/// Deletes an embed tenant with its users, groups, comments and shares: 204.
pub fn delete(call: &Call<'_>) -> Outcome {
    let name = call.path("embedTenantName");
    match call.write("DELETE FROM embed_tenants WHERE name = ?1", [name])? {
        0 => Err(Failure::missing("embed tenant")),
        _ => Ok(Reply::Empty),
    }
}

/// The users of a tenant.
pub fn users(call: &Call<'_>) -> Outcome {
    let tenant = known(call)?;
    let sql = "SELECT * FROM user_view WHERE embedTenantName = ?1";
    page::list(call, sql, vec![rows::text(tenant)])
}

/// A new group.
pub fn create_group(call: &Call<'_>) -> Outcome {
    let tenant = known(call)?;
    let name = call.required_text("name")?;
    if group_named(call, tenant, name)?.is_some() {
        return Err(Failure::conflict("a group of this name exists"));
    }
    let id = add_group(call, tenant, name, call.object()?)?;
    Ok(Reply::created(group_view(call, id)?))
}

/// A group.
pub fn retrieve_group(call: &Call<'_>) -> Outcome {
    Ok(group_view(call, group(call)?)?.into())
}

/// Changes the fields of a group that the body names.
pub fn update_group(call: &Call<'_>) -> Outcome {
    let (tenant, id) = (known(call)?, group(call)?);
    let mut fields = call.object()?;
    fields.remove("name");
    if let Some(name) = call.text("name")? {
        let taken = group_named(call, tenant, name)?;
        if taken.is_some_and(|other| other != id) {
            return Err(Failure::conflict("a group of this name exists"));
        }
    }
    call.write(
        "UPDATE groups SET name = coalesce(?2, name), rest = json_patch(rest, ?3), updated_at = ?4
         WHERE id = ?1",
        (
            id,
            call.text("name")?,
            Value::Object(fields).to_string(),
            call.now,
        ),
    )?;
    Ok(group_view(call, id)?.into())
}

/// The members of a group.
pub fn group_users(call: &Call<'_>) -> Outcome {
    let sql = "SELECT u.* FROM user_view u JOIN group_members m ON m.user_id = u.id WHERE m.group_id = ?1";
    page::list(call, sql, vec![group(call)?.into()])
}

/// Adds members; each must be a user of the tenant.
pub fn add_group_users(call: &Call<'_>) -> Outcome {
    let id = group(call)?;
    for user in named_users(call)? {
        let sql = "INSERT OR IGNORE INTO group_members (group_id, user_id) VALUES (?1, ?2)";
        call.write(sql, (id, user))?;
    }
    group_users(call)
}

/// Removes members.
pub fn remove_group_users(call: &Call<'_>) -> Outcome {
    let id = group(call)?;
    for user in named_users(call)? {
        let sql = "DELETE FROM group_members WHERE group_id = ?1 AND user_id = ?2";
        call.write(sql, (id, user))?;
    }
    group_users(call)
}

/// Creates a tenant if it does not exist. A new display name replaces the old one.
pub fn ensure(call: &Call<'_>, name: &str, display_name: Option<&str>) -> Result<(), Failure> {
    call.write("INSERT INTO embed_tenants (name, display_name, created_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (name) DO UPDATE SET display_name = coalesce(excluded.display_name, display_name)",
        (name, display_name, call.now),
    )?;
    Ok(())
}

/// Creates the user that the body names if it does not exist. Returns the user's id.
pub fn ensure_user(call: &Call<'_>, tenant: &str, external_id: &str) -> Result<i64, Failure> {
    let sql = "SELECT id FROM users WHERE embed_tenant = ?1 AND external_id = ?2";
    if let Some(id) = call.scalar(sql, (tenant, external_id))? {
        return Ok(id);
    }
    call.insert(
        "INSERT INTO users (email, embed_tenant, external_id, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?4)",
        (
            call.text("email")?.unwrap_or(external_id),
            tenant,
            external_id,
            call.now,
        ),
    )
}

/// Creates the groups that session generation defines (`tenantGroupDefinitions`) and names
/// (`tenantGroups`). The viewer becomes a member of only the named groups.
pub fn ensure_groups(call: &Call<'_>, tenant: &str, viewer: Option<i64>) -> Result<(), Failure> {
    let listed = |field| {
        call.field(field)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    for definition in listed("tenantGroupDefinitions") {
        let named = group_name(definition).zip(definition.as_object());
        let Some((name, fields)) = named else {
            continue;
        };
        if group_named(call, tenant, name)?.is_none() {
            add_group(call, tenant, name, fields.clone())?;
        }
    }
    if let (Some(viewer), Some(_)) = (viewer, call.field("tenantGroups")) {
        let sql = "DELETE FROM group_members WHERE user_id = ?1";
        call.write(sql, [viewer])?;
    }
    for name in listed("tenantGroups").filter_map(group_name) {
        let id = match group_named(call, tenant, name)? {
            Some(id) => id,
            None => add_group(call, tenant, name, rows::Object::new())?,
        };
        if let Some(viewer) = viewer {
            let sql = "INSERT OR IGNORE INTO group_members (group_id, user_id) VALUES (?1, ?2)";
            call.write(sql, (id, viewer))?;
        }
    }
    Ok(())
}

/// The tenant of the path, or 404.
pub fn known<'a>(call: &'a Call<'_>) -> Result<&'a str, Failure> {
    let name = call.path("embedTenantName");
    let sql = "SELECT id FROM embed_tenants WHERE name = ?1";
    call.must_exist("embed tenant", sql, [name])?;
    Ok(name)
}

/// The name of a group: a string, or an object with a name.
fn group_name(group: &Value) -> Option<&str> {
    group.as_str().or_else(|| group.get("name")?.as_str())
}

fn group_named(call: &Call<'_>, tenant: &str, name: &str) -> Result<Option<i64>, Failure> {
    let sql = "SELECT id FROM groups WHERE embed_tenant = ?1 AND lower(name) = lower(?2)";
    call.scalar(sql, (tenant, name))
}

fn add_group(
    call: &Call<'_>,
    tenant: &str,
    name: &str,
    mut fields: rows::Object,
) -> Result<i64, Failure> {
    fields.remove("name");
    call.insert(
        "INSERT INTO groups (name, embed_tenant, rest, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?4)",
        (name, tenant, Value::Object(fields).to_string(), call.now),
    )
}

fn group(call: &Call<'_>) -> Result<i64, Failure> {
    let (tenant, id) = (known(call)?, call.id("groupId")?);
    let sql = "SELECT id FROM groups WHERE id = ?1 AND embed_tenant = ?2";
    call.scalar(sql, (id, tenant))?
        .ok_or_else(|| Failure::missing("group"))
}

fn group_view(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    call.found(
        "group",
        "SELECT * FROM embed_group_view WHERE id = ?1",
        [id],
    )
}

/// The users that the body names in `userIds` or `externalIds`, or the query in `userIds`,
/// separated by commas.
fn named_users(call: &Call<'_>) -> Result<Vec<i64>, Failure> {
    let tenant = known(call)?;
    let texts = |name: &str| -> Vec<String> {
        let listed = call.field(name).and_then(Value::as_array);
        let body = listed.into_iter().flatten().map(|id| match id {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let query = call.query(name).into_iter().flat_map(|ids| ids.split(','));
        body.chain(query.map(str::to_owned)).collect()
    };
    let (ids, external_ids) = (texts("userIds"), texts("externalIds"));
    if ids.is_empty() && external_ids.is_empty() {
        return Err(Failure::invalid("userIds or externalIds is required"));
    }
    let by_id = "SELECT id FROM users WHERE CAST(id AS TEXT) = ?1 AND embed_tenant = ?2";
    let by_external_id = "SELECT id FROM users WHERE external_id = ?1 AND embed_tenant = ?2";
    let named = ids.iter().map(|id| (by_id, id));
    named
        .chain(external_ids.iter().map(|id| (by_external_id, id)))
        .map(|(sql, id)| {
            call.scalar(sql, (id, tenant))?
                .ok_or_else(|| Failure::missing("user of this embed tenant"))
        })
        .collect()
}
