//! The management API: the table, and what is decided about a call.

mod client;
mod credentials;
mod exchanges;
mod failures;
mod limits;
mod logging;
mod made;
mod models;
mod pages;
mod reading;
mod redirects;
mod requests;
mod retries;
mod script;
mod service;
mod table;
mod transports;

use std::fs;
use std::sync::LazyLock;

use serde_json::Value;
use svc_declaration::{FILE, Service};
use svc_embed::management::request::{self, Input};
use svc_embed::management::{InvalidRequest, OPERATIONS, Operation};

/// The declaration.
static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    Service::read(&fs::read_to_string([path, FILE].concat()).unwrap())
});

/// The row of the table with this id.
pub fn operation(id: &str) -> Operation {
    *OPERATIONS
        .iter()
        .find(|operation| operation.id == id)
        .unwrap_or_else(|| panic!("there is no operation {id}"))
}

/// Builds the path and the query of an operation.
#[allow(clippy::needless_pass_by_value, reason = "reads like json!")]
pub fn build(id: &str, path: &[Value], query: Value) -> Result<String, InvalidRequest> {
    let input = Input {
        path: None,
        parameters: path,
        query: query.as_object().unwrap(),
    };
    request::target(&operation(id), input)
}
