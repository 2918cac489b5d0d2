//! A dashboard filter: `f_<semantic_view>.<dimension>=<JSON>`.

use alloc::string::String;

use super::actions::{Argument, Rule};
use super::text::Text;
use super::words;
use crate::error::Error;

/// One filter, as `set-filter` carries it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Filter<T = String>(T);

impl<T: Text> Filter<T> {
    /// The filter of a `parameter` such as `f_orders.status={"value":"completed"}`. That its
    /// condition is JSON is the caller's to know.
    ///
    /// # Errors
    /// Where it has another form.
    pub fn of(parameter: &T) -> Result<Self, Error> {
        Filter::RULE.check(parameter)?;
        // The same JSON with `&`, `+`, `%` and `#` written as escapes, so that an embed may read
        // the parameter as text or as a URL's query and finds the same value.
        let mut safe = parameter.clone();
        for escape in (words::ESCAPES..words::HASH + 2).step_by(2) {
            safe = safe.replace(escape, escape + 1);
        }
        Ok(Self(safe))
    }

    /// The filter as `set-filter` carries it.
    pub fn parameter(&self) -> &T {
        &self.0
    }

    /// What stands before the condition, `f_<semantic_view>.<dimension>`.
    pub fn key(&self) -> T {
        self.0.replace(words::CONDITION, words::NONE)
    }

    /// The filter as a part of a URL's query.
    pub(super) fn query_pair(&self) -> T {
        let encoded = T::of(words::PLACE).fill(words::PLACE, &self.0);
        encoded.replace(words::KEY, words::KEY_AS_IT_WAS)
    }
}

#[cfg(feature = "messages")]
impl Filter {
    /// The filter of `member` by `condition`, a JSON text such as
    /// `{"operator":"equals","value":"completed"}`. That it is JSON is the caller's to know.
    ///
    /// # Errors
    /// Where `member` is not `<semantic_view>.<dimension>`, or the condition is empty.
    pub fn new(member: &str, condition: &str) -> Result<Self, Error> {
        if member.contains('=') {
            return Err(Error::INVALID_FILTER);
        }
        let prefix = words::text(words::FILTER_PREFIX);
        Self::of(&[prefix, member, "=", condition].concat())
    }

    /// The member, `<semantic_view>.<dimension>`.
    pub fn member(&self) -> &str {
        self.parts().0
    }

    /// The JSON text, without characters that mean something in a URL.
    pub fn condition(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        let pair = self.0.strip_prefix(words::text(words::FILTER_PREFIX));
        let pair = pair.and_then(|pair| pair.split_once('='));
        pair.unwrap_or_default()
    }
}

impl Argument for Filter {
    const RULE: Rule = Rule {
        is: words::FILTER_FORM,
        is_not: words::NEVER,
        error: Error::INVALID_FILTER,
    };

    #[cfg(feature = "messages")]
    fn parse(text: &str) -> Result<Self, Error> {
        Self::of(&text.into())
    }

    #[cfg(feature = "messages")]
    fn text(&self) -> String {
        self.0.clone()
    }
}
