//! The table and the models as an `OpenAPI` document. The sandbox serves it, with what only the
//! sandbox knows: rights, statuses, errors, limits, and the shapes that the service's description
//! leaves open.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use svc_embed::management::check::{MAX_NAME, TOKEN_LIFE};
use svc_embed::management::models::{self, Choice, FieldShape, Fields, ModelDoc};
use svc_embed::management::operation::{Answer, Check, Paging, Part};
use svc_embed::management::rows::OperationDoc;
use svc_embed::management::{Method, NAMESPACES, OPERATIONS, Operation};

use super::HEADER;

/// The beginning of a reference to a schema of the document.
const SCHEMAS: &str = "#/components/schemas/";

/// What the service's description says, as a document.
pub fn document() -> String {
    serde_json::to_string_pretty(&written(is_described)).unwrap() + "\n"
}

/// True for a field that the service's description names, and that is not only presumed.
fn is_described(field: &FieldShape) -> bool {
    !field.doc.contains("presumed")
}

/// The document with those parameters of queries that `is_shown`.
fn written(is_shown: fn(&FieldShape) -> bool) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for (operation, doc) in rows() {
        let item = paths.entry(operation.path).or_insert_with(|| json!({}));
        item[method_of(operation)] = described(operation, doc, is_shown);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Analytics platform", "version": "1.0.0" },
        "paths": paths,
        "components": { "schemas": schemas(&paths) },
    })
}

/// The document as `npx svc-embed doctor` compares a tenant's with it: without texts for people, but
/// with the limits that the clients check, and with what is presumed.
pub fn description() -> String {
    let mut document = written(|_| true);
    for (operation, doc) in rows() {
        let method = method_of(operation);
        let described = &mut document["paths"][operation.path][method];
        let presumed: Vec<String> = presumptions(doc.note).collect();
        if !presumed.is_empty() {
            described["x-presumed"] = json!(presumed);
        }
        if operation.answer == Answer::List {
            described["x-list"] = json!(operation.paging.map(Paging::as_str));
        }
        if let Some(fields) = operation.fields {
            let properties = &mut document["components"]["schemas"][fields.model]["properties"];
            for check in operation.checks {
                limit(properties, *check);
            }
        }
    }
    let schemas = document["components"]["schemas"].as_object_mut().unwrap();
    for (name, schema) in schemas {
        let model = model(name);
        // What the description does not mark is not required of an answer.
        let fields = model.fields.iter();
        let marked = fields.filter(|field| field.presence == "required");
        schema["required"] = marked.map(|field| field.key).collect();
        schema["x-open"] = json!(model.open);
    }
    let entry = &mut document["components"]["schemas"]["DashboardAppSource"]["properties"]["entry"];
    entry["maxLength"] = json!(MAX_NAME);
    without_texts(&mut document);
    format!(
        "{HEADER}import type {{ OpenApi }} from '../document.js';\n\n/** The operations and shapes that this version knows. */\nexport const DESCRIPTION: OpenApi = JSON.parse(\n  {},\n) as OpenApi;\n",
        quoted(&document.to_string())
    )
}

/// The sentences of a note that say what is presumed.
fn presumptions(note: &str) -> impl Iterator<Item = String> {
    let sentences = note.split(". ").map(|text| text.trim_end_matches('.'));
    sentences
        .filter(|text| text.to_lowercase().contains("presumed"))
        .map(|text| format!("{text}."))
}

/// Adds the limit that a check holds.
fn limit(properties: &mut Value, check: Check) {
    match check {
        Check::ReportNames => {
            for key in ["name", "title"] {
                properties[key]["maxLength"] = json!(MAX_NAME);
            }
        }
        Check::ExpiresIn => {
            properties["expiresIn"]["minimum"] = json!(TOKEN_LIFE.start());
            properties["expiresIn"]["maximum"] = json!(TOKEN_LIFE.end());
        }
        _ => {}
    }
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
    match operation.method {
        // OpenAPI has no word for it.
        Method::Any => "x-any".to_owned(),
        method => method.as_str().to_lowercase(),
    }
}

/// The id, the method, the path and the purpose of each operation, as a table in Rust.
pub fn requests() -> String {
    let mut out = String::from(
        "//! Generated from src/management by `npm run generate`; change the declarations there.\n\n\
         /// The id, the method, the path and the purpose of each operation.\n\
         #[rustfmt::skip]\n\
         pub const REQUESTS: &[[&str; 4]] = &[\n",
    );
    for (operation, doc) in rows() {
        let method = operation.method.as_str();
        let (id, path, purpose) = (operation.id, operation.path, purpose(doc));
        writeln!(out, "    [{id:?}, {method:?}, {path:?}, {purpose:?}],").unwrap();
    }
    out.push_str("];\n");
    out
}

fn rows() -> impl Iterator<Item = &'static (Operation, OperationDoc)> {
    NAMESPACES.iter().flat_map(|namespace| namespace.operations)
}

fn purpose(doc: &OperationDoc) -> &'static str {
    doc.purpose.trim().trim_end_matches('.')
}

fn described(
    operation: &Operation,
    doc: &OperationDoc,
    is_shown: fn(&FieldShape) -> bool,
) -> Value {
    let path = operation
        .parameters()
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": {} }));
    let query = match (operation.input, operation.fields) {
        (Part::Query, Some(fields)) => {
            let fields = model(fields.model).fields.iter();
            fields
                .filter(|field| is_shown(field))
                .map(parameter)
                .collect()
        }
        _ => Vec::new(),
    };
    let mut described = json!({
        "operationId": operation.id,
        "summary": purpose(doc),
        "parameters": path.chain(query).collect::<Vec<_>>(),
    });
    if !doc.note.is_empty() {
        described["description"] = doc.note.into();
    }
    if operation.input == Part::Body {
        let required = !(doc.input_optional)();
        let schema = body(operation.fields);
        described["requestBody"] = json!({ "required": required, "content": { "application/json": { "schema": schema } } });
    }
    if let Some(schema) = (doc.answer)() {
        let schema = match operation.answer {
            Answer::List => json!({ "type": "array", "items": schema }),
            _ => schema,
        };
        described["responses"]["2XX"] = json!({ "description": "Success", "content": { "application/json": { "schema": schema } } });
    }
    described
}

fn parameter(field: &FieldShape) -> Value {
    let required = field.presence == "required";
    let mut parameter = json!({ "name": field.key, "in": "query", "required": required, "schema": (field.schema)() });
    if !field.doc.is_empty() {
        parameter["description"] = field.doc.trim().into();
    }
    parameter
}

fn body(fields: Option<&'static Fields>) -> Value {
    fields.map_or_else(
        || json!({ "type": "object" }),
        |fields| json!({ "$ref": format!("{SCHEMAS}{}", fields.model) }),
    )
}

/// The models that the paths name, with all that they consist of.
fn schemas(paths: &Map<String, Value>) -> Value {
    let mut names = BTreeSet::new();
    let mut texts = vec![json!(paths).to_string()];
    while let Some(text) = texts.pop() {
        for model in models::all() {
            let reference = format!("\"{SCHEMAS}{}\"", model.name);
            if text.contains(&reference) && names.insert(model.name) {
                texts.push(schema(&model).to_string());
            }
        }
    }
    let described = |name: &str| (name.to_owned(), schema(&model(name)));
    names
        .into_iter()
        .map(described)
        .collect::<Map<_, _>>()
        .into()
}

fn model(name: &str) -> ModelDoc {
    let mut all = models::all().into_iter();
    all.find(|model| model.name == name).unwrap()
}

fn schema(model: &ModelDoc) -> Value {
    let properties: Map<String, Value> = model
        .fields
        .iter()
        .map(|field| (field.key.to_owned(), property(field)))
        .collect();
    let required: Vec<&str> = model
        .fields
        .iter()
        .filter(|field| matches!(field.presence, "required" | "expected"))
        .map(|field| field.key)
        .collect();
    let mut schema = json!({
        "type": "object",
        "description": model.doc.trim(),
        "properties": properties,
    });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    let fields = OPERATIONS.iter().filter_map(|operation| operation.fields);
    let mut its = fields.filter(|fields| fields.model == model.name);
    match its.find_map(|fields| fields.choice) {
        Some(Choice::OneOf(keys)) => schema["oneOf"] = one_required(keys),
        Some(Choice::AtMostOneOf(keys)) => schema["not"] = json!({ "required": keys }),
        // A placement may be addressed by the query, which the schema of a body cannot say.
        Some(Choice::Either(..) | Choice::Cursorless(_)) | None => {}
    }
    schema
}

fn one_required(keys: &[&str]) -> Value {
    keys.iter()
        .map(|key| json!({ "required": [key] }))
        .collect()
}

fn property(field: &FieldShape) -> Value {
    let schema = (field.schema)();
    let mut property = match field.presence {
        "required" | "optional" | "expected" => schema,
        _ => nullable(schema),
    };
    if !field.doc.is_empty() {
        property["description"] = field.doc.trim().into();
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
