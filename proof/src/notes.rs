//! What is remembered of a step for the judgement of later ones, and which witnesses it gives.

use svc_embed::page::Effect;
use svc_embed::session::{self, ID_LIFETIME, Input, Millis, MintFailure, Renewal, Status};

use crate::clock::{Clock, MINUTE};
use crate::laws::repeats;
use crate::scenario::LIFETIME;
use crate::state::{Member, awaits_turn};
use crate::step::Step;
use crate::truth::Kind;
use crate::witness::Witness;

impl Member {
    /// Before the effects: what an attempt that starts may count from.
    pub fn note_start(&mut self, step: &Step<'_>, time: Millis) {
        let history = &mut self.history;
        // The attempt after one that was withdrawn is that one once more.
        if (step.is_put_off() || step.starts()) && !history.withdrawn {
            history.expected = if repeats(step) { history.tries + 1 } else { 1 };
        }
        let (before, after) = (step.before, step.after);
        let was_planned = history.load_planned;
        if finds_failed_load(step) {
            history.load_planned = true;
        } else if step.starts() || has_stopped(after) || is_ended_by_ready(step) {
            history.load_planned = false;
        }
        if !is_pausing(after) && !history.load_planned {
            history.failed = None;
        } else if !is_pausing(before) && !was_planned {
            // If the foreground or a move finds a load that has failed, the pause counts from the load.
            history.failed = Some(if finds_failed_load(step) {
                history.posted
            } else {
                time
            });
        }
        let is_new_pause = after.renewal == Renewal::BackingOff && before.renewal == Renewal::Idle;
        let finds_unknown = is_new_pause && after.attempt == 0;
        if (has_stopped(before) && !has_stopped(after)) || finds_failed_load(step) || finds_unknown
        {
            // A renewal of its own, that has the pause before its first attempt.
            history.tries = 0;
        }
        let is_waiting = matches!(after.renewal, Renewal::BackingOff | Renewal::Scheduled);
        history.is_asked &= is_waiting;
        if step.is_of_page() && is_waiting && after.attempt == 0 {
            // A renewal of its own, too, that need not wait for the whole pause.
            history.tries = 0;
            history.is_asked = true;
        }
        let since_asked = time - history.asked;
        let is_rejected = step.input == Input::Rejected && before.renewal == Renewal::Idle;
        // So long after the mint, the rejection need not count as one more failure of its renewal.
        history.restarts |= is_rejected && since_asked >= ID_LIFETIME;
        // `ready` has ended the renewal, or has come instead of it; a rejection after it is about another id.
        let rests = matches!(before.renewal, Renewal::Confirming | Renewal::Idle)
            || after.renewal == Renewal::Idle;
        history.restarts |= rests && matches!(step.input, Input::Ready(_));
        // What happens meanwhile may begin a renewal of its own.
        history.restarts |= history.withdrawn;
        // So has a load that failed: a rejection after it is about the id before that one.
        history.restarts |= step.not_loaded;
    }

    /// An effect that is about to be done.
    pub fn note_effect(&mut self, effect: Effect, time: Millis) {
        match effect {
            Effect::Mint { attempt, .. } => {
                self.history.tries = attempt;
                self.history.asked = time;
                self.history.burst = [self.history.burst[1], Some(time)];
                self.history.restarts = false;
            }
            Effect::LoadWithId | Effect::PostId => self.history.posted = time,
            _ => {}
        }
    }

    /// After the effects.
    pub fn note_step(&mut self, step: &Step<'_>, clock: Clock) {
        if let Some(expires) = step.event_of() {
            self.note_event(step, clock, expires);
        }
        if step.is_of_page() || step.input == Input::Moved {
            self.history.burst = [None; 2];
        }
        let is_withdrawn = step.withdrawn > 0;
        let history = &mut self.history;
        let is_time = step.input == Input::Tick;
        history.withdrawn_again = is_withdrawn && history.undisturbed && is_time;
        history.undisturbed = is_withdrawn || (history.undisturbed && is_time);
        history.withdrawn = step.is_put_off() || (history.withdrawn && !step.starts());
        self.note_mistakes(step, clock.time);
        self.history.is_confirming = step.after.renewal == Renewal::Confirming;
        match step.input {
            Input::Destroy => self.history.destroyed = true,
            Input::Ready(_) if step.scenario.is_private() => self.history.private = true,
            Input::MintFailed(_, MintFailure::SignedOut) if step.answers_live_mint() => {
                self.history.signed_out = true;
            }
            _ => {}
        }
    }

    fn note_event(&mut self, step: &Step<'_>, clock: Clock, expires: Millis) {
        let is_indistinct = self.cannot_be_told_apart(clock, &step.before, expires);
        let is_mistaken = self.history.mistaken.is_some();
        if is_indistinct && let Some(live) = &mut self.embed.session {
            let of_other = live.expires != expires;
            live.misled |= of_other;
            // The machine takes the next session for the one after that.
            let sessions = self.embed.sessions;
            if of_other {
                self.history.confused = sessions + 1;
            } else if is_mistaken {
                self.history.confused = sessions + 2;
            }
        }
        // After half a lifetime in a frozen tab, either session may be the one that ends.
        let was_frozen = step.before.renewal == Renewal::Confirming
            && step.before.expires_at.is_none()
            && clock.time - self.history.posted >= LIFETIME / 2;
        if !was_frozen {
            self.history.told = self.history.told.max(expires);
        }
    }

    fn note_mistakes(&mut self, step: &Step<'_>, time: Millis) {
        let is_rejection = step.input == Input::Rejected;
        if is_rejection && !self.embed.exchanges.is_empty() {
            // It does not say which of two ids it is about.
            self.history.confused = self.embed.sessions + 1;
        }
        let live = self.embed.session;
        let taken = live.filter(|live| live.delivered == self.history.posted);
        if is_rejection && let Some(live) = taken {
            // The id before that one was refused; the machine must think that this one was.
            self.history.denied = Some(live.expires);
            self.history.confused = self.history.confused.max(self.embed.sessions);
        }
        let is_refused = self.messages.iter().any(|it| it.kind == Kind::Rejected);
        let is_undecided = is_refused || !self.embed.exchanges.is_empty();
        let is_untold = self.actions.is_left;
        if is_untold && step.after.renewals > step.before.renewals {
            // Whether the `ready` answers an id or is that of the next document, nobody knows: the id may be
            // lost, and is followed by another.
            self.history.confused = self.embed.sessions + 1;
        }
        if step.after.renewals > step.before.renewals {
            // Of two such ids at once, no rejection says which one it is about.
            let twice = is_undecided && self.history.mistaken.is_some();
            if let Some(live) = &mut self.embed.session {
                live.misled |= twice;
            }
            self.history.mistaken = is_undecided.then_some(time);
        } else if is_rejection {
            self.history.mistaken = None;
        }
    }

    /// An id has reached a document before the page hears of its load. The page hears the same if the id was
    /// lost with the document before, and must take it for lost.
    pub fn note_lost_id(&mut self, time: Millis) {
        let posted = self.history.posted;
        let is_taken = self.embed.session.is_some_and(|it| it.delivered == posted);
        let has_reached = is_taken || !self.embed.exchanges.is_empty();
        // It is posted again for as long as it has counted as taken no longer than an id lives.
        let is_recent = time - posted <= ID_LIFETIME + MINUTE;
        if (self.history.is_confirming || is_recent) && has_reached {
            if let Some(live) = self.embed.session.filter(|_| is_taken) {
                self.history.denied = Some(live.expires);
            }
            let last = self.embed.sessions + u8::from(!is_taken);
            self.history.confused = self.history.confused.max(last);
        }
    }

    /// The witnesses of a step, as bits.
    pub fn witnesses(&self, step: &Step<'_>, clock: Clock) -> u32 {
        let mut seen = 0;
        let mut see = |witness: Witness, occurs: bool| {
            if occurs {
                seen |= witness.bit();
            }
        };
        let (before, after, history) = (step.before, step.after, &self.history);
        let is_fresh = self.is_fresh(clock);
        let stops = !has_stopped(before) && has_stopped(after);
        let is_final = history.destroyed || history.signed_out;
        see(Witness::Exhausted, stops && !is_final);
        see(Witness::SignedOut, stops && history.signed_out);
        see(Witness::Revived, has_stopped(before) && !has_stopped(after));
        let was_minting = before.renewal == Renewal::Minting;
        let is_destroy = step.input == Input::Destroy;
        see(Witness::DestroyedMinting, was_minting && is_destroy);
        see(Witness::WaitedInVain, awaits_turn(&before) && is_destroy);
        let granted = step.input == Input::Turn && after.renewal == Renewal::Minting;
        see(Witness::Waited, granted && !step.opens);
        let is_private = matches!(step.input, Input::Ready(_)) && history.private;
        see(Witness::Private, was_minting && is_private);
        let is_late = step.answered.is_some_and(|answer| answer.mint.aborted);
        see(Witness::LateAnswer, is_late);
        let is_kept = self.embed.session.is_some();
        see(Witness::LoadFailed, step.not_loaded && is_kept);
        let is_foreground = step.input == Input::Foreground;
        let is_idle = after.renewal == Renewal::Idle;
        see(
            Witness::ForegroundIdle,
            is_foreground && is_idle && is_fresh,
        );
        let begins = step.starts() && !repeats(step) && self.promises == 0;
        see(Witness::ForegroundRenewal, begins && is_foreground);
        let is_own = begins && !is_foreground && !step.is_of_page() && step.event_of().is_none();
        let was_idle = before.renewal == Renewal::Idle && self.embed.sessions > 0;
        see(Witness::OwnDeadline, is_own && was_idle && !is_fresh);
        see(Witness::Withdrawn, step.withdrawn > 0);
        let sends = step.has(|it| *it == Effect::SendActions);
        see(Witness::SentAgain, sends && self.actions.has_sent);
        seen | failure(step)
    }
}

/// Whether a `ready` has come instead of the load that was planned: the document was only slow.
fn is_ended_by_ready(step: &Step<'_>) -> bool {
    matches!(step.input, Input::Ready(_)) && step.after.renewal == Renewal::Idle
}

/// The witness of a failure that a step brought.
fn failure(step: &Step<'_>) -> u32 {
    let (before, after) = (step.before, step.after);
    let failed = after.renewal == Renewal::BackingOff || has_stopped(after);
    let failed_now = failed && before.renewal != Renewal::BackingOff;
    let Some(error) = after.last_error.filter(|_| failed_now) else {
        return 0;
    };
    let witness = match error.code().as_str() {
        "mint-stale" => Witness::Stale,
        "session-lapsed" => Witness::LapsedAtOnce,
        "mint-repeated" => Witness::Repeated,
        "mint-timeout" => Witness::TimedOut,
        "exchange-rejected" if before.renewal == Renewal::Confirming => Witness::Rejected,
        "exchange-rejected" => Witness::RejectedLate,
        _ => return 0,
    };
    witness.bit()
}

fn has_stopped(state: session::State) -> bool {
    state.status == Status::Stopped
}

fn finds_failed_load(step: &Step<'_>) -> bool {
    // An attempt that fails at the same moment is counted.
    matches!(step.input, Input::Foreground | Input::Moved)
        && step.before.renewal == Renewal::Idle
        && matches!(step.after.renewal, Renewal::BackingOff | Renewal::Scheduled)
        && step.after.next_attempt_at.is_some()
        && step.after.attempt == 0
}

fn is_pausing(state: session::State) -> bool {
    state.renewal == Renewal::BackingOff || has_stopped(state)
}
