//! A dashboard filter: `f_<semantic_view>.<dimension>=<JSON>`.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::actions::Argument;
use super::embed_url::push_encoded;
use super::text::{is_blank, joined, push_all, split_once};
use crate::error::Error;

/// What stands before the member in a filter's parameter.
pub const FILTER_PREFIX: &str = "f_";

/// One filter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Filter {
    member: String,
    condition: String,
}

impl Filter {
    /// The filter of `member` by `condition`, a JSON text such as
    /// `{"operator":"equals","value":"completed"}`. That it is JSON is the caller's to know.
    ///
    /// # Errors
    /// Where `member` is not `<semantic_view>.<dimension>`, or the condition is empty.
    pub fn new(member: &str, condition: &str) -> Result<Self, Error> {
        let (view, dimension) = split_once(member, b'.').ok_or(Error::INVALID_MEMBER)?;
        if !is_name(view) || !is_name(dimension) {
            return Err(Error::INVALID_MEMBER);
        }
        if is_blank(condition) {
            return Err(Error::INVALID_FILTER);
        }
        Ok(Self {
            member: member.to_owned(),
            condition: url_safe_json(condition),
        })
    }

    /// The member, `<semantic_view>.<dimension>`.
    pub fn member(&self) -> &str {
        &self.member
    }

    /// The JSON text, without characters that mean something in a URL.
    pub fn condition(&self) -> &str {
        &self.condition
    }

    /// The filter as `set-filter` carries it.
    pub fn parameter(&self) -> String {
        joined(&[FILTER_PREFIX, &self.member, "=", &self.condition])
    }

    /// Writes the filter as a part of a URL's query.
    pub(super) fn push_query_pair(&self, query: &mut String) {
        push_all(query, &[FILTER_PREFIX, &self.member, "="]);
        push_encoded(query, &self.condition);
    }
}

impl Argument for Filter {
    fn check(text: &str) -> Result<(), Error> {
        Self::parse(text).map(drop)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let (member, condition) = text
            .strip_prefix(FILTER_PREFIX)
            .and_then(|rest| split_once(rest, b'='))
            .ok_or(Error::INVALID_FILTER)?;
        Filter::new(member, condition)
    }

    fn text(&self) -> String {
        self.parameter()
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The same JSON with `&`, `+`, `%` and `#` written as escapes, so that an embed may read the
/// parameter as text or as a URL's query and finds the same value.
fn url_safe_json(json: &str) -> String {
    let mut out = String::new();
    let mut copied = 0;
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in json.bytes().enumerate() {
        let instead = match byte {
            // JSON has these in strings alone.
            b'&' => Some("\\u0026"),
            b'+' if in_string => Some("\\u002b"),
            b'%' => Some("\\u0025"),
            b'#' => Some("\\u0023"),
            // Outside a string it can only be an exponent's sign, which may be left out.
            b'+' => Some(""),
            _ => None,
        };
        if let Some(instead) = instead {
            out.push_str(json.get(copied..at).unwrap_or_default());
            out.push_str(instead);
            copied = at + 1;
        }
        in_string ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
    }
    out.push_str(json.get(copied..).unwrap_or_default());
    out
}
