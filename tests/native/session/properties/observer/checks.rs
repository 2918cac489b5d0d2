//! What is checked of each step.

use super::*;

impl Observer {
    pub(super) fn check_may_mint(&self) {
        assert!(self.can_mint, "invariant 9: a mint without getSession");
        assert_ne!(
            self.mode,
            Some(Mode::Private),
            "invariant 9: a private embed mints"
        );
        assert!(!self.signed_out, "invariant 6: a mint after the sign-out");
        assert!(!self.destroyed, "invariant 10: a mint after destroy");
    }

    pub(super) fn check_attempt(&mut self, attempt: u32) {
        let was_asked = core::mem::take(&mut self.asked_if_seen);
        assert!(
            attempt <= self.policy.max_attempts || was_asked,
            "invariant 7: attempt {attempt}"
        );
        if attempt == 1 {
            return;
        }
        let before = self.mints.last().map_or(0, |mint| mint.attempt);
        assert_eq!(attempt, before + 1, "invariant 7: attempts are counted");
        let failed = self.failed.expect("a second attempt though nothing failed");
        assert!(
            self.passed - failed >= self.policy.retry_min.max(Millis::new(1)),
            "invariant 7: no pause before attempt {attempt}"
        );
    }

    /// What the type `SessionState` in `npm/src/types.ts` promises of each status and renewal.
    fn check_published(&self, state: &State) {
        let (attempt, planned) = (state.attempt, state.next_attempt_at.is_some());
        let is_published = match (state.status, state.renewal) {
            (Status::Stopped, Renewal::Idle) => {
                attempt == 0 && (self.destroyed || state.last_error.is_some())
            }
            (Status::Stopped, _) => false,
            (_, Renewal::Idle) => attempt == 0 && !planned,
            (_, Renewal::Scheduled) => true,
            (_, Renewal::Minting | Renewal::Confirming) => !planned,
            (_, Renewal::BackingOff) => planned && state.last_error.is_some(),
        };
        assert!(is_published, "no published state: {state:?}");
    }

    /// What the state says agrees with what was seen.
    pub(super) fn check_state(&self, now: Now) {
        let state = self.session.state();
        let awaiting = self.session.awaits_turn();
        let timeout = self.session.next_timeout();
        assert!(
            timeout.is_none_or(|at| at > now.monotonic),
            "a timer that is past"
        );
        if self.destroyed {
            assert_eq!(
                (state.status, timeout),
                (Status::Stopped, None),
                "invariant 10"
            );
        }
        self.check_published(&state);
        let open = self.mints.iter().find(|mint| mint.open);
        assert_eq!(
            state.renewal == Renewal::Minting,
            open.is_some(),
            "invariant 1"
        );
        assert_eq!(self.session.is_minting(), open.is_some());
        if let Some(mint) = open {
            assert_eq!(state.attempt, mint.attempt);
            assert!(self.session.is_minting_ticket(mint.ticket));
            let another = Ticket(mint.ticket.0.wrapping_add(1));
            assert!(!self.session.is_minting_ticket(another));
            assert!(timeout.is_some(), "invariant 6: a mint without a timeout");
        }
        assert_eq!(state.mode, self.mode);
        let waits = state.renewal == Renewal::BackingOff
            || (state.renewal == Renewal::Scheduled && !awaiting);
        // A renewal that gave up may be tried again, if somebody looks at the page.
        if state.status != Status::Stopped {
            assert_eq!(state.next_attempt_at.is_some(), waits);
        }
        match state.renewal {
            Renewal::Idle => assert_eq!(state.attempt, 0),
            Renewal::Scheduled if awaiting => assert!(state.attempt > 0),
            Renewal::BackingOff => assert!(state.last_error.is_some()),
            _ => {}
        }
        if state.renewal != Renewal::Idle && !awaiting {
            assert!(
                timeout.is_some(),
                "invariant 6: a renewal that nothing moves on"
            );
        }
        if state.status == Status::Stopped {
            assert_eq!(state.renewal, Renewal::Idle);
            assert!(self.destroyed || state.last_error.is_some());
        }
        if self.signed_out {
            assert_eq!(
                state.status,
                Status::Stopped,
                "invariant 6: a sign-out is final"
            );
        }
        let renewable = self.can_mint && self.mode != Some(Mode::Private);
        if renewable
            && matches!(
                state.status,
                Status::Active | Status::Expiring | Status::Expired
            )
        {
            // Nobody could use an id: whoever puts the iframe into a document, or shows itself in it, wakes
            // the session.
            let is_for_nobody = self.is_out || !self.session.is_present();
            assert!(
                timeout.is_some() || awaiting || is_for_nobody,
                "invariant 6: nothing to wake a live session"
            );
        }
    }

    /// What changed agrees with what was done.
    pub(super) fn check_change(&self, input: &Input, before: &State, effects: &[Effect]) {
        let state = self.session.state();
        let more = state.renewals.wrapping_sub(before.renewals);
        let posted = effects.contains(&Effect::PostId);
        assert!(
            more == 0
                || (more == 1 && (posted || before.renewal == Renewal::Confirming))
                || (more == u32::MAX && *input == Input::Rejected),
            "renewals went from {} to {}",
            before.renewals,
            state.renewals
        );
        if effects.contains(&Effect::ResolveAsked) {
            assert!(
                more == 1 || matches!(input, Input::Ready(_)),
                "invariant 10: a promise was kept that was not"
            );
        }
        // Whoever hears `ready`, or reloads, sends the actions anyway.
        let resent = matches!(input, Input::Ready(_) | Input::Reload);
        if more == 1 && before.status == Status::Expired && !resent {
            assert!(
                self.replayed,
                "invariant 12: a late renewal without its replay"
            );
        }
        if state.status == Status::Stopped
            && before.status != Status::Stopped
            && !self.destroyed
            && !self.signed_out
        {
            assert!(
                before.attempt >= self.policy.max_attempts
                    || state.last_error != before.last_error
                    || self
                        .mints
                        .last()
                        .is_some_and(|mint| mint.attempt >= self.policy.max_attempts),
                "stopped before the last attempt"
            );
        }
    }

    pub(super) fn check_rejection(&self, before: &State) {
        let state = self.session.state();
        assert_eq!(
            (state.expires_at, state.mode, state.renewals),
            (before.expires_at, before.mode, before.renewals),
            "invariant 6"
        );
        if state.renewal == Renewal::Idle {
            assert_eq!(
                state.status,
                Status::Stopped,
                "invariant 6: no fresh id follows"
            );
        } else {
            assert_eq!(state.status, before.status, "invariant 6");
        }
    }
}
