//! SCIM, by RFC 7644: users of the console and their groups.

pub mod discovery;
mod filter;
mod patch;
mod project;
mod resource;
mod scan;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use self::filter::Filter;
use self::project::project;
use self::resource::Kind;
use super::call::Call;
use super::reply::{Outcome, Reply};
use crate::json::Failure;

/// How many resources an answer holds where nobody says.
const COUNT: i64 = 100;

/// A page of the resources that pass the filter. A `startIndex` below 1 counts as 1, a negative
/// `count` as 0.
pub fn list(call: &Call<'_>) -> Outcome {
    let start = number(call, "startIndex")?.unwrap_or(1).max(1);
    let count = number(call, "count")?.unwrap_or(COUNT).max(0);
    let filter = call.query("filter").map(Filter::parse).transpose()?;
    let found: Vec<Value> = Kind::of(call)
        .all(call)?
        .into_iter()
        .filter(|resource| filter.as_ref().is_none_or(|filter| filter.passes(resource)))
        .collect();
    let as_size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let page: Vec<Value> = found
        .iter()
        .skip(as_size(start - 1))
        .take(as_size(count))
        .map(|resource| project(call, resource))
        .collect();
    Ok(json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": found.len(),
        "startIndex": start,
        "itemsPerPage": page.len(),
        "Resources": page,
    })
    .into())
}

/// A new resource: 201, with its address.
pub fn create(call: &Call<'_>) -> Outcome {
    let kind = Kind::of(call);
    let id = kind.keep(call, None, &call.body)?;
    let made = kind.one(call, &id.to_string())?;
    Ok(Reply::created(project(call, &made)))
}

/// One resource.
pub fn retrieve(call: &Call<'_>) -> Outcome {
    let resource = Kind::of(call).one(call, call.path("id"))?;
    Ok(project(call, &resource).into())
}

/// Puts a resource in the place of another.
pub fn replace(call: &Call<'_>) -> Outcome {
    keep(call, &call.body)
}

/// Changes a resource by the operations of the body: all of them, or none.
pub fn patch(call: &Call<'_>) -> Outcome {
    let mut resource = Kind::of(call).one(call, call.path("id"))?;
    patch::apply(&mut resource, &call.body)?;
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
    kind.keep(call, id.parse().ok(), resource)?;
    let kept = kind.one(call, id)?;
    Ok(project(call, &kept).into())
}

fn number(call: &Call<'_>, name: &str) -> Result<Option<i64>, Failure> {
    call.query_number(name, i64::MIN)
}
