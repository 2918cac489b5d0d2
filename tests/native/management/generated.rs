//! The JavaScript table, the TypeScript types and the page of documentation that follow from the
//! table and the models. `npm run generate` writes them; without it, these tests compare.

use std::collections::HashSet;
use std::fmt::Write as _;

use svc_embed::management::models::{self, ModelDoc};
use svc_embed::management::rows::{NamespaceDoc, OperationDoc};
use svc_embed::management::{NAMESPACES, OPERATIONS, Operation, Traits};

use crate::generated::{comment, compare, one_line};

const HEADER: &str =
    "// Generated from src/management by `npm run generate`; change the declarations there.\n\n";

#[test]
fn the_javascript_table_follows_the_table() {
    compare("npm/src/management/operations.ts", &javascript_table());
}

#[test]
fn the_namespaces_follow_the_table() {
    compare("npm/src/management/namespaces.ts", &namespaces());
}

#[test]
fn the_typescript_types_follow_the_models() {
    compare("npm/src/management/resources.ts", &resources());
}

#[test]
fn the_documentation_follows_the_table() {
    compare("docs/operations.md", &markdown());
}

/// One line for each operation: id, method, path, traits, and the fields that are needed.
fn javascript_table() -> String {
    let mut out = String::from(HEADER);
    for (doc, name, bits) in [
        (
            "Its input is the query, not the body.",
            "QUERY",
            Traits::QUERY,
        ),
        ("It gives a list in pages.", "LIST", Traits::LIST),
        ("It gives a file, to be streamed.", "STREAM", Traits::STREAM),
        (
            "Its answer may hold what is deprecated.",
            "APP_THEME",
            Traits::APP_THEME,
        ),
    ] {
        writeln!(out, "/** {doc} */\nexport const {name} = {};\n", bits.0).unwrap();
    }
    out.push_str("/** Of each operation its id, method, path, traits, and what its input needs. */\nexport const TABLE = `");
    let rows: Vec<String> = OPERATIONS.iter().map(row).collect();
    out.push_str(&rows.join("\n"));
    out.push_str("`;\n");
    out
}

fn row(operation: &Operation<'_>) -> String {
    let Operation {
        id,
        path,
        needs,
        traits,
        ..
    } = operation;
    let method = operation.method.as_str();
    format!("{id} {method} {path} {} {needs}", traits.0)
        .trim_end()
        .to_owned()
}

/// The namespaces to which `work.ts` adds `run`.
const LONG_WORK: [&str; 3] = ["DashboardExports", "TransformSync", "MetricViewPreviews"];

fn namespaces() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { OpenBody, OpenObject, PathParameter, RequestOptions } from './options.js';\n");
    out.push_str("import type { ApiPromise, ListPromise } from './promise.js';\n");
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
        "import type {{ {} }} from './work.js';\n",
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
    let docs = NAMESPACES.iter().flat_map(|namespace| namespace.operations);
    let mut texts: Vec<String> = docs.map(|(_, doc)| (doc.input)()).collect();
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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
}

fn method(namespace: &NamespaceDoc, operation: &Operation<'_>, doc: &OperationDoc) -> String {
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
    let query = operation.traits.has(Traits::QUERY);
    let input = (doc.input)();
    let typed = match (input.as_str(), query) {
        ("OpenObject", false) => "OpenBody",
        _ => &input,
    };
    parameters.push(match (query, (doc.input_optional)()) {
        (true, true) => format!("query?: {typed}"),
        (true, false) => format!("query: {typed}"),
        (false, true) => format!("body?: {typed}"),
        (false, false) => format!("body: {typed}"),
    });
    parameters.push("options?: RequestOptions".to_owned());
    format!("{name}({}): {};", parameters.join(", "), (doc.output)())
}

fn resources() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { OpenObject } from './options.js';\n\n");
    out.push_str("/** One of the values known today, or one that a later version of the service adds. */\nexport type Open<T extends string> = T | (string & {});\n\n");
    let inputs = inputs();
    for model in models::all() {
        // A page may say that it leaves a field out; an answer just has none.
        let or = if inputs.contains(model.name) {
            " | undefined"
        } else {
            ""
        };
        comment(&mut out, "", model.doc.trim());
        writeln!(out, "export interface {} {{", model.name).unwrap();
        for field in model.fields {
            if !field.doc.is_empty() {
                comment(&mut out, "  ", field.doc.trim());
            }
            let (key, kind) = (field.key, (field.typescript)());
            let or = if kind == "unknown" { "" } else { or };
            match field.presence {
                "required" => writeln!(out, "  {key}: {kind};"),
                "optional" => writeln!(out, "  {key}?: {kind}{or};"),
                _ => writeln!(out, "  {key}?: {kind} | null{or};"),
            }
            .unwrap();
        }
        if model.open {
            out.push_str(
                "  /** What the service does not describe. */\n  [key: string]: unknown;\n",
            );
        }
        out.push_str("}\n\n");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn markdown() -> String {
    let mut out = String::from(
        "<!-- Generated from src/management by `npm run generate`; change the declarations there. -->\n\n\
         # The operations\n\n",
    );
    writeln!(
        out,
        "The {} operations that the client knows, by namespace. An id is the method on the client: \
         `client.<id>(…parameters of the path, query or body, options)`. Types are those of \
         `svc-embed/management`; `unknown` stands where the service does not describe a payload. In \
         Rust, `client.workbooks().set_ai_widget_thread(…)` is `workbooks.setAiWidgetThread`.\n",
        OPERATIONS.len()
    )
    .unwrap();
    out.push_str("What a body or a query must hold is checked before it is sent: `a` is required, of `a|b` exactly one is, of `a|b?` at most one may be there.\n");
    for namespace in NAMESPACES {
        write!(out, "\n## `{}`\n\n", namespace.path).unwrap();
        out.push_str(
            "| Operation | Request | Input | Gives | |\n| --- | --- | --- | --- | --- |\n",
        );
        for (operation, doc) in namespace.operations {
            let part = if operation.traits.has(Traits::QUERY) {
                "query"
            } else {
                "body"
            };
            let needs = match operation.needs {
                "" => String::new(),
                needs => format!(
                    ", needs `{}`",
                    needs.replace('|', "\\|").replace(' ', "`, `")
                ),
            };
            writeln!(
                out,
                "| `{}` | `{} {}` | {part} `{}`{needs} | `{}` | {} |",
                operation.id,
                operation.method.as_str(),
                operation.path,
                (doc.input)(),
                (doc.output)(),
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
    out.push_str("\n## Types\n");
    for model in models::all() {
        write!(out, "\n### `{}`\n\n{}", model.name, one_line(model.doc)).unwrap();
        out.push_str(if model.open {
            " There may be fields that the service does not describe.\n\n"
        } else {
            "\n\n"
        });
        fields(&mut out, &model);
    }
    out
}

fn fields(out: &mut String, model: &ModelDoc) {
    out.push_str("| Field | Type | Meaning |\n| --- | --- | --- |\n");
    for field in model.fields {
        let kind = (field.typescript)().replace('|', "\\|");
        let presence = match field.presence {
            "required" => "",
            "optional" => ", optional",
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
