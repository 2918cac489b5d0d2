//! The parsers that `fuzz/` calls. They are inside the API, and nothing else needs them from outside.

use std::sync::LazyLock;

use serde_json::Value;

use super::form::Form;
use super::operation::Operation;
use super::scim::{filter_passes, patch_resource};
use super::{contract, query, router, table};

static ALL: LazyLock<Vec<&'static Operation>> = LazyLock::new(|| table::all().collect());

/// The number of operations.
pub static OPERATIONS: LazyLock<usize> = LazyLock::new(|| ALL.len());

/// Whether `resource` matches a filter; `None` if it is no filter.
pub fn scim_filter(filter: &str, resource: &Value) -> Option<bool> {
    filter_passes(filter, resource).ok()
}

/// Applies a body of PATCH to `resource`; false if it was refused.
pub fn scim_patch(resource: &mut Value, body: &Value) -> bool {
    patch_resource(resource, body).is_ok()
}

/// Reads a form, and its fields.
pub fn form(media_type: &str, body: &[u8]) {
    if let Ok(Some(form)) = Form::parse(media_type, body) {
        let _ = (form.text("path"), form.file());
    }
}

/// Checks the query and the body of a request against the document.
///
/// # Errors
///
/// The message of the answer.
pub fn request(operation: usize, text: &str, raw: &[u8]) -> Result<(), String> {
    let Some(operation) = ALL.get(operation) else {
        return Ok(());
    };
    let query = query::parse(text).map_err(|failure| failure.message)?;
    let body = router::read_json(raw).map_err(|error| error.to_string())?;
    for method in operation.methods() {
        contract::check(operation, method.as_str(), &query, Some(&body))
            .map_err(|failure| failure.message)?;
    }
    Ok(())
}
