//! Whose turn it is to mint, among all embeds of a page.

use super::queue::Queue;
use super::used_ids::Fingerprint;
use crate::session::Session;

/// How many mints for one tenant may be under way on a page. Without a limit, a page with fifty
/// dashboards would send fifty requests to its backend at once. The tenants do not share a limit,
/// because a backend that hangs must not stop the others.
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
/// of the page, and `TURNS` the number of turns of each tenant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Turns<const PLACES: usize, const TURNS: usize> {
    seats: [Seat; PLACES],
    waiting: Queue<PLACES>,
}

/// The tenant of a place, and whether the embed there has a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Seat {
    tenant: Fingerprint,
    has_turn: bool,
}

impl<const PLACES: usize, const TURNS: usize> Turns<PLACES, TURNS> {
    pub(super) const fn new() -> Self {
        let empty = Seat {
            tenant: Fingerprint::new(0),
            has_turn: false,
        };
        Self {
            seats: [empty; PLACES],
            waiting: Queue::new(),
        }
    }

    /// An embed of `tenant` was opened at `place`.
    pub(super) fn open(&mut self, place: usize, tenant: Fingerprint) {
        if let Some(seat) = self.seats.get_mut(place) {
            seat.tenant = tenant;
        }
    }

    /// Notes what the embed at `place` needs now. An embed that mints no longer gives its turn back,
    /// and an embed that no longer wants a turn leaves the queue.
    pub(super) fn update(&mut self, place: usize, need: Need) {
        if need != Need::UsesTurn
            && let Some(seat) = self.seats.get_mut(place)
        {
            seat.has_turn = false;
        }
        if need == Need::WantsTurn {
            self.waiting.push(place);
        } else {
            self.waiting.remove(place);
        }
    }

    /// Gives a turn to the place that has waited longest, of those whose tenant has one left.
    /// [`Turns::update`] must follow: it takes the turn back if the embed there does not use it.
    pub(super) fn grant(&mut self) -> Option<usize> {
        // The tenant that was just found to have no turn left. Mostly all embeds are of one tenant, and
        // its turns are then counted once.
        let mut busy = None;
        let mut next = self.waiting.first();
        while let Some(place) = next {
            let tenant = self.seats.get(place)?.tenant;
            if busy != Some(tenant) {
                if self.taken(tenant) < TURNS {
                    self.waiting.remove(place);
                    self.seats.get_mut(place)?.has_turn = true;
                    return Some(place);
                }
                busy = Some(tenant);
            }
            next = self.waiting.behind(place);
        }
        None
    }

    fn taken(&self, tenant: Fingerprint) -> usize {
        let takes = |seat: &&Seat| seat.has_turn && seat.tenant == tenant;
        self.seats.iter().filter(takes).count()
    }
}
