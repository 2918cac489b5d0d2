//! The machine itself: its state, and the way in and out.

mod renewal;
mod reports;
mod requests;
mod todo;
mod vocabulary;

use super::policy::Policy;
#[cfg(feature = "seeded-bugs")]
use super::seeded::Bug;
use super::state::{Mode, Renewal, State, Status};
use super::time::{Millis, NEVER, Now, WALL_SLACK};
use crate::error::Error;
use crate::protocol::SessionId;

use todo::{Task, Todo};
pub use vocabulary::{Effect, Input, MintFailure, Reason, Ticket};

/// How far the session is, whatever its renewal does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Life {
    Starting,
    Active,
    Expiring,
    Expired,
}

/// What the renewal is doing, or why it does nothing more. Those in which it rests come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    Idle,
    /// The last attempt has failed; until the next trigger.
    Exhausted,
    SignedOut,
    Destroyed,
    Scheduled,
    AwaitingTurn,
    BackingOff,
    Minting,
    /// [`Effect::Load`] is to be answered.
    Loading,
    Confirming,
}

/// What is known of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Term {
    life: Life,
    began: Now,
    /// When it is renewed even though no event came.
    overdue_at: Millis,
    /// When it stops working.
    lapses_at: Millis,
    /// What an event has told of that, by the embed's clock; [`NEVER`] until one tells.
    expires_at: Millis,
    /// The last expiry that was told of an earlier session, by which late events are recognised.
    earlier_expiry: Millis,
    /// When the session before this one began, where it ended without telling its expiry;
    /// otherwise [`NEVER`].
    unknown_predecessor: Millis,
}

/// How a fresh id reaches the embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Delivery {
    Load,
    Post,
}

/// The session of one embed. `I` is a session id, of which the machine knows nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
// What is used most stands first, where its address is a byte shorter: 110 bytes in all.
#[repr(C)]
pub struct Session<I = SessionId> {
    phase: Phase,
    /// Whether the session had lapsed before the id was posted that is being confirmed.
    late: bool,
    reason: Reason,
    delivery: Delivery,
    /// Whether the page itself has loaded what the iframe shows.
    adopted: bool,
    /// Whether the bridge has, and it has not reported `ready` yet.
    loading: bool,
    /// Whether it has shown that it is mounted.
    mounted: bool,
    /// Whether `renew` was called for an iframe that the page is still loading.
    renew_at_ready: bool,
    mode: Option<Mode>,
    last_error: Option<Error>,
    /// Whether the page gave a `getSession`.
    can_mint: bool,
    attempt: u32,
    ticket: Ticket,
    renewals: u32,
    seed: u32,
    /// The reading of the input that is being handled, its monotonic clock with what that has
    /// missed. Between inputs zero, so that like sessions are equal.
    now: Now,
    /// When the phase began, and with it the mint or its pause, or the id was posted.
    since: Now,
    /// When the phase is over, where it is not for others to end it.
    until: Millis,
    /// What `until` is by the wall clock, where an attempt is planned.
    next_attempt_at: Millis,
    /// When its `ready` is overdue, where it is waited for.
    ready_by: Millis,
    /// Until when a view may ask once more for the actions that were sent again: as long as the id
    /// lives for which that was done. Otherwise 0.
    replayed_until: Millis,
    term: Term,
    todo: Todo<I>,
    /// What the monotonic clock has missed since the machine was made.
    asleep: Millis,
    /// From when the wall clock is a witness to that: the last word of how old a session is.
    clocked: Now,
    ready_timeout: Millis,
    policy: Policy,
    /// The session that was replaced last, for the case that it was not: a rejection may come
    /// after its id counted as taken. Until an event of its successor, or a load, shows that it is
    /// gone.
    replaced: Option<Term>,
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
        let mut session = Self::connect(now, policy, ready_timeout, can_mint, seed);
        session.adopted = false;
        if can_mint {
            session.begin(Reason::Mount);
        } else {
            session.load();
        }
        session
    }

    /// The session of an iframe that the page has made and loads itself.
    // Called in two places, and long.
    #[inline(never)]
    pub fn connect(
        now: Now,
        policy: Policy,
        ready_timeout: Millis,
        can_mint: bool,
        seed: u32,
    ) -> Self {
        Self {
            policy,
            seed,
            ready_timeout,
            can_mint,
            now: Now::default(),
            asleep: 0,
            clocked: now,
            mode: None,
            adopted: true,
            loading: false,
            mounted: false,
            ready_by: now.after(ready_timeout),
            term: Term {
                life: Life::Starting,
                began: now,
                overdue_at: NEVER,
                lapses_at: NEVER,
                expires_at: NEVER,
                earlier_expiry: NEVER,
                unknown_predecessor: NEVER,
            },
            replaced: None,
            replayed_until: 0,
            renew_at_ready: false,
            phase: Phase::Idle,
            since: Now::default(),
            until: NEVER,
            late: false,
            reason: Reason::Mount,
            delivery: Delivery::Load,
            attempt: 0,
            ticket: 0,
            next_attempt_at: NEVER,
            renewals: 0,
            last_error: None,
            todo: Todo::default(),
            #[cfg(feature = "seeded-bugs")]
            bug: None,
        }
    }

    /// Takes one input at the time `now`.
    pub fn handle(&mut self, now: Now, input: Input<I>) {
        if self.phase == Phase::Destroyed {
            return;
        }
        self.count_sleep(now);
        match input {
            Input::Ready(mode) => self.on_ready(mode),
            Input::View => self.on_view(),
            Input::Expiring {
                expires_at,
                expires_in,
            } => self.on_expiring(expires_at, expires_in),
            Input::Expired {
                expired_at,
                reported_at,
            } => self.on_expired(expired_at, reported_at),
            Input::Rejected => self.on_rejected(),
            Input::Foreground => self.on_foreground(),
            Input::Turn => self.on_turn(),
            Input::Minted(ticket, id) => self.on_minted(ticket, id),
            Input::MintFailed(ticket, failure) => self.on_mint_failed(ticket, failure),
            Input::Loaded => self.on_loaded(),
            Input::LoadFailed(error) => self.on_load_failed(error),
            Input::Unreachable => self.on_unreachable(),
            Input::Renew => self.on_renew(),
            Input::Reload => self.on_reload(),
            Input::Tick => {}
            Input::Destroy => self.on_destroy(),
        }
        self.run_timers();
        self.now = Now::default();
    }

    /// What the monotonic clock has missed is added to it: the wall clock is a witness, less what a
    /// wrong one may be ahead.
    fn count_sleep(&mut self, now: Now) {
        let by_wall = now.wall.saturating_sub(self.clocked.wall);
        let by_wall = self.clocked.after(by_wall.saturating_sub(WALL_SLACK));
        // No clock reaches `NEVER`.
        let monotonic = now.after(self.asleep).max(by_wall).min(NEVER - 1);
        self.asleep = monotonic.saturating_sub(now.monotonic);
        self.now = Now { monotonic, ..now };
    }

    /// The next thing to be done, in order.
    pub fn poll(&mut self) -> Option<Effect<I>> {
        Some(match self.todo.next()? {
            Task::Mint => Effect::Mint {
                ticket: self.ticket,
                reason: self.reason,
                attempt: self.attempt,
            },
            Task::Load => Effect::Load(self.todo.id.take()),
            Task::Post => Effect::Post(self.todo.id.take()?),
            Task::TellOverdue => Effect::ReadyTimedOut,
            Task::Abort => Effect::Abort,
            Task::Replay => Effect::Replay,
            Task::Settle => Effect::Settle(self.todo.outcome.take().map_or(Ok(()), Err)),
            Task::AwaitTurn => Effect::AwaitTurn,
        })
    }

    /// When [`Input::Tick`] is wanted, on the monotonic clock. An earlier one does no harm.
    pub fn next_timeout(&self) -> Option<Millis> {
        let term = &self.term;
        let of_age = term.overdue_at.min(term.lapses_at);
        let next = self.until.min(self.ready_by).min(of_age);
        told(next).map(|at| at.saturating_sub(self.asleep))
    }

    /// Whether the bridge has loaded the iframe and its document has not reported `ready` yet.
    pub fn is_loading(&self) -> bool {
        self.loading
    }

    /// Whether a mint is under way, and so the page's turn is taken.
    pub fn is_minting(&self) -> bool {
        self.phase == Phase::Minting
    }

    /// Whether the mint under way is the one that `ticket` numbers.
    pub fn is_minting_ticket(&self, ticket: Ticket) -> bool {
        self.is_minting() && ticket == self.ticket
    }

    /// What the page may see.
    pub fn state(&self) -> State {
        let status = match self.term.life {
            _ if self.has_stopped() => Status::Stopped,
            Life::Starting => Status::Starting,
            Life::Active => Status::Active,
            Life::Expiring => Status::Expiring,
            Life::Expired => Status::Expired,
        };
        let renewal = match self.phase {
            Phase::Scheduled | Phase::AwaitingTurn => Renewal::Scheduled,
            Phase::BackingOff => Renewal::BackingOff,
            Phase::Minting => Renewal::Minting,
            Phase::Confirming => Renewal::Confirming,
            _ => Renewal::Idle,
        };
        State {
            mode: self.mode,
            status,
            renewal,
            attempt: if renewal == Renewal::Idle {
                0
            } else {
                self.attempt
            },
            renewals: self.renewals,
            expires_at: told(self.term.expires_at),
            next_attempt_at: told(self.next_attempt_at),
            last_error: self.last_error,
        }
    }

    /// Whether no renewal is under way.
    fn rests(&self) -> bool {
        self.phase <= Phase::Destroyed
    }

    /// Whether the renewal has given up or ended.
    fn has_stopped(&self) -> bool {
        self.rests() && self.phase != Phase::Idle
    }

    /// Settles the promises. Where they are to be settled anyway, the first word counts.
    #[inline(never)]
    fn settle(&mut self, outcome: Option<Error>) {
        if !self.todo.has(Task::Settle) {
            self.todo.add(Task::Settle);
            self.todo.outcome = outcome;
        }
    }

    /// Goes over to `phase`, for as long as `time`.
    #[inline(never)]
    fn enter(&mut self, phase: Phase, time: Millis) {
        self.phase = phase;
        self.since = self.now;
        self.until = self.now.after(time);
        self.late = false;
        self.next_attempt_at = NEVER;
    }
}

/// A point in time as others see it; `None` where there is none.
fn told(at: Millis) -> Option<Millis> {
    (at != NEVER).then_some(at)
}
