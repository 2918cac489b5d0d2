//! A dashboard filter: `f_<semantic_view>.<dimension>=<JSON>`.

use alloc::string::String;

use super::actions::{Argument, Rule};
use super::text::{SOMETHING, Text};
use crate::error::Error;

/// What stands before the member in a filter's parameter.
pub const FILTER_PREFIX: &str = "f_";

const MEMBER: &str = r"^\w+\.\w+$";
const MEMBER_OF: &str = "^f_([^=]*)=";
const CONDITION_OF: &str = r"^f_[^=]*=([\s\S]*)$";

/// One filter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Filter<T = String> {
    member: T,
    condition: T,
}

impl<T: Text> Filter<T> {
    /// The filter of `member` by `condition`, a JSON text such as
    /// `{"operator":"equals","value":"completed"}`. That it is JSON is the caller's to know.
    ///
    /// # Errors
    /// Where `member` is not `<semantic_view>.<dimension>`, or the condition is empty.
    pub fn of(member: T, condition: &T) -> Result<Self, Error> {
        if !member.matches(MEMBER) {
            return Err(Error::INVALID_MEMBER);
        }
        if !condition.matches(SOMETHING) {
            return Err(Error::INVALID_FILTER);
        }
        Ok(Self {
            member,
            condition: url_safe_json(condition),
        })
    }

    /// The member and the condition of a parameter, as they are written in it.
    pub fn split(parameter: &T) -> Option<(T, T)> {
        Some((
            parameter.capture(MEMBER_OF)?,
            parameter.capture(CONDITION_OF)?,
        ))
    }

    /// The member, `<semantic_view>.<dimension>`.
    pub fn member(&self) -> &T {
        &self.member
    }

    /// The JSON text, without characters that mean something in a URL.
    pub fn condition(&self) -> &T {
        &self.condition
    }

    /// The filter as `set-filter` carries it.
    pub fn parameter(&self) -> T {
        let mut parameter = self.key();
        parameter.push(&self.condition);
        parameter
    }

    /// Writes the filter as a part of a URL's query.
    pub(super) fn push_query_pair(&self, query: &mut T) {
        query.push(&self.key());
        query.push(&self.condition.encoded());
    }

    /// What stands before the condition.
    fn key(&self) -> T {
        let mut key = T::of(FILTER_PREFIX);
        key.push(&self.member);
        key.push_str("=");
        key
    }
}

#[cfg(feature = "messages")]
impl Filter {
    /// [`Filter::of`] copies of both.
    ///
    /// # Errors
    /// Where `member` is not `<semantic_view>.<dimension>`, or the condition is empty.
    pub fn new(member: &str, condition: &str) -> Result<Self, Error> {
        Self::of(Text::of(member), &Text::of(condition))
    }
}

impl Argument for Filter {
    const RULE: Rule = Rule {
        is: r"^f_\w+\.\w+=[\s\S]*[^\t\n\f\r ]",
        is_not: None,
        error: Error::INVALID_FILTER,
    };

    #[cfg(feature = "messages")]
    fn parse(text: &str) -> Result<Self, Error> {
        let (member, condition) = Self::split(&Text::of(text)).ok_or(Error::INVALID_FILTER)?;
        Filter::of(member, &condition)
    }

    #[cfg(feature = "messages")]
    fn text(&self) -> String {
        self.parameter()
    }
}

/// What is written instead of what, in a condition.
const ESCAPES: [(&str, &str); 5] = [
    // JSON has these in strings alone, but for the sign of an exponent, which may be left out.
    (r#"("([^"\\]|\\.)*")|\+"#, "$1"),
    ("&", r"\u0026"),
    (r"\+", r"\u002b"),
    ("%", r"\u0025"),
    ("#", r"\u0023"),
];

/// The same JSON with `&`, `+`, `%` and `#` written as escapes, so that an embed may read the
/// parameter as text or as a URL's query and finds the same value.
fn url_safe_json<T: Text>(json: &T) -> T {
    let mut safe = json.clone();
    for (pattern, by) in &ESCAPES {
        safe = safe.replace(pattern, by);
    }
    safe
}
