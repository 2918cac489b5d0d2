//! Who may do what to what. Only this module creates a [`Granted`], the proof that the caller has a
//! level of access to something. A handler takes the proof as an argument, and a function that writes
//! takes it from the handler: one that forgets to ask does not compile.

mod items;
mod others;

use std::marker::PhantomData;

use super::call::Call;
use super::reply::Outcome;
use crate::json::Failure;

pub use items::{AnyItem, Folder, Item, Report, Workbook, level, readable};
pub use others::{Branch, EmbeddedDashboard, Export, Notification, OwnToken, Upload};

/// A level of access. Each level includes the levels before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Read it.
    Read,
    /// Change it.
    Edit,
    /// Share and delete it.
    Manage,
}

impl Level {
    /// The level that a policy's action gives.
    pub fn of(action: &str) -> Option<Self> {
        match action {
            "read" => Some(Self::Read),
            "edit" => Some(Self::Edit),
            "manage" => Some(Self::Manage),
            _ => None,
        }
    }

    /// Its name in messages and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Manage => "manage",
        }
    }
}

/// A [`Level`] as a type.
pub trait AtLeast: Copy {
    /// The level.
    const LEVEL: Level;
}

/// [`Level::Read`].
#[derive(Debug, Clone, Copy)]
pub struct Read;

/// [`Level::Edit`].
#[derive(Debug, Clone, Copy)]
pub struct Edit;

/// [`Level::Manage`].
#[derive(Debug, Clone, Copy)]
pub struct Manage;

impl AtLeast for Read {
    const LEVEL: Level = Level::Read;
}

impl AtLeast for Edit {
    const LEVEL: Level = Level::Edit;
}

impl AtLeast for Manage {
    const LEVEL: Level = Level::Manage;
}

/// A kind of thing that the caller may have access to.
pub trait Target {
    /// What names one of them.
    type Id;

    /// Its name in messages and documents.
    const NOUN: &'static str;

    /// The one that the path of the call names, or 404.
    ///
    /// 404 if the path names none.
    fn in_path(call: &Call<'_>) -> Result<Self::Id, Failure>;

    /// Checks that the caller has this level of access to it.
    ///
    /// 404 if it does not exist or the caller must not know that it does, 403 if the caller has less
    /// access.
    fn require(call: &Call<'_>, id: &Self::Id, least: Level) -> Result<(), Failure>;
}

/// The proof that the caller has this level of access to one of these.
pub struct Granted<T: Target, L: AtLeast> {
    id: T::Id,
    level: PhantomData<L>,
}

impl<T: Target, L: AtLeast> Granted<T, L> {
    /// Asks for access to one of them.
    ///
    /// 404 and 403, as [`Target::require`].
    pub fn to(call: &Call<'_>, id: T::Id) -> Result<Self, Failure> {
        T::require(call, &id, L::LEVEL)?;
        Ok(Self {
            id,
            level: PhantomData,
        })
    }

    fn in_path(call: &Call<'_>) -> Result<Self, Failure> {
        Self::to(call, T::in_path(call)?)
    }
}

impl<T: Target<Id = i64>, L: AtLeast> Granted<T, L> {
    /// Asks for access to what a field of the body names; `None` if the body has none.
    ///
    /// As [`Granted::to`].
    pub fn in_body(call: &Call<'_>, field: &str) -> Result<Option<Self>, Failure> {
        let id = call.number(field)?;
        id.map(|id| Self::to(call, id)).transpose()
    }
}

impl<T: Target<Id: Copy>, L: AtLeast> Granted<T, L> {
    /// What names it.
    pub fn id(&self) -> T::Id {
        self.id
    }
}

impl<T: Target, L: AtLeast> std::ops::Deref for Granted<T, L> {
    type Target = T::Id;

    fn deref(&self) -> &T::Id {
        &self.id
    }
}

/// A handler, with or without a proof of access to what the path names. The signature says which
/// access it needs.
pub trait Handle<Proof>: Copy {
    /// The access that the handler needs, for the documents.
    const NEEDS: Option<(Level, &'static str)>;

    /// Creates the proof and calls the handler.
    ///
    /// Those of the proof and of the handler.
    fn handle(self, call: &Call<'_>) -> Outcome;
}

impl<F: Fn(&Call<'_>) -> Outcome + Copy> Handle<()> for F {
    const NEEDS: Option<(Level, &'static str)> = None;

    fn handle(self, call: &Call<'_>) -> Outcome {
        self(call)
    }
}

impl<T: Target, L: AtLeast, F: Fn(&Call<'_>, &Granted<T, L>) -> Outcome + Copy> Handle<(T, L)>
    for F
{
    const NEEDS: Option<(Level, &'static str)> = Some((L::LEVEL, T::NOUN));

    fn handle(self, call: &Call<'_>) -> Outcome {
        self(call, &Granted::in_path(call)?)
    }
}

/// Calls a handler of the table.
///
/// Those of the handler.
pub fn run<P, H: Handle<P>>(call: &Call<'_>, handler: H) -> Outcome {
    handler.handle(call)
}

/// The access that a handler of the table needs.
pub fn needs<P, H: Handle<P>>(_: H) -> Option<(Level, &'static str)> {
    H::NEEDS
}

/// 403 below a level of access.
pub fn refused(noun: &str, least: Level) -> Failure {
    Failure::forbidden(format!("this needs {} access to the {noun}", least.name()))
}
