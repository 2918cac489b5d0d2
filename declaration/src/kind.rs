//! The language of types in the declaration: `string`, `boolean`, `integer`, `number`, `object`, `unknown`, `id`
//! (a text or a number), the name of a shape or of an enumeration, `T[]` and `map of T`.

use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::shapes::Enumeration;

#[derive(Clone, PartialEq, Eq)]
pub enum Kind {
    Text,
    Boolean,
    Integer,
    Number,
    Object,
    Unknown,
    Id,
    Enum(String, Vec<String>),
    Model(String),
    List(Box<Kind>),
    Map(Box<Kind>),
}

impl Kind {
    pub fn read(text: &str, enums: &IndexMap<String, Enumeration>) -> Self {
        let inner = |text: &str| Box::new(Self::read(text, enums));
        if let Some(item) = text.strip_suffix("[]") {
            return Kind::List(inner(item));
        }
        if let Some(value) = text.strip_prefix("map of ") {
            return Kind::Map(inner(value));
        }
        match text {
            "string" => Kind::Text,
            "boolean" => Kind::Boolean,
            "integer" => Kind::Integer,
            "number" => Kind::Number,
            "object" => Kind::Object,
            "unknown" => Kind::Unknown,
            "id" => Kind::Id,
            name => match enums.get(name) {
                Some(known) => {
                    let values = known.values.iter().map(|value| value.on_wire().to_owned());
                    Kind::Enum(name.to_owned(), values.collect())
                }
                None => Kind::Model(name.to_owned()),
            },
        }
    }

    /// The name of the model that this is, or that it consists of.
    pub fn model(&self) -> Option<&str> {
        match self {
            Kind::Model(name) => Some(name),
            Kind::List(inner) | Kind::Map(inner) => inner.model(),
            _ => None,
        }
    }

    pub fn typescript(&self) -> String {
        match self {
            Kind::Text => "string".to_owned(),
            Kind::Boolean => "boolean".to_owned(),
            Kind::Integer | Kind::Number => "number".to_owned(),
            Kind::Object => "OpenObject".to_owned(),
            Kind::Unknown => "unknown".to_owned(),
            Kind::Id => "string | number".to_owned(),
            Kind::Enum(_, values) => {
                let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
                format!("Open<{}>", values.join(" | "))
            }
            Kind::Model(name) => name.clone(),
            Kind::List(item) => match item.typescript() {
                item if item.contains(' ') => format!("({item})[]"),
                item => format!("{item}[]"),
            },
            Kind::Map(value) => format!("Record<string, {}>", value.typescript()),
        }
    }

    /// The JSON Schema. That of a model is a reference.
    pub fn schema(&self) -> Value {
        match self {
            Kind::Text => json!({ "type": "string" }),
            Kind::Boolean => json!({ "type": "boolean" }),
            Kind::Integer => json!({ "type": "integer" }),
            Kind::Number => json!({ "type": "number" }),
            Kind::Object => json!({ "type": "object" }),
            Kind::Unknown => json!({}),
            Kind::Id => json!({ "type": ["string", "number"] }),
            Kind::Enum(_, values) => json!({ "type": "string", "enum": values }),
            Kind::Model(name) => json!({ "$ref": format!("#/components/schemas/{name}") }),
            Kind::List(item) => json!({ "type": "array", "items": item.schema() }),
            Kind::Map(value) => {
                json!({ "type": "object", "additionalProperties": value.schema() })
            }
        }
    }

    pub fn rust(&self) -> String {
        match self {
            Kind::Text => "String".to_owned(),
            Kind::Boolean => "bool".to_owned(),
            Kind::Integer => "i64".to_owned(),
            Kind::Number => "Number".to_owned(),
            Kind::Object => "Map<String, Value>".to_owned(),
            Kind::Unknown => "Value".to_owned(),
            Kind::Id => "Id".to_owned(),
            Kind::Enum(name, _) | Kind::Model(name) => name.clone(),
            Kind::List(item) => format!("Vec<{}>", item.rust()),
            Kind::Map(value) => format!("BTreeMap<String, {}>", value.rust()),
        }
    }
}
