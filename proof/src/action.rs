//! stateright's `Action`: what can happen next, and its price in faults.

use svc_embed::session::Millis;

use crate::clock::{HOUR, MINUTE, Moved};
use crate::scenario::{Fault, LEAD, Scenario};
use crate::state::{Member, State};
use crate::truth::{Frame, Kind, Live, Message};

/// One step of the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Something happens to the embed at this place of [`State::members`].
    Embed(usize, Event),
    /// The wall clock is set an hour forwards or back.
    Jump { ahead: bool },
    /// Nothing runs until then; both clocks do. The tab is notified when it is back.
    Freeze { until: Millis },
    /// Nothing runs until then, and the monotonic clock stops.
    Sleep { until: Millis },
    /// Time passes to the next moment at which something is due.
    Wait,
    /// A little time passes.
    Linger,
    /// Nothing goes wrong any more. `looked`: the viewer comes back to the tab.
    Calm { looked: bool },
}

/// What can happen to one embed. Numbers are places in the lists of [`Member`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The timer that the shell has set fires.
    Tick,
    Deliver {
        message: usize,
        /// A timer was late: the event is sent only now.
        restamped: bool,
    },
    /// A message arrives, and will arrive once more.
    Double {
        message: usize,
    },
    Lose {
        message: usize,
    },
    /// A mint returns a fresh id.
    Mint {
        mint: usize,
    },
    /// A mint returns an id that was returned before.
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
    /// The embed takes an id that was posted.
    Accept {
        exchange: usize,
    },
    Refuse {
        exchange: usize,
    },
    Load,
    RefuseLoad,
    /// The iframe shows the browser's error page, and then the network is back.
    LoseLoad,
    /// The viewer navigates.
    Navigate,
    /// The session ends as soon as the embed has it.
    Lapse,
    /// The frame goes to another document by itself. `is_spent`: it is asked for with a spent id.
    Leave {
        is_spent: bool,
    },
    /// That document comes. `early`: what it reports comes before the end of its load.
    Arrive {
        early: bool,
    },
    /// The page moves the iframe.
    Move,
    /// The page takes the iframe out of the document.
    TakeOut,
    /// The page puts it back.
    PutBack,
    /// The page sends an action that describes no state.
    Act,
    Renew,
    Reload,
    Destroy,
}

/// A little time: enough to tell apart what is otherwise of one moment.
pub const MOMENT: Millis = Millis::from_secs(5);

impl State {
    /// Every action that this state allows.
    pub fn actions(&self, scenario: &Scenario, actions: &mut Vec<Action>) {
        if self.ending.is_some() {
            return;
        }
        for (place, member) in self.members.iter().enumerate() {
            let mut events = Vec::new();
            self.events(scenario, member, &mut events);
            actions.extend(events.into_iter().map(|event| Action::Embed(place, event)));
        }
        let can = |fault| self.faults > 0 && scenario.allows(fault);
        if self.clock.time < scenario.horizon {
            self.time_actions(can, actions);
        }
        actions.push(Action::Calm { looked: false });
        actions.push(Action::Calm { looked: true });
    }

    fn events(&self, scenario: &Scenario, member: &Member, events: &mut Vec<Event>) {
        if self.tick_is_due(member) {
            events.push(Event::Tick);
        }
        let can = |fault| self.faults > 0 && scenario.allows(fault);
        self.message_events(scenario, member, can, events);
        self.mint_events(member, can, events);
        self.embed_events(member, can, events);
        if !member.history.destroyed {
            if member.embed.is_out() {
                events.push(Event::PutBack);
            } else if can(Fault::TakeOut) {
                events.push(Event::TakeOut);
            }
            // Before its first load, an iframe has nothing that the browser could load again.
            let is_loaded = member.embed.frame != Frame::Empty && !member.embed.is_out();
            if can(Fault::Move) && is_loaded {
                events.push(Event::Move);
            }
            let calls = [
                (Fault::Act, Event::Act),
                (Fault::Renew, Event::Renew),
                (Fault::Reload, Event::Reload),
                (Fault::Destroy, Event::Destroy),
            ];
            events.extend(calls.iter().filter(|call| can(call.0)).map(|call| call.1));
        }
    }

    fn message_events(
        &self,
        scenario: &Scenario,
        member: &Member,
        can: impl Fn(Fault) -> bool,
        events: &mut Vec<Event>,
    ) {
        // If a page that connects heard of `ready` late, only an event can say how old the session
        // is: then one is heard.
        let live = member.embed.session;
        let is_untold = scenario.is_connected() && live.is_some_and(|live| live.misled);
        for (index, message) in member.messages.iter().enumerate() {
            if !may_arrive(member, index, message) {
                continue;
            }
            events.push(Event::Deliver {
                message: index,
                restamped: false,
            });
            if let Kind::Expiring { expires } | Kind::Expired { expires } = message.kind {
                let is_current = live.is_some_and(|live| live.expires == expires);
                let may_be_late = message.slow && !message.is_queued;
                if may_be_late && is_current && message.sent != self.clock.time {
                    events.push(Event::Deliver {
                        message: index,
                        restamped: true,
                    });
                }
            }
            if can(Fault::Lost) && message.kind.can_be_lost() && !is_untold {
                events.push(Event::Lose { message: index });
            }
            if can(Fault::Doubled) && message.kind.can_be_doubled() {
                events.push(Event::Double { message: index });
            }
        }
    }

    fn mint_events(&self, member: &Member, can: impl Fn(Fault) -> bool, events: &mut Vec<Event>) {
        for (mint, asked) in member.mints.iter().enumerate() {
            events.push(Event::Mint { mint });
            if asked.aborted {
                continue;
            }
            if can(Fault::MintRepeats) {
                // The id that the page used itself, and the latest: the others are like it.
                let latest = u8::try_from(self.ids.len() - 1).unwrap_or(u8::MAX);
                events.push(Event::MintAgain { mint, id: 0 });
                if latest > 0 {
                    events.push(Event::MintAgain { mint, id: latest });
                }
            }
            if can(Fault::MintFails) {
                events.push(Event::MintFails { mint });
            }
            if can(Fault::SignOut) {
                events.push(Event::SignOut { mint });
            }
        }
    }

    fn embed_events(&self, member: &Member, can: impl Fn(Fault) -> bool, events: &mut Vec<Event>) {
        for (exchange, posted) in member.embed.exchanges.iter().enumerate() {
            let is_good = self.is_good(posted.id);
            if is_good {
                events.push(Event::Accept { exchange });
            }
            if !is_good || can(Fault::Refused) {
                events.push(Event::Refuse { exchange });
            }
        }
        match member.embed.frame {
            Frame::Loading { id, .. } => {
                let is_good = id.is_none_or(|id| self.is_good(id));
                if is_good {
                    events.push(Event::Load);
                }
                if !is_good || (id.is_some() && can(Fault::Refused)) {
                    events.push(Event::RefuseLoad);
                }
                if can(Fault::Offline) {
                    events.push(Event::LoseLoad);
                }
            }
            Frame::Leaving { .. } => {
                events.push(Event::Arrive { early: true });
                events.push(Event::Arrive { early: false });
            }
            Frame::Mounted if can(Fault::Navigate) => events.push(Event::Navigate),
            _ => {}
        }
        // Nobody can tell that an id is lost which has counted as taken for some time. And what the document
        // has said of one is heard before it goes.
        let is_refused = member.messages.iter().any(|it| it.kind == Kind::Rejected);
        let is_undecided = is_refused || !member.embed.exchanges.is_empty();
        let is_decided = member.history.is_confirming || !is_undecided;
        let is_told = !member.actions.is_left;
        let works = member.embed.session.is_some() && !member.embed.has_lapsed(self.clock.time);
        let is_there = member.embed.frame == Frame::Mounted;
        if can(Fault::Leave) && is_there && is_decided && is_told && works {
            events.push(Event::Leave { is_spent: false });
            events.push(Event::Leave { is_spent: true });
        }
        // While an id is confirmed, nobody can tell the lapse of its session from that of the one before,
        // unless that one has reported its own, with another time.
        let is_told = member.history.was_late || !member.history.is_confirming;
        let is_heard = !member.messages.iter().any(|it| it.kind.is_session_event());
        let told = member.history.told;
        let is_other = member.embed.sessions == 1 || self.clock.time > told;
        let is_told = is_told && is_heard && is_other;
        let is_whole = |live: Live| is_told && !live.expiring_sent && !live.expired_sent;
        if can(Fault::Lapse) && member.embed.session.is_some_and(is_whole) {
            events.push(Event::Lapse);
        }
    }

    fn time_actions(&self, can: impl Fn(Fault) -> bool, actions: &mut Vec<Action>) {
        let clock = self.clock;
        if can(Fault::Jump) && clock.missed == Millis::ZERO && clock.moved == Moved::Not {
            actions.push(Action::Jump { ahead: true });
            actions.push(Action::Jump { ahead: false });
        }
        for until in self.awakenings() {
            if can(Fault::Freeze) {
                actions.push(Action::Freeze { until });
            }
            // A wall clock that was set and a monotonic clock that misses sleep look alike.
            if can(Fault::Sleep) && clock.moved == Moved::Not {
                actions.push(Action::Sleep { until });
            }
        }
        let price = self.newly_slow();
        let is_affordable = price == 0 || (price <= self.faults && can(Fault::Late));
        let is_due = self.members.iter().any(|member| self.tick_is_due(member));
        let Some(next) = self.next_moment().filter(|_| is_affordable && !is_due) else {
            return;
        };
        actions.push(Action::Wait);
        if can(Fault::Late) && self.is_awaited() && next > clock.time + MOMENT {
            actions.push(Action::Linger);
        }
    }

    /// When a tab that is frozen now may come back.
    fn awakenings(&self) -> Vec<Millis> {
        // The queue of a tab holds no message for longer than it takes to run one. And if two ids
        // are undecided at once, no rejection says which one it is about: a tab that is away for
        // long at the same time is more than any machine can see through.
        let is_queued = |it: &Message| {
            it.is_queued || matches!(it.kind, Kind::View | Kind::Rejected | Kind::Load)
        };
        let is_still = |member: &Member| {
            member.embed.exchanges.len() < 2
                && !member.messages.iter().any(is_queued)
                && !member.has_lost_id_in_gap()
        };
        if !self.members.iter().all(is_still) {
            return Vec::new();
        }
        let now = self.clock.time;
        let mut times = vec![now + 10 * MINUTE];
        for live in self
            .members
            .iter()
            .filter_map(|member| member.embed.session)
        {
            times.extend([live.expires - LEAD, live.expires, live.expires + 8 * HOUR]);
        }
        times.retain(|&time| time > now);
        times.sort_unstable();
        times.dedup();
        times
    }

    /// How many things that were asked for or sent did not happen at once. To let time pass
    /// without them has its price.
    pub fn newly_slow(&self) -> u8 {
        let all = self.members.iter().map(|member| {
            let messages = member.messages.iter().filter(|it| !it.slow).count();
            let mints = member.mints.iter().filter(|it| !it.slow).count();
            let exchanges = member.embed.exchanges.iter().filter(|it| !it.slow).count();
            let loads = matches!(
                member.embed.frame,
                Frame::Loading { slow: false, .. } | Frame::Leaving { slow: false, .. }
            );
            messages + mints + exchanges + usize::from(loads)
        });
        u8::try_from(all.sum::<usize>()).unwrap_or(u8::MAX)
    }

    /// Whether anything is still to happen.
    fn is_awaited(&self) -> bool {
        self.members.iter().any(|member| {
            !member.messages.is_empty()
                || !member.mints.is_empty()
                || !member.embed.exchanges.is_empty()
                || member.embed.is_loading()
        })
    }

    /// What an action costs of [`State::faults`].
    pub fn price(&self, action: Action) -> u8 {
        match action {
            Action::Embed(place, event) => {
                let member = self.members.get(place);
                member.map_or(0, |member| self.price_of_event(member, event))
            }
            Action::Wait => self.newly_slow(),
            Action::Linger => self.newly_slow().max(1),
            Action::Jump { .. } | Action::Freeze { .. } | Action::Sleep { .. } => 1,
            Action::Calm { .. } => 0,
        }
    }

    fn price_of_event(&self, member: &Member, event: Event) -> u8 {
        match event {
            Event::Refuse { exchange } => {
                let id = member.embed.exchanges.get(exchange).map(|it| it.id);
                u8::from(id.is_some_and(|id| self.is_good(id)))
            }
            Event::RefuseLoad => match member.embed.frame {
                Frame::Loading { id: Some(id), .. } => u8::from(self.is_good(id)),
                _ => 0,
            },
            Event::Double { .. }
            | Event::Lose { .. }
            | Event::MintAgain { .. }
            | Event::MintFails { .. }
            | Event::SignOut { .. }
            | Event::LoseLoad
            | Event::Navigate
            | Event::Lapse
            | Event::Leave { .. }
            | Event::Move
            | Event::TakeOut
            | Event::Act
            | Event::Renew
            | Event::Reload
            | Event::Destroy => 1,
            Event::Tick
            | Event::Deliver { .. }
            | Event::Mint { .. }
            | Event::Accept { .. }
            | Event::PutBack
            | Event::Arrive { .. }
            | Event::Load => 0,
        }
    }
}

fn may_arrive(member: &Member, index: usize, message: &Message) -> bool {
    let before = || member.messages.iter().take(index);
    // Two equal ones: exploring one of them is enough.
    let is_alike = before().any(|other| other == message);
    // Session events may be overtaken, since timers send them. Only the browser's own message
    // overtakes any other.
    let is_behind = before().any(|other| !other.kind.is_lasting());
    !is_alike && (message.kind == Kind::Foreground || !is_behind)
}
