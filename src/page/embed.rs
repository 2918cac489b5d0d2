//! One embed of a page: its session, and what the page adds to it.

use super::document::Document;
use super::{Dispatch, Effect, Fact, Input, Setup, TextHash};
use crate::session::{self, Monotonic, Now, Session, State};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Embed {
    pub(super) session: Session,
    pub(super) tenant: TextHash,
    document: Document,
    /// The time of the timer that the shell has set; `None` if it has none, as after its `Tick`.
    timer: Option<Monotonic>,
    /// The state of which the page was notified last, or that it could see when the embed was opened.
    pub(super) told: State,
}

impl Embed {
    pub(super) fn new(now: Now, setup: &Setup) -> Self {
        let Setup {
            loaded_by,
            can_mint,
            policy,
            ready_timeout,
            seed,
            tenant,
        } = *setup;
        let session = Session::open(now, loaded_by, policy, ready_timeout, can_mint, seed);
        let told = session.state();
        Self {
            session,
            tenant,
            document: Document::new(),
            timer: None,
            told,
        }
    }

    /// The session hears of a first sign, then what the document concludes, then of a load while offline.
    pub(super) fn handle(&mut self, now: Now, input: Input) {
        let was_present = self.session.is_present();
        let Self {
            session, document, ..
        } = self;
        if Document::is_sign(input) && session.awaits_sign() {
            session.handle(now, session::Input::Shown);
        }
        if let Some(input) = document.conclude(now, input, session) {
            session.handle(now, input);
        }
        if matches!(input, Input::Document(Fact::FrameLoadedOffline)) && !session.has_reported() {
            session.handle(now, session::Input::LoadedOffline);
        }
        if input == Input::Session(session::Input::Tick) {
            // The timer that the shell had set is gone.
            self.timer = None;
        }
        // The first sign of an embed has every action sent to it. Later, the session decides whether the embed has
        // lost its state.
        let is_present = self.session.is_present();
        let document = &mut self.document;
        document.is_to_send = is_present && (document.is_to_send || !was_present);
    }

    pub(super) fn dispatch(&self, lasts: bool) -> Dispatch {
        // Until the actions that were kept are sent, a new one must not overtake them.
        let is_kept = self.document.is_to_send || !self.session.is_present();
        match (is_kept, lasts) {
            (true, _) => Dispatch::Keep,
            (false, true) => Dispatch::SendAndKeep,
            (false, false) => Dispatch::Send,
        }
    }

    /// Whether it uses a turn of `tenant`: a mint is under way.
    pub(super) fn mints_for(&self, tenant: TextHash) -> bool {
        self.session.is_minting() && self.tenant == tenant
    }

    /// The next effect. A `navigate` to forget comes first: nothing may be sent before it. The session follows, then
    /// what the page adds. Effects that call the page's handlers come last: a handler may do anything.
    pub(super) fn poll(&mut self) -> Option<Effect> {
        if core::mem::take(&mut self.document.forgets_navigation) {
            return Some(Effect::ForgetNavigation);
        }
        let effect = self.poll_session();
        if effect.is_some() {
            return effect;
        }
        if core::mem::take(&mut self.document.is_to_send) {
            return Some(Effect::SendActions);
        }
        let timer = self.session.next_timeout();
        if timer != self.timer {
            self.timer = timer;
            return Some(timer.map_or(Effect::ClearTimer, |at| Effect::SetTimer { at }));
        }
        let state = self.session.state();
        if state != self.told {
            self.told = state;
            return Some(Effect::TellSession);
        }
        self.session.is_destroyed().then_some(Effect::Close)
    }

    fn poll_session(&mut self) -> Option<Effect> {
        let effect = self.session.poll()?;
        if effect == Effect::SendActions {
            // A document that has not shown itself yet is sent every action when it does.
            if !self.session.is_present() {
                return self.poll_session();
            }
            self.document.is_to_send = false;
        }
        Some(effect)
    }
}
