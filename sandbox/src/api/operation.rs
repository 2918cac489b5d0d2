//! An operation of the API: a row of the table. The router and the `OpenAPI` document are created
//! from the table.

use axum::http::Method;

use super::call::Call;
use super::reply::Outcome;
use super::rights::Level;

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
    /// The access that the handler needs to what the path names.
    pub needs: fn() -> Option<(Level, &'static str)>,
    /// True if a credential that is scoped to deployments may call it, although the path names no
    /// deployment.
    pub any_scope: bool,
    /// One line for the documentation.
    pub summary: &'static str,
    /// The fields of the body in the short form of `contract::fields`, or `@` and the name of its schema.
    /// `None` means any object, where a body is possible.
    pub body: Option<&'static str>,
    /// The successful statuses.
    pub statuses: &'static [u16],
    /// The media types of a file, if the answer is one. Otherwise it has the shape of the client's table.
    pub file: &'static [&'static str],
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
    /// A member with one of these permissions.
    MemberWith(&'static [&'static str]),
    /// An administrator.
    Administrator,
    /// An administrator's API key.
    ApiKey,
    /// A user with one of these permissions. An administrator has all of them.
    OneOf(&'static [&'static str]),
    /// A signed embed session that is scoped to an embed tenant.
    EmbedTenant,
    /// An administrator's API key. The form `Api-Key <token>` is allowed too.
    Scim,
}

impl Operation {
    /// A row that answers 200. `request` is its id, method, path and purpose.
    pub const fn new(
        request: [&'static str; 4],
        access: Access,
        handler: Handler,
        needs: fn() -> Option<(Level, &'static str)>,
    ) -> Self {
        let [id, method, path, summary] = request;
        Self {
            id,
            method,
            path,
            access,
            handler,
            needs,
            any_scope: false,
            summary,
            body: None,
            statuses: &[200],
            file: &[],
            errors: &[],
            takes_any_body: false,
        }
    }

    /// Sets the body.
    pub const fn body(mut self, body: &'static str) -> Self {
        self.body = Some(body);
        self
    }

    /// Sets the successful statuses.
    pub const fn statuses(mut self, statuses: &'static [u16]) -> Self {
        self.statuses = statuses;
        self
    }

    /// Answers with a file of one of these media types.
    pub const fn file(mut self, types: &'static [&'static str]) -> Self {
        self.file = types;
        self
    }

    /// Sets the errors.
    pub const fn errors(mut self, errors: &'static [(u16, &'static str)]) -> Self {
        self.errors = errors;
        self
    }

    /// Lets credentials that are scoped to deployments call it.
    pub const fn any_scope(mut self) -> Self {
        self.any_scope = true;
        self
    }

    /// Who may call it, in words.
    pub fn who(&self) -> String {
        let caller = match self.access {
            Access::Any => "For whoever holds a valid credential.".to_owned(),
            Access::User => "For users of the console.".to_owned(),
            Access::Member => {
                "For users of the console, and embed sessions in creator mode.".to_owned()
            }
            Access::MemberWith(permissions) => format!(
                "For users of the console, and embed sessions in creator mode. Needs the permission {}.",
                permissions.join(" or ")
            ),
            Access::Administrator => "For administrators.".to_owned(),
            Access::ApiKey => "Needs an administrator's API key.".to_owned(),
            Access::OneOf(permissions) => {
                format!("Needs the permission {}.", permissions.join(" or "))
            }
            Access::EmbedTenant => {
                "For signed embed sessions scoped to an embed tenant.".to_owned()
            }
            Access::Scim => "Needs a SCIM token: an administrator's API key.".to_owned(),
        };
        match (self.needs)() {
            Some((level, noun)) => format!("{caller} Needs {} access to the {noun}.", level.name()),
            None => caller,
        }
    }

    /// Reads a body of any media type.
    pub const fn any_body(mut self) -> Self {
        self.takes_any_body = true;
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

/// Declares rows of the table: id, who may call it, and handler. The client's table has the rest of the
/// request. The handler's signature says which access it needs. Calls of the methods of [`Operation`]
/// may follow.
macro_rules! operations {
    ($($id:literal => $access:expr, $($handler:ident)::+ $(.$name:ident($($argument:expr)?))*;)*) => {
        &[$($crate::api::operation::Operation::new(
            $crate::api::table::request($id),
            $access,
            |call| $crate::api::rights::run(call, $($handler)::+),
            || $crate::api::rights::needs($($handler)::+),
        )$(.$name($($argument)?))*),*]
    };
}
pub(crate) use operations;
