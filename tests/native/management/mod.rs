//! The management API: the table, and what is decided about a call.

mod checks;
mod client;
mod failures;
mod generated;
mod models;
mod pages;
mod redirects;
mod requests;
mod retries;
mod service;
mod table;

use serde_json::Value;
use svc_embed::management::request::{self, Input, Target, Template};
use svc_embed::management::{InvalidRequest, OPERATIONS, Operation};

/// The row of the table with this id.
pub fn operation(id: &str) -> Operation<'static> {
    *OPERATIONS
        .iter()
        .find(|operation| operation.id == id)
        .unwrap_or_else(|| panic!("there is no operation {id}"))
}

/// Builds the target of an operation: `path`, `query` and `body` as JSON.
#[allow(clippy::needless_pass_by_value, reason = "reads like json!")]
pub fn build(
    id: &str,
    path: &[Value],
    query: Value,
    body: Option<Value>,
) -> Result<Target<String>, InvalidRequest> {
    let input = Input {
        path: &Value::Array(path.to_vec()),
        query: &Value::Array(vec![query]),
        body: &body.unwrap_or_default(),
    };
    request::build(&Template::from(&operation(id)), &input)
}
