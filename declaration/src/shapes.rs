//! The shapes of the declaration: enumerations, models and their fields.

use indexmap::IndexMap;
use serde::Deserialize;

use crate::kind::Kind;
use crate::names::{capitalized, snake};
use crate::service::FILE;

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
    /// True if a caller sends back what the service has answered: values of a later version may be in it.
    #[serde(default)]
    pub repeats: bool,
    /// The fields that the service had once and refuses now.
    #[serde(default)]
    pub removed: Vec<String>,
    one_of: Option<Vec<String>>,
    at_most_one_of: Option<Vec<String>>,
    either: Option<[Vec<String>; 2]>,
    cursorless: Option<Cursorless>,
    #[serde(rename = "fields")]
    pub(crate) written: IndexMap<String, WrittenField>,
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

#[derive(Deserialize)]
#[serde(untagged)]
pub enum WrittenField {
    Short(String),
    Long(LongField),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct LongField {
    is: String,
    #[serde(default)]
    doc: String,
    rust: Option<String>,
    max_length: Option<u64>,
    minimum: Option<u64>,
    maximum: Option<u64>,
    default: Option<u64>,
}

/// The limits of a value, which the service enforces.
pub struct Limits {
    /// In characters.
    pub max_length: Option<u64>,
    pub minimum: Option<u64>,
    pub maximum: Option<u64>,
    /// What the service takes if there is none.
    pub default: Option<u64>,
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

pub fn field_of(key: String, written: WrittenField, kind: impl Fn(&str) -> Kind) -> Field {
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

pub fn limit_of(limits: &Limits, name: &str) -> u64 {
    let limit = match name {
        "maxLength" => limits.max_length,
        "minimum" => limits.minimum,
        "maximum" => limits.maximum,
        "default" => limits.default,
        _ => None,
    };
    limit.unwrap_or_else(|| panic!("{FILE}: no limit {name}"))
}
