//! Types beside those of answers, which `reading.rs` tests.

use serde_json::{Value, json};
use svc_embed::management::models::{Open, WorkspaceItemType};

#[test]
fn a_value_that_nobody_knows_is_kept_as_it_is() {
    let kind: WorkspaceItemType = serde_json::from_value(json!("NOTEBOOK")).unwrap();
    assert_eq!(kind, WorkspaceItemType::Other("NOTEBOOK".to_owned()));
}

#[test]
fn an_input_of_the_tenants_types_is_an_open_input() {
    #[derive(serde::Serialize)]
    struct UserInput {
        email: &'static str,
    }
    let input = Open::of(&UserInput {
        email: "a@b.example",
    })
    .unwrap();
    assert_eq!(Value::from(input.0), json!({ "email": "a@b.example" }));
    for other in [json!("text"), json!([1]), json!(null)] {
        assert!(Open::of(&other).is_err(), "{other}");
    }
}
