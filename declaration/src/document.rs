//! The declaration as an `OpenAPI` document. The sandbox serves it, with what only the sandbox knows:
//! rights, statuses, errors, limits, and the shapes that the service's description leaves open.

use serde_json::{Map, Value, json};

use crate::operations::{Answer, Operation};
use crate::service::Service;
use crate::shapes::{Choice, Field, Model, Presence};

/// The beginning of a reference to a schema of the document.
const SCHEMAS: &str = "#/components/schemas/";

/// True for a field that the service's description names, and that is not only presumed.
pub fn is_described(field: &Field) -> bool {
    !field.doc.contains("presumed")
}

/// The document, with those parameters of queries that `is_shown`.
pub fn document(service: &Service, is_shown: fn(&Field) -> bool) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in service.operations() {
        let item = paths.entry(&operation.path).or_insert_with(|| json!({}));
        item[method_of(operation)] = described(operation, is_shown);
    }
    let paths = Value::Object(paths);
    let schemas = referred(&paths, |name| {
        service.models.get(name).map(|model| schema(model))
    });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Analytics platform", "version": "1.0.0" },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// The name of an operation's method in a document.
pub fn method_of(operation: &Operation) -> String {
    match operation.method.as_str() {
        // OpenAPI has no word for it.
        "*" => "x-any".to_owned(),
        method => method.to_lowercase(),
    }
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

/// The schemas that `start` refers to, with all that they consist of.
pub fn referred(start: &Value, schema_of: impl Fn(&str) -> Option<Value>) -> Map<String, Value> {
    let mut found = Map::new();
    let mut left = names_in(start);
    while let Some(name) = left.pop() {
        if !found.contains_key(&name)
            && let Some(schema) = schema_of(&name)
        {
            left.extend(names_in(&schema));
            found.insert(name, schema);
        }
    }
    found
}

/// The names of the schemas to which the references in `value` lead.
fn names_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => {
            let rest = text.strip_prefix(SCHEMAS);
            let name = rest.and_then(|rest| rest.split('/').next());
            name.map(str::to_owned).into_iter().collect()
        }
        Value::Array(values) => values.iter().flat_map(names_in).collect(),
        Value::Object(members) => members.values().flat_map(names_in).collect(),
        _ => Vec::new(),
    }
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
