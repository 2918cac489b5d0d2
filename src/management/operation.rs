//! A row of the table.

use serde_json::Value;

use super::value::has;

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads.
    Get,
    /// Reads only the headers.
    Head,
    /// Acts. A repetition acts again.
    Post,
    /// Replaces. A repetition has no further effect.
    Put,
    /// Changes a part. A repetition may act again.
    Patch,
    /// Removes. A repetition has no further effect.
    Delete,
    /// Any method that the caller chooses. Only `github.request` has it.
    Any,
}

impl Method {
    /// Every method but [`Method::Any`].
    pub const ALL: &[Method] = &[
        Method::Get,
        Method::Head,
        Method::Post,
        Method::Put,
        Method::Patch,
        Method::Delete,
    ];

    /// The name in a request.
    pub fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Head => "HEAD",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
            Method::Any => "*",
        }
    }

    /// The method with the upper-case name `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|method| method.as_str() == name)
    }

    /// True if sending a request twice has the same effect as sending it once.
    pub fn is_idempotent(self) -> bool {
        matches!(
            self,
            Method::Get | Method::Head | Method::Put | Method::Delete
        )
    }
}

/// One of the service's three APIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Api {
    /// `/api/v1`
    Management,
    /// `/build/api/v1`
    Build,
    /// `/api/scim/v2`
    Scim,
}

impl Api {
    /// The API that a path belongs to.
    pub fn of(path: &str) -> Self {
        if path.starts_with("/api/scim/") {
            Api::Scim
        } else if path.starts_with("/build/") {
            Api::Build
        } else {
            Api::Management
        }
    }

    /// The name in `client.operations`.
    pub fn as_str(self) -> &'static str {
        match self {
            Api::Management => "management",
            Api::Build => "build",
            Api::Scim => "scim",
        }
    }
}

/// Where the input of an operation is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The operation has no input.
    None,
    /// In the query of the URL.
    Query,
    /// In the body.
    Body,
}

/// How the answer of an operation is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// One JSON value, or nothing.
    Json,
    /// A list in pages.
    List,
    /// A file, which is streamed.
    File,
}

/// How a list is paged by the service's description. The answer decides how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paging {
    /// By cursors: `first` and `after`.
    Cursor,
    /// By offsets: `offset` and `limit`.
    Offset,
    /// By RFC 7644: `count` and `startIndex`.
    Scim,
}

/// The order in which a list has no cursors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursorless {
    /// The field that chooses the order.
    pub order: &'static str,
    /// The order without cursors.
    pub value: &'static str,
    /// The fields that are refused in that order.
    pub refused: &'static [&'static str],
    /// The field that takes their place.
    pub instead: &'static str,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// The method on the client: `workbooks.duplicate`.
    pub id: &'static str,
    /// The HTTP method.
    pub method: Method,
    /// The path after the base URL; `{name}` is a parameter.
    pub path: &'static str,
    /// Where the input is sent.
    pub input: Part,
    /// How the answer is read.
    pub answer: Answer,
    /// How a list is paged, if the service describes it.
    pub paging: Option<Paging>,
    /// The order in which the list has no cursors, if there is one.
    pub cursorless: Option<Cursorless>,
    /// Deprecated fields of the input or of the answer, and what to do instead.
    pub deprecated: &'static [(&'static str, &'static str)],
    /// How long the service keeps what the operation reads, as a sentence, if it drops it.
    pub kept: Option<&'static str>,
}

impl Operation {
    /// The operation of `Client::request`, which is not in the table.
    pub(super) const fn unknown(method: Method) -> Self {
        Self {
            id: "request",
            method,
            path: "",
            input: Part::Query,
            answer: Answer::Json,
            paging: None,
            cursorless: None,
            deprecated: &[],
            kept: None,
        }
    }

    /// The API that the operation belongs to.
    pub fn api(&self) -> Api {
        Api::of(self.path)
    }

    /// True if the last parameter of the path is a path itself.
    pub fn has_sub_path(&self) -> bool {
        self.path.ends_with("/{path}")
    }

    /// A warning for each deprecated field in an input or an answer.
    pub(super) fn warnings<'a>(&self, value: &'a Value) -> impl Iterator<Item = String> + 'a {
        let given = self
            .deprecated
            .iter()
            .filter(|(field, _)| has(value, field));
        given.map(|(field, instead)| format!("{field} is deprecated: {instead}."))
    }
}
