//! One embed as the fake shell knows it: its timer, its mint, the document in its iframe, and the
//! actions that the page has sent.

use super::*;
use svc_embed::page::Dispatch;
use svc_embed::session::Ticket;

/// An action that the page has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    pub number: u32,
    pub lasts: bool,
}

/// The document in the iframe.
#[derive(Debug, Default)]
pub struct Document {
    /// Whether it has shown that an embed is there.
    pub is_ready: bool,
    has_rejected: bool,
    /// Whether its `load` is still to come.
    awaits_load: bool,
    /// The actions that it received, in order.
    pub received: Vec<u32>,
}

pub struct Member {
    pub id: EmbedId,
    pub tenant: TextHash,
    /// Whether the bridge did not load the document.
    is_foreign: bool,
    /// When it was opened, or had an input last.
    pub handled_at: Monotonic,
    /// The timer that the shell has set.
    pub timer: Option<Monotonic>,
    /// The mint under way.
    pub mint: Option<Ticket>,
    /// Whether a mint has begun that was not aborted.
    can_abort: bool,
    /// Every ticket so far.
    pub tickets: Vec<Ticket>,
    /// The id that was minted last.
    pub minted: Option<TextHash>,
    /// The ids that the iframe received.
    pub delivered: Vec<TextHash>,
    pub document: Document,
    /// The actions that wait for `ready`.
    kept: Vec<Action>,
    /// The actions that were sent and describe a state.
    lasting: Vec<Action>,
    /// The numbers of the actions that do not last and were sent.
    sent_once: Vec<u32>,
    /// The state of which the page was notified last.
    told: State,
    /// Whether `Effect::Close` was polled.
    pub is_closed: bool,
}

impl Member {
    pub fn new(id: EmbedId, setup: &Setup, state: State, now: Monotonic) -> Self {
        Self {
            id,
            handled_at: now,
            tenant: setup.tenant,
            is_foreign: setup.loaded_by == page::LoadedBy::Page,
            timer: None,
            mint: None,
            can_abort: false,
            tickets: Vec::new(),
            minted: None,
            delivered: Vec::new(),
            document: Document {
                awaits_load: true,
                ..Document::default()
            },
            kept: Vec::new(),
            lasting: Vec::new(),
            sent_once: Vec::new(),
            told: state,
            is_closed: false,
        }
    }

    /// What a shell hands in of what has happened: of a document, only what it sees.
    pub fn seen(&mut self, input: Input) -> Vec<Input> {
        use page::Fact::{Event, FrameLoaded, FrameLoadedOffline, WindowReplaced};
        use session::Input as Plain;
        let Input::Session(happened) = input else {
            return vec![input];
        };
        let facts = match happened {
            Plain::Shown => vec![Event],
            Plain::Moved => vec![WindowReplaced, FrameLoaded],
            Plain::Navigated if self.document.awaits_load => vec![FrameLoaded, FrameLoaded],
            Plain::Navigated => vec![FrameLoaded],
            Plain::LoadedOffline if self.document.awaits_load => vec![FrameLoadedOffline],
            Plain::LoadedOffline => vec![],
            _ => return vec![input],
        };
        let is_loaded = facts.contains(&FrameLoaded) || facts.contains(&FrameLoadedOffline);
        self.document.awaits_load &= !is_loaded;
        facts.into_iter().map(Input::from).collect()
    }

    /// The page no longer takes the document for an embed.
    pub fn forget_embed(&mut self) {
        let document = &mut self.document;
        self.is_foreign |= document.is_ready;
        document.is_ready = false;
    }

    /// What the shell notes before it hands in `input`.
    pub fn before_input(&mut self, input: Input) {
        use session::Input as Plain;
        match input {
            Input::Minted(ticket, hash) if self.mint == Some(ticket) => {
                self.mint = None;
                self.minted = Some(hash);
            }
            Input::Session(Plain::MintFailed(ticket, _) | Plain::Minted(ticket))
                if self.mint == Some(ticket) =>
            {
                self.mint = None;
            }
            // Nobody could use the id, so `getSession` is not called.
            Input::Session(Plain::Unreachable) => self.mint = None,
            Input::Session(Plain::Ready(_)) => {
                self.document.is_ready = true;
                self.document.has_rejected = false;
            }
            Input::Session(Plain::Shown | Plain::View) => {
                self.document.has_rejected = false;
                self.document.is_ready |= self.is_foreign;
            }
            Input::Session(Plain::Expiring { .. } | Plain::Expired { .. }) => {
                self.document.is_ready |= self.is_foreign && !self.document.has_rejected;
            }
            Input::Session(Plain::Rejected) => {
                self.document.has_rejected = true;
            }
            // Nothing else is left than the document that is there.
            Input::Session(Plain::LoadFailed(_)) => {
                self.is_foreign |= self.document.has_rejected;
                self.document.is_ready |= self.document.has_rejected;
            }
            // The timer has fired.
            Input::Session(Plain::Tick) => self.timer = None,
            Input::Session(Plain::Loaded | Plain::Moved | Plain::Navigated) => {
                self.is_foreign = input != Input::Session(Plain::Loaded);
                self.document = Document {
                    awaits_load: self.document.awaits_load || !self.is_foreign,
                    ..Document::default()
                };
            }
            _ => {}
        }
    }

    /// The shell does `effect`; the state is what the page shows at that moment.
    pub fn begin(&mut self, effect: Effect, state: Option<State>) {
        assert!(!self.is_closed, "invariant 10: {effect:?} after close");
        match effect {
            Effect::SetTimer { at } => {
                assert_ne!(self.timer, Some(at), "a timer is set that is set already");
                self.timer = Some(at);
            }
            Effect::ClearTimer => self.timer = None,
            Effect::Mint { ticket, .. } => {
                assert_eq!(self.mint, None, "a mint begins during another");
                assert!(!self.tickets.contains(&ticket), "a ticket is used twice");
                self.mint = Some(ticket);
                self.can_abort = true;
                self.tickets.push(ticket);
            }
            Effect::AbortMint => {
                // The mint may have been answered since the page decided to abort it.
                self.mint = None;
                assert!(self.can_abort, "an abort without a mint");
                self.can_abort = false;
            }
            Effect::LoadWithId | Effect::PostId => {
                let id = self.minted.take().expect("an id was minted just now");
                self.delivered.push(id);
            }
            Effect::SendActions => {
                self.send_again();
                self.send_kept();
            }
            Effect::TellSession => {
                let state = state.expect("a session that is told is there");
                assert_ne!(self.told, state, "invariant 10: no change is reported");
                self.told = state;
            }
            Effect::Close => {
                assert_eq!(self.timer, None, "invariant 10: a timer is left at the end");
                assert_eq!(self.mint, None, "invariant 10: a mint is left at the end");
                self.is_closed = true;
            }
            Effect::Load
            | Effect::ResolveAsked
            | Effect::RejectAsked(_)
            | Effect::RejectReady(_)
            | Effect::AskIfSeen
            | Effect::AskIfViewed
            | Effect::ForgetNavigation
            | Effect::PutBack => {}
        }
    }

    pub fn dispatch(&mut self, dispatch: Dispatch, number: u32, lasts: bool) {
        let action = Action { number, lasts };
        match dispatch {
            Dispatch::Keep => self.kept.push(action),
            Dispatch::Send | Dispatch::SendAndKeep => {
                assert_eq!(dispatch == Dispatch::SendAndKeep, lasts);
                assert!(self.kept.is_empty(), "invariant 12: an action is overtaken");
                self.send(action);
            }
        }
    }

    fn send_kept(&mut self) {
        for action in core::mem::take(&mut self.kept) {
            self.send(action);
        }
    }

    fn send_again(&mut self) {
        for number in self
            .lasting
            .iter()
            .map(|action| action.number)
            .collect::<Vec<_>>()
        {
            self.post(number);
        }
    }

    /// Sends an action for the first time.
    fn send(&mut self, action: Action) {
        if action.lasts {
            self.lasting.push(action);
        } else {
            let was_sent = self.sent_once.contains(&action.number);
            assert!(!was_sent, "invariant 12: an action is sent twice");
            self.sent_once.push(action.number);
        }
        self.post(action.number);
    }

    fn post(&mut self, number: u32) {
        assert!(
            self.document.is_ready,
            "invariant 12: an action before `ready`"
        );
        self.document.received.push(number);
    }

    /// What holds when no effect is left.
    pub fn check_at_rest(&self, state: Option<State>) {
        assert_eq!(state.is_none(), self.is_closed, "invariant 10");
        let Some(state) = state else {
            return;
        };
        assert_eq!(self.told, state, "invariant 10: a change is not reported");
        assert_eq!(state.renewal == Renewal::Minting, self.mint.is_some());
        if self.document.is_ready {
            assert!(
                self.kept.is_empty(),
                "invariant 12: a kept action is not sent"
            );
            for action in &self.lasting {
                let is_there = self.document.received.contains(&action.number);
                assert!(is_there, "invariant 12: a document was not given its state");
            }
        }
    }
}
