//! The bridge in Rust with the methods of the npm package, as a module for the pages of the tests.
//! `scripts/rust-shell.mjs` builds it.
#![cfg(target_family = "wasm")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

use wasm_bindgen::prelude::*;

#[path = "../../../tests/browser/shell.rs"]
mod shell;

use shell::{GetSession, Shell};

/// A shell that calls the page's `getSession` as it is, or through a closure.
#[wasm_bindgen]
pub fn shell(is_closure: bool) -> Shell {
    Shell::new(if is_closure {
        GetSession::Closure
    } else {
        GetSession::Function
    })
}
