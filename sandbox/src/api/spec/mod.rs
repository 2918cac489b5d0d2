//! Creates the `OpenAPI` 3.1 document, and checks requests against it.
//!
//! `openapi.json` is generated from the client's table: what the service's description says. The sandbox
//! adds what only it knows: who may call, statuses, errors, limits, and the shapes of bodies and answers
//! that the description leaves open.

mod check;
mod fields;
mod shapes;

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use self::fields::{object, reference};
use super::call::Call;
use super::operation::{Answer, Api, Operation};
use super::reply::Outcome;
use super::rows::Object;
use super::table;
use crate::json::Failure;

/// The document of the client's table.
const OPENAPI: &str = include_str!("openapi.json");

/// The schemas that need more than the short form can say.
const SCHEMAS: &str = include_str!("schemas.json");

/// The values that are still accepted and no longer advertised. Not part of the served document.
const LEGACY: &str = "x-legacy";

/// What the description says.
static DESCRIBED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).unwrap_or_default());

/// Every schema, at its place in a document.
static ALL_SCHEMAS: LazyLock<Value> =
    LazyLock::new(|| json!({ "components": { "schemas": schemas() } }));

/// The document with the values that are no longer advertised, by which requests are checked.
static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

/// `GET /api/v1/spec`.
#[allow(clippy::unnecessary_wraps)] // it is a handler like the others
pub fn retrieve(_: &Call<'_>) -> Outcome {
    let mut served = DOCUMENT.clone();
    forget(&mut served, LEGACY);
    Ok(served.into())
}

/// Checks the query and the body of a request against the document.
///
/// # Errors
///
/// 400 that names what does not fit.
pub fn check(
    operation: &Operation,
    method: &str,
    query: &[(String, String)],
    body: Option<&Value>,
) -> Result<(), Failure> {
    let method = method.to_ascii_lowercase();
    // A HEAD is a GET without the body of the answer.
    let method = if method == "head" { "get" } else { &method };
    let described = DOCUMENT
        .get("paths")
        .and_then(|paths| paths.get(operation.path)?.get(method));
    let Some(described) = described else {
        return Ok(());
    };
    let parameters = described.get("parameters").and_then(Value::as_array);
    for parameter in parameters.into_iter().flatten() {
        check_parameter(parameter, query)?;
    }
    let Some(schema) = described.pointer("/requestBody/content").and_then(|types| {
        let (_, content) = types
            .as_object()?
            .iter()
            .find(|(name, _)| name.contains("json"))?;
        content.get("schema")
    }) else {
        return Ok(());
    };
    match body {
        Some(body) => check::value(&DOCUMENT, schema, body, check::BODY),
        None if described.pointer("/requestBody/required") == Some(&Value::Bool(true)) => {
            check::value(&DOCUMENT, schema, &json!({}), check::BODY)
        }
        None => Ok(()),
    }
}

/// Checks a value against a schema of the document, by its name.
///
/// # Errors
///
/// 400 that names what does not fit.
pub fn check_shape(name: &str, value: &Value) -> Result<(), Failure> {
    check::value(&DOCUMENT, &reference(name), value, check::BODY)
}

fn check_parameter(parameter: &Value, query: &[(String, String)]) -> Result<(), Failure> {
    let field = |name: &str| parameter.get(name).unwrap_or(&Value::Null);
    if field("in") != "query" {
        return Ok(());
    }
    let name = field("name").as_str().unwrap_or_default();
    let mut given = query.iter().filter(|(key, _)| key == name);
    let Some((_, text)) = given.next() else {
        return if field("required") == &Value::Bool(true) {
            Err(Failure::invalid(format!("{name} is required")))
        } else {
            Ok(())
        };
    };
    if given.next().is_some() {
        return Err(Failure::invalid(format!("{name} is given more than once")));
    }
    let schema = field("schema");
    let typed = match schema.get("type").and_then(Value::as_str) {
        Some("integer") => text.parse::<i64>().ok().map(Value::from),
        Some("boolean") => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    let value = typed.unwrap_or_else(|| text.clone().into());
    check::value(&DOCUMENT, schema, &value, name)
}

/// The whole document.
fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in table::all() {
        let item = paths
            .entry(operation.path)
            .or_insert_with(|| json!({}))
            .as_object_mut();
        let Some(item) = item else { continue };
        for method in operation.methods() {
            let name = method.as_str().to_ascii_lowercase();
            item.insert(name.clone(), described(operation, &name));
        }
    }
    let schemas = used(&paths);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Analytics platform",
            "version": "1.0.0",
            "description": "As the sandbox answers it. Objects are open: they may have more fields than are listed.",
        },
        "paths": paths,
        "security": [{ "bearer": [] }],
        "components": {
            "schemas": schemas,
            "headers": {
                "RequestId": {
                    "description": "Names the request in reports and logs.",
                    "schema": { "type": "string" },
                },
            },
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "apiKey": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "Authorization",
                    "description": "SCIM only: `Api-Key <token>`.",
                },
            },
        },
    })
}

fn schemas() -> Object {
    let mut schemas = described_schemas();
    let own: Object = serde_json::from_str(SCHEMAS).unwrap_or_default();
    schemas.extend(own);
    for (name, fields) in shapes::SHAPES {
        schemas.insert((*name).to_owned(), object(fields));
    }
    for (name, schema) in shapes::special() {
        schemas.insert(name.to_owned(), schema);
    }
    // A list of each kind of item.
    let items = table::all().flat_map(|operation| operation.answers);
    for name in items.filter_map(|(_, answer)| match answer {
        Answer::List(name) => Some(name),
        _ => None,
    }) {
        let list = shapes::list_of(name);
        schemas.insert(format!("{name}List"), list);
    }
    keep_limits(&mut schemas);
    schemas
}

/// A limit of the description holds however the sandbox writes the shape.
fn keep_limits(schemas: &mut Object) {
    let described = DESCRIBED.pointer("/components/schemas");
    for (name, described) in described.and_then(Value::as_object).into_iter().flatten() {
        let properties = described.get("properties").and_then(Value::as_object);
        for (key, described) in properties.into_iter().flatten() {
            let pointer = format!("/properties/{key}");
            let schema = schemas
                .get_mut(name)
                .and_then(|schema| schema.pointer_mut(&pointer));
            let Some(schema) = schema.and_then(Value::as_object_mut) else {
                continue;
            };
            for keyword in ["maxLength", "minimum", "maximum", "default"] {
                if let Some(limit) = described.get(keyword) {
                    schema.insert(keyword.to_owned(), limit.clone());
                }
            }
        }
    }
}

/// A limit of the description, such as `maxLength` of `ReportInput.name`.
pub fn limit<T: TryFrom<u64>>(model: &str, key: &str, keyword: &str) -> Option<T> {
    let pointer = format!("/components/schemas/{model}/properties/{key}/{keyword}");
    DESCRIBED.pointer(&pointer)?.as_u64()?.try_into().ok()
}

/// The schemas of the description, with the limits of the sandbox.
fn described_schemas() -> Object {
    let schemas = DESCRIBED.pointer("/components/schemas");
    let mut schemas = schemas.and_then(Value::as_object).cloned();
    let mut schemas = schemas.take().unwrap_or_default();
    for (name, property, limits) in shapes::limits() {
        let pointer = format!("/properties/{property}");
        let schema = schemas
            .get_mut(name)
            .and_then(|schema| schema.pointer_mut(&pointer));
        if let (Some(schema), Value::Object(limits)) =
            (schema.and_then(Value::as_object_mut), limits)
        {
            schema.extend(limits);
        }
    }
    schemas.values_mut().for_each(fields::bound);
    schemas
}

/// The schemas that the paths name, with all that they consist of.
fn used(paths: &Object) -> Object {
    let schemas = ALL_SCHEMAS.pointer("/components/schemas");
    let schemas = schemas.and_then(Value::as_object);
    let mut used = Object::new();
    let mut texts = vec![json!(paths).to_string()];
    while let Some(text) = texts.pop() {
        for (name, schema) in schemas.into_iter().flatten() {
            let is_named = ["\"", "/"]
                .iter()
                .any(|end| text.contains(&format!("/schemas/{name}{end}")));
            if is_named && used.insert(name.clone(), schema.clone()).is_none() {
                texts.push(schema.to_string());
            }
        }
    }
    used
}

fn described(operation: &Operation, method: &str) -> Value {
    // OpenAPI requires a separate operation id for each method of an operation.
    let id = match operation.method {
        "*" => format!("{}.{method}", operation.id),
        _ => operation.id.to_owned(),
    };
    let mut described = json!({
        "operationId": id,
        "summary": operation.summary,
        "description": operation.who(),
        "tags": [operation.resource()],
        "parameters": parameters(operation, method),
        "responses": responses(operation, method),
    });
    let Some(fields) = described.as_object_mut() else {
        return described;
    };
    if operation.method == "*" {
        fields.insert("x-operation".to_owned(), operation.id.into());
    }
    if operation.api() == Api::Scim {
        let either = json!([{ "bearer": [] }, { "apiKey": [] }]);
        fields.insert("security".to_owned(), either);
    }
    if let Some(body) = request_body(operation, method) {
        fields.insert("requestBody".to_owned(), body);
    }
    described
}

fn parameters(operation: &Operation, method: &str) -> Vec<Value> {
    let path = operation.path.split(['{', '}']).skip(1).step_by(2);
    let path = path.map(|name| {
        // The description says that these are numbers.
        let number = matches!(name, "deploymentId" | "workbookId" | "reportId");
        let schema = json!({ "type": if number { "number" } else { "string" } });
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let query: Vec<Value> = query_of(operation).map(limited).collect();
    let pages_by_cursor = operation
        .answers
        .iter()
        .any(|(_, answer)| matches!(answer, Answer::List(_)));
    let deprecated = ["offset", "limit"].into_iter().map(|name| {
        let kind = if name == "limit" { "page" } else { "offset" };
        json!({ "name": name, "in": "query", "required": false, "deprecated": true,
                "schema": fields::schema(kind) })
    });
    // Lists whose query the description does not show take the parameters of all lists.
    let undescribed = ["first", "after"].into_iter().filter_map(|name| {
        let kind = if name == "first" { "page" } else { "string" };
        let is_described = query.iter().any(|parameter| name_of(parameter) == name);
        (!is_described).then(|| {
            json!({ "name": name, "in": "query", "required": false, "x-undescribed": true,
                    "schema": fields::schema(kind) })
        })
    });
    let of_lists = undescribed.chain(deprecated);
    let more = (pages_by_cursor && method == "get").then_some(of_lists);
    let more: Vec<Value> = more.into_iter().flatten().collect();
    path.chain(query).chain(more).collect()
}

/// The parameters of the query that the description names.
fn query_of(operation: &Operation) -> impl Iterator<Item = Value> {
    let method = operation.method.to_ascii_lowercase();
    let described = DESCRIBED
        .get("paths")
        .and_then(|paths| paths.get(operation.path)?.get(method)?.get("parameters"));
    let parameters = described.and_then(Value::as_array).into_iter().flatten();
    parameters
        .filter(|parameter| parameter.get("in").is_some_and(|place| place == "query"))
        .cloned()
}

/// A parameter with the sandbox's limits, which it has by its name in all operations.
fn limited(mut parameter: Value) -> Value {
    let kind = match name_of(&parameter) {
        "first" | "limit" => "page",
        "offset" | "folderId" => "offset",
        "start" | "end" => "date",
        _ if parameter.get("required") == Some(&Value::Bool(true)) => "text",
        _ => return parameter,
    };
    if let Some(fields) = parameter.as_object_mut() {
        fields.insert("schema".to_owned(), fields::schema(kind));
    }
    parameter
}

fn name_of(parameter: &Value) -> &str {
    parameter
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn request_body(operation: &Operation, method: &str) -> Option<Value> {
    if method == "get" || (method == "delete" && operation.body.is_none()) {
        return None;
    }
    let fields = operation.body.unwrap_or_default();
    let named = fields.strip_prefix('@');
    let schema = named.map_or_else(|| object(fields), reference);
    let needs = check::value(&ALL_SCHEMAS, &schema, &json!({}), check::BODY).is_err();
    let media_type = match operation.api() {
        Api::Scim => "application/scim+json",
        _ => "application/json",
    };
    let mut content = json!({ media_type: { "schema": schema } });
    if let (true, Some(types)) = (operation.takes_any_body, content.as_object_mut()) {
        types.insert("multipart/form-data".to_owned(), json!({ "schema": {} }));
        types.insert(
            "text/plain".to_owned(),
            json!({ "schema": { "type": "string" } }),
        );
    }
    Some(json!({ "required": needs && !operation.takes_any_body, "content": content }))
}

fn responses(operation: &Operation, method: &str) -> Object {
    let scim = operation.api() == Api::Scim;
    let (media_type, error) = if scim {
        ("application/scim+json", "ScimError")
    } else {
        ("application/json", "Error")
    };
    let headers = json!({ "x-request-id": { "$ref": "#/components/headers/RequestId" } });
    let answered = |description: &str, content: Option<Value>| {
        let mut response = json!({ "description": description, "headers": headers });
        if let (Some(content), Some(fields)) = (content, response.as_object_mut()) {
            fields.insert("content".to_owned(), content);
        }
        response
    };
    let json_of = |schema: Value| Some(json!({ media_type: { "schema": schema } }));
    let mut responses = Map::new();
    for (status, answer) in operation.answers {
        let content = match answer {
            Answer::Nothing => None,
            Answer::File(types) => Some(Value::Object(
                types
                    .iter()
                    .map(|name| ((*name).to_owned(), json!({})))
                    .collect(),
            )),
            Answer::Json(name) => json_of(reference(name)),
            Answer::List(name) => json_of(reference(&format!("{name}List"))),
            Answer::Fields(fields) => json_of(object(fields)),
        };
        responses.insert(status.to_string(), answered(success(*status), content));
    }
    let in_path = operation.path.contains('{');
    let has_body = request_body(operation, method).is_some();
    let usual = [
        (400, true, "The request is wrong: the message says what."),
        (
            401,
            true,
            "The credential is missing, malformed or expired.",
        ),
        (
            403,
            true,
            "The credential is valid but not authorized for the target.",
        ),
        (
            404,
            in_path,
            "Something that the path names does not exist.",
        ),
        (405, true, "The path has no such method."),
        (413, has_body, "The body is too large."),
        (415, has_body, "The body is of another media type."),
    ];
    let usual = usual
        .into_iter()
        .filter(|(_, holds, _)| *holds)
        .map(|(status, _, reason)| (status, reason));
    for (status, reason) in usual.chain(operation.errors.iter().copied()) {
        let body = answered(reason, json_of(reference(error)));
        responses.insert(status.to_string(), body);
    }
    responses
}

fn success(status: u16) -> &'static str {
    match status {
        201 => "Created",
        202 => "Accepted",
        204 => "No content",
        _ => "OK",
    }
}

/// Removes a field wherever it is.
fn forget(value: &mut Value, name: &str) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| forget(value, name)),
        Value::Object(fields) => {
            fields.remove(name);
            fields.values_mut().for_each(|value| forget(value, name));
        }
        _ => {}
    }
}
