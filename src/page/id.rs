//! What an embed is called between a shell and the page.

/// The number of an embed on its page: its place, and how many embeds have had that place. A page
/// reuses an id only after a million embeds had its place.
///
/// The number of places must be a power of two: the id keeps only the lower bits of the number, and
/// these still contain the place only if they hold a whole number of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct EmbedId(u32);

impl EmbedId {
    /// The embed of `generation` at the place `index` of a page with `capacity` places.
    pub(super) fn new(index: usize, generation: u32, capacity: usize) -> Self {
        let capacity = u32::try_from(capacity).unwrap_or(u32::MAX);
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let number = generation.wrapping_mul(capacity).wrapping_add(index);
        Self(number & LARGEST)
    }

    /// The place of the embed on a page with `capacity` places.
    pub(super) fn index(self, capacity: usize) -> usize {
        usize::try_from(self.0).map_or(usize::MAX, |number| number % capacity)
    }

    /// The id with these bits, see [`EmbedId::bits`].
    pub(crate) const fn from_bits(number: u32) -> Self {
        Self(number.wrapping_sub(1))
    }

    /// The id as a number that is not 0, and not negative as a signed one.
    pub(crate) const fn bits(self) -> u32 {
        self.0 + 1
    }
}

/// The bits of an id. [`EmbedId::bits`] adds 1, and the sum must not be negative as a signed number.
const LARGEST: u32 = u32::MAX >> 2;
