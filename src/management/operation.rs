//! A row of the table.

use super::text::Text;

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
    pub fn from_name<T: Text>(name: &T) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|method| name.is(method.as_str()))
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

/// The special properties of an operation. A set of bits, so that a row of the JavaScript table
/// holds them as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Traits(pub u32);

macro_rules! traits {
    ($($(#[doc = $doc:literal])* $name:ident = $bit:literal,)*) => {
        impl Traits {
            $($(#[doc = $doc])* pub const $name: Traits = Traits(1 << $bit);)*
        }
    };
}

traits! {
    /// The input is the query, not the body.
    QUERY = 0,
    /// The answer is a list in pages.
    LIST = 1,
    /// The answer is a file, which is streamed.
    STREAM = 2,
    /// The list probably has cursors.
    CURSOR = 3,
    /// The list has offsets.
    OFFSET = 4,
    /// The list is paged by RFC 7644.
    SCIM = 5,
    /// The last path parameter is a path itself.
    SUB_PATH = 6,
    /// The body is a report, whose name and title have a maximum length.
    REPORT_NAMES = 7,
    /// The body may contain dashboard configs.
    DASHBOARDS = 8,
    /// `expiresIn` has limits.
    EXPIRES_IN = 9,
    /// The list has no cursors if it is ordered by `lastViewedAt`.
    VIEW_ORDER = 10,
    /// The input identifies a placement.
    PLACEMENT = 11,
    /// The body generates a session.
    SESSION = 12,
    /// The body has a user's settings, with a deprecated field.
    USER_SETTINGS = 13,
    /// The answer is an app theme, with deprecated fields.
    APP_THEME = 14,
    /// The service keeps the resource for 5 minutes after submission.
    KEPT_EXPORT = 15,
    /// The service keeps the resource for 1 hour after completion.
    KEPT_FILES = 16,
    /// The service keeps the resource for at most 7 days.
    KEPT_PREVIEW = 17,
}

impl Traits {
    /// The union of both sets.
    #[must_use]
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// True if this contains all of `other`.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The method on the client: `workbooks.duplicate`.
    pub id: &'a str,
    /// The HTTP method.
    pub method: Method,
    /// The path after the base URL; `{name}` is a parameter.
    pub path: &'a str,
    /// The required fields of the input, separated by spaces. `a|b` requires exactly one of them,
    /// and `a|b?` allows at most one.
    pub needs: &'a str,
    /// The special properties.
    pub traits: Traits,
}

#[cfg(not(feature = "management-npm"))]
impl From<&Operation<'_>> for super::request::Template<String> {
    fn from(operation: &Operation<'_>) -> Self {
        Self {
            path: operation.path.to_owned(),
            needs: operation.needs.to_owned(),
            traits: operation.traits,
        }
    }
}

impl Operation<'_> {
    /// The API that the operation belongs to.
    pub fn api(&self) -> Api {
        Api::of(self.path)
    }

    /// The names of the path's parameters, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.path
            .split(['{'])
            .skip(1)
            .filter_map(|rest| rest.split_once(['}']))
            .map(|(name, _)| name)
    }
}
