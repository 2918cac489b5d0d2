//! The Rust that follows from the declaration: the table, the methods of the client, the models.

use std::io::Write as _;
use std::process::{Command, Stdio};

use svc_declaration::{Answer, Choice, Field, Kind, Model, Operation, Presence, pascal, snake};

use super::SERVICE;
use crate::Files;

const HEADER: &str =
    "//! Generated from src/management/service.toml by `npm run generate`; change it there.\n\n";

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    let generated = "src/management/generated";
    files.add(&format!("{generated}/table.rs"), &table());
    files.add(
        &format!("{generated}/namespaces.rs"),
        &formatted(&namespaces()),
    );
    files.add(&format!("{generated}/models.rs"), &formatted(&models()));
}

/// The text as `cargo fmt` leaves it.
fn formatted(text: &str) -> String {
    let mut program = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let written = program.stdin.take().unwrap().write_all(text.as_bytes());
    let output = program.wait_with_output().unwrap();
    written.unwrap();
    assert!(output.status.success(), "rustfmt does not read:\n{text}");
    String::from_utf8(output.stdout).unwrap()
}

/// `workbooks.upsertBySlug` as `WORKBOOKS_UPSERT_BY_SLUG`.
fn constant(id: &str) -> String {
    snake(&pascal(id)).to_uppercase()
}

fn doc(out: &mut String, text: &str) {
    for line in text.lines() {
        line!(out, "{}", format!("/// {line}").trim_end());
    }
}

/// The rows, one a line.
fn table() -> String {
    let mut out = HEADER.to_owned();
    out.push_str(
        "use super::super::operation::{Answer, Cursorless, Method, Operation, Paging, Part};\n\n\
         /// Every operation.\npub const OPERATIONS: &[Operation] = &[\n",
    );
    for operation in SERVICE.operations() {
        line!(out, "    {},", constant(&operation.id));
    }
    out.push_str("];\n\n");
    for operation in SERVICE.operations() {
        let name = constant(&operation.id);
        let row = row(operation);
        line!(
            out,
            "pub(in crate::management) const {name}: Operation = {row};"
        );
    }
    out
}

fn row(operation: &Operation) -> String {
    let part = match operation.input {
        Some(("query", _)) => "Query",
        Some(_) => "Body",
        None => "None",
    };
    let answer = match operation.answer {
        Answer::One(_) | Answer::Maybe(_) | Answer::Nothing => "Json",
        Answer::List(_) => "List",
        Answer::File => "File",
    };
    let method = match operation.method.as_str() {
        "*" => "Any".to_owned(),
        name => pascal(&name.to_lowercase()),
    };
    let paging = operation.paging();
    let paging = paging.map(|name| format!("Paging::{}", pascal(name)));
    let cursorless = match operation.model().and_then(Model::choice) {
        Some(Choice::Cursorless(it)) => Some(format!(
            "Cursorless {{ order: {:?}, value: {:?}, refused: &{:?}, instead: {:?} }}",
            it.order, it.value, it.refused, it.instead
        )),
        _ => None,
    };
    let deprecated: Vec<_> = operation.deprecated.iter().collect();
    let kept = operation.kept.as_ref();
    let kept = kept.map(|name| format!("{:?}", SERVICE.kept[name]));
    format!(
        "Operation {{ id: {:?}, method: Method::{method}, path: {:?}, input: Part::{part}, \
         answer: Answer::{answer}, paging: {}, cursorless: {}, deprecated: &{deprecated:?}, kept: {} }}",
        operation.id,
        operation.path,
        optional(paging),
        optional(cursorless),
        optional(kept),
    )
}

fn optional(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

/// The methods of the client.
fn namespaces() -> String {
    let mut out = HEADER.to_owned();
    out.push_str(
        "#[allow(clippy::wildcard_imports, reason = \"nearly every model\")]\n\
         use crate::management::models::*;\n\
         use crate::management::client::{Call, Client, PathParameter, Transport};\n\
         use crate::management::gives::{Maybe, Nothing, One, Pages, Stream};\n\
         use super::table;\n\
         use serde_json::{Value, to_value};\n\n\
         impl<T: Transport> Client<T> {",
    );
    for namespace in &SERVICE.namespaces {
        let path = &namespace.path;
        line!(
            out,
            "/// The operations of `{path}`.\npub fn {}(&self) -> {}<'_, T> {{ {1}(self) }}\n",
            snake(&pascal(path)),
            pascal(path)
        );
    }
    out.push_str("}\n\n");
    for namespace in &SERVICE.namespaces {
        let name = pascal(&namespace.path);
        line!(
            out,
            "/// The operations of `{}`.\n#[derive(Debug)]\n\
             pub struct {name}<'a, T>(pub(in crate::management) &'a Client<T>);\n\n\
             impl<'a, T: Transport> {name}<'a, T> {{",
            namespace.path
        );
        for operation in &namespace.operations {
            method(&mut out, operation);
        }
        out.push_str("}\n\n");
    }
    out
}

fn method(out: &mut String, operation: &Operation) {
    doc(out, &format!("{}.", operation.does));
    if !operation.notes().is_empty() {
        out.push_str("///\n");
        doc(out, &operation.notes());
    }
    let names: Vec<String> = operation.parameters().map(snake).collect();
    let mut parameters: Vec<String> = names
        .iter()
        .map(|name| format!("{name}: impl Into<PathParameter>"))
        .collect();
    let given = match &operation.input {
        Some((_, kind)) => {
            parameters.push(format!("input: {}", input_type(kind)));
            "to_value(input)"
        }
        None => "Ok(Value::Null)",
    };
    let names: Vec<String> = names.iter().map(|name| format!("{name}.into()")).collect();
    line!(
        out,
        "pub fn {}(&self, {}) -> Call<'a, T, {}> {{
            self.0.start(&table::{}, vec![{}], {given})
        }}\n",
        snake(&operation.name),
        parameters.join(", "),
        gives(&operation.answer),
        constant(&operation.id),
        names.join(", "),
    );
}

/// An input that is not described can be any object.
fn input_type(kind: &Kind) -> String {
    match kind {
        Kind::Object => "Open".to_owned(),
        kind => kind.rust(),
    }
}

fn gives(answer: &Answer) -> String {
    match answer {
        Answer::One(kind) => format!("One<{}>", kind.rust()),
        Answer::Maybe(kind) => format!("Maybe<{}>", kind.rust()),
        Answer::List(kind) => format!("Pages<{}>", kind.rust()),
        Answer::File => "Stream".to_owned(),
        Answer::Nothing => "Nothing".to_owned(),
    }
}

fn models() -> String {
    let mut out = HEADER.to_owned();
    out.push_str(
        "use std::collections::BTreeMap;\n\n\
         use serde::{Deserialize, Serialize};\n\
         use serde_json::{Map, Number, Value};\n\n\
         use crate::management::models::{Id, Nullable};\n\
         use crate::protocol::schema::open_enum;\n\n",
    );
    for (name, known) in &SERVICE.enums {
        out.push_str("open_enum! {\n");
        doc(&mut out, &known.doc);
        line!(out, "{name} {{");
        for value in &known.values {
            line!(
                out,
                "/// Named as on the wire.\n{} = {:?},",
                value.in_rust(),
                value.on_wire()
            );
        }
        out.push_str("}}\n\n");
    }
    for model in SERVICE.models.values() {
        doc(&mut out, &model.doc);
        let default = if has_default(model) { "Default, " } else { "" };
        line!(
            out,
            "#[derive(Debug, Clone, {default}PartialEq, Serialize, Deserialize)]\npub struct {} {{",
            model.name
        );
        for field in &model.fields {
            self::field(&mut out, field);
        }
        out.push_str(
            "/// The fields that this version does not know.\n#[serde(flatten)]\npub extra: Map<String, Value>,\n}\n\n",
        );
    }
    out
}

/// True if a model can be made from nothing: each required field has a value to begin with.
fn has_default(model: &Model) -> bool {
    let required = |field: &&Field| field.presence == Presence::Required;
    let mut fields = model.fields.iter().filter(required);
    fields.all(|field| match &field.kind {
        Kind::Number | Kind::Id | Kind::Enum(..) => false,
        Kind::Model(name) => has_default(&SERVICE.models[name]),
        _ => true,
    })
}

fn field(out: &mut String, field: &Field) {
    doc(out, &format!("`{}`", field.key));
    if !field.doc.is_empty() {
        out.push_str("///\n");
        doc(out, &field.doc);
    }
    let kind = field.kind.rust();
    let kind = match field.presence {
        Presence::Required => kind,
        Presence::Erasable => format!("Option<Nullable<{kind}>>"),
        _ => format!("Option<{kind}>"),
    };
    let mut attributes = Vec::new();
    if field.rust != field.key {
        attributes.push(format!("rename = {:?}", field.key));
    }
    if field.presence != Presence::Required {
        attributes.push("skip_serializing_if = \"Option::is_none\"".to_owned());
    }
    if !attributes.is_empty() {
        line!(out, "#[serde({})]", attributes.join(", "));
    }
    line!(out, "pub {}: {kind},", field.rust);
}
