//! What the methods of the client give.

use std::marker::PhantomData;

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
