//! Reading is never stricter than the description. Each answer of each operation is made whole, by the
//! shapes of the declaration. Then each field is taken away, which is an error only if the description marks
//! it as required, and each object gets a field, and each enumeration a value, that nobody knows.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use svc_declaration::{Model, Presence};
use svc_embed::management::client::PathParameter;
#[allow(clippy::wildcard_imports, reason = "every model of an answer")]
use svc_embed::management::models::*;

use super::SERVICE;
use super::script::{client, json_answer, run, script};

/// Reads an answer as its type, and writes it again.
type Read = fn(&Value) -> Result<Value, serde_json::Error>;

fn round<T: DeserializeOwned + Serialize>(answer: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(T::deserialize(answer)?)
}

macro_rules! readers {
    ($($model:ident)*) => { [$((stringify!($model), round::<$model> as Read)),*] };
}

/// The types of all answers.
const READERS: [(&str, Read); 18] = readers![
    Branch Dashboard Deployment DeploymentSummary EmbedSession Environment ExportJob
    MetaSyncTokenAnswer Notification Report ScimGroup ScimUser StagingEnvironmentAnswer StartedSync
    SyncRun Validation VersionsAnswer Workbook
];

/// The fields that the description marks with `(req)`, by model: written down from it by hand.
fn marked() -> BTreeMap<String, Vec<String>> {
    serde_json::from_str(include_str!("../../fixtures/required.json")).unwrap()
}

fn model(name: &str) -> &'static Model {
    &SERVICE.models[name]
}

/// The schema of each described answer (of a list, of its items), with the operation and the type.
fn answers() -> impl Iterator<Item = (&'static str, Value, Read)> {
    SERVICE.operations().filter_map(|operation| {
        let kind = operation.answer.kind()?;
        let name = kind.model()?;
        let reader = READERS.iter().find(|(model, _)| *model == name);
        let (_, read) = reader.unwrap_or_else(|| panic!("{name} is not among the types"));
        Some((operation.id.as_str(), kind.schema(), *read))
    })
}

fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// A value of the schema, with every field.
fn whole(schema: &Value) -> Value {
    if let Some(name) = name_of(schema) {
        let fields = model(name).fields.iter();
        return fields
            .map(|field| (field.key.clone(), whole(&field.kind.schema())))
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
fn objects(schema: &Value, at: &str) -> Vec<(String, &'static Model)> {
    if let Some(name) = name_of(schema) {
        let model = model(name);
        let inner = model.fields.iter();
        let inner = inner
            .flat_map(|field| objects(&field.kind.schema(), &format!("{at}/{}", field.key)))
            .collect();
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
    for (id, schema, read) in answers() {
        let answer = whole(&schema);
        // What is read and written again is the same, so nothing is lost.
        let keeps = |other: &Value, what: &str| match read(other) {
            Ok(read) => assert_eq!(&read, other, "{id}: {what}"),
            Err(error) => panic!("{id}: {what}: {error}"),
        };
        keeps(&answer, "the whole answer");
        for (at, model) in objects(&schema, "") {
            let with = |key: &str, value: Value| {
                let mut other = answer.clone();
                other.pointer_mut(&at).unwrap()[key] = value;
                other
            };
            keeps(&with("ofTomorrow", json!({ "a": [1] })), &at);
            for field in &model.fields {
                let key = &field.key;
                let place = format!("{at}/{key}");
                let mut without = answer.clone();
                let object = without.pointer_mut(&at).unwrap().as_object_mut().unwrap();
                object.remove(key);
                let required = marked.get(&model.name);
                if required.is_some_and(|keys| keys.contains(key)) {
                    assert!(read(&without).is_err(), "{id}: without {place}");
                } else {
                    keeps(&without, &format!("without {place}"));
                }
                if field.presence == Presence::Nullable {
                    let read = read(&with(key, Value::Null));
                    assert!(read.is_ok(), "{id}: {place} is null: {read:?}");
                }
                if field.kind.schema()["enum"].is_array() {
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
    let found = answers().flat_map(|(_, schema, _)| objects(&schema, ""));
    let found = found.map(|(_, model)| {
        let keys: Vec<String> = model.required().map(str::to_owned).collect();
        (model.name.clone(), keys)
    });
    let found: BTreeMap<_, _> = found.filter(|(_, keys)| !keys.is_empty()).collect();
    assert_eq!(found, marked());
}

#[test]
fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let mut answer = whole(&json!({ "$ref": "/Workbook" }));
    let mut copied = |id: Value| {
        answer["id"] = id;
        answer["publishedDashboard"]["versionId"] = json!(3.0);
        let script = script([json_answer(200, &answer)]);
        let input = DuplicateWorkbook::default();
        run(client(&script).workbooks().duplicate(7, 42, input).send())
    };
    let copy = copied(json!(42.0)).unwrap();
    assert_eq!(copy.id, 42);
    assert_eq!(copy.published_dashboard.unwrap().version_id, 3);
    let error = copied(json!(42.5)).unwrap_err().to_string();
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
