//! Reading is never stricter than the description. Each answer of each operation is made whole, by the
//! shapes of the table. Then each field is taken away, which is an error only if the description marks it
//! as required, and each object gets a field, and each enumeration a value, that nobody knows. The npm
//! client is held to the same in `e2e/management/reading.test.mjs`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use svc_embed::management::client::PathParameter;
use svc_embed::management::models::SyncRun;
use svc_embed::management::page::{Asked, read};

use super::shapes::{self, MODELS, Model};

/// The fields that the description marks with `(req)`, by model: written down from it by hand.
fn marked() -> BTreeMap<String, Vec<String>> {
    serde_json::from_str(include_str!("../../fixtures/required.json")).unwrap()
}

fn model(name: &str) -> Model {
    let mut all = MODELS.iter().copied();
    all.find(|(known, _)| *known == name).unwrap()
}

fn parsed(schema: &str) -> Value {
    serde_json::from_str(schema).unwrap()
}

fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// A value of the schema, with every field.
fn whole(schema: &Value) -> Value {
    if let Some(name) = name_of(schema) {
        let (_, fields) = model(name);
        let fields = fields.iter();
        return fields
            .map(|(key, _, schema)| ((*key).to_owned(), whole(&parsed(schema))))
            .collect();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values[0].clone();
    }
    // Of several types, a value of the first.
    let kind = schema["type"].as_str().or(schema["type"][0].as_str());
    match kind {
        Some("string") => json!("a"),
        Some("boolean") => json!(true),
        Some("integer") => json!(7),
        Some("number") => json!(7.5),
        Some("array") => json!([whole(&schema["items"])]),
        Some("object") if schema["additionalProperties"].is_object() => {
            json!({ "key": whole(&schema["additionalProperties"]) })
        }
        Some("object") => json!({ "key": [1, { "a": null }] }),
        _ => json!({ "any": ["thing"] }),
    }
}

/// The objects of a whole value that have a model: the pointer to each, and its model.
fn objects(schema: &Value, at: &str) -> Vec<(String, Model)> {
    if let Some(name) = name_of(schema) {
        let model = model(name);
        let inner = model.1.iter();
        let inner =
            inner.flat_map(|(key, _, schema)| objects(&parsed(schema), &format!("{at}/{key}")));
        let inner: Vec<_> = inner.collect();
        return [vec![(at.to_owned(), model)], inner].concat();
    }
    if schema["additionalProperties"].is_object() {
        return objects(&schema["additionalProperties"], &format!("{at}/key"));
    }
    match schema["type"].as_str() {
        Some("array") => objects(&schema["items"], &format!("{at}/0")),
        _ => Vec::new(),
    }
}

#[test]
fn no_answer_is_read_more_strictly_than_it_is_described() {
    let marked = marked();
    let mut tried = 0;
    for (id, _, schema, read) in shapes::OPERATIONS {
        if schema.is_empty() {
            continue;
        }
        let schema = parsed(schema);
        let answer = whole(&schema);
        // What is read and written again is the same, so nothing is lost.
        let keeps = |other: &Value, what: &str| match read(other) {
            Ok(read) => assert_eq!(&read, other, "{id}: {what}"),
            Err(error) => panic!("{id}: {what}: {error}"),
        };
        keeps(&answer, "the whole answer");
        for (at, (model, fields)) in objects(&schema, "") {
            let with = |key: &str, value: Value| {
                let mut other = answer.clone();
                other.pointer_mut(&at).unwrap()[key] = value;
                other
            };
            keeps(&with("ofTomorrow", json!({ "a": [1] })), &at);
            for (key, presence, schema) in fields {
                let place = format!("{at}/{key}");
                let mut without = answer.clone();
                let object = without.pointer_mut(&at).unwrap().as_object_mut().unwrap();
                object.remove(*key);
                let required = marked.get(model);
                if required.is_some_and(|keys| keys.iter().any(|marked| marked == key)) {
                    assert!(read(&without).is_err(), "{id}: without {place}");
                } else {
                    keeps(&without, &format!("without {place}"));
                }
                if *presence == "nullable" {
                    let read = read(&with(key, Value::Null));
                    assert!(read.is_ok(), "{id}: {place} is null: {read:?}");
                }
                if parsed(schema)["enum"].is_array() {
                    keeps(&with(key, json!("of tomorrow")), &place);
                }
                tried += 1;
            }
        }
    }
    assert!(tried >= 500, "{tried}");
}

/// The table calls required what the description marks, and nothing else.
#[test]
fn the_table_requires_of_an_answer_what_the_description_marks() {
    let schemas = shapes::OPERATIONS.iter().map(|(_, _, schema, _)| schema);
    let schemas = schemas.filter(|schema| !schema.is_empty());
    let found = schemas.flat_map(|schema| objects(&parsed(schema), ""));
    let required = |(name, fields): Model| {
        let fields = fields.iter();
        let fields = fields.filter(|(_, presence, _)| *presence == "required");
        let keys: Vec<String> = fields.map(|(key, ..)| (*key).to_owned()).collect();
        (name.to_owned(), keys)
    };
    let found: BTreeMap<_, _> = found.map(|(_, model)| required(model)).collect();
    let found: BTreeMap<_, _> = found
        .into_iter()
        .filter(|(_, keys)| !keys.is_empty())
        .collect();
    assert_eq!(found, marked());
}

#[test]
fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let mut all = shapes::OPERATIONS.iter();
    let (_, _, schema, read) = all.find(|(id, ..)| *id == "workbooks.duplicate").unwrap();
    let mut answer = whole(&parsed(schema));
    answer["id"] = json!(42.0);
    answer["publishedDashboard"]["versionId"] = json!(3.0);
    let kept = read(&answer).unwrap();
    assert_eq!(kept["id"], json!(42));
    assert_eq!(kept["publishedDashboard"]["versionId"], json!(3));
    answer["id"] = json!(42.5);
    let error = read(&answer).unwrap_err().to_string();
    assert!(error.contains("floating point `42.5`"), "{error}");
}

#[test]
fn an_id_is_a_text_or_a_number_and_a_parameter_of_a_path() {
    for (id, written) in [(json!("s-1"), "s-1"), (json!(7), "7")] {
        let run: SyncRun = serde_json::from_value(json!({ "syncJobId": id })).unwrap();
        let read = run.sync_job_id.clone().unwrap();
        assert_eq!(read.to_string(), written);
        assert_eq!(
            serde_json::to_value(&run).unwrap(),
            json!({ "syncJobId": id })
        );
        let parameter = PathParameter::from(read);
        let expected = match &id {
            Value::String(text) => PathParameter::from(text.as_str()),
            number => PathParameter::from(number.as_i64().unwrap()),
        };
        assert_eq!(parameter, expected);
    }
}

/// The page around the items: each member may be missing but the items themselves.
#[test]
fn a_page_is_read_without_what_is_not_its_list() {
    let pages = [
        json!({ "items": [1], "pageInfo": { "hasNextPage": false, "endCursor": "c" } }),
        json!({ "data": { "deployments": [1] }, "pagination": { "offset": 0, "limit": 20, "total": 1 } }),
        json!({ "data": [1], "count": 1, "pagination": { "offset": 0, "limit": 20, "total": 1 } }),
        json!({ "schemas": ["s"], "totalResults": 1, "startIndex": 1, "itemsPerPage": 1, "Resources": [1] }),
    ];
    let mut read_pages = 0;
    for page in pages {
        for (at, key) in members(&page, "") {
            if ["items", "data", "deployments", "Resources"].contains(&key.as_str()) {
                continue;
            }
            let mut changed = page.clone();
            let object = changed.pointer_mut(&at).unwrap().as_object_mut().unwrap();
            object.remove(&key);
            object.insert("ofTomorrow".to_owned(), json!({ "a": 1 }));
            let read = read(&changed, Asked::default());
            assert_eq!(read.unwrap().items, [json!(1)], "without {at}/{key}");
            read_pages += 1;
        }
    }
    assert_eq!(read_pages, 16);
}

/// Each member of each object: the pointer to the object, and the member's name.
fn members(value: &Value, at: &str) -> Vec<(String, String)> {
    let object = value.as_object().into_iter().flatten();
    object
        .flat_map(|(key, member)| {
            let own = vec![(at.to_owned(), key.clone())];
            [own, members(member, &format!("{at}/{key}"))].concat()
        })
        .collect()
}
