//! Creates the `OpenAPI` 3.1 document from the table.

use serde_json::{Map, Value, json};

use super::call::Call;
use super::operation::{Access, Api, Operation};
use super::reply::Outcome;
use super::table;

/// The schemas of the types that the service describes.
const SCHEMAS: &str = include_str!("schemas.json");

/// `GET /api/v1/spec`.
#[allow(clippy::unnecessary_wraps)] // it is a handler like the others
pub fn retrieve(_: &Call<'_>) -> Outcome {
    Ok(document().into())
}

/// The whole document.
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
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Analytics platform",
            "version": "1.0.0",
            "description": "As the sandbox answers it. Where a shape is open, the service does not show it.",
        },
        "paths": paths,
        "security": [{ "bearer": [] }],
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "apiKey": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "Authorization",
                    "description": "SCIM alone: `Api-Key <token>`.",
                },
            },
        },
    })
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
        "description": who(operation.access),
        "tags": [operation.resource()],
        "parameters": parameters(operation),
        "responses": responses(operation),
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
    if method != "get" && (method != "delete" || !operation.body.is_empty()) {
        fields.insert("requestBody".to_owned(), request_body(operation));
    }
    described
}

fn who(access: Access) -> String {
    match access {
        Access::Any => "For whoever holds a valid credential.".to_owned(),
        Access::User => "For users of the console.".to_owned(),
        Access::Member => {
            "For users of the console, and embed sessions in creator mode.".to_owned()
        }
        Access::Administrator => "For administrators.".to_owned(),
        Access::OneOf(permissions) => {
            format!("Needs the permission {}.", permissions.join(" or "))
        }
        Access::EmbedTenant => "For signed embed sessions scoped to an embed tenant.".to_owned(),
        Access::Scim => "Needs a SCIM token: an administrator's API key.".to_owned(),
    }
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let path = operation.path.split(['{', '}']).skip(1).step_by(2);
    let path = path.map(|name| {
        let number = matches!(name, "deploymentId" | "workbookId" | "reportId");
        let schema = json!({ "type": if number { "number" } else { "string" } });
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let query = fields(operation.query).map(|field| {
        json!({ "name": field.name, "in": "query", "required": field.required, "schema": field.schema })
    });
    path.chain(query).collect()
}

fn request_body(operation: &Operation) -> Value {
    let properties: Map<String, Value> = fields(operation.body)
        .map(|field| (field.name.to_owned(), field.schema))
        .collect();
    let required: Vec<&str> = fields(operation.body)
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if let (false, Some(fields)) = (required.is_empty(), schema.as_object_mut()) {
        fields.insert("required".to_owned(), json!(required));
    }
    let media_type = match operation.api() {
        Api::Scim => "application/scim+json",
        _ => "application/json",
    };
    json!({ "required": !required.is_empty(), "content": { media_type: { "schema": schema } } })
}

fn responses(operation: &Operation) -> Value {
    let scim = operation.api() == Api::Scim;
    let (media_type, error) = if scim {
        ("application/scim+json", "ScimError")
    } else {
        ("application/json", "Error")
    };
    let json_of = |schema: Value| json!({ media_type: { "schema": schema } });
    let (status, good) = match operation.answer {
        "" => (
            "2XX",
            json!({ "description": "OK", "content": json_of(json!({})) }),
        ),
        "204" => ("204", json!({ "description": "No content" })),
        "202" => (
            "202",
            json!({ "description": "Accepted", "content": json_of(json!({})) }),
        ),
        file if file.contains('/') => (
            "200",
            json!({ "description": "A file", "content": { file: {} } }),
        ),
        schema => (
            "200",
            json!({ "description": "OK", "content": json_of(reference(schema)) }),
        ),
    };
    let mut responses = Map::new();
    responses.insert(status.to_owned(), good);
    let usual = [
        (401, "The credential is missing, malformed or expired."),
        (
            403,
            "The credential is valid but not authorized for the target.",
        ),
    ];
    for (status, description) in usual.into_iter().chain(operation.errors.iter().copied()) {
        let body = json!({ "description": description, "content": json_of(reference(error)) });
        responses.insert(status.to_string(), body);
    }
    Value::Object(responses)
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

struct Field<'a> {
    name: &'a str,
    required: bool,
    schema: Value,
}

/// Parses `name:type`. `!` after the name means that it is required. Several types are the values
/// of an enumeration.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    text.split_whitespace().map(|field| {
        let (name, kind) = field.split_once(':').unwrap_or((field, "any"));
        let schema = match kind {
            "any" => json!({}),
            "date" => json!({ "type": "string", "description": "ISO 8601." }),
            values if values.contains('|') => {
                json!({ "type": "string", "enum": values.split('|').collect::<Vec<_>>() })
            }
            kind => json!({ "type": kind }),
        };
        Field {
            name: name.trim_end_matches('!'),
            required: name.ends_with('!'),
            schema,
        }
    })
}
