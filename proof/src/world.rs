//! One state of everything: the machine, the page around it, the embed, and the clocks.

use svc_embed::Error;
use svc_embed::protocol::SessionId;
use svc_embed::session::{Effect, ID_LIFETIME, Input, Millis, Mode, Session, Ticket};

use crate::clock::{Clock, EPOCH};
use crate::embed::{Embed, Exchange, Frame, Kind, Message};
use crate::ledger::Ledger;
use crate::scenario::{LEAD, LIFETIME, READY_TIMEOUT, Scenario, Start};
use crate::verdict::{Answered, Step};

/// A turn that was asked for and not granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    pub since: Millis,
    pub slow: bool,
}

/// A call of the page's `getSession` that has not been answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mint {
    pub ticket: Ticket,
    pub asked: Millis,
    pub slow: bool,
    pub aborted: bool,
}

/// An id that the page's backend has given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id {
    /// Since when it may exist; `None` once it can no longer be redeemed.
    pub minted: Option<Millis>,
    pub delivered: bool,
}

/// How a history ended after nothing went wrong any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The embed was without a session for longer than it should be.
    pub dark: bool,
    /// What the page had set in the embed is gone.
    pub unrestored: bool,
    /// A promise is open.
    pub unsettled: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct World {
    pub session: Session,
    pub clock: Clock,
    pub turn: Option<Turn>,
    pub mints: Vec<Mint>,
    /// The first was given to another embed of the page, which has redeemed it.
    pub ids: Vec<Id>,
    /// Open promises of `renew` and `reload`.
    pub promises: u8,
    pub embed: Embed,
    pub messages: Vec<Message>,
    /// Faults to come.
    pub faults: u8,
    pub ledger: Ledger,
    pub ending: Option<Ending>,
}

impl World {
    pub fn new(scenario: &Scenario) -> Self {
        let clock = Clock::default();
        let make = if scenario.is_connected() {
            Session::connect
        } else {
            Session::mount
        };
        let can_mint = scenario.can_mint();
        let session = make(clock.now(), scenario.policy, READY_TIMEOUT, can_mint, 7);
        let mut world = Self {
            session: session.with_bug(scenario.bug),
            clock,
            turn: None,
            mints: Vec::new(),
            ids: vec![Id {
                minted: None,
                delivered: true,
            }],
            promises: 0,
            embed: Embed::new(Frame::Empty),
            messages: Vec::new(),
            faults: scenario.faults,
            ledger: Ledger::default(),
            ending: None,
        };
        match scenario.start {
            Start::Mount | Start::MountPrivate => {}
            Start::Connect => {
                world.embed.frame = Frame::Mounted;
                world.embed.begin(0, LIFETIME);
                world.send(Kind::Ready);
            }
            Start::ConnectPrivate => {
                world.embed.frame = Frame::Mounted;
                world.send(Kind::Ready);
            }
        }
        // What the machine asks for at its creation.
        world.feed(scenario, Input::Tick, None);
        world
    }

    /// Tells the machine of `input`, and does what it asks for. `answered` tells of the mint that
    /// `input` answers.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "an input is made for the call that hands it over"
    )]
    pub fn feed(&mut self, scenario: &Scenario, input: Input, answered: Option<Answered>) {
        let before = self.session.state();
        self.session.handle(self.clock.now(), input.clone());
        let mut effects = Vec::new();
        let mut not_loaded = false;
        while let Some(effect) = self.session.poll() {
            if matches!(effect, Effect::Load(_)) {
                not_loaded = !scenario.reloadable;
                let failure = Input::LoadFailed(Error::NOT_RELOADABLE);
                let answer = if not_loaded { failure } else { Input::Loaded };
                self.session.handle(self.clock.now(), answer);
            }
            effects.push(effect);
        }
        let step = Step {
            scenario,
            input: &input,
            answered,
            not_loaded,
            before,
            after: self.session.state(),
        };
        for effect in effects {
            self.judge_effect(&step, &effect);
            self.carry_out(scenario, effect);
        }
        self.judge_step(&step);
    }

    fn carry_out(&mut self, scenario: &Scenario, effect: Effect) {
        let time = self.clock.time;
        match effect {
            Effect::AwaitTurn => {
                self.turn.get_or_insert(Turn {
                    since: time,
                    slow: false,
                });
            }
            Effect::Mint { ticket, .. } => self.mints.push(Mint {
                ticket,
                asked: time,
                slow: false,
                aborted: false,
            }),
            Effect::Abort => self.mints.iter_mut().for_each(|mint| mint.aborted = true),
            Effect::Load(id) if !scenario.reloadable => {
                if let Some(id) = id {
                    self.deliver(&id);
                }
            }
            Effect::Load(id) => {
                let id = id.map(|id| self.deliver(&id));
                self.embed.load(id, time);
                // Of a document that is gone, session events alone may still be on their way.
                self.messages.retain(|message| message.kind.is_lasting());
            }
            Effect::Post(id) => {
                let id = self.deliver(&id);
                // A document that is not there yet hears nothing.
                if self.embed.frame == Frame::Mounted {
                    self.embed.exchanges.push(Exchange {
                        id,
                        posted: time,
                        slow: false,
                        mistaken: self.ledger.mistaken.is_some(),
                    });
                }
            }
            Effect::Replay => self.embed.view_lost = false,
            Effect::Settle(_) => self.promises = 0,
            Effect::ReadyTimedOut => {}
        }
    }

    fn deliver(&mut self, id: &SessionId) -> u8 {
        let index = index_of(id);
        if let Some(id) = self.ids.get_mut(usize::from(index)) {
            id.delivered = true;
        }
        index
    }

    /// The backend gives a new id, which may be as old as the request for it.
    pub fn mint(&mut self, asked: Millis) -> u8 {
        self.ids.push(Id {
            minted: Some(asked),
            delivered: false,
        });
        self.age_ids();
        u8::try_from(self.ids.len() - 1).unwrap_or(u8::MAX)
    }

    pub fn age_ids(&mut self) {
        let time = self.clock.time;
        for id in &mut self.ids {
            id.minted = id.minted.filter(|at| time - at < ID_LIFETIME);
        }
    }

    /// Whether the service would take the id.
    pub fn is_good(&self, id: u8) -> bool {
        let id = self.ids.get(usize::from(id));
        id.is_some_and(|id| id.minted.is_some())
    }

    pub fn redeem(&mut self, id: u8) {
        if let Some(id) = self.ids.get_mut(usize::from(id)) {
            id.minted = None;
        }
    }

    pub fn send(&mut self, kind: Kind) {
        self.messages.push(Message::new(kind, self.clock.time));
    }

    /// The embed's own timers, as far as they are due.
    pub fn run_embed(&mut self) {
        let time = self.clock.time;
        let Some(live) = &mut self.embed.session else {
            return;
        };
        let end = live.expires;
        let expiring = !live.expiring_sent && time + LEAD >= end;
        let expired = !live.expired_sent && time >= end;
        live.expiring_sent |= expiring;
        live.expired_sent |= expired;
        if expiring {
            self.send(Kind::Expiring { expires: end });
        }
        if expired {
            self.send(Kind::Expired { expires: end });
        }
    }

    /// Hands a message to the machine. `restamped`: a timer was late, and sent it just now.
    pub fn hand_over(&mut self, scenario: &Scenario, message: Message, restamped: bool) {
        let time = self.clock.time;
        let sent = if restamped { time } else { message.sent };
        let input = match message.kind {
            Kind::Ready => {
                self.embed.view_lost = false;
                if let Some(live) = &mut self.embed.session {
                    // Of a session that begins with `ready`, for all that the page knows.
                    let tells = scenario.is_connected() || scenario.ready_each_session;
                    live.misled |= message.slow && tells;
                }
                let private = scenario.is_private();
                Input::Ready(Some(if private { Mode::Private } else { Mode::Signed }))
            }
            Kind::View => Input::View,
            Kind::Expiring { expires } => {
                if let Some(live) = &mut self.embed.session {
                    live.misled |= live.expires == expires && sent != time;
                }
                Input::Expiring {
                    expires_at: EPOCH + expires,
                    expires_in: expires.saturating_sub(sent),
                }
            }
            Kind::Expired { expires } => Input::Expired {
                expired_at: EPOCH + expires,
                reported_at: EPOCH + sent,
            },
            Kind::Rejected => Input::Rejected,
            Kind::Foreground => Input::Foreground,
        };
        self.feed(scenario, input, None);
    }

    pub fn tick_is_due(&self) -> bool {
        let due = self.session.next_timeout();
        due.is_some_and(|at| at <= self.clock.monotonic())
    }

    /// Whether everything that was sent has arrived and everything asked for is decided.
    pub fn is_quiet(&self) -> bool {
        self.messages.is_empty()
            && self.embed.exchanges.is_empty()
            && !self.embed.is_loading()
            && !self.tick_is_due()
    }

    /// The mint under way.
    pub fn live_mint(&self) -> Option<Mint> {
        self.mints.iter().copied().find(|mint| !mint.aborted)
    }
}

pub fn name_of(id: u8) -> Option<SessionId> {
    SessionId::new(&format!("id-{id}"))
}

pub fn index_of(id: &SessionId) -> u8 {
    let number = id.expose().trim_start_matches("id-");
    number.parse().unwrap_or(u8::MAX)
}
