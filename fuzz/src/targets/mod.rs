//! The targets. Each takes any bytes, and panics if the code under test breaks a promise.
//!
//! A reference decides what is right wherever there is one that is not the code itself: the URL
//! parser of the crate `url` is that of browsers, and the fake shell of the page's tests asserts the
//! invariants at each effect.

pub mod event;
pub mod filter;
pub mod page;
pub mod sandbox_body;
pub mod url;

/// A target, with the name of its corpus.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const ALL: &[Target] = &[
    ("event", event::run),
    ("filter", filter::run),
    ("page", page::run),
    ("sandbox_body", sandbox_body::run),
    ("url", url::run),
];

/// Reads choices from bytes. After the last byte, every choice is the first one.
#[derive(Debug, Clone, Copy)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.byte()))
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// The text up to the next line feed, or to the end; `None` if it is not UTF-8.
    pub fn line(&mut self) -> Option<&'a str> {
        let end = self.0.iter().position(|byte| *byte == b'\n');
        let (line, rest) = match end {
            Some(end) => (&self.0[..end], &self.0[end + 1..]),
            None => (self.0, &[][..]),
        };
        self.0 = rest;
        std::str::from_utf8(line).ok()
    }

    /// The rest as a text; `None` if it is not UTF-8.
    pub fn text(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }
}
