//! Randomness without state: a draw depends only on the seed and on its purpose, so that machines
//! can be compared and a history can be replayed.

use super::{Millis, Ticket};

/// One draw, to be mapped onto a range.
#[derive(Debug, Clone, Copy)]
pub struct Jitter(u64);

impl Jitter {
    /// The draw of `seed` for the `ticket`-th mint.
    pub fn draw(seed: u32, Ticket(ticket): Ticket) -> Self {
        Self(mix(u64::from(seed) << 32 | u64::from(ticket)))
    }

    /// A value of `low..=high`; `low` if `high` is below it.
    pub fn between(self, Millis(low): Millis, Millis(high): Millis) -> Millis {
        Millis(low + self.0 % high.saturating_sub(low).saturating_add(1))
    }
}

/// Fibonacci hashing with the upper half folded onto the lower half, so that neighbouring inputs
/// scatter. Nobody needs to be unable to guess the result.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z ^ (z >> 32)
}
