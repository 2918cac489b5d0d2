//! What the methods of the client give.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::value::typed;

/// The result of a call.
pub trait Gives {
    /// Reads an answer (of a list, an item) as its type, and writes it again.
    ///
    /// # Errors
    /// If the answer does not match its type.
    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        Ok(answer.clone())
    }
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

impl<T: Serialize + DeserializeOwned> Gives for One<T> {
    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        round::<T>(answer)
    }
}

impl<T: Serialize + DeserializeOwned> Gives for Maybe<T> {
    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        round::<T>(answer)
    }
}

impl<T: Serialize + DeserializeOwned> Gives for Pages<T> {
    fn read(answer: &Value) -> Result<Value, serde_json::Error> {
        round::<T>(answer)
    }
}

impl Gives for Stream {}

impl Gives for Nothing {}

/// Reads an answer as an `R`, and writes it again.
fn round<R: DeserializeOwned + Serialize>(answer: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(typed::<R>(answer)?)
}
