//! The state after an action.

use svc_embed::session::{ID_LIFETIME, Input, Millis, MintFailure};

use crate::action::{Action, Event, MOMENT};
use crate::clock::{HOUR, MINUTE, Moved, SECOND};
use crate::run::Run;
use crate::scenario::{LEAD, LIFETIME};
use crate::state::State;
use crate::step::{Answered, Moment};
use crate::truth::{Frame, Kind, Message};
use crate::witness::Witness;

/// A session event that is later than this is lost.
const LATEST: Millis = Millis::from_mins(12 * 60);

#[derive(Debug, Clone, Copy)]
enum Answer {
    Id(u8),
    Failure(MintFailure),
}

impl State {
    /// Does `action`, unless it is the benign end of the history.
    pub fn apply(&mut self, run: &Run, action: Action) {
        self.seen = 0;
        self.faults -= self.price(action).min(self.faults);
        match action {
            Action::Embed(place, event) => self.happen(run, place, event),
            Action::Jump { ahead } => {
                self.clock.moved = if ahead {
                    Moved::Ahead(HOUR)
                } else {
                    Moved::Back(HOUR)
                };
            }
            Action::Freeze { until } => self.wake(until, false),
            Action::Sleep { until } => self.wake(until, true),
            Action::Wait => {
                let next = self.next_moment().unwrap_or(self.clock.time);
                self.pass_to(next);
            }
            Action::Linger => self.pass_to(self.clock.time + MOMENT),
            Action::Calm { .. } => {}
        }
        for place in 0..self.members.len() {
            self.judge(run, place, Moment::Rest);
        }
    }

    fn happen(&mut self, run: &Run, place: usize, event: Event) {
        let time = self.clock.time;
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        match event {
            Event::Tick => {
                member.timer = None;
                self.feed(run, place, Input::Tick);
            }
            Event::Deliver { message, restamped } => {
                let message = member.messages.remove(message);
                self.deliver(run, place, message, restamped);
            }
            Event::Double { message } => {
                let once = member.messages.remove(message);
                member.messages.push(Message { slow: true, ..once });
                self.deliver(run, place, once, false);
            }
            Event::Lose { message } => {
                member.messages.remove(message);
            }
            Event::Mint { mint } => {
                let asked = member
                    .mints
                    .get(mint)
                    .map_or(Millis::ZERO, |mint| mint.asked);
                let id = self.mint(asked);
                self.answer(run, place, mint, Answer::Id(id));
            }
            Event::MintAgain { mint, id } => {
                self.answer(run, place, mint, Answer::Id(id));
            }
            Event::MintFails { mint } => {
                self.answer(run, place, mint, Answer::Failure(MintFailure::Failed));
            }
            Event::SignOut { mint } => {
                self.answer(run, place, mint, Answer::Failure(MintFailure::SignedOut));
            }
            Event::Accept { exchange } => self.accept(run, place, exchange),
            Event::Refuse { exchange } => {
                let exchange = member.embed.exchanges.remove(exchange);
                member.send(Kind::Rejected, time);
                self.redeem(exchange.id);
            }
            Event::Load => self.finish_load(run, place),
            Event::RefuseLoad => self.refuse_load(place),
            Event::LoseLoad => {
                member.embed.frame = Frame::Refused;
                self.feed(run, place, Input::LoadedOffline);
                if let Some(member) = self.members.get_mut(place) {
                    member.send(Kind::Foreground, time);
                }
            }
            Event::Navigate => {
                member.history.viewed = !member.embed.exchanges.is_empty();
                self.show(run, place);
                self.feed(run, place, Input::View);
            }
            Event::Lapse => {
                if let Some(live) = &mut member.embed.session {
                    live.expires = time;
                }
                member.run_embed(time);
            }
            Event::Leave { is_spent } => {
                if !member.embed.exchanges.is_empty() {
                    self.seen |= Witness::IdLost.bit();
                }
                member.leave(is_spent, time);
            }
            Event::Arrive { early } => {
                if let Frame::Leaving { is_spent, .. } = member.embed.frame {
                    self.seen |= member.arrive(is_spent, early, time);
                }
            }
            Event::Move => {
                member.be_moved(time);
                self.feed(run, place, Input::Moved);
            }
            Event::TakeOut => member.be_taken_out(),
            Event::PutBack => match member.be_put_back(time) {
                Input::Foreground => self.feed_first_place(run, place),
                input => self.feed(run, place, input),
            },
            Event::Act => self.act(place, false),
            Event::Renew => {
                member.promises += 1;
                self.feed(run, place, Input::Renew);
            }
            Event::Reload => {
                member.promises += 1;
                self.feed(run, place, Input::Reload);
            }
            Event::Destroy => {
                self.feed(run, place, Input::Destroy);
                if self.members.iter().all(|member| member.history.destroyed) {
                    // Nothing is left that could go wrong.
                    self.faults = 0;
                }
            }
        }
    }

    fn refuse_load(&mut self, place: usize) {
        let time = self.clock.time;
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let frame = std::mem::replace(&mut member.embed.frame, Frame::Refused);
        member.send(Kind::Rejected, time);
        self.end_load(place);
        if let Frame::Loading { id: Some(id), .. } = frame {
            self.redeem(id);
        }
    }

    fn deliver(&mut self, run: &Run, place: usize, message: Message, restamped: bool) {
        let session = self
            .members
            .get(place)
            .and_then(|member| member.embed.session);
        if let (Kind::Expiring { expires } | Kind::Expired { expires }, Some(live)) =
            (message.kind, session)
            && expires < live.expires
        {
            self.seen |= Witness::EarlierEvent.bit();
        }
        self.hand_over(run, place, message, restamped);
    }

    fn answer(&mut self, run: &Run, place: usize, mint: usize, answer: Answer) {
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let mint = member.mints.remove(mint);
        let is_there = !member.history.destroyed;
        let (id, input) = match answer {
            Answer::Id(id) => (Some(id), Input::Minted(mint.ticket)),
            Answer::Failure(failure) => (None, Input::MintFailed(mint.ticket, failure)),
        };
        let known = id.and_then(|id| self.ids.get_mut(usize::from(id)));
        let again = known.is_some_and(|id| {
            let was_used = id.used;
            id.used |= is_there;
            was_used
        });
        self.feed_answer(run, place, Answered { mint, id, again }, input);
    }

    fn accept(&mut self, run: &Run, place: usize, exchange: usize) {
        let clock = self.clock;
        let time = clock.time;
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let exchange = member.embed.exchanges.remove(exchange);
        let has_lapsed = member.embed.has_lapsed(time);
        let expires = member
            .embed
            .session
            .map_or(Millis::ZERO, |live| live.expires);
        // The machine cannot know of a lapse after it took the id for confirmed.
        let is_unseen = member
            .history
            .mistaken
            .is_some_and(|since| expires >= since);
        // An id counts as taken after ten seconds, and before a reload. Only an embed that then answers by `ready` tells
        // of a later loss. Of two ids at once, nothing says whose view it is.
        let is_alone =
            member.embed.exchanges.is_empty() && exchange.posted == member.history.posted;
        let is_awaited = member.history.is_confirming && is_alone;
        let is_told = !member.history.viewed && (is_awaited || run.scenario.ready_each_session);
        let is_lost = member.lapse_shows(clock) && !exchange.mistaken && !is_unseen && is_told;
        member.embed.view_lost |= is_lost;
        member.history.viewed = false;
        member.history.was_late = has_lapsed;
        member.history.mistaken = None;
        member.embed.begin(exchange.posted, time + LIFETIME);
        if member.is_confused() {
            member.history.denied = Some(time + LIFETIME);
        }
        if member.embed.sessions >= 3 {
            self.seen |= Witness::ThirdSession.bit();
        }
        if has_lapsed {
            self.seen |= Witness::LateRenewal.bit();
            member.send(Kind::View, time);
        }
        if run.scenario.ready_each_session {
            member.send(Kind::Ready, time);
        }
        self.redeem(exchange.id);
    }

    fn finish_load(&mut self, run: &Run, place: usize) {
        let time = self.clock.time;
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let frame = std::mem::replace(&mut member.embed.frame, Frame::Mounted);
        member.send(Kind::Ready, time);
        member.send(Kind::View, time);
        if let Frame::Loading {
            id: Some(id),
            since,
            ..
        } = frame
        {
            // A private embed heeds no id.
            if !run.scenario.is_private() {
                member.embed.begin(since, time + LIFETIME);
            }
            self.redeem(id);
        }
        self.end_load(place);
    }

    /// The next moment at which something is due, by an embed, by the page, or by an id that grows
    /// too old; `None` if something else comes first.
    pub fn next_moment(&self) -> Option<Millis> {
        let now = self.clock.time;
        let moments = self.members.iter().flat_map(|member| {
            let timer = member.timer.map(|at| self.clock.time_of(at));
            let stale = member.live_mint().map(|mint| mint.asked + ID_LIFETIME);
            let lapse = member.embed.session.map(|live| live.expires);
            // Just before the end, so that a lapse can fall into a confirmation.
            let before_lapse = lapse.map(|at| at - 5 * SECOND);
            [timer, stale, lapse, lapse.map(|at| at - LEAD), before_lapse]
        });
        let next = moments.flatten().filter(|&at| at > now).min()?;
        let latest = self.patience();
        (latest > now).then_some(next.min(latest))
    }

    /// Until when time may pass in a tab that is awake: an exchange is decided by then, and what
    /// is no session event arrives. In a lapsed embed, an exchange ends while the machine still waits
    /// for the view of the new session: that view is all that tells of it.
    fn patience(&self) -> Millis {
        let all = self.members.iter().flat_map(|member| {
            let exchanges = member.embed.exchanges.iter();
            let has_lapsed = member.embed.has_lapsed(self.clock.time);
            let longest = if has_lapsed { 14 * SECOND } else { 3 * MINUTE };
            let exchanges = exchanges.map(move |it| it.posted + longest);
            // Nothing but its events tells of a session that lapses at once.
            let live = member.embed.session;
            let is_short = live.is_some_and(|it| it.expires < it.delivered + LIFETIME / 2);
            let messages = member.messages.iter();
            // Nor does anything else show that an embed is in a document which has had nothing more to report.
            let is_only_sign = is_short || member.actions.is_unknown();
            let messages = messages.filter(move |it| is_only_sign || !it.kind.is_lasting());
            let messages = messages.map(|it| {
                let longest = if matches!(it.kind, Kind::View | Kind::Load) {
                    MOMENT
                } else {
                    MINUTE
                };
                it.sent + longest
            });
            // What a document has sent before it went is heard at once: the queue of a page that is awake
            // is run in moments.
            let is_queued = member.messages.iter().any(|it| it.is_queued);
            let queued = is_queued.then_some(self.clock.time);
            // Until the next document comes, a browser keeps the one before. There is none only while the next
            // one begins.
            let gap = match member.embed.frame {
                Frame::Leaving { since, .. } => Some(since + MINUTE),
                _ => None,
            };
            exchanges.chain(messages).chain(queued).chain(gap)
        });
        all.min().unwrap_or(Millis::from_number(f64::INFINITY))
    }

    pub fn pass_to(&mut self, time: Millis) {
        self.slow_down();
        self.clock.time = time;
        for member in &mut self.members {
            let is_late = |it: &Message| it.kind.is_session_event() && time - it.sent > LATEST;
            member.messages.retain(|it| !is_late(it));
        }
        self.age_ids();
        for member in &mut self.members {
            member.run_embed(time);
        }
    }

    fn wake(&mut self, until: Millis, is_asleep: bool) {
        if is_asleep {
            self.clock.missed = self.clock.missed + (until - self.clock.time);
        }
        self.pass_to(until);
        for member in &mut self.members {
            if let Frame::Leaving { since, .. } = &mut member.embed.frame {
                *since = until;
            }
        }
        self.send_foreground();
    }

    pub fn send_foreground(&mut self) {
        let time = self.clock.time;
        for member in &mut self.members {
            if !member.history.destroyed {
                member.send(Kind::Foreground, time);
            }
        }
    }

    fn slow_down(&mut self) {
        for member in &mut self.members {
            member.messages.iter_mut().for_each(|it| it.slow = true);
            member.mints.iter_mut().for_each(|it| it.slow = true);
            let exchanges = member.embed.exchanges.iter_mut();
            exchanges.for_each(|it| it.slow = true);
            if let Frame::Loading { slow, .. } | Frame::Leaving { slow, .. } =
                &mut member.embed.frame
            {
                *slow = true;
            }
        }
    }
}
