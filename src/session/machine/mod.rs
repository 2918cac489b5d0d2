//! The machine itself: its state, and the way in and out.

mod renewal;
mod reports;
mod requests;
mod vocabulary;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::policy::Policy;
#[cfg(feature = "seeded-bugs")]
use super::seeded::Bug;
use super::state::{Mode, Renewal, State, Status};
use super::time::{Millis, Now, Timer, Timers};
use crate::error::Error;
use crate::protocol::SessionId;

pub use vocabulary::{Effect, Input, MintFailure, Reason, Ticket};

/// How far the session is, whatever its renewal does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Life {
    Starting,
    Active,
    Expiring,
    Expired,
}

/// What the renewal is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Phase {
    Idle,
    Scheduled,
    BackingOff { failed: Now },
    AwaitingTurn,
    Minting { since: Now },
    Confirming { posted: Now, late: bool },
}

/// What is known of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Term {
    life: Life,
    began: Now,
    /// From when time asleep is counted; see [`Timers::count_sleep`].
    clocked: Now,
    /// How much of it has been counted.
    asleep: Millis,
    expires_at: Option<Millis>,
    /// The last expiry that was told of an earlier session, by which late events are recognised.
    earlier_expiry: Option<Millis>,
    /// When the session before this one began, where it ended without telling its expiry.
    unknown_predecessor: Option<Now>,
}

/// The session that was replaced last, for the case that it was not: a rejection may come after its
/// id counted as taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Replaced {
    term: Term,
    overdue: Option<Millis>,
    lapse: Option<Millis>,
}

/// What held before an [`Effect::Load`], for where that fails.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct BeforeLoad {
    session: Replaced,
    replaced: Option<Replaced>,
    replayed: Option<Now>,
    mounted: bool,
    adopted: bool,
    /// When `ready` was due, where it was waited for.
    ready_by: Option<Millis>,
}

/// How a fresh id reaches the embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Delivery {
    Load,
    Post,
}

/// Why nothing more is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Halt {
    /// Until the next trigger; when the last attempt failed.
    Exhausted(Now),
    SignedOut,
    Destroyed,
}

/// The session of one embed. `I` is a session id, of which the machine knows nothing.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts: what the page gave, and what the iframe has shown"
)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Session<I = SessionId> {
    policy: Policy,
    seed: u32,
    ready_timeout: Millis,
    /// Whether the page gave a `getSession`.
    can_mint: bool,
    /// Whether what the iframe shows was loaded by the page itself.
    adopted: bool,
    /// From [`Effect::Load`] to `ready`, or to its timeout. Boxed, for it is rare.
    before_load: Option<Box<BeforeLoad>>,
    /// Whether the document in the iframe has shown that it is mounted.
    mounted: bool,

    mode: Option<Mode>,
    term: Term,
    /// Whether `renew` was called for an iframe that the page is still loading.
    renew_at_ready: bool,
    /// Until an event of its successor, or a load, shows that it is gone.
    replaced: Option<Replaced>,
    /// When the id was posted for which the actions were sent again, where a view may ask for it
    /// once more.
    replayed: Option<Now>,

    phase: Phase,
    reason: Reason,
    delivery: Delivery,
    attempt: u32,
    ticket: Ticket,
    next_attempt_at: Option<Millis>,
    halt: Option<Halt>,
    renewals: u32,
    last_error: Option<Error>,

    timers: Timers,
    effects: Vec<Effect<I>>,
    #[cfg(feature = "seeded-bugs")]
    pub(super) bug: Option<Bug>,
}

impl<I> Session<I> {
    /// The session of an iframe that the bridge makes and loads. With `can_mint` false it is
    /// loaded at once, as a private embed.
    pub fn mount(
        now: Now,
        policy: Policy,
        ready_timeout: Millis,
        can_mint: bool,
        seed: u32,
    ) -> Self {
        let mut session = Self::new(now, policy, ready_timeout, can_mint, seed);
        if can_mint {
            session.begin(Reason::Mount);
        } else {
            session.load(now, None);
        }
        session
    }

    /// The session of an iframe that the page has made and loads itself.
    pub fn connect(
        now: Now,
        policy: Policy,
        ready_timeout: Millis,
        can_mint: bool,
        seed: u32,
    ) -> Self {
        let mut session = Self::new(now, policy, ready_timeout, can_mint, seed);
        session.adopted = true;
        session
    }

    fn new(now: Now, policy: Policy, ready_timeout: Millis, can_mint: bool, seed: u32) -> Self {
        let mut timers = Timers::default();
        timers.arm(Timer::Ready, now.monotonic.saturating_add(ready_timeout));
        Self {
            policy,
            seed,
            ready_timeout,
            can_mint,
            adopted: false,
            before_load: None,
            mounted: false,
            mode: None,
            term: Term {
                life: Life::Starting,
                began: now,
                clocked: now,
                asleep: 0,
                expires_at: None,
                earlier_expiry: None,
                unknown_predecessor: None,
            },
            renew_at_ready: false,
            replaced: None,
            replayed: None,
            phase: Phase::Idle,
            reason: Reason::Mount,
            delivery: Delivery::Load,
            attempt: 0,
            ticket: 0,
            next_attempt_at: None,
            halt: None,
            renewals: 0,
            last_error: None,
            timers,
            effects: Vec::new(),
            #[cfg(feature = "seeded-bugs")]
            bug: None,
        }
    }

    /// Takes one input at the time `now`.
    pub fn handle(&mut self, now: Now, input: Input<I>) {
        if self.halt == Some(Halt::Destroyed) {
            return;
        }
        match input {
            Input::Ready(mode) => self.on_ready(now, mode),
            Input::View => self.on_view(now),
            Input::Expiring {
                expires_at,
                expires_in,
            } => {
                self.on_expiring(now, expires_at, expires_in);
            }
            Input::Expired {
                expired_at,
                reported_at,
            } => {
                self.on_expired(now, expired_at, reported_at);
            }
            Input::Rejected => self.on_rejected(now),
            Input::Foreground => self.on_foreground(now),
            Input::Turn => self.on_turn(now),
            Input::Minted(ticket, id) => self.on_minted(now, ticket, id),
            Input::MintFailed(ticket, failure) => self.on_mint_failed(now, ticket, failure),
            Input::LoadFailed(error) => self.on_load_failed(now, error),
            Input::Unreachable => self.on_unreachable(now),
            Input::Renew => self.on_renew(),
            Input::Reload => self.on_reload(now),
            Input::Tick => {}
            Input::Destroy => self.on_destroy(),
        }
        self.run_timers(now);
    }

    /// The next thing to be done, in order.
    pub fn poll(&mut self) -> Option<Effect<I>> {
        (!self.effects.is_empty()).then(|| self.effects.remove(0))
    }

    /// When [`Input::Tick`] is wanted, on the monotonic clock. An earlier one does no harm.
    pub fn next_timeout(&self) -> Option<Millis> {
        self.timers.next()
    }

    /// How many bytes this session takes, what it holds on the heap included.
    pub fn size(&self) -> usize {
        let queue = self.effects.capacity() * size_of::<Effect<I>>();
        let boxed = self.before_load.as_deref().map_or(0, size_of_val);
        size_of::<Self>() + queue + boxed
    }

    /// Whether the bridge has loaded the iframe and its document has not reported `ready` yet.
    pub fn is_loading(&self) -> bool {
        self.before_load.is_some()
    }

    /// Whether a mint is under way, and so the page's turn is taken.
    pub fn is_minting(&self) -> bool {
        matches!(self.phase, Phase::Minting { .. })
    }

    /// Whether the mint under way is the one that `ticket` numbers.
    pub fn is_minting_ticket(&self, ticket: Ticket) -> bool {
        self.minting_since(ticket).is_some()
    }

    /// What the page may see.
    pub fn state(&self) -> State {
        let status = match (self.halt, self.term.life) {
            (Some(_), _) => Status::Stopped,
            (None, Life::Starting) => Status::Starting,
            (None, Life::Active) => Status::Active,
            (None, Life::Expiring) => Status::Expiring,
            (None, Life::Expired) => Status::Expired,
        };
        let renewal = match self.phase {
            Phase::Idle => Renewal::Idle,
            Phase::Scheduled | Phase::AwaitingTurn => Renewal::Scheduled,
            Phase::BackingOff { .. } => Renewal::BackingOff,
            Phase::Minting { .. } => Renewal::Minting,
            Phase::Confirming { .. } => Renewal::Confirming,
        };
        let idle = renewal == Renewal::Idle;
        State {
            mode: self.mode,
            status,
            renewal,
            attempt: if idle { 0 } else { self.attempt },
            renewals: self.renewals,
            expires_at: self.term.expires_at,
            next_attempt_at: self.next_attempt_at,
            last_error: self.last_error,
        }
    }
}
