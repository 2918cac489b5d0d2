//! The renewal machine, played through with a simulated clock. `tests/histories` has what can be said as a table;
//! each history and each test names the invariant of `svc_embed::page` that it holds.

mod bounds;
mod histories;
pub mod properties;
mod spread;

use svc_embed::error::Error;
use svc_embed::session::{
    Effect, Epoch, Input, LoadedBy, Millis, Mode, Monotonic, Now, Policy, Renewal, Session, State,
    Status, Ticket,
};

pub const SECOND: Millis = Millis::from_secs(1);
pub const MINUTE: Millis = Millis::from_mins(1);
pub const HOUR: Millis = Millis::from_mins(60);

/// The monotonic clock when a test begins, and the wall clock at that time.
pub const START: Monotonic = Monotonic::new(0);
pub const EPOCH: Epoch = hours_later(0);

/// So many hours after [`EPOCH`].
pub const fn hours_later(hours: u64) -> Epoch {
    Epoch::new(1_700_000_000_000 + hours * 3_600_000)
}

/// A policy without chance: no spread, and a pause that is always the same.
pub fn plain() -> Policy {
    Policy {
        spread: Millis::ZERO,
        retry_min: SECOND,
        retry_max: SECOND,
        ..Policy::default()
    }
}

/// A machine, its clocks, and everything it has asked for.
pub struct World {
    pub session: Session,
    pub now: Now,
    pub effects: Vec<Effect>,
    /// What loads fail of, where they do.
    pub load_error: Option<Error>,
    /// Whether the viewer sees the iframe.
    pub is_viewed: bool,
}

impl World {
    pub fn mount(policy: Policy) -> Self {
        Self::new(|now| Session::open(now, LoadedBy::Bridge, policy, MINUTE, true, 7))
    }

    pub fn new(make: impl FnOnce(Now) -> Session) -> Self {
        let now = Now {
            monotonic: START,
            wall: EPOCH,
        };
        let mut world = Self {
            session: make(now),
            now,
            effects: Vec::new(),
            load_error: None,
            is_viewed: true,
        };
        world.collect();
        world
    }

    /// A signed embed that has loaded and reported `ready`.
    pub fn active(policy: Policy) -> Self {
        let mut world = Self::mount(policy);
        world.mint();
        world.ready();
        world.effects.clear();
        assert_eq!(world.status(), Status::Active);
        world
    }

    pub fn input(&mut self, input: Input) {
        self.session.handle(self.now, input);
        self.collect();
    }

    /// Grants every turn at once, as a page with one embed does, and loads the iframe.
    fn collect(&mut self) {
        loop {
            if self.session.awaits_turn() {
                self.session.handle(self.now, Input::Turn);
            }
            let Some(effect) = self.session.poll() else {
                break;
            };
            self.effects.push(effect);
            if effect == Effect::AskIfViewed && self.is_viewed {
                self.session.handle(self.now, Input::Viewed);
            }
            if is_load(&effect) {
                let answer = self.load_error.map_or(Input::Loaded, Input::LoadFailed);
                self.session.handle(self.now, answer);
            }
        }
    }

    /// Lets both clocks run, stopping at every timer.
    pub fn advance(&mut self, time: Millis) {
        self.advance_noting(time);
    }

    /// The same. Returns when each of [`World::effects`] has come, from the beginning of this call.
    pub fn advance_noting(&mut self, time: Millis) -> Vec<Millis> {
        let began = self.now.monotonic;
        let mut times = vec![Millis::ZERO; self.effects.len()];
        let end = self.now.monotonic + time;
        while let Some(at) = self.session.next_timeout().filter(|&at| at <= end) {
            self.pass(at - self.now.monotonic);
            self.input(Input::Tick);
            times.resize(self.effects.len(), self.now.monotonic - began);
        }
        self.pass(end - self.now.monotonic);
        self.input(Input::Tick);
        times.resize(self.effects.len(), time);
        times
    }

    /// Lets both clocks run without telling the machine, as in a frozen tab.
    pub fn pass(&mut self, time: Millis) {
        self.now.monotonic = self.now.monotonic + time;
        self.now.wall = self.now.wall + time;
    }

    /// The number of the latest mint that was asked for.
    pub fn ticket(&self) -> Ticket {
        let mut tickets = self.effects.iter().filter_map(|effect| match effect {
            Effect::Mint { ticket, .. } => Some(*ticket),
            _ => None,
        });
        tickets.next_back().expect("no mint was asked for")
    }

    /// Answers the mint under way with a fresh id.
    pub fn mint(&mut self) {
        let ticket = self.ticket();
        self.input(Input::Minted(ticket));
    }

    pub fn ready(&mut self) {
        self.input(Input::Ready(Some(Mode::Signed)));
    }

    /// `session-expiring` of the session that ends at `expires_at`, half an hour ahead.
    pub fn expiring(&mut self, expires_at: Epoch) {
        self.input(Input::Expiring {
            expires_at,
            expires_in: 30 * MINUTE,
        });
    }

    /// `session-expired` of the session that ended at `expired_at`, reported at once.
    pub fn expired(&mut self, expired_at: Epoch) {
        self.input(Input::Expired {
            expired_at,
            reported_at: expired_at,
        });
    }

    pub fn state(&self) -> State {
        self.session.state()
    }

    pub fn status(&self) -> Status {
        self.state().status
    }

    pub fn renewal(&self) -> Renewal {
        self.state().renewal
    }

    pub fn mints(&self) -> usize {
        self.count(|effect| matches!(effect, Effect::Mint { .. }))
    }

    pub fn posts(&self) -> usize {
        self.count(|effect| *effect == Effect::PostId)
    }

    pub fn count(&self, wanted: impl Fn(&Effect) -> bool) -> usize {
        self.effects.iter().filter(|effect| wanted(effect)).count()
    }

    /// The reason and the attempt of the latest mint.
    pub fn last_mint(&self) -> (&'static str, u32) {
        let mut mints = self.effects.iter().filter_map(|effect| match effect {
            Effect::Mint {
                reason, attempt, ..
            } => Some((reason.as_str(), *attempt)),
            _ => None,
        });
        mints.next_back().expect("no mint was asked for")
    }

    pub fn settled(&self) -> Vec<Result<(), &'static str>> {
        let settled = self.effects.iter().filter_map(|effect| match effect {
            Effect::ResolveAsked => Some(Ok(())),
            Effect::RejectAsked(error) => Some(Err(error.code().as_str())),
            _ => None,
        });
        settled.collect()
    }
}

/// Whether the iframe is to be loaded, with an id or without one.
pub fn is_load(effect: &Effect) -> bool {
    matches!(effect, Effect::LoadWithId | Effect::Load)
}
