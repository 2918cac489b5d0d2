//! Which session ids a page has used, for all its embeds.

use core::hash::{Hash, Hasher};

/// A hash of a session id, or of a tenant's origin, which a shell makes: a whole number of 53 bits, which JavaScript's
/// numbers hold exactly. The text cannot be recovered from it.
///
/// Among the 2,048 ids that a page remembers, two share a hash on about one page in 4·10⁹.
/// The page refuses the second one as repeated, and `getSession` is called again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextHash(f64);

impl TextHash {
    /// The hash with these 53 bits.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub const fn new(bits: u64) -> Self {
        Self(bits as f64)
    }

    /// The hash that is this whole number.
    pub const fn from_number(number: f64) -> Self {
        Self(number)
    }

    /// The whole number.
    pub const fn number(self) -> f64 {
        self.0
    }
}

impl Eq for TextHash {}

impl Hash for TextHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// The ids that were used last, delivered or not: a page that returns one of them again, for
/// example from a cache, returns an old id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct UsedIds<const N: usize> {
    /// A ring: the next id replaces the oldest. A place without one has zero, the hash of one text in 9·10¹⁵.
    ring: [TextHash; N],
    /// The place of the next id.
    next: usize,
}

impl<const N: usize> UsedIds<N> {
    pub(super) const fn new() -> Self {
        const { assert!(N > 0, "at least one id is remembered") };
        Self {
            ring: [TextHash(0.0); N],
            next: 0,
        }
    }

    /// Notes an id as the newest; false if it was noted before.
    pub(super) fn note(&mut self, hash: TextHash) -> bool {
        let is_new = !self.ring.contains(&hash);
        // A repeated id is noted again: one that is returned again and again is not forgotten.
        if let Some(oldest) = self.ring.get_mut(self.next) {
            *oldest = hash;
        }
        self.next = (self.next + 1) % N;
        is_new
    }
}
