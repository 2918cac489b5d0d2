//! What may happen next: every choice of the environment, and its price in faults.

use svc_embed::session::Millis;

use crate::clock::{HOUR, MINUTE, SECOND};
use crate::embed::{Frame, Kind, Message};
use crate::scenario::{Fault, LEAD, Scenario};
use crate::world::World;

/// One step of the environment. Numbers are places in the lists of [`World`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// The machine's timer.
    Tick,
    /// The page grants the turn.
    Turn,
    Deliver {
        message: usize,
        restamped: bool,
    },
    /// A message arrives, and will arrive once more.
    Double {
        message: usize,
    },
    Lose {
        message: usize,
    },
    /// A mint gives a fresh id.
    Mint {
        mint: usize,
    },
    /// A mint gives an id that was given before.
    MintAgain {
        mint: usize,
        id: u8,
    },
    MintFails {
        mint: usize,
    },
    SignOut {
        mint: usize,
    },
    /// The embed takes the id that was posted.
    Accept {
        exchange: usize,
    },
    Refuse {
        exchange: usize,
    },
    Load,
    RefuseLoad,
    /// The viewer navigates.
    Wander,
    Renew,
    Reload,
    Destroy,
    /// The wall clock is set.
    Jump {
        ahead: bool,
    },
    /// Nothing runs until then; the tab is told at its return.
    Freeze {
        until: Millis,
    },
    /// Likewise, and the monotonic clock stands still.
    Sleep {
        until: Millis,
    },
    /// Time passes to the next moment at which something is due.
    Wait,
    /// A little time passes.
    Linger,
    /// Nothing goes wrong any more. `looked`: the viewer comes back to the tab.
    Calm {
        looked: bool,
    },
}

/// A little time: enough to tell apart what is otherwise of one moment.
pub const MOMENT: Millis = 5 * SECOND;

impl World {
    /// All moves that this state allows.
    pub fn moves(&self, scenario: &Scenario, moves: &mut Vec<Move>) {
        if self.ending.is_some() {
            return;
        }
        if self.tick_is_due() {
            moves.push(Move::Tick);
        }
        if self.turn.is_some() {
            moves.push(Move::Turn);
        }
        let can = |fault| self.faults > 0 && scenario.allows(fault);
        self.message_moves(scenario, can, moves);
        self.mint_moves(can, moves);
        self.embed_moves(can, moves);
        if !self.ledger.destroyed {
            let calls = [
                (Fault::Renew, Move::Renew),
                (Fault::Reload, Move::Reload),
                (Fault::Destroy, Move::Destroy),
            ];
            moves.extend(calls.iter().filter(|call| can(call.0)).map(|call| call.1));
        }
        if self.clock.time < scenario.horizon {
            self.time_moves(can, moves);
        }
        moves.push(Move::Calm { looked: false });
        moves.push(Move::Calm { looked: true });
    }

    fn message_moves(
        &self,
        scenario: &Scenario,
        can: impl Fn(Fault) -> bool,
        moves: &mut Vec<Move>,
    ) {
        // Where a page that connects was told of `ready` late, nothing but an event can say how old
        // the session is: then one is heard.
        let untold = scenario.is_connected() && self.embed.session.is_some_and(|it| it.misled);
        for (index, message) in self.messages.iter().enumerate() {
            if !self.may_arrive(index, message) {
                continue;
            }
            moves.push(Move::Deliver {
                message: index,
                restamped: false,
            });
            if let Kind::Expiring { expires } | Kind::Expired { expires } = message.kind {
                let live = self.embed.session;
                let current = live.is_some_and(|live| live.expires == expires);
                if message.slow && current && message.sent != self.clock.time {
                    moves.push(Move::Deliver {
                        message: index,
                        restamped: true,
                    });
                }
            }
            if can(Fault::Lost) && message.kind.can_be_lost() && !untold {
                moves.push(Move::Lose { message: index });
            }
            if can(Fault::Doubled) && message.kind.can_be_doubled() {
                moves.push(Move::Double { message: index });
            }
        }
    }

    fn may_arrive(&self, index: usize, message: &Message) -> bool {
        let before = || self.messages.iter().take(index);
        // Of two that are alike, either stands for both.
        let alike = before().any(|other| other == message);
        // Session events may be overtaken, for timers bring them; nothing else is, but by what the
        // browser says.
        let behind = before().any(|other| !other.kind.is_lasting());
        !alike && (message.kind == Kind::Foreground || !behind)
    }

    fn mint_moves(&self, can: impl Fn(Fault) -> bool, moves: &mut Vec<Move>) {
        for (mint, asked) in self.mints.iter().enumerate() {
            moves.push(Move::Mint { mint });
            if asked.aborted {
                continue;
            }
            if can(Fault::MintRepeats) {
                // The one of another embed, and the latest: the others are like it.
                let latest = u8::try_from(self.ids.len() - 1).unwrap_or(u8::MAX);
                moves.push(Move::MintAgain { mint, id: 0 });
                if latest > 0 {
                    moves.push(Move::MintAgain { mint, id: latest });
                }
            }
            if can(Fault::MintFails) {
                moves.push(Move::MintFails { mint });
            }
            if can(Fault::SignOut) {
                moves.push(Move::SignOut { mint });
            }
        }
    }

    fn embed_moves(&self, can: impl Fn(Fault) -> bool, moves: &mut Vec<Move>) {
        for (exchange, posted) in self.embed.exchanges.iter().enumerate() {
            let good = self.is_good(posted.id);
            if good {
                moves.push(Move::Accept { exchange });
            }
            if !good || can(Fault::Refused) {
                moves.push(Move::Refuse { exchange });
            }
        }
        match self.embed.frame {
            Frame::Loading { id, .. } => {
                let good = id.is_none_or(|id| self.is_good(id));
                if good {
                    moves.push(Move::Load);
                }
                if !good || (id.is_some() && can(Fault::Refused)) {
                    moves.push(Move::RefuseLoad);
                }
            }
            Frame::Mounted if can(Fault::Wander) => {
                moves.push(Move::Wander);
            }
            _ => {}
        }
    }

    fn time_moves(&self, can: impl Fn(Fault) -> bool, moves: &mut Vec<Move>) {
        let clock = self.clock;
        if can(Fault::Jump) && clock.missed == 0 && clock.moved == 0 {
            moves.push(Move::Jump { ahead: true });
            moves.push(Move::Jump { ahead: false });
        }
        // The queue of a tab holds no message for longer than it takes to run one.
        let queued = |kind| matches!(kind, Kind::View | Kind::Rejected);
        // And where two ids are undecided at once, no rejection says which one it is of: a tab that
        // is away for long on top of it is more than can be seen through.
        let single = self.embed.exchanges.len() < 2;
        let idle = single && !self.messages.iter().any(|it| queued(it.kind));
        for until in self.awakenings().into_iter().filter(|_| idle) {
            if can(Fault::Freeze) {
                moves.push(Move::Freeze { until });
            }
            // A clock that was set and one that misses sleep at once cannot be seen through.
            if can(Fault::Sleep) && clock.moved == 0 {
                moves.push(Move::Sleep { until });
            }
        }
        let price = self.newly_slow();
        let affordable = price == 0 || (price <= self.faults && can(Fault::Late));
        let allowed = affordable && !self.tick_is_due();
        let Some(next) = self.next_moment().filter(|_| allowed) else {
            return;
        };
        moves.push(Move::Wait);
        if can(Fault::Late) && self.is_awaited() && next > clock.time + MOMENT {
            moves.push(Move::Linger);
        }
    }

    /// When a tab that is frozen now may come back.
    fn awakenings(&self) -> Vec<Millis> {
        let now = self.clock.time;
        let mut times = vec![now + 10 * MINUTE];
        if let Some(live) = self.embed.session {
            times.extend([live.expires - LEAD, live.expires, live.expires + 8 * HOUR]);
        }
        times.retain(|&time| time > now);
        times
    }

    /// How many things that were asked for or sent have not come about at once. To let time pass
    /// without them has its price.
    pub fn newly_slow(&self) -> u8 {
        let messages = self.messages.iter().filter(|it| !it.slow).count();
        let mints = self.mints.iter().filter(|it| !it.slow).count();
        let exchanges = self.embed.exchanges.iter().filter(|it| !it.slow).count();
        let loads = matches!(self.embed.frame, Frame::Loading { slow: false, .. });
        let turns = self.turn.is_some_and(|turn| !turn.slow);
        let all = messages + mints + exchanges + usize::from(loads) + usize::from(turns);
        u8::try_from(all).unwrap_or(u8::MAX)
    }

    /// Whether anything is to come about at all.
    fn is_awaited(&self) -> bool {
        !self.messages.is_empty()
            || !self.mints.is_empty()
            || !self.embed.exchanges.is_empty()
            || self.embed.is_loading()
            || self.turn.is_some()
    }

    /// What a move costs of [`World::faults`].
    pub fn price(&self, step: Move) -> u8 {
        match step {
            Move::Wait => self.newly_slow(),
            Move::Linger => self.newly_slow().max(1),
            Move::Refuse { exchange } => {
                let id = self.embed.exchanges.get(exchange).map(|it| it.id);
                u8::from(id.is_some_and(|id| self.is_good(id)))
            }
            Move::RefuseLoad => match self.embed.frame {
                Frame::Loading { id: Some(id), .. } => u8::from(self.is_good(id)),
                _ => 0,
            },
            Move::Double { .. }
            | Move::Lose { .. }
            | Move::MintAgain { .. }
            | Move::MintFails { .. }
            | Move::SignOut { .. }
            | Move::Wander
            | Move::Renew
            | Move::Reload
            | Move::Destroy
            | Move::Jump { .. }
            | Move::Freeze { .. }
            | Move::Sleep { .. } => 1,
            Move::Tick
            | Move::Turn
            | Move::Deliver { .. }
            | Move::Mint { .. }
            | Move::Accept { .. }
            | Move::Load
            | Move::Calm { .. } => 0,
        }
    }
}
