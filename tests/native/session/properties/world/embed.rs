//! The embed and its service: the ids it was given, the sessions it has had, and what it says.

use super::*;

/// The id with which the page itself loads an iframe.
pub(super) const OWN: &str = "the page's own";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Ready,
    View,
    Rejected,
    /// Of the session with this number.
    Expiring(usize),
    Expired(usize),
}

/// A session id, as the service knows it.
pub(super) struct Issued {
    pub(super) id: String,
    pub(super) at: Millis,
    /// When the machine handed it out.
    pub(super) delivered: Millis,
    pub(super) redeemed: bool,
}

/// A session, as the embed knows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Live {
    pub(super) opened: Millis,
    /// When the machine handed its id out.
    pub(super) delivered: Millis,
    /// When the machine can have known: the page's own session begins for it with `ready`.
    pub(super) known: Option<Millis>,
}

impl World {
    /// What the bridge makes of an answer.
    pub(super) fn answer(&mut self, ticket: Ticket, answer: Result<String, MintFailure>) {
        let failure = answer.as_ref().err().copied();
        self.minted = answer.ok();
        self.input(failure.map_or(Input::Minted(ticket), |failure| {
            Input::MintFailed(ticket, failure)
        }));
        self.minted = None;
    }

    pub(super) fn mint(&mut self, ticket: Ticket) {
        let fate = self.fates.pop().unwrap_or(Fate::Good(SECOND / 4));
        let (after, answer) = match fate {
            Fate::Good(after) => {
                // At once, as the worst case: the answer may be late.
                let id = format!("id-{}", self.issued.len());
                self.issue(id.clone());
                (after, Ok(id))
            }
            Fate::Repeated(after) => (after, Err(MintFailure::Repeated)),
            Fate::Invalid(after) => (after, Err(MintFailure::Invalid)),
            Fate::Fails(after) => (after, Err(MintFailure::Failed)),
            Fate::SignedOut(after) => (after, Err(MintFailure::SignedOut)),
            Fate::Hangs => return,
        };
        self.plan(after, Happening::Answer(ticket, answer));
    }

    pub(super) fn issue(&mut self, id: String) {
        self.issued.push(Issued {
            id,
            at: self.real,
            delivered: Millis::ZERO,
            redeemed: false,
        });
    }

    /// Hands the id that was minted just now to the embed.
    pub(super) fn deliver(&mut self, after: Millis) {
        let id = self
            .minted
            .take()
            .expect("invariant 3: no id, or one for the second time");
        let now = self.real;
        let issued = self.issued.iter_mut().find(|issued| issued.id == id);
        issued.expect("an id that was never minted").delivered = now;
        self.plan(after, Happening::Exchange(id));
    }

    pub(super) fn exchange(&mut self, id: &str) {
        let now = self.real;
        let issued = self.issued.iter_mut().find(|issued| issued.id == id);
        let issued = issued.expect("an id that was never minted");
        assert!(
            !issued.redeemed,
            "invariant 3: an id came to the embed twice"
        );
        let good = now - issued.at < 5 * MINUTE;
        let refused = self.refusals.pop();
        if !good || matches!(refused, Some(Refusal::Rejected)) {
            self.tell(Millis::ZERO, Event::Rejected);
            return;
        }
        issued.redeemed = true;
        let delivered = issued.delivered;
        let first = self.live.is_none();
        let lapsed = !first && self.left().is_none();
        let unseen = if self.asleep == Millis::ZERO {
            Millis::ZERO
        } else {
            UNSEEN
        };
        let known = self.known_age().is_some_and(|age| age >= LIFETIME + unseen);
        let number = self.openings.len();
        self.openings.push(now);
        self.live = Some(Live {
            opened: now,
            delivered,
            known: (id != OWN).then_some(delivered),
        });
        if first {
            self.tell(LOAD, Event::Ready);
        }
        if lapsed {
            // A view of the viewer's while the id was undecided must count as that of its session. And after
            // a freeze the id may count as taken before the exchange: then only the embed's view shows the loss.
            let untold = matches!(self.troubles.last(), Some(Trouble::Lost | Trouble::Late(_)));
            let is_taken = self.state().renewal != Renewal::Confirming;
            self.view_lost = known && !self.viewed && !(is_taken && untold);
            self.tell(Millis::ZERO, Event::View);
        }
        self.tell(LIFETIME - LEAD, Event::Expiring(number));
        self.tell(LIFETIME, Event::Expired(number));
    }

    /// Plans an event, and what trouble it meets.
    fn tell(&mut self, after: Millis, event: Event) {
        let report = |stubborn| Happening::Report { event, stubborn };
        match self.troubles.pop() {
            None => self.plan(after, report(false)),
            // A second `ready` means that the embed has started again.
            Some(Trouble::Doubled(_)) if event == Event::Ready => self.plan(after, report(false)),
            Some(Trouble::Doubled(later)) => {
                self.plan(after, report(false));
                self.misled |= event == Event::Rejected;
                self.plan(after + later, report(true));
            }
            Some(Trouble::Late(later)) => {
                let later = if event == Event::Ready {
                    rest_of(later, HOUR)
                } else {
                    later
                };
                self.misled |= event == Event::Rejected;
                self.plan(after + later, report(true));
            }
            Some(Trouble::Lost) => self.misled |= event == Event::Rejected,
        }
    }

    pub(super) fn report(&mut self, event: Event, stubborn: bool) {
        let (Event::Expiring(number) | Event::Expired(number)) = event else {
            self.has_spoken = true;
            // If it comes late or once more, it may be taken for that of a document whose load is to come. So
            // it must be if the tab was frozen after the id counted as taken: no clock tells a freeze from
            // five minutes in which the embed could have answered.
            let is_late = stubborn || self.real - self.taken >= 5 * MINUTE;
            self.reload |= event == Event::Rejected && is_late;
            if event == Event::Ready {
                self.ready = true;
                self.view_lost = false;
                self.count_from_ready();
            }
            self.input(match event {
                Event::Ready => Input::Ready(Some(Mode::Signed)),
                Event::View => Input::View,
                _ => Input::Rejected,
            });
            return;
        };
        let lapses = self.openings[number] + LIFETIME;
        let due = lapses
            - if event == Event::Expired(number) {
                Millis::ZERO
            } else {
                LEAD
            };
        // A timer goes with its session, or with the id that is on its way; an event that was due
        // before may be heard after. Of the session before that, the machine knows nothing, and
        // what is late by half a lifetime it cannot tell from the present one's.
        let forgotten = self.openings.len() > number + 2 || self.real > due + LIFETIME / 2;
        let replaced = self.openings.get(number + 1);
        let gone = replaced.is_some_and(|&at| !stubborn || at <= due + EXCHANGE);
        if gone || (replaced.is_some() && forgotten) {
            return;
        }
        self.has_spoken = true;
        // The embed's clock is right.
        let ends = EPOCH + lapses;
        let now = EPOCH + self.real;
        self.input(match event {
            Event::Expiring(_) => Input::Expiring {
                expires_at: ends,
                expires_in: ends - now,
            },
            _ => Input::Expired {
                expired_at: ends,
                reported_at: now,
            },
        });
    }

    /// Only `ready` shows when the page's own session began.
    fn count_from_ready(&mut self) {
        if let Some(live) = &mut self.live {
            live.known.get_or_insert(self.real);
        }
    }
}
