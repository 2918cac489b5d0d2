//! `src/management/service.toml`, as it is read. What it would have to say twice is derived: the names in
//! Rust, how a list is paged, whether an input may be left out.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::kind::Kind;
use crate::operations::{Namespace, Operation, Row, operation_of};
use crate::shapes::{Enumeration, Model, field_of, limit_of};
use crate::words::{Job, Retries, Status};

/// The path of the declaration from the root of the repository.
pub const FILE: &str = "src/management/service.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    operations: IndexMap<String, IndexMap<String, Row>>,
    enums: IndexMap<String, Enumeration>,
    models: IndexMap<String, Model>,
    status: Status,
    jobs: IndexMap<String, Job>,
    retries: Retries,
    kept: IndexMap<String, String>,
}

/// The declaration.
pub struct Service {
    pub namespaces: Vec<Namespace>,
    pub enums: IndexMap<String, Enumeration>,
    pub models: IndexMap<String, Arc<Model>>,
    pub status: Status,
    pub jobs: IndexMap<String, Job>,
    pub retries: Retries,
    /// How long the service keeps what it drops, as a sentence.
    pub kept: IndexMap<String, String>,
}

impl Service {
    /// Reads a declaration.
    ///
    /// # Panics
    ///
    /// With the place of the first mistake.
    pub fn read(text: &str) -> Self {
        Self::new(toml::from_str(text).unwrap_or_else(|error| panic!("{FILE}: {error}")))
    }

    fn new(written: Written) -> Self {
        let Written {
            operations,
            enums,
            mut models,
            status,
            jobs,
            retries,
            kept,
        } = written;
        let kind = |text: &str| Kind::read(text, &enums);
        for (name, model) in &mut models {
            name.clone_into(&mut model.name);
            let fields = std::mem::take(&mut model.written).into_iter();
            model.fields = fields
                .map(|(key, field)| field_of(key, field, kind))
                .collect();
        }
        let models = models
            .into_iter()
            .map(|(name, model)| (name, Arc::new(model)));
        let models = models.collect();
        let namespaces = operations.into_iter().map(|(path, rows)| Namespace {
            operations: rows
                .into_iter()
                .map(|(name, row)| operation_of(&path, name, row, &models, kind))
                .collect(),
            path,
        });
        let mut service = Self {
            namespaces: namespaces.collect(),
            enums,
            models,
            status,
            jobs,
            retries,
            kept,
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

    /// The models that a call takes, with all that they consist of.
    pub fn inputs(&self) -> HashSet<&str> {
        let inputs = self.operations().filter_map(|one| one.input.as_ref());
        self.closure(inputs.map(|(_, kind)| kind))
    }

    /// The models that a call returns or that repeat such a one, with all that they consist of.
    pub fn answers(&self) -> HashSet<&str> {
        let mut answers = self.closure(self.operations().filter_map(|one| one.answer.kind()));
        let repeating = self.models.values().filter(|model| model.repeats);
        answers.extend(repeating.map(|model| model.name.as_str()));
        answers
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
