//! Every action of the catalog: what a host page tells its embed.

use alloc::string::String;

#[cfg(feature = "messages")]
use serde_json::{Map, Value, json};

use super::filter::Filter;
use super::schema::{FieldDoc, MessageDoc};
use super::session_id::SessionId;
use super::text::Text;
use super::words::{self, Word};
use crate::error::Error;

/// What an action's payload is.
#[derive(Debug, Clone, Copy)]
pub enum PayloadSpec {
    /// An object with one string.
    Field {
        /// The string's property, a word.
        key: Word,
        /// Refuses a string that the embed would not take.
        rule: Rule,
    },
    /// An open object.
    Open,
    /// Nothing; sent as an empty object.
    Empty,
}

/// What a string must be, by patterns (see [`Text`]), which are words.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Is found in it.
    pub is: Word,
    /// Is not found in it.
    pub is_not: Word,
    /// What is wrong otherwise.
    pub error: Error,
}

impl Rule {
    /// Checks a string.
    ///
    /// # Errors
    /// Where the embed would not take it.
    pub fn check<T: Text>(&self, text: &T) -> Result<(), Error> {
        let is_good = text.matches(self.is) && !text.matches(self.is_not);
        is_good.then_some(()).ok_or(self.error)
    }
}

/// A string that an action carries.
pub trait Argument: Sized {
    /// What the string must be.
    const RULE: Rule;
    /// The only values there are; empty where there is no such list.
    const VALUES: &'static [&'static str] = &[];

    /// The string, checked.
    ///
    /// # Errors
    /// Where the embed would not take it.
    #[cfg(feature = "messages")]
    fn parse(text: &str) -> Result<Self, Error>;

    /// The string as it is sent.
    #[cfg(feature = "messages")]
    fn text(&self) -> String;
}

macro_rules! actions {
    (@payload) => { PayloadSpec::Empty };
    (@payload open $type:ty) => { PayloadSpec::Open };
    (@payload $key:ident $type:ty) => {
        PayloadSpec::Field { key: words::$key, rule: <$type as Argument>::RULE }
    };
    (@fields) => { &[] };
    (@fields open $type:ty) => { &[] };
    (@fields $key:ident $type:ty) => {
        &[FieldDoc { doc: "", known: <$type as Argument>::VALUES }]
    };
    (@json $name:ident $self:ident) => { Value::Object(Map::new()) };
    (@json $name:ident $self:ident $value:ident open $type:ty) => { Value::Object($value.clone()) };
    (@json $name:ident $self:ident $value:ident $key:ident $type:ty) => {
        json!({ words::text(words::$key): $value.text() })
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
            pub fn payload(self) -> &'static PayloadSpec {
                const PAYLOADS: &[PayloadSpec] = &[$(actions!(@payload $($($payload)+)?),)*];
                PAYLOADS.get(self as usize).unwrap_or(&PayloadSpec::Empty)
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
    (@type $key:ident $type:ty) => { $type };
    (@ignore $value:ident) => { _ };
}

actions! {
    /// Sets the colour scheme; `auto` follows the viewer's system.
    SetColorScheme(scheme: SCHEME ColorScheme) = "set-color-scheme";
    /// Applies a brand theme, for example `primaryColor`, `borderRadius` and `font`. The payload
    /// is the theme itself.
    SetTheme(theme: open Map<String, Value>) = "set-theme";
    /// Sets the language and number formats: a full code, a short code or a regional variant.
    SetLocale(locale: LOCALE Locale) = "set-locale";
    /// Sets the time zone, before the URL's `timezone` and the account's default. An IANA name;
    /// the embed ignores bare UTC offsets.
    SetTimezone(timezone: TIMEZONE Timezone) = "set-timezone";
    /// Sets one filter, in the form `f_<semantic_view>.<dimension>=<JSON>`.
    SetFilter(filter: FILTER_PARAMETER Filter) = "set-filter";
    /// Navigates to a path inside the embed.
    Navigate(path: PATH InnerPath) = "navigate";
    /// Runs the embed's queries again.
    Refresh = "refresh";
    /// Swaps in a fresh signed session without reloading the iframe. The bridge sends it itself.
    SetSession(session: SESSION_ID SessionId) = "set-session";
}

impl ActionKind {
    /// The action with the bare name `name`, where this version knows it.
    pub fn of<T: Text>(name: &T) -> Option<Self> {
        words::action_of(name.word())
    }
}

/// Whether the action of this bare name describes a state: such an action is kept, to be sent again
/// where an embed has lost its state.
pub fn lasts<T: Text>(name: &T) -> bool {
    name.matches(words::LASTING)
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
    const RULE: Rule = Rule {
        is: words::SCHEME_FORM,
        is_not: words::NEVER,
        error: Error::INVALID_SCHEME,
    };
    const VALUES: &'static [&'static str] = &["light", "dark", "auto"];

    #[cfg(feature = "messages")]
    fn parse(text: &str) -> Result<Self, Error> {
        checked::<Self>(text).map(|text| match text.as_str() {
            "light" => ColorScheme::Light,
            "dark" => ColorScheme::Dark,
            _ => ColorScheme::Auto,
        })
    }

    #[cfg(feature = "messages")]
    fn text(&self) -> String {
        let text = match self {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
            ColorScheme::Auto => "auto",
        };
        text.into()
    }
}

/// Declares an argument that is a text, by what it must be.
macro_rules! text_arguments {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $rule:expr;
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl Argument for $name {
            const RULE: Rule = $rule;

            #[cfg(feature = "messages")]
            fn parse(text: &str) -> Result<Self, Error> {
                checked::<Self>(text).map(Self)
            }

            #[cfg(feature = "messages")]
            fn text(&self) -> String {
                self.0.clone()
            }
        }
    )*};
}

text_arguments! {
    /// A language tag such as `de`, `de-CH` or `pt_BR`.
    Locale Rule {
        is: words::LOCALE_FORM,
        is_not: words::NEVER,
        error: Error::INVALID_LOCALE,
    };

    /// An IANA time zone name such as `Europe/Berlin` or `UTC`: its form. Whether the zone exists,
    /// the browser knows.
    Timezone Rule {
        is: words::ZONE_FORM,
        is_not: words::ZONE_OFFSET,
        error: Error::INVALID_TIMEZONE,
    };

    /// A path inside the embed. It cannot name another origin: no scheme, no host, no backslash,
    /// no control character.
    InnerPath Rule {
        is: words::PATH_FORM,
        is_not: words::PATH_ELSEWHERE,
        error: Error::INVALID_PATH,
    };
}

impl Argument for SessionId {
    const RULE: Rule = Rule {
        is: words::SOMETHING,
        is_not: words::NEVER,
        error: Error::MINT_INVALID,
    };

    #[cfg(feature = "messages")]
    fn parse(text: &str) -> Result<Self, Error> {
        SessionId::new(text).ok_or(Error::MINT_INVALID)
    }

    #[cfg(feature = "messages")]
    fn text(&self) -> String {
        self.expose().into()
    }
}

/// `text`, where an argument may be that.
#[cfg(feature = "messages")]
fn checked<A: Argument>(text: &str) -> Result<String, Error> {
    let text = text.into();
    A::RULE.check(&text).map(|()| text)
}
