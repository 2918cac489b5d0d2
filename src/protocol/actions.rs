//! Every action of the catalog: what a host page tells its embed.

use alloc::borrow::ToOwned;
use alloc::string::String;

#[cfg(feature = "messages")]
use serde_json::{Map, Value, json};

use super::filter::Filter;
use super::schema::{FieldDoc, MessageDoc};
use super::session_id::SessionId;
use crate::error::Error;

/// What an action's payload is.
#[derive(Debug, Clone, Copy)]
pub enum PayloadSpec {
    /// An object with one string.
    Field {
        /// The string's property.
        key: &'static str,
        /// Refuses a string that the embed would not take.
        check: fn(&str) -> Result<(), Error>,
    },
    /// An open object.
    Open,
    /// Nothing; sent as an empty object.
    Empty,
}

/// A string that an action carries.
pub trait Argument: Sized {
    /// The only values there are; empty where there is no such list.
    const VALUES: &'static [&'static str] = &[];

    /// Checks the string.
    ///
    /// # Errors
    /// Where the embed would not take it.
    fn check(text: &str) -> Result<(), Error>;

    /// The string, checked.
    ///
    /// # Errors
    /// Where the embed would not take it.
    fn parse(text: &str) -> Result<Self, Error>;

    /// The string as it is sent.
    fn text(&self) -> String;
}

macro_rules! actions {
    (@payload) => { PayloadSpec::Empty };
    (@payload open $type:ty) => { PayloadSpec::Open };
    (@payload $key:literal $type:ty) => {
        PayloadSpec::Field { key: $key, check: <$type as Argument>::check }
    };
    (@fields) => { &[] };
    (@fields open $type:ty) => { &[] };
    (@fields $key:literal $type:ty) => {
        &[FieldDoc { doc: "", known: <$type as Argument>::VALUES }]
    };
    (@json $name:ident $self:ident) => { Value::Object(Map::new()) };
    (@json $name:ident $self:ident $value:ident open $type:ty) => { Value::Object($value.clone()) };
    (@json $name:ident $self:ident $value:ident $key:literal $type:ty) => {
        json!({ $key: $value.text() })
    };
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $(($value:ident: $($payload:tt)+))? = $wire:literal;
    )*) => {
        /// The name of an action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ActionKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl ActionKind {
            /// Every kind, in the order of the catalog.
            pub const ALL: &'static [ActionKind] = &[$(ActionKind::$name,)*];

            /// The bare name, without the prefix of the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ActionKind::$name => $wire,)*
                }
            }

            /// What the payload is.
            pub fn payload(self) -> PayloadSpec {
                match self {
                    $(ActionKind::$name => actions!(@payload $($($payload)+)?),)*
                }
            }

            /// What people read of the action.
            pub fn documentation(self) -> MessageDoc {
                match self {
                    $(ActionKind::$name => MessageDoc {
                        type_name: stringify!($name),
                        doc: concat!($($doc, "\n"),*),
                        surfaces: "",
                        fields: actions!(@fields $($($payload)+)?),
                    },)*
                }
            }
        }

        /// An action with its payload.
        #[cfg(feature = "messages")]
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Action {
            $($(#[doc = $doc])* $name $((actions!(@type $($payload)+)))?,)*
            /// An action that this version does not know.
            Other {
                /// The bare name.
                name: String,
                /// Its payload.
                payload: Map<String, Value>,
            },
        }

        #[cfg(feature = "messages")]
        impl Action {
            /// The bare name.
            pub fn name(&self) -> &str {
                match self {
                    $(Action::$name $((actions!(@ignore $value)))? => $wire,)*
                    Action::Other { name, .. } => name,
                }
            }

            /// The payload as JSON.
            pub fn payload(&self) -> Value {
                match self {
                    $(Action::$name $(($value))? => {
                        actions!(@json $name self $($value $($payload)+)?)
                    })*
                    Action::Other { payload, .. } => Value::Object(payload.clone()),
                }
            }
        }
    };
    (@type open $type:ty) => { $type };
    (@type $key:literal $type:ty) => { $type };
    (@ignore $value:ident) => { _ };
}

actions! {
    /// Sets the colour scheme; `auto` follows the viewer's system.
    SetColorScheme(scheme: "scheme" ColorScheme) = "set-color-scheme";
    /// Applies a brand theme, for example `primaryColor`, `borderRadius` and `font`. The payload
    /// is the theme itself.
    SetTheme(theme: open Map<String, Value>) = "set-theme";
    /// Sets the language and number formats: a full code, a short code or a regional variant.
    SetLocale(locale: "locale" Locale) = "set-locale";
    /// Sets the time zone, before the URL's `timezone` and the account's default. An IANA name;
    /// the embed ignores bare UTC offsets.
    SetTimezone(timezone: "timezone" Timezone) = "set-timezone";
    /// Sets one filter, in the form `f_<semantic_view>.<dimension>=<JSON>`.
    SetFilter(filter: "filterUrlParameter" Filter) = "set-filter";
    /// Navigates to a path inside the embed.
    Navigate(path: "path" InnerPath) = "navigate";
    /// Runs the embed's queries again.
    Refresh = "refresh";
    /// Swaps in a fresh signed session without reloading the iframe. The bridge sends it itself.
    SetSession(session: "sessionId" SessionId) = "set-session";
}

impl ActionKind {
    /// The action with the bare name `name`, where this version knows it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// A colour scheme. The embed accepts no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorScheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// As the viewer's system.
    Auto,
}

impl Argument for ColorScheme {
    const VALUES: &'static [&'static str] = &["light", "dark", "auto"];

    fn check(text: &str) -> Result<(), Error> {
        if Self::VALUES.contains(&text) {
            return Ok(());
        }
        Err(Error::INVALID_SCHEME)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::check(text).map(|()| match text {
            "light" => ColorScheme::Light,
            "dark" => ColorScheme::Dark,
            _ => ColorScheme::Auto,
        })
    }

    fn text(&self) -> String {
        match self {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
            ColorScheme::Auto => "auto",
        }
        .to_owned()
    }
}

/// A language tag such as `de`, `de-CH` or `pt_BR`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Locale(String);

impl Argument for Locale {
    fn check(text: &str) -> Result<(), Error> {
        let mut subtags = text.as_bytes().split(|byte| matches!(byte, b'-' | b'_'));
        let language = subtags.next().unwrap_or_default();
        let well_formed = (2..=8).contains(&language.len())
            && language.iter().all(u8::is_ascii_alphabetic)
            && subtags.all(|subtag| {
                (1..=8).contains(&subtag.len()) && subtag.iter().all(u8::is_ascii_alphanumeric)
            });
        if well_formed {
            return Ok(());
        }
        Err(Error::INVALID_LOCALE)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::check(text).map(|()| Self(text.to_owned()))
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

/// An IANA time zone name such as `Europe/Berlin` or `UTC`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Timezone(String);

impl Argument for Timezone {
    /// Checks the form. Whether the zone exists, the browser knows.
    fn check(text: &str) -> Result<(), Error> {
        let allowed =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'+' | b'-');
        let starts_with_letter = text
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_alphabetic());
        if starts_with_letter && text.bytes().all(allowed) && !is_bare_offset(text) {
            Ok(())
        } else {
            Err(Error::INVALID_TIMEZONE)
        }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::check(text).map(|()| Self(text.to_owned()))
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

/// Whether `text` is an offset with a prefix, such as `UTC+2`, `GMT-05` or `Z`. The database's
/// own names `GMT+0`, `GMT-0` and `GMT0` are none.
fn is_bare_offset(text: &str) -> bool {
    let after = |prefix: &str| {
        let (start, rest) = text.split_at_checked(prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then_some(rest)
    };
    if let Some(rest) = after("GMT") {
        !matches!(rest, "+0" | "-0" | "0") && is_offset(rest)
    } else if let Some(rest) = after("UTC") {
        is_offset(rest)
    } else {
        after("Z").is_some_and(|rest| rest.is_empty() || is_offset(rest))
    }
}

fn is_offset(text: &str) -> bool {
    text.bytes()
        .next()
        .is_some_and(|byte| matches!(byte, b'+' | b'-') || byte.is_ascii_digit())
}

/// A path inside the embed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InnerPath(String);

impl Argument for InnerPath {
    /// A path that cannot name another origin: no scheme, no host, no backslash, no control
    /// character.
    fn check(text: &str) -> Result<(), Error> {
        let ends_in_space = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let bytes = text.as_bytes();
        let mut first_segment = bytes
            .iter()
            .take_while(|byte| !matches!(byte, b'/' | b'?' | b'#'));
        // Parsers of URLs leave out white space at the ends.
        let stays_inside = !ends_in_space(bytes.first())
            && !ends_in_space(bytes.last())
            && !text.starts_with("//")
            && first_segment.all(|byte| *byte != b':')
            && bytes
                .iter()
                .all(|byte| *byte != b'\\' && !byte.is_ascii_control());
        if stays_inside {
            return Ok(());
        }
        Err(Error::INVALID_PATH)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::check(text).map(|()| Self(text.to_owned()))
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

impl Argument for SessionId {
    fn check(text: &str) -> Result<(), Error> {
        Self::parse(text).map(drop)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        SessionId::new(text).ok_or(Error::MINT_INVALID)
    }

    fn text(&self) -> String {
        self.expose().to_owned()
    }
}
