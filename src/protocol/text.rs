//! Text that stays where it is. What the protocol does to a text is little, and stated by patterns;
//! a JavaScript string is matched and joined by JavaScript, and never copied into the memory of the
//! WebAssembly.

/// A text: a Rust `String` (feature `messages`), or a JavaScript string.
///
/// Patterns are regular expressions of the kind that JavaScript and the crate `regex-lite` share:
/// no look-around, no classes of Unicode.
pub trait Text: Clone + PartialEq {
    /// A copy of `text`.
    fn of(text: &str) -> Self;

    /// Whether this is `text`.
    fn is(&self, text: &str) -> bool;

    /// Adds `text` at the end.
    fn push(&mut self, text: &Self);

    /// Adds `text` at the end.
    fn push_str(&mut self, text: &str);

    /// Adds `number` at the end, in digits. Of JavaScript's, at most the largest that is safe.
    fn push_number(&mut self, number: u64);

    /// The text with everything but unreserved characters encoded (RFC 3986, section 2.3).
    #[must_use]
    fn encoded(&self) -> Self;

    /// Whether `pattern` is found. False for what is no text at all.
    fn matches(&self, pattern: &str) -> bool;

    /// What the one group of `pattern` holds, where it is found.
    fn capture(&self, pattern: &str) -> Option<Self>;

    /// The text with `by` wherever `pattern` is found; `$1` in it is the pattern's one group.
    #[must_use]
    fn replace(&self, pattern: &str, by: &str) -> Self;
}

#[cfg(feature = "messages")]
mod string {
    use alloc::borrow::ToOwned;
    use alloc::string::{String, ToString};
    use core::fmt::Write;

    use regex_lite::Regex;

    use super::Text;

    impl Text for String {
        fn of(text: &str) -> Self {
            text.to_owned()
        }

        fn is(&self, text: &str) -> bool {
            self == text
        }

        fn push(&mut self, text: &Self) {
            self.push_str(text);
        }

        fn push_str(&mut self, text: &str) {
            self.push_str(text);
        }

        fn push_number(&mut self, number: u64) {
            self.push_str(&number.to_string());
        }

        fn encoded(&self) -> Self {
            let mut encoded = String::new();
            for byte in self.bytes() {
                if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                    encoded.push(byte.into());
                } else {
                    // Into a string, writing cannot fail.
                    let _ = write!(encoded, "%{byte:02X}");
                }
            }
            encoded
        }

        fn matches(&self, pattern: &str) -> bool {
            Regex::new(pattern).is_ok_and(|regex| regex.is_match(self))
        }

        fn capture(&self, pattern: &str) -> Option<Self> {
            let captures = Regex::new(pattern).ok()?.captures(self)?;
            Some(captures.get(1)?.as_str().to_owned())
        }

        fn replace(&self, pattern: &str, by: &str) -> Self {
            let replaced =
                Regex::new(pattern).map(|regex| regex.replace_all(self, by).into_owned());
            replaced.unwrap_or_default()
        }
    }
}

/// Not blank: something other than white space.
pub(super) const SOMETHING: &str = "[^\\t\\n\\f\\r ]";
