//! `session-expiring` and `session-expired`, and which session they are about.

use super::term::{Expiry, Life};
use super::{Error, Phase, Reason, Session};
use crate::session::{Epoch, Millis, Monotonic, Now};

/// What an event of the embed says of a session. Both name it by its end.
#[derive(Debug, Clone, Copy)]
pub(super) enum Notice {
    Expiring {
        expires_at: Epoch,
        left: Millis,
    },
    Expired {
        expired_at: Epoch,
        reported_at: Epoch,
    },
}

/// Which session an event is about. The evidence counts in this order:
///
/// | session | what shows it |
/// |---|---|
/// | [`Whose::Earlier`] | it names the end that an earlier session has reported, or one before that |
/// | [`Whose::Unheard`] | the session before never reported its end, and the event's time fits that session better than the present one; or a document that the bridge loaded is not `ready`, and is too young to have a session that ends |
/// | [`Whose::Replaced`] | an id is being confirmed, and the event names the end of the session that the id replaces; or that end is not known, and the event announces one, or comes too early to be the id's own |
/// | [`Whose::Successor`] | an id is being confirmed, and it is none of these: the id's session has begun |
/// | [`Whose::Present`] | it is none of these |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Earlier,
    Unheard,
    Replaced,
    Successor,
    Present,
}

impl Session {
    /// Takes `session-expiring`.
    pub(super) fn on_expiring(&mut self, now: Now, expires_at: Epoch, left: Millis) {
        match self.whose(now, Notice::Expiring { expires_at, left }) {
            Whose::Earlier => return,
            Whose::Unheard => return self.term.earlier.note(expires_at, expires_at),
            Whose::Replaced => {
                // An uncertain notice starts nothing: the successor's own events will still come.
                if self.term.expiry == Expiry::Unknown && self.successor_is_young(now) {
                    self.term.expiry = Expiry::Announced(expires_at);
                }
                return;
            }
            Whose::Successor => self.confirm_and_replay(now),
            Whose::Present => {}
        }
        let known = self.term.expiry.at();
        let is_known = known.is_some_and(|end| self.is_same_end(end, expires_at));
        self.term_before = None;
        self.term.expiry.announce(expires_at);
        self.clocks_compared = now;
        let term = &mut self.term;
        if term.life != Life::Expired {
            term.life = Life::Expiring;
        }
        term.overdue_at = Monotonic::NEVER;
        // A late notice names too long a time, so it must not put off a deadline.
        term.lapses_at = term.lapses_at.min(now.after(left));
        if self.can_renew() && !self.phase.is_under_way() {
            let delay = self.policy.spread_delay(left, self.jitter());
            self.renew_by_event(now, Reason::Expiring, delay, is_known);
        }
    }

    /// Takes `session-expired`.
    pub(super) fn on_expired(&mut self, now: Now, expired_at: Epoch, reported_at: Epoch) {
        match self.whose(
            now,
            Notice::Expired {
                expired_at,
                reported_at,
            },
        ) {
            Whose::Earlier => return self.term.earlier.note_end(expired_at),
            Whose::Unheard => {
                self.term.earlier.note(expired_at, expired_at);
                return self.term.earlier.note_end(expired_at);
            }
            Whose::Replaced => {
                // The session lapsed before its successor took over, so the embed has lost its state.
                self.term.expiry = Expiry::Ended(expired_at);
                self.term.life = Life::Expired;
                self.phase.note_lapse();
                return;
            }
            Whose::Successor => self.confirm_and_replay(now),
            Whose::Present => {}
        }
        let is_known =
            matches!(self.term.expiry, Expiry::Ended(end) if self.is_same_end(end, expired_at));
        self.term_before = None;
        self.term.expiry = Expiry::Ended(expired_at);
        self.term.drop_deadlines();
        if self.lapse() {
            self.renew_by_event(now, Reason::Expired, Millis::ZERO, is_known);
        }
    }

    fn whose(&self, now: Now, notice: Notice) -> Whose {
        if self.names_earlier(notice) {
            Whose::Earlier
        } else if self.fits_unheard(now, notice) || self.is_of_page_before(now) {
            Whose::Unheard
        } else if let Phase::Confirming { posted, .. } = self.phase {
            if self.names_replaced(now, notice, posted.monotonic) {
                Whose::Replaced
            } else {
                Whose::Successor
            }
        } else {
            Whose::Present
        }
    }

    fn names_earlier(&self, notice: Notice) -> bool {
        let Some(earlier) = self.term.earlier.ends else {
            return false;
        };
        match notice {
            // An end that lies half a lifetime or more before the last one is not an earlier one: the
            // embed's clock was set back.
            Notice::Expiring { expires_at, .. } => {
                let is_close = earlier.expiry - expires_at < self.policy.lifetime / 2;
                expires_at <= earlier.expiry + self.policy.expiry_slack() && is_close
            }
            // The present session has begun after each end that was reported.
            Notice::Expired { expired_at, .. } => {
                expired_at <= earlier.named
                    || self.is_near(expired_at, earlier.expiry, earlier.latest)
            }
        }
    }

    /// Whether a lapse at `expired_at` is that of a session which was to end at `expiry`, and at `latest`
    /// at the latest. One long before is not: a session may lapse as soon as it has begun, while its
    /// predecessor would have gone on.
    fn is_near(&self, expired_at: Epoch, expiry: Epoch, latest: Epoch) -> bool {
        expired_at <= latest && expiry - expired_at <= self.policy.expiry_slack()
    }

    /// An embed may reckon the end of one session again for each event.
    fn is_same_end(&self, one: Epoch, other: Epoch) -> bool {
        (one - other).max(other - one) <= self.policy.expiry_slack()
    }

    fn fits_unheard(&self, now: Now, notice: Notice) -> bool {
        let began = self.term.earlier.unheard_since;
        if began == Monotonic::NEVER {
            return false;
        }
        match notice {
            Notice::Expiring { left, .. } => {
                let present = self.term.began;
                !self.is_far(now, left, began) && self.is_far(now, left, present)
            }
            Notice::Expired {
                expired_at,
                reported_at,
            } => lapsed_before(now, self.term.began, expired_at, reported_at),
        }
    }

    /// Whether `left` is far from the time that is left of a session that began at `began`.
    fn is_far(&self, now: Now, left: Millis, began: Monotonic) -> bool {
        let lifetime = self.policy.lifetime;
        let age = now.monotonic - began;
        // Two hours of an age may be missing: one that counts as a wall clock that was set, although
        // it was sleep, and one by which the wall clock was really set back.
        let expected = lifetime - age;
        expected.max(left) - expected.min(left) > lifetime / 8
    }

    /// Whether an event must come from the document that the iframe showed before: the present one is
    /// not ready yet, and too young for its session to end.
    fn is_of_page_before(&self, now: Now) -> bool {
        let document = &self.document;
        let is_unready = self.ready.ends_load || !(document.is_foreign || document.is_embed());
        is_unready && now.since(self.term.began) < self.ready_timeout
    }

    fn names_replaced(&self, now: Now, notice: Notice, posted: Monotonic) -> bool {
        match (notice, self.term.expiry.at()) {
            (Notice::Expiring { .. }, None) => true,
            (Notice::Expiring { expires_at, .. }, Some(end)) => {
                expires_at <= end + self.policy.expiry_slack()
            }
            (
                Notice::Expired {
                    expired_at,
                    reported_at,
                },
                None,
            ) => {
                self.successor_is_young(now) || lapsed_before(now, posted, expired_at, reported_at)
            }
            (Notice::Expired { expired_at, .. }, Some(end)) => {
                let latest = self.term.expiry.latest_end(&self.policy);
                self.is_near(expired_at, end, latest)
            }
        }
    }

    /// Whether the session that is being confirmed cannot have reported its end yet: the
    /// confirmation takes seconds, unless the page was frozen meanwhile.
    fn successor_is_young(&self, now: Now) -> bool {
        match self.phase {
            Phase::Confirming { posted, .. } => {
                now.since(posted.monotonic) < self.policy.lifetime / 2
            }
            _ => false,
        }
    }
}

/// Whether a lapse at `expired_at`, reported at `reported_at` by the same clock and heard now,
/// lies before the moment `then`. Up to an hour of sleep may be missing from the distance, which
/// is far less than the age at which a session lapses.
fn lapsed_before(now: Now, then: Monotonic, expired_at: Epoch, reported_at: Epoch) -> bool {
    expired_at <= reported_at - now.since(then)
}

// The embed rejects an id.
impl Session {
    pub(super) fn on_rejected(&mut self, now: Now) {
        // The age of the session that the rejected id began, before the one before it is restored.
        let age = now.since(self.term.began);
        if !self.phase.is_confirming() {
            self.restore_term_before();
        }
        let was_embed = self.document.is_embed();
        let is_answer = self.document.note_rejection(now);
        if !self.can_renew() {
            return;
        }
        // A rejection that comes twice is answered by one fresh id.
        let is_counted = self.phase.has_attempt() && self.attempt.reason == Reason::Rejected;
        if !(is_answer || was_embed && is_counted) {
            self.expect_dead_document();
        }
        match self.phase {
            Phase::Confirming { .. } => {}
            Phase::Idle { .. } | Phase::AwaitingEmbed { .. } => {
                // The id was loaded, or counted as taken because no rejection came in time.
                if age >= crate::session::ID_LIFETIME {
                    // The last renewal is long over: its attempts are not counted any more.
                    self.attempt.number = 0;
                }
                if is_answer {
                    self.attempt.delivery = super::Delivery::Post;
                }
            }
            // The attempt that is under way, or the next one, brings a fresh id.
            _ => return,
        }
        self.attempt.reason = Reason::Rejected;
        self.fail(now, Error::ExchangeRejected);
    }
}
