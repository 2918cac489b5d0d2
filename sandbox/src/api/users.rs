//! Users of the console: their administration, and each user's own data and settings.

use serde_json::{Value, json};

use super::call::Call;
use super::documents::merge;
use super::reply::{Outcome, Reply};
use super::reports::require_viewer;
use super::rows::Object;
use super::workspace;
use crate::json::Failure;

/// The fields of a user that are not in `rest`.
#[rustfmt::skip]
const COLUMNS: [&str; 8] = ["id", "email", "firstName", "lastName", "picture", "role", "permissions", "active"];

/// The caller, with `userPolicies`: shares and permissions.
pub fn me(call: &Call<'_>) -> Outcome {
    let id = call.caller.user_id;
    let mut me = call.found("user", "SELECT * FROM user_view WHERE id = ?1", [id])?;
    let mut policies = call.all(
        "SELECT kind AS resourceType, item_id AS resourceId, action FROM policies p
         WHERE user_id = ?1 OR group_id IN (SELECT group_id FROM group_members WHERE user_id = ?1)
         ORDER BY id",
        [id],
    )?;
    let permitted = call.caller.permissions.iter();
    policies.extend(permitted.map(|action| json!({ "resourceType": "TENANT", "action": action })));
    if let Some(fields) = me.as_object_mut() {
        fields.insert("userPolicies".to_owned(), policies.into());
        fields.insert("settings".to_owned(), Value::Object(settings(call)?));
    }
    Ok(me.into())
}

/// Merges the body into the caller's settings. `sheets` is merged field by field, and an explicit
/// null clears it. The deprecated `lastSeenChangelogId` is ignored.
pub fn update_my_settings(call: &Call<'_>) -> Outcome {
    require_viewer(call)?;
    let mut settings = settings(call)?;
    let mut given = call.object()?;
    given.remove("lastSeenChangelogId");
    if let Some(Value::Object(sheets)) = given.get("sheets") {
        let mut all = match settings.get("sheets") {
            Some(Value::Object(all)) => all.clone(),
            _ => Object::new(),
        };
        merge(&mut all, sheets);
        given.insert("sheets".to_owned(), all.into());
    }
    merge(&mut settings, &given);
    let settings = Value::Object(settings);
    let sql = "UPDATE users SET settings = ?2 WHERE id = ?1";
    call.write(sql, (call.caller.user_id, settings.to_string()))?;
    Ok(settings.into())
}

/// Creates a user. The body needs `email` and may have any other fields.
pub fn create(call: &Call<'_>) -> Outcome {
    let email = call.required_text("email")?;
    require_free_email(call, email, None)?;
    let id = call.insert(
        "INSERT INTO users (email, created_at, updated_at) VALUES (?1, ?2, ?2)",
        (email, call.now),
    )?;
    write(call, id)?;
    Ok(Reply::created(user(call, id)?))
}

/// Changes the fields of a user that the body names.
pub fn update(call: &Call<'_>) -> Outcome {
    let id = console_user(call, call.id("userId")?)?;
    if let Some(email) = call.text("email")? {
        require_free_email(call, email, Some(id))?;
    }
    write(call, id)?;
    Ok(user(call, id)?.into())
}

/// Deletes a user and returns it.
pub fn delete(call: &Call<'_>) -> Outcome {
    let id = console_user(call, call.id("userId")?)?;
    let was = user(call, id)?;
    apply(call, "DELETE", id)?;
    Ok(was.into())
}

/// Applies one action to each of many users. Reports each failure with its reason.
pub fn bulk(call: &Call<'_>) -> Outcome {
    let action = call.required_text("action")?;
    let ids = call.shaped("userIds", Value::as_array)?;
    workspace::each(ids.iter().map(|id| json!({ "id": id })), |item| {
        let id = item.get("id").unwrap_or(&Value::Null);
        let number = id.as_i64().or_else(|| id.as_str()?.parse().ok());
        let user = console_user(call, number.unwrap_or_default())?;
        apply(call, action, user)
    })
}

/// A user of the console, or 404.
pub fn console_user(call: &Call<'_>, id: i64) -> Result<i64, Failure> {
    let sql = "SELECT id FROM users WHERE id = ?1 AND embed_tenant IS NULL";
    call.scalar(sql, [id])?
        .ok_or_else(|| Failure::missing("user"))
}

/// 409 if another user has this address.
pub fn require_free_email(call: &Call<'_>, email: &str, own: Option<i64>) -> Result<(), Failure> {
    let sql = "SELECT id FROM users WHERE lower(email) = lower(?1) AND embed_tenant IS NULL AND id IS NOT ?2";
    if call.exists(sql, (email, own))? {
        return Err(Failure::conflict("a user with this email exists"));
    }
    Ok(())
}

/// 400 for the caller's own account, so that callers cannot lock themselves out.
fn apply(call: &Call<'_>, action: &str, id: i64) -> Result<(), Failure> {
    if id == call.caller.user_id && action != "ACTIVATE" {
        return Err(Failure::invalid("this is your own account"));
    }
    let sql = match action {
        "DELETE" => "DELETE FROM users WHERE id = ?1",
        "ACTIVATE" => "UPDATE users SET active = 1, active_assigned = 1 WHERE id = ?1",
        _ => "UPDATE users SET active = 0, active_assigned = 1 WHERE id = ?1",
    };
    call.write(sql, [id]).map(drop)
}

fn write(call: &Call<'_>, id: i64) -> Result<(), Failure> {
    let mut rest = call.object()?;
    for column in COLUMNS {
        rest.remove(column);
    }
    call.write("UPDATE users SET email = coalesce(?2, email),
                first_name = CASE WHEN ?11 THEN NULL ELSE coalesce(?3, first_name) END,
                last_name = CASE WHEN ?12 THEN NULL ELSE coalesce(?4, last_name) END,
                picture = CASE WHEN ?13 THEN NULL ELSE coalesce(?5, picture) END,
                role = coalesce(?6, role), permissions = coalesce(?7, permissions),
                active = coalesce(?8, active),
                active_assigned = (?8 IS NOT NULL OR active_assigned), rest = json_patch(rest, ?9), updated_at = ?10
         WHERE id = ?1",
        (
            id,
            call.text("email")?,
            call.text("firstName")?,
            call.text("lastName")?,
            call.text("picture")?,
            call.text("role")?,
            call.field("permissions").map(Value::to_string),
            call.field("active").and_then(Value::as_bool),
            Value::Object(rest).to_string(),
            call.now,
            call.is_null("firstName"),
            call.is_null("lastName"),
            call.is_null("picture"),
        ),
    )
    .map(drop)
}

fn user(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    call.found("user", "SELECT * FROM user_view WHERE id = ?1", [id])
}

fn settings(call: &Call<'_>) -> Result<Object, Failure> {
    let sql = "SELECT settings FROM users WHERE id = ?1";
    call.json_object(sql, [call.caller.user_id])
}
