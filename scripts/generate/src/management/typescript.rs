//! The tables and methods of the npm client.

use svc_declaration::{Answer, Choice, Kind, Model, Namespace, Operation, pascal};

use super::{HEADER, SERVICE};
use crate::comment;

/// One object for each operation. What is usual is left out.
pub fn table() -> String {
    let mut out = String::from(HEADER);
    let version = env!("CARGO_PKG_VERSION");
    line!(
        out,
        "/** The version of this package. */\nexport const VERSION = '{version}';\n"
    );
    out.push_str(ROW);
    out.push_str("/** Every operation. */\nexport const OPERATIONS: readonly Row[] = [\n");
    for operation in SERVICE.operations() {
        line!(out, "  {{ {} }},", row(operation));
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
  /** How the answer is read; as one JSON value by default. */
  readonly answer?: 'list' | 'file';
  /** How a list is paged, if that is described. */
  readonly paging?: 'cursor' | 'offset' | 'scim';
  /** The order in which the list has no cursors: then some fields are refused. */
  readonly cursorless?: Readonly<{ order: string; value: string; refused: readonly string[]; instead: string }>;
  /** Deprecated fields of the input or of the answer, and what to do instead. */
  readonly deprecated?: Readonly<Record<string, string>>;
  /** How long the service keeps what the operation reads, if it drops it. */
  readonly kept?: 'export' | 'files' | 'preview';
}

";

fn row(operation: &Operation) -> String {
    let mut fields = vec![
        format!("id: '{}'", operation.id),
        format!("method: '{}'", operation.method),
        format!("path: '{}'", operation.path),
    ];
    if let Some((part, _)) = operation.input {
        fields.push(format!("input: '{part}'"));
    }
    match operation.answer {
        Answer::List(_) => fields.push("answer: 'list'".to_owned()),
        Answer::File => fields.push("answer: 'file'".to_owned()),
        Answer::One(_) | Answer::Maybe(_) | Answer::Nothing => {}
    }
    if let Some(paging) = operation.paging() {
        fields.push(format!("paging: '{paging}'"));
    }
    if let Some(Choice::Cursorless(it)) = operation.model().and_then(Model::choice) {
        fields.push(format!(
            "cursorless: {{ order: '{}', value: '{}', refused: {}, instead: '{}' }}",
            it.order,
            it.value,
            list(&it.refused),
            it.instead
        ));
    }
    if !operation.deprecated.is_empty() {
        let deprecated = operation.deprecated.iter();
        let deprecated = deprecated.map(|(field, instead)| format!("{field}: '{instead}'"));
        let deprecated: Vec<String> = deprecated.collect();
        fields.push(format!("deprecated: {{ {} }}", deprecated.join(", ")));
    }
    if let Some(kept) = &operation.kept {
        fields.push(format!("kept: '{kept}'"));
    }
    fields.join(", ")
}

fn list<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = (names.iter())
        .map(|name| format!("'{}'", name.as_ref()))
        .collect();
    format!("[{}]", quoted.join(", "))
}

pub fn namespaces() -> String {
    let mut out = String::from(HEADER);
    out.push_str("import type { OpenBody, OpenObject, PathParameter, RequestOptions } from '../options.js';\n");
    out.push_str("import type { ApiPromise, ListPromise } from '../promise.js';\n");
    out.push_str("import type { Answer, Input } from '../tenant.js';\n");
    line!(
        out,
        "import type {{\n  {},\n}} from './resources.js';",
        named_types().join(",\n  ")
    );
    // The namespaces to which `job.ts` adds `run`.
    let runs = SERVICE.jobs.keys();
    let mut runs: Vec<String> = runs.map(|name| format!("{}Run", pascal(name))).collect();
    runs.sort();
    line!(
        out,
        "import type {{ {} }} from '../job.js';\n",
        runs.join(", ")
    );
    for namespace in &SERVICE.namespaces {
        line!(out, "/** The operations of `{}`. */", namespace.path);
        let base = pascal(&namespace.path);
        let extends = if SERVICE.jobs.contains_key(&namespace.path) {
            format!(" extends {base}Run")
        } else {
            String::new()
        };
        line!(out, "export interface {base}{extends} {{");
        for operation in &namespace.operations {
            let text = format!("{}. {}", operation.does, operation.notes());
            comment(&mut out, "  ", text.trim());
            line!(out, "  {}", method(operation));
        }
        out.push_str("}\n\n");
    }
    out.push_str("/** Every operation, by its namespace. */\nexport interface Namespaces {\n");
    let is_top = |one: &&Namespace| !one.path.contains('.');
    for namespace in SERVICE.namespaces.iter().filter(is_top) {
        let name = pascal(&namespace.path);
        line!(out, "  readonly {}: {name};", namespace.path);
    }
    out.push_str(
        "  readonly scim: { readonly users: ScimUsers; readonly groups: ScimGroups };\n}\n",
    );
    out
}

/// The models that methods name.
fn named_types() -> Vec<&'static str> {
    let kinds = SERVICE.operations().flat_map(|operation| {
        let input = operation.input.as_ref().map(|(_, kind)| kind);
        input.into_iter().chain(operation.answer.kind())
    });
    let mut names: Vec<&str> = kinds.filter_map(Kind::model).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The TypeScript type that a call returns.
pub fn output(answer: &Answer) -> String {
    match answer {
        Answer::One(kind) => format!("ApiPromise<{}>", kind.typescript()),
        Answer::Maybe(kind) => format!("ApiPromise<{} | undefined>", kind.typescript()),
        Answer::List(kind) => format!("ListPromise<{}>", kind.typescript()),
        Answer::File => "ApiPromise<Response>".to_owned(),
        Answer::Nothing => "ApiPromise<undefined>".to_owned(),
    }
}

fn method(operation: &Operation) -> String {
    let name = &operation.name;
    let output = output(&operation.answer);
    if operation.method == "*" {
        return format!(
            "{name}(method: string, path: string, input?: {{ query?: OpenObject | undefined; body?: OpenBody | undefined }}, options?: RequestOptions): {output};"
        );
    }
    let mut parameters: Vec<String> = operation
        .parameters()
        .map(|parameter| format!("{parameter}: PathParameter"))
        .collect();
    if let Some((part, kind)) = &operation.input {
        let optional = if operation.may_lack_input() { "?" } else { "" };
        let typed = match (kind, *part) {
            (Kind::Object, "body") => format!("Input<'{}', OpenBody>", operation.id),
            _ => kind.typescript(),
        };
        parameters.push(format!("{part}{optional}: {typed}"));
    }
    parameters.push("options?: RequestOptions".to_owned());
    // What the service's description does not show, a tenant's own document may.
    let answer = format!("<Answer<'{}'>>", operation.id);
    let output = output.replace("<unknown>", &answer);
    format!("{name}({}): {output};", parameters.join(", "))
}
