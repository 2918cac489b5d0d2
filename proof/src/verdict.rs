//! Judges each step of the machine against the laws.

use svc_embed::session::{
    Effect, ID_LIFETIME, Input, Millis, OnExhausted, Reason, Renewal, SessionId, State, Status,
};

use crate::clock::{EPOCH, HOUR};
use crate::embed::Frame;
use crate::laws::{Law, Witness};
use crate::scenario::{LEAD, LIFETIME, Scenario};
use crate::world::{Mint, World, index_of};
use svc_embed::Code;

/// A mint and its answer.
#[derive(Debug, Clone, Copy)]
pub struct Answered {
    pub mint: Mint,
    /// Whether its id was given before.
    pub again: bool,
}

/// One input to the machine, and what it made of it.
pub struct Step<'a> {
    pub scenario: &'a Scenario,
    pub input: &'a Input,
    /// The mint that the input answers.
    pub answered: Option<Answered>,
    /// Whether the iframe was to be loaded, and could not be.
    pub not_loaded: bool,
    pub before: State,
    pub after: State,
}

impl Step<'_> {
    /// Whether the page itself asked for it.
    fn is_of_page(&self) -> bool {
        matches!(self.input, Input::Renew | Input::Reload)
    }

    pub fn answers_live_mint(&self) -> bool {
        self.answered.is_some_and(|answer| !answer.mint.aborted)
    }

    /// The expiry of the session that the input is an event of.
    pub fn event_of(&self) -> Option<Millis> {
        match self.input {
            Input::Expiring { expires_at: at, .. } | Input::Expired { expired_at: at, .. } => {
                Some(at - EPOCH)
            }
            _ => None,
        }
    }
}

impl World {
    /// Whether the embed has a session for which nothing is due.
    fn is_fresh(&self) -> bool {
        let age = |delivered: Millis| self.clock.time - delivered;
        let live = self.embed.session;
        live.is_some_and(|live| age(live.delivered) < LIFETIME - LEAD)
    }

    /// Whether an id is with the embed that it may yet take.
    fn is_renewing(&self) -> bool {
        let loading = match self.embed.frame {
            Frame::Loading { id: Some(id), .. } => self.is_good(id),
            _ => false,
        };
        let mut exchanges = self.embed.exchanges.iter();
        loading || exchanges.any(|exchange| self.is_good(exchange.id))
    }

    /// Whether the page has asked for a renewal, now or while the iframe was loading.
    fn is_asked(&self, step: &Step<'_>) -> bool {
        step.is_of_page() || self.promises > 0
    }

    /// One effect, before it is carried out.
    pub fn judge_effect(&mut self, step: &Step<'_>, effect: &Effect) {
        let gone = self.ledger.destroyed;
        self.ledger.require(Law::NothingAfterDestroy, !gone);
        match effect {
            Effect::AwaitTurn => self.judge_start(step),
            Effect::Mint {
                attempt, reason, ..
            } => self.judge_mint(step, *attempt, *reason),
            Effect::Load(Some(id)) | Effect::Post(id) => {
                self.judge_delivery(step, id);
                self.ledger.posted = self.clock.time;
            }
            Effect::Settle(Ok(())) => {
                let kept = matches!(step.input, Input::Ready(_))
                    || step.after.renewals > step.before.renewals;
                self.ledger.require(Law::SettledTruly, kept);
            }
            Effect::Load(None)
            | Effect::Abort
            | Effect::Replay
            | Effect::ReadyTimedOut
            | Effect::Settle(Err(_)) => {}
        }
    }

    /// A mint is wanted: a renewal starts, or an attempt is repeated.
    fn judge_start(&mut self, step: &Step<'_>) {
        let before = step.before;
        let time = self.clock.time;
        let repeats = before.renewal == Renewal::BackingOff && !step.is_of_page();
        if repeats {
            let pause = step.scenario.policy.retry_min;
            let failed = self.ledger.failed;
            let paused = failed.is_none_or(|failed| time >= failed + pause);
            self.ledger.require(Law::Pauses, paused);
            self.ledger.expected = self.ledger.tries + 1;
            return;
        }
        self.ledger.expected = 1;
        let failed_now = before.renewal == Renewal::Minting
            || (before.renewal == Renewal::Confirming && *step.input == Input::Rejected);
        // After the last attempt a deadline or an event may revive the renewal in the same moment.
        let last = self.ledger.tries >= step.scenario.policy.max_attempts;
        let rests = !failed_now || last || step.is_of_page();
        self.ledger.require(Law::Pauses, rests);

        let revived = before.status == Status::Stopped;
        let fresh = self.is_fresh() && !self.is_confused();
        if let Some(expires) = step.event_of() {
            let due = !fresh && !self.is_renewing();
            let unclear = self.is_confused()
                || self.ledger.denied == Some(expires)
                || self.cannot_be_told_apart(step, expires);
            self.ledger.require(Law::OneRenewal, due || unclear);
        } else if self.is_asked(step) {
            // It is the page's own affair.
        } else if *step.input == Input::Foreground {
            self.ledger.require(Law::ForegroundDue, !fresh || revived);
            self.ledger.witness(Witness::ForegroundRenewal, true);
        } else if before.renewal == Renewal::Idle && self.embed.sessions > 0 {
            self.ledger.require(Law::OwnDeadline, !fresh);
            self.ledger.witness(Witness::OwnDeadline, !fresh);
        }
    }

    fn judge_mint(&mut self, step: &Step<'_>, attempt: u32, reason: Reason) {
        let policy = &step.scenario.policy;
        let reloads = policy.on_exhausted == OnExhausted::Reload
            && reason == Reason::Reload
            && attempt == 1
            && self.ledger.tries >= policy.max_attempts;
        let first = reloads || (self.ledger.restarts && attempt == 1);
        let counted = first || attempt == self.ledger.expected;
        let within = attempt <= policy.max_attempts;
        let alone = self.live_mint().is_none();
        let signed = !self.ledger.private && step.scenario.can_mint();
        self.ledger.require(Law::Attempts, counted && within);
        self.ledger.require(Law::SingleFlight, alone);
        self.ledger.require(Law::PrivateNeverMints, signed);
        self.ledger.witness(Witness::ReloadedExhausted, reloads);
        self.ledger.tries = attempt;
        self.ledger.asked = self.clock.time;
        self.ledger.restarts = false;
    }

    fn judge_delivery(&mut self, step: &Step<'_>, id: &SessionId) {
        let answered = matches!(step.input, Input::Minted(_, given) if given == id);
        let at_once = answered && step.answers_live_mint();
        let asked = step.answered.map(|answer| answer.mint.asked);
        let age = asked.map_or(0, |asked| self.clock.time - asked);
        let known = self.ids.get(usize::from(index_of(id))).copied();
        let delivered = known.is_some_and(|id| id.delivered);
        let again = step.answered.is_some_and(|answer| answer.again);
        let signed = !self.ledger.private;
        self.ledger.require(Law::DeliveredAtOnce, at_once);
        self.ledger.require(Law::DeliveredFresh, age < ID_LIFETIME);
        self.ledger.require(Law::DeliveredOnce, !delivered);
        self.ledger.require(Law::NoRepeat, !again);
        self.ledger.require(Law::PrivateNeverMints, signed);
    }

    /// The step as a whole, after its effects.
    pub fn judge_step(&mut self, step: &Step<'_>) {
        self.note_facts(step);
        let after = step.after;
        let timer = self.session.next_timeout().is_some();
        let turn = self.turn.is_some();
        let live = self.live_mint().is_some();
        let promises = self.promises > 0;
        let ledger = &mut self.ledger;

        let stopped = after.status == Status::Stopped;
        let idle = after.renewal == Renewal::Idle;
        let over = stopped && idle && !timer && !promises;
        ledger.require(Law::NothingAfterDestroy, !ledger.destroyed || over);
        let minting = after.renewal == Renewal::Minting;
        ledger.require(Law::MintingTold, live == minting);
        let planned = after.next_attempt_at.is_some();
        let told = match after.renewal {
            Renewal::Idle | Renewal::Minting => !planned,
            Renewal::Scheduled => turn != planned && (turn || timer),
            Renewal::BackingOff => planned && timer,
            Renewal::Confirming => timer,
        };
        ledger.require(Law::WaitingTold, told);
        let exhausted = ledger.tries >= step.scenario.policy.max_attempts;
        // A session in its last stretch whose iframe cannot be loaded anew waits for a trigger.
        let unloadable = after
            .last_error
            .is_some_and(|it| it.code() == Code::InvalidTarget);
        let may_stop = ledger.destroyed || ledger.signed_out || exhausted || unloadable;
        ledger.require(Law::StoppedTold, !stopped || may_stop);
        ledger.require(Law::Promises, !promises || !idle || timer);

        // Of an embed that was ready before `connect` and says nothing, nothing is known.
        let heard = !step.scenario.is_connected() || after.status != Status::Starting;
        let signed = step.scenario.can_mint() && !ledger.private;
        let renewable = signed && heard && !stopped;
        ledger.require(Law::NeverDead, !renewable || timer || turn);
        self.judge_witnesses(step);
    }

    fn judge_witnesses(&mut self, step: &Step<'_>) {
        let (before, after) = (step.before, step.after);
        let fresh = self.is_fresh();
        let kept = self.embed.session.is_some();
        let ledger = &mut self.ledger;
        let stopped = |state: State| state.status == Status::Stopped;
        let stops = !stopped(before) && stopped(after);
        let final_stop = ledger.destroyed || ledger.signed_out;
        ledger.witness(Witness::Exhausted, stops && !final_stop);
        ledger.witness(Witness::SignedOut, stops && ledger.signed_out);
        ledger.witness(Witness::Revived, stopped(before) && !stopped(after));
        let minting = before.renewal == Renewal::Minting;
        let destroyed = *step.input == Input::Destroy;
        ledger.witness(Witness::DestroyedMinting, minting && destroyed);
        let private = matches!(step.input, Input::Ready(_)) && ledger.private;
        ledger.witness(Witness::Private, minting && private);
        let late = step.answered.is_some_and(|answer| answer.mint.aborted);
        ledger.witness(Witness::LateAnswer, late);
        ledger.witness(Witness::LoadFailed, step.not_loaded && kept);
        let idle = *step.input == Input::Foreground && after.renewal == Renewal::Idle;
        ledger.witness(Witness::ForegroundIdle, idle && fresh);

        let failed = after.renewal == Renewal::BackingOff || stopped(after);
        let failed_now = failed && before.renewal != Renewal::BackingOff;
        let Some(error) = after.last_error.filter(|_| failed_now) else {
            return;
        };
        let witness = match error.code().as_str() {
            "mint-stale" => Witness::Stale,
            "mint-repeated" => Witness::Repeated,
            "mint-timeout" => Witness::TimedOut,
            "exchange-rejected" if before.renewal == Renewal::Confirming => Witness::Rejected,
            "exchange-rejected" => Witness::RejectedLate,
            _ => return,
        };
        ledger.witness(witness, true);
    }

    /// The session event that is about to be handed over.
    pub fn judge_event(&mut self, expires: Millis) {
        let live = self.embed.session;
        let earlier = live.is_some_and(|live| expires < live.expires);
        self.ledger.witness(Witness::EarlierEvent, earlier);
    }

    /// What the page is told of the session, whenever all is quiet.
    pub fn judge_quiet(&mut self) {
        let Some(live) = self.embed.session else {
            return;
        };
        if self.ledger.destroyed || !self.is_quiet() {
            return;
        }
        let state = self.session.state();
        let called_well = matches!(state.status, Status::Active | Status::Expiring);
        let lapsed = self.lapse_shows();
        self.ledger
            .require(Law::LapseTold, !(lapsed && called_well));
        let settled = state.renewal == Renewal::Idle && state.status != Status::Stopped;
        let right = state.expires_at.is_none_or(|at| at == EPOCH + live.expires);
        let unclear = live.misled || self.is_confused();
        self.ledger
            .require(Law::ExpiryTold, right || unclear || !settled);
    }

    /// Whether the embed's session has lapsed, and the page has the means to know.
    pub fn lapse_shows(&self) -> bool {
        // Sleep of up to an hour cannot be told from a wall clock that was set.
        let unseen = self.clock.missed.min(HOUR);
        let lapsed = |expires: Millis| self.clock.time >= expires + unseen;
        let live = self.embed.session;
        live.is_some_and(|live| !live.misled && lapsed(live.expires)) && !self.is_confused()
    }
}
