//! What `npx svc-embed doctor` compares a tenant's document with, and the sandbox's table of requests.

use serde_json::{Value, json};
use svc_declaration::document::{document, method_of};
use svc_declaration::{Answer, Operation};

use super::{HEADER, SERVICE};

/// The document as `npx svc-embed doctor` compares a tenant's with it: without texts for people, but
/// with what is presumed.
pub fn description() -> String {
    let mut document = document(&SERVICE, |_| true);
    for operation in SERVICE.operations() {
        let described = &mut document["paths"][&operation.path][method_of(operation)];
        let presumed = operation.presumed.iter();
        let presumed: Vec<String> = presumed.map(|one| format!("{}.", one.says)).collect();
        if !presumed.is_empty() {
            described["x-presumed"] = json!(presumed);
        }
        if let Answer::List(_) = operation.answer {
            described["x-list"] = json!(operation.paging());
        }
    }
    let schemas = document["components"]["schemas"].as_object_mut().unwrap();
    for (name, schema) in schemas {
        let model = &SERVICE.models[name];
        // What the description does not mark is not required of an answer.
        schema["required"] = model.required().collect();
        schema["x-open"] = json!(model.open);
    }
    without_texts(&mut document);
    format!(
        "{HEADER}import type {{ OpenApi }} from '../document.js';\n\n/** The operations and shapes that this version knows. */\nexport const DESCRIPTION: OpenApi = JSON.parse(\n  {},\n) as OpenApi;\n",
        quoted(&document.to_string())
    )
}

/// Removes the texts for people.
fn without_texts(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for key in ["description", "summary"] {
                // A field may have such a name.
                if members.get(key).is_some_and(Value::is_string) {
                    members.remove(key);
                }
            }
            members.values_mut().for_each(without_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(without_texts),
        _ => {}
    }
}

/// A text as a literal of JavaScript.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The id, the method, the path and the purpose of each operation, as a table in Rust.
pub fn requests() -> String {
    let mut out = String::from(
        "//! Generated from src/management/service.toml by `npm run generate`; change it there.\n\n\
         /// The id, the method, the path and the purpose of each operation.\n\
         #[rustfmt::skip]\n\
         pub const REQUESTS: &[[&str; 4]] = &[\n",
    );
    for operation in SERVICE.operations() {
        let Operation {
            id,
            method,
            path,
            does,
            ..
        } = operation;
        line!(out, "    [{id:?}, {method:?}, {path:?}, {does:?}],");
    }
    out.push_str("];\n");
    out
}
