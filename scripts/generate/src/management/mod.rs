//! What follows from `src/management/service.toml`: the Rust table, methods and models, the TypeScript
//! tables and types, the page of documentation, and what the sandbox's document is made of.

mod declaration;
mod kind;
mod markdown;
mod openapi;
mod operations;
mod resources;
mod rust;
mod shapes;
mod typescript;
mod words;

use crate::Files;

const HEADER: &str =
    "// Generated from src/management/service.toml by `npm run generate`; change it there.\n\n";

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    let generated = "npm/src/management/generated";
    files.add(&format!("{generated}/operations.ts"), &typescript::table());
    files.add(&format!("{generated}/rules.ts"), &typescript::rules());
    files.add(
        &format!("{generated}/namespaces.ts"),
        &typescript::namespaces(),
    );
    files.add(&format!("{generated}/resources.ts"), &resources::types());
    files.add("sandbox/src/api/spec/openapi.json", &openapi::document());
    files.add("sandbox/src/api/table/requests.rs", &openapi::requests());
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
    let service = &declaration::SERVICE;
    service.inputs().contains(model) && !service.answers().contains(model)
}
