//! Filters of RFC 7644, section 3.4.2.2. A filter is parsed once and then applied to resources in
//! JSON.
//!
//! Attribute names ignore case. Text comparisons ignore case too, except for attributes whose
//! schema is case-sensitive. The length and the nesting are bounded, because the parser calls itself
//! for each pair of brackets.

use std::cmp::Ordering;

use axum::http::StatusCode;
use serde_json::Value;

use super::path::{Path, field, flat};
use super::scan::{Scanner, Token};
use super::schema;
use crate::api::rows::Object;
use crate::json::Failure;

/// Attributes whose text comparisons are case-sensitive.
const CASE_EXACT: [&str; 5] = ["id", "externalid", "meta.location", "meta.version", "$ref"];

/// A filter.
#[derive(Debug, Clone)]
pub enum Filter {
    /// All of them are true.
    All(Vec<Filter>),
    /// At least one of them is true.
    Any(Vec<Filter>),
    /// It is false.
    Not(Box<Filter>),
    /// The attribute has a value.
    Present(Path),
    /// The attribute compares with the value.
    Compare(Path, Operator, Value),
    /// One of the attribute's values matches the filter.
    Element(Path, Box<Filter>),
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `eq`.
    Equal,
    /// `ne`.
    NotEqual,
    /// `co`.
    Contains,
    /// `sw`.
    StartsWith,
    /// `ew`.
    EndsWith,
    /// `gt`.
    Greater,
    /// `ge`.
    GreaterOrEqual,
    /// `lt`.
    Less,
    /// `le`.
    LessOrEqual,
}

impl Filter {
    /// Parses a filter.
    ///
    /// 400 with `invalidFilter`.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let mut scanner = Scanner::new(text)?;
        let filter = any(&mut scanner)?;
        match scanner.next() {
            None => Ok(filter),
            Some(_) => Err(invalid("more follows where the filter ends")),
        }
    }

    /// True if a resource matches.
    pub fn passes(&self, resource: &Value) -> bool {
        match self {
            Self::All(filters) => filters.iter().all(|filter| filter.passes(resource)),
            Self::Any(filters) => filters.iter().any(|filter| filter.passes(resource)),
            Self::Not(filter) => !filter.passes(resource),
            Self::Present(path) => path.values(resource).iter().any(|value| is_there(value)),
            Self::Compare(path, operator, wanted) => compare(path, *operator, wanted, resource),
            Self::Element(path, filter) => {
                let Some((last, holders)) = path.0.split_last() else {
                    return false;
                };
                let holders = Path(holders.to_vec());
                let holders = if holders.0.is_empty() {
                    vec![resource]
                } else {
                    holders.values(resource)
                };
                holders
                    .into_iter()
                    .filter_map(|holder| field(holder, last))
                    .flat_map(flat)
                    .any(|element| filter.passes(element))
            }
        }
    }

    /// The smallest value that passes, if the filter says of each attribute what it equals.
    pub fn example(&self) -> Option<Object> {
        match self {
            Self::All(filters) => filters
                .iter()
                .map(Self::example)
                .collect::<Option<Vec<_>>>()
                .map(|all| all.into_iter().flatten().collect()),
            Self::Compare(path, Operator::Equal, value) if path.0.len() == 1 => Some(
                Object::from_iter([(schema::spelled(path.name()).to_owned(), value.clone())]),
            ),
            _ => None,
        }
    }
}

fn is_there(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    }
}

fn compare(path: &Path, operator: Operator, wanted: &Value, resource: &Value) -> bool {
    let exact = CASE_EXACT.contains(&path.0.join(".").to_ascii_lowercase().as_str());
    let found = path.values(resource);
    let holds = |operator| {
        found
            .iter()
            .any(|value| holds(value, operator, wanted, exact))
    };
    match operator {
        Operator::NotEqual => !holds(Operator::Equal),
        Operator::Equal if wanted.is_null() => !found.iter().any(|value| is_there(value)),
        operator => holds(operator),
    }
}

fn holds(value: &Value, operator: Operator, wanted: &Value, exact: bool) -> bool {
    let order = match (value, wanted) {
        (Value::String(value), Value::String(wanted)) => {
            let fold = |text: &str| {
                if exact {
                    text.to_owned()
                } else {
                    text.to_lowercase()
                }
            };
            let (value, wanted) = (fold(value), fold(wanted));
            match operator {
                Operator::Contains => return value.contains(&wanted),
                Operator::StartsWith => return value.starts_with(&wanted),
                Operator::EndsWith => return value.ends_with(&wanted),
                _ => value.cmp(&wanted),
            }
        }
        (Value::Number(value), Value::Number(wanted)) => {
            let order = value.as_f64().partial_cmp(&wanted.as_f64());
            order.unwrap_or(Ordering::Less)
        }
        (value, wanted) => return operator == Operator::Equal && value == wanted,
    };
    match operator {
        Operator::Equal => order.is_eq(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::NotEqual | Operator::Contains | Operator::StartsWith | Operator::EndsWith => {
            false
        }
    }
}

/// `or` has the lowest precedence, then `and`, then `not`.
fn any(scanner: &mut Scanner) -> Result<Filter, Failure> {
    let mut filters = vec![all(scanner)?];
    while scanner.take_word("or") {
        filters.push(all(scanner)?);
    }
    Ok(joined(filters, Filter::Any))
}

fn all(scanner: &mut Scanner) -> Result<Filter, Failure> {
    let mut filters = vec![one(scanner)?];
    while scanner.take_word("and") {
        filters.push(one(scanner)?);
    }
    Ok(joined(filters, Filter::All))
}

/// A single filter as it is, and several ones joined.
fn joined(mut filters: Vec<Filter>, join: fn(Vec<Filter>) -> Filter) -> Filter {
    match filters.pop() {
        Some(only) if filters.is_empty() => only,
        last => {
            filters.extend(last);
            join(filters)
        }
    }
}

fn one(scanner: &mut Scanner) -> Result<Filter, Failure> {
    if scanner.take_word("not") {
        return match scanner.next() {
            Some(Token::Open) => Ok(Filter::Not(Box::new(group(scanner, &Token::Close)?))),
            _ => Err(invalid("after not, ( is expected")),
        };
    }
    match scanner.next() {
        Some(Token::Open) => group(scanner, &Token::Close),
        Some(Token::Word(name)) => {
            let path = Path::parse(&name);
            if scanner.peek() == Some(&Token::OpenBracket) {
                scanner.next();
                let mut inner = group(scanner, &Token::CloseBracket)?;
                // Entra ID compares a part of the element that it describes: `emails[…].value eq "…"`.
                if let Some(sub) = scanner.take_sub() {
                    let compared = comparison(Path::parse(&sub), scanner)?;
                    inner = Filter::All(vec![inner, compared]);
                }
                return Ok(Filter::Element(path, Box::new(inner)));
            }
            comparison(path, scanner)
        }
        _ => Err(invalid("an attribute is expected")),
    }
}

fn group(scanner: &mut Scanner, end: &Token) -> Result<Filter, Failure> {
    scanner.enter()?;
    let filter = any(scanner)?;
    scanner.leave();
    match scanner.next() {
        Some(token) if token == *end => Ok(filter),
        _ => Err(invalid("a bracket is not closed")),
    }
}

fn comparison(path: Path, scanner: &mut Scanner) -> Result<Filter, Failure> {
    let Some(Token::Word(word)) = scanner.next() else {
        return Err(invalid("an operator is expected"));
    };
    let operator = match word.to_ascii_lowercase().as_str() {
        "pr" => return Ok(Filter::Present(path)),
        "eq" => Operator::Equal,
        "ne" => Operator::NotEqual,
        "co" => Operator::Contains,
        "sw" => Operator::StartsWith,
        "ew" => Operator::EndsWith,
        "gt" => Operator::Greater,
        "ge" => Operator::GreaterOrEqual,
        "lt" => Operator::Less,
        "le" => Operator::LessOrEqual,
        _ => return Err(invalid("there is no such operator")),
    };
    let wanted = match scanner.next() {
        Some(Token::Text(text)) => match schema::read(path.name(), text.as_str().into()) {
            Value::Bool(means) => means.into(),
            _ => text.into(),
        },
        Some(Token::Word(word)) => match word.to_ascii_lowercase().as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            number => serde_json::from_str::<serde_json::Number>(number)
                .map(Value::Number)
                .map_err(|_| invalid("a value is expected"))?,
        },
        _ => return Err(invalid("a value is expected")),
    };
    if wanted.is_boolean() && !matches!(operator, Operator::Equal | Operator::NotEqual) {
        return Err(invalid("a boolean is only equal or not"));
    }
    Ok(Filter::Compare(path, operator, wanted))
}

/// 400 with `invalidFilter`.
pub fn invalid(message: &str) -> Failure {
    Failure::scim(
        StatusCode::BAD_REQUEST,
        "invalidFilter",
        format!("the filter cannot be read: {message}"),
    )
}
