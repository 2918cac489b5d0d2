//! JSON-like values, seen alike whether they are Rust's or JavaScript's.

use super::text::Text;

/// A value that can be looked into. Cheap to clone: a handle.
pub trait Data: Clone {
    /// Its texts.
    type Text: Text;

    /// The member `key` of an object; `None` where it is missing or null, or this is no object.
    fn member(&self, key: &'static str) -> Option<Self>;
    /// The same, by a name that is not known before.
    fn member_named(&self, key: &Self::Text) -> Option<Self>;
    /// The name of an object's member number `index`; `None` after the last, or where this is no
    /// object. By number, since a list of names would cost more than the few members do.
    fn key(&self, index: usize) -> Option<Self::Text>;
    /// The element number `index` of an array.
    fn element(&self, index: usize) -> Option<Self>;
    /// How many elements an array has; `None` where this is no array.
    fn length(&self) -> Option<usize>;
    /// Whether this is false.
    fn is_false(&self) -> bool;
    /// The text of a string.
    fn text(&self) -> Option<Self::Text>;
    /// The value of a number.
    fn number(&self) -> Option<f64>;
    /// How a string, a finite number, a boolean or a date stands in a URL; `None` for all else.
    fn scalar(&self) -> Option<Self::Text>;

    /// Whether there is a member `key`, but for null.
    fn has(&self, key: &'static str) -> bool {
        self.member(key).is_some()
    }

    /// The names of an object's members.
    fn keys(&self) -> impl Iterator<Item = Self::Text> {
        (0..).map_while(|index| self.key(index))
    }

    /// The elements of an array.
    fn elements(&self) -> impl Iterator<Item = Self> {
        (0..).map_while(|index| self.element(index))
    }

    /// The text of the member `key`.
    fn text_of(&self, key: &'static str) -> Option<Self::Text> {
        self.member(key)?.text()
    }

    /// The member `key` as a count.
    fn count_of(&self, key: &'static str) -> Option<u64> {
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
pub(super) fn count(value: f64) -> Option<u64> {
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
