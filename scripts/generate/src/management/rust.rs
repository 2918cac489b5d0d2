//! The Rust that follows from the declaration: the table, the methods of the client, the models.

use std::io::Write as _;
use std::process::{Command, Stdio};

use svc_declaration::{
    Answer, Choice, Field, Kind, Limits, Model, Operation, Presence, pascal, snake,
};

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
    files.add("tests/native/management/shapes.rs", &for_tests());
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
        "use super::super::models::{Choice, Cursorless, Fields, KnownField, Limits};\n\
         use super::super::operation::{Answer, Check, Kept, Method, Operation, Paging, Part};\n\n\
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
    for model in SERVICE.checked_models() {
        let (name, fields) = (fields_constant(&model.name), fields(model));
        line!(
            out,
            "\npub(in crate::management) const {name}: Fields = {fields};"
        );
    }
    out
}

fn fields_constant(model: &str) -> String {
    format!("FIELDS_OF_{}", snake(model).to_uppercase())
}

fn row(operation: &Operation) -> String {
    let part = match operation.input {
        Some(("query", _)) => "Query",
        Some(_) => "Body",
        None => "None",
    };
    let fields = operation
        .model()
        .map(|model| format!("&{}", fields_constant(&model.name)));
    let answer = match operation.answer {
        Answer::One(_) | Answer::Maybe(_) | Answer::Nothing => "Json",
        Answer::List(_) => "List",
        Answer::File => "File",
    };
    let method = match operation.method.as_str() {
        "*" => "Any".to_owned(),
        name => pascal(&name.to_lowercase()),
    };
    let checks = operation.checked.iter();
    let checks: Vec<String> = checks
        .map(|name| format!("Check::{}", pascal(name)))
        .collect();
    let paging = operation.paging();
    let paging = paging.map(|name| format!("Paging::{}", pascal(name)));
    let kept = operation.kept.as_ref();
    let kept = kept.map(|name| format!("Kept::{}", pascal(name)));
    format!(
        "Operation {{ id: {:?}, method: Method::{method}, path: {:?}, input: Part::{part}, fields: {}, \
         answer: Answer::{answer}, paging: {}, checks: &[{}], kept: {} }}",
        operation.id,
        operation.path,
        optional(fields),
        optional(paging),
        checks.join(", "),
        optional(kept),
    )
}

fn optional(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

fn fields(model: &Model) -> String {
    let known = model.fields.iter().map(|field| {
        let (key, required) = (&field.key, field.presence == Presence::Required);
        let limits = limits(&field.limits);
        format!("    KnownField {{ key: {key:?}, required: {required}, limits: {limits} }},\n")
    });
    let choice = match model.choice() {
        None => "None".to_owned(),
        Some(Choice::OneOf(keys)) => format!("Some(Choice::OneOf(&{keys:?}))"),
        Some(Choice::AtMostOneOf(keys)) => format!("Some(Choice::AtMostOneOf(&{keys:?}))"),
        Some(Choice::Either(one, other)) => format!("Some(Choice::Either(&{one:?}, &{other:?}))"),
        Some(Choice::Cursorless(it)) => format!(
            "Some(Choice::Cursorless(Cursorless {{ order: {:?}, value: {:?}, refused: &{:?}, instead: {:?} }}))",
            it.order, it.value, it.refused, it.instead
        ),
    };
    format!(
        "Fields {{ model: {:?}, open: {}, choice: {choice}, known: &[\n{}] }}",
        model.name,
        model.open,
        known.collect::<String>()
    )
}

fn limits(limits: &Limits) -> String {
    if let Some(length) = limits.max_length {
        return format!("Limits::Length({length})");
    }
    match limits.range() {
        Some((least, most, unit)) => format!("Limits::Range({least}, {most}, {unit:?})"),
        None if limits.whole => "Limits::Whole".to_owned(),
        None => "Limits::None".to_owned(),
    }
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

/// What the tests need to know of the declaration.
fn for_tests() -> String {
    let mut out = HEADER.to_owned();
    out.push_str(
        "#[allow(clippy::wildcard_imports, reason = \"nearly every model\")]\n\
         use svc_embed::management::models::*;\n\
         use svc_embed::management::gives::{Gives, Maybe, Nothing, One, Pages, Stream};\n\
         use serde_json::{Error, Value};\n\n\
         /// A shape: its name, and the key, the presence and the JSON Schema of each field.\n\
         pub type Model = (&'static str, &'static [(&'static str, &'static str, &'static str)]);\n\n\
         /// Reads an answer as its type, and writes it again.\n\
         pub type Read = fn(&Value) -> Result<Value, Error>;\n\n\
         /// The id of each operation, the shape of its input, the JSON Schema of its answer, and its type.\n\
         pub const OPERATIONS: &[(&str, &str, &str, Read)] = &[\n",
    );
    for operation in SERVICE.operations() {
        let input = operation.input.as_ref();
        let input = input.map(|(_, kind)| kind.typescript()).unwrap_or_default();
        let answer = operation.answer.kind();
        let answer = answer
            .map(|kind| kind.schema().to_string())
            .unwrap_or_default();
        line!(
            out,
            "({:?}, {input:?}, {}, <{} as Gives>::read),",
            operation.id,
            raw(&answer),
            gives(&operation.answer)
        );
    }
    out.push_str("];\n\n/// Every shape.\npub const MODELS: &[Model] = &[\n");
    for model in SERVICE.models.values() {
        line!(out, "({:?}, &[", model.name);
        for field in &model.fields {
            let presence = format!("{:?}", field.presence).to_lowercase();
            let schema = raw(&field.kind.schema().to_string());
            line!(out, "({:?}, {presence:?}, {schema}),", field.key);
        }
        out.push_str("]),\n");
    }
    out.push_str("];\n");
    out
}

fn raw(text: &str) -> String {
    if text.contains("\"#") {
        format!("r##\"{text}\"##")
    } else if text.contains('"') {
        format!("r#\"{text}\"#")
    } else {
        format!("{text:?}")
    }
}
