//! The texts of the protocol by their numbers: what is compared, matched and written. A page learns
//! them once (`bridge::words`); a number then crosses its boundary, and no string is copied.

use super::actions::ActionKind;

/// The number of a text.
pub type Word = i32;

/// Declares texts, numbered from `$first` on.
macro_rules! words {
    ($list:ident from $first:expr; $($name:ident = $text:expr;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        #[allow(dead_code, reason = "as their constants")]
        enum Place {
            $($name,)*
        }
        $(
            #[allow(dead_code, reason = "each part of the crate uses some; escapes follow each other")]
            pub(crate) const $name: Word = $first + Place::$name as Word;
        )*
        #[allow(dead_code, reason = "a page may have them from a file")]
        pub(crate) const $list: &[&str] = &[$($text,)*];
    };
}

#[cfg(any(feature = "bridge", feature = "npm"))]
pub(crate) use words;

words! {
    WORDS from 0;

    NONE = "";

    // Actions that describe a state.
    LASTING = "^(set-|navigate$)";

    // Arguments of actions; see `Rule`.
    SOMETHING = r"[^\t\n\f\r ]";
    NEVER = r"[^\s\S]";
    SCHEME_FORM = "^(light|dark|auto)$";
    LOCALE_FORM = "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$";
    ZONE_FORM = "^[A-Za-z][A-Za-z0-9/_+-]*$";
    // An offset with a prefix, such as `UTC+2`, `GMT-05` or `Z`. The database's own names `GMT+0`,
    // `GMT-0` and `GMT0` are none.
    ZONE_OFFSET = "^([Uu][Tt][Cc][-+0-9]|[Zz]($|[-+0-9])|[Gg][Mm][Tt]([1-9]|[-+]?0.|[-+]([^0]|$)))";
    // Parsers of URLs leave out white space at the ends.
    PATH_FORM = r"^[^ \\\x00-\x1f\x7f]([^\\\x00-\x1f\x7f]*[^ \\\x00-\x1f\x7f])?$";
    PATH_ELSEWHERE = "^(//|[^/?#]*:)";
    FILTER_FORM = r"^f_\w+\.\w+=[\s\S]*[^\t\n\f\r ]";

    // Their properties.
    SCHEME = "scheme";
    LOCALE = "locale";
    TIMEZONE = "timezone";
    FILTER_PARAMETER = "filterUrlParameter";
    PATH = "path";
    SESSION_ID = "sessionId";

    // A filter's parameter.
    FILTER_PREFIX = "f_";
    CONDITION = r"=[\s\S]*";
    KEY = "^([^%]*)%3D";
    KEY_AS_IT_WAS = "$1=";
    // What is written in a condition, by turns with what is written instead. JSON has these in
    // strings alone, but for the sign of an exponent, which may be left out.
    ESCAPES = r#"("([^"\\]|\\.)*")|\+"#;
    ESCAPED = "$1";
    AND = "&";
    ESCAPED_AND = r"\u0026";
    PLUS = r"\+";
    ESCAPED_PLUS = r"\u002b";
    PERCENT = "%";
    ESCAPED_PERCENT = r"\u0025";
    HASH = "#";
    ESCAPED_HASH = r"\u0023";

    // Where an embed lives. The base URL as the platform's parser writes it: https, or http on
    // `localhost`, `*.localhost`, 127.0.0.0/8 and `[::1]`; no credentials, query or fragment.
    BASE_FORM = r"^(https://[^/@?#]+|http://(([^/@?#]*\.)?localhost|127(\.(\d\d?|[01]\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(:\d*)?)(/[^?#]*)?\??#?$";
    ORIGIN_OF = r"^(\w+://[^/]+)[\s\S]*$";
    END_OF_BASE = r"/*\??#?$";
    DASHBOARD = "dashboard";
    APP = "app";
    CHAT = "chat";
    PLACE = "{}";
    AT_DASHBOARD = "/embed/dashboard/{}";
    AT_APP = "/embed/d/{}/app";
    AT_CHAT = "/embed/chat";
    // Neither empty nor a step in the path.
    PUBLIC_ID_FORM = r"[^.]|\.\.\.";
    FIRST_SLASH = "^/?";
    SLASH = "/";
    // Parameters.
    RESERVED = "^(|session|sessionId)$";
    PARAMETER = "{}={}";
    QUERY = r"\?";
    QUESTION = "?";
    // The place of the session id, and what is left out with it where there is none.
    SESSION_PLACE = "{session}";
    SESSION_PLACE_FORM = r"\{session\}";
    SESSION = "session";
    AT_SESSION = "session={session}";
    AT_CHAT_SESSION = "sessionId={session}";
    NO_SESSION = r"\w+=\{session\}&|.\w+=\{session\}$|\{session\}";
}

/// The number of an action's name; these follow the other texts.
pub const fn of_action(kind: ActionKind) -> Word {
    FIRST_ACTION + kind as Word
}

/// The action with such a name.
pub(crate) fn action_of(word: Word) -> Option<ActionKind> {
    let place = usize::try_from(word - FIRST_ACTION).ok()?;
    ActionKind::ALL.get(place).copied()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a short list"
)]
const FIRST_ACTION: Word = WORDS.len() as Word;
/// The first number that is free.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a short list"
)]
pub(crate) const END: Word = FIRST_ACTION + ActionKind::ALL.len() as Word;

/// A text by its number; empty where there is none.
#[cfg(feature = "messages")]
pub fn text(word: Word) -> &'static str {
    let place = usize::try_from(word).unwrap_or_default();
    let name = action_of(word).map(ActionKind::name);
    name.or(WORDS.get(place).copied()).unwrap_or_default()
}
