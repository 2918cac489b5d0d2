//! A dashboard filter: `f_<semantic_view>.<dimension>=<JSON>`.

use super::actions::Argument;
use super::embed_url::percent_encode;
use crate::error::{Code, Error};

/// What stands before the member in a filter's parameter.
pub const FILTER_PREFIX: &str = "f_";

const MEMBER: Error = Error::new(
    Code::InvalidFilter,
    "The filter's member must be <semantic_view>.<dimension>, such as 'orders.status'.",
);
const FORM: Error = Error::new(
    Code::InvalidFilter,
    "The filter must have the form f_<semantic_view>.<dimension>=<JSON>, such as 'f_orders.status={\"value\":\"completed\"}'.",
);

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
        let (view, dimension) = member.split_once('.').ok_or(MEMBER)?;
        if !is_name(view) || !is_name(dimension) {
            return Err(MEMBER);
        }
        if condition.trim().is_empty() {
            return Err(FORM);
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
        [FILTER_PREFIX, &self.member, "=", &self.condition].concat()
    }

    /// The filter as a part of a URL's query.
    pub fn query_pair(&self) -> String {
        [
            FILTER_PREFIX,
            &self.member,
            "=",
            &percent_encode(&self.condition),
        ]
        .concat()
    }
}

impl Argument for Filter {
    fn parse(text: &str) -> Result<Self, Error> {
        let (member, condition) = text
            .strip_prefix(FILTER_PREFIX)
            .and_then(|rest| rest.split_once('='))
            .ok_or(FORM)?;
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
    let mut out = String::with_capacity(json.len());
    let mut in_string = false;
    let mut escaped = false;
    for c in json.chars() {
        match c {
            // JSON has these in strings alone.
            '&' => out.push_str("\\u0026"),
            '%' => out.push_str("\\u0025"),
            '#' => out.push_str("\\u0023"),
            '+' if in_string => out.push_str("\\u002b"),
            // Outside a string it can only be an exponent's sign, which may be left out.
            '+' => {}
            _ => out.push(c),
        }
        in_string ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    out
}
