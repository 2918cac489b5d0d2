//! Whose turn it is to mint, among all embeds of a page.

use alloc::vec::Vec;

/// How many mints may be under way on one page. An office that opened its tabs at nine would
/// otherwise ask its backend for every dashboard at once.
pub const MINTS_AT_A_TIME: usize = 4;

/// Grants turns in the order of the requests. `K` names an embed.
#[derive(Debug)]
pub struct Turns<K> {
    taken: usize,
    waiting: Vec<K>,
}

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self {
            taken: 0,
            waiting: Vec::new(),
        }
    }
}

impl<K: PartialEq> Turns<K> {
    /// Asks for a turn: true where it is granted at once, otherwise `key` waits.
    pub fn request(&mut self, key: K) -> bool {
        if self.taken < MINTS_AT_A_TIME {
            self.taken += 1;
            return true;
        }
        if !self.waiting.contains(&key) {
            self.waiting.push(key);
        }
        false
    }

    /// Gives a turn back; whoever is returned has it now.
    pub fn release(&mut self) -> Option<K> {
        let next = (!self.waiting.is_empty()).then(|| self.waiting.remove(0));
        if next.is_none() {
            self.taken = self.taken.saturating_sub(1);
        }
        next
    }

    /// Withdraws a request that still waits.
    pub fn withdraw(&mut self, key: &K) {
        self.waiting.retain(|waiting| waiting != key);
    }
}
