//! `src/management/service.toml`, as it is read. What it names twice is derived here: the names in Rust, how
//! a list is paged, whether an input may be left out.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;

use super::kind::Kind;
use crate::in_repository;

const FILE: &str = "src/management/service.toml";

/// The declaration. Read when the program runs, so that a change of it compiles nothing.
pub static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let text = fs::read_to_string(in_repository(FILE)).unwrap();
    let written = toml::from_str(&text).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    Service::new(written)
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    operations: IndexMap<String, IndexMap<String, Row>>,
    enums: IndexMap<String, Enumeration>,
    models: IndexMap<String, Model>,
}

/// A row as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    does: String,
    request: String,
    query: Option<String>,
    body: Option<String>,
    answer: String,
    #[serde(default)]
    checked: Vec<String>,
    kept: Option<String>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    presumed: Vec<Presumption>,
}

/// What the description does not say, and what we take it from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presumption {
    pub says: String,
    pub from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enumeration {
    pub doc: String,
    pub values: Vec<EnumValue>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum EnumValue {
    Named(String),
    Renamed { value: String, rust: String },
}

impl EnumValue {
    pub fn on_wire(&self) -> &str {
        match self {
            EnumValue::Named(value) | EnumValue::Renamed { value, .. } => value,
        }
    }

    /// `UP_TO_DATE` as `UpToDate`.
    pub fn in_rust(&self) -> String {
        match self {
            EnumValue::Renamed { rust, .. } => rust.clone(),
            EnumValue::Named(value) => {
                let is_upper = !value.contains(|letter: char| letter.is_lowercase());
                let words = value.split(['_', '-']);
                if is_upper {
                    return words
                        .map(|word| capitalized(&word.to_lowercase()))
                        .collect();
                }
                words.map(capitalized).collect()
            }
        }
    }
}

/// A shape.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Model {
    #[serde(skip)]
    pub name: String,
    pub doc: String,
    /// True if the service's description names only some of the fields.
    #[serde(default)]
    pub open: bool,
    /// The fields that the service had once and refuses now.
    #[serde(default)]
    pub removed: Vec<String>,
    one_of: Option<Vec<String>>,
    at_most_one_of: Option<Vec<String>>,
    either: Option<[Vec<String>; 2]>,
    cursorless: Option<Cursorless>,
    #[serde(rename = "fields")]
    written: IndexMap<String, WrittenField>,
    #[serde(skip)]
    pub fields: Vec<Field>,
}

/// The order in which a list has no cursors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursorless {
    pub order: String,
    pub value: String,
    pub refused: Vec<String>,
    pub instead: String,
}

/// The fields among which a caller chooses.
pub enum Choice<'a> {
    OneOf(&'a [String]),
    AtMostOneOf(&'a [String]),
    Either(&'a [String], &'a [String]),
    Cursorless(&'a Cursorless),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenField {
    Short(String),
    Long(LongField),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct LongField {
    is: String,
    #[serde(default)]
    doc: String,
    rust: Option<String>,
    max_length: Option<u64>,
    minimum: Option<u64>,
    maximum: Option<u64>,
    default: Option<u64>,
    unit: Option<String>,
    #[serde(default)]
    whole: bool,
}

/// What a value must be. The clients check it before they send it, and the sandbox refuses what is not.
#[derive(Default)]
pub struct Limits {
    /// In characters.
    pub max_length: Option<u64>,
    pub minimum: Option<u64>,
    pub maximum: Option<u64>,
    /// What the service takes if there is none.
    pub default: Option<u64>,
    /// What a number counts, for messages.
    pub unit: Option<String>,
    /// True for a whole number of any size.
    pub whole: bool,
}

impl Limits {
    pub fn is_empty(&self) -> bool {
        self.max_length.is_none() && self.minimum.is_none() && !self.whole
    }
}

/// A field of a shape.
pub struct Field {
    pub key: String,
    pub rust: String,
    pub doc: String,
    pub presence: Presence,
    pub kind: Kind,
    pub limits: Limits,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    Required,
    /// May be missing.
    Optional,
    /// May be missing or null, which mean the same.
    Nullable,
    /// May be missing, and null erases the value.
    Erasable,
    /// Described, but not marked as required: the clients do without it, and the sandbox always answers it.
    Expected,
}

/// What a call gives.
#[derive(PartialEq, Eq)]
pub enum Answer {
    /// One decoded body.
    One(Kind),
    /// One decoded body, or nothing.
    Maybe(Kind),
    /// A list of them.
    List(Kind),
    /// A file, whose body is not read.
    File,
    Nothing,
}

impl Answer {
    /// The shape of the answer; of a list, that of an item.
    pub fn kind(&self) -> Option<&Kind> {
        match self {
            Answer::One(kind) | Answer::Maybe(kind) | Answer::List(kind) => Some(kind),
            Answer::File | Answer::Nothing => None,
        }
    }
}

/// An operation of the service.
pub struct Operation {
    /// `workbooks.duplicate`
    pub id: String,
    /// `duplicate`
    pub name: String,
    /// What it does, as a sentence without its full stop.
    pub does: String,
    /// Upper case, or `*` for any.
    pub method: String,
    pub path: String,
    /// `query` or `body`, and its shape.
    pub input: Option<(&'static str, Kind)>,
    pub answer: Answer,
    pub checked: Vec<String>,
    pub kept: Option<String>,
    pub note: String,
    pub presumed: Vec<Presumption>,
}

/// The operations of a namespace.
pub struct Namespace {
    /// `scim.users`
    pub path: String,
    pub operations: Vec<Operation>,
}

pub struct Service {
    pub namespaces: Vec<Namespace>,
    pub enums: IndexMap<String, Enumeration>,
    pub models: IndexMap<String, Model>,
}

impl Service {
    fn new(written: Written) -> Self {
        let Written {
            operations,
            enums,
            mut models,
        } = written;
        let kind = |text: &str| Kind::read(text, &enums);
        for (name, model) in &mut models {
            name.clone_into(&mut model.name);
            let fields = std::mem::take(&mut model.written).into_iter();
            model.fields = fields
                .map(|(key, field)| field_of(key, field, kind))
                .collect();
        }
        let namespaces = operations.into_iter().map(|(path, rows)| Namespace {
            operations: rows
                .into_iter()
                .map(|(name, row)| operation_of(&path, name, row, kind))
                .collect(),
            path,
        });
        let mut service = Self {
            namespaces: namespaces.collect(),
            enums,
            models,
        };
        service.check_names();
        service.fill_notes();
        service
    }

    /// Every operation, in the order of the file.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.namespaces
            .iter()
            .flat_map(|namespace| &namespace.operations)
    }

    /// The models whose fields the clients check: each input, and what has limits inside one.
    pub fn checked_models(&'static self) -> Vec<&'static Model> {
        let mut checked: Vec<&'static Model> = Vec::new();
        let inputs = self.inputs();
        let inner = self.models.values().filter(|model| {
            let mut fields = model.fields.iter();
            inputs.contains(model.name.as_str()) && fields.any(|field| !field.limits.is_empty())
        });
        for model in self.operations().filter_map(Operation::model).chain(inner) {
            if !checked.iter().any(|known| known.name == model.name) {
                checked.push(model);
            }
        }
        checked
    }

    /// The models that a call takes, with all that they consist of.
    pub fn inputs(&self) -> HashSet<&str> {
        let inputs = self.operations().filter_map(|one| one.input.as_ref());
        self.closure(inputs.map(|(_, kind)| kind))
    }

    /// The models that a call returns, with all that they consist of.
    pub fn answers(&self) -> HashSet<&str> {
        self.closure(self.operations().filter_map(|one| one.answer.kind()))
    }

    fn closure<'a>(&'a self, kinds: impl Iterator<Item = &'a Kind>) -> HashSet<&'a str> {
        let mut left: Vec<&Kind> = kinds.collect();
        let mut found = HashSet::new();
        while let Some(kind) = left.pop() {
            if let Some(name) = kind.model()
                && found.insert(name)
            {
                left.extend(self.models[name].fields.iter().map(|field| &field.kind));
            }
        }
        found
    }

    fn check_names(&self) {
        let kinds = self.operations().flat_map(|one| {
            let input = one.input.as_ref().map(|(_, kind)| kind);
            input.into_iter().chain(one.answer.kind())
        });
        let fields = self.models.values().flat_map(|model| &model.fields);
        for kind in kinds.chain(fields.map(|field| &field.kind)) {
            if let Some(name) = kind.model() {
                assert!(self.models.contains_key(name), "{FILE}: no model {name}");
            }
        }
    }

    /// `{ReportInput.name.maxLength}` in a note is that limit.
    fn fill_notes(&mut self) {
        let models = &self.models;
        let operations = self.namespaces.iter_mut();
        for operation in operations.flat_map(|namespace| &mut namespace.operations) {
            while let Some((before, rest)) = operation.note.split_once('{') {
                let (place, after) = rest.split_once('}').unwrap();
                let mut names = place.split('.');
                let (model, field) = (names.next().unwrap(), names.next().unwrap());
                let mut fields = models[model].fields.iter();
                let field = fields.find(|one| one.key == field).unwrap();
                let limit = limit_of(&field.limits, names.next().unwrap());
                operation.note = format!("{before}{limit}{after}");
            }
        }
    }
}

impl Operation {
    /// The names of the path's parameters, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        let parts = self.path.split('{').skip(1);
        parts
            .filter_map(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
    }

    /// The model of the input, if it is described.
    pub fn model(&self) -> Option<&'static Model> {
        let (_, kind) = self.input.as_ref()?;
        kind.model().map(|name| &SERVICE.models[name])
    }

    /// True if the input may be left out, because nothing in it is required.
    pub fn may_lack_input(&self) -> bool {
        self.model().is_none_or(|model| {
            model.required().next().is_none() && !matches!(model.choice(), Some(Choice::OneOf(_)))
        })
    }

    /// How a list is paged: by the names of its query's fields.
    pub fn paging(&self) -> Option<&'static str> {
        let has = |key: &str| {
            let fields = self.model().map(|model| &model.fields);
            fields.is_some_and(|fields| fields.iter().any(|field| field.key == key))
        };
        match self.answer {
            Answer::List(_) if has("after") => Some("cursor"),
            Answer::List(_) if has("startIndex") => Some("scim"),
            Answer::List(_) if has("offset") => Some("offset"),
            _ => None,
        }
    }

    /// All that is to be said besides what it does.
    pub fn notes(&self) -> String {
        let presumed = self.presumed.iter();
        let presumed = presumed.map(|one| format!("{}: {}.", one.says, one.from));
        let all: Vec<String> = [self.note.clone()].into_iter().chain(presumed).collect();
        all.join(" ").trim().to_owned()
    }
}

impl Model {
    pub fn required(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter();
        let required = fields.filter(|field| field.presence == Presence::Required);
        required.map(|field| field.key.as_str())
    }

    pub fn choice(&self) -> Option<Choice<'_>> {
        if let Some(keys) = &self.one_of {
            Some(Choice::OneOf(keys))
        } else if let Some(keys) = &self.at_most_one_of {
            Some(Choice::AtMostOneOf(keys))
        } else if let Some([one, other]) = &self.either {
            Some(Choice::Either(one, other))
        } else {
            self.cursorless.as_ref().map(Choice::Cursorless)
        }
    }
}

fn operation_of(namespace: &str, name: String, row: Row, kind: impl Fn(&str) -> Kind) -> Operation {
    let id = format!("{namespace}.{name}");
    let (method, path) = row.request.split_once(' ').unwrap();
    let input = match (row.query, row.body) {
        (Some(query), None) => Some(("query", kind(&query))),
        (None, Some(body)) => Some(("body", kind(&body))),
        (None, None) => None,
        (Some(_), Some(_)) => panic!("{id} has a query and a body"),
    };
    let answer = match row.answer.as_str() {
        "file" => Answer::File,
        "nothing" => Answer::Nothing,
        text => match (text.strip_suffix("[]"), text.strip_suffix('?')) {
            (Some(item), _) => Answer::List(kind(item)),
            (_, Some(body)) => Answer::Maybe(kind(body)),
            _ => Answer::One(kind(text)),
        },
    };
    Operation {
        id,
        name,
        does: row.does.trim_end_matches('.').to_owned(),
        method: method.to_owned(),
        path: path.to_owned(),
        input,
        answer,
        checked: row.checked,
        kept: row.kept,
        note: row.note,
        presumed: row.presumed,
    }
}

fn field_of(key: String, written: WrittenField, kind: impl Fn(&str) -> Kind) -> Field {
    let field = match written {
        WrittenField::Long(field) => field,
        WrittenField::Short(is) => LongField {
            is,
            ..LongField::default()
        },
    };
    let (presence, of) = field.is.split_once(' ').unwrap();
    let presence = match presence {
        "required" => Presence::Required,
        "optional" => Presence::Optional,
        "nullable" => Presence::Nullable,
        "erasable" => Presence::Erasable,
        "expected" => Presence::Expected,
        other => panic!("{FILE}: {key} is {other}"),
    };
    let limits = Limits {
        max_length: field.max_length,
        minimum: field.minimum,
        maximum: field.maximum,
        default: field.default,
        unit: field.unit,
        whole: field.whole,
    };
    let mut doc = field.doc;
    for name in ["maxLength", "minimum", "maximum", "default"] {
        let place = format!("{{{name}}}");
        if doc.contains(&place) {
            doc = doc.replace(&place, &limit_of(&limits, name).to_string());
        }
    }
    let rust = field.rust.unwrap_or_else(|| match key.as_str() {
        // Words of the language.
        "type" => "kind".to_owned(),
        "$ref" => "reference".to_owned(),
        key => snake(key),
    });
    Field {
        kind: kind(of),
        key,
        rust,
        doc,
        presence,
        limits,
    }
}

fn limit_of(limits: &Limits, name: &str) -> u64 {
    let limit = match name {
        "maxLength" => limits.max_length,
        "minimum" => limits.minimum,
        "maximum" => limits.maximum,
        "default" => limits.default,
        _ => None,
    };
    limit.unwrap_or_else(|| panic!("{FILE}: no limit {name}"))
}

/// `embedTenantName` as `embed_tenant_name`.
pub fn snake(name: &str) -> String {
    crate::with_separator(name, '_')
}

/// `scim.users` as `ScimUsers`.
pub fn pascal(path: &str) -> String {
    path.split('.').map(capitalized).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
