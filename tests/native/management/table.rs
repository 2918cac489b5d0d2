//! The table against a copy of the service's list of operations, both ways.

use std::collections::BTreeMap;

use serde_json::Value;
use svc_embed::management::models::Choice;
use svc_embed::management::operation::{Answer, Paging, Part};
use svc_embed::management::{OPERATIONS, Operation};

use super::shapes::{self, MODELS};

fn described() -> BTreeMap<String, Value> {
    let text = include_str!("../../fixtures/operations.json");
    let list: Value = serde_json::from_str(text).unwrap();
    let rows = list["operations"].as_array().unwrap().clone();
    rows.into_iter()
        .map(|row| (row["id"].as_str().unwrap().to_owned(), row))
        .collect()
}

fn declared() -> BTreeMap<String, Operation> {
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
        let paging = declared[&id].paging.map(Paging::as_str);
        assert_eq!(paging, row["page"].as_str(), "{id}");
    }
}

/// The description names a page for 14 of them; the others answer lists as well.
#[test]
fn every_operation_that_answers_a_list_is_a_list() {
    let lists = OPERATIONS
        .iter()
        .filter(|operation| operation.answer == Answer::List);
    let ids: Vec<&str> = lists.map(|operation| operation.id).collect();
    assert_eq!(ids.len(), 28, "{ids:?}");
    for (id, row) in described() {
        let name = id.rsplit('.').next().unwrap();
        let lists = row["method"] == "GET"
            && (name.starts_with("list") || ["generatedFiles", "logs"].contains(&name))
            && !["versions.list", "dataModel.listFileHashes"].contains(&id.as_str());
        assert_eq!(ids.contains(&id.as_str()), lists, "{id}");
    }
}

#[test]
fn files_are_streamed_as_described() {
    let declared = declared();
    for (id, row) in described() {
        let streams = row["returns"].as_str().unwrap().contains("stream");
        assert_eq!(declared[&id].answer == Answer::File, streams, "{id}");
    }
}

#[test]
fn input_stands_where_described() {
    let declared = declared();
    for (id, row) in described() {
        let operation = declared[&id];
        if row.get("query").is_some() {
            assert_eq!(operation.input, Part::Query, "{id}");
        } else if row.get("body").is_some() {
            assert_eq!(operation.input, Part::Body, "{id}");
        } else if row["method"] == "GET" && row["page"].is_null() {
            assert_eq!(operation.input, Part::None, "{id}");
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
        let mut required: Vec<String> = fields
            .flat_map(|fields| fields.keys())
            .filter_map(|key| key.strip_suffix('!'))
            .map(str::to_owned)
            .collect();
        let presumed = row["notes"]
            .as_str()
            .is_some_and(|notes| notes.contains("Names of the body fields: not shown"));
        if presumed {
            required.clear();
        }
        let mut needed = Vec::new();
        if let Some(fields) = declared[&id].fields {
            needed.extend(fields.required().map(str::to_owned));
            if let Some(Choice::OneOf(keys)) = fields.choice {
                needed.push(keys.join("|"));
            }
        }
        needed.sort_unstable();
        required.sort_unstable();
        assert_eq!(needed, required, "{id}");
    }
}

/// The types of inputs name every field that is described, and the query of a list.
#[test]
fn described_fields_are_typed() {
    let described = described();
    for (id, input, ..) in shapes::OPERATIONS {
        let row = &described[*id];
        let fields = ["query", "body"]
            .iter()
            .filter_map(|part| row[part].as_object());
        let keys = fields
            .flat_map(|fields| fields.keys())
            .flat_map(|key| key.trim_end_matches('!').split('|'));
        for key in keys {
            let model = MODELS.iter().find(|(name, _)| name == input);
            let (_, fields) = model.unwrap_or_else(|| panic!("{id}: no model {input}"));
            assert!(
                fields.iter().any(|(known, ..)| *known == key),
                "{id}: {input} lacks {key}"
            );
        }
    }
}
