//! Events of the embed.

use super::{Delivery, EarlyReady, Life, Phase, Reason, Session, Task};
use crate::error::Error;
use crate::session::policy::{EARLY_READY, ID_LIFETIME, VIEW_WAIT};
use crate::session::seeded::Bug;
use crate::session::{Epoch, Millis, Mode, Monotonic, Now};

impl Session {
    pub(super) fn on_ready(&mut self, mode: Option<Mode>) {
        let was_private = self.mode == Some(Mode::Private);
        self.mode = mode.or(self.mode);
        self.end_silence();
        let was_present = core::mem::replace(&mut self.present, true);
        let took_id = self.phase == Phase::Confirming;
        if was_present {
            self.replay_at_ready();
        }
        // It was slow, or was moved before it had spent its id.
        let was_slow = self.dead && self.reason != Reason::Rejected;
        if was_slow && self.delivery == Delivery::Load && self.term.life == Life::Starting {
            self.leave_load_alone();
        }
        self.note_answer();
        // The age of a private embed was not counted.
        let signed_now = was_private && self.mode == Some(Mode::Signed);
        let is_new_session = match self.term.life {
            _ if signed_now => true,
            // The first `ready` of a document that the page has loaded begins its session. After a renewal
            // it may be a late one, of the session that the renewal has replaced.
            Life::Starting => self.foreign && self.renewals == 0,
            // An embed that had lapsed and is ready again has got a session without the bridge.
            Life::Expired => was_present && !took_id,
            Life::Active | Life::Expiring => false,
        };
        if is_new_session || self.term.life == Life::Starting {
            self.term.life = Life::Active;
        }
        if is_new_session {
            self.term.forget_expiry(self.policy);
            self.begin_session(self.now);
        }
        if took_id {
            // `ready` comes once for each session, so the new one has taken over. Unless it is the
            // answer to the id before, that the browser has held back.
            self.replay_until = if self.late && self.unanswered > 0 {
                self.now.after(VIEW_WAIT)
            } else {
                Monotonic::PAST
            };
            self.confirm();
        } else if self.awaits_ready && self.phase == Phase::Idle {
            self.last_error = None;
            self.settle(None);
        } else if self.phase == Phase::Idle && self.last_error == Some(Error::ReadyTimedOut) {
            self.last_error = None;
        }
        self.awaits_ready = false;
        if self.mode == Some(Mode::Private) {
            let renew = core::mem::take(&mut self.renew_at_ready);
            self.leave_private_alone(renew);
        } else {
            self.renew_if_asked();
        }
    }

    /// An embed that has shown itself before is ready again. Either that is for the id that was posted,
    /// or the embed has mounted itself again in the same document.
    fn replay_at_ready(&mut self) {
        let has_lost_view = if self.awaits_answer() {
            let awaits_view = self.late && !self.replayed_by_view;
            awaits_view || self.owes_replay
        } else {
            // An embed that is ready again after each `set-locale` would be sent it for ever.
            let is_rested = self.now.monotonic >= self.remount_from;
            if is_rested {
                self.remount_from = self.now.after(self.remount_pause);
                let longer = self.remount_pause + self.remount_pause;
                self.remount_pause = longer.min(self.policy.retry_max.max(self.remount_pause));
            }
            is_rested
        };
        self.early_ready = Some(EarlyReady {
            until: self.now.after(EARLY_READY),
            has_replayed: has_lost_view,
        });
        if has_lost_view || self.has(Bug::ReadyReplays) {
            self.replay();
        }
    }

    /// Restores what the embed has lost.
    pub(super) fn replay(&mut self) {
        self.replay_until = Monotonic::PAST;
        self.owes_replay = false;
        self.todo.add(Task::Replay);
    }

    /// The document that seemed dead was slow: the load that was to take its place is not needed.
    fn leave_load_alone(&mut self) {
        if matches!(
            self.phase,
            Phase::BackingOff | Phase::AwaitingTurn | Phase::Minting | Phase::Exhausted
        ) {
            self.abort_mint();
            self.enter(Phase::Idle, Millis::FOREVER);
            self.attempt = 0;
            self.last_error = None;
            self.settle(None);
        }
    }

    /// Invariant 9, for an embed that was given `getSession` and turns out to be private.
    fn leave_private_alone(&mut self, asked: bool) {
        self.drop_deadlines();
        let rested = self.rests();
        self.abort_mint();
        self.todo.withdraw(Task::LoadWithId);
        self.todo.withdraw(Task::Post);
        if !rested || self.phase == Phase::Exhausted {
            // A private embed is not renewed, so it cannot have given up.
            self.enter(Phase::Idle, Millis::FOREVER);
            self.attempt = 0;
        }
        if asked || !rested {
            self.settle(Some(Error::NotRenewable));
        }
    }

    /// After a late renewal the embed loads its view again without its state, so the actions are
    /// replayed at the first view, and if none comes, at the confirmation. Once: a replay may itself
    /// cause a view, and what the viewer does later must stand.
    pub(super) fn on_view(&mut self) {
        let is_first = self.late && !self.replayed_by_view;
        let is_new = is_first || self.now.monotonic < self.replay_until;
        self.replayed_by_view |= self.late;
        self.replay_until = Monotonic::PAST;
        if is_new && !self.has(Bug::NoReplay) {
            self.replay();
        }
    }

    pub(super) fn on_expiring(&mut self, expires_at: Epoch, expires_in: Millis) {
        let of_predecessor = self.is_left_of_predecessor(expires_in);
        if self.names_earlier_session(expires_at)
            || self.note_if_of_another(expires_at, of_predecessor)
        {
            return;
        }
        if self.phase == Phase::Confirming {
            let replaced = self.term.expires_at;
            if replaced == Epoch::NEVER && self.cannot_have_ended() {
                self.term.expires_at = expires_at;
                return;
            }
            if replaced == Epoch::NEVER || expires_at <= replaced {
                // The event is about the session that is being replaced. If that is not certain, the
                // successor's `session-expired` will still come.
                return;
            }
            self.confirm_and_replay();
        }
        let is_known = self.term.expires_at == expires_at;
        self.note_expiry(expires_at);
        self.clocks_compared = self.now;
        let term = &mut self.term;
        if term.life != Life::Expired {
            term.life = Life::Expiring;
        }
        term.overdue_at = Monotonic::NEVER;
        // A late notice names too long a time, so it must not put off a deadline.
        term.lapses_at = term.lapses_at.min(self.now.after(expires_in));
        if self.can_renew() && self.rests() {
            let delay = self.spread_delay(expires_in);
            self.renew_by_event(Reason::Expiring, delay, is_known);
        }
    }

    /// The present session ends at `expires_at`.
    fn note_expiry(&mut self, expires_at: Epoch) {
        self.replaced = None;
        self.term.expires_at = expires_at;
    }

    pub(super) fn on_expired(&mut self, expired_at: Epoch, reported_at: Epoch) {
        let of_predecessor = self.lapsed_before_this(expired_at, reported_at);
        if self.is_near(expired_at, self.term.earlier_expiry, self.term.earlier_end) {
            self.term.earlier_end = expired_at;
            return;
        }
        if self.note_if_of_another(expired_at, of_predecessor) {
            return;
        }
        if self.phase == Phase::Confirming {
            let of_replaced = match self.term.expires_at {
                Epoch::NEVER => {
                    self.cannot_have_ended()
                        || self.lapsed_before(self.since, expired_at, reported_at)
                }
                replaced => self.is_near(expired_at, replaced, self.term.latest_end(self.policy)),
            };
            if of_replaced {
                // The session lapsed before its successor took over, so the embed has lost its state.
                self.term.expires_at = expired_at;
                self.term.ended = true;
                self.term.life = Life::Expired;
                self.late = true;
                return;
            }
            self.confirm_and_replay();
        }
        let is_known = self.term.ended && self.term.expires_at == expired_at;
        self.note_expiry(expired_at);
        self.term.ended = true;
        self.drop_deadlines();
        if self.lapse() {
            self.renew_by_event(Reason::Expired, Millis::ZERO, is_known);
        }
    }

    /// Whether an event that names `expiry` is about another session than the present one. The expiry of
    /// an earlier session is remembered.
    fn note_if_of_another(&mut self, expiry: Epoch, of_predecessor: bool) -> bool {
        let is_earlier = of_predecessor || self.is_of_page_before();
        if is_earlier {
            self.term.earlier_expiry = expiry;
            self.term.earlier_end = expiry;
        }
        is_earlier
    }

    /// Whether an event must come from the document that the iframe showed before: the present one is
    /// not ready yet, and too young for its session to end.
    fn is_of_page_before(&self) -> bool {
        let unready = self.awaits_ready || !(self.foreign || self.present);
        unready && self.now.since(self.term.began) < self.ready_timeout
    }

    /// Whether `expiry` is that of the session before the present one, or of one before that. An expiry
    /// that lies half a lifetime or more before the last one is not: the embed's clock was set back.
    fn names_earlier_session(&self, expiry: Epoch) -> bool {
        let earlier = self.term.earlier_expiry;
        let close = expiry <= earlier && earlier - expiry < self.policy.lifetime / 2;
        close && earlier != Epoch::NEVER && !self.has(Bug::EarlierEvents)
    }

    /// Whether a lapse at `expired_at` is that of a session which was to end at `expiry`, and at `latest`
    /// at the latest. One long before is not: a session may lapse as soon as it has begun, while its
    /// predecessor would have gone on.
    fn is_near(&self, expired_at: Epoch, expiry: Epoch, latest: Epoch) -> bool {
        let is_near = expired_at <= latest && expiry - expired_at <= self.policy.expiry_slack();
        is_near && expiry != Epoch::NEVER && !self.has(Bug::EarlierEvents)
    }

    /// Whether a lapse is that of the session before the present one, whose expiry was never reported.
    fn lapsed_before_this(&self, expired_at: Epoch, reported_at: Epoch) -> bool {
        self.term.unknown_predecessor != Monotonic::NEVER
            && self.lapsed_before(self.term.began, expired_at, reported_at)
    }

    /// Whether the session that is being confirmed cannot have reported its end yet: the
    /// confirmation takes seconds, unless the page was frozen meanwhile.
    fn cannot_have_ended(&self) -> bool {
        self.now.since(self.since) < self.policy.lifetime / 2
    }

    /// Whether `left` is the time that is left of the session before the present one, whose expiry
    /// was never reported, and far from the time that is left of the present one.
    fn is_left_of_predecessor(&self, left: Millis) -> bool {
        let lifetime = self.policy.lifetime;
        // Two hours of an age may be missing: one that counts as a wall clock that was set, although
        // it was sleep, and one by which the wall clock was really set back.
        let far = |began: Monotonic| {
            let age = self.now.monotonic - began;
            (lifetime - age).abs_diff(left) > lifetime / 8
        };
        let predecessor = self.term.unknown_predecessor;
        predecessor != Monotonic::NEVER && !far(predecessor) && far(self.term.began.monotonic)
    }

    pub(super) fn on_rejected(&mut self) {
        // The age of the session that the rejected id began, before the one before it is restored.
        let age = self.now.since(self.term.began);
        if self.phase != Phase::Confirming {
            self.restore_replaced();
        }
        let is_answer = self.present && self.awaits_answer();
        match self.phase {
            // No embed has shown itself: the document never had a session, and takes none.
            Phase::Confirming if !self.present => self.give_up_document(),
            Phase::Confirming => {}
            Phase::Idle | Phase::AwaitingEmbed if self.can_renew() => {
                if age >= ID_LIFETIME {
                    // The last renewal is long over: its attempts are not counted any more.
                    self.attempt = 0;
                }
                // The id was loaded, or counted as taken because no rejection came in time. If none was
                // posted, the viewer has the browser load the frame again, and its `load` is to come.
                if is_answer {
                    self.delivery = Delivery::Post;
                } else {
                    self.give_up_document();
                    self.awaits_ready = false;
                }
            }
            Phase::Idle | Phase::AwaitingEmbed | Phase::Loading | Phase::SignedOut => return,
            // The same rejection once more. If it is another, a `load` follows.
            _ if self.reason == Reason::Rejected && self.phase != Phase::Exhausted => return,
            // The viewer has the browser load the frame again during a renewal, or after one that stopped.
            _ if !is_answer && (self.present || self.foreign) => return self.give_up_document(),
            _ => return,
        }
        self.note_answer();
        self.reason = Reason::Rejected;
        self.fail(Error::ExchangeRejected);
    }

    /// The document, or the next one, has no session, and takes no post.
    pub(super) fn give_up_document(&mut self) {
        self.was_present |= core::mem::take(&mut self.present);
        self.dead = true;
        self.delivery = Delivery::Load;
    }

    /// Whether a lapse at `expired_at`, reported at `reported_at` by the same clock and heard now,
    /// lies before the moment `then`. Up to an hour of sleep may be missing from the distance, which
    /// is far less than the age at which a session lapses.
    fn lapsed_before(&self, then: Now, expired_at: Epoch, reported_at: Epoch) -> bool {
        let passed = self.now.since(then);
        expired_at <= reported_at - passed
    }
}
