//! The shell of the model: it hands inputs to the page and does every effect that is polled, as
//! `npm/src/shell/host.ts` and `src/bridge` do. Each step is judged by the laws on the way.

use svc_embed::error::Error;
use svc_embed::page::{self, Dispatch, Effect, Setup, TextHash};
use svc_embed::session::{self, Input, Millis, Mode, Status};

use crate::clock::{Clock, EPOCH};
use crate::laws::{Case, Law, judge};
use crate::run::Run;
use crate::scenario::{LIFETIME, READY_TIMEOUT, Start};
use crate::state::{CLOSED, Id, Member, Mint, SmallPage, State, hash_of};
use crate::step::{Answered, Moment, Step};
use crate::truth::{Embed, Exchange, Frame, Kind, Message};
use crate::verdict::Verdict;
use crate::witness::Witness;

/// All embeds have one tenant, so that they share its turns.
const TENANT: TextHash = TextHash::new(1);

/// The input that a step began with, and the embed that it was for.
struct Handled {
    place: usize,
    input: Input,
    answered: Option<Answered>,
    opens: bool,
}

impl State {
    /// The page with its embeds, just opened.
    pub fn new(run: &Run) -> Self {
        let mut page = SmallPage::new();
        page.note_used_id(hash_of(0));
        let mut state = Self {
            page,
            clock: Clock::default(),
            members: Vec::new(),
            ids: vec![Id {
                minted: None,
                used: true,
                delivered: true,
            }],
            faults: run.scenario.faults,
            broken: 0,
            seen: 0,
            ending: None,
        };
        for seed in 0..run.scenario.embeds {
            state.open(run, seed);
        }
        state
    }

    fn open(&mut self, run: &Run, seed: u32) {
        let scenario = &run.scenario;
        let setup = Setup {
            loaded_by: if scenario.is_connected() {
                page::LoadedBy::Page
            } else {
                page::LoadedBy::Bridge
            },
            can_mint: scenario.can_mint(),
            policy: scenario.policy,
            ready_timeout: READY_TIMEOUT,
            tenant: TENANT,
            seed: 7 + seed,
        };
        let Ok(id) = self.page.open(self.clock.now(), &setup) else {
            return;
        };
        let mut member = Member::new(id, Embed::new(Frame::Empty));
        if scenario.is_connected() {
            member.embed.frame = Frame::Mounted;
            member.actions.is_adopted = true;
            member.url_id = (scenario.start == Start::Connect).then_some(0);
            if scenario.start == Start::Connect {
                member.embed.begin(Millis::ZERO, LIFETIME);
            }
            member.send(Kind::Ready, Millis::ZERO);
        }
        self.members.push(member);
        let place = self.members.len() - 1;
        if scenario.is_connected() {
            self.end_load(place);
        }
        self.act(place, true);
        let step = Handled {
            place,
            input: Input::Tick,
            answered: None,
            opens: true,
        };
        self.settle(
            run,
            &step,
            [session::State {
                status: Status::Starting,
                ..CLOSED
            }; 2],
        );
    }

    /// Hands an input of the session of an embed to the page.
    pub fn feed(&mut self, run: &Run, place: usize, input: Input) {
        self.feed_page(run, place, seen(input), input, None);
    }

    /// The iframe has been put into a document for the first time.
    pub fn feed_first_place(&mut self, run: &Run, place: usize) {
        let fact = page::Fact::FrameEmptied.into();
        self.feed_page(run, place, fact, Input::Foreground, None);
    }

    /// The iframe has come to the end of a load that the bridge, the page or a move has begun: that means nothing by
    /// itself.
    pub fn end_load(&mut self, place: usize) {
        if let Some(member) = self.members.get(place) {
            let fact = page::Fact::FrameLoaded.into();
            self.page.handle(self.clock.now(), member.id, fact);
        }
    }

    /// Hands the answer of a mint to the page.
    pub fn feed_answer(&mut self, run: &Run, place: usize, answered: Answered, input: Input) {
        let page_input = match (input, answered.id) {
            (Input::Minted(ticket), Some(id)) => page::Input::Minted(ticket, hash_of(id)),
            _ => page::Input::Session(input),
        };
        self.feed_page(run, place, page_input, input, Some(answered));
    }

    fn feed_page(
        &mut self,
        run: &Run,
        place: usize,
        page_input: page::Input,
        input: Input,
        answered: Option<Answered>,
    ) {
        let Some(member) = self.members.get(place) else {
            return;
        };
        let before = self.all_shown();
        self.page.handle(self.clock.now(), member.id, page_input);
        let step = Handled {
            place,
            input,
            answered,
            opens: false,
        };
        self.settle(run, &step, before);
    }

    /// The sessions of all embeds as the page can see them.
    fn all_shown(&self) -> [session::State; 2] {
        [self.shown(0), self.shown(1)]
    }

    /// Polls and does every effect, and judges what each embed did.
    fn settle(&mut self, run: &Run, handled: &Handled, before: [session::State; 2]) {
        let mut effects = [Vec::new(), Vec::new()];
        let mut not_loaded = false;
        let mut withdrawn = [0, 0];
        while let Some((id, effect)) = self.page.poll() {
            let place = self.place_of(id);
            let is_out = self.is_out(place);
            if let Some(answer) = answer_to(effect, is_out, run.scenario.reloadable) {
                not_loaded = matches!(answer, Input::LoadFailed(_));
                self.page.handle(self.clock.now(), id, answer.into());
            }
            if is_out && matches!(effect, Effect::Mint { .. }) {
                // `getSession` was not called.
                if let Some(count) = place.and_then(|place| withdrawn.get_mut(place)) {
                    *count += 1;
                }
            } else if let Some(effects) = place.and_then(|place| effects.get_mut(place)) {
                effects.push(effect);
            }
        }
        let after = self.all_shown();
        let states = before.into_iter().zip(after);
        let done = effects.iter().zip(withdrawn);
        for ((place, (effects, withdrawn)), (before, after)) in done.enumerate().zip(states) {
            let is_handled = place == handled.place;
            let step = Step {
                scenario: &run.scenario,
                input: if is_handled {
                    handled.input
                } else {
                    Input::Turn
                },
                answered: handled.answered.filter(|_| is_handled),
                not_loaded: is_handled && not_loaded,
                before,
                after,
                effects,
                withdrawn,
                opens: handled.opens && is_handled,
            };
            if is_handled || !effects.is_empty() || withdrawn > 0 {
                self.do_step(run, place, &step);
            }
        }
    }

    fn is_out(&self, place: Option<usize>) -> bool {
        let member = place.and_then(|place| self.members.get(place));
        member.is_some_and(|member| member.embed.is_out())
    }

    fn do_step(&mut self, run: &Run, place: usize, step: &Step<'_>) {
        let time = self.clock.time;
        if step.starts() {
            self.judge(run, place, Moment::Start(step));
        }
        self.with(place, |member| member.note_start(step, time));
        for &effect in step.effects {
            self.judge(run, place, Moment::Effect(step, effect));
            self.note_reload(run, place, effect);
            self.with(place, |member| member.note_effect(effect, time));
            self.carry_out(run, place, step, effect);
        }
        let clock = self.clock;
        self.with(place, |member| member.note_step(step, clock));
        self.judge(run, place, Moment::Done(step));
        if let Some(member) = self.members.get(place) {
            self.seen |= member.witnesses(step, clock);
        }
    }

    fn with(&mut self, place: usize, change: impl FnOnce(&mut Member)) {
        if let Some(member) = self.members.get_mut(place) {
            change(member);
        }
    }

    /// Asks every law about a moment, and counts what it says.
    pub fn judge(&mut self, run: &Run, place: usize, moment: Moment<'_>) {
        let Some(member) = self.members.get(place) else {
            return;
        };
        let case = Case {
            scenario: &run.scenario,
            state: self,
            member,
        };
        let mut broken = 0;
        judge(&case, moment, |law, verdict| {
            run.count(law as usize, verdict);
            if verdict == Verdict::Broken {
                broken |= law.bit();
            }
        });
        self.broken |= broken;
    }

    fn note_reload(&mut self, run: &Run, place: usize, effect: Effect) {
        let member = self.members.get(place);
        if let (
            Effect::Mint {
                reason, attempt, ..
            },
            Some(member),
        ) = (effect, member)
            && member.reloads_exhausted(&run.scenario, reason, attempt)
        {
            self.seen |= Witness::ReloadedExhausted.bit();
        }
    }

    fn carry_out(&mut self, run: &Run, place: usize, step: &Step<'_>, effect: Effect) {
        let time = self.clock.time;
        if let Effect::LoadWithId | Effect::PostId = effect {
            self.mark_as_delivered(step);
        }
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        match effect {
            Effect::SetTimer { at } => member.timer = Some(at),
            Effect::ClearTimer => member.timer = None,
            Effect::Mint { ticket, .. } => member.mints.push(Mint {
                ticket,
                asked: time,
                slow: false,
                aborted: false,
            }),
            Effect::AbortMint => member.mints.iter_mut().for_each(|mint| mint.aborted = true),
            Effect::LoadWithId | Effect::Load if !run.scenario.reloadable => {}
            Effect::LoadWithId if member.embed.is_out() => {}
            // The browser loads it once it is back.
            Effect::Load if member.embed.is_out() => {
                member.embed.frame = Frame::Out { was_loaded: true };
            }
            Effect::LoadWithId => {
                member.url_id = delivered_by(step);
                member.load(member.url_id, time);
            }
            Effect::Load => member.load(None, time),
            Effect::PostId => member.post(delivered_by(step), time),
            Effect::SendActions => member.send_actions(),
            Effect::ResolveAsked | Effect::RejectAsked(_) => member.promises = 0,
            Effect::Close => member.close(),
            Effect::RejectReady(_)
            | Effect::AskIfSeen
            | Effect::AskIfViewed
            | Effect::ForgetNavigation
            | Effect::PutBack
            | Effect::TellSession => {}
        }
    }

    fn mark_as_delivered(&mut self, step: &Step<'_>) {
        let id = delivered_by(step).and_then(|id| self.ids.get_mut(usize::from(id)));
        if let Some(id) = id {
            id.delivered = true;
        }
    }

    /// The page sends an action. False if the page would not let it go when it must.
    pub fn act(&mut self, place: usize, lasts: bool) {
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let actions = &mut member.actions;
        match self.page.dispatch(member.id, lasts) {
            Ok(Dispatch::Keep) if lasts => actions.keeps_lasting = true,
            Ok(Dispatch::Keep) => actions.keeps_other = true,
            Ok(_) if !actions.is_heard => self.broken |= Law::ActionsWait.bit(),
            Ok(Dispatch::SendAndKeep) => {
                actions.has_sent = true;
                actions.is_given = true;
            }
            Ok(Dispatch::Send) | Err(_) => {}
        }
    }

    /// A valid event is the first word of a document.
    pub fn show(&mut self, run: &Run, place: usize) {
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        if !member.actions.is_shown {
            member.actions.is_shown = true;
            member.actions.has_refused = false;
            member.actions.is_heard |= member.actions.is_adopted;
            self.feed(run, place, Input::Shown);
        }
    }

    /// Hands a message to the page. `restamped`: a timer was late, and sent it just now.
    pub fn hand_over(&mut self, run: &Run, place: usize, message: Message, restamped: bool) {
        let time = self.clock.time;
        let sent = if restamped { time } else { message.sent };
        if matches!(message.kind, Kind::Ready | Kind::View) {
            self.show(run, place);
        }
        let was_there = (self.members.get(place))
            .is_some_and(|member| member.actions.is_heard || member.actions.is_adopted);
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let actions = &mut member.actions;
        let is_sign = actions.is_adopted && !actions.has_refused;
        actions.is_heard |= is_sign && message.kind.is_session_event();
        let input = match message.kind {
            Kind::Ready => {
                member.actions.is_heard = true;
                if let Some(live) = &mut member.embed.session {
                    // As far as the page knows, this session begins with `ready`.
                    let tells = run.scenario.is_connected() || run.scenario.ready_each_session;
                    live.misled |= message.slow && tells;
                }
                let is_private = run.scenario.is_private();
                Input::Ready(Some(if is_private {
                    Mode::Private
                } else {
                    Mode::Signed
                }))
            }
            Kind::View => Input::View,
            Kind::Expiring { expires } => {
                if let Some(live) = &mut member.embed.session {
                    live.misled |= live.expires == expires && sent != time;
                }
                Input::Expiring {
                    expires_at: EPOCH + expires,
                    expires_in: expires - sent,
                }
            }
            Kind::Expired { expires } => Input::Expired {
                expired_at: EPOCH + expires,
                reported_at: EPOCH + sent,
            },
            Kind::Rejected => {
                member.actions.is_shown = false;
                member.actions.has_refused = true;
                Input::Rejected
            }
            Kind::Load => {
                member.actions.forget();
                member.actions.has_refused = false;
                member.actions.is_left = false;
                member.note_lost_id(time);
                Input::Navigated
            }
            Kind::Foreground => Input::Foreground,
        };
        self.feed(run, place, input);
        // An id that was not posted was rejected: the frame is going to another document.
        if message.kind == Kind::Rejected
            && was_there
            && let Some(member) = self.members.get_mut(place)
            && self.page.dispatch(member.id, true) == Ok(Dispatch::Keep)
        {
            member.actions.forget();
        }
    }
}

/// What a shell hands in of what has happened.
fn seen(input: Input) -> page::Input {
    match input {
        Input::Shown => page::Fact::Event.into(),
        Input::Moved => page::Fact::WindowReplaced.into(),
        Input::Navigated => page::Fact::FrameLoaded.into(),
        Input::LoadedOffline => page::Fact::FrameLoadedOffline.into(),
        input => input.into(),
    }
}

impl Member {
    fn load(&mut self, id: Option<u8>, time: Millis) {
        self.embed.load(id, time);
        self.embed.view_lost = false;
        self.actions.is_heard = false;
        self.actions.is_shown = false;
        self.actions.is_adopted = false;
        self.actions.is_given = false;
        self.actions.has_refused = false;
        self.actions.is_left = false;
        // Of a document that is gone, only session events may still be on their way.
        self.messages.retain(|message| message.kind.is_lasting());
    }

    /// The browser has loaded the URL of the iframe again, with the id that it was loaded with.
    pub fn be_moved(&mut self, time: Millis) {
        let id = self.url_id;
        self.load(id, time);
        self.actions.is_adopted = true;
        // They come from a window that is no embed's any more.
        self.messages
            .retain(|message| message.kind == Kind::Foreground);
    }

    /// The frame goes to another document by itself.
    pub fn leave(&mut self, is_spent: bool, time: Millis) {
        self.embed.leave(is_spent, time);
        self.embed.view_lost |= self.actions.has_sent;
        self.actions.is_left = true;
        self.messages.retain(|message| message.kind.is_lasting());
        for message in &mut self.messages {
            message.is_queued = message.kind.is_session_event();
        }
    }

    /// That document comes, as an embed or with a rejection. Returns the witnesses.
    pub fn arrive(&mut self, is_spent: bool, early: bool, time: Millis) -> u32 {
        let is_embed = !is_spent && !self.embed.has_lapsed(time);
        if !early {
            self.send(Kind::Load, time);
        }
        if is_embed {
            self.embed.frame = Frame::Mounted;
            self.send(Kind::Ready, time);
            self.send(Kind::View, time);
            self.run_embed(time);
        } else {
            self.embed.frame = Frame::Refused;
            self.embed.session = None;
            self.embed.view_lost = false;
            self.send(Kind::Rejected, time);
        }
        if early {
            self.send(Kind::Load, time);
        }
        match (is_embed, early) {
            (true, true) => Witness::ReadyBeforeLoad.bit(),
            (true, false) => 0,
            (false, _) => Witness::DeadAfterLeaving.bit(),
        }
    }

    /// The page takes the iframe out of the document.
    pub fn be_taken_out(&mut self) {
        self.embed.take_out();
        // They come from a window that is gone.
        self.messages
            .retain(|message| message.kind == Kind::Foreground);
    }

    /// The page puts it back. The input is what the shell then hands in.
    pub fn be_put_back(&mut self, time: Millis) -> Input {
        if self.embed.frame == (Frame::Out { was_loaded: true }) {
            self.be_moved(time);
            return Input::Moved;
        }
        self.embed.frame = Frame::Empty;
        Input::Foreground
    }

    fn post(&mut self, id: Option<u8>, time: Millis) {
        // A document that is not there yet hears nothing.
        let (Some(id), Frame::Mounted) = (id, self.embed.frame) else {
            return;
        };
        let has_answer = self.messages.iter().any(|it| it.kind == Kind::Ready);
        self.history.two_answers |= has_answer || !self.embed.exchanges.is_empty();
        self.embed.exchanges.push(Exchange {
            id,
            posted: time,
            slow: false,
            mistaken: self.history.mistaken.is_some(),
        });
    }

    fn send_actions(&mut self) {
        let actions = &mut self.actions;
        if actions.keeps_lasting || actions.has_sent {
            actions.has_sent = true;
            actions.is_given = true;
            // A document that is still to come gets nothing.
            self.embed.view_lost &= matches!(self.embed.frame, Frame::Leaving { .. });
        }
        actions.keeps_lasting = false;
        actions.keeps_other = false;
    }

    /// Nothing of a closed embed reaches the page any more but a mint that outlives it.
    fn close(&mut self) {
        self.messages.clear();
        self.embed = Embed::new(Frame::Empty);
    }
}

/// What a shell answers at once to an effect, if anything.
fn answer_to(effect: Effect, is_out: bool, reloadable: bool) -> Option<Input> {
    match effect {
        Effect::Mint { .. } | Effect::LoadWithId | Effect::PostId if is_out => {
            Some(Input::Unreachable)
        }
        Effect::LoadWithId | Effect::Load if !reloadable => {
            Some(Input::LoadFailed(Error::NotReloadable))
        }
        Effect::LoadWithId | Effect::Load => Some(Input::Loaded),
        Effect::AskIfViewed if !is_out => Some(Input::Viewed),
        _ => None,
    }
}

/// The id that a step delivers.
fn delivered_by(step: &Step<'_>) -> Option<u8> {
    step.answered.and_then(|answer| answer.id)
}
