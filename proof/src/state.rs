//! stateright's `State`: the page machine, the clocks, and the truth about the embeds.

use svc_embed::page::{EmbedId, Page, TextHash};
use svc_embed::session::{
    self, Epoch, ID_LIFETIME, Millis, Monotonic, OnExhausted, Reason, Renewal, Status, Ticket,
};

use crate::clock::{Clock, EPOCH, HOUR};
use crate::history::History;
use crate::scenario::{LEAD, LIFETIME, READY_TIMEOUT, Scenario};
use crate::truth::{Embed, Frame, Kind, Message};
use crate::witness::Sees;

/// The page machine itself, with room for two embeds and one mint at a time, so that two embeds
/// suffice to wait for each other. Twelve ids are more than any history has.
pub type SmallPage = Page<2, 12, 1>;

/// A call of `getSession` that was not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mint {
    pub ticket: Ticket,
    pub asked: Millis,
    pub slow: bool,
    pub aborted: bool,
}

/// An id that the page's backend has returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id {
    /// Since when it may exist; `None` once it can no longer be redeemed.
    pub minted: Option<Millis>,
    /// Whether it was returned for an embed that was still there, or used by the page itself.
    pub used: bool,
    pub delivered: bool,
}

/// The actions of the page, as a shell keeps them. The page sends one action that describes a
/// state as soon as the embed is open, and may send others, which do not.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of one document"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Actions {
    /// Whether the action that describes a state waits for `ready`.
    pub keeps_lasting: bool,
    /// Whether another action waits for `ready`.
    pub keeps_other: bool,
    /// Whether the action that describes a state was sent once.
    pub has_sent: bool,
    /// Whether the document in the iframe was given that action.
    pub is_given: bool,
    /// Whether the bridge did not load the document in the iframe.
    pub is_adopted: bool,
    /// Whether the page has heard `ready`, or any other event of a document that it loaded itself.
    pub is_heard: bool,
    /// Whether the page has heard any event of the document.
    pub is_shown: bool,
    /// Whether the last thing that the page has heard of the document was a rejection.
    pub has_refused: bool,
    /// Whether the page has not heard yet that the frame has left the document.
    pub is_left: bool,
}

impl Actions {
    /// Whether the page has not heard yet that an embed is in the document.
    pub fn is_unknown(&self) -> bool {
        self.is_adopted && !self.is_heard
    }

    /// The page must take the document for one of which it knows nothing.
    pub fn forget(&mut self) {
        self.is_adopted = true;
        self.is_heard = false;
        self.is_shown = false;
        self.is_given = false;
    }
}

/// One embed of the page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    pub id: EmbedId,
    /// The timer that the shell has set.
    pub timer: Option<Monotonic>,
    pub mints: Vec<Mint>,
    pub actions: Actions,
    /// Open promises of `renew` and `reload`.
    pub promises: u8,
    pub embed: Embed,
    /// The id in the URL of the iframe.
    pub url_id: Option<u8>,
    /// What is on its way to the page.
    pub messages: Vec<Message>,
    pub history: History,
}

/// How a history ended after nothing went wrong any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ending {
    /// An embed was without a session for longer than it should be.
    pub dark: bool,
    /// The state that the page had set in an embed is gone.
    pub unrestored: bool,
    /// A promise is open.
    pub unsettled: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub page: SmallPage,
    pub clock: Clock,
    pub members: Vec<Member>,
    /// The first id was used by the page itself, and is redeemed.
    pub ids: Vec<Id>,
    /// Faults that may still occur.
    pub faults: u8,
    /// The laws that were broken, as bits.
    pub broken: u64,
    /// The witnesses of the last action, as bits.
    pub seen: u32,
    pub ending: Option<Ending>,
}

/// The state of a session of which nothing is left.
pub const CLOSED: session::State = session::State {
    mode: None,
    status: Status::Stopped,
    renewal: Renewal::Idle,
    attempt: 0,
    renewals: 0,
    expires_at: None,
    next_attempt_at: None,
    last_error: None,
};

impl Sees for State {
    fn seen(&self) -> u32 {
        self.seen
    }
}

impl State {
    /// The last state of a history.
    pub fn over(broken: u64, ending: Ending) -> Self {
        Self {
            page: SmallPage::new(),
            clock: Clock::default(),
            members: Vec::new(),
            ids: Vec::new(),
            faults: 0,
            broken,
            seen: 0,
            ending: Some(ending),
        }
    }

    /// The session of an embed as the page can see it.
    pub fn shown(&self, place: usize) -> session::State {
        let member = self.members.get(place);
        member
            .and_then(|member| self.page.state(member.id))
            .unwrap_or(CLOSED)
    }

    pub fn place_of(&self, id: EmbedId) -> Option<usize> {
        self.members.iter().position(|member| member.id == id)
    }

    /// The backend returns a new id, which may be as old as the request for it.
    pub fn mint(&mut self, asked: Millis) -> u8 {
        self.ids.push(Id {
            minted: Some(asked),
            used: false,
            delivered: false,
        });
        self.age_ids();
        u8::try_from(self.ids.len() - 1).unwrap_or(u8::MAX)
    }

    pub fn age_ids(&mut self) {
        let time = self.clock.time;
        for id in &mut self.ids {
            id.minted = id.minted.filter(|at| time - *at < ID_LIFETIME);
        }
    }

    /// Whether the service would take the id.
    pub fn is_good(&self, id: u8) -> bool {
        let id = self.ids.get(usize::from(id));
        id.is_some_and(|id| id.minted.is_some())
    }

    pub fn redeem(&mut self, id: u8) {
        if let Some(id) = self.ids.get_mut(usize::from(id)) {
            id.minted = None;
        }
    }

    /// Whether an id is with the embed that it may still take.
    pub fn is_renewing(&self, member: &Member) -> bool {
        let loading = match member.embed.frame {
            Frame::Loading { id: Some(id), .. } => self.is_good(id),
            _ => false,
        };
        let mut exchanges = member.embed.exchanges.iter();
        loading || exchanges.any(|exchange| self.is_good(exchange.id))
    }

    pub fn tick_is_due(&self, member: &Member) -> bool {
        member.timer.is_some_and(|at| at <= self.clock.monotonic())
    }

    /// Whether everything that was sent has arrived and everything asked for is decided.
    pub fn is_quiet(&self, member: &Member) -> bool {
        member.messages.is_empty()
            && member.embed.exchanges.is_empty()
            && !member.embed.is_loading()
            && !self.tick_is_due(member)
    }
}

impl Member {
    pub fn new(id: EmbedId, embed: Embed) -> Self {
        Self {
            id,
            timer: None,
            mints: Vec::new(),
            actions: Actions::default(),
            promises: 0,
            embed,
            url_id: None,
            messages: Vec::new(),
            history: History::default(),
        }
    }

    pub fn send(&mut self, kind: Kind, time: Millis) {
        self.messages.push(Message::new(kind, time));
    }

    /// The embed's own timers, as far as they are due. A document that is gone has none.
    pub fn run_embed(&mut self, time: Millis) {
        if matches!(self.embed.frame, Frame::Leaving { .. }) {
            return;
        }
        let Some(live) = &mut self.embed.session else {
            return;
        };
        let end = live.expires;
        let expiring = !live.expiring_sent && time + LEAD >= end;
        let expired = !live.expired_sent && time >= end;
        live.expiring_sent |= expiring;
        live.expired_sent |= expired;
        if expiring {
            self.send(Kind::Expiring { expires: end }, time);
        }
        if expired {
            self.send(Kind::Expired { expires: end }, time);
        }
    }

    /// The mint under way.
    pub fn live_mint(&self) -> Option<Mint> {
        self.mints.iter().copied().find(|mint| !mint.aborted)
    }

    /// Whether the embed has a session for which nothing is due.
    pub fn is_fresh(&self, clock: Clock) -> bool {
        let age = |delivered: Millis| clock.time - delivered;
        let live = self.embed.session;
        live.is_some_and(|live| age(live.delivered) < LIFETIME - LEAD && clock.time < live.expires)
    }

    /// Whether the machine must have misunderstood what it heard of the embed's session.
    pub fn is_confused(&self) -> bool {
        self.embed.sessions <= self.history.confused
    }

    /// Whether the embed's session has lapsed, and the page has the means to know.
    pub fn lapse_shows(&self, clock: Clock) -> bool {
        // Sleep of up to an hour cannot be told from a wall clock that was set.
        let unseen = clock.missed.min(HOUR);
        let lapsed = |expires: Millis| clock.time >= expires + unseen;
        let live = self.embed.session;
        live.is_some_and(|live| !live.misled && lapsed(live.expires)) && !self.is_confused()
    }

    /// Whether a session event is the first word of its session, and comes when the machine must
    /// take that session for replaced. Nothing in the event says whose it is then.
    pub fn cannot_be_told_apart(
        &self,
        clock: Clock,
        before: &session::State,
        expires: Millis,
    ) -> bool {
        let loading = match self.embed.frame {
            Frame::Loading { since, .. } => clock.time - since < READY_TIMEOUT,
            _ => false,
        };
        let unheard = expires > self.history.told;
        unheard && before.renewal != Renewal::Confirming && !loading
    }

    /// Whether a mint is the first of a reload that follows an exhausted renewal.
    pub fn reloads_exhausted(&self, scenario: &Scenario, reason: Reason, attempt: u32) -> bool {
        let policy = &scenario.policy;
        policy.on_exhausted == OnExhausted::Reload
            && reason == Reason::Reload
            && attempt == 1
            && self.history.tries >= policy.max_attempts
    }

    /// Whether an id counts as taken that was posted while no document was there to take it. Within minutes,
    /// the next document shows that it may be lost.
    pub fn has_lost_id_in_gap(&self) -> bool {
        let is_gap = matches!(self.embed.frame, Frame::Leaving { .. });
        let is_taken =
            (self.embed.session).is_none_or(|live| live.delivered == self.history.posted);
        is_gap && !is_taken && !self.history.is_confirming
    }

    /// Whether there is nothing left to renew.
    pub fn is_over(&self, scenario: &Scenario) -> bool {
        self.history.destroyed || self.history.signed_out || scenario.is_private()
    }
}

/// Whether a renewal waits only for its turn.
pub fn awaits_turn(state: &session::State) -> bool {
    state.renewal == Renewal::Scheduled && state.next_attempt_at.is_none()
}

/// The true time of an expiry by the embed's clock.
pub fn true_time(at: Epoch) -> Millis {
    at - EPOCH
}

/// What the page sees of an id.
pub fn hash_of(id: u8) -> TextHash {
    TextHash::new(u64::from(id) + 1)
}
