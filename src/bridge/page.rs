//! What all embeds of a page share: the turns to mint, and the ids that were given. Whatever happens comes in here, with the slot of the embed that it concerns.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::Cell;

use wasm_bindgen::JsValue;

use super::embed::Inner;
use super::held::with;
use super::host::{self, Host};
use super::words;
use crate::error::Error;
use crate::protocol::{BaseUrl, EmbedUrl};
use crate::session::{GivenIds, Input, Policy, Session, Ticket, Turns};

/// The number of an embed on its page. None is given twice.
pub(crate) type Slot = usize;

/// How long `ready` may take by default, in milliseconds.
pub(crate) const READY_TIMEOUT: u64 = 60_000;

/// What makes an embed.
pub(crate) struct Setup {
    pub(crate) host: Host,
    pub(crate) base: BaseUrl<JsValue>,
    /// `None` where the page loads the iframe itself.
    pub(crate) url: Option<EmbedUrl<JsValue>>,
    /// Whether there is a `getSession`.
    pub(crate) can_mint: bool,
    pub(crate) policy: Policy,
    /// How long `ready` may take, in milliseconds.
    pub(crate) ready_timeout: u64,
    /// For the jitter of this embed.
    pub(crate) seed: u32,
}

/// What the page's side tells, by the numbers of `TELL` in `npm/src/host.js`.
mod tell {
    pub(super) const START: u32 = 0;
    pub(super) const SESSION: u32 = 1;
    pub(super) const TICK: u32 = 2;
    pub(super) const MINTED: u32 = 3;
    pub(super) const MINT_FAILED: u32 = 4;
    pub(super) const SIGNED_OUT: u32 = 5;
    pub(super) const RENEW: u32 = 6;
    pub(super) const RELOAD: u32 = 7;
    pub(super) const FOREGROUND: u32 = 8;
    // And 9, the end of the embed.
}

pub(crate) struct Page {
    /// By their slots; `None` once destroyed.
    embeds: Cell<Vec<Option<Rc<Inner>>>>,
    turns: Cell<Turns<Slot>>,
    /// Turns that were given back and are still to be handed on.
    released: Cell<usize>,
    /// Kept as long as the page: a cache outlives the embed that it first answered.
    pub(super) given: Cell<GivenIds>,
}

impl Page {
    pub(crate) fn new() -> Self {
        words::teach();
        Self {
            embeds: Cell::default(),
            turns: Cell::default(),
            released: Cell::new(0),
            given: Cell::default(),
        }
    }

    /// Takes an embed in, which waits for [`Page::start`].
    ///
    /// # Errors
    /// Where the parts of `setup` do not go together.
    pub(crate) fn open(&self, setup: Setup) -> Result<Slot, Error> {
        setup.policy.check()?;
        let wants_session = setup.url.as_ref().is_some_and(EmbedUrl::wants_session);
        if wants_session && !setup.can_mint {
            return Err(Error::NO_SESSION);
        }
        let begin = if setup.url.is_some() {
            Session::mount
        } else {
            Session::connect
        };
        let session = begin(
            host::now(),
            setup.policy,
            setup.ready_timeout,
            setup.can_mint,
            setup.seed,
        );
        let slot = with(&self.embeds, |embeds| embeds.len());
        let embed = Rc::new(Inner::new(slot, setup, session));
        with(&self.embeds, |embeds| embeds.push(Some(embed)));
        Ok(slot)
    }

    /// Lets an embed begin, once its iframe is where it belongs.
    fn start(&self, slot: Slot) {
        if let Some(embed) = self.embed(slot) {
            embed.host.route(&embed.origin);
            self.run_effects(&embed);
        }
    }

    /// The page's side tells something of the embed in `slot`; `ticket` and `answer` are those of
    /// a mint. Where it asks for the session, it is the answer.
    ///
    /// # Errors
    /// Where what it asks for cannot be.
    pub(crate) fn tell(
        &self,
        slot: Slot,
        what: u32,
        ticket: Ticket,
        answer: &JsValue,
    ) -> Result<JsValue, Error> {
        match what {
            tell::START => self.start(slot),
            tell::SESSION => {
                let embed = self.embed(slot);
                return Ok(embed.map_or(JsValue::UNDEFINED, |embed| embed.session_state()));
            }
            tell::TICK => self.tick(slot),
            tell::MINTED => self.minted(slot, ticket, answer),
            tell::MINT_FAILED => self.mint_failed(slot, ticket, false),
            tell::SIGNED_OUT => self.mint_failed(slot, ticket, true),
            tell::RENEW => self.ask(slot, false)?,
            tell::RELOAD => self.ask(slot, true)?,
            tell::FOREGROUND => self.foreground(),
            _ => self.destroy(slot),
        }
        Ok(JsValue::UNDEFINED)
    }

    pub(crate) fn embed(&self, slot: Slot) -> Option<Rc<Inner>> {
        with(&self.embeds, |embeds| embeds.get(slot).cloned().flatten())
    }

    /// The embed of `slot`, or the error of one that is gone.
    pub(crate) fn living(&self, slot: Slot) -> Result<Rc<Inner>, Error> {
        self.embed(slot).ok_or(Error::DESTROYED)
    }

    /// A message has come from the window of an embed.
    pub(crate) fn receive(&self, slot: Slot, origin: &JsValue, data: &JsValue) {
        if let Some(embed) = self.embed(slot) {
            self.receive_for(&embed, origin, data);
        }
    }

    /// The page has come back, or the network.
    fn foreground(&self) {
        let count = with(&self.embeds, |embeds| embeds.len());
        for embed in (0..count).filter_map(|slot| self.embed(slot)) {
            self.feed(&embed, Input::Foreground);
        }
    }

    /// Ends an embed.
    pub(crate) fn destroy(&self, slot: Slot) {
        let Some(embed) = self.embed(slot) else {
            return;
        };
        self.feed(&embed, Input::Destroy);
        // A handler of `session` may have got here first.
        let Some(embed) = self.take(slot) else {
            return;
        };
        with(&self.turns, |turns| turns.withdraw(&slot));
        embed.host.close(&embed.error(Error::DESTROYED));
    }

    fn take(&self, slot: Slot) -> Option<Rc<Inner>> {
        with(&self.embeds, |embeds| embeds.get_mut(slot)?.take())
    }

    /// Whether `slot` may mint now; otherwise it is told when its turn comes.
    pub(super) fn request_turn(&self, slot: Slot) -> bool {
        with(&self.turns, |turns| turns.request(slot))
    }

    /// Gives a turn back, and with it the next embed its own. An embed that gives its turn back
    /// at once is answered by the loop, not by a call inside the call.
    pub(super) fn release_turn(&self) {
        self.released.set(self.released.get() + 1);
        if self.released.get() > 1 {
            return;
        }
        while self.released.get() > 0 {
            let next = with(&self.turns, Turns::release);
            if let Some(embed) = next.and_then(|slot| self.embed(slot)) {
                self.take_turn(&embed);
            }
            self.released.set(self.released.get() - 1);
        }
    }
}
