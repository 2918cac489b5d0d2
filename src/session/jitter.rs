//! Randomness without state: a draw depends only on the seed and on the mint before it, so that machines
//! can be compared and a history can be replayed.

use super::{Millis, Ticket};

/// One draw, at least 0 and less than 1, to be mapped onto a range.
#[derive(Debug, Clone, Copy)]
pub struct Jitter(f64);

impl Jitter {
    /// The draw of `seed` for the `ticket`-th mint.
    pub fn draw(seed: u32, Ticket(ticket): Ticket) -> Self {
        Self(f64::from(mix(mix(seed) ^ ticket)) / HASHES)
    }

    /// Whole milliseconds, at least `low` and less than `high`; `low` if `high` is not above it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast rounds down and saturates, and no pause takes 49 days"
    )]
    pub fn between(self, low: Millis, high: Millis) -> Millis {
        let above = (high - low).number() * self.0;
        low + Millis::from_number(f64::from(above as u32))
    }
}

/// How many hashes there are.
const HASHES: f64 = 4_294_967_296.0;

/// A hash in which neighbouring inputs scatter: <https://github.com/skeeto/hash-prospector>. Nobody
/// needs to be unable to guess the result.
fn mix(number: u32) -> u32 {
    let number = (number ^ number >> 16).wrapping_mul(0x7feb_352d);
    let number = (number ^ number >> 15).wrapping_mul(0x846c_a68b);
    number ^ number >> 16
}
