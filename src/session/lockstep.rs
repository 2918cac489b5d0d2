//! Both machines side by side.

use super::machine::{Effect, Input, Ticket};
use super::{Millis, Monotonic, Now, Policy, State, before, machine};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Session {
    new: machine::Session,
    old: before::Session,
}

impl Session {
    pub fn mount(now: Now, policy: Policy, ready_timeout: Millis, can_mint: bool, seed: u32) -> Self {
        Self {
            new: machine::Session::mount(now, policy, ready_timeout, can_mint, seed),
            old: before::Session::mount(now, policy, ready_timeout, can_mint, seed),
        }
    }

    pub fn connect(now: Now, policy: Policy, ready_timeout: Millis, can_mint: bool, seed: u32) -> Self {
        Self {
            new: machine::Session::connect(now, policy, ready_timeout, can_mint, seed),
            old: before::Session::connect(now, policy, ready_timeout, can_mint, seed),
        }
    }

    pub fn handle(&mut self, now: Now, input: Input) {
        let earlier = self.clone();
        self.new.handle(now, input);
        self.old.handle(now, input);
        let are_equal = self.new.state() == self.old.state()
            && self.new.next_timeout() == self.old.next_timeout()
            && self.new.awaits_view() == self.old.awaits_view()
            && self.new.is_present() == self.old.is_present()
            && self.new.awaits_turn() == self.old.awaits_turn()
            && self.new.todo == self.old.todo;
        assert!(are_equal, "at {now:?}, {input:?}\nbefore: {earlier:?}\nafter: {self:?}");
    }

    pub fn poll(&mut self) -> Option<Effect> {
        let earlier = self.clone();
        let new = self.new.poll();
        let old = self.old.poll();
        assert!(new == old, "{new:?} and {old:?} of {earlier:?}");
        new
    }

    pub fn next_timeout(&self) -> Option<Monotonic> {
        self.new.next_timeout()
    }
    pub fn awaits_view(&self) -> bool {
        self.new.awaits_view()
    }
    pub fn is_present(&self) -> bool {
        self.new.is_present()
    }
    pub fn awaits_turn(&self) -> bool {
        self.new.awaits_turn()
    }
    pub fn is_minting(&self) -> bool {
        self.new.is_minting()
    }
    pub fn is_minting_ticket(&self, ticket: Ticket) -> bool {
        self.new.is_minting_ticket(ticket)
    }
    pub fn state(&self) -> State {
        self.new.state()
    }
    #[cfg(feature = "seeded-bugs")]
    #[must_use]
    pub fn with_bug(mut self, bug: Option<super::Bug>) -> Self {
        self.new = self.new.with_bug(bug);
        self.old.bug = bug;
        self
    }
}
