//! The types of requests and answers of the npm client.

use svc_declaration::{Choice, Model, Presence};

use super::{HEADER, SERVICE, closed, is_only_input};
use crate::comment;

pub fn types() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { OpenObject } from '../options.js';\n\n");
    out.push_str(OPEN);
    let inputs = SERVICE.inputs();
    for model in SERVICE.models.values() {
        // A page may say that it leaves a field out; an answer just has none.
        let or = if inputs.contains(model.name.as_str()) {
            " | undefined"
        } else {
            ""
        };
        // An interface cannot say that some fields are alternatives.
        let (doc, name) = match model.choice() {
            Some(_) => (
                format!("All fields of `{}`.", model.name),
                format!("{}Fields", model.name),
            ),
            None => (model.doc.clone(), model.name.clone()),
        };
        comment(&mut out, "", &doc);
        line!(out, "export interface {name} {{");
        fields(&mut out, model, or);
        for key in &model.removed {
            line!(out, "  /** Removed from the service. */\n  {key}?: never;");
        }
        if model.open {
            out.push_str(
                "  /** What the service does not describe. */\n  [key: string]: unknown;\n",
            );
        }
        out.push_str("}\n\n");
        if let Some(choice) = model.choice() {
            comment(&mut out, "", &model.doc);
            out.push_str(&alternatives(model, &choice));
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn fields(out: &mut String, model: &Model, or: &str) {
    let is_input = is_only_input(&model.name);
    for field in &model.fields {
        if !field.doc.is_empty() {
            comment(out, "  ", &field.doc);
        }
        let kind = field.kind.typescript();
        // What a caller sends is known; what the service answers may grow.
        let kind = if is_input { closed(&kind) } else { kind };
        let key = if field.key.starts_with('$') {
            format!("'{}'", field.key)
        } else {
            field.key.clone()
        };
        let or = if kind == "unknown" { "" } else { or };
        let (mark, or) = match field.presence {
            Presence::Required => ("", String::new()),
            Presence::Optional | Presence::Expected => ("?", or.to_owned()),
            Presence::Nullable | Presence::Erasable => ("?", format!(" | null{or}")),
        };
        line!(out, "  {key}{mark}: {kind}{or};");
    }
}

const OPEN: &str = "declare const later: unique symbol;

/** A value that a later version of the service adds. A caller can send back the one that came. */
export type Later = string & { readonly [later]: true };

/** One of the values known today, or one that a later version of the service adds. */
export type Open<T extends string> = T | Later;

";

/// The type of an input of which a caller chooses fields: a union of the choices.
fn alternatives(model: &Model, choice: &Choice<'_>) -> String {
    let kind = |key: &str| {
        let mut fields = model.fields.iter();
        let field = fields.find(|field| field.key == key).unwrap();
        closed(&field.kind.typescript())
    };
    let needed = |key: &String| format!("{key}: {}", kind(key));
    let alone = |keys: &[String], key: &String, own: String| {
        let others = keys.iter().filter(|other| *other != key);
        let absent = others.map(|other| format!("{other}?: undefined"));
        let fields: Vec<String> = std::iter::once(own).chain(absent).collect();
        format!("{{ {} }}", fields.join("; "))
    };
    let choices: Vec<String> = match choice {
        Choice::OneOf(keys) => keys
            .iter()
            .map(|key| alone(keys, key, needed(key)))
            .collect(),
        Choice::AtMostOneOf(keys) => {
            let optional = |key| format!("{key}?: {} | undefined", kind(key));
            keys.iter()
                .map(|key| alone(keys, key, optional(key)))
                .collect()
        }
        Choice::Cursorless(it) => {
            let value = format!("'{}'", it.value);
            let all = kind(&it.order);
            let others: Vec<&str> = all.split(" | ").filter(|one| *one != value).collect();
            let absent = |key: &String| format!("{key}?: undefined");
            let refused: Vec<String> = it.refused.iter().map(absent).collect();
            vec![
                format!(
                    "{{ {}?: {} | undefined; {}?: undefined }}",
                    it.order,
                    others.join(" | "),
                    it.instead
                ),
                format!("{{ {}: {value}; {} }}", it.order, refused.join("; ")),
            ]
        }
        Choice::Either(one, other) => [one, other]
            .map(|keys| {
                let fields: Vec<String> = keys.iter().map(needed).collect();
                format!("{{ {} }}", fields.join("; "))
            })
            .to_vec(),
    };
    format!(
        "export type {name} = {name}Fields &\n  (\n    | {}\n  );\n\n",
        choices.join("\n    | "),
        name = model.name
    )
}
