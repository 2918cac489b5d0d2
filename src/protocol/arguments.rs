//! The arguments of actions.

use serde_json::Value;

use super::filter::Filter;
use super::patterns::{self, Pattern};
use super::session_id::SessionId;
use crate::Error;

/// What a text must be to be an argument.
#[derive(Debug, Clone)]
pub struct Rule {
    /// It must match this pattern.
    pub is: &'static Pattern,
    /// It must not match this pattern.
    pub is_not: Option<&'static Pattern>,
    /// The error if it breaks the rule.
    pub error: Error,
}

impl Rule {
    /// Checks a text.
    ///
    /// # Errors
    /// [`Rule::error`] if the embed would not accept the text.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        let is_refused = self.is_not.is_some_and(|pattern| pattern.matches(text));
        if self.is.matches(text) && !is_refused {
            Ok(())
        } else {
            Err(self.error.clone())
        }
    }
}

/// A type that is the one argument of an action.
pub(super) trait Argument: Sized {
    /// The only values; empty if there is no such list.
    const VALUES: &'static [&'static str] = &[];

    /// What the text must be.
    fn rule() -> Rule;

    /// Reads the argument from a payload.
    fn read(value: &Value) -> Result<Self, Error>;

    /// The text that is sent.
    fn text(&self) -> &str;
}

/// Declares the colour schemes. Their pattern is [`patterns::COLOR_SCHEME`].
macro_rules! color_schemes {
    ($($(#[doc = $doc:literal])* $name:ident = $wire:literal,)*) => {
        /// A colour scheme. The embed accepts no other.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ColorScheme {
            $($(#[doc = $doc])* $name,)*
        }

        impl ColorScheme {
            /// Every scheme.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name of each scheme.
            const NAMES: &'static [&'static str] = &[$($wire,)*];

            /// The name of the scheme.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $wire,)*
                }
            }
        }
    };
}

color_schemes! {
    /// Dark on light.
    Light = "light",
    /// Light on dark.
    Dark = "dark",
    /// As the viewer's system.
    Auto = "auto",
}

impl ColorScheme {
    /// Reads a scheme by its name.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if there is none of that name.
    pub fn parse(name: &str) -> Result<Self, Error> {
        let mut all = Self::ALL.iter().copied();
        all.find(|scheme| scheme.as_str() == name)
            .ok_or(Error::COLOR_SCHEME)
    }
}

impl Argument for ColorScheme {
    const VALUES: &'static [&'static str] = Self::NAMES;

    fn rule() -> Rule {
        Rule {
            is: &patterns::COLOR_SCHEME,
            is_not: None,
            error: Error::COLOR_SCHEME,
        }
    }

    fn read(value: &Value) -> Result<Self, Error> {
        value
            .as_str()
            .ok_or(Error::COLOR_SCHEME)
            .and_then(Self::parse)
    }

    fn text(&self) -> &str {
        self.as_str()
    }
}

/// Declares arguments that are texts with a rule.
macro_rules! text_arguments {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident is $is:ident $(and not $is_not:ident)?, or else $error:ident: $variant:ident;
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl $name {
            /// Checks a text.
            ///
            /// # Errors
            #[doc = concat!("[`Error::", stringify!($variant), "`] if the embed would not accept it.")]
            pub fn parse(text: &str) -> Result<Self, Error> {
                Self::rule().check(text).map(|()| Self(text.into()))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Argument for $name {
            fn rule() -> Rule {
                Rule {
                    is: &patterns::$is,
                    is_not: None $(.or(Some(&patterns::$is_not)))?,
                    error: Error::$error,
                }
            }

            fn read(value: &Value) -> Result<Self, Error> {
                value.as_str().ok_or(Error::$error).and_then(Self::parse)
            }

            fn text(&self) -> &str {
                &self.0
            }
        }
    )*};
}

text_arguments! {
    /// A language tag such as `de`, `de-CH` or `pt_BR`.
    Locale is LOCALE, or else LOCALE: InvalidOption;

    /// An IANA time zone name such as `Europe/Berlin` or `UTC`. Only its form is checked: the
    /// browser knows which zones exist.
    Timezone is TIMEZONE, or else InvalidTimezone: InvalidTimezone;

    /// A path inside the embed. It cannot name another origin: no scheme, no host, no backslash,
    /// no control character.
    InnerPath is PATH and not PATH_ELSEWHERE, or else InvalidPath: InvalidPath;
}

impl Argument for Filter {
    fn rule() -> Rule {
        Rule {
            is: &patterns::FILTER,
            is_not: None,
            error: Error::InvalidFilter,
        }
    }

    fn read(value: &Value) -> Result<Self, Error> {
        Self::from_json(value)
    }

    fn text(&self) -> &str {
        self.parameter()
    }
}

impl Argument for SessionId {
    fn rule() -> Rule {
        Rule {
            is: &patterns::NOT_BLANK,
            is_not: Some(&patterns::NO_SESSION_ID),
            error: Error::MintInvalid,
        }
    }

    fn read(value: &Value) -> Result<Self, Error> {
        let id = value.as_str().and_then(Self::new);
        id.ok_or(Error::MintInvalid)
    }

    fn text(&self) -> &str {
        self.expose()
    }
}
