//! One embed: the renewal machine, in a world that is simulated.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use svc_embed::session::{
    Effect, Epoch, Input, Millis, MintFailure, Mode, Monotonic, Now, Session, Ticket,
};

use crate::times::{rest, second_of};
use crate::world::{Outage, Storm, World};
use crate::{EXPIRING, LEAD, LIFETIME, LOAD, MINT, MINUTE, SECOND};

/// What happens next in one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// The backend has minted an id.
    Minted(Ticket),
    /// The backend has refused.
    Refused(Ticket),
    /// The embed has loaded.
    Ready,
    /// The embed's session announces its expiry, or has lapsed; with the number of that session.
    Expiring(u32),
    Expired(u32),
    /// A timer of the machine.
    Timer,
}

pub type Queue = BinaryHeap<Reverse<(Millis, Event)>>;

/// One embed: the machine, and what the service has opened for it.
pub struct Embed<'a> {
    world: World,
    storm: &'a mut Storm,
    queue: &'a mut Queue,
    number: u32,
    machine: Session,
    /// How many sessions the service has opened.
    opened: u32,
    expires: Millis,
    timer: Option<Millis>,
}

impl<'a> Embed<'a> {
    pub fn open(
        number: u32,
        at: Millis,
        world: World,
        storm: &'a mut Storm,
        queue: &'a mut Queue,
    ) -> Self {
        let machine = Session::mount(reading(at), world.policy, MINUTE, true, scatter(number));
        queue.clear();
        let mut embed = Self {
            world,
            storm,
            queue,
            number,
            machine,
            opened: 0,
            expires: Millis::ZERO,
            timer: None,
        };
        embed.obey(at);
        embed
    }

    pub fn live(mut self) {
        while let Some(Reverse((now, event))) = self.queue.pop() {
            if now >= self.world.length {
                break;
            }
            if let Some(input) = self.input(now, event) {
                self.machine.handle(reading(now), input);
                self.obey(now);
            }
        }
    }

    fn input(&mut self, now: Millis, event: Event) -> Option<Input> {
        match event {
            Event::Minted(ticket) => Some(Input::Minted(ticket)),
            Event::Refused(ticket) => Some(Input::MintFailed(ticket, MintFailure::Failed)),
            Event::Ready => Some(Input::Ready(Some(Mode::Signed))),
            Event::Expiring(of) if of == self.opened => Some(Input::Expiring {
                expires_at: reading(self.expires).wall,
                expires_in: self.expires - now,
            }),
            Event::Expired(of) if of == self.opened => {
                self.storm.lapsed += 1;
                Some(Input::Expired {
                    expired_at: reading(now).wall,
                    reported_at: reading(now).wall,
                })
            }
            Event::Timer if self.timer == Some(now) => {
                self.timer = None;
                Some(Input::Tick)
            }
            // Of a session that was replaced, or a timer that was set again.
            Event::Expiring(_) | Event::Expired(_) | Event::Timer => None,
        }
    }

    /// Does what the machine asks for.
    fn obey(&mut self, now: Millis) {
        // It is the only embed of its page, so it need not wait for others before it mints.
        if self.machine.awaits_turn() {
            self.machine.handle(reading(now), Input::Turn);
        }
        while let Some(effect) = self.machine.poll() {
            match effect {
                Effect::Mint { ticket, .. } => self.mint(now, ticket),
                Effect::LoadWithId | Effect::Load | Effect::Post => {
                    self.begin_session(now);
                    if effect != Effect::Post {
                        self.machine.handle(reading(now), Input::Loaded);
                        self.plan(now + LOAD, Event::Ready);
                    }
                }
                Effect::Abort
                | Effect::Replay
                | Effect::Settle(_)
                | Effect::RejectReady(_)
                | Effect::AskIfSeen
                | Effect::AskIfViewed
                | Effect::Presume => {}
            }
        }
        let wanted = self
            .machine
            .next_timeout()
            .map(|at| (at - Monotonic::new(0)).max(now));
        let wanted = wanted.map(|at| self.throttle(at));
        if wanted != self.timer {
            self.timer = wanted;
            if let Some(at) = wanted {
                self.plan(at, Event::Timer);
            }
        }
    }

    fn mint(&mut self, now: Millis, ticket: Ticket) {
        count(&mut self.storm.asked, now);
        match self.world.outage.filter(|outage| outage.covers(now)) {
            None => {
                count(&mut self.storm.minted, now);
                self.plan(now + MINT, Event::Minted(ticket));
            }
            Some(Outage { hangs: false, .. }) => self.plan(now + MINT, Event::Refused(ticket)),
            Some(Outage { hangs: true, .. }) => {}
        }
    }

    /// The service opens a session for an id that it has just been given.
    fn begin_session(&mut self, now: Millis) {
        if self.opened > 0 {
            let late = now - (self.expires - LEAD);
            count(&mut self.storm.lateness, late.min(LEAD - SECOND));
        }
        self.opened += 1;
        self.expires = now + LIFETIME;
        self.plan(now + EXPIRING, Event::Expiring(self.opened));
        self.plan(now + LIFETIME, Event::Expired(self.opened));
    }

    /// When a timer really runs. Each hidden tab has a minute of its own.
    fn throttle(&self, at: Millis) -> Millis {
        if self.world.is_hidden {
            let phase = rest(Millis::new(scatter(!self.number).into()), MINUTE);
            at + rest(MINUTE - rest(at + phase, MINUTE), MINUTE)
        } else {
            at
        }
    }

    fn plan(&mut self, at: Millis, event: Event) {
        self.queue.push(Reverse((at, event)));
    }
}

/// What both clocks show so long after the storm has begun.
fn reading(now: Millis) -> Now {
    Now {
        monotonic: Monotonic::new(0) + now,
        wall: Epoch::new(0) + now,
    }
}

/// Counts one in the second of `at`.
fn count(seconds: &mut [u32], at: Millis) {
    let second = second_of(at);
    if let Some(count) = seconds.get_mut(second) {
        *count += 1;
    }
}

/// Scatters neighbouring numbers over 2^32.
pub fn scatter(number: u32) -> u32 {
    number.wrapping_mul(0x9e37_79b1) ^ (number.wrapping_mul(0x85eb_ca6b) >> 13)
}
