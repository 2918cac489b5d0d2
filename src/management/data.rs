//! JSON-like values, seen alike whether they are Rust's or JavaScript's.

use alloc::string::String;

/// A value that can be looked into. Cheap to clone: a handle.
pub trait Data: Clone {
    /// The member `key` of an object; `None` where it is missing, or this is no object.
    fn member(&self, key: &str) -> Option<Self>;
    /// The name of an object's member number `index`; `None` after the last, or where this is no
    /// object. By number, since a list of names would cost more than the few members do.
    fn key(&self, index: usize) -> Option<String>;
    /// The element number `index` of an array.
    fn element(&self, index: usize) -> Option<Self>;
    /// How many elements an array has; `None` where this is no array.
    fn length(&self) -> Option<usize>;
    /// Whether this is null.
    fn is_null(&self) -> bool;
    /// The text of a string.
    fn text(&self) -> Option<String>;
    /// The value of a number.
    fn number(&self) -> Option<f64>;
    /// The value of a boolean.
    fn boolean(&self) -> Option<bool>;
    /// How a string, a finite number, a boolean or a date stands in a URL; `None` for all else.
    fn scalar(&self) -> Option<String>;

    /// The member `key`, but for null.
    fn given(&self, key: &str) -> Option<Self> {
        self.member(key).filter(|value| !value.is_null())
    }

    /// The names of an object's members.
    fn keys(&self) -> impl Iterator<Item = String> {
        (0..).map_while(|index| self.key(index))
    }

    /// The text of the member `key`.
    fn text_of(&self, key: &str) -> Option<String> {
        self.member(key)?.text()
    }

    /// The member `key` as a count.
    fn count_of(&self, key: &str) -> Option<u64> {
        count(self.member(key)?.number()?)
    }
}

/// What a count may reach: all whole numbers up to here are exact as floats.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// `value` without its fraction, where it is one that a count may be.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "within the range that is checked, and any fraction is dropped on purpose"
)]
fn count(value: f64) -> Option<u64> {
    (0.0..LARGEST).contains(&value).then_some(value as u64)
}

/// `value`, where it is a whole number that a count may be.
#[expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "counts are exact as floats"
)]
pub(super) fn whole(value: f64) -> Option<u64> {
    count(value).filter(|count| *count as f64 == value)
}
