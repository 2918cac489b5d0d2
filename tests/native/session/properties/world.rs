//! A simulated embed and its page: the truth, which the machine cannot see.
//!
//! Three times are told apart: what has really passed, the monotonic clock, which misses sleep,
//! and the wall clock, which is wrong by up to an hour.

mod embed;

use super::observer::Observer;
use super::*;
use embed::{Event, Issued, Live, OWN};
use svc_embed::session::{MintFailure, OnExhausted, Reason};

const LIFETIME: Millis = Millis::from_mins(23 * 60);
/// `session-expiring` comes so long before the end.
const LEAD: Millis = Millis::from_mins(30);
/// How long the embed takes to load, and to exchange an id.
const LOAD: Millis = Millis::from_secs(3);
const EXCHANGE: Millis = Millis::new(500);
/// How much of a session's age neither clock may have shown: the wall clock's slack, and its error.
const UNSEEN: Millis = Millis::from_mins(2 * 60 + 1);

/// What becomes of a mint, and after how long.
#[derive(Debug, Clone, Copy)]
pub enum Fate {
    Good(Millis),
    Fails(Millis),
    Invalid(Millis),
    /// The page's cache answers with the id before.
    Repeated(Millis),
    SignedOut(Millis),
    Hangs,
}

/// What becomes of an event.
#[derive(Debug, Clone, Copy)]
pub enum Trouble {
    Lost,
    Late(Millis),
    Doubled(Millis),
}

/// What becomes of a fresh id.
#[derive(Debug, Clone, Copy)]
pub enum Refusal {
    /// The service refuses it.
    Rejected,
    /// The iframe has no window.
    Undeliverable,
}

#[derive(Debug, Clone)]
enum Happening {
    Answer(Ticket, Result<String, MintFailure>),
    /// The embed redeems an id.
    Exchange(String),
    /// The embed reports an event; a stubborn one also of a session that is gone.
    Report {
        event: Event,
        stubborn: bool,
    },
    Turn,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each noted when it is seen"
)]
pub struct World {
    pub observer: Observer,
    pub real: Millis,
    asleep: Millis,
    pub wall_lead: Millis,
    on_exhausted: OnExhausted,
    agenda: Vec<(Millis, u32, Happening)>,
    /// How often the iframe was loaded.
    document: u32,
    issued: Vec<Issued>,
    /// The id that was minted just now, if one was.
    minted: Option<String>,
    live: Option<Live>,
    /// When each session was opened.
    openings: Vec<Millis>,
    pub fates: Vec<Fate>,
    pub troubles: Vec<Trouble>,
    pub refusals: Vec<Refusal>,
    pub turns_take: Millis,
    /// Whether any event of the embed was heard.
    pub has_spoken: bool,
    /// Whether the embed has said that it is ready.
    ready: bool,
    /// Whether it had said so when the renewal under way began.
    in_place: bool,
    /// Whether the page has asked for a reload that has not come.
    reload: bool,
    /// Whether the embed has lost its view state, and nobody has sent the actions again.
    pub view_lost: bool,
    /// Whether the viewer has gone on while the last id was still undecided.
    pub viewed: bool,
    /// Whether the machine was kept from hearing in time of a rejection.
    pub misled: bool,
    /// When an id counted as taken last.
    taken: Millis,
    /// Whether the renewal under way makes up for one that gave up.
    revived: bool,
    /// Every effect, and when it came.
    pub log: Vec<(Millis, Effect)>,
}

impl World {
    /// An embed of the bridge's own, or one that the page has loaded with an id of its own.
    pub fn new(policy: Policy, seed: u32, adopted: bool) -> Self {
        let now = Now {
            monotonic: START,
            wall: EPOCH,
        };
        let loaded_by = if adopted {
            LoadedBy::Page
        } else {
            LoadedBy::Bridge
        };
        let session = Session::open(now, loaded_by, policy, MINUTE, true, seed);
        let (observer, effects) = Observer::new(session, policy, true, now);
        let mut world = Self {
            observer,
            real: Millis::ZERO,
            asleep: Millis::ZERO,
            wall_lead: Millis::ZERO,
            on_exhausted: policy.on_exhausted,
            agenda: Vec::new(),
            document: 0,
            issued: Vec::new(),
            minted: None,
            live: None,
            openings: Vec::new(),
            fates: Vec::new(),
            troubles: Vec::new(),
            refusals: Vec::new(),
            turns_take: Millis::ZERO,
            has_spoken: false,
            ready: false,
            in_place: false,
            reload: false,
            view_lost: false,
            viewed: false,
            misled: false,
            taken: Millis::ZERO,
            revived: false,
            log: Vec::new(),
        };
        if adopted {
            world.issue(OWN.to_owned());
            world.plan(LOAD, Happening::Exchange(OWN.to_owned()));
        }
        world.obey(effects);
        world.queue();
        world
    }

    pub fn now(&self) -> Now {
        Now {
            monotonic: START + (self.real - self.asleep),
            wall: EPOCH + self.real + self.wall_lead,
        }
    }

    pub fn state(&self) -> State {
        self.observer.session.state()
    }

    /// How long the embed's session works still; `None` where it has none that works.
    pub fn left(&self) -> Option<Millis> {
        let live = self.live?;
        let left = live.opened + LIFETIME - self.real;
        (left > Millis::ZERO).then_some(left)
    }

    pub fn input(&mut self, input: Input) {
        let before = self.state();
        self.reload |= input == Input::Reload;
        let effects = self.observer.handle(self.now(), input);
        let after = self.state();
        if after.renewals > before.renewals {
            self.taken = self.real;
        }
        let begun = before.renewal == Renewal::Idle && after.renewal != Renewal::Idle;
        if begun {
            self.in_place = self.ready;
        }
        if begun || after.renewal == Renewal::Idle {
            self.revived = begun && before.status == Status::Stopped;
        }
        for effect in &effects {
            self.check_effect(effect);
        }
        let at = self.real;
        self.log.extend(effects.iter().map(|effect| (at, *effect)));
        self.obey(effects);
        self.queue();
        self.check_status();
    }

    /// Waits for a turn, if the machine wants one.
    fn queue(&mut self) {
        let is_turn = |entry: &(Millis, u32, Happening)| matches!(entry.2, Happening::Turn);
        if self.observer.session.awaits_turn() && !self.agenda.iter().any(is_turn) {
            self.plan(self.turns_take, Happening::Turn);
        }
    }

    /// An own renewal is made only where it is due, the page that shows is left as it is, and a
    /// promise is kept only where it is true.
    fn check_effect(&self, effect: &Effect) {
        if is_load(effect) {
            let wanted = self.reload || self.on_exhausted == OnExhausted::Reload;
            assert!(
                wanted || !self.in_place,
                "an iframe that works is loaded anew"
            );
        }
        if self.misled {
            return;
        }
        match effect {
            Effect::Mint {
                reason: Reason::Expiring | Reason::Expired | Reason::Foreground,
                attempt: 1,
                ..
            } if !self.revived => {
                let fresh = self.age().is_some_and(|age| age < LIFETIME - LEAD);
                assert!(!fresh, "invariants 2, 5 and 8: a mint for a fresh session");
            }
            Effect::ResolveAsked if !self.is_unanswered() => {
                let last = self.issued.iter().map(|issued| issued.delivered).max();
                let of_last = self.live.map(|live| live.delivered) == last;
                assert!(
                    of_last,
                    "invariant 10: a promise was kept, and the id was not taken"
                );
            }
            _ => {}
        }
    }

    /// The state that the page sees is true, as far as a machine can know.
    fn check_status(&self) {
        let state = self.state();
        if self.misled || state.renewal == Renewal::Confirming || self.is_unanswered() {
            return;
        }
        match (state.status, self.age()) {
            (Status::Active, None) => panic!("active, and there is no session"),
            (Status::Active, Some(_)) => {
                let age = self.known_age().unwrap_or_default();
                assert!(age < LIFETIME + UNSEEN, "active for {age:?}");
            }
            (Status::Expiring, Some(age)) => {
                assert!(age >= LIFETIME - LEAD, "expiring at {age:?}");
            }
            (Status::Expired, Some(age)) => assert!(age >= LIFETIME, "expired at {age:?}"),
            _ => {}
        }
    }

    /// Whether the embed has still to say what became of an id: silence is all the machine has.
    fn is_unanswered(&self) -> bool {
        self.agenda.iter().any(|(_, document, happening)| {
            let rejection = Event::Rejected;
            *document == self.document
                && match happening {
                    Happening::Exchange(_) => true,
                    Happening::Report { event, .. } => *event == rejection,
                    _ => false,
                }
        })
    }

    /// The age of the embed's session, from when its id was handed out.
    fn age(&self) -> Option<Millis> {
        self.live.map(|live| self.real - live.delivered)
    }

    /// The age of which the machine can know.
    fn known_age(&self) -> Option<Millis> {
        Some(self.real - self.live?.known?)
    }

    /// Time in which timers run and messages arrive. In a hidden tab timers run once a minute.
    pub fn run(&mut self, time: Millis, hidden: bool) {
        let end = self.real + time;
        loop {
            let timer = self.observer.session.next_timeout().map(|at| {
                let awake = at - START;
                let at = (awake + self.asleep).max(self.real);
                if hidden {
                    Millis::from_number((at.number() / MINUTE.number()).ceil() * MINUTE.number())
                } else {
                    at
                }
            });
            let next = self.agenda.iter().map(|entry| entry.0).min();
            let Some(at) = timer.into_iter().chain(next).min().filter(|at| *at <= end) else {
                break;
            };
            self.real = self.real.max(at);
            if next.is_some_and(|next| next <= at) {
                self.happen();
            } else {
                self.input(Input::Tick);
            }
        }
        self.real = end;
    }

    /// Time in which nothing runs. The monotonic clock misses a sleep.
    pub fn freeze(&mut self, time: Millis, asleep: bool) {
        self.real = self.real + time;
        if asleep {
            self.asleep = self.asleep + time;
        }
    }

    fn plan(&mut self, after: Millis, happening: Happening) {
        self.agenda
            .push((self.real + after, self.document, happening));
    }

    /// The first thing on the agenda.
    fn happen(&mut self) {
        let first = (0..self.agenda.len()).min_by_key(|&place| self.agenda[place].0);
        let (_, document, happening) = self.agenda.remove(first.unwrap());
        match happening {
            Happening::Turn => self.input(Input::Turn),
            Happening::Answer(ticket, answer) => self.answer(ticket, answer),
            Happening::Exchange(id) if document == self.document => self.exchange(&id),
            Happening::Report { event, stubborn } if document == self.document => {
                self.report(event, stubborn);
            }
            _ => {}
        }
    }

    /// Does what the machine asks for.
    fn obey(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Mint { ticket, .. } => self.mint(ticket),
                Effect::Load => panic!("a page that mints loads no iframe without an id"),
                Effect::LoadWithId => {
                    self.document += 1;
                    self.ready = false;
                    self.reload = false;
                    self.live = None;
                    self.view_lost = false;
                    self.deliver(LOAD);
                }
                Effect::PostId => {
                    self.viewed = false;
                    if let Some(Refusal::Undeliverable) = self.refusals.last() {
                        self.refusals.pop();
                        self.input(Input::Unreachable);
                    } else {
                        self.deliver(EXCHANGE);
                    }
                }
                Effect::SendActions => self.view_lost = false,
                // Whoever looks at the page sees the iframe.
                Effect::AskIfViewed => self.input(Input::Viewed),
                _ => {}
            }
        }
    }
}
