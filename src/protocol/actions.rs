//! Every action of the catalog: what a host page asks of its embed.

use serde_json::{Map, Value, json};

use super::arguments::{Argument, ColorScheme, InnerPath, Locale, Rule, Timezone};
use super::filter::Filter;
use super::names::{ACTION, ACTION_PREFIX, SOURCE};
use super::patterns::LASTING_ACTION;
use super::schema::{FieldDoc, MessageDoc};
use super::session_id::SessionId;
use crate::Error;

/// What an action's payload is.
#[derive(Debug, Clone)]
pub enum PayloadSpec {
    /// An object with one text.
    Field {
        /// The text's property.
        key: &'static str,
        /// What the text must be.
        rule: Rule,
    },
    /// Any object.
    Open,
    /// Nothing; sent as an empty object.
    Empty,
}

/// Declares the actions. The argument of an action is a type with a rule and the property that
/// carries it, or `open` for a payload that is any object.
macro_rules! actions {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $(($key:tt: $type:ty))? = $wire:literal;
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
                    $(ActionKind::$name => actions!(@spec $($key $type)?),)*
                }
            }

            /// What people read of the action.
            pub fn documentation(self) -> MessageDoc {
                match self {
                    $(ActionKind::$name => MessageDoc {
                        type_name: stringify!($name),
                        doc: concat!($($doc, "\n"),*),
                        surfaces: "",
                        fields: actions!(@fields $($key $type)?),
                    },)*
                }
            }
        }

        /// An action with its payload.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Action {
            $($(#[doc = $doc])* $name $(($type))?,)*
            /// An action that this version does not know.
            Other {
                /// The bare name.
                name: String,
                /// Its payload.
                payload: Map<String, Value>,
            },
        }

        impl Action {
            /// The bare name, without the prefix of the wire.
            pub fn name(&self) -> &str {
                match self {
                    $(Action::$name $((actions!(@ignore $type)))? => $wire,)*
                    Action::Other { name, .. } => name,
                }
            }

            /// The payload as JSON.
            pub fn payload(&self) -> Value {
                match self {
                    $(actions!(@bind $name argument $($type)?) => {
                        actions!(@write argument $($key $type)?)
                    })*
                    Action::Other { payload, .. } => Value::Object(payload.clone()),
                }
            }

            /// The action of a kind, by its payload.
            fn read(kind: ActionKind, payload: Value) -> Result<Self, Error> {
                match kind {
                    $(ActionKind::$name => actions!(@read $name payload $($key $type)?),)*
                }
            }
        }
    };

    (@spec) => { PayloadSpec::Empty };
    (@spec open $type:ty) => { PayloadSpec::Open };
    (@spec $key:literal $type:ty) => {
        PayloadSpec::Field { key: $key, rule: <$type as Argument>::rule() }
    };
    (@fields) => { &[] };
    (@fields open $type:ty) => { &[] };
    (@fields $key:literal $type:ty) => {
        &[FieldDoc { doc: "", known: <$type as Argument>::VALUES }]
    };
    (@ignore $type:ty) => { _ };
    (@bind $name:ident $argument:ident) => { Action::$name };
    (@bind $name:ident $argument:ident $type:ty) => { Action::$name($argument) };
    (@write $argument:ident) => { json!({}) };
    (@write $argument:ident open $type:ty) => { Value::Object($argument.clone()) };
    (@write $argument:ident $key:literal $type:ty) => { json!({ $key: $argument.text() }) };
    (@read $name:ident $payload:ident) => { Ok(Action::$name) };
    (@read $name:ident $payload:ident open $type:ty) => { object($payload).map(Action::$name) };
    (@read $name:ident $payload:ident $key:literal $type:ty) => {
        Argument::read($payload.get($key).unwrap_or_default()).map(Action::$name)
    };
}

actions! {
    /// Sets the colour scheme; `auto` follows the viewer's system.
    SetColorScheme("scheme": ColorScheme) = "set-color-scheme";
    /// Applies a brand theme, for example `primaryColor`, `borderRadius` and `font`. The payload
    /// is the theme itself.
    SetTheme(open: Map<String, Value>) = "set-theme";
    /// Sets the language and number formats: a full code, a short code or a regional variant.
    SetLocale("locale": Locale) = "set-locale";
    /// Sets the time zone by its IANA name. It takes precedence over the URL's `timezone` and the
    /// account's default. The embed ignores bare UTC offsets.
    SetTimezone("timezone": Timezone) = "set-timezone";
    /// Sets one filter, in the form `f_<semantic_view>.<dimension>=<JSON>`.
    SetFilter("filterUrlParameter": Filter) = "set-filter";
    /// Navigates to a path inside the embed.
    Navigate("path": InnerPath) = "navigate";
    /// Runs the embed's queries again.
    Refresh = "refresh";
    /// Swaps in a fresh signed session without reloading the iframe. Only svc-embed sends it.
    SetSession("sessionId": SessionId) = "set-session";
}

impl ActionKind {
    /// The action with this bare name; `None` if this version does not know it.
    pub fn of(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|kind| kind.name() == name)
    }
}

impl Action {
    /// Reads any action that a page may send, by its name, with or without the prefix, and its
    /// payload. The payload of an action without one is ignored.
    ///
    /// ```
    /// use serde_json::json;
    /// use svc_embed::protocol::Action;
    ///
    /// let action = Action::parse("set-locale", json!({ "locale": "de" }))?;
    /// assert_eq!(action.name(), "set-locale");
    /// # Ok::<(), svc_embed::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if there is no name or the payload is no object, [`Error::ReservedAction`] for
    /// `set-session`, and the error of the action's rule if the embed would not accept the payload.
    pub fn parse(name: &str, payload: Value) -> Result<Self, Error> {
        let name = name.strip_prefix(ACTION_PREFIX).unwrap_or(name);
        match ActionKind::of(name) {
            Some(ActionKind::SetSession) => Err(Error::ReservedAction),
            Some(kind) => Self::read(kind, payload),
            None if name.is_empty() => Err(Error::ACTION_NAME),
            None => Ok(Action::Other {
                name: name.into(),
                payload: object(payload)?,
            }),
        }
    }

    /// The action as a page may send it. [`Action::Other`] is read by its name: if this version
    /// knows the name, the rules of that action apply to it, and the result is that action.
    ///
    /// ```
    /// use svc_embed::Error;
    /// use svc_embed::protocol::Action;
    ///
    /// let action = Action::Other { name: "set-session".into(), payload: Default::default() };
    /// assert_eq!(action.checked(), Err(Error::ReservedAction));
    /// ```
    ///
    /// # Errors
    /// As [`Action::parse`].
    pub fn checked(&self) -> Result<Self, Error> {
        match self {
            Action::SetSession(_) => Err(Error::ReservedAction),
            Action::Other { name, payload } => Self::parse(name, Value::Object(payload.clone())),
            _ => Ok(self.clone()),
        }
    }

    /// True if the action describes a state, which an embed that has lost its state needs again.
    /// False for `set-session`: its id is spent.
    pub fn lasts(&self) -> bool {
        let is_spent = ActionKind::of(self.name()) == Some(ActionKind::SetSession);
        !is_spent && LASTING_ACTION.matches(self.name())
    }

    /// The key of the action: a later action of the same key replaces this one. Each filter member
    /// has its own. `None` if nothing replaces the action.
    pub fn key(&self) -> Option<String> {
        match self {
            Action::SetFilter(filter) => Some(filter.key().into()),
            Action::SetSession(_) => None,
            Action::Other { name, .. } => self.lasts().then(|| name.clone()),
            _ => Some(self.name().into()),
        }
    }

    /// The action in its envelope, sent at `timestamp` (epoch milliseconds).
    pub fn to_json(&self, timestamp: f64) -> Value {
        let full_name = [ACTION_PREFIX, self.name()].concat();
        json!({
            "source": SOURCE,
            "direction": ACTION,
            "type": full_name,
            "payload": self.payload(),
            "timestamp": timestamp,
        })
    }
}

/// The object that a payload must be.
fn object(payload: Value) -> Result<Map<String, Value>, Error> {
    match payload {
        Value::Object(object) => Ok(object),
        _ => Err(Error::PAYLOAD),
    }
}
