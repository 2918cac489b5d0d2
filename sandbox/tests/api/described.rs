//! The document that the sandbox serves against the one of the client's table: what the client sends the
//! sandbox accepts, and what the sandbox answers the client can read.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use svc_declaration::Service;
use svc_declaration::document::{document, is_described};

use crate::support::Sandbox;

fn declared() -> Value {
    let text = include_str!("../../../src/management/service.toml");
    document(&Service::read(text), is_described)
}

/// A schema without references, and whether it allows null.
struct Shape<'a> {
    document: &'a Value,
    schema: &'a Value,
    is_nullable: bool,
}

impl<'a> Shape<'a> {
    fn of(document: &'a Value, schema: &'a Value) -> Self {
        if let Some(target) = schema["$ref"].as_str() {
            let target = document.pointer(target.trim_start_matches('#')).unwrap();
            return Self::of(document, target);
        }
        let is_null = |kind: &Value| kind["type"] == "null";
        if let Some([schema, null]) = schema["anyOf"].as_array().map(Vec::as_slice)
            && is_null(null)
        {
            let shape = Self::of(document, schema);
            return Self {
                is_nullable: true,
                ..shape
            };
        }
        let is_nullable = schema["type"] == "null"
            || list(&schema["type"]).contains("null")
            || schema["enum"]
                .as_array()
                .is_some_and(|values| values.contains(&Value::Null));
        Self {
            document,
            schema,
            is_nullable,
        }
    }

    fn at(&self, schema: &'a Value) -> Self {
        Self::of(self.document, schema)
    }

    /// The types other than null; none if it may be of any.
    fn types(&self) -> BTreeSet<String> {
        let mut types = list(&self.schema["type"]);
        types.remove("null");
        if types.is_empty() && !self.values().is_empty() {
            types.insert("string".to_owned());
        }
        types
    }

    /// The values of an enumeration.
    fn values(&self) -> BTreeSet<String> {
        list(&self.schema["enum"])
    }

    fn required(&self) -> BTreeSet<String> {
        list(&self.schema["required"])
    }

    fn is_open(&self) -> bool {
        self.types().is_empty() && self.schema.get("anyOf").is_none()
    }
}

/// A text, or the texts of a list.
fn list(value: &Value) -> BTreeSet<String> {
    let values = value
        .as_array()
        .map_or(std::slice::from_ref(value), |list| list);
    values
        .iter()
        .filter_map(|value| value.as_str().map(str::to_owned))
        .collect()
}

/// Which of two shapes may demand more.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// A body: the sandbox must know each field, and accept null where the client sends it.
    Sent,
    /// An answer: the sandbox must give what the client requires, and nothing that it cannot read.
    Answered,
}

/// What of the client's shape the sandbox's does not hold to.
fn misfits(side: Side, client: &Shape<'_>, sandbox: &Shape<'_>, place: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |holds: bool, what: &str| {
        if !holds {
            found.push(format!("{place}: {what}"));
        }
    };
    // The bulk operations read each of their items by itself, and report those that are wrong.
    let takes_any_object = side == Side::Sent && sandbox.schema == &json!({ "type": "object" });
    if client.is_open() || sandbox.is_open() || takes_any_object {
        return found;
    }
    let (may, must) = match side {
        Side::Sent => (sandbox, client),
        Side::Answered => (client, sandbox),
    };
    expect(may.is_nullable || !must.is_nullable, "null");
    expect(client.types().is_superset(&sandbox.types()), "the type");
    if !client.values().is_empty() {
        expect(client.values() == sandbox.values(), "the values");
    }
    if client.schema["type"] == "object" && side == Side::Answered {
        let missing = &client.required() - &sandbox.required();
        expect(missing.is_empty(), &format!("{missing:?} may be missing"));
    }
    let no_fields = serde_json::Map::new();
    let fields = client.schema["properties"]
        .as_object()
        .unwrap_or(&no_fields);
    for (name, field) in fields {
        let place = format!("{place}.{name}");
        match sandbox.schema["properties"].get(name) {
            Some(own) => found.extend(misfits(side, &client.at(field), &sandbox.at(own), &place)),
            None => found.push(format!("{place}: unknown")),
        }
    }
    for inner in ["items", "additionalProperties"] {
        if let (Some(field), Some(own)) = (client.schema.get(inner), sandbox.schema.get(inner)) {
            let place = format!("{place}[]");
            found.extend(misfits(side, &client.at(field), &sandbox.at(own), &place));
        }
    }
    found
}

fn body(operation: &Value) -> Option<&Value> {
    let types = operation["requestBody"]["content"].as_object()?;
    let (_, content) = types.iter().find(|(name, _)| name.contains("json"))?;
    Some(&content["schema"])
}

/// The JSON of the successful answers.
fn answers(operation: &Value) -> impl Iterator<Item = &Value> {
    let responses = operation["responses"].as_object().into_iter().flatten();
    responses
        .filter(|(status, _)| status.starts_with('2'))
        .flat_map(|(_, response)| response["content"].as_object().into_iter().flatten())
        .filter(|(media_type, _)| media_type.contains("json"))
        .map(|(_, content)| &content["schema"])
}

fn parameters<'a>(operation: &'a Value, place: &'a str) -> impl Iterator<Item = &'a Value> {
    let all = operation["parameters"].as_array().unwrap().iter();
    all.filter(move |parameter| parameter["in"] == place)
}

#[tokio::test]
async fn what_the_client_sends_is_accepted_and_what_is_answered_it_can_read() {
    let sandbox = Sandbox::start().await;
    let served = sandbox.ada().get("/api/v1/spec").await;
    let declared = declared();
    let mut found = Vec::new();
    let mut compared = 0;
    for (path, item) in declared["paths"].as_object().unwrap() {
        for (method, client) in item.as_object().unwrap() {
            let id = client["operationId"].as_str().unwrap();
            let method = if method == "x-any" { "post" } else { method };
            let own = &served["paths"][path][method];
            for parameter in parameters(client, "query") {
                let place = format!("{id}?{}", parameter["name"]);
                let known = parameters(own, "query").find(|own| own["name"] == parameter["name"]);
                let known = known.unwrap_or_else(|| panic!("{place}"));
                assert_eq!(known["required"], parameter["required"], "{place}");
                let (client, own) = (&parameter["schema"], &known["schema"]);
                let (client, own) = (Shape::of(&declared, client), Shape::of(&served, own));
                found.extend(misfits(Side::Sent, &client, &own, &place));
            }
            if let Some(schema) = body(client) {
                let own = body(own).unwrap_or_else(|| panic!("{id} has no body"));
                let (client, own) = (Shape::of(&declared, schema), Shape::of(&served, own));
                found.extend(misfits(Side::Sent, &client, &own, id));
                // The sandbox may demand more, where the description leaves open what is required.
                let missing = &client.required() - &own.required();
                assert!(missing.is_empty(), "{id}: {missing:?} is not required");
            }
            for schema in answers(client) {
                for own in answers(own) {
                    let list = &Shape::of(&served, own).schema["properties"];
                    let is_list = schema["type"] == "array";
                    let items = ["items", "Resources"]
                        .iter()
                        .find_map(|name| list.get(name))
                        .or_else(|| list.pointer("/data/properties").and_then(first));
                    let own = if is_list { items.unwrap_or(own) } else { own };
                    let (client, own) = (Shape::of(&declared, schema), Shape::of(&served, own));
                    found.extend(misfits(Side::Answered, &client, &own, id));
                }
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 136);
    assert_eq!(found, Vec::<String>::new());
}

/// The only property of an object: `deployments` or `environments` of a list by offset.
fn first(properties: &Value) -> Option<&Value> {
    properties.as_object()?.values().next()
}

#[test]
fn a_difference_is_found() {
    let document = json!({});
    let client = json!({
        "type": "object", "required": ["id"],
        "properties": { "id": { "type": "integer" }, "kind": { "enum": ["a", "b"] } },
    });
    let compare = |side, sandbox: Value| {
        let (client, own) = (
            Shape::of(&document, &client),
            Shape::of(&document, &sandbox),
        );
        misfits(side, &client, &own, "x").join(", ")
    };
    let own = |id: Value, kind: Value| json!({ "type": "object", "required": ["id"], "properties": { "id": id, "kind": kind } });
    let (id, kind) = (json!({ "type": "integer" }), json!({ "enum": ["a", "b"] }));
    assert_eq!(compare(Side::Answered, own(id.clone(), kind.clone())), "");
    let texts = own(json!({ "type": "string" }), kind.clone());
    assert_eq!(compare(Side::Answered, texts), "x.id: the type");
    let nullable = own(json!({ "type": ["integer", "null"] }), kind.clone());
    assert_eq!(compare(Side::Answered, nullable.clone()), "x.id: null");
    assert_eq!(compare(Side::Sent, nullable), "");
    let fewer = own(id.clone(), json!({ "enum": ["a"] }));
    assert_eq!(compare(Side::Sent, fewer), "x.kind: the values");
    let lacking = json!({ "type": "object", "properties": { "id": id } });
    assert_eq!(
        compare(Side::Answered, lacking),
        "x: {\"id\"} may be missing, x.kind: unknown"
    );
}
