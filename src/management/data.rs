//! JSON-like values, of Rust or of JavaScript.

use super::text::Text;

/// A value that can be read. Cloning is cheap, because an implementation is only a handle.
pub trait Data: Clone {
    /// The type of texts.
    type Text: Text;

    /// The member `key`; `None` if it is missing or null, or if this is not an object.
    fn member(&self, key: &'static str) -> Option<Self>;
    /// The same as [`member`](Self::member), for a name that is not a literal.
    fn member_named(&self, key: &Self::Text) -> Option<Self>;
    /// The name of the object's member at `index`; `None` after the last, or if this is not an
    /// object. There is no list of names, because objects have few members and a list costs more.
    fn key(&self, index: usize) -> Option<Self::Text>;
    /// The element of an array at `index`.
    fn element(&self, index: usize) -> Option<Self>;
    /// The length of an array; `None` if this is not an array.
    fn length(&self) -> Option<usize>;
    /// True if this is `false`.
    fn is_false(&self) -> bool;
    /// The text of a string.
    fn text(&self) -> Option<Self::Text>;
    /// The value of a number.
    fn number(&self) -> Option<f64>;
    /// The text in a URL of a string, a finite number, a boolean or a date; `None` for others.
    fn scalar(&self) -> Option<Self::Text>;

    /// True if there is a member `key` that is not null.
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

/// The limit of counts. All whole numbers below it are exact as floats.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// `value` without its fraction; `None` if it is negative or too large.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked, and the fraction is dropped on purpose"
)]
pub(super) fn count(value: f64) -> Option<u64> {
    (0.0..LARGEST).contains(&value).then_some(value as u64)
}

/// `value` as a count; `None` if it is not a whole number, is negative or too large.
#[expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "counts are exact as floats"
)]
pub(super) fn whole(value: f64) -> Option<u64> {
    count(value).filter(|count| *count as f64 == value)
}
