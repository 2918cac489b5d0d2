//! The operations of the declaration.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::kind::Kind;
use crate::shapes::{Choice, Model};

/// A row as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    does: String,
    request: String,
    query: Option<String>,
    body: Option<String>,
    answer: String,
    #[serde(default)]
    deprecated: IndexMap<String, String>,
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
    pub(crate) model: Option<Arc<Model>>,
    pub answer: Answer,
    /// Fields of the input or of the answer, and what to do instead.
    pub deprecated: IndexMap<String, String>,
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

impl Operation {
    /// The names of the path's parameters, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        let parts = self.path.split('{').skip(1);
        parts
            .filter_map(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
    }

    /// The model of the input, if it is described.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_deref()
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

pub fn operation_of(
    namespace: &str,
    name: String,
    row: Row,
    models: &IndexMap<String, Arc<Model>>,
    kind: impl Fn(&str) -> Kind,
) -> Operation {
    let id = format!("{namespace}.{name}");
    let (method, path) = row.request.split_once(' ').unwrap();
    let input = match (row.query, row.body) {
        (Some(query), None) => Some(("query", kind(&query))),
        (None, Some(body)) => Some(("body", kind(&body))),
        (None, None) => None,
        (Some(_), Some(_)) => panic!("{id} has a query and a body"),
    };
    let model = input.as_ref().and_then(|(_, kind)| kind.model());
    let model = model.and_then(|name| models.get(name)).cloned();
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
        model,
        answer,
        deprecated: row.deprecated,
        kept: row.kept,
        note: row.note,
        presumed: row.presumed,
    }
}
