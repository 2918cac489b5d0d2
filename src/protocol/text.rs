//! Text that stays where it is. What the protocol does to a text is little, and stated by patterns;
//! a JavaScript string is matched and joined by JavaScript, and never copied into the memory of the
//! WebAssembly.

use super::words::Word;

/// A text: a Rust `String` (feature `messages`), or a JavaScript string. What it is compared and
/// joined with is named by its number.
///
/// Patterns are regular expressions of the kind that JavaScript and the crate `regex-lite` share:
/// no look-around, no classes of Unicode.
pub trait Text: Clone {
    /// The text of this number.
    fn of(word: Word) -> Self;

    /// The number of this text; negative where it has none, or is no text at all.
    fn word(&self) -> Word;

    /// Adds `text` at the end.
    fn push(&mut self, text: &Self);

    /// The text with `value` at the first `place`; of it everything but unreserved characters is
    /// encoded (RFC 3986, section 2.3).
    #[must_use]
    fn fill(&self, place: Word, value: &Self) -> Self;

    /// Whether `pattern` is found. False for what is no text at all.
    fn matches(&self, pattern: Word) -> bool;

    /// The text with `by` wherever `pattern` is found; `$1` in it is the pattern's first group.
    #[must_use]
    fn replace(&self, pattern: Word, by: Word) -> Self;
}

#[cfg(feature = "messages")]
pub(crate) use string::encoded;

#[cfg(feature = "messages")]
mod string {
    use alloc::borrow::ToOwned;
    use alloc::string::String;
    use core::fmt::Write;

    use regex_lite::Regex;

    use super::super::words::{self, Word};
    use super::Text;

    impl Text for String {
        fn of(word: Word) -> Self {
            words::text(word).to_owned()
        }

        fn word(&self) -> Word {
            let mut known = 0..words::END;
            known.find(|word| words::text(*word) == self).unwrap_or(-1)
        }

        fn push(&mut self, text: &Self) {
            self.push_str(text);
        }

        fn fill(&self, place: Word, value: &Self) -> Self {
            self.replacen(words::text(place), &encoded(value), 1)
        }

        fn matches(&self, pattern: Word) -> bool {
            Regex::new(words::text(pattern)).is_ok_and(|regex| regex.is_match(self))
        }

        fn replace(&self, pattern: Word, by: Word) -> Self {
            let regex = Regex::new(words::text(pattern));
            regex
                .map(|regex| regex.replace_all(self, words::text(by)).into_owned())
                .unwrap_or_default()
        }
    }

    /// `text` with everything but unreserved characters encoded.
    pub(crate) fn encoded(text: &str) -> String {
        let mut encoded = String::new();
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                encoded.push(byte.into());
            } else {
                // Into a string, writing cannot fail.
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
        encoded
    }
}
