//! Texts, of Rust or of JavaScript. The rules of a call need few operations on texts, and most of
//! them are patterns. JavaScript matches and joins its own strings, so that they are never copied
//! into the WebAssembly's memory.

/// A text: a Rust `String` or a JavaScript string.
///
/// Patterns are regular expressions that JavaScript and the crate `regex-lite` both support: without
/// look-around and without Unicode classes. A `'static` text crosses to JavaScript only once.
pub trait Text: Clone + PartialEq {
    /// A copy of `text`.
    fn of(text: &'static str) -> Self;

    /// `number` in decimal digits. At most JavaScript's largest safe integer.
    fn of_number(number: u64) -> Self;

    /// True if this equals `text`.
    fn is(&self, text: &'static str) -> bool;

    /// Adds `text` at the end.
    fn push(&mut self, text: &Self);

    /// Adds `text` at the end.
    fn push_str(&mut self, text: &'static str);

    /// True if `pattern` matches a part of the text.
    fn matches(&self, pattern: &'static str) -> bool;

    /// The text of the first group of `pattern`; `None` if the pattern does not match.
    fn capture(&self, pattern: &'static str) -> Option<Self>;

    /// Replaces the first match of `pattern` by `by`.
    #[must_use]
    fn replace(&self, pattern: &'static str, by: &Self) -> Self;

    /// Splits the text at the pattern `separator` and returns the part at `index`; `None` after the
    /// last.
    fn part(&self, separator: &'static str, index: usize) -> Option<Self>;

    /// Percent-encodes every character except letters, digits and `-._~` (RFC 3986).
    #[must_use]
    fn encoded(&self) -> Self;

    /// Adds `separator`, the encoded `key`, an equals sign and the encoded `value`.
    fn push_parameter(&mut self, separator: &'static str, key: &Self, value: &Self);

    /// The text in lower case.
    #[must_use]
    fn lowercase(&self) -> Self;

    /// Replaces each `secret` by `[credential]`.
    #[must_use]
    fn without(&self, secret: &Self) -> Self;

    /// The number of characters (Unicode scalar values).
    fn characters(&self) -> usize;

    /// The value of a text of decimal digits.
    fn value(&self) -> f64;

    /// The epoch milliseconds of an HTTP date; `None` for other texts.
    fn date(&self) -> Option<f64>;

    /// Splits the text at the pattern `separator`.
    fn parts(&self, separator: &'static str) -> impl Iterator<Item = Self> {
        (0..).map_while(move |index| self.part(separator, index))
    }

    /// Removes white space from both ends.
    #[must_use]
    fn trimmed(&self) -> Self {
        self.capture("^[\\t\\n\\f\\r ]*([\\s\\S]*?)[\\t\\n\\f\\r ]*$")
            .unwrap_or_else(|| self.clone())
    }

    /// The value of the text; `None` if it has other characters than decimal digits.
    fn digits(&self) -> Option<f64> {
        self.matches("^\\d+$").then(|| self.value())
    }
}

#[cfg(not(feature = "management-npm"))]
mod string {
    use regex_lite::{NoExpand, Regex};

    use super::Text;
    use crate::management::http_date;
    use crate::protocol::percent_encoded;

    impl Text for String {
        fn of(text: &'static str) -> Self {
            text.to_owned()
        }

        fn of_number(number: u64) -> Self {
            number.to_string()
        }

        fn is(&self, text: &'static str) -> bool {
            self == text
        }

        fn push(&mut self, text: &Self) {
            self.push_str(text);
        }

        fn push_str(&mut self, text: &'static str) {
            self.push_str(text);
        }

        fn matches(&self, pattern: &'static str) -> bool {
            Regex::new(pattern).is_ok_and(|regex| regex.is_match(self))
        }

        fn capture(&self, pattern: &'static str) -> Option<Self> {
            let captures = Regex::new(pattern).ok()?.captures(self)?;
            Some(captures.get(1)?.as_str().to_owned())
        }

        fn replace(&self, pattern: &'static str, by: &Self) -> Self {
            let replaced =
                Regex::new(pattern).map(|regex| regex.replace(self, NoExpand(by)).into());
            replaced.unwrap_or_default()
        }

        fn part(&self, separator: &'static str, index: usize) -> Option<Self> {
            let regex = Regex::new(separator).ok()?;
            regex.split(self).nth(index).map(str::to_owned)
        }

        fn encoded(&self) -> Self {
            percent_encoded(self)
        }

        fn push_parameter(&mut self, separator: &'static str, key: &Self, value: &Self) {
            self.extend([separator, &key.encoded(), "=", &value.encoded()]);
        }

        fn lowercase(&self) -> Self {
            self.to_lowercase()
        }

        fn without(&self, secret: &Self) -> Self {
            if secret.is_empty() {
                return self.clone();
            }
            str::replace(self, secret, "[credential]")
        }

        fn characters(&self) -> usize {
            self.chars().count()
        }

        fn value(&self) -> f64 {
            self.parse().unwrap_or(f64::NAN)
        }

        fn date(&self) -> Option<f64> {
            http_date::parse(self)
        }
    }
}
