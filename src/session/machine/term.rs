//! How far the session is.

use super::{Error, Phase, Reason, Session};
use crate::session::policy::Policy;
use crate::session::{Epoch, Monotonic, Now};

/// What the machine knows of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) life: Life,
    /// From when its age counts: from the load or the `ready` that it came with, or from when its id was posted.
    pub(super) began: Monotonic,
    pub(super) expiry: Expiry,
    /// When the machine starts a renewal by itself, if no event comes before: shortly before the session ends, and
    /// again after a renewal that gave up. [`Monotonic::NEVER`] if it need not.
    pub(super) overdue_at: Monotonic,
    /// When the session stops working; [`Monotonic::NEVER`] if nobody has said when, or once its deadline has passed.
    pub(super) lapses_at: Monotonic,
    pub(super) earlier: Earlier,
}

/// How far a session is, whatever its renewal does.
///
/// ```text
/// Starting ──ready──▶ Active ──session-expiring, or it is overdue──▶ Expiring
///     │                 ▲                                               │
///     │                 ├──────────── a renewal is confirmed ───────────┤
///     │                 └── confirmed, or ready unasked ── Expired      │
///     └──── session-expired, or its time is over ─────────────▲─────────┘
///
/// any ──svc-embed loads the iframe──▶ Starting          any ──rejected after the confirmation──▶ as before it
/// Starting ──session-expiring──▶ Expiring               private ──ready as signed──▶ Active
/// Active ──session-expired, or its time is over──▶ Expired
/// ```
///
/// `ready` unasked: an embed that has shown itself before has got a session without the bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Life {
    Starting,
    Active,
    Expiring,
    Expired,
}

/// The end of a session, by the embed's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Expiry {
    /// No event has reported it.
    Unknown,
    /// `session-expiring` has announced it.
    Announced(Epoch),
    /// `session-expired` has named it, so no later one is this session's. It may have been announced anew since.
    Ended(Epoch),
}

/// What the machine knows of the sessions before the present one: their late events are recognized by this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Earlier {
    /// `None` if none of them has reported its end.
    pub(super) ends: Option<Ends>,
    /// When the session before this one began, if its expiry had not been reported when this one took its place;
    /// otherwise [`Monotonic::NEVER`].
    pub(super) unheard_since: Monotonic,
}

/// The ends that earlier sessions have reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ends {
    /// The expiry that was reported last.
    pub(super) expiry: Epoch,
    /// The last end that `session-expired` may name for the session of that expiry.
    pub(super) latest: Epoch,
    /// The last end that `session-expired` has named: the present session has begun since. The beginning of
    /// all time if it has named none.
    pub(super) named: Epoch,
}

impl Expiry {
    pub(super) fn at(self) -> Option<Epoch> {
        match self {
            Expiry::Unknown => None,
            Expiry::Announced(at) | Expiry::Ended(at) => Some(at),
        }
    }

    /// The latest end that `session-expired` may name, if the expiry is known: its timer need not name
    /// the very end that `session-expiring` has announced.
    pub(super) fn latest_end(self, policy: &Policy) -> Epoch {
        match self {
            Expiry::Unknown => Epoch::NEVER,
            Expiry::Announced(at) => at + policy.expiry_slack(),
            Expiry::Ended(at) => at,
        }
    }

    /// An event announces this end.
    pub(super) fn announce(&mut self, at: Epoch) {
        *self = match self {
            Expiry::Ended(_) => Expiry::Ended(at),
            _ => Expiry::Announced(at),
        };
    }
}

impl Earlier {
    /// An earlier session has reported its end for the first time.
    pub(super) fn note(&mut self, expiry: Epoch, latest: Epoch) {
        let named = self.ends.map_or(Epoch::default(), |ends| ends.named);
        self.ends = Some(Ends {
            expiry,
            latest,
            named,
        });
    }

    /// An earlier session has ended: the last of them, or one before it.
    pub(super) fn note_end(&mut self, expired_at: Epoch) {
        if let Some(ends) = &mut self.ends {
            ends.named = ends.named.max(expired_at);
            if expired_at >= ends.expiry {
                ends.latest = expired_at;
            }
        }
    }

    /// The expiry that was reported last.
    fn expiry(&self) -> Option<Epoch> {
        self.ends.map(|ends| ends.expiry)
    }
}

impl Term {
    /// The session of an iframe in which no embed has shown itself yet.
    pub(super) fn starting(now: Now) -> Self {
        Self {
            life: Life::Starting,
            began: now.monotonic,
            expiry: Expiry::Unknown,
            overdue_at: Monotonic::NEVER,
            lapses_at: Monotonic::NEVER,
            earlier: Earlier {
                ends: None,
                unheard_since: Monotonic::NEVER,
            },
        }
    }

    /// Whether the session is about to end, or has ended.
    pub(super) fn is_ending(&self) -> bool {
        matches!(self.life, Life::Expiring | Life::Expired)
    }

    pub(super) fn drop_deadlines(&mut self) {
        self.overdue_at = Monotonic::NEVER;
        self.lapses_at = Monotonic::NEVER;
    }

    /// Makes way for the next session. Late events of this one are recognized by its expiry. If that
    /// was never reported, they are recognized by its beginning, provided that there was a session.
    fn make_way(&mut self, policy: &Policy, had_session: bool) {
        let is_unheard = had_session && self.expiry == Expiry::Unknown;
        self.earlier.unheard_since = if is_unheard {
            self.began
        } else {
            Monotonic::NEVER
        };
        self.forget_expiry(policy);
    }

    fn forget_expiry(&mut self, policy: &Policy) {
        if let Some(at) = self.expiry.at() {
            self.earlier.note(at, self.expiry.latest_end(policy));
            if let Expiry::Ended(at) = self.expiry {
                self.earlier.note_end(at);
            }
            self.expiry = Expiry::Unknown;
        }
    }
}

// A session begins.
impl Session {
    /// With the iframe, which has just been loaded.
    pub(super) fn begin_loaded_session(&mut self, now: Now) {
        self.term_before = None;
        let had_session = self.term.life != Life::Starting;
        self.term.make_way(&self.policy, had_session);
        self.term.life = Life::Starting;
        self.begin_session(now);
    }

    /// With a `ready`, if that is how the machine learns of it. `was_embed`: the document has shown itself
    /// before. `is_signed_now`: it was private then.
    pub(super) fn begin_session_at_ready(
        &mut self,
        now: Now,
        was_embed: bool,
        is_signed_now: bool,
    ) {
        let begins = match self.term.life {
            _ if is_signed_now => true,
            // The first `ready` of a document that the page has loaded begins its session. After a renewal
            // it may be a late one, of the session that the renewal has replaced.
            Life::Starting => self.document.is_foreign && self.renewals == 0,
            // An embed that has shown itself before, and had lapsed, has got a session without the bridge.
            Life::Expired => was_embed && !self.phase.is_confirming(),
            Life::Active | Life::Expiring => false,
        };
        if begins || self.term.life == Life::Starting {
            self.term.life = Life::Active;
        }
        if begins {
            self.term.forget_expiry(&self.policy);
            self.begin_session(now);
        }
    }

    /// With the id that was posted, if one is being confirmed: its session takes the place of the present one.
    pub(super) fn take_over(&mut self, now: Now) {
        let Phase::Confirming { posted, .. } = self.phase else {
            return;
        };
        self.end_renewal(now);
        self.document.answer.note_taken(now);
        self.renewals = self.renewals.wrapping_add(1);
        self.last_error = None;
        self.term_before = Some(self.term);
        self.term.make_way(&self.policy, true);
        if self.term.life != Life::Starting {
            self.term.life = Life::Active;
        }
        self.begin_session(posted);
    }

    fn begin_session(&mut self, began: Now) {
        self.term.drop_deadlines();
        self.clocks_compared = began;
        self.term.began = began.monotonic;
        if self.can_renew() {
            self.term.overdue_at = began.after(self.policy.overdue_age());
            self.term.lapses_at = began.after(self.policy.lifetime);
        }
    }

    /// The embed did not take the id that counted as taken: it still has the session before it.
    pub(super) fn restore_term_before(&mut self) {
        let Some(before) = self.term_before.take() else {
            return;
        };
        let heard = self.term.earlier.expiry();
        self.term = before;
        // An event that seemed to be about an earlier session was about this one.
        if let Some(at) = heard
            && heard != self.term.earlier.expiry()
            && self.term.expiry == Expiry::Unknown
        {
            self.term.expiry = Expiry::Announced(at);
        }
        self.renewals = self.renewals.wrapping_sub(1);
    }
}

// A session ends.
impl Session {
    /// Its time is over, as far as the machine knows.
    pub(super) fn on_lapse_due(&mut self, now: Now) {
        self.term.lapses_at = Monotonic::NEVER;
        if self.lapse() {
            self.begin_after(now, Reason::Expired, self.left_of_retry_min(now));
        }
    }

    /// The session has stopped working. Returns whether it is to be renewed.
    pub(super) fn lapse(&mut self) -> bool {
        self.term.life = Life::Expired;
        self.phase.note_lapse();
        self.can_renew() && !self.phase.has_attempt()
    }

    /// It should have said that it is about to end.
    pub(super) fn on_overdue(&mut self, now: Now) {
        let term = &mut self.term;
        term.overdue_at = Monotonic::NEVER;
        if term.life == Life::Active {
            term.life = Life::Expiring;
        }
        let reason = if term.life == Life::Expired {
            Reason::Expired
        } else {
            Reason::Expiring
        };
        if self.can_renew() && !self.phase.is_under_way() {
            self.begin_after(now, reason, self.left_of_retry_min(now));
        }
    }

    /// How long the machine's own deadlines must still wait: [`Policy::retry_min`] from the beginning of the
    /// session. If the page says that sessions are very short, the machine would otherwise mint without a pause.
    fn left_of_retry_min(&self, now: Now) -> crate::session::Millis {
        self.policy.retry_min - now.since(self.term.began)
    }

    /// A renewal that gave up while the session still works is followed by another, half-way to the
    /// lapse: the viewer then notices no outage that ends before it.
    pub(super) fn plan_next_renewal(&mut self, now: Now) {
        let term = &mut self.term;
        let pause = self.policy.retry_max;
        if term.life == Life::Expired {
            // The session lapsed while this renewal was under way, so the lapse started none.
            if self.attempt.reason == Reason::Expiring {
                term.overdue_at = now.after(pause);
            }
        } else if term.overdue_at == Monotonic::NEVER && term.lapses_at != Monotonic::NEVER {
            let half = (term.lapses_at - now.monotonic) / 2;
            // Half of the remaining time, then half of that, until it is shorter than a pause.
            if half > pause {
                term.overdue_at = now.after(half);
            }
        }
    }

    /// The user is signed out. All promises that are open are rejected.
    pub(super) fn sign_out(&mut self) {
        self.phase = Phase::SignedOut;
        self.last_error = Some(Error::SignedOut);
        self.term.drop_deadlines();
        self.todo.add(super::Task::PutBack);
        self.refuse_ready();
        self.todo.settle(Err(Error::SignedOut));
    }
}
