//! Every rule of the protocol that is a pattern of text.
//!
//! The patterns are generated for TypeScript, so they use only what regex-lite and JavaScript read
//! in the same way: no look-around, no `.`, `\s` or `\b`, and no Unicode classes. `\w` and `\d` are
//! ASCII in both, and `^` and `$` mean the whole text. The one flag is `(?i)` at the beginning: the
//! case of ASCII letters makes no difference then, in both.
//!
//! A stranger may write the text, and JavaScript searches by trying: a pattern must not take longer
//! than in proportion to the text. So what a pattern repeats ends at a character that the repetition
//! cannot have, and it is not tried again from each place within. `npm/tests/patterns.test.mjs`
//! doubles the texts.

use std::sync::OnceLock;

use regex_lite::Regex;

/// A pattern, compiled on first use.
#[derive(Debug)]
pub struct Pattern {
    /// The name of its constant.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// The regular expression.
    pub text: &'static str,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// True if the pattern occurs in `text`.
    pub fn matches(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    /// The first part of `text` that the pattern matches.
    pub(super) fn find<'a>(&self, text: &'a str) -> Option<&'a str> {
        self.regex()?.find(text).map(|found| found.as_str())
    }

    /// `text` with `replacement` of each occurrence in its place.
    pub(super) fn replace_all(
        &self,
        text: &str,
        mut replacement: impl FnMut(&str) -> String,
    ) -> String {
        let mut replaced = String::with_capacity(text.len());
        let mut rest = 0;
        for found in self.regex().iter().flat_map(|regex| regex.find_iter(text)) {
            replaced.push_str(text.get(rest..found.start()).unwrap_or_default());
            replaced.push_str(&replacement(found.as_str()));
            rest = found.end();
        }
        replaced.push_str(text.get(rest..).unwrap_or_default());
        replaced
    }

    /// `None` if the text is no regular expression: a native test compiles every pattern.
    fn regex(&self) -> Option<&Regex> {
        let regex = self.regex.get_or_init(|| Regex::new(self.text).ok());
        regex.as_ref()
    }
}

/// Declares patterns. Each is a constant of this module and an entry of [`ALL`], from which the
/// TypeScript constants are generated.
macro_rules! patterns {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal;)*) => {
        $(
            $(#[doc = $doc])*
            pub static $name: Pattern = Pattern {
                name: stringify!($name),
                doc: concat!($($doc, "\n"),*),
                text: $text,
                regex: OnceLock::new(),
            };
        )*

        /// Every pattern.
        pub static ALL: &[&Pattern] = &[$(&$name,)*];
    };
}

patterns! {
    /// Actions that describe a state: a later one of the same kind replaces an earlier one, and an
    /// embed that has lost its state needs them again.
    LASTING_ACTION = "^(set-|navigate$)";

    /// A colour scheme.
    COLOR_SCHEME = "^(light|dark|auto)$";

    /// A language tag: subtags of letters and digits, joined by `-` or `_`. No language that is in use has a
    /// code of more than three letters, but its name has.
    LOCALE = "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$";

    /// The form of an IANA time zone name. Only the browser knows which zones exist: `UTC+2` is none.
    TIMEZONE = "^[A-Za-z][A-Za-z0-9/_+-]*$";

    /// A path without backslashes and control characters. It neither begins nor ends with a space,
    /// because parsers of URLs would leave that out.
    PATH = r"^[^ \\\x00-\x1f\x7f]([^\\\x00-\x1f\x7f]*[^ \\\x00-\x1f\x7f])?$";

    /// A path that names a host or a scheme, and so would leave the embed.
    PATH_ELSEWHERE = "^(//|[^/?#]*:)";

    /// What the path of a surface cannot have: a fragment, which would hide the session id, and a
    /// segment that begins with `..`, which would leave the base URL.
    NOT_OF_SURFACE = r"(?i)#|^([^?#]*/)?(\.|%2e){2}";

    /// The beginning of a filter's parameter: prefix, `<semantic_view>.<dimension>` and `=`.
    FILTER = r"^f_\w+\.\w+=";

    /// A base URL as the platform's parser writes it: https, or http on `localhost`,
    /// `*.localhost`, 127.0.0.0/8 and `[::1]`; without credentials, query and fragment. Its host has
    /// no place for a session id.
    BASE_URL = r"^(https://[^/@?#{]+|http://(([^/@?#{]*\.)?localhost|127(\.(\d\d?|[01]\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(:\d*)?)(/[^?#]*)?\??#?$";

    /// What a path is added to: a base URL without slashes, an empty query and an empty fragment at
    /// its end.
    BASE_URL_ROOT = r"^[^\n]*[^/?#]";

    /// A public id that is neither empty nor a step in the path (`.` or `..`). It has no slash and no
    /// backslash: a server that decodes `..%2F` before it reads the path would leave the dashboards.
    PUBLIC_ID = r"^(\.?[^./\\]|\.\.[^/\\])[^/\\]*$";

    /// A parameter that carries a session id, in a URL in which `={session}` was replaced. A name with
    /// an encoded letter may be one: nobody encodes those.
    SESSION_IN_QUERY = "[?&]([^?=&]*%[467]|session(Id)?([=&]|$))";

    /// A text that is not blank.
    NOT_BLANK = r"[^\t\n\f\r ]";

    /// A text that is no session id, although there may be one inside: JSON, HTML, an object or
    /// `undefined` that was made a text, an address, or the text of a header. The description does not say what an
    /// id looks like, so every other text may be one.
    NO_SESSION_ID = r#"^[\t\n\f\r ]*(<|"|\[object |[{\[][\t\n\f\r ]*["{\[]|https?://|Bearer |undefined$)"#;

    /// Attributes that an iframe of ours cannot have: its source, and event handlers.
    FORBIDDEN_ATTRIBUTE = "(?i)^(on|(src(doc)?|loading)$)";

    /// Elements of a page that show no children.
    REPLACED_ELEMENT = "^(audio|canvas|embed|iframe|img|input|object|select|textarea|video)$";

    /// A string of a JSON text, or a plus sign outside of strings, which is that of an exponent. Each text is JSON: the
    /// last quote may be missing, so that the search takes time in proportion.
    JSON_STRING_OR_PLUS = r#""(\\[^\n]|[^"\\])*"?|\+"#;
}
