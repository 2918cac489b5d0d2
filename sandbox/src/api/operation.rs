//! One operation of the API: a row of the table from which the router and the `OpenAPI` document come.

use axum::http::Method;

use super::call::Call;
use super::reply::Outcome;

/// What answers an operation, within one transaction: an error undoes whatever it wrote.
pub type Handler = fn(&Call<'_>) -> Outcome;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Its name in the clients.
    pub id: &'static str,
    /// GET, POST, PUT, PATCH or DELETE; `*` for any of them.
    pub method: &'static str,
    /// With path parameters as `{name}`.
    pub path: &'static str,
    /// Who may call it.
    pub access: Access,
    /// The function that answers it.
    pub handler: Handler,
    /// One line for the documentation.
    pub summary: &'static str,
    /// Names of query parameters, each with its type: `first:integer`; `!` marks what is required.
    pub query: &'static str,
    /// Names of body fields, likewise.
    pub body: &'static str,
    /// What a good answer is: the name of a schema, a media type, or a status; empty: any JSON.
    pub answer: &'static str,
    /// Statuses beyond those that any operation may answer with, and when.
    pub errors: &'static [(u16, &'static str)],
}

/// Who may call an operation. Roles and permissions that the service does not show are the
/// sandbox's own choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Whoever holds a valid credential.
    Any,
    /// A user of the console.
    User,
    /// A user of the console, or an embed session in creator mode.
    Member,
    /// An administrator.
    Administrator,
    /// Who holds one of these permissions. An administrator holds them all.
    OneOf(&'static [&'static str]),
    /// A signed embed session that is scoped to an embed tenant.
    EmbedTenant,
    /// An administrator's API key, also in the form `Api-Key <token>`.
    Scim,
}

impl Operation {
    /// A row without parameters but those of the path, which answers with JSON.
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
        }
    }

    /// With these query parameters.
    pub const fn query(mut self, query: &'static str) -> Self {
        self.query = query;
        self
    }

    /// With these body fields.
    pub const fn body(mut self, body: &'static str) -> Self {
        self.body = body;
        self
    }

    /// With this answer.
    pub const fn answer(mut self, answer: &'static str) -> Self {
        self.answer = answer;
        self
    }

    /// With these errors.
    pub const fn errors(mut self, errors: &'static [(u16, &'static str)]) -> Self {
        self.errors = errors;
        self
    }

    /// Which part of the service it belongs to.
    pub fn api(&self) -> Api {
        if self.path.starts_with("/api/scim/") {
            Api::Scim
        } else if self.path.starts_with("/build/") {
            Api::Build
        } else {
            Api::Management
        }
    }

    /// The methods it is routed for.
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

    /// What stands before the dot of its id: the resource.
    pub fn resource(&self) -> &'static str {
        self.id
            .rsplit_once('.')
            .map_or(self.id, |(resource, _)| resource)
    }
}

/// A part of the service: each has its own prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// `/api/v1`.
    Management,
    /// `/build/api/v1`.
    Build,
    /// `/api/scim/v2`, which has its own form of errors.
    Scim,
}

/// Rows of the table, one sentence each: id, method, path, who may call it, what answers it, what it
/// is for; and after that, where there is more to say, what [`Operation`] has methods for.
macro_rules! operations {
    ($($id:literal $method:tt $path:literal $access:expr, $handler:path, $summary:literal
        $(.$name:ident($argument:expr))*;)*) => {
        &[$($crate::api::operation::Operation::new(
            $id, stringify!($method), $path, $access, $handler, $summary,
        )$(.$name($argument))*),*]
    };
}
pub(crate) use operations;
