//! A reference that sees what goes into a machine and what comes out of it, and nothing else. It
//! keeps the list of all mints, and says of each step whether an invariant was broken.

mod checks;

use super::*;
use svc_embed::Code;
use svc_embed::error::Error;
use svc_embed::session::MintFailure;

/// An id is dead so long after it was minted.
const ID_LIFETIME: Millis = Millis::from_mins(5);

/// One call of `getSession`.
#[derive(Debug)]
pub struct Mint {
    pub ticket: Ticket,
    pub attempt: u32,
    pub since: Now,
    /// How much time may have passed until it was asked for.
    pub asked: Millis,
    pub open: bool,
}

/// A machine under observation.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each noted when it is seen"
)]
pub struct Observer {
    pub session: Session,
    pub mints: Vec<Mint>,
    policy: Policy,
    can_mint: bool,
    mode: Option<Mode>,
    last: Now,
    /// How much time may have passed, with every step of either clock.
    passed: Millis,
    /// How much had when an attempt failed last.
    failed: Option<Millis>,
    /// How much had when an id was posted last.
    posted: Millis,
    /// Whether the actions were sent again since the last id was posted.
    replayed: bool,
    /// Whether the bridge has loaded a document.
    pub has_document: bool,
    /// Whether the iframe shows nothing, and so reports nothing.
    pub is_empty: bool,
    signed_out: bool,
    /// Whether the machine has asked if somebody sees the page, since the last attempt.
    asked_if_seen: bool,
    destroyed: bool,
    /// Whether the last mint was not made, because nobody could use its id.
    is_out: bool,
    /// Whether the frame has gone to a document by itself that has reported nothing.
    has_left: bool,
    /// Whether a promise of `renew` or `reload` is open.
    pub asked: bool,
}

impl Observer {
    /// Observes `session` from its first effect on, which `first` gets.
    pub fn new(session: Session, policy: Policy, can_mint: bool, now: Now) -> (Self, Vec<Effect>) {
        let mut observer = Self {
            session,
            mints: Vec::new(),
            policy,
            can_mint,
            mode: None,
            failed: None,
            last: now,
            passed: Millis::ZERO,
            posted: Millis::ZERO,
            has_document: false,
            is_empty: false,
            replayed: false,
            signed_out: false,
            asked_if_seen: false,
            destroyed: false,
            is_out: false,
            has_left: false,
            asked: false,
        };
        let effects = observer.collect(now);
        for effect in &effects {
            observer.see(now, &Input::Tick, effect);
        }
        (observer, effects)
    }

    /// What the machine asks for. An iframe is always loaded.
    fn collect(&mut self, now: Now) -> Vec<Effect> {
        let mut effects = Vec::new();
        while let Some(effect) = self.session.poll() {
            if is_load(&effect) {
                self.session.handle(now, Input::Loaded);
            }
            effects.push(effect);
        }
        effects
    }

    /// The state after time has passed without any input.
    fn after_a_tick(&self, now: Now) -> State {
        let mut session = self.session.clone();
        session.handle(now, Input::Tick);
        session.state()
    }

    fn open_mint(&mut self, ticket: Ticket) -> Option<&mut Mint> {
        self.mints
            .iter_mut()
            .find(|mint| mint.open && mint.ticket == ticket)
    }

    /// Hands `input` to the machine and checks what it does.
    pub fn handle(&mut self, now: Now, input: Input) -> Vec<Effect> {
        self.passed = self.passed + longest(self.last, now);
        self.last = now;
        let before = self.session.state();
        let time_alone = self.after_a_tick(now);
        let was_destroyed = self.destroyed;
        let seen = input;
        self.session.handle(now, input);
        let effects = self.collect(now);
        if self.session.awaits_turn() {
            self.check_may_mint();
        }
        if was_destroyed {
            let refused = |effect: &Effect| *effect == Effect::RejectAsked(Error::Destroyed);
            assert!(
                effects.iter().all(refused),
                "invariant 10: an effect of a destroyed session"
            );
        } else {
            self.note(now, &seen, &before, &effects);
        }
        for effect in &effects {
            self.see(now, &seen, effect);
        }
        self.check_state(now);
        self.check_change(&seen, &before, &effects);
        if seen == Input::Rejected && before.renewal == Renewal::Confirming && time_alone == before
        {
            self.check_rejection(&before);
        }
        effects
    }

    /// What the input itself tells: a mint's end, the mode, a promise.
    fn note(&mut self, now: Now, input: &Input, before: &State, effects: &[Effect]) {
        match input {
            Input::Minted(ticket) => {
                let passed = self.passed;
                if let Some(mint) = self.open_mint(*ticket) {
                    mint.open = false;
                    let stale = longest(mint.since, now) >= ID_LIFETIME;
                    let fresh = passed - mint.asked < ID_LIFETIME;
                    let at_once = effects.iter().any(delivers);
                    // Nobody would have got it.
                    let nobody = self.has_left && !self.session.is_present() && !at_once;
                    // With clocks that are set back and forth by hours, it may be either.
                    assert!(
                        if at_once { !stale } else { !fresh || nobody },
                        "invariant 3: delivered if and only if fresh"
                    );
                    if nobody {
                        self.failed = Some(self.passed);
                    } else if !at_once {
                        self.fails(now, "mint-stale");
                    }
                } else {
                    assert!(
                        !effects.iter().any(delivers),
                        "an answer that nobody waits for was used"
                    );
                }
            }
            Input::MintFailed(ticket, failure) => {
                if let Some(mint) = self.open_mint(*ticket) {
                    mint.open = false;
                    self.signed_out = *failure == MintFailure::SignedOut;
                    self.fails(now, code(*failure));
                }
            }
            Input::Rejected => match before.renewal {
                Renewal::Confirming => self.fails(now, "exchange-rejected"),
                Renewal::Idle if before.status != Status::Stopped => {
                    self.failed = Some(self.passed);
                }
                _ => {}
            },
            Input::Unreachable if before.renewal == Renewal::Confirming => {
                self.fails(now, "invalid-target");
            }
            Input::Unreachable => {
                if let Some(mint) = self.mints.iter_mut().find(|mint| mint.open) {
                    // It is still to be made, also if it is the one after an answer to `AskIfSeen`.
                    self.asked_if_seen |= mint.attempt > self.policy.max_attempts;
                    mint.attempt -= 1;
                    mint.open = false;
                    self.is_out = true;
                }
            }
            Input::Ready(mode) => {
                self.mode = mode.or(self.mode);
                self.has_left = false;
            }
            Input::Shown | Input::Moved => self.has_left = false,
            // Unless it may be that of the document before.
            Input::Expiring { .. } | Input::Expired { .. } => {
                self.has_left &= !self.session.is_present();
            }
            Input::Navigated => self.has_left = true,
            Input::Renew | Input::Reload => self.asked = true,
            Input::Destroy => {
                self.destroyed = true;
                assert!(
                    matches!(effects.last(), Some(Effect::RejectAsked(error)) if error.code() == Code::Destroyed),
                    "invariant 10: destroy settles"
                );
            }
            _ => {}
        }
        // The tab that comes back, and a move, have a pause of their own.
        let has_pause = matches!(input, Input::Foreground | Input::Moved);
        if !has_pause || before.last_error != self.session.state().last_error {
            self.note_lapse(now, before);
        }
    }

    /// A session that ends at once, and a load of which nothing comes, are failed attempts.
    fn note_lapse(&mut self, now: Now, before: &State) {
        let state = self.session.state();
        let code = state.last_error.map(Error::code);
        let was_under_way =
            before.renewal != Renewal::BackingOff && before.status != Status::Stopped;
        // It may have been the last attempt.
        let has_failed = state.renewal == Renewal::BackingOff || state.status == Status::Stopped;
        if was_under_way
            && has_failed
            && let Some(code @ (Code::SessionLapsed | Code::ReadyTimeout | Code::InvalidTarget)) =
                code
        {
            self.fails(now, code.as_str());
        }
    }

    /// An attempt has failed: the state says so, and the pause is within its bounds.
    fn fails(&mut self, now: Now, code: &str) {
        self.failed = Some(self.passed);
        let state = self.session.state();
        let error = state.last_error.map(|error| error.code().as_str());
        // The pause after the failure is over, too, and the attempt after it waits for an embed.
        let waits = self.has_left && state.renewal == Renewal::Idle;
        assert!(
            error == Some(code) || (waits && error == Some("invalid-target")),
            "{error:?} after {code}"
        );
        if state.renewal == Renewal::BackingOff {
            let pause = state.next_attempt_at.unwrap() - now.wall;
            let least = self.policy.retry_min.max(Millis::new(1));
            let doubled = 2u64.saturating_pow(state.attempt) * least;
            let most = doubled.min(self.policy.retry_max).max(Millis::new(1));
            assert!(
                (least..=most).contains(&pause),
                "invariant 7: {pause:?} after attempt {}",
                state.attempt
            );
        }
    }

    /// One effect, in the order in which they came.
    fn see(&mut self, now: Now, input: &Input, effect: &Effect) {
        match effect {
            Effect::Mint {
                ticket, attempt, ..
            } => {
                self.check_may_mint();
                assert_eq!(*input, Input::Turn, "a mint without its turn");
                assert!(
                    self.mints.iter().all(|mint| !mint.open),
                    "invariant 1: two mints at a time"
                );
                self.check_attempt(*attempt);
                self.is_out = false;
                self.mints.push(Mint {
                    ticket: *ticket,
                    attempt: *attempt,
                    since: now,
                    asked: self.passed,
                    open: true,
                });
            }
            Effect::AbortMint => {
                let open = self.mints.iter_mut().find(|mint| mint.open);
                let mint = open.expect("an abort of no mint");
                mint.open = false;
                let in_time = self.passed - mint.asked < self.policy.mint_timeout;
                // A document that seemed dead, and is ready, needs no other.
                let is_ready = matches!(input, Input::Ready(_));
                let is_slow = is_ready && self.session.state().last_error.is_none();
                if !self.destroyed && !is_slow && self.mode != Some(Mode::Private) {
                    assert!(!in_time, "aborted before its timeout");
                    self.fails(now, "mint-timeout");
                }
            }
            Effect::LoadWithId | Effect::PostId => {
                self.has_left &= *effect == Effect::PostId;
                self.has_document = true;
                self.is_empty = false;
                assert!(
                    matches!(input, Input::Minted(_)),
                    "invariant 3: an id was delivered that was not minted just now"
                );
                self.replayed = false;
                self.posted = self.passed;
            }
            Effect::Load => {
                self.has_left = false;
                self.has_document = true;
                self.is_empty = false;
                self.replayed = false;
                self.posted = self.passed;
            }
            Effect::SendActions => self.replayed = true,
            Effect::RejectAsked(_) => self.asked = false,
            Effect::ResolveAsked => {
                self.asked = false;
                if !tells_of_a_session(input) {
                    let silence = self.passed - self.posted;
                    assert!(
                        silence >= self.policy.confirm,
                        "an id counted as taken before its time"
                    );
                }
            }
            Effect::AskIfSeen => self.asked_if_seen = true,
            _ => {}
        }
    }
}

/// The longer of both clocks' times, as a person would take it.
fn longest(since: Now, now: Now) -> Millis {
    let monotonic = now.monotonic - since.monotonic;
    monotonic.max(now.wall - since.wall)
}

/// Whether the embed shows by `input` which session it has.
fn tells_of_a_session(input: &Input) -> bool {
    matches!(
        input,
        Input::Ready(_) | Input::Expiring { .. } | Input::Expired { .. }
    )
}

fn delivers(effect: &Effect) -> bool {
    matches!(effect, Effect::LoadWithId | Effect::PostId)
}

fn code(failure: MintFailure) -> &'static str {
    match failure {
        MintFailure::Failed => "mint-failed",
        MintFailure::Invalid => "mint-invalid",
        MintFailure::Repeated => "mint-repeated",
        MintFailure::SignedOut => "signed-out",
    }
}
