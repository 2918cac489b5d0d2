//! The path and the query of a call of the management API: whatever the caller gives, the request
//! goes to the base URL or below it.

use ::url::Url;
use serde_json::{Map, Value};
use svc_embed::management::OPERATIONS;
use svc_embed::management::request::{Input, target};

use super::Bytes;

const BASE: &str = "https://acme.example/base";

pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let operation = &OPERATIONS[bytes.below(OPERATIONS.len().min(256))];
    let own = bytes.flag();
    let Some(path) = bytes.line() else {
        return;
    };
    let read = |line: Option<&str>| {
        line.and_then(|line| serde_json::from_str::<Value>(line).ok())
            .unwrap_or_default()
    };
    let query = match read(bytes.line()) {
        Value::Object(query) => query,
        _ => Map::new(),
    };
    let mut parameters = Vec::new();
    while !bytes.is_empty() && parameters.len() < 4 {
        let Some(line) = bytes.line() else {
            return;
        };
        let value = serde_json::from_str(line).unwrap_or_else(|_| line.into());
        parameters.push(value);
    }
    let input = Input {
        path: own.then_some(path),
        parameters: &parameters,
        query: &query,
        body: None,
    };
    let Ok(target) = target(operation, input) else {
        return;
    };
    let text = [BASE, &target].concat();
    let url = Url::parse(&text).expect("a URL that clients read");
    let base = Url::parse(BASE).unwrap();
    assert_eq!(url.origin(), base.origin(), "{text} leaves the service");
    assert!(url.path().starts_with("/base/"), "{text} leaves the base");
    assert_eq!(url.as_str().len(), url.as_str().trim().len());
    assert!(url.fragment().is_none(), "{text} has a fragment");
    if !own {
        // A parameter is one segment, or several if the operation says so.
        let wanted = operation.path.split('/').count();
        let found = url.path().split('/').count() - 1;
        assert!(
            wanted == found || operation.has_sub_path(),
            "{text} is not {}",
            operation.path
        );
    }
    let given = query.iter().flat_map(|(key, value)| match value {
        Value::Null => Vec::new(),
        Value::Array(values) => vec![key; values.len()],
        _ => vec![key],
    });
    let pairs: Vec<String> = url.query_pairs().map(|(key, _)| key.into_owned()).collect();
    for key in given {
        assert!(pairs.contains(key), "{text} lacks {key}");
    }
}
