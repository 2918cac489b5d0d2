//! Makes the `OpenAPI` 3.1 document: what the service's description says, by the declaration of the API,
//! and what only the sandbox knows: who may call, statuses, errors, limits, and the shapes of bodies that the
//! description leaves open.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use svc_declaration::Service;
use svc_declaration::document::{document as declared, is_described, referred};

use super::check;
use super::fields::{self, object, put, reference};
use super::shapes;
use crate::api::operation::{Api, Operation};
use crate::api::rows::Object;
use crate::api::table;

/// The declaration of the API, from which the clients are generated, too.
const DECLARATION: &str = include_str!("../../../../src/management/service.toml");

/// What the description says, also of the fields that were removed, which have no value.
static DESCRIBED: LazyLock<Value> = LazyLock::new(|| {
    let service = Service::read(DECLARATION);
    let mut document = declared(&service, is_described);
    for model in service.models.values() {
        let pointer = format!("/components/schemas/{}/properties", model.name);
        let fields = document.pointer_mut(&pointer);
        if let Some(fields) = fields.and_then(Value::as_object_mut) {
            let removed = model.removed.iter().cloned();
            fields.extend(removed.map(|key| (key, json!({ "not": {} }))));
        }
    }
    document
});

/// Every schema, at its place in a document.
static ALL_SCHEMAS: LazyLock<Value> =
    LazyLock::new(|| json!({ "components": { "schemas": schemas() } }));

/// The whole document, with the values that are no longer advertised.
pub fn document() -> Value {
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
    let paths = Value::Object(paths);
    let all = ALL_SCHEMAS.pointer("/components/schemas");
    let schemas = referred(&paths, |name| all?.get(name).cloned());
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
    let mut schemas = DESCRIBED_SCHEMAS.clone();
    for (name, shape) in shapes::all() {
        let shape = completed(shape, &name, schemas.get(&name));
        schemas.insert(name, shape);
    }
    schemas
}

/// A shape of the sandbox's with what the description says of it: the fields that it does not write again,
/// what is required, and each limit.
fn completed(mut shape: Value, name: &str, described: Option<&Value>) -> Value {
    let (Some(described), Some(own)) = (described, shape.as_object_mut()) else {
        return shape;
    };
    let listed = |schema: &Object| {
        let keys = schema.get("required").and_then(Value::as_array);
        keys.cloned().unwrap_or_default()
    };
    let mut required = listed(own);
    for key in described.as_object().map(listed).unwrap_or_default() {
        if !required.contains(&key) {
            required.push(key);
        }
    }
    if !required.is_empty() {
        own.insert("required".to_owned(), required.into());
    }
    let properties = own.entry("properties").or_insert_with(|| json!({}));
    let fields = described.get("properties").and_then(Value::as_object);
    for (key, described) in fields.into_iter().flatten() {
        let Some(schema) = properties.as_object_mut().and_then(|properties| {
            let schema = properties.entry(key).or_insert_with(|| described.clone());
            schema.as_object_mut()
        }) else {
            continue;
        };
        let pointer = format!("/components/schemas/{name}/properties/{key}");
        for (keyword, limit) in DESCRIBED
            .pointer(&pointer)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if LIMITS.contains(&keyword.as_str()) {
                schema.insert(keyword.clone(), limit.clone());
            }
        }
    }
    shape
}

/// A limit of the description holds however the sandbox writes the shape.
const LIMITS: [&str; 4] = ["maxLength", "minimum", "maximum", "default"];

/// A limit of the description, such as `maxLength` of `ReportInput.name`.
pub fn limit<T: TryFrom<u64>>(model: &str, key: &str, keyword: &str) -> Option<T> {
    let pointer = format!("/components/schemas/{model}/properties/{key}/{keyword}");
    DESCRIBED.pointer(&pointer)?.as_u64()?.try_into().ok()
}

/// The schemas of the description, with the limits of the sandbox.
pub static DESCRIBED_SCHEMAS: LazyLock<Object> = LazyLock::new(|| {
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
});

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
    if operation.method == "*" {
        put(&mut described, &["x-operation"], operation.id);
    }
    if operation.api() == Api::Scim {
        put(
            &mut described,
            &["security"],
            json!([{ "bearer": [] }, { "apiKey": [] }]),
        );
    }
    if let Some(body) = request_body(operation, method) {
        put(&mut described, &["requestBody"], body);
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
    let pages_by_cursor = matches!(Shape::of(operation), Shape::ByCursor(_));
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

/// What the description says of an operation.
fn described_of(operation: &Operation) -> &'static Value {
    let method = match operation.method {
        "*" => "x-any".to_owned(),
        method => method.to_ascii_lowercase(),
    };
    let paths = DESCRIBED.get("paths");
    let found = paths.and_then(|paths| paths.get(operation.path)?.get(method));
    found.unwrap_or(&Value::Null)
}

/// The parameters of the query that the description names.
fn query_of(operation: &Operation) -> impl Iterator<Item = Value> {
    let described = described_of(operation).get("parameters");
    let parameters = described.and_then(Value::as_array).into_iter().flatten();
    parameters
        .filter(|parameter| parameter.get("in").is_some_and(|place| place == "query"))
        .cloned()
}

/// The shape of the successful answer.
enum Shape {
    One(Value),
    /// A list of these by cursor, by offset, or of SCIM.
    ByCursor(Value),
    ByOffset(Value),
    Scim(Value),
}

impl Shape {
    fn of(operation: &Operation) -> Self {
        let pointer = "/responses/2XX/content/application~1json/schema";
        let described = described_of(operation).pointer(pointer);
        let described =
            described.filter(|schema| schema.as_object().is_some_and(|schema| !schema.is_empty()));
        let open = shapes::left_open(operation.id);
        let schema = described.cloned().or_else(|| open.clone());
        let schema = schema.unwrap_or_else(|| reference("Object"));
        let Some(items) = schema.get("items").cloned() else {
            return Self::One(schema);
        };
        let items = open.unwrap_or(items);
        let has = |name| query_of(operation).any(|parameter| name_of(&parameter) == name);
        match operation.api() {
            Api::Scim => Self::Scim(items),
            _ if has("offset") && !has("first") => Self::ByOffset(items),
            _ => Self::ByCursor(items),
        }
    }

    fn schema(self, operation: &Operation) -> Value {
        let array = |items: &Value| json!({ "type": "array", "items": items });
        match self {
            Self::One(schema) => schema,
            Self::ByCursor(items) => {
                let mut list = object("pageInfo:@PageInfo count:offset pagination:@Pagination");
                for name in ["items", "data"] {
                    put(&mut list, &["properties", name], array(&items));
                }
                for name in ["data", "count", "pagination"] {
                    put(&mut list, &["properties", name, "deprecated"], true);
                }
                // Reports that are sorted without cursors have the deprecated fields only.
                let forms = ["items pageInfo", "data count pagination"];
                let forms = forms
                    .iter()
                    .take(if operation.id == "reports.list" { 2 } else { 1 });
                put(
                    &mut list,
                    &["anyOf"],
                    forms
                        .map(|names| json!({ "required": names.split(' ').collect::<Vec<_>>() }))
                        .collect::<Value>(),
                );
                list
            }
            Self::ByOffset(items) => {
                let mut list = object("data!:object pagination!:@Pagination");
                let name = operation.path.rsplit('/').next().unwrap_or_default();
                put(
                    &mut list,
                    &["properties", "data"],
                    json!({ "type": "object", "required": [name], "properties": { name: array(&items) } }),
                );
                list
            }
            Self::Scim(items) => {
                let mut list = object(
                    "schemas!:[string] totalResults!:offset startIndex:integer itemsPerPage:offset",
                );
                put(&mut list, &["properties", "Resources"], array(&items));
                list
            }
        }
    }
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
    if operation.takes_any_body {
        put(
            &mut content,
            &["multipart/form-data"],
            json!({ "schema": {} }),
        );
        put(
            &mut content,
            &["text/plain"],
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
        if let Some(content) = content {
            put(&mut response, &["content"], content);
        }
        response
    };
    let json_of = |schema: Value| Some(json!({ media_type: { "schema": schema } }));
    let mut responses = Map::new();
    for status in operation.statuses {
        let files = operation.file.iter();
        let files: Map<_, _> = files.map(|name| ((*name).to_owned(), json!({}))).collect();
        let content = match (status, files.is_empty()) {
            (204, _) => None,
            (_, false) => Some(files.into()),
            (_, true) => json_of(Shape::of(operation).schema(operation)),
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
