//! A dashboard filter: `f_<semantic_view>.<dimension>=<JSON>`.

use std::io;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};

use super::encode::percent_encoded;
use super::names::FILTER_PREFIX;
use super::patterns::{FILTER, JSON_STRING_OR_PLUS};
use crate::Error;

/// One filter, as `set-filter` and the embed's URL carry it.
///
/// ```
/// use svc_embed::protocol::Filter;
///
/// let filter = Filter::equals("orders.status", "completed")?;
/// assert_eq!(filter.parameter(), r#"f_orders.status={"value":"completed","operator":"equals"}"#);
/// # Ok::<(), svc_embed::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Filter {
    parameter: String,
    /// Where the `=` is.
    key_length: usize,
}

/// What a filter asks of its member, in the order in which it is written.
#[derive(Serialize)]
struct Condition<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<&'a str>,
}

impl Condition<'_> {
    fn json(&self) -> Option<String> {
        let mut json = Vec::new();
        let mut writer = Serializer::with_formatter(&mut json, Numbers);
        self.serialize(&mut writer).ok()?;
        String::from_utf8(json).ok()
    }
}

/// Writes a number as JavaScript does: `0` for `0.0`, `1e-7` for `0.0000001`. A filter then has one
/// text, whichever language has written it. Whole numbers are exact, also those that JavaScript
/// would round.
struct Numbers;

impl Formatter for Numbers {
    fn write_f64<W: io::Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let size = value.abs();
        if size == 0.0 {
            writer.write_all(b"0")
        } else if (1e-6..1e21).contains(&size) {
            write!(writer, "{value}")
        } else {
            write!(writer, "{value:e}")
        }
    }
}

impl Filter {
    /// The filter that keeps what equals `value`.
    ///
    /// # Errors
    /// [`Error::InvalidFilter`] if `member` is not `<semantic_view>.<dimension>`, or JSON cannot
    /// express the value.
    pub fn equals(member: &str, value: impl Serialize) -> Result<Self, Error> {
        let value = serde_json::to_value(value).map_err(|_| Error::InvalidFilter)?;
        Self::new(member, Some("equals"), Some(value))
    }

    /// The filter of `member` by the service's name of a comparison, a value, or both. The service
    /// reads an absent operator as `equals`.
    ///
    /// # Errors
    /// [`Error::InvalidFilter`] if `member` is not `<semantic_view>.<dimension>`, or there is
    /// neither an operator nor a value.
    pub fn new(member: &str, operator: Option<&str>, value: Option<Value>) -> Result<Self, Error> {
        if operator.is_none() && value.is_none() {
            return Err(Error::InvalidFilter);
        }
        let condition = Condition { value, operator }.json();
        let condition = condition.ok_or(Error::InvalidFilter)?;
        Self::parse(&[FILTER_PREFIX, member, "=", &condition].concat())
    }

    /// Reads a parameter such as `f_orders.status={"value":"completed"}`.
    ///
    /// # Errors
    /// [`Error::InvalidFilter`] if it has another form, or the condition is not JSON.
    pub fn parse(parameter: &str) -> Result<Self, Error> {
        let (key, condition) = parameter.split_once('=').ok_or(Error::InvalidFilter)?;
        if !FILTER.matches(parameter) || !is_json(condition) {
            return Err(Error::InvalidFilter);
        }
        Ok(Self {
            parameter: [key, "=", &escaped(condition)].concat(),
            key_length: key.len(),
        })
    }

    /// Reads a filter as a page writes it in JSON: a parameter, or an object of `member` and
    /// `value`, `operator` or both.
    ///
    /// # Errors
    /// [`Error::InvalidFilter`] if it is neither, or has `values` for `value` or `op` for `operator`:
    /// without them, the embed would show something else.
    pub fn from_json(filter: &Value) -> Result<Self, Error> {
        match filter {
            Value::String(parameter) => Self::parse(parameter),
            Value::Object(filter) => {
                if is_misnamed(filter, "value", |name| name == "values")
                    || is_misnamed(filter, "operator", is_like_operator)
                {
                    return Err(Error::InvalidFilter);
                }
                let text = |value: &'_ Value| value.as_str().map(str::to_owned);
                let member = filter.get("member").and_then(text);
                let operator = filter.get("operator");
                let operator = operator.map(|operator| text(operator).ok_or(Error::InvalidFilter));
                Self::new(
                    &member.ok_or(Error::InvalidFilter)?,
                    operator.transpose()?.as_deref(),
                    filter.get("value").cloned(),
                )
            }
            _ => Err(Error::InvalidFilter),
        }
    }

    /// The whole parameter, as `set-filter` carries it.
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// The text before the `=`: `f_<semantic_view>.<dimension>`.
    pub fn key(&self) -> &str {
        self.parameter.get(..self.key_length).unwrap_or_default()
    }

    /// The member: `<semantic_view>.<dimension>`.
    pub fn member(&self) -> &str {
        self.key().strip_prefix(FILTER_PREFIX).unwrap_or_default()
    }

    /// The condition, a JSON text.
    pub fn condition(&self) -> &str {
        let condition = self.parameter.get(self.key_length + 1..);
        condition.unwrap_or_default()
    }

    /// The filter as a part of a URL's query.
    pub(super) fn query_pair(&self) -> String {
        [self.key(), "=", &percent_encoded(self.condition())].concat()
    }
}

/// True if a field has a name that was probably meant for this one, which is not there.
fn is_misnamed(filter: &Map<String, Value>, name: &str, is_other: impl Fn(&str) -> bool) -> bool {
    !filter.contains_key(name) && filter.keys().any(|other| is_other(other))
}

/// True for `op`, which is the name of other services, and for a misspelt `operator`.
fn is_like_operator(name: &str) -> bool {
    let is_mark = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_');
    let words = name.split(is_mark).map(str::to_ascii_lowercase);
    words
        .into_iter()
        .any(|word| word == "op" || (word.starts_with("oper") && word != "operator"))
}

/// True if `text` is JSON. Nothing is built of it, so its depth has no limit.
fn is_json(text: &str) -> bool {
    let mut reader = serde_json::Deserializer::from_str(text);
    IgnoredAny::deserialize(&mut reader).is_ok() && reader.end().is_ok()
}

/// The same JSON without characters that mean something in a URL's query: the embed may read the
/// parameter as text or as a query, and must find the same value. The plus sign of an exponent can be left
/// out.
fn escaped(condition: &str) -> String {
    JSON_STRING_OR_PLUS.replace_all(condition, |mark| {
        let letters = mark.chars().filter(|_| mark != "+");
        letters.fold(String::new(), |text, letter| match letter {
            '&' | '+' | '%' | '#' => text + &format!("\\u{:04x}", u32::from(letter)),
            _ => text + letter.encode_utf8(&mut [0; 4]),
        })
    })
}
