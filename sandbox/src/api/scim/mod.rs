//! SCIM, by RFC 7644: users of the console and their groups.

mod filter;
mod keep;
mod patch;
mod path;
mod primary;
mod project;
mod resource;
mod scan;
mod schema;

use serde_json::{Value, json};

use self::filter::Filter;
use self::project::project;
use self::resource::Kind;
use super::call::Call;
use super::reply::{Outcome, Reply};
use crate::json::Failure;

/// Whether `resource` matches a filter in text.
///
/// 400 with `invalidFilter`.
pub fn filter_passes(filter: &str, resource: &Value) -> Result<bool, Failure> {
    Ok(Filter::parse(filter)?.passes(resource))
}

/// Applies the operations of a body of PATCH to `resource`.
///
/// As [`patch::apply`].
pub fn patch_resource(resource: &mut Value, body: &Value) -> Result<(), Failure> {
    patch::apply(resource, body)
}

/// The schema of a body of PATCH.
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/// The default number of resources in an answer.
const COUNT: i64 = 100;

/// A page of the resources that match the filter. A `startIndex` below 1 counts as 1, and a
/// negative `count` as 0.
pub fn list(call: &Call<'_>) -> Outcome {
    let start = number(call, "startIndex")?.unwrap_or(1).max(1);
    let count = number(call, "count")?.unwrap_or(COUNT).max(0);
    let kind = Kind::of(call);
    let (found, total) = match call.query("filter") {
        None => kind.page(call, start - 1, count)?,
        Some(filter) => {
            let filter = Filter::parse(filter)?;
            let mut found = kind.all(call)?;
            found.retain(|resource| filter.passes(resource));
            let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
            let as_size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
            let page = found.into_iter().skip(as_size(start - 1));
            (page.take(as_size(count)).collect(), total)
        }
    };
    let page: Vec<Value> = found
        .iter()
        .map(|resource| project(call, resource))
        .collect();
    Ok(json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": total,
        "startIndex": start,
        "itemsPerPage": page.len(),
        "Resources": page,
    })
    .into())
}

/// Creates a resource: 201, with its address.
pub fn create(call: &Call<'_>) -> Outcome {
    let kind = Kind::of(call);
    let id = keep::keep(kind, call, None, &call.body)?;
    let made = kind.one(call, &id.to_string())?;
    Ok(Reply::created(project(call, &made)))
}

/// One resource.
pub fn retrieve(call: &Call<'_>) -> Outcome {
    let resource = Kind::of(call).one(call, call.path("id"))?;
    Ok(project(call, &resource).into())
}

/// Replaces a resource.
pub fn replace(call: &Call<'_>) -> Outcome {
    keep(call, &call.body)
}

/// Applies all operations of the body to a resource, or none.
pub fn patch(call: &Call<'_>) -> Outcome {
    let mut resource = Kind::of(call).one(call, call.path("id"))?;
    keep::require_schema(&call.body, PATCH)?;
    patch::apply(&mut resource, &resource::respelled(&call.body))?;
    keep(call, &resource)
}

/// Deletes a resource: 204.
pub fn delete(call: &Call<'_>) -> Outcome {
    Kind::of(call).delete(call, call.path("id"))?;
    Ok(Reply::Empty)
}

fn keep(call: &Call<'_>, resource: &Value) -> Outcome {
    let kind = Kind::of(call);
    let id = call.path("id");
    kind.one(call, id)?;
    keep::keep(kind, call, id.parse().ok(), resource)?;
    let kept = kind.one(call, id)?;
    Ok(project(call, &kept).into())
}

fn number(call: &Call<'_>, name: &str) -> Result<Option<i64>, Failure> {
    // `?count=` has no number: it is not left out.
    let Some(text) = call.given(name) else {
        return Ok(None);
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|letter| letter.is_ascii_digit()) {
        return Err(Failure::invalid(format!("{name} is not a whole number")));
    }
    // A number that is too large or too small means the largest or the smallest.
    let bound = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Ok(Some(text.parse().unwrap_or(bound)))
}
