//! One embed of the page, from its start to its end.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use gloo_timers::callback::Timeout;
use log::warn;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::Window;

use super::actions::{self, KeptActions};
use super::browser::{self, Ongoing};
use super::frame::Frame;
use super::handlers::{HandlerMessage, Handlers};
use super::message::{self, Dropped, Heard};
use super::mint::{self, GetSession, Mint, MintRequest};
use super::registry;
use super::reports::Waiting;
use super::session::State;
use super::why::Watch;
use crate::Error;
use crate::error::Error as CoreError;
use crate::page::{Dispatch, EmbedId, Fact, Input, text_hash};
use crate::protocol::events::Ready;
use crate::protocol::{Action, Event, Refusal, SessionId};
use crate::session::{self, MintFailure, Reason, Ticket};

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
    kept: RefCell<KeptActions>,
    /// The window whose messages come here.
    window: RefCell<Option<Window>>,
    on_load: RefCell<Option<Ongoing>>,
    /// Waits until the viewer sees the iframe.
    viewing: RefCell<Option<Ongoing>>,
    pub(super) watch: Watch,
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
            ready: Waiting::once(),
            asked: Waiting::repeatedly(),
            timer: RefCell::default(),
            ready_wait,
            get_session: RefCell::new(get_session),
            mint: RefCell::default(),
            minted: RefCell::default(),
            cause: RefCell::default(),
            kept: RefCell::default(),
            window: RefCell::default(),
            on_load: RefCell::default(),
            viewing: RefCell::default(),
            watch: Watch::default(),
            blocked: RefCell::default(),
            last_state: RefCell::new(State::new(state, None)),
        }
    }

    pub(super) fn state(&self) -> State {
        let state = registry::state(self.id).map(|state| self.shown(state));
        state.unwrap_or_else(|| self.last_state.borrow().clone())
    }

    fn shown(&self, state: session::State) -> State {
        State::new(state, state.last_error.map(|error| self.error(error, None)))
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
        let checked = if origin == self.frame.origin() {
            message::read(&data)
        } else {
            Err(Refusal::Origin)
        };
        match checked {
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
        let awaits = |is_view| registry::ask(|page| page.awaits(self.id, is_view));
        let compare_navigation = |report: &_| self.kept.borrow().compare_navigation(report);
        if let Some(input) = message::input_of(message, awaits, compare_navigation) {
            registry::handle(self.id, input);
        }
        if let Event::Ready(ready) = &message.event {
            self.ready.settle(&Ok(ready.clone()));
        }
        self.handlers
            .deliver(&HandlerMessage::Event(message, *size));
    }
}

// Actions.
impl Live {
    /// Sends an action of the page's, or keeps it until the embed is ready.
    pub(super) fn send(&self, action: &Action) -> Result<(), Error> {
        let action = actions::checked(action)?;
        let dispatch = registry::ask(|page| page.dispatch(self.id, action.lasts()))?;
        if dispatch != Dispatch::Keep {
            self.post(&action);
        }
        if dispatch != Dispatch::Send {
            let was_sent = dispatch == Dispatch::SendAndKeep;
            self.kept.borrow_mut().keep(action, was_sent);
        }
        Ok(())
    }

    pub(super) fn forget_navigation(&self) {
        self.kept.borrow_mut().forget_navigation();
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
}

// The session.
impl Live {
    pub(super) fn start_mint(self: &Rc<Self>, ticket: Ticket, reason: Reason, attempt: u32) {
        let Some(get_session) = self.get_session.borrow().clone() else {
            return;
        };
        let expires_at = self.state().expires_at;
        let request = move |signal| MintRequest {
            reason,
            attempt,
            expires_at,
            signal,
        };
        let live = Rc::downgrade(self);
        let on_answer = move |answer| {
            if let Some(live) = live.upgrade() {
                live.end_mint(ticket, answer);
            }
        };
        let mint = Mint::start(ticket, get_session, request, on_answer);
        self.mint.replace(Some(mint));
    }

    pub(super) fn abort_mint(&self) {
        if let Some(mint) = self.mint.take() {
            mint.abort();
        }
    }

    fn end_mint(&self, ticket: Ticket, answer: Result<SessionId, mint::Failure>) {
        // It may have been aborted while the future was being polled.
        if self.mint.borrow().as_ref().map(|mint| mint.ticket) != Some(ticket) {
            return;
        }
        drop(self.mint.take());
        let input = match answer {
            Ok(id) => {
                let hash = text_hash(id.expose());
                self.minted.replace(Some(id));
                Input::Minted(ticket, hash)
            }
            Err(mint::Failure { kind, cause }) => {
                self.cause.replace(cause);
                failure(ticket, kind)
            }
        };
        registry::handle(self.id, input);
        // A refused id is of no use.
        self.minted.take();
    }

    /// Loads the iframe with the id that was minted.
    pub(super) fn load_with_id(self: &Rc<Self>) -> session::Input {
        let id = self.minted.take();
        if self.frame.is_out() {
            return session::Input::Unreachable;
        }
        self.load(id.as_ref())
    }

    pub(super) fn load(self: &Rc<Self>, id: Option<&SessionId>) -> session::Input {
        match self.frame.load(id) {
            Ok(()) => {
                self.route();
                self.watch.note_request(self);
                session::Input::Loaded
            }
            Err(_) => session::Input::LoadFailed(CoreError::NotReloadable),
        }
    }

    /// Watches which document the iframe shows.
    pub(super) fn watch_loads(self: &Rc<Self>) {
        let live = Rc::downgrade(self);
        let listener = browser::listen(self.frame.iframe(), "load", move |_| {
            if let Some(live) = live.upgrade() {
                live.on_load();
            }
        });
        self.on_load.replace(Some(listener));
        self.watch.begin(self);
    }

    /// The browser will not show the embed: there is nothing to wait for.
    pub(super) fn on_block(&self, error: Error) {
        self.blocked.replace(Some(error));
        registry::handle(self.id, Fact::Blocked);
    }

    /// Nothing has come from the iframe.
    pub(super) fn on_silence(&self, address: &str) {
        let is_shown = registry::ask(|page| page.is_shown(self.id));
        // What has no address yet waits for its session id.
        if !is_shown && self.blocked.borrow().is_none() && !self.frame.is_unloaded() {
            warn!(
                "No message of an embed has come from {address}. Its request in the network panel says why. {SILENT}"
            );
        }
    }

    /// The iframe has fired `load`.
    fn on_load(self: &Rc<Self>) {
        if self.frame.is_blank() {
            let live = Rc::clone(self);
            // Later: some browsers report the empty document while the page is still moving the iframe.
            return spawn_local(async move { live.look(Fact::FrameEmptied) });
        }
        self.watch.note_load(self);
        self.look(if browser::is_online() {
            Fact::FrameLoaded
        } else {
            Fact::FrameLoadedOffline
        });
    }

    /// Looks which window the iframe has, and hands in `fact`.
    fn look(&self, fact: Fact) {
        if !self.is_closed() {
            self.check_window();
            registry::handle(self.id, fact);
        }
    }

    /// Looks whether the page has moved the iframe: it then has another window.
    pub(super) fn check_window(&self) {
        let before = self.window.borrow().clone();
        self.route();
        let is_new = before.is_some() && *self.window.borrow() != before;
        if is_new && !self.frame.is_unloaded() {
            registry::handle(self.id, Fact::WindowReplaced);
        }
    }

    /// Browsers draw no frame that nobody sees, and an embed may wait for that before it is ready.
    pub(super) fn await_viewer(&self) {
        let id = self.id;
        let on_view = move || registry::handle(id, session::Input::Viewed);
        if browser::is_in_view(self.frame.iframe()) {
            return on_view();
        }
        let viewing = browser::await_viewer(self.frame.iframe(), on_view);
        self.viewing.replace(viewing);
    }

    /// The page has handed over an iframe of its own.
    pub(super) fn on_adopted(&self) {
        self.route();
        let Some(own_id) = self.frame.own_id() else {
            return;
        };
        registry::note_used_id(own_id);
        if browser::came_back() {
            registry::handle(self.id, Fact::PageRestored);
        }
    }

    /// The messages of the iframe's present window come here from now on.
    pub(super) fn route(&self) {
        self.window.replace(self.frame.window());
        registry::forget_strays();
        registry::listen_to_window_of(self);
    }

    /// Whether the messages of a window come here.
    pub(super) fn listens_to(&self, window: &JsValue) -> bool {
        let is_it = |own: &Window| <Window as AsRef<JsValue>>::as_ref(own) == window;
        self.window.borrow().as_ref().is_some_and(is_it)
    }

    /// Posts the id that was minted. False if the iframe has no window.
    pub(super) fn post_id(&self) -> bool {
        let id = self.minted.take();
        id.is_some_and(|id| self.post(&Action::SetSession(id)))
    }

    pub(super) fn report_state(&self) {
        let Some(state) = registry::state(self.id) else {
            return;
        };
        let state = self.shown(state);
        self.last_state.replace(state.clone());
        if state.last_error.is_none() {
            self.cause.take();
        }
        self.handlers.report_change(state);
    }

    /// Whether the embed has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.on_load.borrow().is_none()
    }

    /// Ends what the shell has of the embed.
    pub(super) fn close(&self) {
        self.timer.take();
        drop(self.on_load.take());
        drop(self.viewing.take());
        self.watch.end();
        drop(self.get_session.take());
        self.handlers.close();
        if self.frame.is_own() {
            self.frame.iframe().remove();
        }
    }
}

/// What the guide says of a silence.
const SILENT: &str =
    "https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#frame-silent";

fn failure(ticket: Ticket, failure: MintFailure) -> Input {
    Input::Session(session::Input::MintFailed(ticket, failure))
}
