//! A row of the table.

use super::models::Fields;

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

impl Part {
    /// The name in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Part::None => "none",
            Part::Query => "query",
            Part::Body => "body",
        }
    }
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

impl Answer {
    /// The name in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Answer::Json => "json",
            Answer::List => "list",
            Answer::File => "file",
        }
    }
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

impl Paging {
    /// The name in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Paging::Cursor => "cursor",
            Paging::Offset => "offset",
            Paging::Scim => "scim",
        }
    }
}

/// A rule of the service about the input or the answer of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Check {
    /// The body may contain dashboard configs.
    Dashboards,
    /// The body generates a session, with a field that was removed.
    Session,
    /// The body has a user's settings, with a deprecated field.
    UserSettings,
    /// The answer is an app theme, with deprecated fields.
    AppTheme,
}

impl Check {
    /// The name in the generated table of the npm package.
    pub fn as_str(self) -> &'static str {
        match self {
            Check::Dashboards => "dashboards",
            Check::Session => "session",
            Check::UserSettings => "userSettings",
            Check::AppTheme => "appTheme",
        }
    }
}

/// Resources that the service keeps only for some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kept {
    /// For 5 minutes after submission.
    Export,
    /// For 1 hour after completion.
    Files,
    /// For at most 7 days.
    Preview,
}

impl Kept {
    /// The name in the generated table of the npm package.
    pub fn as_str(self) -> &'static str {
        match self {
            Kept::Export => "export",
            Kept::Files => "files",
            Kept::Preview => "preview",
        }
    }
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
    /// The fields of the input; `None` if the service does not describe them.
    pub fields: Option<&'static Fields>,
    /// How the answer is read.
    pub answer: Answer,
    /// How a list is paged, if the service describes it.
    pub paging: Option<Paging>,
    /// The rules that the client checks.
    pub checks: &'static [Check],
    /// How long the service keeps what the operation reads, if it drops it.
    pub kept: Option<Kept>,
}

impl Operation {
    /// The operation of `Client::request`, which is not in the table.
    pub(super) const fn unknown(method: Method) -> Self {
        Self {
            id: "request",
            method,
            path: "",
            input: Part::Query,
            fields: None,
            answer: Answer::Json,
            paging: None,
            checks: &[],
            kept: None,
        }
    }

    /// The API that the operation belongs to.
    pub fn api(&self) -> Api {
        Api::of(self.path)
    }

    /// The names of the path's parameters, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
    }

    /// True if the last parameter of the path is a path itself.
    pub fn has_sub_path(&self) -> bool {
        self.path.ends_with("/{path}")
    }

    /// True if `check` applies to this operation.
    pub fn has(&self, check: Check) -> bool {
        self.checks.contains(&check)
    }
}
