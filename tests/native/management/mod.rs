//! The management API: the table, and what is decided about a call.

mod checks;
mod client;
mod credentials;
mod exchanges;
mod failures;
mod limits;
mod logging;
mod models;
mod pages;
mod reading;
mod redirects;
mod requests;
mod retries;
mod script;
mod service;
#[rustfmt::skip]
mod shapes;
mod table;
mod transports;

use serde_json::Value;
use svc_embed::management::request::{self, Input};
use svc_embed::management::{InvalidRequest, OPERATIONS, Operation, check};

/// The row of the table with this id.
pub fn operation(id: &str) -> Operation {
    *OPERATIONS
        .iter()
        .find(|operation| operation.id == id)
        .unwrap_or_else(|| panic!("there is no operation {id}"))
}

/// A request that was built.
#[derive(Debug)]
pub struct Target {
    pub path: String,
    pub deprecation: Option<&'static str>,
}

/// Builds the target of an operation and checks its input: `path`, `query` and `body` as JSON.
#[allow(clippy::needless_pass_by_value, reason = "reads like json!")]
pub fn build(
    id: &str,
    path: &[Value],
    query: Value,
    body: Option<Value>,
) -> Result<Target, InvalidRequest> {
    let operation = operation(id);
    let input = Input {
        path: None,
        parameters: path,
        query: query.as_object().unwrap(),
        body: body.as_ref(),
    };
    Ok(Target {
        path: request::target(&operation, input)?,
        deprecation: check::input(&operation, &input)?,
    })
}
