//! The table against the description of the service, both ways, and every operation once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::schema::misfits;
use crate::support::{Answer, Caller, Sandbox, text};

fn described() -> Vec<Value> {
    let file: Value =
        serde_json::from_str(include_str!("../../../tests/fixtures/operations.json")).unwrap();
    file["operations"].as_array().unwrap().clone()
}

async fn spec(sandbox: &Sandbox) -> Value {
    sandbox.ada().get("/api/v1/spec").await
}

fn names(text: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    text.into_iter().collect()
}

/// One line for each operation and method: what both sides must say.
fn rows_of_the_document(document: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut rows = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let any = operation.get("x-operation").and_then(Value::as_str);
            let (id, method) = match any {
                Some(id) => (id, "*".to_owned()),
                None => (
                    operation["operationId"].as_str().unwrap(),
                    method.to_uppercase(),
                ),
            };
            let parameters = operation["parameters"].as_array().unwrap().iter();
            // The deprecated parameters of lists, and those of lists whose query is not shown, stand
            // in the document only.
            let query = parameters
                .filter(|parameter| parameter["in"] == "query")
                .filter(|parameter| parameter["deprecated"] != true)
                .filter(|parameter| parameter["x-undescribed"] != true)
                .map(|parameter| parameter["name"].as_str().unwrap().to_owned());
            rows.insert(format!("{id} {method} {path}"), names(query));
        }
    }
    rows
}

#[tokio::test]
async fn the_openapi_document_and_the_description_hold_the_same_operations() {
    let sandbox = Sandbox::start().await;
    let document = spec(&sandbox).await;
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], "1.0.0");
    let served = rows_of_the_document(&document);
    let described: BTreeMap<String, BTreeSet<String>> = described()
        .iter()
        .map(|row| {
            let query = row.get("query").and_then(Value::as_object);
            let query = query.into_iter().flatten();
            let query = query.map(|(name, _)| name.trim_end_matches('!').to_owned());
            // A list by cursor has them, also if only its filters are described.
            let by_cursor = (row["page"] == "cursor").then_some(["first", "after"]);
            let by_cursor = by_cursor.into_iter().flatten().map(str::to_owned);
            (
                format!(
                    "{} {} {}",
                    text(row, "id"),
                    text(row, "method"),
                    text(row, "path")
                ),
                names(query.chain(by_cursor)),
            )
        })
        .collect();
    assert_eq!(served, described);
}

#[tokio::test]
async fn the_openapi_document_holds_together() {
    let sandbox = Sandbox::start().await;
    let document = spec(&sandbox).await;
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id} twice");
            let in_path = operation["parameters"].as_array().unwrap().iter();
            let in_path = in_path
                .filter(|parameter| parameter["in"] == "path")
                .count();
            assert_eq!(in_path, path.matches('{').count(), "{path}");
        }
    }
    for reference in references(&document) {
        let pointer = reference.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

/// No body and no answer is left open that the sandbox knows, and each operation says how it fails.
#[tokio::test]
async fn the_openapi_document_describes_every_body_answer_and_error() {
    let sandbox = Sandbox::start().await;
    let document = spec(&sandbox).await;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            let mut expected = vec!["400", "401", "403", "405"];
            expected.extend(path.contains('{').then_some("404"));
            if operation.get("requestBody").is_some() {
                expected.extend(["413", "415"]);
            }
            for status in expected {
                assert!(responses.contains_key(status), "{method} {path}: {status}");
            }
            let good = responses.keys().filter(|status| status.starts_with('2'));
            assert!(good.count() > 0, "{method} {path}");
            for (status, response) in responses {
                assert_eq!(
                    response["headers"]["x-request-id"]["$ref"],
                    "#/components/headers/RequestId"
                );
                for (media_type, content) in response["content"].as_object().into_iter().flatten() {
                    let described = content["schema"].as_object();
                    let is_empty = described.is_none_or(serde_json::Map::is_empty);
                    let is_json = media_type.contains("json");
                    assert!(!(is_json && is_empty), "{method} {path}: {status}");
                }
            }
        }
    }
    // What the sandbox does not know either: its own document, and the repository host's answers.
    let opens: Vec<&str> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| item.as_object().unwrap().values())
        .filter(|operation| {
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            schema["$ref"] == "#/components/schemas/Object"
        })
        .map(|operation| operation["tags"][0].as_str().unwrap())
        .collect();
    let methods = 5;
    assert_eq!(opens, [vec!["github"; methods], vec!["spec"]].concat());
}

fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().flat_map(references).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match (name.as_str(), value) {
                ("$ref", Value::String(target)) => vec![target.clone()],
                (_, value) => references(value),
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A call of `happy_path.json`, as it was made.
struct Made<'a> {
    row: &'a Value,
    method: String,
    path: String,
    caller: &'a Caller<'a>,
    body: Option<Value>,
    expected: u64,
    answer: Answer,
}

/// The calls of `happy_path.json` in their order, in one sandbox: what one makes, a later one names.
async fn play(sandbox: &Sandbox, then: impl AsyncFn(&Made<'_>)) {
    let (ada, dana) = (sandbox.ada(), sandbox.viewer("acme", "dana").await);
    let operations = described();
    let calls: Value = serde_json::from_str(include_str!("../fixtures/happy_path.json")).unwrap();
    let mut kept: BTreeMap<String, Value> = BTreeMap::new();
    for call in calls.as_array().unwrap() {
        if let Some(by) = call["advanceMs"].as_i64() {
            sandbox.advance(by).await;
            continue;
        }
        let id = call["id"].as_str().unwrap();
        let row = operations.iter().find(|row| row["id"] == id).unwrap();
        let method = row["method"].as_str().unwrap().replace('*', "GET");
        let mut path = row["path"].as_str().unwrap().to_owned();
        for (name, value) in call["path"].as_object().into_iter().flatten() {
            let value = filled(value, &kept);
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            path = path.replace(&format!("{{{name}}}"), &value);
        }
        if let Some(query) = call["query"].as_str() {
            path = format!("{path}?{query}");
        }
        let is_embed = call["as"] == "embed";
        let caller = if is_embed { &dana } else { &ada };
        let body = call.get("body").map(|body| filled(body, &kept));
        let answer = caller.answer(&method, &path, &body).await;
        for (name, pointer) in call["save"].as_object().into_iter().flatten() {
            let value = answer.json().pointer(pointer.as_str().unwrap()).cloned();
            let value = value.unwrap_or_else(|| panic!("{id}: no {pointer}: {}", answer.body));
            kept.insert(name.clone(), value);
        }
        let expected = call["status"].as_u64().unwrap();
        then(&Made {
            row,
            method,
            path,
            caller,
            body,
            expected,
            answer,
        })
        .await;
    }
}

#[tokio::test]
async fn every_operation_answers() {
    let sandbox = Sandbox::start().await;
    let document = spec(&sandbox).await;
    let called = RefCell::new(BTreeSet::new());
    play(&sandbox, async |made: &Made<'_>| {
        let (id, answer) = (made.row["id"].as_str().unwrap(), &made.answer);
        let status = u64::from(answer.status);
        assert_eq!(status, made.expected, "{id}: {}", answer.body);
        assert!(answer.has("x-request-id: "), "{id}");
        fits_the_document(&document, made.row, answer.status, &answer.body);
        called.borrow_mut().insert(id.to_owned());
    })
    .await;
    let all = names(described().iter().map(|row| text(row, "id")));
    assert_eq!(called.into_inner(), all);
}

/// Only the operation's shape says what a field may be. A handler that reads a field that its shape does not
/// name fails here: it answers 500 to a value of another type.
#[tokio::test]
async fn no_handler_reads_a_field_that_its_shape_does_not_name() {
    let sandbox = Sandbox::start().await;
    let document = spec(&sandbox).await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let fields = |schema: &Value| {
        names(
            schema["properties"]
                .as_object()
                .into_iter()
                .flat_map(|all| all.keys().cloned()),
        )
    };
    let all: BTreeSet<String> = schemas.values().flat_map(fields).collect();
    play(&sandbox, async |made: &Made<'_>| {
        let Some(Value::Object(body)) = &made.body else {
            return;
        };
        let id = &made.row["id"];
        let operation = &document["paths"][made.row["path"].as_str().unwrap()]
            [made.row["method"].as_str().unwrap().to_lowercase()];
        let content = operation["requestBody"]["content"].as_object().unwrap();
        let schema = &content.values().next().unwrap()["schema"];
        let schema = match schema["$ref"].as_str() {
            Some(target) => document.pointer(target.trim_start_matches('#')).unwrap(),
            None => schema,
        };
        let own = fields(schema);
        for strange in [json!({}), json!(5)] {
            let mut body = body.clone();
            let foreign = all.iter().filter(|name| !own.contains(*name));
            for name in foreign {
                body.entry(name).or_insert_with(|| strange.clone());
            }
            let answer = made.caller.answer(&made.method, &made.path, body);
            let answer = answer.await;
            assert!(answer.status < 500, "{id}: {}", answer.body);
        }
    })
    .await;
}

/// The answer's status is one that the document names, and its body fits the schema there.
fn fits_the_document(document: &Value, row: &Value, status: u16, body: &str) {
    let id = row["id"].as_str().unwrap();
    let method = row["method"]
        .as_str()
        .unwrap()
        .replace('*', "get")
        .to_lowercase();
    let responses = &document["paths"][row["path"].as_str().unwrap()][method]["responses"];
    let response = responses
        .get(status.to_string())
        .or_else(|| responses.get("2XX"));
    let response = response.unwrap_or_else(|| panic!("{id}: no {status} in {responses}"));
    for (media_type, content) in response["content"].as_object().into_iter().flatten() {
        if let (true, Some(schema)) = (media_type.contains("json"), content.get("schema")) {
            let body = serde_json::from_str(body).unwrap();
            let misfits = misfits(document, schema, &body, id);
            assert!(misfits.is_empty(), "{misfits:#?}");
        }
    }
}

/// The value in which each text `{name}` is replaced by the value kept under that name.
fn filled(value: &Value, kept: &BTreeMap<String, Value>) -> Value {
    match value {
        Value::String(text) => {
            let name = text
                .strip_prefix('{')
                .and_then(|text| text.strip_suffix('}'));
            name.map_or_else(|| value.clone(), |name| kept[name].clone())
        }
        Value::Array(values) => values.iter().map(|value| filled(value, kept)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), filled(value, kept)))
            .collect(),
        value => value.clone(),
    }
}
