//! Paths and operations of SCIM's PATCH, by the sandbox.

use serde_json::{Value, json};
use svc_sandbox::fuzzing::scim_patch;

use super::{Bytes, scim_filter::RESOURCE};

/// Each line is an operation: its kind, its path, and a value in JSON; or the input is the whole body.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let body = if bytes.flag() {
        let Ok(body) = serde_json::from_slice::<Value>(bytes.0) else {
            return;
        };
        body
    } else {
        let mut operations = Vec::new();
        while !bytes.is_empty() && operations.len() < 8 {
            let op = bytes.one_of(&["add", "replace", "remove"]);
            let (Some(path), Some(value)) = (bytes.line(), bytes.line()) else {
                return;
            };
            let value: Value = serde_json::from_str(value).unwrap_or_default();
            operations.push(json!({ "op": op, "path": path, "value": value }));
        }
        json!({ "Operations": operations })
    };
    let mut resource = RESOURCE.clone();
    let is_done = scim_patch(&mut resource, &body);
    assert!(resource.is_object(), "a resource is an object");
    for read_only in ["id", "meta"] {
        assert_eq!(resource[read_only], RESOURCE[read_only], "it is read-only");
    }
    if is_done {
        let primary = |email: &&Value| email["primary"] == true;
        let emails = resource["emails"].as_array();
        let count = emails.map_or(0, |all| all.iter().filter(primary).count());
        assert!(count <= 1, "{count} primary addresses: {resource}");
    }
}
