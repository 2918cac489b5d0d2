//! Stores users and groups. Attributes that the rest of the API does not use are stored unchanged.

use axum::http::StatusCode;
use serde_json::Value;

use super::path::field;
use super::primary;
use super::resource::{Kind, respelled};
use crate::api::call::Call;
use crate::api::contract;
use crate::api::rows::Object;
use crate::json::Failure;

/// Stores a resource: a new one, or a replacement.
///
/// 400 with `invalidValue` for what the schema does not allow, 409 with `uniqueness` for a name
/// that is taken.
pub fn keep(
    kind: Kind,
    call: &Call<'_>,
    id: Option<i64>,
    resource: &Value,
) -> Result<i64, Failure> {
    require_schema(resource, kind.schema())?;
    let Value::Object(mut kept) = respelled(resource) else {
        return Err(invalid("the resource is not an object"));
    };
    // A password can be written, but is never returned: there is none.
    for name in ["id", "meta", "groups", "password"] {
        kept.remove(name);
    }
    // Each attribute then has the type that the document names.
    let attributes = Value::Object(kept.clone());
    contract::check_shape(kind.input(), &attributes)
        .map_err(|failure| invalid(&failure.message))?;
    kept.remove("schemas");
    kept.retain(|_, value| !is_empty(value));
    kept.values().try_for_each(primary::check)?;
    let external_id = taken_text(&mut kept, "externalId");
    match kind {
        Kind::User => keep_user(call, id, kept, external_id),
        Kind::Group => keep_group(call, id, kept, external_id),
    }
}

/// 400 with `invalidSyntax` unless `schemas` is a list of texts with the URI that is required. URIs of
/// schemas ignore case.
pub fn require_schema(body: &Value, uri: &str) -> Result<(), Failure> {
    let refused = |message: String| {
        Err(Failure::scim(
            StatusCode::BAD_REQUEST,
            "invalidSyntax",
            message,
        ))
    };
    let Some(Value::Array(all)) = field(body, "schemas") else {
        return refused(format!("schemas is required: an array with {uri}"));
    };
    let texts: Option<Vec<&str>> = all.iter().map(Value::as_str).collect();
    match texts {
        None => refused("schemas is not an array of strings".to_owned()),
        Some(texts) if !texts.iter().any(|text| text.eq_ignore_ascii_case(uri)) => {
            refused(format!("schemas lacks {uri}"))
        }
        Some(_) => Ok(()),
    }
}

fn keep_user(
    call: &Call<'_>,
    id: Option<i64>,
    mut kept: Object,
    external_id: Option<String>,
) -> Result<i64, Failure> {
    let email = taken_text(&mut kept, "userName").unwrap_or_default();
    // A user stays active or inactive unless the resource says otherwise, also if a patch removed the
    // attribute. A new one is active.
    let is_unassigned = call.method == "PATCH" && !kept.contains_key("active");
    let active = kept.remove("active").and_then(|active| active.as_bool());
    let mut name = kept
        .get("name")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let (first, last) = (
        taken_text(&mut name, "givenName"),
        taken_text(&mut name, "familyName"),
    );
    let sql = "SELECT id FROM users WHERE lower(email) = lower(?1) AND embed_tenant IS NULL AND id IS NOT ?2";
    unique(call, sql, &email, id)?;
    let id = match id {
        Some(id) => id,
        None => call.insert(
            "INSERT INTO users (email, created_at, updated_at) VALUES (?1, ?2, ?2)",
            (&email, call.now),
        )?,
    };
    let sql = "UPDATE users SET email = ?2, first_name = ?3, last_name = ?4, active = coalesce(?5, active),
               active_assigned = ?9, external_id = ?6, scim = ?7, updated_at = ?8 WHERE id = ?1";
    let kept = Value::Object(kept).to_string();
    call.write(
        sql,
        (
            id,
            email,
            first,
            last,
            active,
            external_id,
            kept,
            call.now,
            !is_unassigned,
        ),
    )?;
    Ok(id)
}

fn keep_group(
    call: &Call<'_>,
    id: Option<i64>,
    mut kept: Object,
    external_id: Option<String>,
) -> Result<i64, Failure> {
    let name = taken_text(&mut kept, "displayName").unwrap_or_default();
    let members = kept.remove("members").unwrap_or_default();
    let sql = "SELECT id FROM groups WHERE lower(name) = lower(?1) AND embed_tenant IS NULL AND id IS NOT ?2";
    unique(call, sql, &name, id)?;
    let kept = Value::Object(kept).to_string();
    let id = match id {
        Some(id) => id,
        None => call.insert(
            "INSERT INTO groups (name, created_at, updated_at) VALUES (?1, ?2, ?2)",
            (&name, call.now),
        )?,
    };
    let sql =
        "UPDATE groups SET name = ?2, external_id = ?3, rest = ?4, updated_at = ?5 WHERE id = ?1";
    call.write(sql, (id, name, external_id, kept, call.now))?;
    call.write("DELETE FROM group_members WHERE group_id = ?1", [id])?;
    for member in members.as_array().into_iter().flatten() {
        let kind = member.get("type").and_then(Value::as_str);
        if kind.is_some_and(|kind| !kind.eq_ignore_ascii_case("User")) {
            return Err(invalid("a member is a user: groups have no groups in them"));
        }
        let user = member
            .get("value")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let sql = "INSERT OR IGNORE INTO group_members (group_id, user_id)
                   SELECT ?1, id FROM users WHERE CAST(id AS TEXT) = ?2 AND embed_tenant IS NULL";
        let known = "SELECT 1 FROM users WHERE CAST(id AS TEXT) = ?1 AND embed_tenant IS NULL";
        if !call.exists(known, [user])? {
            return Err(invalid("a member is no user"));
        }
        call.write(sql, (id, user))?;
    }
    Ok(id)
}

fn unique(call: &Call<'_>, sql: &str, name: &str, own: Option<i64>) -> Result<(), Failure> {
    if call.exists(sql, (name, own))? {
        let (status, kind) = (StatusCode::CONFLICT, "uniqueness");
        return Err(Failure::scim(status, kind, "the name is taken"));
    }
    Ok(())
}

/// True for empty values, which SCIM treats as missing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

fn taken_text(fields: &mut Object, name: &str) -> Option<String> {
    let taken = fields.remove(name)?;
    taken.as_str().map(str::to_owned)
}

fn invalid(message: &str) -> Failure {
    Failure::scim(StatusCode::BAD_REQUEST, "invalidValue", message)
}
