//! The table and the models as an `OpenAPI` document. The sandbox serves it, with what only the
//! sandbox knows: rights, statuses, errors, limits, and the shapes that the service's description
//! leaves open.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::HEADER;
use super::declaration::SERVICE;
use super::operations::{Answer, Operation};
use super::shapes::{Choice, Field, Model, Presence};

/// The beginning of a reference to a schema of the document.
const SCHEMAS: &str = "#/components/schemas/";

/// What the service's description says, as a document.
pub fn document() -> String {
    serde_json::to_string_pretty(&written(is_described)).unwrap() + "\n"
}

/// True for a field that the service's description names, and that is not only presumed.
fn is_described(field: &Field) -> bool {
    !field.doc.contains("presumed")
}

/// The document with those parameters of queries that `is_shown`.
fn written(is_shown: fn(&Field) -> bool) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in SERVICE.operations() {
        let item = paths.entry(&operation.path).or_insert_with(|| json!({}));
        item[method_of(operation)] = described(operation, is_shown);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Analytics platform", "version": "1.0.0" },
        "paths": paths,
        "components": { "schemas": schemas(&paths) },
    })
}

/// The document as `npx svc-embed doctor` compares a tenant's with it: without texts for people, but
/// with what is presumed.
pub fn description() -> String {
    let mut document = written(|_| true);
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

/// The name of an operation's method in a document.
fn method_of(operation: &Operation) -> String {
    match operation.method.as_str() {
        // OpenAPI has no word for it.
        "*" => "x-any".to_owned(),
        method => method.to_lowercase(),
    }
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
        writeln!(out, "    [{id:?}, {method:?}, {path:?}, {does:?}],").unwrap();
    }
    out.push_str("];\n");
    out
}

fn described(operation: &Operation, is_shown: fn(&Field) -> bool) -> Value {
    let path = operation
        .parameters()
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": {} }));
    let part = operation.input.as_ref().map(|(part, _)| *part);
    let query = match (part, operation.model()) {
        (Some("query"), Some(model)) => {
            let fields = model.fields.iter();
            fields
                .filter(|field| is_shown(field))
                .map(parameter)
                .collect()
        }
        _ => Vec::new(),
    };
    let mut described = json!({
        "operationId": operation.id,
        "summary": operation.does,
        "parameters": path.chain(query).collect::<Vec<_>>(),
    });
    let notes = operation.notes();
    if !notes.is_empty() {
        described["description"] = notes.into();
    }
    if part == Some("body") {
        let required = !operation.may_lack_input();
        let schema = body(operation.model());
        described["requestBody"] = json!({ "required": required, "content": { "application/json": { "schema": schema } } });
    }
    if let Some(kind) = operation.answer.kind() {
        let schema = match operation.answer {
            Answer::List(_) => json!({ "type": "array", "items": kind.schema() }),
            _ => kind.schema(),
        };
        described["responses"]["2XX"] = json!({ "description": "Success", "content": { "application/json": { "schema": schema } } });
    }
    described
}

fn parameter(field: &Field) -> Value {
    let required = field.presence == Presence::Required;
    let mut parameter =
        json!({ "name": field.key, "in": "query", "required": required, "schema": limited(field) });
    if !field.doc.is_empty() {
        parameter["description"] = field.doc.as_str().into();
    }
    parameter
}

/// The schema of a field's value, with its limits.
fn limited(field: &Field) -> Value {
    let mut schema = field.kind.schema();
    let limits = &field.limits;
    for (keyword, limit) in [
        ("maxLength", limits.max_length),
        ("minimum", limits.minimum),
        ("maximum", limits.maximum),
        ("default", limits.default),
    ] {
        if let Some(limit) = limit {
            schema[keyword] = limit.into();
        }
    }
    schema
}

fn body(model: Option<&Model>) -> Value {
    model.map_or_else(
        || json!({ "type": "object" }),
        |model| json!({ "$ref": format!("{SCHEMAS}{}", model.name) }),
    )
}

/// The models that the paths name, with all that they consist of.
fn schemas(paths: &Map<String, Value>) -> Value {
    let mut names = BTreeSet::new();
    let mut texts = vec![json!(paths).to_string()];
    while let Some(text) = texts.pop() {
        for (name, model) in &SERVICE.models {
            let reference = format!("\"{SCHEMAS}{name}\"");
            if text.contains(&reference) && names.insert(name) {
                texts.push(schema(model).to_string());
            }
        }
    }
    let described = |name: &String| (name.clone(), schema(&SERVICE.models[name]));
    names
        .into_iter()
        .map(described)
        .collect::<Map<_, _>>()
        .into()
}

fn schema(model: &Model) -> Value {
    let properties: Map<String, Value> = model
        .fields
        .iter()
        .map(|field| (field.key.clone(), property(field)))
        .collect();
    let is_kept =
        |field: &&Field| matches!(field.presence, Presence::Required | Presence::Expected);
    let required = model.fields.iter().filter(is_kept);
    let required: Vec<&String> = required.map(|field| &field.key).collect();
    let mut schema = json!({
        "type": "object",
        "description": model.doc,
        "properties": properties,
    });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    match model.choice() {
        Some(Choice::OneOf(keys)) => schema["oneOf"] = one_required(keys),
        Some(Choice::AtMostOneOf(keys)) => schema["not"] = json!({ "required": keys }),
        // A placement may be addressed by the query, which the schema of a body cannot say.
        Some(Choice::Either(..) | Choice::Cursorless(_)) | None => {}
    }
    schema
}

fn one_required(keys: &[String]) -> Value {
    keys.iter()
        .map(|key| json!({ "required": [key] }))
        .collect()
}

fn property(field: &Field) -> Value {
    let schema = limited(field);
    let mut property = match field.presence {
        Presence::Required | Presence::Optional | Presence::Expected => schema,
        Presence::Nullable | Presence::Erasable => nullable(schema),
    };
    if !field.doc.is_empty() {
        property["description"] = field.doc.as_str().into();
    }
    property
}

fn nullable(mut schema: Value) -> Value {
    if schema == json!({}) {
        return schema;
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.push(Value::Null);
        return json!({ "enum": values });
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            let all = [kinds.as_slice(), &[json!("null")]].concat();
            schema["type"] = json!(all);
            schema
        }
        Some(kind) => {
            schema["type"] = json!([kind, "null"]);
            schema
        }
        None => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}
