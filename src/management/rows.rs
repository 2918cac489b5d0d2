//! The macro that reads the rows of the table, and the documentation of the rows.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::models::Shape;
use super::operation::{Answer, Operation};
use super::value::typed;

/// The documentation of an operation. Separate from [`Operation`], so that a program contains it only
/// if it uses it.
#[derive(Debug, Clone, Copy)]
pub struct OperationDoc {
    /// A sentence that says what the operation does.
    pub purpose: &'static str,
    /// Further sentences; may be empty.
    pub note: &'static str,
    /// The TypeScript type of its input; empty if it has none.
    pub input: fn() -> String,
    /// True if the input may be left out.
    pub input_optional: fn() -> bool,
    /// The TypeScript type that a call returns.
    pub output: fn() -> String,
    /// The JSON Schema of its answer; of a list, that of an item.
    pub answer: fn() -> Option<Value>,
    /// Reads an answer (of a list, an item) as its type, and writes it again.
    pub read: fn(&Value) -> Result<Value, serde_json::Error>,
}

/// The documentation of a namespace.
#[derive(Debug, Clone, Copy)]
pub struct NamespaceDoc {
    /// The TypeScript interface.
    pub type_name: &'static str,
    /// The path on the client: `scim.users`.
    pub path: &'static str,
    /// The operations, in the order of the table.
    pub operations: &'static [(Operation, OperationDoc)],
}

/// The result of a call.
pub trait Gives {
    /// How the answer of an operation with this result is read.
    const ANSWER: Answer = Answer::Json;

    /// The TypeScript type that a call returns.
    fn typescript() -> String;

    /// The JSON Schema of the answer, of a list that of its items; `None` if it is not JSON.
    fn schema() -> Option<Value> {
        None
    }

    /// Reads an answer (of a list, an item) as its type, and writes it again.
    ///
    /// # Errors
    /// If the answer does not match its type.
    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        Ok(answer.clone())
    }
}

/// Reads an answer as an `R`, and writes it again.
fn round<R: DeserializeOwned + Serialize>(answer: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(typed::<R>(answer)?)
}

/// One decoded body.
#[derive(Debug, Clone, Copy)]
pub struct One<T>(PhantomData<T>);

/// One decoded body, or nothing: the service may answer without a body.
#[derive(Debug, Clone, Copy)]
pub struct Maybe<T>(PhantomData<T>);

/// The pages of a list.
#[derive(Debug, Clone, Copy)]
pub struct Pages<T>(PhantomData<T>);

/// A file, whose body is not read.
#[derive(Debug, Clone, Copy)]
pub struct Stream;

/// No body.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl<T: Shape + Serialize + DeserializeOwned> Gives for One<T> {
    fn typescript() -> String {
        ["ApiPromise<", &T::typescript(), ">"].concat()
    }

    fn schema() -> Option<Value> {
        Some(T::schema())
    }

    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        round::<T>(answer)
    }
}

impl<T: Shape + Serialize + DeserializeOwned> Gives for Maybe<T> {
    fn typescript() -> String {
        ["ApiPromise<", &T::typescript(), " | undefined>"].concat()
    }

    fn schema() -> Option<Value> {
        Some(T::schema())
    }

    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        round::<T>(answer)
    }
}

impl<T: Shape + Serialize + DeserializeOwned> Gives for Pages<T> {
    const ANSWER: Answer = Answer::List;

    fn typescript() -> String {
        ["ListPromise<", &T::typescript(), ">"].concat()
    }

    fn schema() -> Option<Value> {
        Some(T::schema())
    }

    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        round::<T>(answer)
    }
}

impl Gives for Stream {
    const ANSWER: Answer = Answer::File;

    fn typescript() -> String {
        "ApiPromise<Response>".to_owned()
    }
}

impl Gives for Nothing {
    fn typescript() -> String {
        "ApiPromise<undefined>".to_owned()
    }
}

/// Declares the operations. A row becomes an entry of [`OPERATIONS`](super::OPERATIONS), the
/// documentation and types of both languages, and a method of the Rust client.
///
/// A row has, in this order: the purpose, the name in Rust and on the wire, the method and the path,
/// the path's parameters, the input (`query` or `body`) with its type unless there is none, and the
/// result. Optional, in this order: how a list is `paged`, the rules that are `checked`, how long
/// the resource is `kept`, and a note.
macro_rules! operations {
    ($(
        $namespace:ident $accessor:ident $prefix:literal {
            $(
                #[doc = $purpose:literal]
                $name:ident $wire:literal = $method:ident $path:literal
                    ($($parameter:ident),*) $($part:ident($input:ty))? -> $gives:ty
                    $(, paged $paging:ident)? $(, checked $($check:ident)+)? $(, kept $kept:ident)?
                    $(, note $note:literal)?;
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
                        $prefix $wire $method $path $gives, ($($part $input)?),
                        ($($paging)?), ($($($check)+)?), ($($kept)?)
                    ),
                    $crate::management::rows::OperationDoc {
                        purpose: $purpose,
                        note: concat!($($note)?),
                        input: || {
                            #[allow(unused_mut, unused_assignments, reason = "not every operation has an input")]
                            let mut name = String::new();
                            $(name = <$input as $crate::management::models::Shape>::typescript();)?
                            name
                        },
                        input_optional: || {
                            #[allow(unused_mut, unused_assignments, reason = "not every operation has an input")]
                            let mut optional = true;
                            $(optional = <$input as $crate::management::models::Shape>::may_be_absent();)?
                            optional
                        },
                        output: <$gives as $crate::management::rows::Gives>::typescript,
                        answer: <$gives as $crate::management::rows::Gives>::schema,
                        read: <$gives as $crate::management::rows::Gives>::read,
                    },
                ),)*],
            },
        )*];

        /// Every operation.
        pub const OPERATIONS: &[$crate::management::operation::Operation] = &[$($(
            $crate::management::rows::operation!(
                $prefix $wire $method $path $gives, ($($part $input)?),
                ($($paging)?), ($($($check)+)?), ($($kept)?)
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
                        $(input: $crate::management::rows::input_type!($part $input),)?
                    ) -> $crate::management::client::Call<'a, T, $gives> {
                        const OPERATION: $crate::management::operation::Operation =
                            $crate::management::rows::operation!(
                                $prefix $wire $method $path $gives, ($($part $input)?),
                                ($($paging)?), ($($($check)+)?), ($($kept)?)
                            );
                        self.0.start(
                            &OPERATION,
                            vec![$($parameter.into()),*],
                            $crate::management::rows::given!($($part input)?),
                        )
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
        $prefix:literal $wire:literal $method:ident $path:literal $gives:ty,
        ($($part:ident $input:ty)?), ($($paging:ident)?), ($($($check:ident)+)?), ($($kept:ident)?)
    ) => {
        $crate::management::operation::Operation {
            id: concat!($prefix, ".", $wire),
            method: $crate::management::operation::Method::$method,
            path: $path,
            input: $crate::management::rows::part!($($part)?),
            fields: $crate::management::rows::fields!($($input)?),
            answer: <$gives as $crate::management::rows::Gives>::ANSWER,
            paging: $crate::management::rows::optional!($($crate::management::operation::Paging::$paging)?),
            checks: &[$($($crate::management::operation::Check::$check),+)?],
            kept: $crate::management::rows::optional!($($crate::management::operation::Kept::$kept)?),
        }
    };
}

/// Where the input of a row is sent.
macro_rules! part {
    () => {
        $crate::management::operation::Part::None
    };
    (query) => {
        $crate::management::operation::Part::Query
    };
    (body) => {
        $crate::management::operation::Part::Body
    };
}

/// The fields of a row's input.
macro_rules! fields {
    () => {
        None
    };
    ($input:ty) => {
        <$input as $crate::management::models::Shape>::FIELDS
    };
}

/// A value that a row may leave out.
macro_rules! optional {
    () => {
        None
    };
    ($value:path) => {
        Some($value)
    };
}

/// The type of a method's input.
macro_rules! input_type {
    ($part:ident $input:ty) => {
        $input
    };
}

/// The input of a method as JSON.
macro_rules! given {
    () => {
        Ok(serde_json::Value::Null)
    };
    ($part:ident $input:ident) => {
        serde_json::to_value(&$input)
    };
}

pub(crate) use {fields, given, input_type, operation, operations, optional, part};
