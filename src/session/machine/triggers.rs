//! What the page starts or ends: it comes back, or calls `renew`, `reload` or `destroy`.

use super::phase::OrElse;
use super::{Delivery, Due, Error, Phase, Reason, Session, Task};
use crate::session::Now;

impl Session {
    pub(super) fn on_foreground(&mut self, now: Now) {
        match self.phase {
            Phase::Exhausted { .. } => self.try_soon(now, Reason::Foreground),
            Phase::BackingOff { since, next } => self.hurry(now, since, next.at),
            Phase::Idle { .. } | Phase::AwaitingEmbed { .. } if self.document.is_gone() => {
                self.try_soon(now, Reason::Foreground);
            }
            // The shell says whether that has changed.
            Phase::AwaitingEmbed { .. } => self.await_turn(now),
            // The load that is under way may still come to its end.
            Phase::Idle { .. } if self.ready.ends_load => {}
            Phase::Idle { .. } if self.can_renew() && self.is_due(now) => {
                self.begin(now, Reason::Foreground);
            }
            _ => {}
        }
    }

    /// Whether a tab that comes back should renew: the session is about to end, or has ended.
    fn is_due(&self, now: Now) -> bool {
        let age = now.since(self.term.began);
        self.term.is_ending() || (self.document.is_embed() && age >= self.policy.expiring_age())
    }

    /// The pause after a renewal that gave up is over, and somebody looks at the page.
    pub(super) fn on_seen(&mut self, now: Now) {
        let was_asked = matches!(
            self.phase,
            Phase::Exhausted {
                or_else: OrElse::Seen,
                ..
            }
        );
        if was_asked && self.can_renew() {
            self.await_turn(now);
        }
    }

    pub(super) fn on_renew(&mut self, now: Now) {
        if let Some(error) = self.refusal() {
            self.todo.settle(Err(error));
            return;
        }
        match self.phase {
            Phase::Idle { .. } if self.ready.ends_load => self.settle_if_unseen(),
            // A reload that waits for its next attempt stays a reload, also one that has taken over a renewal.
            Phase::BackingOff { .. } if self.is_reload() => self.begin_asked(now, Reason::Reload),
            Phase::AwaitingTurn
            | Phase::Minting { .. }
            | Phase::Loading
            | Phase::Confirming { .. } => {}
            _ => self.begin_asked(now, Reason::Manual),
        }
    }

    /// Whether the attempt is to load the iframe because the page or a move asks for that, and not because
    /// the document needs it.
    fn is_reload(&self) -> bool {
        let is_asked = self.document.delivery() == Delivery::Post;
        self.attempt.reason == Reason::Reload
            || (is_asked && self.attempt.delivery == Delivery::Load)
    }

    pub(super) fn on_reload(&mut self, now: Now) {
        if matches!(self.phase, Phase::SignedOut) {
            self.todo.settle(Err(Error::SignedOut));
            return;
        }
        if !self.can_renew() {
            self.attempt.reason = Reason::Reload;
            self.attempt.delivery = Delivery::Load;
            self.load(Task::Load);
            return;
        }
        // An id that is being confirmed counts as taken. A rejection would say otherwise, and is heard later too. The
        // load may fail, and the present document then stays.
        self.replay_without_view();
        self.take_over(now);
        self.load_afresh(now);
    }

    pub(super) fn on_destroy(&mut self) {
        self.abort_mint();
        self.todo.clear_all_but(Task::Abort);
        self.phase = Phase::Destroyed;
        self.ready.due = Due::Never;
        self.term.drop_deadlines();
        self.todo.add(Task::RejectReady);
        self.todo.settle(Err(Error::Destroyed));
    }
}
