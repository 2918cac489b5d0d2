//! Reads the query of a URL.

use crate::json::Failure;

/// The parameters of a query in their order, decoded.
///
/// # Errors
///
/// 400 if a name or a value is not UTF-8.
pub fn parse(query: &str) -> Result<Vec<(String, String)>, Failure> {
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

/// A text in which `+` means a space and `%` begins a byte in hexadecimal. A `%` without two digits
/// is kept, as browsers do.
fn decoded(text: &str) -> Result<String, Failure> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'%', [high, low, after @ ..]) => digit(*high)
                .zip(digit(*low))
                .map(|(high, low)| (high * 16 + low, after)),
            _ => None,
        };
        let (byte, after) = escaped.unwrap_or(match first {
            b'+' => (b' ', after),
            other => (*other, after),
        });
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| Failure::invalid("the query is not UTF-8"))
}

fn digit(letter: u8) -> Option<u8> {
    char::from(letter)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::parse;

    #[test]
    fn names_and_values_are_decoded_in_their_order() {
        let read = parse("a=1&b=x+y%20%C3%A9&c&&a=100%&d=%zz=%").expect("it is UTF-8");
        let read: Vec<(&str, &str)> = read
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(
            read,
            [
                ("a", "1"),
                ("b", "x y é"),
                ("c", ""),
                ("a", "100%"),
                ("d", "%zz=%")
            ]
        );
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_refused() {
        assert!(parse("a=%ff").is_err() && parse("%C3=1").is_err());
    }
}
