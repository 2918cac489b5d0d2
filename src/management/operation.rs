//! What a row of the table says, and the macro that reads the rows.

use std::marker::PhantomData;

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
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|method| method.as_str() == name)
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

impl Operation<'_> {
    /// The part of the service that answers.
    pub fn api(&self) -> Api {
        Api::of(self.path)
    }

    /// The names of the path's parameters, in their order.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
    }
}

/// What people read of an operation. Kept apart from [`Operation`], which ships.
#[derive(Debug, Clone, Copy)]
pub struct OperationDoc {
    /// What it does.
    pub purpose: &'static str,
    /// What else there is to know; perhaps empty.
    pub note: &'static str,
    /// The TypeScript type of its input.
    pub input: fn() -> String,
    /// Whether the input may be left out.
    pub input_optional: fn() -> bool,
    /// The TypeScript type of what a call returns.
    pub output: fn() -> String,
}

/// What people read of a namespace: its TypeScript name, its path on the client, and its
/// operations.
#[derive(Debug, Clone, Copy)]
pub struct NamespaceDoc {
    /// The interface.
    pub type_name: &'static str,
    /// Its place on the client: `scim.users`.
    pub path: &'static str,
    /// The operations, in the order of their declaration.
    pub operations: &'static [(Operation<'static>, OperationDoc)],
}

/// What a call gives.
pub trait Gives {
    /// The traits that follow from it.
    const TRAITS: Traits;

    /// The type that a call returns in TypeScript.
    fn typescript() -> String;
}

/// One decoded body.
#[derive(Debug, Clone, Copy)]
pub struct One<T>(PhantomData<T>);

/// The pages of a list.
#[derive(Debug, Clone, Copy)]
pub struct Pages<T>(PhantomData<T>);

/// A file, unread.
#[derive(Debug, Clone, Copy)]
pub struct Stream;

/// No body.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl<T: super::models::Shape> Gives for One<T> {
    const TRAITS: Traits = Traits(0);

    fn typescript() -> String {
        ["ApiPromise<", &T::typescript(), ">"].concat()
    }
}

impl<T: super::models::Shape> Gives for Pages<T> {
    const TRAITS: Traits = Traits::LIST;

    fn typescript() -> String {
        ["ListPromise<", &T::typescript(), ">"].concat()
    }
}

impl Gives for Stream {
    const TRAITS: Traits = Traits::STREAM;

    fn typescript() -> String {
        "ApiPromise<Response>".to_owned()
    }
}

impl Gives for Nothing {
    const TRAITS: Traits = Traits(0);

    fn typescript() -> String {
        "ApiPromise<undefined>".to_owned()
    }
}

/// Declares the operations. Of a row come the entry of [`OPERATIONS`](super::OPERATIONS), the
/// documentation and types of both languages, and the method of the Rust client.
///
/// A row reads: its purpose, its name in Rust and on the wire, method and path, the parameters of
/// the path, the input (`query` or `body`) with its type, and what it gives; then, where there are
/// any, the fields that are needed, its traits, and a note.
macro_rules! operations {
    ($(
        $namespace:ident $accessor:ident $prefix:literal {
            $(
                #[doc = $purpose:literal]
                $name:ident $wire:literal = $method:ident $path:literal
                    ($($parameter:ident),*) $takes:ident($input:ty) -> $gives:ty
                    $(, needs $needs:literal)? $(, traits $($trait:ident)|+)? $(, note $note:literal)?;
            )*
        }
    )*) => {
        /// Every operation, by namespace.
        pub const NAMESPACES: &[$crate::management::operation::NamespaceDoc] = &[$(
            $crate::management::operation::NamespaceDoc {
                type_name: stringify!($namespace),
                path: $prefix,
                operations: &[$((
                    $crate::management::operation::operation!(
                        $prefix $wire $method $path $takes $gives, ($($needs)?), ($($($trait)|+)?)
                    ),
                    $crate::management::operation::OperationDoc {
                        purpose: $purpose,
                        note: concat!($($note)?),
                        input: <$input as $crate::management::models::Shape>::typescript,
                        input_optional: <$input as $crate::management::models::Shape>::may_be_absent,
                        output: <$gives as $crate::management::operation::Gives>::typescript,
                    },
                ),)*],
            },
        )*];

        /// Every operation.
        pub const OPERATIONS: &[$crate::management::operation::Operation<'static>] = &[$($(
            $crate::management::operation::operation!(
                $prefix $wire $method $path $takes $gives, ($($needs)?), ($($($trait)|+)?)
            ),
        )*)*];

        $(
            #[doc = concat!("The operations of `", $prefix, "`.")]
            #[derive(Debug)]
            pub struct $namespace<'a, T>(&'a $crate::management::client::Client<T>);

            impl<'a, T: $crate::management::client::Transport> $namespace<'a, T> {
                $(
                    #[doc = $purpose]
                    $(#[doc = concat!("\n\n", $note)])?
                    pub fn $name(
                        &self,
                        $($parameter: impl Into<$crate::management::client::PathParameter>,)*
                        input: $input,
                    ) -> $crate::management::client::Call<'a, T, $gives> {
                        const OPERATION: $crate::management::operation::Operation<'static> =
                            $crate::management::operation::operation!(
                                $prefix $wire $method $path $takes $gives, ($($needs)?), ($($($trait)|+)?)
                            );
                        self.0.start(&OPERATION, vec![$($parameter.into()),*], &input)
                    }
                )*
            }
        )*

        impl<T: $crate::management::client::Transport> $crate::management::client::Client<T> {
            $(
                #[doc = concat!("The operations of `", $prefix, "`.")]
                pub fn $accessor(&self) -> $namespace<'_, T> {
                    $namespace(self)
                }
            )*
        }
    };
}

/// The constant of one row.
macro_rules! operation {
    (
        $prefix:literal $wire:literal $method:ident $path:literal $takes:ident $gives:ty,
        ($($needs:literal)?), ($($($trait:ident)|+)?)
    ) => {
        $crate::management::operation::Operation {
            id: concat!($prefix, ".", $wire),
            method: $crate::management::operation::Method::$method,
            path: $path,
            needs: concat!($($needs)?),
            traits: $crate::management::operation::takes!($takes)
                .and(<$gives as $crate::management::operation::Gives>::TRAITS)
                $($(.and($crate::management::operation::Traits::$trait))+)?,
        }
    };
}

/// The traits that follow from where the input stands.
macro_rules! takes {
    (query) => {
        $crate::management::operation::Traits::QUERY
    };
    (body) => {
        $crate::management::operation::Traits(0)
    };
}

pub(crate) use {operation, operations, takes};
