//! User attributes: the definitions with their types, and each user's values, which must have the
//! type.

use serde_json::Value;

use super::call::Call;
use super::documents;
use super::page;
use super::reply::{Outcome, Reply};
use super::rows;
use super::users;
use crate::json::Failure;

/// The type of a definition that says none.
const DEFAULT_TYPE: &str = "string";

/// A new definition: `name` and `type`, which is `string` by default.
pub fn create(call: &Call<'_>) -> Outcome {
    let kind = call.text("type")?.unwrap_or(DEFAULT_TYPE);
    documents::insert(call, None, with_type(call, kind)?)
}

/// Replaces a definition. Its type stays if the body has none. 409 for another type while users have
/// values, which would not fit it.
pub fn update(call: &Call<'_>) -> Outcome {
    let id = call.id("attributeId")?;
    let known = kind(call, id)?.ok_or_else(|| Failure::missing("attribute"))?;
    let wanted = call.text("type")?.unwrap_or(&known);
    let sql = "SELECT 1 FROM user_attribute_values WHERE attribute_id = ?1";
    if wanted != known && call.exists(sql, [id])? {
        return Err(Failure::conflict(
            "users have values of the former type: create another attribute",
        ));
    }
    documents::replace(call, id, with_type(call, wanted)?)
}

/// The fields of the body, with this type.
fn with_type(call: &Call<'_>, kind: &str) -> Result<rows::Object, Failure> {
    let mut fields = call.object()?;
    fields.insert("type".to_owned(), kind.into());
    Ok(fields)
}

/// The values of a user.
pub fn values(call: &Call<'_>) -> Outcome {
    let user = users::console_user(call, call.id("userId")?)?;
    of_user(call, user)
}

/// Sets values of a user: `{ userId, attributeId, value }`, or `{ userId, values: [{ attributeId,
/// value }] }`.
pub fn set_values(call: &Call<'_>) -> Outcome {
    let user = call.shaped("userId", Value::as_i64)?;
    let user = users::console_user(call, user)?;
    let values = match call.field("values").and_then(Value::as_array) {
        Some(values) => values.clone(),
        None => vec![call.body.clone()],
    };
    for given in &values {
        let attribute = given.get("attributeId").and_then(Value::as_i64);
        let attribute = attribute.ok_or_else(|| Failure::internal("attributeId"))?;
        let kind = kind(call, attribute)?.ok_or_else(|| Failure::missing("attribute"))?;
        let value = given.get("value").unwrap_or(&Value::Null);
        if !fits(value, &kind) {
            return Err(Failure::invalid(format!(
                "value is not of the attribute's type, which is {kind}"
            )));
        }
        let sql = "INSERT OR REPLACE INTO user_attribute_values (user_id, attribute_id, value)
                   VALUES (?1, ?2, ?3)";
        call.write(sql, (user, attribute, value.to_string()))?;
    }
    of_user(call, user)
}

fn of_user(call: &Call<'_>, user: i64) -> Outcome {
    let sql = r#"SELECT user_id AS userId, attribute_id AS attributeId, value AS "value:json"
                 FROM user_attribute_values WHERE user_id = ?1 ORDER BY attribute_id"#;
    let values = call.all(sql, [user])?;
    Ok(Reply::from(page::of_values(call, &values)?))
}

/// The type of a definition; `None` if there is no such definition.
fn kind(call: &Call<'_>, attribute: i64) -> Result<Option<String>, Failure> {
    let sql = "SELECT coalesce(rest ->> '$.type', ?2) FROM documents
               WHERE collection = 'userAttributes' AND id = ?1";
    call.scalar(sql, (attribute, DEFAULT_TYPE))
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
