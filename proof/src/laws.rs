//! The laws: what must hold in every step, one function each. A law's number is that of the
//! invariant in `src/page/mod.rs`.

use svc_embed::Code;
use svc_embed::page::Effect;
use svc_embed::session::{self, ID_LIFETIME, Input, Millis, Renewal, Status};

use crate::clock::EPOCH;
use crate::scenario::Scenario;
use crate::state::{Member, State, awaits_turn};
use crate::step::{Moment, Step};
use crate::truth::Frame;
use crate::verdict::{Excuse, Verdict};
use Verdict::Silent;

macro_rules! laws {
    (
        at start { $($start:ident = $start_text:literal by $at_start:ident,)* }
        at effect { $($effect:ident = $effect_text:literal by $at_effect:ident,)* }
        at done { $($done:ident = $done_text:literal by $at_done:ident,)* }
        at rest { $($rest:ident = $rest_text:literal by $at_rest:ident,)* }
    ) => {
        /// What must hold in every state: stateright's `always`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Law {
            $(#[doc = $start_text] $start,)*
            $(#[doc = $effect_text] $effect,)*
            $(#[doc = $done_text] $done,)*
            $(#[doc = $rest_text] $rest,)*
        }

        impl Law {
            pub const ALL: &[Self] = &[
                $(Self::$start,)* $(Self::$effect,)* $(Self::$done,)* $(Self::$rest,)*
            ];

            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$start => $start_text,)*
                    $(Self::$effect => $effect_text,)*
                    $(Self::$done => $done_text,)*
                    $(Self::$rest => $rest_text,)*
                }
            }

            /// Whether the law holds in a state: one function for each law, as stateright wants it.
            pub fn condition<Model>(self) -> fn(&Model, &State) -> bool {
                match self {
                    $(Self::$start => |_, state| Self::$start.is_kept_in(state),)*
                    $(Self::$effect => |_, state| Self::$effect.is_kept_in(state),)*
                    $(Self::$done => |_, state| Self::$done.is_kept_in(state),)*
                    $(Self::$rest => |_, state| Self::$rest.is_kept_in(state),)*
                }
            }
        }

        /// Asks every law that concerns `moment`, and hands its verdict to `note`.
        pub fn judge(case: &Case<'_>, moment: Moment<'_>, mut note: impl FnMut(Law, Verdict)) {
            match moment {
                Moment::Start(step) => {
                    $(note(Law::$start, $at_start(case, step));)*
                }
                Moment::Effect(step, effect) => {
                    $(note(Law::$effect, $at_effect(case, step, effect));)*
                }
                Moment::Done(step) => {
                    $(note(Law::$done, $at_done(case, step));)*
                }
                Moment::Rest => {
                    $(note(Law::$rest, $at_rest(case));)*
                }
            }
        }
    };
}

laws! {
    at start {
        OneRenewal = "2: a session event renews no fresh session, nor one whose new id is under way" by one_renewal,
        ForegroundDue = "5: the foreground mints nothing for a fresh session" by foreground_due,
        LoadsLeftAlone = "5: the foreground leaves a load alone that is under way" by loads_left_alone,
        Pauses = "7: a failure is followed by a pause of at least retryMin" by pauses,
        OwnDeadline = "8: neither timers nor clocks renew a fresh session" by own_deadline,
    }
    at effect {
        SingleFlight = "1: at most one mint is under way" by single_flight,
        DeliveredOnce = "3: an id is delivered at most once" by delivered_once,
        DeliveredFresh = "3: no id is delivered that may be older than five minutes" by delivered_fresh,
        DeliveredAtOnce = "3: an id is delivered as soon as its mint ends, and for no other mint" by delivered_at_once,
        NoStorm = "7: of three mints in a row that the page did not ask for, two lie retryMin apart" by no_storm,
        NoRepeat = "4: no id is delivered that was used before" by no_repeat,
        Attempts = "7: attempts count from 1 to maxAttempts" by attempts,
        PrivateNeverMints = "9: an embed known to be private is never minted for" by private_never_mints,
        SettledTruly = "10: a promise is kept only by a confirmation or by ready" by settled_truly,
        NothingTwice = "12: the ready of a renewal in time sends nothing again" by nothing_twice,
        ActionsWait = "12: no action is sent before ready" by actions_wait,
    }
    at done {
        NeverDead = "6: a session that may be renewed waits for something" by never_dead,
        NobodyMinted = "9: an attempt that nobody could use is made once, and waits until somebody can" by nobody_minted,
        NothingAfterDestroy = "10: nothing follows destroy" by nothing_after_destroy,
        Promises = "10: a promise that is open has something to wait for" by promises,
        MintingShown = "state: minting, exactly while a mint is under way" by minting_shown,
        WaitingShown = "state: backing off, confirming and a planned attempt have a timer" by waiting_shown,
        StoppedShown = "state: stopped only if exhausted, signed out, destroyed, or not loaded" by stopped_shown,
        KeptIsSent = "12: what was kept is sent at ready" by kept_is_sent,
        StateIsGiven = "12: a document that is ready is given its state" by state_is_given,
        ChangesTold = "10: each change of the state is reported, and nothing else is" by changes_told,
        Closed = "10: destroy clears the timer and closes the embed" by closed,
    }
    at rest {
        LapseShown = "state: no lapsed session is called active or expiring" by lapse_shown,
        ExpiryShown = "state: expiresAt is the expiry of the session that the embed has" by expiry_shown,
        FewMints = "1: no more mints at a time than the page has turns" by few_mints,
        NoIdleTurn = "1: no embed waits while a turn is free" by no_idle_turn,
    }
}

impl Law {
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }

    fn is_kept_in(self, state: &State) -> bool {
        state.broken & self.bit() == 0
    }
}

/// One embed, to be judged.
pub struct Case<'a> {
    pub scenario: &'a Scenario,
    pub state: &'a State,
    pub member: &'a Member,
}

impl Case<'_> {
    fn is_fresh(&self) -> bool {
        self.member.is_fresh(self.state.clock)
    }

    fn is_destroyed(&self) -> bool {
        self.member.history.destroyed
    }
}

/// Whether an attempt that starts repeats one that failed.
pub fn repeats(step: &Step<'_>) -> bool {
    step.before.renewal == Renewal::BackingOff && !step.is_of_page()
}

/// Whether only the foreground or the machine itself can have started an attempt.
fn is_own(case: &Case<'_>, step: &Step<'_>) -> bool {
    // While a promise is open, any renewal may be the one that was asked for.
    let is_asked = step.is_of_page() || case.member.promises > 0;
    step.event_of().is_none() && !is_asked && !repeats(step)
}

// At the start of an attempt.

fn one_renewal(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    let Some(expires) = step.event_of().filter(|_| !repeats(step)) else {
        return Silent;
    };
    let member = case.member;
    let is_renewing = case.state.is_renewing(member);
    let indistinct = member.cannot_be_told_apart(case.state.clock, &step.before, expires);
    Verdict::of(!case.is_fresh() && !is_renewing)
        .unless(Excuse::Confused, member.is_confused())
        .unless(Excuse::Denied, member.history.denied == Some(expires))
        .unless(Excuse::Indistinct, indistinct)
}

fn foreground_due(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if step.input != Input::Foreground || !is_own(case, step) {
        return Silent;
    }
    Verdict::of(!case.is_fresh())
        .unless(Excuse::Confused, case.member.is_confused())
        .unless(Excuse::Revived, step.before.status == Status::Stopped)
}

fn loads_left_alone(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if step.input != Input::Foreground || !is_own(case, step) {
        return Silent;
    }
    let Frame::Loading { id, .. } = case.member.embed.frame else {
        return Silent;
    };
    // The bridge, not a move, has loaded an id that works.
    let is_good = id.is_none_or(|id| case.state.is_good(id));
    Verdict::of(!is_good).unless(Excuse::Revived, step.before.status == Status::Stopped)
}

fn own_deadline(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    let is_first = step.before.renewal == Renewal::Idle && case.member.embed.sessions > 0;
    if step.input == Input::Foreground || !is_own(case, step) || !is_first {
        return Silent;
    }
    Verdict::of(!case.is_fresh())
        .unless(Excuse::Unknown, case.member.actions.is_unknown())
        .unless(Excuse::Confused, case.member.is_confused())
        .unless(Excuse::Revived, step.before.status == Status::Stopped)
}

/// The longest pause of an attempt that the page asks for, as a page is promised.
const ASKED_PAUSE: Millis = Millis::from_secs(1);

fn pauses(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    let (before, history) = (step.before, &case.member.history);
    let is_of_page = step.is_of_page() || history.is_asked;
    if before.renewal == Renewal::BackingOff || (history.load_planned && !is_of_page) {
        let pause = match case.scenario.policy.retry_min {
            least if is_of_page => least.min(ASKED_PAUSE),
            least => least,
        };
        let time = case.state.clock.time;
        return Verdict::of(history.failed.is_none_or(|failed| time >= failed + pause));
    }
    let failed_now = before.renewal == Renewal::Minting
        || (before.renewal == Renewal::Confirming && step.input == Input::Rejected);
    // After the last attempt a deadline or an event may revive the renewal in the same moment.
    let was_last = history.tries >= case.scenario.policy.max_attempts;
    Verdict::of(!failed_now || was_last || step.is_of_page())
}

// Before an effect is done.

fn single_flight(case: &Case<'_>, _: &Step<'_>, effect: Effect) -> Verdict {
    match effect {
        Effect::Mint { .. } => Verdict::of(case.member.live_mint().is_none()),
        _ => Silent,
    }
}

fn attempts(case: &Case<'_>, _: &Step<'_>, effect: Effect) -> Verdict {
    let Effect::Mint {
        reason, attempt, ..
    } = effect
    else {
        return Silent;
    };
    let history = &case.member.history;
    let first = case
        .member
        .reloads_exhausted(case.scenario, reason, attempt)
        || (history.restarts && attempt == 1);
    let is_counted = first || attempt == history.expected;
    Verdict::of(is_counted && attempt <= case.scenario.policy.max_attempts)
}

fn no_storm(case: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    let Effect::Mint { .. } = effect else {
        return Silent;
    };
    let is_of_page = step.is_of_page() || step.input == Input::Moved;
    let Some(first) = case.member.history.burst[0].filter(|_| !is_of_page) else {
        return Silent;
    };
    Verdict::of(case.state.clock.time - first >= case.scenario.policy.retry_min)
}

fn private_never_mints(case: &Case<'_>, _: &Step<'_>, effect: Effect) -> Verdict {
    let is_private = case.member.history.private;
    match effect {
        Effect::Mint { .. } => Verdict::of(!is_private && case.scenario.can_mint()),
        Effect::LoadWithId | Effect::PostId => Verdict::of(!is_private),
        _ => Silent,
    }
}

/// Whether an effect delivers an id.
fn delivers(effect: Effect) -> bool {
    matches!(effect, Effect::LoadWithId | Effect::PostId)
}

fn delivered_once(case: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    if !delivers(effect) {
        return Silent;
    }
    let id = step.answered.and_then(|answer| answer.id);
    let known = id.and_then(|id| case.state.ids.get(usize::from(id)));
    Verdict::of(!known.is_some_and(|id| id.delivered))
}

fn delivered_fresh(case: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    if !delivers(effect) {
        return Silent;
    }
    let asked = step.answered.map(|answer| answer.mint.asked);
    let age = asked.map_or(Millis::ZERO, |asked| case.state.clock.time - asked);
    Verdict::of(age < ID_LIFETIME)
}

fn delivered_at_once(_: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    if !delivers(effect) {
        return Silent;
    }
    let is_answer = matches!(step.input, Input::Minted(_));
    Verdict::of(is_answer && step.answers_live_mint())
}

fn no_repeat(_: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    if !delivers(effect) {
        return Silent;
    }
    Verdict::of(!step.answered.is_some_and(|answer| answer.again))
}

fn settled_truly(_: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    if effect != Effect::ResolveAsked {
        return Silent;
    }
    let is_confirmed = step.after.renewals > step.before.renewals;
    Verdict::of(is_confirmed || matches!(step.input, Input::Ready(_)))
}

fn nothing_twice(case: &Case<'_>, step: &Step<'_>, effect: Effect) -> Verdict {
    let member = case.member;
    let is_again = effect == Effect::SendActions;
    let was_given = member.actions.is_given && !member.actions.is_adopted;
    if !is_again || !was_given || !matches!(step.input, Input::Ready(_)) {
        return Silent;
    }
    // The embed of the model never mounts itself again.
    let is_late = step.before.status == Status::Expired || member.history.was_late;
    // Its next document may be ready before the page hears of it.
    Verdict::of(is_late || member.embed.view_lost)
        .unless(Excuse::Indistinct, member.history.two_answers)
        .unless(Excuse::Confused, member.is_confused())
        .unless(
            Excuse::Misled,
            member.embed.session.is_some_and(|live| live.misled),
        )
}

fn actions_wait(case: &Case<'_>, _: &Step<'_>, effect: Effect) -> Verdict {
    let actions = case.member.actions;
    let has_any = actions.keeps_lasting || actions.keeps_other || actions.has_sent;
    if effect == Effect::SendActions && has_any {
        // If the iframe cannot be loaded again, nothing else is left than the document that was there.
        Verdict::of(actions.is_heard).unless(Excuse::Revived, !case.scenario.reloadable)
    } else {
        Silent
    }
}

// After every effect of a step.

fn never_dead(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    // Of an embed that was ready before `connect` and reports nothing, nothing is known.
    let is_heard = !case.scenario.is_connected() || step.after.status != Status::Starting;
    let is_signed = case.scenario.can_mint() && !case.member.history.private;
    let is_renewable = is_signed && is_heard && step.after.status != Status::Stopped;
    // The page itself must put the iframe back.
    if !is_renewable || case.member.embed.is_out() {
        return Silent;
    }
    Verdict::of(case.member.timer.is_some() || awaits_turn(&step.after))
}

fn nobody_minted(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if step.withdrawn == 0 {
        return Silent;
    }
    let is_idle = step.after.renewal == Renewal::Idle;
    Verdict::of(step.withdrawn == 1 && is_idle && !case.member.history.withdrawn_again)
}

fn nothing_after_destroy(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if !case.is_destroyed() {
        return Silent;
    }
    let is_stopped = step.after.status == Status::Stopped;
    let is_idle = step.after.renewal == Renewal::Idle;
    let is_still = case.member.timer.is_none() && case.member.promises == 0;
    let is_end = step.input == Input::Destroy || step.effects.is_empty();
    Verdict::of(is_stopped && is_idle && is_still && is_end)
}

fn promises(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if case.member.promises == 0 {
        return Silent;
    }
    let is_idle = step.after.renewal == Renewal::Idle;
    Verdict::of(!is_idle || case.member.timer.is_some())
}

fn minting_shown(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    let is_minting = step.after.renewal == Renewal::Minting;
    Verdict::of(is_minting == case.member.live_mint().is_some())
}

fn waiting_shown(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    let is_planned = step.after.next_attempt_at.is_some();
    let has_timer = case.member.timer.is_some();
    Verdict::of(match step.after.renewal {
        Renewal::Idle => !is_planned || step.after.status == Status::Stopped,
        Renewal::Minting => !is_planned,
        Renewal::Scheduled => !is_planned || has_timer,
        Renewal::BackingOff => is_planned && has_timer,
        Renewal::Confirming => has_timer,
    })
}

fn stopped_shown(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if step.after.status != Status::Stopped {
        return Silent;
    }
    let history = &case.member.history;
    let is_exhausted = history.tries >= case.scenario.policy.max_attempts;
    // A session in its last stretch whose iframe cannot be loaded waits for a trigger.
    let last_error = step.after.last_error.map(svc_embed::error::Error::code);
    let is_unloadable = last_error == Some(Code::InvalidTarget);
    Verdict::of(history.destroyed || history.signed_out || is_exhausted || is_unloadable)
}

fn kept_is_sent(case: &Case<'_>, _: &Step<'_>) -> Verdict {
    let actions = case.member.actions;
    if !actions.is_heard || case.is_destroyed() {
        return Silent;
    }
    Verdict::of(!actions.keeps_lasting && !actions.keeps_other)
}

fn state_is_given(case: &Case<'_>, _: &Step<'_>) -> Verdict {
    let actions = case.member.actions;
    if !actions.is_heard || case.is_destroyed() {
        return Silent;
    }
    Verdict::of(actions.is_given)
}

fn changes_told(_: &Case<'_>, step: &Step<'_>) -> Verdict {
    // An embed that was opened or closed by the step has no state to compare with.
    if step.opens || step.has(|effect| *effect == Effect::Close) {
        return Silent;
    }
    let is_told = step.has(|effect| *effect == Effect::TellSession);
    Verdict::of(is_told == (step.before != step.after))
}

fn closed(case: &Case<'_>, step: &Step<'_>) -> Verdict {
    if step.input != Input::Destroy {
        return Silent;
    }
    let is_closed = step.effects.last() == Some(&Effect::Close);
    let is_gone = case.state.page.state(case.member.id).is_none();
    Verdict::of(is_closed && is_gone && case.member.timer.is_none())
}

// After an action of the environment.

/// The state of an embed that has nothing under way, and its session.
fn at_rest(case: &Case<'_>) -> Option<(session::State, Millis)> {
    let is_still = !case.is_destroyed() && case.state.is_quiet(case.member);
    let live = case.member.embed.session.filter(|_| is_still)?;
    let state = case.state.page.state(case.member.id)?;
    Some((state, live.expires))
}

fn lapse_shown(case: &Case<'_>) -> Verdict {
    let Some((state, _)) = at_rest(case) else {
        return Silent;
    };
    let (member, clock) = (case.member, case.state.clock);
    if !member.embed.has_lapsed(clock.time) {
        return Silent;
    }
    let is_called_well = matches!(state.status, Status::Active | Status::Expiring);
    let is_misled = member.embed.session.is_some_and(|live| live.misled);
    Verdict::of(!is_called_well)
        .unless(Excuse::Misled, is_misled)
        .unless(Excuse::Confused, member.is_confused())
        .unless(Excuse::Asleep, !member.lapse_shows(clock))
}

fn expiry_shown(case: &Case<'_>) -> Verdict {
    let Some((state, expires)) = at_rest(case) else {
        return Silent;
    };
    let is_settled = state.renewal == Renewal::Idle && state.status != Status::Stopped;
    let Some(expires_at) = state.expires_at.filter(|_| is_settled) else {
        return Silent;
    };
    let is_misled = case.member.embed.session.is_some_and(|live| live.misled);
    Verdict::of(expires_at == EPOCH + expires)
        .unless(Excuse::Misled, is_misled)
        .unless(Excuse::Confused, case.member.is_confused())
}

fn few_mints(case: &Case<'_>) -> Verdict {
    let minting = case
        .state
        .members
        .iter()
        .filter(|it| it.live_mint().is_some());
    Verdict::of(minting.count() <= 1)
}

fn no_idle_turn(case: &Case<'_>) -> Verdict {
    let state = case.state.page.state(case.member.id);
    if !state.is_some_and(|state| awaits_turn(&state)) {
        return Silent;
    }
    let mut members = case.state.members.iter();
    Verdict::of(members.any(|member| member.live_mint().is_some()))
}
