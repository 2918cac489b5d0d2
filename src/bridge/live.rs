//! One embed of the page, from its start to its end.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use futures_channel::oneshot;
use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, Window};

use super::actions::{self, KeptActions};
use super::frame::Frame;
use super::handlers::{HandlerMessage, Handlers};
use super::message::{self, Dropped, Heard};
use super::mint::{self, GetSession, Mint, MintRequest};
use super::reports::Waiting;
use super::session::State;
use super::{browser, registry, why};
use crate::Error;
use crate::error::Error as CoreError;
use crate::page::{Dispatch, EmbedId, Fact, Input};
use crate::protocol::events::{self, Ready};
use crate::protocol::{Action, Event, EventMessage, Refusal, SessionId};
use crate::session::{self, Epoch, Millis, Mode, Reason, Ticket};

/// What the shell has of an embed. The decisions are [`Page`](crate::page::Page)'s.
pub(super) struct Live {
    pub(super) id: EmbedId,
    pub(super) frame: Frame,
    pub(super) handlers: Rc<Handlers>,
    pub(super) ready: Waiting<Ready>,
    /// What the futures of `renew` and `reload` wait for.
    pub(super) asked: Waiting<()>,
    pub(super) timer: RefCell<Option<Timeout>>,
    /// How long `ready` may take.
    ready_wait: Duration,
    /// Released at the end of the embed: the page's function may hold the embed itself.
    get_session: RefCell<Option<GetSession>>,
    mint: RefCell<Option<Mint>>,
    /// The id that was minted, until it is loaded or posted.
    minted: RefCell<Option<SessionId>>,
    /// What `get_session` failed with in the last mint that failed.
    cause: RefCell<Option<JsValue>>,
    pub(super) kept: RefCell<KeptActions>,
    /// The window whose messages come here.
    window: RefCell<Option<Window>>,
    /// Warns if no message comes.
    silence: RefCell<Option<Timeout>>,
    /// Why the browser will not show the embed.
    blocked: RefCell<Option<Error>>,
    /// The state that the handlers heard of last; after the end of the embed the only one.
    last_state: RefCell<State>,
}

impl Live {
    pub(super) fn new(
        id: EmbedId,
        frame: Frame,
        get_session: Option<GetSession>,
        state: session::State,
        ready_wait: Duration,
    ) -> Self {
        Self {
            id,
            frame,
            handlers: Rc::default(),
            ready: Waiting::default(),
            asked: Waiting::default(),
            timer: RefCell::default(),
            ready_wait,
            get_session: RefCell::new(get_session),
            mint: RefCell::default(),
            minted: RefCell::default(),
            cause: RefCell::default(),
            kept: RefCell::default(),
            window: RefCell::default(),
            silence: RefCell::default(),
            blocked: RefCell::default(),
            last_state: RefCell::new(state.map_error(Error::from)),
        }
    }

    pub(super) fn state(&self) -> State {
        match registry::state(self.id) {
            Some(state) => state.map_error(|error| self.error(error, None)),
            None => self.last_state.borrow().clone(),
        }
    }

    /// An error of the core that ends a promise, with what the shell knows of it.
    pub(super) fn polled_error(&self, error: CoreError) -> Error {
        let last = registry::state(self.id).and_then(|state| state.last_error);
        self.error(error, last.filter(|last| *last != error))
    }

    /// An error of the core, with what the shell knows of it. `last`: what failed before, which may have been
    /// a load that was never ready.
    fn error(&self, error: CoreError, last: Option<CoreError>) -> Error {
        let cause = || last.map(|last| Box::new(self.error(last, None)));
        match error {
            CoreError::MintFailed => Error::MintFailed {
                reason: self.cause.borrow().as_ref().and_then(mint::reason),
            },
            CoreError::Blocked => self.blocked.borrow().clone().unwrap_or(error.into()),
            CoreError::ReadyTimedOut => Error::ReadyTimedOut {
                cause: cause(),
                within: Some(self.ready_wait),
            },
            CoreError::NotLoaded => Error::NotLoaded {
                cause: cause(),
                within: Some(self.ready_wait),
            },
            other => other.into(),
        }
    }

    /// What the page's `get_session` failed with, if that is the session's last error.
    pub(super) fn last_error_cause(&self) -> Option<JsValue> {
        let error = self.state().last_error;
        let is_cause = matches!(error, Some(Error::MintFailed { .. } | Error::SignedOut));
        self.cause.borrow().clone().filter(|_| is_cause)
    }
}

// Messages.
impl Live {
    /// Takes a message of the iframe's window.
    pub(super) fn receive(&self, origin: String, data: JsValue) {
        let is_tenants = origin == self.frame.origin();
        let checked = is_tenants.then(|| message::read(&data));
        match checked.unwrap_or(Err(Refusal::Origin)) {
            Ok(heard) => self.hear(&heard),
            Err(reason) => {
                let dropped = Dropped {
                    reason,
                    origin,
                    data,
                };
                self.handlers.deliver(&HandlerMessage::Dropped(&dropped));
            }
        }
    }

    fn hear(&self, Heard { message, size }: &Heard) {
        if let Some(input) = self.input_of(message) {
            registry::handle(self.id, input);
        }
        if let Event::Ready(ready) = &message.event {
            self.ready.settle(&Ok(ready.clone()));
        }
        self.handlers
            .deliver(&HandlerMessage::Event(message, *size));
    }

    /// What the core is to know of a message, if anything. Plain events and views come often: they count only if the
    /// core awaits them. So is a `navigate` while the page has asked for none.
    fn input_of(&self, message: &EventMessage) -> Option<Input> {
        let awaits = || registry::with(|page| page.awaits(self.id));
        let plain = || awaits().then_some(Fact::Event);
        let input = match &message.event {
            Event::Ready(ready) => session::Input::Ready(match ready.mode {
                events::Mode::Signed => Some(Mode::Signed),
                events::Mode::Private => Some(Mode::Private),
                _ => None,
            }),
            Event::SessionExpiring(expiring) => session::Input::Expiring {
                expires_at: Epoch::from_number(expiring.expires_at),
                expires_in: Millis::from_number(expiring.expires_in_ms),
            },
            Event::SessionExpired(expired) => session::Input::Expired {
                expired_at: Epoch::from_number(expired.expired_at),
                reported_at: Epoch::from_number(message.timestamp),
            },
            Event::Error(error) if error.is_session_rejection() => session::Input::Rejected,
            Event::View(_) if awaits() => session::Input::View,
            Event::Navigate(report) => {
                let fact = self.kept.borrow().compare_navigation(report);
                return fact.or_else(plain).map(Input::from);
            }
            Event::Error(error) if error.is_fatal() => return None,
            _ => return plain().map(Input::from),
        };
        Some(input.into())
    }
}

// Actions.
impl Live {
    /// Sends an action of the page's, or keeps it until the embed is ready.
    pub(super) fn send(&self, action: &Action) -> Result<(), Error> {
        let action = actions::checked(action)?;
        let dispatch = registry::with(|page| page.dispatch(self.id, action.lasts()))?;
        if dispatch != Dispatch::Keep {
            self.post(&action);
        }
        if dispatch != Dispatch::Send {
            let was_sent = dispatch == Dispatch::SendAndKeep;
            self.kept.borrow_mut().keep(action, was_sent);
        }
        Ok(())
    }

    pub(super) fn send_kept(&self) {
        let actions = self.kept.borrow_mut().take();
        for action in &actions {
            self.post(action);
        }
    }

    /// False if the iframe has no window.
    fn post(&self, action: &Action) -> bool {
        if let Action::Navigate(_) = action {
            registry::report(self.id, Fact::NavigationPosted);
        }
        let timestamp = js_sys::Date::now();
        self.frame.post(&action.to_json(timestamp))
    }

    /// Posts the id that was minted. False if the iframe has no window.
    pub(super) fn post_id(&self) -> bool {
        let id = self.minted.take();
        id.is_some_and(|id| self.post(&Action::SetSession(id)))
    }
}

// The calls of `get_session`.
impl Live {
    pub(super) fn start_mint(self: &Rc<Self>, ticket: Ticket, reason: Reason, attempt: u32) {
        let Some(get_session) = self.get_session.borrow().clone() else {
            return;
        };
        // Every browser that runs WebAssembly has the class.
        let Ok(controller) = AbortController::new() else {
            return;
        };
        let request = MintRequest {
            reason,
            attempt,
            expires_at: self.state().expires_at,
            signal: controller.signal(),
        };
        let (is_wanted, end) = oneshot::channel();
        self.mint.replace(Some(Mint {
            ticket,
            controller,
            _is_wanted: is_wanted,
        }));
        let live = Rc::downgrade(self);
        spawn_local(async move {
            let answer = mint::until(end, (get_session.0)(request)).await;
            if let (Some(answer), Some(live)) = (answer, live.upgrade()) {
                live.end_mint(ticket, answer);
            }
        });
    }

    pub(super) fn abort_mint(&self) {
        if let Some(mint) = self.mint.take() {
            mint.controller.abort();
        }
    }

    fn end_mint(&self, ticket: Ticket, answer: mint::Answer) {
        // It may have been aborted while the future was being polled.
        if self.mint.borrow().as_ref().map(|mint| mint.ticket) != Some(ticket) {
            return;
        }
        drop(self.mint.take());
        let input = match answer {
            Ok(id) => {
                let hash = registry::hash(id.expose());
                self.minted.replace(Some(id));
                Input::Minted(ticket, hash)
            }
            Err((failure, cause)) => {
                self.cause.replace(cause);
                session::Input::MintFailed(ticket, failure).into()
            }
        };
        registry::handle(self.id, input);
        // A refused id is of no use.
        self.minted.take();
    }
}

// What the iframe shows.
impl Live {
    /// Loads the iframe with the id that was minted.
    pub(super) fn load_with_id(self: &Rc<Self>) -> session::Input {
        let id = self.minted.take();
        if self.frame.is_out() {
            return session::Input::Unreachable;
        }
        self.load(id.as_ref())
    }

    pub(super) fn load(self: &Rc<Self>, id: Option<&SessionId>) -> session::Input {
        if !self.frame.load(id) {
            return session::Input::LoadFailed(CoreError::NotReloadable);
        }
        self.route();
        self.expect_message(why::UNANSWERED);
        session::Input::Loaded
    }

    /// Warns if no message comes within `delay` milliseconds.
    pub(super) fn expect_message(self: &Rc<Self>, delay: u32) {
        let live = Rc::downgrade(self);
        let timer = Timeout::new(delay, move || {
            if let Some(live) = live.upgrade() {
                live.on_silence();
            }
        });
        self.silence.replace(Some(timer));
    }

    fn on_silence(&self) {
        let is_shown = registry::with(|page| page.is_shown(self.id));
        // What has no address yet waits for its session id.
        if !is_shown && self.blocked.borrow().is_none() && self.frame.is_loaded() {
            why::warn_of_silence(&self.frame);
        }
    }

    /// The browser will not show the embed: there is nothing to wait for.
    pub(super) fn on_block(&self, directive: &str) {
        let directive = directive.to_owned();
        self.blocked
            .replace(Some(Error::FrameBlocked { directive }));
        registry::handle(self.id, Fact::Blocked);
    }

    /// The iframe has fired `load`.
    pub(super) fn on_load(self: &Rc<Self>) {
        if self.frame.is_blank() {
            let live = Rc::clone(self);
            // Later: some browsers report the empty document while the page is still moving the iframe.
            return spawn_local(async move { live.look(Fact::FrameEmptied) });
        }
        self.expect_message(why::SILENCE);
        self.look(if browser::is_online() {
            Fact::FrameLoaded
        } else {
            Fact::FrameLoadedOffline
        });
    }

    /// Looks which window the iframe has, and hands in `fact`.
    fn look(&self, fact: Fact) {
        if registry::state(self.id).is_some() {
            self.check_window();
            registry::handle(self.id, fact);
        }
    }

    /// Looks whether the page has moved the iframe: it then has another window.
    pub(super) fn check_window(&self) {
        let before = self.window.borrow().clone();
        self.route();
        let is_new = before.is_some() && *self.window.borrow() != before;
        if is_new && self.frame.is_loaded() {
            registry::handle(self.id, Fact::WindowReplaced);
        }
    }

    /// The page has handed over an iframe of its own.
    pub(super) fn on_adopted(&self) {
        self.route();
        let Some(own_id) = self.frame.own_id() else {
            return;
        };
        registry::with(|page| page.note_used_id(own_id));
        // What the embed reported before comes first.
        if browser::came_back() {
            let id = self.id;
            spawn_local(async move { registry::handle(id, Fact::PageRestored) });
        }
    }

    /// The messages of the iframe's present window come here from now on.
    pub(super) fn route(&self) {
        self.window.replace(self.frame.window());
        registry::forget_strays();
        browser::listen_to_window_of(&self.frame.iframe);
    }

    /// Whether the messages of a window come here.
    pub(super) fn listens_to(&self, window: &JsValue) -> bool {
        let is_it = |own: &Window| <Window as AsRef<JsValue>>::as_ref(own) == window;
        self.window.borrow().as_ref().is_some_and(is_it)
    }
}

// Changes of the session, and the end.
impl Live {
    pub(super) fn report_state(&self) {
        let state = self.state();
        self.last_state.replace(state.clone());
        if state.last_error.is_none() {
            self.cause.take();
        }
        self.handlers.report_change(state);
    }

    /// Ends what the shell has of the embed.
    pub(super) fn close(&self) {
        self.timer.take();
        self.silence.take();
        browser::forget_viewer(&self.frame.iframe);
        drop(self.get_session.take());
        self.handlers.close();
        if self.frame.is_own {
            self.frame.iframe.remove();
        }
    }
}
