//! An operation of the API: a row of the table. The router and the `OpenAPI` document are created
//! from the table.

use axum::http::Method;

use super::call::Call;
use super::reply::Outcome;

/// The function that answers an operation, in one transaction. An error undoes everything it wrote.
pub type Handler = fn(&Call<'_>) -> Outcome;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The name in the clients.
    pub id: &'static str,
    /// GET, POST, PUT, PATCH or DELETE; `*` for any of them.
    pub method: &'static str,
    /// The path, with parameters as `{name}`.
    pub path: &'static str,
    /// Who may call it.
    pub access: Access,
    /// The handler.
    pub handler: Handler,
    /// One line for the documentation.
    pub summary: &'static str,
    /// The query parameters, each with its type: `first:integer`. `!` marks a required one.
    pub query: &'static str,
    /// The fields of the body, in the same form.
    pub body: &'static str,
    /// The successful answer: the name of a schema, a media type, or a status. Empty means any
    /// JSON.
    pub answer: &'static str,
    /// The error statuses of this operation, with their reasons. The statuses that any operation
    /// may have are not listed.
    pub errors: &'static [(u16, &'static str)],
    /// True if a body of any media type is read, not only JSON.
    pub takes_any_body: bool,
}

/// Who may call an operation. Roles and permissions that the service does not describe are the
/// sandbox's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody with a valid credential.
    Any,
    /// A user of the console.
    User,
    /// A user of the console, or an embed session in creator mode.
    Member,
    /// An administrator.
    Administrator,
    /// A user with one of these permissions. An administrator has all of them.
    OneOf(&'static [&'static str]),
    /// A signed embed session that is scoped to an embed tenant.
    EmbedTenant,
    /// An administrator's API key. The form `Api-Key <token>` is allowed too.
    Scim,
}

impl Operation {
    /// A row that has only path parameters and answers with JSON.
    pub const fn new(
        id: &'static str,
        method: &'static str,
        path: &'static str,
        access: Access,
        handler: Handler,
        summary: &'static str,
    ) -> Self {
        Self {
            id,
            method,
            path,
            access,
            handler,
            summary,
            query: "",
            body: "",
            answer: "",
            errors: &[],
            takes_any_body: false,
        }
    }

    /// Sets the query parameters.
    pub const fn query(mut self, query: &'static str) -> Self {
        self.query = query;
        self
    }

    /// Sets the fields of the body.
    pub const fn body(mut self, body: &'static str) -> Self {
        self.body = body;
        self
    }

    /// Sets the successful answer.
    pub const fn answer(mut self, answer: &'static str) -> Self {
        self.answer = answer;
        self
    }

    /// Sets the errors.
    pub const fn errors(mut self, errors: &'static [(u16, &'static str)]) -> Self {
        self.errors = errors;
        self
    }

    /// Reads a body of any media type.
    pub const fn any_body(mut self, any: bool) -> Self {
        self.takes_any_body = any;
        self
    }

    /// The part of the service that the operation belongs to.
    pub fn api(&self) -> Api {
        Api::of(self.path)
    }

    /// The methods that are routed to the operation.
    pub fn methods(&self) -> Vec<Method> {
        match self.method {
            "*" => vec![
                Method::GET,
                Method::POST,
                Method::PUT,
                Method::PATCH,
                Method::DELETE,
            ],
            name => Method::from_bytes(name.as_bytes()).into_iter().collect(),
        }
    }

    /// The resource: the part of the id before the dot.
    pub fn resource(&self) -> &'static str {
        self.id
            .rsplit_once('.')
            .map_or(self.id, |(resource, _)| resource)
    }
}

/// A part of the service. Each has its own prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// `/api/v1`.
    Management,
    /// `/build/api/v1`.
    Build,
    /// `/api/scim/v2`, which has its own form of errors.
    Scim,
}

impl Api {
    /// The part of the service that a path belongs to.
    pub fn of(path: &str) -> Self {
        if path.starts_with("/api/scim/") {
            Self::Scim
        } else if path.starts_with("/build/") {
            Self::Build
        } else {
            Self::Management
        }
    }
}

/// Declares rows of the table: id, method, path, who may call it, handler, and purpose. Calls of
/// the methods of [`Operation`] may follow.
macro_rules! operations {
    ($($id:literal $method:tt $path:literal $access:expr, $handler:path, $summary:literal
        $(.$name:ident($argument:expr))*;)*) => {
        &[$($crate::api::operation::Operation::new(
            $id, stringify!($method), $path, $access, $handler, $summary,
        )$(.$name($argument))*),*]
    };
}
pub(crate) use operations;
