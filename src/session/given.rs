//! Which ids the page has given, for all embeds of a page: by `getSession`, or in the URL of an
//! iframe that it loads itself.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::protocol::SessionId;

/// How many are remembered, in 16 kB: the ids of a month of fifty embeds, or of half a month where
/// the page loads the iframes itself, whose own ids are noted at each mint.
const REMEMBERED: usize = 2_048;

/// The ids that were given last, whether they were delivered or not: a page that gives one again,
/// from a cache, gives an old one. Only hashes are kept.
///
/// Of atomic integers, so that it can be a static.
#[derive(Debug)]
pub struct GivenIds {
    /// A ring: the next one takes the place of the oldest.
    fingerprints: [AtomicU64; REMEMBERED],
    next: AtomicUsize,
}

impl Default for GivenIds {
    fn default() -> Self {
        Self::new()
    }
}

impl GivenIds {
    /// None has been given yet.
    pub const fn new() -> Self {
        Self {
            fingerprints: [const { AtomicU64::new(0) }; REMEMBERED],
            next: AtomicUsize::new(0),
        }
    }

    /// Notes that `id` was given; false where it had been given before.
    pub fn note(&self, id: &SessionId) -> bool {
        self.note_units(id.expose().bytes().map(u32::from))
    }

    /// [`GivenIds::note`] of an id by its bytes, or whichever units its text consists of. What
    /// is kept is a 64-bit FNV-1a hash, enough to recognise an id.
    pub fn note_units(&self, units: impl Iterator<Item = u32>) -> bool {
        let fingerprint = units.fold(0xcbf2_9ce4_8422_2325, |hash, unit| {
            (hash ^ u64::from(unit)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let is = |other: &AtomicU64| other.load(Relaxed) == fingerprint;
        let is_new = !self.fingerprints.iter().any(is);
        // Again too: what is given again and again is not forgotten.
        let next = self.next.fetch_add(1, Relaxed) % REMEMBERED;
        if let Some(place) = self.fingerprints.get(next) {
            place.store(fingerprint, Relaxed);
        }
        is_new
    }
}
