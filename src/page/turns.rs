//! Whose turn it is to mint, among all embeds of a page.

use super::queue::Queue;
use crate::session::Session;

/// How many mints may be under way on one page. Without a limit, an office that opens its tabs at
/// nine would ask its backend for every dashboard at once.
pub const MINTS_AT_A_TIME: usize = 4;

/// What an embed needs a turn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// It needs none.
    Nothing,
    /// It is to mint as soon as it has a turn.
    WantsTurn,
    /// A mint is under way.
    UsesTurn,
}

impl Need {
    pub(super) fn of(session: &Session) -> Self {
        if session.is_minting() {
            Need::UsesTurn
        } else if session.awaits_turn() {
            Need::WantsTurn
        } else {
            Need::Nothing
        }
    }
}

/// The embeds that mint, and the embeds that wait for their turn. `PLACES` is the number of places
/// of the page, and `TURNS` the number of turns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Turns<const PLACES: usize, const TURNS: usize> {
    has_turn: [bool; PLACES],
    /// How many places have a turn.
    taken: usize,
    waiting: Queue<PLACES>,
}

impl<const PLACES: usize, const TURNS: usize> Turns<PLACES, TURNS> {
    pub(super) const fn new() -> Self {
        Self {
            has_turn: [false; PLACES],
            taken: 0,
            waiting: Queue::new(),
        }
    }

    /// Notes what the embed at `place` needs now. An embed that mints no longer gives its turn back,
    /// and an embed that no longer wants a turn leaves the queue.
    pub(super) fn update(&mut self, place: usize, need: Need) {
        if need != Need::UsesTurn
            && let Some(has_turn) = self.has_turn.get_mut(place)
            && core::mem::take(has_turn)
        {
            self.taken -= 1;
        }
        if need == Need::WantsTurn {
            self.waiting.push(place);
        } else {
            self.waiting.remove(place);
        }
    }

    /// Gives a free turn to the place that has waited longest. [`Turns::update`] must follow: it
    /// takes the turn back if the embed there does not use it.
    pub(super) fn grant(&mut self) -> Option<usize> {
        if self.taken >= TURNS {
            return None;
        }
        let place = self.waiting.pop()?;
        *self.has_turn.get_mut(place)? = true;
        self.taken += 1;
        Some(place)
    }
}
