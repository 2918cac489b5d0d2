//! Texts. What is decided about a call needs little of a text, and states it by patterns; a
//! JavaScript string is matched and joined by JavaScript, and never copied into the memory of the
//! WebAssembly.

/// A text: a Rust `String`, or a JavaScript string.
///
/// Patterns are regular expressions of the kind that JavaScript and the crate `regex-lite` share:
/// no look-around, no classes of Unicode. What is `'static` crosses to JavaScript once.
pub trait Text: Clone + PartialEq {
    /// A copy of `text`.
    fn of(text: &'static str) -> Self;

    /// `number` in decimal digits: of JavaScript's, at most the largest that is safe.
    fn of_number(number: u64) -> Self;

    /// Whether this is `text`.
    fn is(&self, text: &'static str) -> bool;

    /// Adds `text` at the end.
    fn push(&mut self, text: &Self);

    /// Adds `text` at the end.
    fn push_str(&mut self, text: &'static str);

    /// Whether `pattern` is found.
    fn matches(&self, pattern: &'static str) -> bool;

    /// What the one group of `pattern` holds, where it is found.
    fn capture(&self, pattern: &'static str) -> Option<Self>;

    /// The text with `by` where `pattern` is found first.
    #[must_use]
    fn replace(&self, pattern: &'static str, by: &Self) -> Self;

    /// The part number `index` between the places where `separator`, a pattern, is found; `None`
    /// after the last.
    fn part(&self, separator: &'static str, index: usize) -> Option<Self>;

    /// Without what is neither letter, digit nor `-._~`: that is percent-encoded (RFC 3986).
    #[must_use]
    fn encoded(&self) -> Self;

    /// Adds `separator`, `key`, an equals sign and `value`, the latter two encoded.
    fn push_parameter(&mut self, separator: &'static str, key: &Self, value: &Self);

    /// In small letters.
    #[must_use]
    fn lowercase(&self) -> Self;

    /// With `[credential]` for each `secret`.
    #[must_use]
    fn without(&self, secret: &Self) -> Self;

    /// How many characters (Unicode scalar values) it has.
    fn characters(&self) -> usize;

    /// The number that it is in decimal digits.
    fn value(&self) -> f64;

    /// The epoch milliseconds of the date of HTTP that it is.
    fn date(&self) -> Option<f64>;

    /// The parts between the places where `separator`, a pattern, is found.
    fn parts(&self, separator: &'static str) -> impl Iterator<Item = Self> {
        (0..).map_while(move |index| self.part(separator, index))
    }

    /// Without white space at its ends.
    #[must_use]
    fn trimmed(&self) -> Self {
        self.capture("^[\\t\\n\\f\\r ]*([\\s\\S]*?)[\\t\\n\\f\\r ]*$")
            .unwrap_or_else(|| self.clone())
    }

    /// The whole number that it is in decimal digits, and in nothing else.
    fn digits(&self) -> Option<f64> {
        self.matches("^\\d+$").then(|| self.value())
    }
}

#[cfg(not(feature = "management-npm"))]
mod string {
    use regex_lite::{NoExpand, Regex};

    use super::Text;
    use crate::management::http_date;
    use crate::protocol::text::encoded;

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
            encoded(self)
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
