//! The machine: its state, its input and its output.
//!
//! Three things go on side by side, and each has a diagram where it is declared: what the iframe shows
//! ([`Document`]), how far the session is ([`Life`]), and what the renewal does ([`Phase`]). In the order
//! of a session's life, the files are `document`, `ready`, `term`, `events`, `phase`, `renewal` and `triggers`.
//!
//! A new trigger of renewal is a variant of [`Input`], an arm of [`Session::handle`] and, in `triggers`, a
//! function like `on_foreground`: by the phase it begins a renewal, shortens a pause, or leaves what is
//! under way alone.

mod document;
mod events;
mod phase;
mod ready;
mod renewal;
mod term;
mod timers;
mod todo;
mod triggers;
mod vocabulary;

use super::policy::Policy;
use super::state::{Mode, Renewal, State, Status};
use super::time::{Millis, Monotonic, Now, WALL_SLACK};
use crate::error::Error;

use document::Document;
use phase::{Attempt, Delivery, Lateness, Phase};
use ready::{Due, Ready};
use term::{Life, Term};
use todo::{Task, Todo};
pub use vocabulary::{Effect, EffectKind, Input, LoadedBy, MintFailure, Reason, Ticket};

/// The session of one embed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Session {
    document: Document,
    ready: Ready,
    term: Term,
    /// The session before the present one, for as long as it may have to be restored: a rejection can
    /// come after the id counted as taken, and means that the embed still has that session. An event about the end
    /// of the present session, or a load of the bridge's, ends this. `ready` does not: it may be a late one.
    term_before: Option<Term>,
    phase: Phase,
    attempt: Attempt,
    /// The number of the last mint.
    ticket: Ticket,
    renewals: u32,
    last_error: Option<Error>,
    mode: Option<Mode>,
    todo: Todo,
    /// The sleep that the monotonic clock has missed since the machine was made.
    asleep: Millis,
    /// The reading that later ones are compared with to find sleep: the last one at which the age of
    /// the session was certain.
    clocks_compared: Now,
    policy: Policy,
    ready_timeout: Millis,
    /// Whether the page gave a `getSession`.
    can_mint: bool,
    seed: u32,
}

impl Session {
    /// The session of an iframe. If the bridge loads it and `can_mint` is false, it is loaded at once, as a private
    /// embed.
    pub fn open(
        now: Now,
        loaded_by: LoadedBy,
        policy: Policy,
        ready_timeout: Millis,
        can_mint: bool,
        seed: u32,
    ) -> Self {
        let mut session = Self {
            document: Document::new(loaded_by == LoadedBy::Page),
            ready: Ready {
                due: Due::At(now.after(ready_timeout)),
                is_missed: false,
                ends_load: false,
            },
            term: Term::starting(now),
            term_before: None,
            phase: Phase::Idle {
                since: Monotonic::PAST,
            },
            attempt: Attempt {
                reason: Reason::Mount,
                number: 0,
                delivery: Delivery::Load,
                lost_id: false,
            },
            ticket: Ticket::default(),
            renewals: 0,
            last_error: None,
            mode: None,
            todo: Todo::default(),
            asleep: Millis::ZERO,
            clocks_compared: now,
            policy,
            ready_timeout,
            can_mint,
            seed,
        };
        match loaded_by {
            LoadedBy::Bridge if can_mint => session.begin(now, Reason::Mount),
            LoadedBy::Bridge => session.load(Task::Load),
            LoadedBy::Page => {}
        }
        session
    }

    /// Takes one input at the time `now`.
    pub fn handle(&mut self, now: Now, input: Input) {
        if self.is_destroyed() {
            // A handler that learns of the end may still ask for a session.
            if matches!(input, Input::Renew | Input::Reload) {
                self.todo.settle(Err(Error::Destroyed));
            }
            return;
        }
        let now = self.count_sleep(now);
        if self.is_sign(input) {
            self.on_shown(now);
        }
        match input {
            Input::Ready(mode) => self.on_ready(now, mode),
            Input::View => self.on_view(),
            Input::Expiring {
                expires_at,
                expires_in,
            } => self.on_expiring(now, expires_at, expires_in),
            Input::Expired {
                expired_at,
                reported_at,
            } => self.on_expired(now, expired_at, reported_at),
            Input::Rejected => self.on_rejected(now),
            Input::Foreground => self.on_foreground(now),
            Input::Seen => self.on_seen(now),
            Input::Viewed => self.on_viewed(now),
            Input::Moved => self.on_moved(now),
            Input::Navigated => self.on_navigated(now),
            // A post to an error page would be lost.
            Input::LoadedOffline => self.write_off_document(),
            Input::Blocked => self.on_blocked(),
            Input::Turn => self.on_turn(now),
            Input::Minted(ticket) => self.on_minted(now, ticket),
            Input::MintFailed(ticket, failure) => self.on_mint_failed(now, ticket, failure),
            Input::Loaded => self.on_loaded(now),
            Input::LoadFailed(error) => self.on_load_failed(now, error),
            Input::Unreachable => self.on_unreachable(now),
            Input::Renew => self.on_renew(now),
            Input::Reload => self.on_reload(now),
            Input::Shown | Input::Tick => {}
            Input::Destroy => self.on_destroy(),
        }
        self.run_timers(now);
    }

    /// Whether `input` is a sign of an embed. An event about the end of a session is one only in a document that the
    /// bridge did not load: one of the bridge's has such a session only after `ready`. After a rejection, it may be of
    /// the document before.
    fn is_sign(&self, input: Input) -> bool {
        match input {
            Input::Shown => true,
            Input::Expiring { .. } | Input::Expired { .. } => {
                self.document.is_foreign && !self.document.has_rejected
            }
            _ => false,
        }
    }

    /// Adds to the monotonic clock the sleep that it missed: what the wall clock has gained on it, less
    /// the hour by which a wrong wall clock may be ahead.
    fn count_sleep(&mut self, now: Now) -> Now {
        let by_wall = now.wall - self.clocks_compared.wall;
        let least = self.clocks_compared.after(by_wall - WALL_SLACK);
        let monotonic = now.after(self.asleep).max(least).min(Monotonic::LAST);
        self.asleep = monotonic - now.monotonic;
        Now { monotonic, ..now }
    }

    /// The next thing to do. A shell calls this until it returns `None`.
    pub fn poll(&mut self) -> Option<Effect> {
        Some(match self.todo.next()? {
            Task::Abort => Effect::AbortMint,
            Task::LoadWithId => Effect::LoadWithId,
            Task::Load => Effect::Load,
            Task::Post => Effect::PostId,
            Task::RejectReady => Effect::RejectReady(self.refusal_of_ready()),
            Task::Replay => Effect::SendActions,
            Task::Settle => match self.todo.outcome.take()? {
                Ok(()) => Effect::ResolveAsked,
                Err(error) => Effect::RejectAsked(error),
            },
            Task::Mint => Effect::Mint {
                ticket: self.ticket,
                reason: self.attempt.reason,
                attempt: self.attempt.number,
            },
            Task::AskIfSeen => Effect::AskIfSeen,
            Task::AskIfViewed => Effect::AskIfViewed,
            Task::PutBack => Effect::PutBack,
        })
    }

    /// Whether a `view` changes anything: while a late renewal waits for the view of the new session.
    pub fn awaits_view(&self) -> bool {
        self.phase.awaits_view()
    }

    /// Whether a `ready` would be the answer to the id that was posted last.
    pub fn awaits_answer(&self, now: Now) -> bool {
        let monotonic = now.after(self.asleep);
        self.document.answer.is_due(Now { monotonic, ..now })
    }

    /// Whether the next event of the document counts as a sign: its first, and the first after a
    /// rejection.
    pub fn awaits_sign(&self) -> bool {
        self.document.awaits_sign()
    }

    /// Whether the document has shown itself: by any event that counts as a sign.
    pub fn has_reported(&self) -> bool {
        self.document.has_reported()
    }

    /// Whether the document has reported `ready`.
    pub fn is_ready(&self) -> bool {
        self.document.sign == document::Sign::Ready
    }

    /// Whether an attempt waits for somebody who could use its id.
    pub fn awaits_embed(&self) -> bool {
        matches!(self.phase, Phase::AwaitingEmbed { .. })
    }

    /// Whether the document in the iframe has shown that an embed is there. A destroyed one is sent nothing.
    pub fn is_present(&self) -> bool {
        self.document.is_embed() && !self.is_destroyed()
    }

    /// Whether the embed may mint as soon as the page grants it a turn by [`Input::Turn`].
    pub fn awaits_turn(&self) -> bool {
        matches!(self.phase, Phase::AwaitingTurn)
    }

    /// Whether a mint is under way, so that the session uses its turn.
    pub fn is_minting(&self) -> bool {
        matches!(self.phase, Phase::Minting { .. })
    }

    /// Whether `ticket` is that of the mint under way.
    pub fn is_minting_ticket(&self, ticket: Ticket) -> bool {
        self.is_minting() && ticket == self.ticket
    }

    /// Whether the page has called `destroy`.
    pub fn is_destroyed(&self) -> bool {
        matches!(self.phase, Phase::Destroyed)
    }

    /// The session as a page may see it.
    pub fn state(&self) -> State {
        let renewal = self.phase.renewal(self.last_error.is_some());
        State {
            mode: self.mode,
            status: match self.term.life {
                _ if self.phase.has_stopped() => Status::Stopped,
                Life::Starting => Status::Starting,
                Life::Active => Status::Active,
                Life::Expiring => Status::Expiring,
                Life::Expired => Status::Expired,
            },
            renewal,
            attempt: if renewal == Renewal::Idle {
                0
            } else {
                self.attempt.number
            },
            renewals: self.renewals,
            expires_at: self.term.expiry.at(),
            next_attempt_at: self.phase.next_attempt_at(),
            last_error: self.last_error,
        }
    }
}
