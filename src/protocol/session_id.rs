//! A session id, which nothing prints.

use alloc::string::String;
use core::fmt;

use super::text::Text;
use super::words;

/// A single-use session id. Its `Debug` form hides it, so that no log or message can carry it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SessionId<T = String>(T);

impl<T: Text> SessionId<T> {
    /// Takes the id as the page's backend gave it; `None` where it is empty, blank or no text.
    pub fn of(id: T) -> Option<Self> {
        id.matches(words::SOMETHING).then_some(Self(id))
    }
}

impl<T> SessionId<T> {
    /// The id itself, for the iframe's URL and for `set-session` alone.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl SessionId {
    /// [`SessionId::of`] a copy of `id`, without a pattern.
    pub fn new(id: &str) -> Option<Self> {
        (!id.trim_ascii().is_empty()).then(|| Self(id.into()))
    }
}

impl<T> fmt::Debug for SessionId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(hidden)")
    }
}
