//! A session id, which nothing prints.

use alloc::boxed::Box;
use core::fmt;

use super::text::is_blank;

/// A single-use session id. Its `Debug` form hides it, so that no log or message can carry it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SessionId(Box<str>);

impl SessionId {
    /// Takes the id as the page's backend gave it; `None` where it is empty or blank.
    pub fn new(id: &str) -> Option<Self> {
        (!is_blank(id)).then(|| Self(id.into()))
    }

    /// The id itself, for the iframe's URL and for `set-session` alone.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A 64-bit FNV-1a hash, enough to recognise an id that was given before without keeping it.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.0.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(hidden)")
    }
}
