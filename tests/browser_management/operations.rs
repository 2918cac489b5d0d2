//! Every operation, as the browser is handed it. What a service makes of it is tested natively.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use svc_embed::management::client::PathParameter;
use svc_embed::management::{Method, OPERATIONS};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{answer_by, as_it_was, client};

/// The text of a parameter; one that an earlier call would have given keeps its name.
fn parameter(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim_matches(['{', '}']).to_owned(),
        other => other.to_string(),
    }
}

#[wasm_bindgen_test]
async fn every_operation_arrives_as_it_is_described() {
    answer_by(
        "return request.text().then((body) => {
            const { pathname, searchParams } = new URL(request.url);
            const query = Object.fromEntries(searchParams);
            const type = request.headers.get('content-type');
            return Response.json({ method: request.method, pathname, query, body, type });
        });",
    );
    let described = include_str!("../fixtures/operations.json");
    let described: Value = serde_json::from_str(described).unwrap();
    let described = described["operations"].as_array().unwrap();
    let calls = include_str!("../../sandbox/tests/fixtures/happy_path.json");
    let calls: Vec<Value> = serde_json::from_str(calls).unwrap();
    let client = client("https://acme.example.com");
    let mut called = BTreeSet::new();
    for call in calls.iter().filter(|call| call["id"].is_string()) {
        let id = call["id"].as_str().unwrap();
        let row = described.iter().find(|row| row["id"] == id).unwrap();
        let operation = OPERATIONS.iter().find(|row| row.id == id).unwrap();
        let mut pathname = row["path"].as_str().unwrap().to_owned();
        let mut parameters = Vec::new();
        for name in operation.parameters() {
            let value = parameter(&call["path"][name]);
            pathname = pathname.replace(&format!("{{{name}}}"), &value);
            parameters.push(PathParameter::from(value));
        }
        let query = call["query"].as_str();
        let input = match query {
            Some(query) => query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .map(|(key, value)| (key.to_owned(), Value::from(value)))
                .collect::<Map<_, _>>()
                .into(),
            None => call.get("body").cloned().unwrap_or_else(|| json!({})),
        };
        let made = client.call(id, parameters, &input).unwrap();
        let (made, method) = match operation.method {
            Method::Any => (made.method(Method::Get), "GET"),
            _ => (made, row["method"].as_str().unwrap()),
        };
        let seen = made.send().await.unwrap();
        assert_eq!(seen["method"], method, "{id}");
        assert_eq!(seen["pathname"], pathname.as_str(), "{id}");
        let asked = query.map_or_else(|| json!({}), |_| input);
        assert_eq!(seen["query"], asked, "{id}");
        let sent = seen["body"].as_str().unwrap();
        let body = call.get("body").filter(|body| **body != json!({}));
        match body {
            Some(body) => {
                assert_eq!(serde_json::from_str::<Value>(sent).unwrap(), *body, "{id}");
                assert!(seen["type"].as_str().unwrap().ends_with("json"), "{id}");
            }
            None => assert_eq!((sent, &seen["type"]), ("", &Value::Null), "{id}"),
        }
        called.insert(id);
    }
    as_it_was();
    assert_eq!(called.len(), OPERATIONS.len());
}
