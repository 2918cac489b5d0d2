//! How long the texts of the protocol may be, in UTF-16 code units: as JavaScript counts.

/// Declares lengths. Each is a constant of this module and an entry of [`ALL`], from which the
/// TypeScript constants are generated.
macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident = $length:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: usize = $length;)*

        /// Every length: its constant, its documentation and its number.
        pub const ALL: &[(&str, &str, usize)] =
            &[$((stringify!($name), concat!($($doc, "\n"),*), $length),)*];
    };
}

limits! {
    /// A base URL, and the path of a surface: 8 kB, which is what many servers take of a URL.
    URL_LENGTH = 8_192;
}
