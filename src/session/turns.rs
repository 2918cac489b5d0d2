//! Whose turn it is to mint, among all embeds of a page.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How many mints may be under way on one page. An office that opened its tabs at nine would
/// otherwise ask its backend for every dashboard at once.
pub const MINTS_AT_A_TIME: usize = 4;

/// What an embed has of the turns: none, one, or a number in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Turn(u32);

impl Turn {
    /// It waits for none.
    pub const NONE: Turn = Turn(0);
    /// It may mint.
    pub const TAKEN: Turn = Turn(u32::MAX);
}

/// Gives numbers to those who wait, in the order of their requests. Atomic, so that it can be a
/// static.
#[derive(Debug)]
pub struct Turns {
    drawn: AtomicU32,
}

impl Default for Turns {
    fn default() -> Self {
        Self::new()
    }
}

impl Turns {
    /// No turn has been asked for yet.
    pub const fn new() -> Self {
        Self {
            drawn: AtomicU32::new(1),
        }
    }

    /// Asks for a turn: an embed that neither has one nor waits draws a number.
    pub fn request(&self, turn: &mut Turn) {
        if *turn == Turn::NONE {
            *turn = Turn(self.drawn.fetch_add(1, Relaxed));
        }
    }
}

/// Of `all` turns of the page, grants one to whoever waits with the least number, if one is free.
/// `K` names an embed.
pub fn grant<'a, K>(all: impl Iterator<Item = (K, &'a mut Turn)>) -> Option<K> {
    let mut taken = 0;
    let mut first: Option<(K, &mut Turn)> = None;
    for (key, turn) in all {
        if *turn == Turn::TAKEN {
            taken += 1;
        } else if *turn != Turn::NONE && first.as_ref().is_none_or(|(_, least)| *turn < **least) {
            first = Some((key, turn));
        }
    }
    let (key, turn) = first.filter(|_| taken < MINTS_AT_A_TIME)?;
    *turn = Turn::TAKEN;
    Some(key)
}
