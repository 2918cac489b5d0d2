//! What the sandbox reads of a request before a handler sees it: the query, a form, and a body in
//! JSON, checked against the document.

use svc_sandbox::fuzzing::{OPERATIONS, form, request};

use super::Bytes;

/// An operation, the query, and the body.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let choice = bytes.byte();
    let operation = usize::from(choice) % *OPERATIONS;
    let Some(query) = bytes.line() else {
        return;
    };
    if choice == 255 {
        form(query, bytes.0);
        return;
    }
    if let Err(message) = request(operation, query, bytes.0) {
        assert!(!message.is_empty());
        // Names of fields come from the caller, values do not.
        assert!(message.len() <= data.len() + 2_000, "a long message");
    }
}
