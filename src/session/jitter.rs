//! Randomness without state: a draw follows from the seed and from what it is for, so that the
//! machine stays comparable and a history can be played again.

/// One draw, to be mapped onto a range.
#[derive(Debug, Clone, Copy)]
pub struct Jitter(u64);

impl Jitter {
    /// The draw of `seed` for the `ticket`-th mint.
    pub fn draw(seed: u32, ticket: u32) -> Self {
        Self(mix(u64::from(seed) << 32 | u64::from(ticket)))
    }

    /// A value of `low..=high`; `low` where `high` is below it.
    pub fn between(self, low: u64, high: u64) -> u64 {
        match high.saturating_sub(low).checked_add(1) {
            Some(width) => low + self.0 % width,
            None => self.0,
        }
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014): neighbouring inputs scatter.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
