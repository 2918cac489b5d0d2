//! The machine: its state, its input and its output.

mod renewal;
mod reports;
mod requests;

use super::policy::{LOAD_PAUSE, Policy};
#[cfg(feature = "seeded-bugs")]
use super::seeded::Bug;
use super::state::{Mode, Renewal, State, Status};
use super::time::{Epoch, Millis, Monotonic, Now, WALL_SLACK};
use crate::error::Error;

use super::machine::todo::{Task, Todo};
pub use super::machine::{Effect, Input, MintFailure, Reason, Ticket};

/// How far the session is, whatever its renewal does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Life {
    Starting,
    Active,
    Expiring,
    Expired,
}

/// What the renewal is doing, or why it does nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Phase {
    Idle,
    /// The last attempt has failed; the next trigger starts a renewal.
    Exhausted,
    SignedOut,
    Destroyed,
    Scheduled,
    AwaitingTurn,
    /// The next attempt waits for somebody who could use its id: the iframe is in no document, the page
    /// is prerendered, or the iframe shows a page that is no embed.
    AwaitingEmbed,
    BackingOff,
    Minting,
    /// The shell is to load the iframe, and has not answered yet.
    Loading,
    Confirming,
}

/// What the machine knows of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Term {
    life: Life,
    began: Now,
    /// When the session is renewed if no event comes before.
    overdue_at: Monotonic,
    /// When the session stops working.
    lapses_at: Monotonic,
    /// The end of the session by the embed's clock; [`Epoch::NEVER`] until an event reports it.
    expires_at: Epoch,
    /// Whether `session-expired` has named that end, so that no later one is this session's.
    ended: bool,
    /// The last expiry that was reported for an earlier session. Late events name it.
    earlier_expiry: Epoch,
    /// The last end that `session-expired` may name for that session.
    earlier_end: Epoch,
    /// When the session before this one began, if its expiry was never reported; otherwise
    /// [`Monotonic::NEVER`].
    unknown_predecessor: Monotonic,
}

/// A `ready` that may be that of the next document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct EarlyReady {
    /// Until when the `load` of that document may follow.
    until: Monotonic,
    /// Whether it had the page's actions sent again.
    has_replayed: bool,
}

/// How a fresh id reaches the embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Delivery {
    Load,
    Post,
}

/// The session of one embed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
// The fields that are used most come first: their addresses are a byte shorter, which saves
// the WebAssembly 110 bytes.
#[repr(C)]
pub struct Session {
    phase: Phase,
    /// Whether the id that is being confirmed replaces a session that has lapsed. The embed loses its
    /// view then.
    late: bool,
    reason: Reason,
    delivery: Delivery,
    /// Whether the document in the iframe was not loaded by the bridge, but by the page, by a move of
    /// the iframe, or by the embed itself. Any event then shows that an embed is there, not only
    /// `ready`.
    foreign: bool,
    /// Whether the bridge has loaded the document, and its `ready` is still to come.
    awaits_ready: bool,
    /// Whether that document has reported anything, so that its load has not failed.
    heard: bool,
    /// Whether an embed in the document has reported something, so that it can receive a post.
    present: bool,
    /// Whether that was so until a rejection by which the document counts as dead.
    was_present: bool,
    /// Whether the frame has gone to that document by itself: it may be no embed at all.
    has_left: bool,
    /// Whether the document is probably dead: the browser has loaded it with an id that is spent, or
    /// while the page was offline. Whatever renews the session next must load it, unless an event shows
    /// that an embed is there. A rejection may come before the `load` of the document that it is about.
    dead: bool,
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
    /// The reading of the clocks that came with the present input, with the sleep that the monotonic
    /// clock missed added to it. Zero between inputs, so that equal sessions compare as equal.
    now: Now,
    /// When the phase began, that is, the mint, the pause or the confirmation.
    since: Now,
    /// When the machine ends the phase, unless something else ends it before.
    until: Monotonic,
    /// `until` by the wall clock, if the next attempt starts then.
    next_attempt_at: Epoch,
    /// When `ready` will be overdue; [`Monotonic::NEVER`] once it has come or is overdue.
    ready_by: Monotonic,
    /// Whether the document did not report `ready` in time.
    ready_overdue: bool,
    /// Until then, the next `view` has the page's actions sent once more: a late renewal that counted
    /// as confirmed has had them sent before, perhaps before the view of the new session was there.
    /// [`Monotonic::PAST`] if no view is waited for.
    replay_until: Monotonic,
    /// Whether a `view` has had the actions sent again during the present confirmation.
    replayed_by_view: bool,
    /// An embed that was ready has reported `ready` once more: the same one, or that of the next document
    /// before the end of its load.
    early_ready: Option<EarlyReady>,
    /// When a document to which the frame has gone by itself counts as an embed that has nothing to
    /// report; [`Monotonic::NEVER`] if there is none.
    presumed_at: Monotonic,
    /// When `ready` became overdue, if it is not known yet whether the viewer sees the iframe; otherwise
    /// [`Monotonic::NEVER`].
    unseen_since: Monotonic,
    /// Whether a late renewal counts as confirmed and is not answered yet: the embed loses its view when it
    /// answers.
    owes_replay: bool,
    /// The embed may mount itself again in the present document, and report `ready` each time. Before
    /// this time, such a `ready` is not answered with the page's actions; [`Monotonic::PAST`] if no such
    /// `ready` has come.
    remount_from: Monotonic,
    /// The ids that were posted to the present document and that it has not answered yet, at most two.
    unanswered: u8,
    /// When the last id that was posted dies: from then on, a `ready` is no answer any more.
    answer_until: Monotonic,
    /// How long [`Self::remount_from`] will be set ahead by the next such `ready`.
    remount_pause: Millis,
    /// The least time between the last load and one that the foreground or a move asks for.
    load_pause: Millis,
    term: Term,
    pub(in crate::session) todo: Todo,
    /// The sleep that the monotonic clock has missed since the machine was made.
    asleep: Millis,
    /// The reading that later ones are compared with to find sleep: the last one at which the age of
    /// the session was certain.
    clocks_compared: Now,
    ready_timeout: Millis,
    policy: Policy,
    /// The session before the present one, for as long as it may have to be restored: a rejection can
    /// come after the id counted as taken, and means that the embed still has that session. An event
    /// of the present session, or a load, ends this.
    replaced: Option<Term>,
    #[cfg(feature = "seeded-bugs")]
    pub(super) bug: Option<Bug>,
}

impl Session {
    /// The session of an iframe that the bridge makes and loads. If `can_mint` is false, the iframe is
    /// loaded at once, as a private embed.
    pub fn mount(
        now: Now,
        policy: Policy,
        ready_timeout: Millis,
        can_mint: bool,
        seed: u32,
    ) -> Self {
        let mut session = Self::connect(now, policy, ready_timeout, can_mint, seed);
        session.foreign = false;
        session.now = now;
        if can_mint {
            session.begin(Reason::Mount);
        } else {
            session.load(Task::Load);
        }
        session.now = Now::default();
        session
    }

    /// The session of an iframe that the page has made and loads itself.
    // Not inlined: it is long and has two callers.
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
            asleep: Millis::ZERO,
            clocks_compared: now,
            mode: None,
            foreign: true,
            awaits_ready: false,
            heard: false,
            present: false,
            was_present: false,
            has_left: false,
            dead: false,
            ready_by: now.after(ready_timeout),
            term: Term {
                life: Life::Starting,
                began: now,
                overdue_at: Monotonic::NEVER,
                lapses_at: Monotonic::NEVER,
                expires_at: Epoch::NEVER,
                ended: false,
                earlier_expiry: Epoch::NEVER,
                earlier_end: Epoch::NEVER,
                unknown_predecessor: Monotonic::NEVER,
            },
            replaced: None,
            ready_overdue: false,
            replay_until: Monotonic::PAST,
            replayed_by_view: false,
            early_ready: None,
            presumed_at: Monotonic::NEVER,
            unseen_since: Monotonic::NEVER,
            owes_replay: false,
            remount_from: Monotonic::PAST,
            unanswered: 0,
            answer_until: Monotonic::PAST,
            remount_pause: policy.least_pause(),
            load_pause: LOAD_PAUSE,
            renew_at_ready: false,
            phase: Phase::Idle,
            since: Now::default(),
            until: Monotonic::NEVER,
            late: false,
            reason: Reason::Mount,
            delivery: Delivery::Load,
            attempt: 0,
            ticket: Ticket::default(),
            next_attempt_at: Epoch::NEVER,
            renewals: 0,
            last_error: None,
            todo: Todo::default(),
            #[cfg(feature = "seeded-bugs")]
            bug: None,
        }
    }

    /// Takes one input at the time `now`.
    pub fn handle(&mut self, now: Now, input: Input) {
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
            Input::Seen => self.on_seen(),
            Input::Viewed => self.on_viewed(),
            Input::Shown => self.on_shown(),
            Input::Moved => self.on_moved(),
            Input::Navigated => self.on_navigated(),
            Input::LoadedOffline => self.on_loaded_offline(),
            Input::Turn => self.on_turn(),
            Input::Minted(ticket) => self.on_minted(ticket),
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

    /// Adds to the monotonic clock the sleep that it missed: what the wall clock has gained on it, less
    /// the hour by which a wrong wall clock may be ahead.
    fn count_sleep(&mut self, now: Now) {
        let by_wall = now.wall - self.clocks_compared.wall;
        let least = self.clocks_compared.after(by_wall - WALL_SLACK);
        let monotonic = now.after(self.asleep).max(least).min(Monotonic::LAST);
        self.asleep = monotonic - now.monotonic;
        self.now = Now { monotonic, ..now };
    }

    /// The next thing to do. A shell calls this until it returns `None`.
    pub fn poll(&mut self) -> Option<Effect> {
        Some(match self.todo.next()? {
            Task::Mint => Effect::Mint {
                ticket: self.ticket,
                reason: self.reason,
                attempt: self.attempt,
            },
            Task::LoadWithId => Effect::LoadWithId,
            Task::Load => Effect::Load,
            Task::Post => Effect::Post,
            Task::RejectReady => Effect::RejectReady(
                (self.last_error)
                    .filter(|_| !self.ready_overdue)
                    .unwrap_or_else(|| self.lateness()),
            ),
            Task::AskIfSeen => Effect::AskIfSeen,
            Task::AskIfViewed => Effect::AskIfViewed,
            Task::Presume => Effect::Presume,
            Task::Abort => Effect::Abort,
            Task::Replay => Effect::Replay,
            Task::Settle => Effect::Settle(self.todo.outcome.take().map_or(Ok(()), Err)),
        })
    }

    /// When [`Input::Tick`] is due, on the monotonic clock. An earlier one does no harm.
    pub fn next_timeout(&self) -> Option<Monotonic> {
        let term = &self.term;
        let deadline = term.overdue_at.min(term.lapses_at);
        let document = self.ready_by.min(self.presumed_at);
        let next = self.until.min(document).min(deadline);
        next.known().map(|at| at - self.asleep)
    }

    /// Whether a `view` changes anything: while a late renewal waits for the view of the new session. A
    /// shell need not hand in any other `view`; they come often, and reading the clocks costs more
    /// than this check.
    pub fn awaits_view(&self) -> bool {
        (self.late && !self.replayed_by_view) || self.replay_until != Monotonic::PAST
    }

    /// Whether the document in the iframe has shown that an embed is there.
    pub fn is_present(&self) -> bool {
        self.present
    }

    /// Whether the embed may mint as soon as the page grants it a turn by [`Input::Turn`].
    pub fn awaits_turn(&self) -> bool {
        self.phase == Phase::AwaitingTurn
    }

    /// Whether a mint is under way, so that the session uses its turn.
    pub fn is_minting(&self) -> bool {
        self.phase == Phase::Minting
    }

    /// Whether `ticket` is that of the mint under way.
    pub fn is_minting_ticket(&self, ticket: Ticket) -> bool {
        self.is_minting() && ticket == self.ticket
    }

    /// The session as a page may see it.
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
            // A load that a move asks for has a pause, and nothing has failed.
            Phase::BackingOff if self.last_error.is_none() => Renewal::Scheduled,
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
            expires_at: self.term.expires_at.known(),
            next_attempt_at: self.next_attempt_at.known(),
            last_error: self.last_error,
        }
    }

    /// Whether no renewal is under way.
    fn rests(&self) -> bool {
        matches!(
            self.phase,
            Phase::Idle | Phase::Exhausted | Phase::SignedOut | Phase::Destroyed
        )
    }

    /// Whether the renewal has given up or ended.
    fn has_stopped(&self) -> bool {
        self.rests() && self.phase != Phase::Idle
    }

    /// Settles the promises. If an outcome waits to be polled already, that one counts.
    #[inline(never)]
    fn settle(&mut self, outcome: Option<Error>) {
        if !self.todo.has(Task::Settle) {
            self.todo.add(Task::Settle);
            self.todo.outcome = outcome;
        }
    }

    /// Enters `phase`, which the machine ends after `time`. Nothing is late then, and no attempt is
    /// planned: a caller that knows otherwise sets `late` and `next_attempt_at` afterwards.
    #[inline(never)]
    fn enter(&mut self, phase: Phase, time: Millis) {
        self.phase = phase;
        self.since = self.now;
        self.until = self.now.after(time);
        self.late = false;
        self.next_attempt_at = Epoch::NEVER;
    }
}

impl Session {
    #[cfg(feature = "seeded-bugs")]
    pub(super) fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(feature = "seeded-bugs"))]
    #[expect(clippy::unused_self, reason = "the feature needs `self`")]
    pub(super) const fn has(&self, _: crate::session::seeded::Bug) -> bool {
        false
    }
}
