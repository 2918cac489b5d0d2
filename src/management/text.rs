//! Putting texts together. The standard library's general ways would weigh more than all else here
//! in the WebAssembly: the search for a text alone is 4 kB.

use alloc::string::String;

/// The parts, one after the other.
pub(super) fn join(parts: &[&str]) -> String {
    let mut joined = String::new();
    for part in parts {
        joined.push_str(part);
    }
    joined
}

/// `text` with each `secret` in it replaced.
pub(super) fn redact(text: &str, secret: &str) -> String {
    let mut clean = String::new();
    let mut rest = text.chars();
    while let Some(first) = rest.clone().next() {
        match rest.as_str().strip_prefix(secret) {
            Some(after) if !secret.is_empty() => {
                clean.push_str("[credential]");
                rest = after.chars();
            }
            _ => {
                clean.push(first);
                rest.next();
            }
        }
    }
    clean
}
