//! What a row of the table says.

use super::text::Text;

/// How a request acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads.
    Get,
    /// Reads the head of what `Get` reads.
    Head,
    /// Acts; a repetition acts again.
    Post,
    /// Puts something in its place; a repetition changes nothing more.
    Put,
    /// Changes a part.
    Patch,
    /// Removes; a repetition changes nothing more.
    Delete,
    /// Whatever the caller says: of `github.request` alone.
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

    /// As it stands in a request.
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

    /// The method called `name`, in capitals.
    pub fn from_name<T: Text>(name: &T) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|method| name.is(method.as_str()))
    }

    /// Whether sending a request twice does what sending it once does.
    pub fn is_idempotent(self) -> bool {
        matches!(
            self,
            Method::Get | Method::Head | Method::Put | Method::Delete
        )
    }
}

/// The part of the service that answers.
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

    /// Its name in `client.operations`.
    pub fn as_str(self) -> &'static str {
        match self {
            Api::Management => "management",
            Api::Build => "build",
            Api::Scim => "scim",
        }
    }
}

/// What is particular to an operation, as a set of bits: a row of the JavaScript table carries it
/// as one number.
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
    /// Its input is the query, not the body.
    QUERY = 0,
    /// Gives a list in pages.
    LIST = 1,
    /// Gives a file, to be streamed.
    STREAM = 2,
    /// The list is most likely paged by cursor.
    CURSOR = 3,
    /// The list is paged by offset.
    OFFSET = 4,
    /// The list is paged as RFC 7644 says.
    SCIM = 5,
    /// The last parameter of the path is a path itself.
    SUB_PATH = 6,
    /// The body is a report: its name and its title are limited.
    REPORT_NAMES = 7,
    /// The body may hold dashboard configs.
    DASHBOARDS = 8,
    /// `expiresIn` is limited.
    EXPIRES_IN = 9,
    /// Ordered by `lastViewedAt`, the list has no cursors.
    VIEW_ORDER = 10,
    /// The input addresses a placement.
    PLACEMENT = 11,
    /// The body is that of session generation.
    SESSION = 12,
    /// The body is a user's settings, with a deprecated field.
    USER_SETTINGS = 13,
    /// The answer is an app theme, with deprecated fields.
    APP_THEME = 14,
    /// What it reads is kept for 5 minutes after submission.
    KEPT_EXPORT = 15,
    /// What it reads is kept for 1 hour after completion.
    KEPT_FILES = 16,
    /// What it reads is kept for at most 7 days.
    KEPT_PREVIEW = 17,
}

impl Traits {
    /// Those of either.
    #[must_use]
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// Whether all of `other` are here.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The method on the client: `workbooks.duplicate`.
    pub id: &'a str,
    /// How it acts.
    pub method: Method,
    /// The path from the base URL on; `{name}` stands for a parameter.
    pub path: &'a str,
    /// The fields that its input needs, separated by spaces. Of `a|b` exactly one is needed, of
    /// `a|b?` at most one.
    pub needs: &'a str,
    /// What else is particular to it.
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
    /// The part of the service that answers.
    pub fn api(&self) -> Api {
        Api::of(self.path)
    }

    /// The names of the path's parameters, in their order.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.path
            .split(['{'])
            .skip(1)
            .filter_map(|rest| rest.split_once(['}']))
            .map(|(name, _)| name)
    }
}
