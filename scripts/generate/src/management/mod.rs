//! What follows from `src/management/service.toml`: the Rust table, methods and models, the TypeScript
//! tables and types, the page of documentation, and the sandbox's table.

mod markdown;
mod openapi;
mod resources;
mod rust;
mod typescript;
mod words;

use std::fs;
use std::sync::LazyLock;

use svc_declaration::{FILE, Service};

use crate::{Files, in_repository};

/// The declaration. Read when the program runs, so that a change of it compiles nothing.
pub static SERVICE: LazyLock<Service> =
    LazyLock::new(|| Service::read(&fs::read_to_string(in_repository(FILE)).unwrap()));

const HEADER: &str =
    "// Generated from src/management/service.toml by `npm run generate`; change it there.\n\n";

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    let generated = "npm/src/management/generated";
    files.add(&format!("{generated}/operations.ts"), &typescript::table());
    files.add(
        &format!("{generated}/namespaces.ts"),
        &typescript::namespaces(),
    );
    files.add(&format!("{generated}/resources.ts"), &resources::types());
    files.add(
        "sandbox/src/api/table/generated/requests.rs",
        &openapi::requests(),
    );
    files.add(
        "npm/src/cli/generated/description.ts",
        &openapi::description(),
    );
    files.add("docs/operations.md", &markdown::page());
    rust::add_to(files);
    words::add_to(files);
}

/// `'a' | 'b'` of `Open<'a' | 'b'>`: what a caller sends is known.
fn closed(kind: &str) -> String {
    let open = kind.strip_prefix("Open<");
    match open.and_then(|kind| kind.strip_suffix('>')) {
        Some(values) => values.to_owned(),
        None => kind.to_owned(),
    }
}

/// The models that a call takes and none returns.
fn is_only_input(model: &str) -> bool {
    let service = &*SERVICE;
    service.inputs().contains(model) && !service.answers().contains(model)
}
