//! The benign end of a history: from here on nothing goes wrong any more. Every state has one, so
//! that every history is finite, and "eventually" has a last state to be judged by.
//!
//! A mint that hangs goes on hanging (the machine's own timeout must see to it); whatever else is
//! on its way arrives at once and in order, and so does all that comes after it.

use svc_embed::session::{Millis, Renewal, Status};

use crate::clock::{HOUR, MINUTE};
use crate::embed::{Frame, Kind};
use crate::moves::Move;
use crate::scenario::Scenario;
use crate::world::{Ending, World};

/// How long the end goes on where the session does not come to rest: until after the embed's next
/// lapse.
const SPAN: Millis = 24 * HOUR;

/// How long the embed was without a session.
#[derive(Debug, Default)]
struct Darkness {
    since: Option<Millis>,
    longest: Millis,
}

impl World {
    /// Plays the history to its end. `tell` hears of each step.
    pub fn calm(&mut self, scenario: &Scenario, looked: bool, tell: &mut dyn FnMut(&Self, Move)) {
        let end = self.clock.time + SPAN;
        let mut darkness = Darkness::default();
        if looked && !self.ledger.destroyed {
            self.send(Kind::Foreground);
        }
        loop {
            self.measure(&mut darkness);
            if self.has_come_to_rest(scenario) {
                break;
            }
            if let Some(step) = self.benign_move() {
                self.play(scenario, step);
                tell(self, step);
            } else if looked && self.is_stopped_only() {
                // The viewer comes back once more, to a renewal that has meanwhile given up.
                self.send(Kind::Foreground);
            } else if let Some(next) = self.next_moment().filter(|&at| at <= end) {
                self.pass_to(next);
                tell(self, Move::Wait);
            } else {
                break;
            }
        }
        self.end(scenario, looked, darkness.longest);
    }

    fn end(&mut self, scenario: &Scenario, looked: bool, dark: Millis) {
        let status = self.session.state().status;
        let over = self.is_over(scenario);
        let stopped = !looked && status == Status::Stopped;
        let unheard = scenario.is_connected() && status == Status::Starting;
        let live = self.embed.session;
        let has_session = live.is_some_and(|live| self.clock.time < live.expires);
        let lit = has_session && dark <= scenario.grace(self.clock.missed);
        let ending = Ending {
            dark: !(over || stopped || unheard || lit),
            unrestored: has_session && self.embed.view_lost && !over,
            unsettled: self.promises > 0,
        };
        // All that is over is alike, but for how it ended.
        let broken = self.ledger.broken;
        *self = Self::new(scenario);
        self.ledger.broken |= broken;
        self.ending = Some(ending);
    }

    fn measure(&self, darkness: &mut Darkness) {
        let time = self.clock.time;
        let lit = self.embed.session.is_some_and(|live| time < live.expires);
        // A renewal that has given up, and says so, waits for a trigger.
        if lit || self.session.state().status == Status::Stopped {
            darkness.since = None;
        } else {
            let since = *darkness.since.get_or_insert(time);
            darkness.longest = darkness.longest.max(time - since);
        }
    }

    fn benign_move(&self) -> Option<Move> {
        if self.tick_is_due() {
            return Some(Move::Tick);
        }
        if !self.messages.is_empty() {
            return Some(Move::Deliver {
                message: 0,
                restamped: false,
            });
        }
        if self.turn.is_some() {
            return Some(Move::Turn);
        }
        let prompt = self.mints.iter().position(|it| !it.slow && !it.aborted);
        if let Some(mint) = prompt {
            return Some(Move::Mint { mint });
        }
        if let Some(first) = self.embed.exchanges.first() {
            return Some(if self.is_good(first.id) {
                Move::Accept { exchange: 0 }
            } else {
                Move::Refuse { exchange: 0 }
            });
        }
        match self.embed.frame {
            Frame::Loading { id: Some(id), .. } if !self.is_good(id) => Some(Move::RefuseLoad),
            Frame::Loading { .. } => Some(Move::Load),
            _ => None,
        }
    }

    fn is_stopped_only(&self) -> bool {
        self.session.state().status == Status::Stopped
            && !self.ledger.signed_out
            && !self.ledger.destroyed
    }

    /// Whether there is nothing left to renew.
    fn is_over(&self, scenario: &Scenario) -> bool {
        self.ledger.destroyed || self.ledger.signed_out || scenario.is_private()
    }

    /// Whether all is well, and the machine's own deadline will see to it that it stays so even
    /// where no event ever comes.
    fn has_come_to_rest(&self, scenario: &Scenario) -> bool {
        let state = self.session.state();
        let still = self.is_quiet() && self.turn.is_none() && self.promises == 0;
        let Some(live) = self.embed.session else {
            return still && self.is_over(scenario) && self.mints.is_empty();
        };
        let deadline = self.session.next_timeout();
        let latest = live.expires + self.clock.missed.min(HOUR);
        still
            && self.clock.time < live.expires
            && state.status == Status::Active
            && state.renewal == Renewal::Idle
            && !self.embed.view_lost
            && deadline.is_some_and(|at| self.clock.time_of(at) + MINUTE <= latest)
    }
}

/// For the trace of a counterexample: the end, step by step.
pub fn trace(world: &World, scenario: &Scenario, looked: bool) -> Vec<(World, Move)> {
    let mut steps = Vec::new();
    let mut world = world.clone();
    world.calm(scenario, looked, &mut |world, step| {
        steps.push((world.clone(), step));
    });
    steps
}
