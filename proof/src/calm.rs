//! The benign end of a history: nothing goes wrong any more. Every state has one, so that every
//! history is finite, and "eventually" has a last state to be judged by.
//!
//! A mint that hangs goes on hanging (the page's own timeout must see to it). Whatever else is on
//! its way arrives at once and in order, and so does all that comes after it.

use svc_embed::session::{Millis, Renewal, Status};

use crate::action::{Action, Event};
use crate::clock::{HOUR, MINUTE};
use crate::run::Run;
use crate::scenario::Scenario;
use crate::state::{Ending, Member, State};
use crate::truth::Frame;

/// How long the end goes on if the sessions do not come to rest: until after the next lapse.
const SPAN: Millis = Millis::from_mins(24 * 60);

/// How long an embed was without a session.
#[derive(Debug, Clone, Copy, Default)]
struct Darkness {
    since: Option<Millis>,
    longest: Millis,
}

impl State {
    /// Plays the history to its end. `report` is called after each step.
    pub fn calm(&mut self, run: &Run, looked: bool, report: &mut dyn FnMut(&Self, Action)) {
        let end = self.clock.time + SPAN;
        let mut darkness = vec![Darkness::default(); self.members.len()];
        if looked {
            self.send_foreground();
        }
        loop {
            for (place, darkness) in darkness.iter_mut().enumerate() {
                self.measure(place, darkness);
            }
            if self.has_come_to_rest(&run.scenario) {
                break;
            }
            if let Some(action) = self.benign_action() {
                self.apply(run, action);
                report(self, action);
            } else if looked && self.is_only_stopped() {
                // The viewer comes back once more, to a renewal that has given up meanwhile.
                self.send_foreground();
            } else if let Some(next) = self.next_moment().filter(|&at| at <= end) {
                self.pass_to(next);
                report(self, Action::Wait);
            } else {
                break;
            }
        }
        self.end(run, looked, &darkness);
    }

    fn end(&mut self, run: &Run, looked: bool, darkness: &[Darkness]) {
        let mut ending = Ending::default();
        for ((place, member), darkness) in self.members.iter().enumerate().zip(darkness) {
            let of_embed = self.ending_of(place, member, &run.scenario, looked, darkness.longest);
            ending.dark |= of_embed.dark;
            ending.unrestored |= of_embed.unrestored;
            ending.unsettled |= of_embed.unsettled;
        }
        // All that is over is alike, except for how it ended.
        *self = Self::over(self.broken, ending);
    }

    fn ending_of(
        &self,
        place: usize,
        member: &Member,
        scenario: &Scenario,
        looked: bool,
        dark: Millis,
    ) -> Ending {
        let status = self.shown(place).status;
        let is_over = member.is_over(scenario);
        let is_stopped = !looked && status == Status::Stopped;
        let is_unheard = scenario.is_connected() && status == Status::Starting;
        let live = member.embed.session;
        let has_session = live.is_some_and(|live| self.clock.time < live.expires);
        let is_lit = has_session && dark <= scenario.grace(self.clock.missed);
        Ending {
            dark: !(is_over || is_stopped || is_unheard || is_lit),
            unrestored: has_session && member.embed.view_lost && !is_over,
            unsettled: member.promises > 0,
        }
    }

    fn measure(&self, place: usize, darkness: &mut Darkness) {
        let time = self.clock.time;
        let live = self
            .members
            .get(place)
            .and_then(|member| member.embed.session);
        let is_lit = live.is_some_and(|live| time < live.expires);
        // A renewal that has given up, and says so, waits for a trigger.
        if is_lit || self.shown(place).status == Status::Stopped {
            darkness.since = None;
        } else {
            let since = *darkness.since.get_or_insert(time);
            darkness.longest = darkness.longest.max(time - since);
        }
    }

    fn benign_action(&self) -> Option<Action> {
        let mut members = self.members.iter().enumerate();
        members.find_map(|(place, member)| Some(Action::Embed(place, self.benign_event(member)?)))
    }

    fn benign_event(&self, member: &Member) -> Option<Event> {
        if member.embed.is_out() && !member.history.destroyed {
            return Some(Event::PutBack);
        }
        if self.tick_is_due(member) {
            return Some(Event::Tick);
        }
        if !member.messages.is_empty() {
            return Some(Event::Deliver {
                message: 0,
                restamped: false,
            });
        }
        let prompt = member.mints.iter().position(|it| !it.slow && !it.aborted);
        if let Some(mint) = prompt {
            return Some(Event::Mint { mint });
        }
        if let Some(first) = member.embed.exchanges.first() {
            return Some(if self.is_good(first.id) {
                Event::Accept { exchange: 0 }
            } else {
                Event::Refuse { exchange: 0 }
            });
        }
        match member.embed.frame {
            Frame::Loading { id: Some(id), .. } if !self.is_good(id) => Some(Event::RefuseLoad),
            Frame::Loading { .. } => Some(Event::Load),
            Frame::Leaving { .. } => Some(Event::Arrive { early: false }),
            _ => None,
        }
    }

    /// Whether an embed has stopped that a viewer who comes back can revive.
    fn is_only_stopped(&self) -> bool {
        self.members.iter().enumerate().any(|(place, member)| {
            self.shown(place).status == Status::Stopped
                && !member.history.signed_out
                && !member.history.destroyed
        })
    }

    fn has_come_to_rest(&self, scenario: &Scenario) -> bool {
        let mut members = self.members.iter().enumerate();
        members.all(|(place, member)| self.rests(place, member, scenario))
    }

    /// Whether all is well with an embed, and the page's own deadline will see to it that it stays
    /// so even if no event ever comes.
    fn rests(&self, place: usize, member: &Member, scenario: &Scenario) -> bool {
        let state = self.shown(place);
        let is_still = self.is_quiet(member) && member.promises == 0;
        if member.history.destroyed {
            return is_still;
        }
        let Some(live) = member.embed.session else {
            return is_still && member.is_over(scenario) && member.mints.is_empty();
        };
        let latest = live.expires + self.clock.missed.min(HOUR);
        let deadline = member.timer.map(|at| self.clock.time_of(at));
        is_still
            && self.clock.time < live.expires
            && state.status == Status::Active
            && state.renewal == Renewal::Idle
            && !member.embed.view_lost
            && deadline.is_some_and(|at| at + MINUTE <= latest)
    }
}

/// For the trace of a counterexample: the end, step by step.
pub fn trace(state: &State, run: &Run, looked: bool) -> Vec<(State, Action)> {
    let mut steps = Vec::new();
    let mut state = state.clone();
    state.calm(run, looked, &mut |state, action| {
        steps.push((state.clone(), action));
    });
    steps
}
