//! Which ids the page has given, for all embeds of a page: by `getSession`, or in the URL of an
//! iframe that it loads itself.

use alloc::vec::Vec;

use crate::protocol::SessionId;

/// How many ids are remembered: a month of fifty embeds, in 16 kB.
const REMEMBERED: usize = 2_048;

/// The ids that were given, whether they were delivered or not: a page that gives one again, from
/// a cache, gives an old one. Only hashes are kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct GivenIds {
    /// The one that was given last is the last.
    fingerprints: Vec<u64>,
}

impl GivenIds {
    /// Notes that `id` was given; false where it had been given before.
    pub fn note(&mut self, id: &SessionId) -> bool {
        self.note_units(id.expose().bytes().map(u32::from))
    }

    /// [`GivenIds::note`] of an id by its bytes, or whichever units its text consists of. What
    /// is kept is a 64-bit FNV-1a hash, enough to recognise an id.
    pub fn note_units(&mut self, units: impl Iterator<Item = u32>) -> bool {
        let fingerprint = units.fold(0xcbf2_9ce4_8422_2325, |hash, unit| {
            (hash ^ u64::from(unit)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let before = self.fingerprints.iter().position(|it| *it == fingerprint);
        if let Some(place) = before {
            // What is given again and again is not forgotten.
            self.fingerprints.remove(place);
        } else if self.fingerprints.len() == REMEMBERED {
            self.fingerprints.remove(0);
        }
        self.fingerprints.push(fingerprint);
        before.is_none()
    }
}
