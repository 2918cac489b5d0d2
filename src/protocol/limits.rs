//! Limits that both shells keep. The length of a text is counted in UTF-16 code units, as JavaScript
//! counts.

use crate::page::Setup;
use crate::session::Policy;

/// Declares limits. Each is a constant of this module and an entry of [`ALL`], from which the
/// TypeScript constants are generated.
macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty = $length:expr;)*) => {
        $($(#[doc = $doc])* pub const $name: $type = $length;)*

        /// Every limit: its constant, its documentation and its number.
        pub const ALL: &[(&str, &str, u64)] =
            &[$((stringify!($name), concat!($($doc, "\n"),*), $length),)*];
    };
}

limits! {
    /// A base URL, and the path of a surface: 8 kB, which is what many servers take of a URL.
    URL_LENGTH: usize = 8_192;
    /// What `events()` keeps for a page that does not read them; the oldest goes.
    MOST_UNREAD: usize = 1_000;
    /// How long `ready` may take by default, in milliseconds.
    READY_WAIT: u64 = Setup::READY_WAIT;
    /// The least pause before a failed attempt is repeated by default, in milliseconds.
    USUAL_RETRY_MIN: u64 = Policy::RETRY_MIN;
    /// The longest pause, likewise.
    USUAL_RETRY_MAX: u64 = Policy::RETRY_MAX;
}
