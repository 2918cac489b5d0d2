//! User attributes: the definitions with their types, and each user's values, which must have the
//! type.

use serde_json::{Value, json};

use super::call::Call;
use super::documents;
use super::page;
use super::reply::{Outcome, Reply};
use super::reports::numbered;
use super::rows;
use super::users;
use crate::json::Failure;

const TYPES: [&str; 5] = [
    "string",
    "number",
    "boolean",
    "string_array",
    "number_array",
];

/// A new definition: `name` and `type`.
pub fn create(call: &Call<'_>) -> Outcome {
    known_type(call)?;
    documents::create(call)
}

/// Replaces a definition.
pub fn update(call: &Call<'_>) -> Outcome {
    known_type(call)?;
    documents::update(call)
}

/// The values of a user.
pub fn values(call: &Call<'_>) -> Outcome {
    let user = users::console_user(call, call.id("userId")?)?;
    of_user(call, user)
}

/// Sets values of a user: `{ userId, attributeId, value }`, or `{ userId, values: [{ attributeId,
/// value }] }`.
pub fn set_values(call: &Call<'_>) -> Outcome {
    let user = numbered(call, "userId")?.ok_or_else(|| Failure::invalid("userId is required"))?;
    let user = users::console_user(call, user)?;
    let values = match call.field("values").and_then(Value::as_array) {
        Some(values) => values.clone(),
        None => vec![call.body.clone()],
    };
    for given in &values {
        let attribute = given.get("attributeId").and_then(Value::as_i64);
        let attribute = attribute.ok_or_else(|| Failure::invalid("attributeId is required"))?;
        let sql = "SELECT rest ->> '$.type' FROM documents WHERE collection = 'userAttributes' AND id = ?1";
        let kind: Option<Option<String>> = rows::scalar(call.db, sql, [attribute])?;
        let kind = kind.ok_or_else(|| Failure::missing("attribute"))?;
        let value = given.get("value").unwrap_or(&Value::Null);
        if !kind.is_none_or(|kind| fits(value, &kind)) {
            return Err(Failure::invalid("value is not of the attribute's type"));
        }
        rows::write(
            call.db,
            "DELETE FROM documents WHERE collection = 'userAttributeValues' AND scope = ?1
             AND rest ->> '$.attributeId' = ?2",
            (user.to_string(), attribute),
        )?;
        let kept = json!({ "userId": user, "attributeId": attribute, "value": value });
        rows::write(
            call.db,
            "INSERT INTO documents (collection, scope, rest, created_at, updated_at)
             VALUES ('userAttributeValues', ?1, ?2, ?3, ?3)",
            (user.to_string(), kept.to_string(), call.now),
        )?;
    }
    of_user(call, user)
}

fn of_user(call: &Call<'_>, user: i64) -> Outcome {
    let sql = "SELECT rest AS \"rest:rest\" FROM documents
               WHERE collection = 'userAttributeValues' AND scope = ?1 ORDER BY id";
    let values = rows::all(call.db, sql, [user.to_string()])?;
    Ok(Reply::from(page::of_values(call, &values)?))
}

fn known_type(call: &Call<'_>) -> Result<(), Failure> {
    match call.text("type")? {
        Some(kind) if !TYPES.contains(&kind) => Err(Failure::invalid(format!(
            "type is not one of {}",
            TYPES.join(", ")
        ))),
        _ => Ok(()),
    }
}

fn fits(value: &Value, kind: &str) -> bool {
    let all = |fits: fn(&Value) -> bool| value.as_array().is_some_and(|all| all.iter().all(fits));
    match kind {
        _ if value.is_null() => true,
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "string_array" => all(Value::is_string),
        "number_array" => all(Value::is_number),
        _ => value.is_string(),
    }
}
