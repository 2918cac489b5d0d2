//! JavaScript's own strings as the protocol's texts.

use super::host::{self, Value};
use crate::protocol::Text;
use crate::protocol::words::Word;

impl Text for Value {
    fn of(word: Word) -> Self {
        word
    }

    fn word(&self) -> Word {
        host::word_of(*self)
    }

    fn push(&mut self, text: &Self) {
        *self = host::joined(*self, *text);
    }

    fn fill(&self, place: Word, value: &Self) -> Self {
        host::filled(*self, place, *value)
    }

    fn matches(&self, pattern: Word) -> bool {
        host::matches(*self, pattern)
    }

    fn replace(&self, pattern: Word, by: Word) -> Self {
        host::replaced(*self, pattern, by)
    }
}
