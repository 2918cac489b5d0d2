//! Carries out a move.

use svc_embed::protocol::SessionId;
use svc_embed::session::{GivenIds, ID_LIFETIME, Input, Millis, MintFailure, Ticket};

use crate::clock::{HOUR, MINUTE, SECOND};
use crate::embed::{Frame, Kind, Message};
use crate::laws::Witness;
use crate::moves::{MOMENT, Move};
use crate::scenario::{LEAD, LIFETIME, Scenario};
use crate::verdict::Answered;
use crate::world::{Turn, World, name_of};

/// A session event that is later than this is lost.
const LATEST: Millis = 12 * HOUR;

#[derive(Debug, Clone, Copy)]
enum Answer {
    Id { id: u8, again: bool },
    Failure(MintFailure),
}

impl World {
    /// The state after `step`.
    pub fn play(&mut self, scenario: &Scenario, step: Move) {
        self.ledger.seen = 0;
        self.faults -= self.price(step).min(self.faults);
        match step {
            Move::Tick => self.feed(scenario, Input::Tick, None),
            Move::Turn => {
                self.turn = None;
                self.feed(scenario, Input::Turn, None);
            }
            Move::Deliver { message, restamped } => {
                let message = self.messages.remove(message);
                self.deliver_message(scenario, message, restamped);
            }
            Move::Double { message } => {
                let once = self.messages.remove(message);
                self.messages.push(Message { slow: true, ..once });
                self.deliver_message(scenario, once, false);
            }
            Move::Lose { message } => {
                self.messages.remove(message);
            }
            Move::Mint { mint } => {
                let asked = self.mints.get(mint).map_or(0, |mint| mint.asked);
                let id = self.mint(asked);
                self.answer(scenario, mint, Answer::Id { id, again: false });
            }
            Move::MintAgain { mint, id } => {
                self.answer(scenario, mint, Answer::Id { id, again: true });
            }
            Move::MintFails { mint } => {
                self.answer(scenario, mint, Answer::Failure(MintFailure::Failed));
            }
            Move::SignOut { mint } => {
                self.answer(scenario, mint, Answer::Failure(MintFailure::SignedOut));
            }
            Move::Accept { exchange } => self.accept(scenario, exchange),
            Move::Refuse { exchange } => {
                let exchange = self.embed.exchanges.remove(exchange);
                self.redeem(exchange.id);
                self.send(Kind::Rejected);
            }
            Move::Load => self.finish_load(scenario),
            Move::RefuseLoad => {
                if let Frame::Loading { id: Some(id), .. } = self.embed.frame {
                    self.redeem(id);
                }
                self.embed.frame = Frame::Refused;
                self.send(Kind::Rejected);
            }
            Move::Wander => self.feed(scenario, Input::View, None),
            Move::Renew => {
                self.promises += 1;
                self.feed(scenario, Input::Renew, None);
            }
            Move::Reload => {
                self.promises += 1;
                self.feed(scenario, Input::Reload, None);
            }
            Move::Destroy => {
                self.feed(scenario, Input::Destroy, None);
                self.turn = None;
                self.faults = 0;
            }
            Move::Jump { ahead } => {
                self.clock.moved = if ahead { 3_600_000 } else { -3_600_000 };
            }
            Move::Freeze { until } => self.wake(until, false),
            Move::Sleep { until } => self.wake(until, true),
            Move::Wait => {
                let next = self.next_moment().unwrap_or(self.clock.time);
                self.pass_to(next);
            }
            Move::Linger => self.pass_to(self.clock.time + MOMENT),
            Move::Calm { looked } => self.calm(scenario, looked, &mut |_, _| {}),
        }
        if self.ending.is_none() {
            self.judge_quiet();
        }
    }

    fn deliver_message(&mut self, scenario: &Scenario, message: Message, restamped: bool) {
        if let Kind::Expiring { expires } | Kind::Expired { expires } = message.kind {
            self.judge_event(expires);
        }
        self.hand_over(scenario, message, restamped);
    }

    fn answer(&mut self, scenario: &Scenario, mint: usize, answer: Answer) {
        let mint = self.mints.remove(mint);
        let (input, again) = match answer {
            Answer::Id { id, again } => match name_of(id) {
                Some(id) => (self.minted(mint.ticket, id, again), again),
                None => return,
            },
            Answer::Failure(failure) => (Input::MintFailed(mint.ticket, failure), false),
        };
        self.feed(scenario, input, Some(Answered { mint, again }));
    }

    /// What the bridge makes of an id that the page gave.
    fn minted(&self, ticket: Ticket, id: SessionId, again: bool) -> Input {
        // What the page remembers follows from the ids there are, so it need not be kept.
        let given = GivenIds::default();
        let before = self.ids.len() - usize::from(!again);
        for earlier in (0..).take(before).filter_map(name_of) {
            given.note(&earlier);
        }
        if given.note(&id) {
            Input::Minted(ticket, id)
        } else {
            Input::MintFailed(ticket, MintFailure::Repeated)
        }
    }

    fn accept(&mut self, scenario: &Scenario, exchange: usize) {
        let time = self.clock.time;
        let exchange = self.embed.exchanges.remove(exchange);
        self.redeem(exchange.id);
        let lapsed = self.embed.has_lapsed(time);
        let expires = self.embed.session.map_or(0, |live| live.expires);
        // A lapse after the machine took the id for confirmed, it cannot know of.
        let unseen = self.ledger.mistaken.is_some_and(|since| expires >= since);
        self.embed.view_lost |= self.lapse_shows() && !exchange.mistaken && !unseen;
        self.ledger.mistaken = None;
        self.embed.begin(exchange.posted, time + LIFETIME);
        if self.is_confused() {
            self.ledger.denied = Some(time + LIFETIME);
        }
        let third = self.embed.sessions >= 3;
        self.ledger.witness(Witness::ThirdSession, third);
        self.ledger.witness(Witness::LateRenewal, lapsed);
        if lapsed {
            self.send(Kind::View);
        }
        if scenario.ready_each_session {
            self.send(Kind::Ready);
        }
    }

    fn finish_load(&mut self, scenario: &Scenario) {
        let time = self.clock.time;
        if let Frame::Loading { id: Some(id), .. } = self.embed.frame {
            self.redeem(id);
            // A private one heeds no id.
            if !scenario.is_private() {
                self.embed.begin(time, time + LIFETIME);
            }
        }
        self.embed.frame = Frame::Mounted;
        self.send(Kind::Ready);
    }

    /// The next moment at which something is due, by the embed, by the machine, or by an id that
    /// grows too old; `None` where something else comes first.
    pub fn next_moment(&self) -> Option<Millis> {
        let timer = self.session.next_timeout();
        let timer = timer.map(|at| self.clock.time_of(at));
        let stale = self.live_mint().map(|mint| mint.asked + ID_LIFETIME);
        let lapse = self.embed.session.map(|live| live.expires);
        let moments = [
            timer,
            stale,
            lapse,
            lapse.map(|at| at - LEAD),
            // Just before the end, so that a lapse can fall into a confirmation.
            lapse.map(|at| at - 5 * SECOND),
        ];
        let later = |&at: &Millis| at > self.clock.time;
        let next = moments.into_iter().flatten().filter(later).min()?;
        let latest = self.patience();
        (latest > self.clock.time).then_some(next.min(latest))
    }

    /// Until when time may pass in a tab that is awake: an exchange is decided, what is no session
    /// event arrives, and the other embeds of the page have had their turns.
    fn patience(&self) -> Millis {
        let exchanges = self.embed.exchanges.iter();
        let exchanges = exchanges.map(|it| it.posted + 3 * MINUTE);
        let messages = self.messages.iter().filter(|it| !it.kind.is_lasting());
        let messages = messages.map(|it| it.sent + MINUTE);
        let turn = self.turn.map(|turn| turn.since + 5 * MINUTE);
        let all = exchanges.chain(messages).chain(turn);
        all.min().unwrap_or(Millis::MAX)
    }

    pub fn pass_to(&mut self, time: Millis) {
        self.slow_down();
        self.clock.time = time;
        self.messages
            .retain(|it| !it.kind.is_session_event() || time - it.sent <= LATEST);
        self.age_ids();
        self.run_embed();
    }

    fn wake(&mut self, until: Millis, asleep: bool) {
        if asleep {
            self.clock.missed += until - self.clock.time;
        }
        self.pass_to(until);
        self.send(Kind::Foreground);
    }

    fn slow_down(&mut self) {
        self.turn = self.turn.map(|turn| Turn { slow: true, ..turn });
        self.messages.iter_mut().for_each(|it| it.slow = true);
        self.mints.iter_mut().for_each(|it| it.slow = true);
        let exchanges = self.embed.exchanges.iter_mut();
        exchanges.for_each(|it| it.slow = true);
        if let Frame::Loading { slow, .. } = &mut self.embed.frame {
            *slow = true;
        }
    }
}
