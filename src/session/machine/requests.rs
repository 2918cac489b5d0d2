//! The page comes back, or calls `renew`, `reload` or `destroy`.

use super::{Delivery, EarlyReady, Life, Phase, Reason, Session, Task};
use crate::error::Error;
use crate::session::policy::{
    FIRST_SIGHT, GLANCE, LOAD_PAUSE, LONGEST_LOAD_PAUSE, SILENCE, VIEW_WAIT,
};
use crate::session::seeded::Bug;
use crate::session::{Millis, Monotonic};

impl Session {
    pub(super) fn on_foreground(&mut self) {
        match self.phase {
            Phase::Exhausted => self.try_soon(Reason::Foreground),
            Phase::BackingOff => self.hurry(),
            Phase::Idle | Phase::AwaitingEmbed if self.is_dead() => {
                self.try_soon(Reason::Foreground);
            }
            // The shell says whether that has changed.
            Phase::AwaitingEmbed if !self.has_left => self.await_turn(),
            // The load that is under way may still come to its end.
            Phase::Idle if self.awaits_ready => {}
            Phase::Idle if self.can_renew() && self.is_due() => self.begin(Reason::Foreground),
            _ => {}
        }
    }

    /// The pause after a renewal that gave up is over, and somebody looks at the page.
    pub(super) fn on_seen(&mut self) {
        let was_asked = self.until == Monotonic::NEVER;
        if self.phase == Phase::Exhausted && was_asked {
            self.await_turn();
        }
    }

    /// `ready` is overdue, and the viewer sees the iframe.
    pub(super) fn on_viewed(&mut self) {
        if self.unseen_since == Monotonic::NEVER {
            return;
        }
        let unseen_for = self.now.monotonic - self.unseen_since;
        self.unseen_since = Monotonic::NEVER;
        if unseen_for < GLANCE {
            self.on_ready_timeout();
        } else {
            // Browsers draw no frame that nobody sees, and the embed may have waited for that.
            self.ready_by = self.now.after(self.ready_timeout.max(FIRST_SIGHT));
        }
    }

    /// The iframe shows a document that the bridge did not load, and that has reported nothing yet.
    fn await_embed(&mut self) {
        self.foreign = true;
        self.show_other_document();
    }

    /// The iframe shows another document, which has reported nothing yet.
    pub(super) fn show_other_document(&mut self) {
        self.present = false;
        self.was_present = false;
        self.has_left = false;
        self.heard = false;
        self.dead = false;
        self.early_ready = None;
        self.presumed_at = Monotonic::NEVER;
        self.unseen_since = Monotonic::NEVER;
        self.owes_replay = false;
        self.remount_from = Monotonic::PAST;
        self.unanswered = 0;
        self.remount_pause = self.policy.least_pause();
        self.replay_until = Monotonic::PAST;
        if self.ready_by == Monotonic::NEVER {
            self.ready_by = self.now.after(self.ready_timeout);
        }
    }

    pub(super) fn on_navigated(&mut self) {
        if self.phase == Phase::Loading {
            // The bridge is about to load another document.
            return;
        }
        let early = self.early_ready.take();
        if let Some(early) = early.filter(|early| self.now.monotonic < early.until) {
            return self.on_early_ready(early);
        }
        // Only an event shows that an embed is there.
        let is_dead = self.is_dead();
        self.await_embed();
        self.dead = is_dead;
        self.has_left = true;
        if self.mode.is_some() {
            // An embed was there before. Until then, it may be the page of a sign-in.
            self.presumed_at = self.now.after(SILENCE);
        }
        let rests = matches!(self.phase, Phase::Idle | Phase::AwaitingEmbed);
        if self.reason == Reason::Rejected && !rests {
            // It was this document that rejected the id in its URL, before the end of its load.
            self.give_up_document();
            if self.phase == Phase::Confirming {
                // The id was posted to a document that takes none, or was gone.
                self.fail(Error::ExchangeRejected);
            }
        }
    }

    /// The `ready` of the document has come before the end of its load.
    fn on_early_ready(&mut self, early: EarlyReady) {
        self.remount_from = Monotonic::PAST;
        self.remount_pause = self.policy.least_pause();
        self.unanswered = 0;
        if !early.has_replayed {
            self.replay();
        }
    }

    /// The document in the new window was loaded with an id that is spent, so it is loaded again with
    /// a fresh one. An embed without sessions is left as it is.
    pub(super) fn on_moved(&mut self) {
        self.await_embed();
        if !self.can_renew() {
            return;
        }
        self.dead = true;
        match self.phase {
            // A page may move its iframes all the time: the least pause holds.
            Phase::BackingOff => {
                self.delivery = Delivery::Load;
                self.hurry();
            }
            Phase::Exhausted => self.try_soon(Reason::Reload),
            Phase::Idle if self.reason == Reason::Reload => self.load_after_pause(),
            _ => self.load_afresh(),
        }
    }

    /// The move before was answered by a load.
    fn load_after_pause(&mut self) {
        if self.now.since(self.since) >= LONGEST_LOAD_PAUSE {
            self.load_pause = LOAD_PAUSE;
        }
        self.try_soon(Reason::Reload);
        self.load_pause = (self.load_pause + self.load_pause).min(LONGEST_LOAD_PAUSE);
    }

    pub(super) fn on_loaded_offline(&mut self) {
        if self.present {
            return;
        }
        // A post to an error page would be lost.
        self.give_up_document();
    }

    /// Whether the load of the document has probably failed. Silence alone does not show it: the
    /// document may be slow.
    fn is_dead(&self) -> bool {
        !self.present && (self.dead || self.has(Bug::HastyForeground))
    }

    /// Loads the iframe with the id that is being minted, or with another.
    fn load_afresh(&mut self) {
        match self.phase {
            // The iframe is about to be loaded.
            Phase::Loading => {}
            Phase::AwaitingTurn | Phase::Minting => self.delivery = Delivery::Load,
            _ => self.begin(Reason::Reload),
        }
    }

    pub(super) fn on_shown(&mut self) {
        self.heard = true;
        self.presumed_at = Monotonic::NEVER;
        if !self.foreign || self.present {
            return;
        }
        self.present = true;
        // The actions are sent now. The `ready` that may follow is the same document's.
        self.remount_from = self.now.after(self.remount_pause);
        self.renew_if_asked();
    }

    /// Nothing is waited for any more that the document could report or not.
    pub(super) fn end_silence(&mut self) {
        self.ready_by = Monotonic::NEVER;
        self.unseen_since = Monotonic::NEVER;
        self.presumed_at = Monotonic::NEVER;
    }

    /// Does the renewal that was asked for before an embed was there, unless the user has been signed
    /// out since, and the attempt that has waited for it.
    pub(super) fn renew_if_asked(&mut self) {
        if self.phase == Phase::AwaitingEmbed && self.present {
            self.await_turn();
        }
        if core::mem::take(&mut self.renew_at_ready) && self.rests() && self.can_renew() {
            self.begin(Reason::Manual);
        }
    }

    /// Starts a renewal over, as soon as the least pause since the last failure or load allows it.
    pub(super) fn try_soon(&mut self, reason: Reason) {
        self.prepare(reason);
        // The phase changes, but not its beginning: the pause counts from the last failure or load,
        // however often this is called.
        self.phase = Phase::BackingOff;
        self.hurry();
    }

    fn hurry(&mut self) {
        let pause = match self.delivery {
            Delivery::Load => self.policy.least_pause().max(self.load_pause),
            Delivery::Post => self.policy.least_pause(),
        };
        let delay = pause - self.now.since(self.since);
        // The attempt may be planned for earlier: a page may have asked for no pauses.
        self.plan_attempt(delay.min(self.until - self.now.monotonic));
    }

    /// Whether a tab that comes back should renew: the session is about to end, or has ended.
    fn is_due(&self) -> bool {
        matches!(self.term.life, Life::Expiring | Life::Expired)
            || (self.present && self.now.since(self.term.began) >= self.policy.expiring_age())
    }

    pub(super) fn on_renew(&mut self) {
        if let Some(error) = self.refusal() {
            self.settle(Some(error));
            return;
        }
        let is_unready = !(self.present || self.dead || self.ready_overdue);
        match self.phase {
            Phase::Idle if self.awaits_ready => {}
            // The page is still loading the iframe: a message posted now would be lost.
            _ if self.rests() && self.foreign && is_unready => self.renew_at_ready = true,
            // A reload that waits for its next attempt stays a reload.
            Phase::BackingOff if self.reason == Reason::Reload => self.begin(Reason::Reload),
            Phase::AwaitingTurn | Phase::Minting | Phase::Loading | Phase::Confirming => {}
            _ => self.begin(Reason::Manual),
        }
    }

    pub(super) fn on_reload(&mut self) {
        if self.phase == Phase::SignedOut {
            self.settle(Some(Error::SignedOut));
            return;
        }
        if !self.can_renew() {
            self.load(Task::Load);
            return;
        }
        if self.phase == Phase::Confirming {
            if self.late && !self.replayed_by_view {
                // The present document may still lose its view before the load, or if that fails.
                self.replay_until = self.until + VIEW_WAIT;
            }
            // The id counts as taken. A rejection would say otherwise, and is heard later too.
            self.take_over();
        }
        self.load_afresh();
    }

    pub(super) fn on_destroy(&mut self) {
        self.abort_mint();
        self.todo.clear_all_but(Task::Abort);
        self.enter(Phase::Destroyed, Millis::FOREVER);
        self.end_silence();
        self.drop_deadlines();
        self.settle(Some(Error::Destroyed));
    }
}
