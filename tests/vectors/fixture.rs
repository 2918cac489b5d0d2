//! The vectors of `tests/fixtures/vectors.json`, for the native and the browser tests.

use serde_json::Value;

use super::interpreter::{expand, run};

const VECTORS: &str = include_str!("../fixtures/vectors.json");

/// Runs every vector, and panics with those that have another result.
pub fn check_all() {
    let vectors: Vec<Value> = serde_json::from_str(VECTORS).unwrap();
    // The types of the crate cannot express what only the npm package has to check.
    let vectors = vectors.iter().filter(|vector| vector["only"] != "npm");
    let mut count = 0;
    let mut failures = Vec::new();
    for vector in vectors {
        count += 1;
        let found = run(vector["kind"].as_str().unwrap(), &expand(&vector["input"]));
        if found != expand(&vector["expect"]) {
            failures.push(format!(
                "{}\n    expected {}\n    found    {found}",
                vector["name"], vector["expect"]
            ));
        }
    }
    assert!(count >= 400, "only {count} vectors");
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
