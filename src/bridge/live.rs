//! One embed of the page, from its start to its end.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use gloo_timers::callback::Timeout;
use log::{info, warn};
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
use crate::page::{Dispatch, EmbedId, Input, text_hash};
use crate::protocol::events::{Navigate, Ready};
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
    /// What `get_session` failed with in the last mint that failed, or what it returned that is no id.
    cause: RefCell<Option<JsValue>>,
    kept: RefCell<KeptActions>,
    /// Whether the document in the iframe has sent a valid event.
    is_shown: Cell<bool>,
    /// Whether its next event is to be handed in: its first, and the first after a rejection.
    awaits_sign: Cell<bool>,
    /// Whether it has reported `ready`.
    is_ready: Cell<bool>,
    /// Whether the next `load` of the iframe is one that svc-embed, the page or a move has caused.
    awaits_load: Cell<bool>,
    /// The window whose messages come here.
    window: RefCell<Option<Window>>,
    on_load: RefCell<Option<Ongoing>>,
    /// Waits until the viewer sees the iframe.
    viewing: RefCell<Option<Ongoing>>,
    pub(super) watch: Watch,
    /// Why the browser will not show the embed.
    blocked: RefCell<Option<Error>>,
    /// What may keep the embed from being shown. It may yet become ready.
    suspected: RefCell<Option<Error>>,
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
            is_shown: Cell::new(false),
            awaits_sign: Cell::new(true),
            is_ready: Cell::new(false),
            awaits_load: Cell::new(true),
            window: RefCell::default(),
            on_load: RefCell::default(),
            viewing: RefCell::default(),
            watch: Watch::default(),
            blocked: RefCell::default(),
            suspected: RefCell::default(),
            last_state: RefCell::new(State::new(state, None)),
        }
    }

    pub(super) fn state(&self) -> State {
        let state = registry::state(self.id).map(|state| self.shown(state));
        state.unwrap_or_else(|| self.last_state.borrow().clone())
    }

    /// The state for the page. What the session machine cannot know comes first: it takes a block for a
    /// slow load.
    fn shown(&self, state: session::State) -> State {
        let blocked = self.blocked.borrow().clone();
        let last_error = blocked.or_else(|| state.last_error.map(|error| self.error(error, None)));
        State::new(state, last_error)
    }

    /// An error of the core that ends a promise, with what the shell knows of it.
    pub(super) fn polled_error(&self, error: CoreError) -> Error {
        let last = registry::state(self.id).and_then(|state| state.last_error);
        self.error(error, last.filter(|last| *last != error))
    }

    /// An error of the core, with what the shell knows of it. `last`: what failed before, which may have been
    /// a load that was never ready.
    // twin: npm/src/shell/session.ts Reasons.of
    fn error(&self, error: CoreError, last: Option<CoreError>) -> Error {
        let cause = || {
            let last = last.map(|last| self.error(last, None));
            last.or_else(|| self.suspected.borrow().clone())
                .map(Box::new)
        };
        match error {
            CoreError::MintFailed => Error::MintFailed {
                reason: self.cause.borrow().as_ref().and_then(mint::reason),
            },
            CoreError::MintInvalid => Error::MintInvalid {
                found: self.cause.borrow().as_ref().map(mint::found),
            },
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
    // twin: npm/src/shell/session.ts Reasons
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
        if self.awaits_sign.get() && message::shows_embed(message) {
            self.is_shown.set(true);
            self.awaits_sign.set(false);
            self.blocked.take();
            if self.suspected.take().is_some() {
                info!("The embed is there after all.");
            }
            registry::handle(self.id, session::Input::Shown);
        }
        if let Event::Ready(_) = message.event {
            // A `ready` that answers no id may be that of the next document, before the end of its load.
            // Soon after a navigation of the page, it rather comes twice.
            let is_again = self.is_ready.replace(true) && !self.kept.borrow().awaits_echo();
            if is_again && !registry::ask(|page| page.awaits_answer(self.id)) {
                self.supersede_navigation(None);
            }
        }
        match message::for_session(message) {
            // Whether an embed is there shows only with the next event.
            Some(session::Input::Rejected) => {
                self.awaits_sign.set(true);
                registry::handle(self.id, session::Input::Rejected);
            }
            // Views come often, and the clocks are read only for those that matter.
            Some(session::Input::View) if !registry::ask(|page| page.awaits_view(self.id)) => {}
            Some(input) => registry::handle(self.id, input),
            None => {}
        }
        match &message.event {
            Event::Ready(ready) => {
                self.ready.settle(&Ok(ready.clone()));
            }
            Event::Navigate(navigate) => self.supersede_navigation(Some(navigate)),
            _ => {}
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

    fn supersede_navigation(&self, report: Option<&Navigate>) {
        self.kept.borrow_mut().supersede_navigation(report);
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
            self.kept.borrow_mut().expect_echo();
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
        self.blocked.take();
        self.suspected.take();
        match self.frame.load(id) {
            Ok(()) => {
                self.route();
                self.awaits_load.set(true);
                self.forget_document();
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
    // twin: npm/src/shell/host.ts Host.explain
    pub(super) fn on_block(&self, error: Error) {
        if self.is_shown.get() || self.blocked.borrow().as_ref() == Some(&error) {
            return;
        }
        self.blocked.replace(Some(error.clone()));
        self.ready.settle(&Err(error));
        self.report_state();
    }

    /// Something may keep the embed from being shown.
    pub(super) fn on_suspicion(&self, error: Error) {
        if self.is_shown.get() || self.blocked.borrow().is_some() {
            return;
        }
        warn!("{error} {ERRORS}#{}", error.code().as_str());
        self.suspected.replace(Some(error));
    }

    /// The document that comes has reported nothing yet.
    fn forget_document(&self) {
        self.is_shown.set(false);
        self.awaits_sign.set(true);
        self.is_ready.set(false);
    }

    /// The iframe has loaded a document. Which one, and who loaded it?
    // twin: npm/src/shell/shown.ts handleEvent
    fn on_load(self: &Rc<Self>) {
        if self.frame.is_blank() {
            if self.frame.is_unloaded() {
                // The target may just have been put into the document.
                registry::handle(self.id, session::Input::Foreground);
            } else {
                let live = Rc::clone(self);
                // Later: some browsers report the empty document while the page is still moving the iframe.
                spawn_local(async move { live.on_blank() });
            }
            return;
        }
        self.watch.note_load(self);
        let window = self.frame.window();
        let is_moved = self.window.borrow().is_some() && *self.window.borrow() != window;
        if is_moved {
            self.on_moved(false);
        } else if self.awaits_load.replace(false) {
            self.route();
        } else {
            self.forget_document();
            self.supersede_navigation(None);
            registry::handle(self.id, session::Input::Navigated);
        }
        if !self.is_shown.get() && !browser::is_online() {
            registry::handle(self.id, session::Input::LoadedOffline);
        }
    }

    /// The iframe shows an empty document. A moved iframe without a `src` shows nothing else.
    // twin: npm/src/shell/shown.ts onBlank
    fn on_blank(self: &Rc<Self>) {
        let window = self.frame.window();
        let is_moved = window.is_some() && *self.window.borrow() != window;
        if is_moved && !self.is_closed() && !self.frame.has_attribute() {
            self.on_moved(false);
        }
    }

    /// The page has moved the iframe. `awaits_load`: its `load` is still to come.
    // twin: npm/src/shell/shown.ts moved
    pub(super) fn on_moved(self: &Rc<Self>, awaits_load: bool) {
        let was_out = self.window.borrow().is_none();
        self.route();
        self.awaits_load.set(awaits_load);
        self.forget_document();
        registry::listen_to_window_of(self);
        // An iframe that had no window is loaded for the first time, and its id is not spent.
        if !was_out {
            registry::handle(self.id, session::Input::Moved);
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

    /// The page has handed over an iframe of its own. In a page to which the viewer came back, the
    /// iframe's id is spent: the page's HTML comes from a cache, or the browser has loaded the URL
    /// that the iframe had before.
    // twin: npm/src/shell/shown.ts onAdopted
    pub(super) fn on_adopted(self: &Rc<Self>) {
        self.route();
        let own_id = self.frame.own_id();
        if let Some(own_id) = own_id {
            registry::note_used_id(own_id);
        }
        if browser::came_back() && own_id.is_some() {
            self.on_moved(true);
        }
    }

    /// The messages of the iframe's present window come here from now on.
    pub(super) fn route(&self) {
        self.window.replace(self.frame.window());
        registry::forget_strays();
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

/// The guide's page of errors, with a section for each code.
const ERRORS: &str = "https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md";

fn failure(ticket: Ticket, failure: MintFailure) -> Input {
    Input::Session(session::Input::MintFailed(ticket, failure))
}
