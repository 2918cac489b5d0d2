//! Filters of SCIM, by the sandbox.

use std::sync::LazyLock;

use serde_json::{Value, json};
use svc_sandbox::fuzzing::scim_filter;

use super::Bytes;

pub static RESOURCE: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
        "id": "7",
        "userName": "ada@acme.example",
        "name": { "givenName": "Ada", "familyName": "Lovelace" },
        "active": true,
        "emails": [
            { "value": "ada@acme.example", "type": "work", "primary": true },
            { "value": "ada@home.example", "type": "home" },
        ],
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { "department": "R&D" },
        "meta": { "resourceType": "User", "created": "2026-01-01T00:00:00Z" },
        "age": 36.5,
    })
});

pub fn run(data: &[u8]) {
    let Some(text) = Bytes(data).text() else {
        return;
    };
    let passes = scim_filter(text, &RESOURCE);
    let Some(passes) = passes else {
        return;
    };
    // The limits of length and nesting may refuse these.
    for (around, wanted) in [
        (format!("({text})"), passes),
        (format!("not ({text})"), !passes),
        (format!("({text}) and ({text})"), passes),
        (format!("({text}) or not ({text})"), true),
    ] {
        if let Some(found) = scim_filter(&around, &RESOURCE) {
            assert_eq!(found, wanted, "{around}");
        }
    }
}
