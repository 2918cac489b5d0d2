//! The macro that reads the rows of the table, and the documentation of the rows.

use std::marker::PhantomData;

use super::operation::{Operation, Traits};

/// The documentation of an operation. Separate from [`Operation`], so that a program contains it only
/// if it uses it.
#[derive(Debug, Clone, Copy)]
pub struct OperationDoc {
    /// A sentence that says what the operation does.
    pub purpose: &'static str,
    /// Further sentences; may be empty.
    pub note: &'static str,
    /// The TypeScript type of its input.
    pub input: fn() -> String,
    /// True if the input may be left out.
    pub input_optional: fn() -> bool,
    /// The TypeScript type that a call returns.
    pub output: fn() -> String,
}

/// The documentation of a namespace.
#[derive(Debug, Clone, Copy)]
pub struct NamespaceDoc {
    /// The TypeScript interface.
    pub type_name: &'static str,
    /// The path on the client: `scim.users`.
    pub path: &'static str,
    /// The operations, in the order of the table.
    pub operations: &'static [(Operation<'static>, OperationDoc)],
}

/// The result of a call.
pub trait Gives {
    /// The traits of an operation with this result.
    const TRAITS: Traits;

    /// The TypeScript type that a call returns.
    fn typescript() -> String;
}

/// One decoded body.
#[derive(Debug, Clone, Copy)]
pub struct One<T>(PhantomData<T>);

/// The pages of a list.
#[derive(Debug, Clone, Copy)]
pub struct Pages<T>(PhantomData<T>);

/// A file, whose body is not read.
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

/// Declares the operations. A row becomes an entry of [`OPERATIONS`](super::OPERATIONS), the
/// documentation and types of both languages, and a method of the Rust client.
///
/// A row has, in this order: the purpose, the name in Rust and on the wire, the method and the path,
/// the path's parameters, the input (`query` or `body`) with its type, and the result. Optional, in
/// this order: the required fields, the traits, and a note.
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
        pub const NAMESPACES: &[$crate::management::rows::NamespaceDoc] = &[$(
            $crate::management::rows::NamespaceDoc {
                type_name: stringify!($namespace),
                path: $prefix,
                operations: &[$((
                    $crate::management::rows::operation!(
                        $prefix $wire $method $path $takes $gives, ($($needs)?), ($($($trait)|+)?)
                    ),
                    $crate::management::rows::OperationDoc {
                        purpose: $purpose,
                        note: concat!($($note)?),
                        input: <$input as $crate::management::models::Shape>::typescript,
                        input_optional: <$input as $crate::management::models::Shape>::may_be_absent,
                        output: <$gives as $crate::management::rows::Gives>::typescript,
                    },
                ),)*],
            },
        )*];

        /// Every operation.
        pub const OPERATIONS: &[$crate::management::operation::Operation<'static>] = &[$($(
            $crate::management::rows::operation!(
                $prefix $wire $method $path $takes $gives, ($($needs)?), ($($($trait)|+)?)
            ),
        )*)*];

        $(
            #[doc = concat!("The operations of `", $prefix, "`.")]
            #[derive(Debug)]
            pub struct $namespace<'a, T>(pub(super) &'a $crate::management::client::Client<T>);

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
                            $crate::management::rows::operation!(
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
            traits: $crate::management::rows::takes!($takes)
                .and(<$gives as $crate::management::rows::Gives>::TRAITS)
                $($(.and($crate::management::operation::Traits::$trait))+)?,
        }
    };
}

/// The traits of an operation whose input is in the query or in the body.
macro_rules! takes {
    (query) => {
        $crate::management::operation::Traits::QUERY
    };
    (body) => {
        $crate::management::operation::Traits(0)
    };
}

pub(crate) use {operation, operations, takes};
