//! At most one value of a multi-valued attribute is primary (RFC 7643, section 2.4).

use axum::http::StatusCode;
use serde_json::Value;

use super::path::field;
use crate::json::Failure;

/// If a patch makes another value primary, the former one is no longer primary (RFC 7644, section
/// 3.5.2).
///
/// `before` is the attribute before the patch. It is null if the whole attribute was replaced,
/// because then there is no former primary value.
///
/// 400 with `invalidValue` if the patch makes more than one value primary.
pub fn settle(before: &Value, after: &mut Value) -> Result<(), Failure> {
    let former = before.as_array().map_or(&[][..], Vec::as_slice);
    if count(after) > 1
        && let Value::Array(values) = after
    {
        let unchanged = values.iter_mut().filter(|value| former.contains(value));
        unchanged.for_each(demote);
    }
    check(after)
}

/// Checks that an attribute follows the rule.
///
/// 400 with `invalidValue`.
pub fn check(attribute: &Value) -> Result<(), Failure> {
    if count(attribute) <= 1 {
        return Ok(());
    }
    Err(Failure::scim(
        StatusCode::BAD_REQUEST,
        "invalidValue",
        "only one value of an attribute can be primary",
    ))
}

fn count(attribute: &Value) -> usize {
    let values = attribute.as_array().into_iter().flatten();
    values.filter(|value| is_primary(value)).count()
}

fn is_primary(value: &Value) -> bool {
    field(value, "primary") == Some(&Value::Bool(true))
}

fn demote(value: &mut Value) {
    let fields = value.as_object_mut().into_iter().flatten();
    for (name, value) in fields {
        if name.eq_ignore_ascii_case("primary") {
            *value = Value::Bool(false);
        }
    }
}
