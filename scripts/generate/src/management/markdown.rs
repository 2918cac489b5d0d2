//! `docs/operations.md`.

use std::fmt::Write as _;

use svc_declaration::{Choice, Model, Operation, Presence};

use super::typescript::output;
use super::{SERVICE, closed, is_only_input};
use crate::one_line;

pub fn page() -> String {
    let mut out = String::from(
        "<!-- Generated from src/management/service.toml by `npm run generate`; change it there. -->\n\n\
         # API operations\n\n",
    );
    writeln!(
        out,
        "The client has {} operations. Call one by its name: \
         `client.<name>(…parameters of the path, query or body, options)`. `svc-embed/management` \
         exports the types. A payload that the service does not describe is `unknown`. In Rust, \
         `client.workbooks().set_ai_widget_thread(…)` is `workbooks.setAiWidgetThread`.\n",
        SERVICE.operations().count()
    )
    .unwrap();
    out.push_str("The client checks a query or a body before it sends it. If an operation takes neither, the options follow directly after the parameters of the path.\n");
    for namespace in &SERVICE.namespaces {
        let names: Vec<_> = namespace
            .operations
            .iter()
            .map(|operation| operation.name.as_str())
            .collect();
        let summary = format!("{}: {}", count(names.len(), "operation"), names.join(", "));
        writeln!(out, "\n## `{}`", namespace.path).unwrap();
        folded(&mut out, &summary, |out| {
            for operation in &namespace.operations {
                entry(out, operation);
            }
        });
    }
    out.push_str("\n## Types\n\n`Open<…>` is one of the listed values, or a value that a later version of the service adds. Fields of answers have such types, and so do inputs that can repeat an answer.\n");
    let summary = count(SERVICE.models.len(), "type");
    folded(&mut out, &summary, |out| {
        for model in SERVICE.models.values() {
            write!(out, "\n### `{}`\n\n{}", model.name, one_line(&model.doc)).unwrap();
            out.push_str(if model.open {
                " There may be fields that the service does not describe.\n"
            } else {
                "\n"
            });
            folded(out, &count(model.fields.len(), "field"), |out| {
                out.push('\n');
                fields(out, model);
            });
        }
    });
    out
}

/// A part that is closed until the reader opens it: on a phone, the open list would be seventy screens
/// high. The headings above the parts stay in view. `docs/.vitepress/theme/index.mjs` opens the part to
/// which a link leads.
fn folded(out: &mut String, summary: &str, content: impl FnOnce(&mut String)) {
    write!(out, "\n<details>\n<summary>{summary}</summary>\n").unwrap();
    content(out);
    out.push_str("\n</details>\n");
}

fn count(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// One operation: its name, what it does, its request, and what it takes and returns. A list, because
/// the columns of a table would be too narrow on a phone.
fn entry(out: &mut String, operation: &Operation) {
    let says = one_line(&format!("{}. {}", operation.does, operation.notes()));
    writeln!(out, "\n### `{}`\n\n{says}\n", operation.id).unwrap();
    writeln!(out, "- Request: `{} {}`", operation.method, operation.path).unwrap();
    if let Some((part, kind)) = &operation.input {
        let needs = needs(operation)
            .map(|needs| format!("; {needs}"))
            .unwrap_or_default();
        let takes = linked(&kind.typescript());
        writeln!(out, "- Takes: {part} {takes}{needs}").unwrap();
    }
    writeln!(out, "- Returns: {}", linked(&output(&operation.answer))).unwrap();
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
        writeln!(out, "{}", row.replace("|  |", "| |")).unwrap();
    }
}
