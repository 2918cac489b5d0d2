//! The JavaScript table, the TypeScript types and the page of documentation that follow from the
//! table and the models.

mod openapi;

use std::collections::HashSet;
use std::fmt::Write as _;

use svc_embed::management::models::{self, Choice, Fields, ModelDoc};
use svc_embed::management::operation::{Answer, Part};
use svc_embed::management::rows::{NamespaceDoc, OperationDoc};
use svc_embed::management::{NAMESPACES, OPERATIONS, Operation};

use crate::{Files, comment, one_line};

const HEADER: &str =
    "// Generated from src/management by `npm run generate`; change the declarations there.\n\n";

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    files.add(
        "npm/src/management/generated/operations.ts",
        &javascript_table(),
    );
    files.add("npm/src/management/generated/rules.ts", &rules());
    files.add("npm/src/management/generated/namespaces.ts", &namespaces());
    files.add("npm/src/management/generated/resources.ts", &resources());
    files.add("sandbox/src/api/spec/openapi.json", &openapi::document());
    files.add("sandbox/src/api/table/requests.rs", &openapi::requests());
    files.add(
        "npm/src/cli/generated/description.ts",
        &openapi::description(),
    );
    files.add("docs/operations.md", &markdown());
}

/// One object for each operation. What is usual is left out.
fn javascript_table() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { FIELDS } from './rules.js';\n\n");
    let version = env!("CARGO_PKG_VERSION");
    writeln!(
        out,
        "/** The version of this package. */\nexport const VERSION = '{version}';\n"
    )
    .unwrap();
    out.push_str(ROW);
    out.push_str("/** Every operation. */\nexport const OPERATIONS: readonly Row[] = [\n");
    for operation in OPERATIONS {
        writeln!(out, "  {{ {} }},", row(operation)).unwrap();
    }
    out.push_str("];\n");
    out
}

const ROW: &str = "/** A row of the table. */
export interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Where the input is sent, if there is one. */
  readonly input?: 'query' | 'body';
  /** The fields of the input, if they are described. */
  readonly fields?: keyof typeof FIELDS;
  /** How the answer is read; as one JSON value by default. */
  readonly answer?: 'list' | 'file';
  /** How a list is paged, if that is described. */
  readonly paging?: 'cursor' | 'offset' | 'scim';
  /** The rules that are checked. */
  readonly checks?: readonly string[];
  /** How long the service keeps what the operation reads, if it drops it. */
  readonly kept?: 'export' | 'files' | 'preview';
}

";

fn row(operation: &Operation) -> String {
    let mut fields = vec![
        format!("id: '{}'", operation.id),
        format!("method: '{}'", operation.method.as_str()),
        format!("path: '{}'", operation.path),
    ];
    if operation.input != Part::None {
        fields.push(format!("input: '{}'", operation.input.as_str()));
    }
    if let Some(known) = operation.fields {
        fields.push(format!("fields: '{}'", known.model));
    }
    if operation.answer != Answer::Json {
        fields.push(format!("answer: '{}'", operation.answer.as_str()));
    }
    if let Some(paging) = operation.paging {
        fields.push(format!("paging: '{}'", paging.as_str()));
    }
    if !operation.checks.is_empty() {
        let names = operation.checks.iter().map(|check| check.as_str());
        fields.push(format!("checks: {}", list(names)));
    }
    if let Some(kept) = operation.kept {
        fields.push(format!("kept: '{}'", kept.as_str()));
    }
    fields.join(", ")
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("'{name}'")).collect();
    format!("[{}]", quoted.join(", "))
}

/// The fields of each model that an operation takes.
fn rules() -> String {
    let mut out = String::from(HEADER);
    out.push_str("/** The fields of the inputs. `open`: the service's description names only some. */\nexport const FIELDS = {\n");
    let mut seen = HashSet::new();
    for fields in OPERATIONS.iter().filter_map(|operation| operation.fields) {
        if seen.insert(fields.model) {
            writeln!(out, "  {}: {{ {} }},", fields.model, rule(fields)).unwrap();
        }
    }
    out.push_str("} as const;\n");
    out
}

fn rule(fields: &Fields) -> String {
    let known = fields.known.iter().map(|field| field.key);
    let mut parts = vec![format!("known: {}", list(known))];
    if fields.required().next().is_some() {
        parts.push(format!("required: {}", list(fields.required())));
    }
    match fields.choice {
        Some(Choice::OneOf(keys)) => {
            parts.push(format!("oneOf: {}", list(keys.iter().copied())));
        }
        Some(Choice::AtMostOneOf(keys)) => {
            parts.push(format!("atMostOneOf: {}", list(keys.iter().copied())));
        }
        Some(Choice::Either(one, other)) => {
            let groups = [one, other].map(|keys| list(keys.iter().copied()));
            parts.push(format!("either: [{}]", groups.join(", ")));
        }
        Some(Choice::Cursorless(it)) => {
            let refused = list(it.refused.iter().copied());
            parts.push(format!(
                "cursorless: {{ order: '{}', value: '{}', refused: {refused}, instead: '{}' }}",
                it.order, it.value, it.instead
            ));
        }
        None => {}
    }
    if fields.open {
        parts.push("open: true".to_owned());
    }
    parts.join(", ")
}

/// The namespaces to which `job.ts` adds `run`.
const LONG_WORK: [&str; 3] = ["DashboardExports", "TransformSync", "MetricViewPreviews"];

fn namespaces() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { OpenBody, OpenObject, PathParameter, RequestOptions } from '../options.js';\n");
    out.push_str("import type { ApiPromise, ListPromise } from '../promise.js';\n");
    out.push_str("import type { Answer, Input } from '../tenant.js';\n");
    let types = named_types();
    writeln!(
        out,
        "import type {{\n  {},\n}} from './resources.js';",
        types.join(",\n  ")
    )
    .unwrap();
    let runs = LONG_WORK.map(|name| format!("{name}Run"));
    let mut sorted = runs.to_vec();
    sorted.sort();
    writeln!(
        out,
        "import type {{ {} }} from '../job.js';\n",
        sorted.join(", ")
    )
    .unwrap();
    for namespace in NAMESPACES {
        writeln!(out, "/** The operations of `{}`. */", namespace.path).unwrap();
        let base = namespace.type_name;
        let extends = if LONG_WORK.contains(&base) {
            format!(" extends {base}Run")
        } else {
            String::new()
        };
        writeln!(out, "export interface {base}{extends} {{").unwrap();
        for (operation, doc) in namespace.operations {
            let text = format!("{}. {}", doc.purpose.trim().trim_end_matches('.'), doc.note);
            comment(&mut out, "  ", text.trim());
            writeln!(out, "  {}", method(namespace, operation, doc)).unwrap();
        }
        out.push_str("}\n\n");
    }
    out.push_str("/** Every operation, by its namespace. */\nexport interface Namespaces {\n");
    for namespace in NAMESPACES.iter().filter(|one| !one.path.contains('.')) {
        writeln!(
            out,
            "  readonly {}: {};",
            namespace.path, namespace.type_name
        )
        .unwrap();
    }
    out.push_str(
        "  readonly scim: { readonly users: ScimUsers; readonly groups: ScimGroups };\n}\n",
    );
    out
}

/// The models that methods name.
fn named_types() -> Vec<&'static str> {
    let docs = NAMESPACES.iter().flat_map(|namespace| namespace.operations);
    let signatures: Vec<String> = docs
        .map(|(_, doc)| format!("{} {}", (doc.input)(), (doc.output)()))
        .collect();
    let mut names: Vec<&str> = models::all().iter().map(|model| model.name).collect();
    names.retain(|name| {
        signatures
            .iter()
            .any(|text| words(text).any(|word| word == *name))
    });
    names.sort_unstable();
    names
}

/// The models that a call takes, with all that they consist of.
fn inputs() -> HashSet<&'static str> {
    models_in(|doc| (doc.input)())
}

/// The models that a call returns, with all that they consist of.
fn answers() -> HashSet<&'static str> {
    models_in(|doc| (doc.output)())
}

fn models_in(part: impl Fn(&OperationDoc) -> String) -> HashSet<&'static str> {
    let docs = NAMESPACES.iter().flat_map(|namespace| namespace.operations);
    let mut texts: Vec<String> = docs.map(|(_, doc)| part(doc)).collect();
    let models = models::all();
    let mut found = HashSet::new();
    while let Some(text) = texts.pop() {
        for model in &models {
            let named = words(&text).any(|word| word == model.name);
            if named && found.insert(model.name) {
                texts.extend(model.fields.iter().map(|field| (field.typescript)()));
            }
        }
    }
    found
}

/// `'a' | 'b'` of `Open<'a' | 'b'>`.
fn closed(kind: &str) -> String {
    match kind
        .strip_prefix("Open<")
        .and_then(|kind| kind.strip_suffix('>'))
    {
        Some(values) => values.to_owned(),
        None => kind.to_owned(),
    }
}

/// A key as a property of a TypeScript type.
fn quoted(key: &str) -> String {
    if key.starts_with('$') {
        format!("'{key}'")
    } else {
        key.to_owned()
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
}

fn method(namespace: &NamespaceDoc, operation: &Operation, doc: &OperationDoc) -> String {
    let name = &operation.id[namespace.path.len() + 1..];
    if operation.method.as_str() == "*" {
        return format!(
            "{name}(method: string, path: string, input?: {{ query?: OpenObject | undefined; body?: OpenBody | undefined }}, options?: RequestOptions): {};",
            (doc.output)()
        );
    }
    let mut parameters: Vec<String> = operation
        .parameters()
        .map(|parameter| format!("{parameter}: PathParameter"))
        .collect();
    let input = (doc.input)();
    let typed = match (input.as_str(), operation.input) {
        ("OpenObject", Part::Body) => format!("Input<'{}', OpenBody>", operation.id),
        _ => input,
    };
    let optional = if (doc.input_optional)() { "?" } else { "" };
    if operation.input != Part::None {
        let part = operation.input.as_str();
        parameters.push(format!("{part}{optional}: {typed}"));
    }
    parameters.push("options?: RequestOptions".to_owned());
    // What the service's description does not show, a tenant's own document may.
    let answer = format!("<Answer<'{}'>>", operation.id);
    let output = (doc.output)().replace("<unknown>", &answer);
    format!("{name}({}): {output};", parameters.join(", "))
}

fn resources() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { OpenObject } from '../options.js';\n\n");
    out.push_str(OPEN);
    let (inputs, answers) = (inputs(), answers());
    for model in models::all() {
        // A page may say that it leaves a field out; an answer just has none.
        let or = if inputs.contains(model.name) {
            " | undefined"
        } else {
            ""
        };
        // An interface cannot say that some fields are alternatives.
        let (doc, name) = match model.choice {
            Some(_) => (
                format!("All fields of `{}`.", model.name),
                format!("{}Fields", model.name),
            ),
            None => (model.doc.trim().to_owned(), model.name.to_owned()),
        };
        comment(&mut out, "", &doc);
        writeln!(out, "export interface {name} {{").unwrap();
        for field in model.fields {
            if !field.doc.is_empty() {
                comment(&mut out, "  ", field.doc.trim());
            }
            let kind = (field.typescript)();
            // What a caller sends is known; what the service answers may grow.
            let kind = if inputs.contains(model.name) && !answers.contains(model.name) {
                closed(&kind)
            } else {
                kind
            };
            let key = quoted(field.key);
            let or = if kind == "unknown" { "" } else { or };
            match field.presence {
                "required" => writeln!(out, "  {key}: {kind};"),
                "optional" | "expected" => writeln!(out, "  {key}?: {kind}{or};"),
                _ => writeln!(out, "  {key}?: {kind} | null{or};"),
            }
            .unwrap();
        }
        for key in model.removed {
            writeln!(out, "  /** Removed from the service. */\n  {key}?: never;").unwrap();
        }
        if model.open {
            out.push_str(
                "  /** What the service does not describe. */\n  [key: string]: unknown;\n",
            );
        }
        out.push_str("}\n\n");
        if let Some(choice) = model.choice {
            comment(&mut out, "", model.doc.trim());
            out.push_str(&alternatives(&model, choice));
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

const OPEN: &str = "declare const later: unique symbol;

/** A value that a later version of the service adds. A caller can send back the one that came. */
export type Later = string & { readonly [later]: true };

/** One of the values known today, or one that a later version of the service adds. */
export type Open<T extends string> = T | Later;

";

/// The type of an input of which a caller chooses fields: a union of the choices.
fn alternatives(model: &ModelDoc, choice: Choice) -> String {
    let kind = |key: &str| {
        let mut fields = model.fields.iter();
        let field = fields.find(|field| field.key == key).unwrap();
        closed(&(field.typescript)())
    };
    let needed = |key: &&str| format!("{key}: {}", kind(key));
    let alone = |keys: &[&'static str], key: &str, own: String| {
        let others = keys.iter().filter(|other| **other != key);
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
            let all = kind(it.order);
            let others: Vec<&str> = all.split(" | ").filter(|one| *one != value).collect();
            let absent = |key: &&str| format!("{key}?: undefined");
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

fn markdown() -> String {
    let mut out = String::from(
        "<!-- Generated from src/management by `npm run generate`; change the declarations there. -->\n\n\
         # The operations\n\n",
    );
    writeln!(
        out,
        "The client has {} operations, in namespaces. The id of an operation is its method: \
         `client.<id>(…parameters of the path, query or body, options)`. `svc-embed/management` \
         exports the types. A payload that the service does not describe is `unknown`. In Rust, \
         `client.workbooks().set_ai_widget_thread(…)` is `workbooks.setAiWidgetThread`.\n",
        OPERATIONS.len()
    )
    .unwrap();
    out.push_str("The client checks a query or a body before it sends it. After “needs”, the column Input lists which fields must be there: `a` means this field, `a|b` exactly one of the two, `a|b?` at most one, and `a|b+c` either `a`, or both `b` and `c`. If an operation has no input, the options follow directly after the parameters of the path.\n");
    for namespace in NAMESPACES {
        write!(out, "\n## `{}`\n\n", namespace.path).unwrap();
        out.push_str(
            "| Operation | Request | Input | Returns | Description |\n| --- | --- | --- | --- | --- |\n",
        );
        for (operation, doc) in namespace.operations {
            let needs = match needs(operation) {
                needs if needs.is_empty() => String::new(),
                needs => format!(", needs `{}`", needs.join("`, `")),
            };
            let input = match operation.input {
                Part::None => String::new(),
                part => format!("{} `{}`{needs}", part.as_str(), (doc.input)()),
            };
            writeln!(
                out,
                "| `{}` | `{} {}` | {input} | `{}` | {} |",
                operation.id,
                operation.method.as_str(),
                operation.path,
                (doc.output)().replace('|', "\\|"),
                one_line(&format!(
                    "{}. {}",
                    doc.purpose.trim().trim_end_matches('.'),
                    doc.note
                ))
                .replace('|', "\\|"),
            )
            .unwrap();
        }
    }
    out.push_str("\n## Types\n\n`Open<…>` is one of the listed values, or a value that a later version of the service adds. Fields of answers have such types, and so do inputs that can repeat an answer.\n");
    let (inputs, answers) = (inputs(), answers());
    for model in models::all() {
        write!(out, "\n### `{}`\n\n{}", model.name, one_line(model.doc)).unwrap();
        out.push_str(if model.open {
            " There may be fields that the service does not describe.\n\n"
        } else {
            "\n\n"
        });
        let is_input = inputs.contains(model.name) && !answers.contains(model.name);
        fields(&mut out, &model, is_input);
    }
    out
}

/// What an input must hold.
fn needs(operation: &Operation) -> Vec<String> {
    let Some(fields) = operation.fields else {
        return Vec::new();
    };
    let required = fields.required().map(str::to_owned);
    let choice = fields.choice.map(|choice| match choice {
        Choice::OneOf(keys) => keys.join("\\|"),
        Choice::AtMostOneOf(keys) => keys.join("\\|") + "?",
        Choice::Either(one, other) => [one.join("+"), other.join("+")].join("\\|"),
        // Nothing is needed: some fields exclude each other.
        Choice::Cursorless(_) => String::new(),
    });
    let needs = required.chain(choice);
    needs.filter(|need| !need.is_empty()).collect()
}

fn fields(out: &mut String, model: &ModelDoc, is_input: bool) {
    out.push_str("| Field | Type | Meaning |\n| --- | --- | --- |\n");
    for field in model.fields {
        let kind = (field.typescript)();
        let kind = if is_input { closed(&kind) } else { kind };
        let kind = kind.replace('|', "\\|");
        let presence = match field.presence {
            "required" => "",
            "optional" | "expected" => ", optional",
            "erasable" => ", optional; null erases it",
            _ => ", optional, may be null",
        };
        let row = format!(
            "| `{}` | `{kind}`{presence} | {} |",
            field.key,
            one_line(field.doc)
        );
        writeln!(out, "{}", row.replace("|  |", "| |")).unwrap();
    }
}
