//! The `OpenAPI` document that the sandbox serves: against itself, and against the client's table. What the client
//! sends is accepted, and what is answered it can read. Each answer is held to the document by the sandbox itself,
//! if it is a debug build.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use svc_declaration::Service;
use svc_declaration::document::{document as declared, is_described};

use crate::support::{Sandbox, text};

/// A schema of a document, with what a reference leads to, and whether it allows null.
pub struct Shape<'a>(&'a Value, &'a Value, bool);

impl<'a> Shape<'a> {
    pub fn of(document: &'a Value, schema: &'a Value) -> Self {
        if let Some(target) = schema["$ref"].as_str() {
            let target = document.pointer(target.trim_start_matches('#'));
            return Self::of(document, target.unwrap_or_else(|| panic!("{schema}")));
        }
        match schema["anyOf"].as_array().map(Vec::as_slice) {
            Some([schema, null]) if null["type"] == "null" => {
                Self(document, Self::of(document, schema).1, true)
            }
            _ => Self(
                document,
                schema,
                texts(&schema["type"]).contains("null")
                    || schema["enum"].to_string().contains("null"),
            ),
        }
    }

    fn at(&self, schema: &'a Value) -> Self {
        Self::of(self.0, schema)
    }

    /// The types other than null; none if it may be of any.
    fn types(&self) -> BTreeSet<&'a str> {
        let mut types = texts(&self.1["type"]);
        types.remove("null");
        if types.is_empty() && self.1.get("enum").is_some() {
            types.insert("string");
        }
        types
    }

    fn list(&self, keyword: &str) -> BTreeSet<&'a str> {
        texts(&self.1[keyword])
    }

    pub fn properties(&self) -> impl Iterator<Item = (&'a String, &'a Value)> + use<'a> {
        self.1["properties"].as_object().into_iter().flatten()
    }

    /// What of the client's shape this one does not hold to. Of a body, it must know each field and take null where
    /// the client sends it. Of an answer, it must give what the client requires, and nothing that it cannot read.
    fn differs(&self, client: &Shape<'_>, is_sent: bool, at: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut expect = |holds: bool, what: &str| {
            if !holds {
                found.push(format!("{at}: {what}"));
            }
        };
        // The bulk operations read each of their items by itself, and report those that are wrong.
        let is_open =
            |shape: &Shape<'_>| shape.types().is_empty() && shape.1.get("anyOf").is_none();
        if is_open(client) || is_open(self) || (is_sent && self.1 == &json!({ "type": "object" })) {
            return found;
        }
        expect(
            if is_sent {
                self.2 || !client.2
            } else {
                client.2 || !self.2
            },
            "null",
        );
        expect(client.types().is_superset(&self.types()), "the type");
        expect(
            client.list("enum").is_empty() || client.list("enum") == self.list("enum"),
            "the values",
        );
        let required = [client.list("required"), self.list("required")];
        expect(
            is_sent || required[0].is_subset(&required[1]),
            "what is required",
        );
        for (name, field) in client.properties() {
            let at = format!("{at}.{name}");
            match self.1["properties"].get(name) {
                Some(own) => found.extend(self.at(own).differs(&client.at(field), is_sent, &at)),
                None => found.push(format!("{at}: unknown")),
            }
        }
        for inner in ["items", "additionalProperties"] {
            if let (Some(field), Some(own)) = (client.1.get(inner), self.1.get(inner)) {
                found.extend(
                    self.at(own)
                        .differs(&client.at(field), is_sent, &format!("{at}[]")),
                );
            }
        }
        found
    }
}

/// A text, or the texts of a list.
fn texts(value: &Value) -> BTreeSet<&str> {
    let values = value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    values.iter().filter_map(Value::as_str).collect()
}

/// The operations of a document, each with its path and its method.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            all.push((path.as_str(), method.as_str(), operation));
        }
    }
    all
}

/// The schemas in JSON of a part of an operation.
pub fn schemas(part: &Value) -> impl Iterator<Item = &Value> {
    let types = part["content"].as_object().into_iter().flatten();
    types
        .filter(|(name, _)| name.contains("json"))
        .map(|(_, content)| &content["schema"])
}

fn answers(operation: &Value) -> impl Iterator<Item = &Value> {
    let all = operation["responses"].as_object().into_iter().flatten();
    all.filter(|(status, _)| status.starts_with('2'))
        .flat_map(|(_, response)| schemas(response))
}

#[tokio::test]
async fn the_document_holds_together() {
    let sandbox = Sandbox::start().await;
    let document = sandbox.get("/api/v1/spec").await;
    assert_eq!(
        [&document["openapi"], &document["info"]["version"]],
        ["3.1.0", "1.0.0"]
    );
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        assert!(
            ids.insert(text(operation, "operationId")),
            "{path} {method}"
        );
        let parameters = operation["parameters"].as_array().unwrap().iter();
        let in_path = parameters
            .filter(|parameter| parameter["in"] == "path")
            .count();
        assert_eq!(in_path, path.matches('{').count(), "{path}");
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(
                status != "200" || response["headers"].get("x-request-id").is_some(),
                "{path}"
            );
            for schema in schemas(response).chain(schemas(&operation["requestBody"])) {
                assert!(
                    schema.as_object().is_some_and(|schema| !schema.is_empty()),
                    "{path} {method} {status}"
                );
            }
        }
        for status in ["400", "401", "403", "405"] {
            assert!(
                operation["responses"].get(status).is_some(),
                "{path} {method} {status}"
            );
        }
    }
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[tokio::test]
async fn what_the_client_sends_is_accepted_and_what_is_answered_it_can_read() {
    let sandbox = Sandbox::start().await;
    let served = sandbox.get("/api/v1/spec").await;
    let declared = declared(
        &Service::read(include_str!("../../../src/management/service.toml")),
        is_described,
    );
    let mut found = Vec::new();
    for (path, method, client) in operations(&declared) {
        let id = client["operationId"].as_str().unwrap();
        let own = &served["paths"][path][if method == "x-any" { "post" } else { method }];
        for parameter in client["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|parameter| parameter["in"] == "query")
        {
            let mut known = own["parameters"].as_array().unwrap().iter();
            let known = known
                .find(|known| known["name"] == parameter["name"])
                .unwrap();
            assert_eq!(
                known["required"], parameter["required"],
                "{id}: {parameter}"
            );
            let shape = Shape::of(&declared, &parameter["schema"]);
            found.extend(Shape::of(&served, &known["schema"]).differs(&shape, true, id));
        }
        for schema in schemas(&client["requestBody"]) {
            let own = Shape::of(&served, schemas(&own["requestBody"]).next().unwrap());
            let client = Shape::of(&declared, schema);
            // The sandbox may demand more, where the description leaves open what is required.
            assert!(
                client.list("required").is_subset(&own.list("required")),
                "{id}"
            );
            found.extend(own.differs(&client, true, id));
        }
        for schema in answers(client) {
            for own in answers(own) {
                let list = &Shape::of(&served, own).1["properties"];
                let items = ["items", "Resources"]
                    .iter()
                    .find_map(|name| list.get(name));
                let items = items.or_else(|| {
                    list.pointer("/data/properties")?
                        .as_object()?
                        .values()
                        .next()
                });
                let own = if schema["type"] == "array" {
                    items.unwrap_or(own)
                } else {
                    own
                };
                found.extend(Shape::of(&served, own).differs(
                    &Shape::of(&declared, schema),
                    false,
                    id,
                ));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
