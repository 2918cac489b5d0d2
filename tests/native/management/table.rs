//! The table against a copy of the service's list of operations, both ways.

use std::collections::BTreeMap;

use serde_json::Value;
use svc_embed::management::{Api, OPERATIONS, Operation, Traits};

fn described() -> BTreeMap<String, Value> {
    let text = include_str!("../../fixtures/operations.json");
    let list: Value = serde_json::from_str(text).unwrap();
    let rows = list["operations"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 136);
    rows.into_iter()
        .map(|row| (row["id"].as_str().unwrap().to_owned(), row))
        .collect()
}

fn declared() -> BTreeMap<String, Operation<'static>> {
    OPERATIONS
        .iter()
        .map(|operation| (operation.id.to_owned(), *operation))
        .collect()
}

#[test]
fn every_operation_described_is_declared_and_no_other() {
    let described: Vec<String> = described().into_keys().collect();
    let declared_ids: Vec<String> = declared().into_keys().collect();
    assert_eq!(declared_ids, described);
    assert_eq!(OPERATIONS.len(), declared_ids.len(), "an id stands twice");
}

#[test]
fn method_path_and_api_are_those_described() {
    let declared = declared();
    for (id, row) in described() {
        let operation = declared[&id];
        assert_eq!(operation.method.as_str(), row["method"], "{id}");
        assert_eq!(operation.path, row["path"], "{id}");
        assert_eq!(operation.api().as_str(), row["api"], "{id}");
    }
}

#[test]
fn paging_is_as_described() {
    let declared = declared();
    for (id, row) in described() {
        let traits = declared[&id].traits;
        let styles = [
            ("cursor", Traits::CURSOR),
            ("offset", Traits::OFFSET),
            ("scim", Traits::SCIM),
        ];
        for (name, style) in styles {
            assert_eq!(traits.has(style), row["page"] == name, "{id}: {name}");
        }
        assert_eq!(traits.has(Traits::LIST), row.get("page").is_some(), "{id}");
    }
}

#[test]
fn files_are_streamed_as_described() {
    let declared = declared();
    for (id, row) in described() {
        let streams = row["returns"].as_str().unwrap().contains("stream");
        assert_eq!(declared[&id].traits.has(Traits::STREAM), streams, "{id}");
    }
}

#[test]
fn input_stands_where_described() {
    let declared = declared();
    for (id, row) in described() {
        let operation = declared[&id];
        if row.get("query").is_some() {
            assert!(operation.traits.has(Traits::QUERY), "{id}");
        }
        if row.get("body").is_some() {
            assert!(!operation.traits.has(Traits::QUERY), "{id}");
        }
    }
}

/// Fields that are marked as required are needed, but where the list says that their names are not
/// shown: there the body stays open.
#[test]
fn required_fields_are_needed() {
    let declared = declared();
    for (id, row) in described() {
        let fields = ["query", "body"]
            .iter()
            .filter_map(|part| row[part].as_object());
        let required: Vec<String> = fields
            .flat_map(|fields| fields.keys())
            .filter_map(|key| key.strip_suffix('!'))
            .map(str::to_owned)
            .collect();
        let presumed = row["notes"]
            .as_str()
            .is_some_and(|notes| notes.contains("Names of the body fields: not shown"));
        let wanted = if presumed { Vec::new() } else { required };
        let needed = declared[&id].needs.split_whitespace();
        let mut needed: Vec<&str> = needed.filter(|need| !need.ends_with('?')).collect();
        needed.sort_unstable();
        assert_eq!(needed, wanted, "{id}");
    }
}

/// The types of inputs name every field that is described, and the query of a list.
#[test]
fn described_fields_are_typed() {
    use svc_embed::management::{NAMESPACES, models};
    let models = models::all();
    let described = described();
    for namespace in NAMESPACES {
        for (operation, doc) in namespace.operations {
            let row = &described[operation.id];
            let fields = ["query", "body"]
                .iter()
                .filter_map(|part| row[part].as_object());
            let keys = fields
                .flat_map(|fields| fields.keys())
                .flat_map(|key| key.trim_end_matches('!').split('|'));
            let input = (doc.input)();
            for key in keys {
                let model = models.iter().find(|model| model.name == input);
                let model = model.unwrap_or_else(|| panic!("{}: no model {input}", operation.id));
                assert!(
                    model.fields.iter().any(|field| field.key == key),
                    "{}: {input} lacks {key}",
                    operation.id
                );
            }
        }
    }
}

#[test]
fn every_operation_is_documented_once() {
    use svc_embed::management::NAMESPACES;
    let documented: Vec<&str> = NAMESPACES
        .iter()
        .flat_map(|namespace| namespace.operations)
        .map(|(operation, _)| operation.id)
        .collect();
    let declared: Vec<&str> = OPERATIONS.iter().map(|operation| operation.id).collect();
    assert_eq!(documented, declared);
}

#[test]
fn an_api_follows_from_the_path() {
    assert_eq!(Api::of("/api/v1/deployments"), Api::Management);
    assert_eq!(Api::of("/build/api/v1/deployments/"), Api::Build);
    assert_eq!(Api::of("/api/scim/v2/Users"), Api::Scim);
}
