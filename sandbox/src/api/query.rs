//! Reads the query of a URL.

use percent_encoding::percent_decode_str;

use crate::json::Failure;

/// The parameters of a query in their order, decoded. A `%` without two digits is kept, as browsers do.
///
/// 400 if a name or a value is not UTF-8.
pub fn parse(query: &str) -> Result<Vec<(String, String)>, Failure> {
    let decoded = |text: &str| {
        let text = text.replace('+', " ");
        let decoded = percent_decode_str(&text).decode_utf8();
        let decoded = decoded.map_err(|_| Failure::invalid("the query is not UTF-8"));
        decoded.map(std::borrow::Cow::into_owned)
    };
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}
