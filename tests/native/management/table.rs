//! The table against a copy of the service's list of operations, both ways.

use std::collections::BTreeMap;

use serde_json::Value;
use svc_declaration::{Choice, Kind, Presence};
use svc_embed::management::operation::{Answer, Part};
use svc_embed::management::{OPERATIONS, Operation};

use super::SERVICE;

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
        let paging = declared[&id].paging;
        let paging = paging.map(|paging| format!("{paging:?}").to_lowercase());
        assert_eq!(paging.as_deref(), row["page"].as_str(), "{id}");
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
    let described = described();
    for operation in SERVICE.operations() {
        let (id, row) = (&operation.id, &described[&operation.id]);
        let keys = fields_of(row).filter_map(|(key, _)| key.strip_suffix('!'));
        let mut required: Vec<&str> = keys.collect();
        let notes = row["notes"].as_str().unwrap_or_default();
        if notes.contains("Names of the body fields: not shown") {
            required.clear();
        }
        let mut needed = Vec::new();
        if let Some(model) = operation.model() {
            needed.extend(model.required().map(str::to_owned));
            if let Some(Choice::OneOf(keys)) = model.choice() {
                needed.push(keys.join("|"));
            }
        }
        needed.sort_unstable();
        required.sort_unstable();
        assert_eq!(needed, required, "{id}");
    }
}

/// The types of inputs name every field that is described, and the query of a list. Each has the type and the
/// values that are described.
#[test]
fn described_fields_are_typed() {
    let described = described();
    for operation in SERVICE.operations() {
        let id = &operation.id;
        for (keys, says) in fields_of(&described[id]) {
            let model = operation.model();
            let model = model.unwrap_or_else(|| panic!("{id} has no model"));
            for key in keys.trim_end_matches('!').split('|') {
                let field = model.fields.iter().find(|field| field.key == key);
                let field = field.unwrap_or_else(|| panic!("{id}: {} lacks {key}", model.name));
                let (says, is_null) = match says.strip_suffix("|null") {
                    Some(says) => (says, true),
                    None => (says, false),
                };
                if let Some(wanted) = wanted(says) {
                    assert_eq!(typed(&field.kind), wanted, "{id}: {key}");
                }
                let may_be_null = matches!(field.presence, Presence::Nullable | Presence::Erasable);
                assert!(may_be_null || !is_null, "{id}: {key}");
            }
        }
    }
}

/// The type that the description says, or the values. None if it says nothing of it.
fn wanted(says: &str) -> Option<String> {
    let says = says.replace(" (default)", "");
    if says.contains('|') && !says.contains([' ', '{']) {
        let mut values: Vec<&str> = says.split('|').collect();
        values.sort_unstable();
        return Some(values.join("|"));
    }
    let word = says.split([' ', ',']).next().unwrap();
    match word {
        "ISO" | "cursor" => Some("string".to_owned()),
        "integer" | "number" | "object" | "boolean" | "array" | "any" => Some(word.to_owned()),
        "string" if says == word => Some(word.to_owned()),
        _ if word.starts_with('{') => Some("object".to_owned()),
        _ if word.starts_with("[{") => Some("array".to_owned()),
        _ => None,
    }
}

/// A declared type in the words of the description.
fn typed(kind: &Kind) -> String {
    let word = match kind {
        Kind::Text => "string",
        Kind::Boolean => "boolean",
        Kind::Integer => "integer",
        Kind::Number => "number",
        Kind::Unknown => "any",
        Kind::Id => "id",
        Kind::Object | Kind::Model(_) | Kind::Map(_) => "object",
        Kind::List(_) => "array",
        Kind::Enum(_, values) => {
            let mut values = values.clone();
            values.sort_unstable();
            return values.join("|");
        }
    };
    word.to_owned()
}

/// The fields of a row's query and body, and what is said of each.
fn fields_of(row: &Value) -> impl Iterator<Item = (&str, &str)> {
    let parts = ["query", "body"].map(|part| row[part].as_object());
    let fields = parts.into_iter().flatten().flatten();
    fields.map(|(key, says)| (key.as_str(), says.as_str().unwrap_or_default()))
}
