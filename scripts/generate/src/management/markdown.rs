//! `docs/operations.md`.

use svc_declaration::{Choice, Model, Operation, Presence};

use super::typescript::output;
use super::{SERVICE, closed, is_only_input};
use crate::one_line;

pub fn page() -> String {
    let mut out = String::from(
        "<!-- Generated from src/management/service.toml by `npm run generate`; change it there. -->\n\n\
         # API operations\n\n",
    );
    line!(
        out,
        "The client has {} operations. Call one by its name: \
         `client.<name>(…parameters of the path, query or body, options)`. `svc-embed/management` \
         exports the types. A payload that the service does not describe is `unknown`. In Rust, \
         `client.workbooks().set_ai_widget_thread(…)` is `workbooks.setAiWidgetThread`.\n",
        SERVICE.operations().count()
    );
    out.push_str("The service validates a query or a body, and the client sends it as it is. If an operation takes neither, the options follow directly after the parameters of the path.\n");
    for namespace in &SERVICE.namespaces {
        line!(out, "\n## `{}`", namespace.path);
        for operation in &namespace.operations {
            entry(&mut out, operation);
        }
    }
    out.push_str("\n## Types\n\n`Open<…>` is one of the listed values, or a value that a later version of the service adds. Fields of answers have such types, and so do inputs that can repeat an answer.\n");
    for model in SERVICE.models.values() {
        text!(out, "\n### `{}`\n\n{}", model.name, one_line(&model.doc));
        out.push_str(if model.open {
            " There may be fields that the service does not describe.\n\n"
        } else {
            "\n\n"
        });
        fields(&mut out, model);
    }
    out
}

/// One operation: its name, what it does, its request, and what it takes and returns. A list, because
/// the columns of a table would be too narrow on a phone.
fn entry(out: &mut String, operation: &Operation) {
    let says = one_line(&format!("{}. {}", operation.does, operation.notes()));
    line!(out, "\n### `{}`\n\n{says}\n", operation.id);
    line!(out, "- Request: `{} {}`", operation.method, operation.path);
    if let Some((part, kind)) = &operation.input {
        let needs = needs(operation)
            .map(|needs| format!("; {needs}"))
            .unwrap_or_default();
        let takes = linked(&kind.typescript());
        line!(out, "- Takes: {part} {takes}{needs}");
    }
    line!(out, "- Returns: {}", linked(&output(&operation.answer)));
}

/// A type as code, with a link to the model in it. No namespace has the name of a model, so that the
/// anchors of the headings differ.
fn linked(text: &str) -> String {
    let is_part = |part: char| part.is_alphanumeric();
    let model = text
        .split(|part| !is_part(part))
        .find(|name| SERVICE.models.contains_key(*name));
    match model {
        Some(name) if name == text => format!("[`{name}`](#{})", name.to_lowercase()),
        Some(name) => format!("`{text}`, see [`{name}`](#{})", name.to_lowercase()),
        None => format!("`{text}`"),
    }
}

/// What an input must hold, as a sentence. `None` if nothing is required.
fn needs(operation: &Operation) -> Option<String> {
    let model = operation.model()?;
    let code = |names: &[String], join: &str| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(join)
    };
    let required: Vec<String> = model.required().map(str::to_owned).collect();
    let mut needs = Vec::new();
    if !required.is_empty() {
        needs.push(format!("requires {}", code(&required, " and ")));
    }
    match model.choice() {
        Some(Choice::OneOf(keys)) => needs.push(format!("exactly one of {}", code(keys, " or "))),
        Some(Choice::AtMostOneOf(keys)) => {
            needs.push(format!("at most one of {}", code(keys, " or ")));
        }
        Some(Choice::Either(one, other)) => needs.push(format!(
            "either {}, or {}",
            code(one, " and "),
            code(other, " and ")
        )),
        // Nothing is required: some fields exclude each other.
        Some(Choice::Cursorless(_)) | None => {}
    }
    (!needs.is_empty()).then(|| needs.join(", "))
}

fn fields(out: &mut String, model: &Model) {
    out.push_str("| Field | Type | Meaning |\n| --- | --- | --- |\n");
    let is_input = is_only_input(&model.name);
    for field in &model.fields {
        let kind = field.kind.typescript();
        let kind = if is_input { closed(&kind) } else { kind };
        let kind = kind.replace('|', "\\|");
        let presence = match field.presence {
            Presence::Required => "",
            Presence::Optional | Presence::Expected => ", optional",
            Presence::Erasable => ", optional; null erases it",
            Presence::Nullable => ", optional, may be null",
        };
        let row = format!(
            "| `{}` | `{kind}`{presence} | {} |",
            field.key,
            one_line(&field.doc)
        );
        line!(out, "{}", row.replace("|  |", "| |"));
    }
}
