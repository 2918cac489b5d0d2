//! The machine of a whole page, driven by a fake shell with a simulated clock. One file per
//! behaviour; each test names the invariant of `svc_embed::page` that it holds.
//!
//! The shell itself checks every effect that it does, so that each test also holds whatever
//! [`World`] and [`Frame`](frame::Frame) assert.
//!
//! `fuzz/` includes this file, without the tests.

#[cfg(test)]
mod actions;
#[cfg(test)]
mod closing;
mod frame;
#[cfg(test)]
mod ids;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod reentrancy;
pub mod steps;
#[cfg(test)]
mod turns;
#[cfg(test)]
mod views;
mod waiting;

use frame::Member;
use svc_embed::error::Error;
use svc_embed::page::{self, Effect, EmbedId, Input, Setup, TextHash};
use svc_embed::session::{
    self, Epoch, Millis, Mode, Monotonic, Now, Policy, Renewal, State, Status,
};
use waiting::Waiting;

pub const SECOND: Millis = Millis::from_secs(1);
pub const MINUTE: Millis = Millis::from_mins(1);
pub const HOUR: Millis = Millis::from_mins(60);

/// The monotonic clock when a test begins, and the wall clock at that time.
pub const START: Monotonic = Monotonic::new(0);
pub const EPOCH: Epoch = Epoch::new(1_700_000_000_000);

/// How many embeds the page of the tests holds, and how many ids it remembers.
pub const EMBEDS: usize = 16;
pub const IDS: usize = 8;

/// More effects than any one input has for all embeds of a page together.
const MOST_EFFECTS: usize = 16 * EMBEDS;

pub type Page = page::Page<EMBEDS, IDS>;

/// A policy without chance: no spread, and a pause that is always the same.
pub fn plain() -> Policy {
    Policy {
        spread: Millis::ZERO,
        retry_min: SECOND,
        retry_max: SECOND,
        ..Policy::default()
    }
}

/// An embed that the bridge loads, with a `getSession`.
pub fn mounted() -> Setup {
    Setup {
        loaded_by: page::LoadedBy::Bridge,
        can_mint: true,
        policy: plain(),
        ready_timeout: MINUTE,
        tenant: TextHash::new(1),
        seed: 7,
    }
}

/// An embed that the page loads, with a `getSession`.
pub fn adopted() -> Setup {
    Setup {
        loaded_by: page::LoadedBy::Page,
        ..mounted()
    }
}

/// An embed that the bridge loads, without a `getSession`.
pub fn private() -> Setup {
    Setup {
        can_mint: false,
        ..mounted()
    }
}

/// An embed of another tenant.
pub fn elsewhere() -> Setup {
    Setup {
        tenant: TextHash::new(2),
        ..mounted()
    }
}

/// Accepts an effect of an embed.
type Wanted = Box<dyn Fn(EmbedId, &Effect) -> bool>;

/// What the page's own code does while the shell does an effect.
type Inside = Box<dyn FnOnce(&mut World)>;

/// A page, its clocks, and a shell that does what the page asks for.
pub struct World {
    pub page: Page,
    pub now: Now,
    /// Every embed that was opened, also those that are gone.
    pub members: Vec<Member>,
    /// Every effect that was polled.
    pub log: Vec<(EmbedId, Effect)>,
    waiting: Waiting,
    /// The next fresh id.
    next_id: u64,
    /// Whether the wall clock was set.
    pub has_leapt: bool,
    /// What loads fail of, if they do.
    pub load_error: Option<Error>,
    /// Whether iframes have no window.
    pub is_unreachable: bool,
    /// Whether somebody looks at the page.
    pub is_seen: bool,
    /// What happens inside the first effect that a predicate accepts.
    inside: Vec<(Wanted, Inside)>,
    /// The ids that the page used last, the oldest first.
    used: Vec<TextHash>,
}

impl World {
    pub fn new() -> Self {
        Self {
            page: Page::new(),
            now: Now {
                monotonic: START,
                wall: EPOCH,
            },
            members: Vec::new(),
            log: Vec::new(),
            waiting: Waiting::default(),
            next_id: 1_000,
            has_leapt: false,
            load_error: None,
            is_unreachable: false,
            is_seen: false,
            inside: Vec::new(),
            used: Vec::new(),
        }
    }

    /// Opens an embed, and does its first effects.
    pub fn open(&mut self, setup: &Setup) -> EmbedId {
        let id = self.open_quietly(setup).expect("the page is not full");
        self.drain();
        id
    }

    /// Opens an embed. Its effects are still to be polled.
    pub fn open_quietly(&mut self, setup: &Setup) -> Result<EmbedId, Error> {
        let id = self.page.open(self.now, setup)?;
        let was_known = self.members.iter().any(|member| member.id == id);
        assert!(!was_known, "an id was given to two embeds");
        let state = self.page.state(id).expect("the embed is open");
        self.members
            .push(Member::new(id, setup, state, self.now.monotonic));
        self.note_turns(id);
        Ok(id)
    }

    /// An embed that has loaded and reported `ready`, and whose effects so far are forgotten.
    pub fn open_ready(&mut self) -> EmbedId {
        let id = self.open(&mounted());
        self.mint(id);
        self.ready(id);
        assert_eq!(self.state(id).status, Status::Active);
        self.log.clear();
        id
    }

    pub fn input(&mut self, id: EmbedId, input: impl Into<Input>) {
        self.hand_in(id, input);
        self.drain();
    }

    /// Hands an input to the page. The effects are still to be polled.
    pub fn hand_in(&mut self, id: EmbedId, input: impl Into<Input>) {
        let input = input.into();
        let is_refused = self.is_to_be_refused(id, input);
        let now = self.now.monotonic;
        let is_due = self.member(id).timer.is_some_and(|at| at <= now);
        let member = self.member(id);
        member.handled_at = now;
        let seen = member.seen(input);
        member.before_input(input);
        for input in seen {
            self.page.handle(self.now, id, input);
        }
        self.note_turns(id);
        if input == Input::Session(session::Input::Rejected) && !self.page.is_shown(id) {
            self.member(id).forget_embed();
        }
        if is_refused == Some(true) {
            let is_delivered = self.renewal(id) == Renewal::Confirming;
            assert!(!is_delivered, "invariant 4: an id is used twice");
            // After a leap of the wall clock, a mint may be too old before its id is looked at.
            // An answer that comes as the mint's time ends is too late, whatever it is.
            let is_named = match self.last_error(id) {
                Some("mint-repeated") => true,
                Some("mint-timeout") => is_due,
                _ => self.has_leapt,
            };
            assert!(is_named, "invariant 4: the error is another one");
        }
    }

    /// Whether `input` is the answer of the mint under way, and its id was used before.
    fn is_to_be_refused(&mut self, id: EmbedId, input: Input) -> Option<bool> {
        let Input::Minted(ticket, hash) = input else {
            return None;
        };
        let state = self.page.state(id)?;
        let is_fresh = self.note_used(hash);
        let is_live = self.member(id).mint == Some(ticket) && state.renewal == Renewal::Minting;
        is_live.then_some(!is_fresh)
    }

    /// Notes an id in the plain list; false if the list holds it.
    fn note_used(&mut self, hash: TextHash) -> bool {
        let is_fresh = !self.used.contains(&hash);
        self.used.push(hash);
        if self.used.len() > IDS {
            self.used.remove(0);
        }
        is_fresh
    }

    /// The page itself used an id.
    pub fn note_used_id(&mut self, bits: u64) {
        let hash = TextHash::new(bits);
        self.note_used(hash);
        self.page.note_used_id(hash);
    }

    /// Compares the turns with a plain list, after an input of the embed `id`.
    fn note_turns(&mut self, id: EmbedId) {
        let page = &self.page;
        self.waiting.update(id, &self.members, |id| page.state(id));
    }

    /// Does every effect until nothing is left.
    pub fn drain(&mut self) {
        let mut effects = 0;
        while self.step() {
            effects += 1;
            assert!(effects <= MOST_EFFECTS, "the effects do not end");
        }
        for member in &self.members {
            member.check_at_rest(self.page.state(member.id));
        }
    }

    /// Does the next effect; false if there is none.
    pub fn step(&mut self) -> bool {
        let Some((id, effect)) = self.page.poll() else {
            return false;
        };
        self.log.push((id, effect));
        let state = self.page.state(id);
        if let Effect::SetTimer { at } = effect {
            let since = self.member(id).handled_at;
            assert!(at > since, "a timer that was past when it was planned");
        }
        self.member(id).begin(effect, state);
        self.run_inside(id, &effect);
        self.answer(id, effect);
        true
    }

    /// What the shell hands in at the end of an effect.
    fn answer(&mut self, id: EmbedId, effect: Effect) {
        match effect {
            Effect::LoadWithId | Effect::Load => {
                let answer = self
                    .load_error
                    .map_or(session::Input::Loaded, session::Input::LoadFailed);
                self.hand_in(id, answer);
            }
            Effect::AskIfSeen if self.is_seen => self.hand_in(id, session::Input::Seen),
            Effect::AskIfViewed => self.hand_in(id, session::Input::Viewed),
            Effect::PostId if self.is_unreachable => {
                self.hand_in(id, session::Input::Unreachable);
            }
            _ => {}
        }
    }

    fn run_inside(&mut self, id: EmbedId, effect: &Effect) {
        let wanted = |(wanted, _): &(Wanted, Inside)| wanted(id, effect);
        let Some(place) = self.inside.iter().position(wanted) else {
            return;
        };
        let (_, act) = self.inside.remove(place);
        act(self);
    }

    /// The page sends an action. The number names it.
    pub fn act(&mut self, id: EmbedId, number: u32, lasts: bool) -> Result<(), Error> {
        let dispatch = self.page.dispatch(id, lasts)?;
        self.member(id).dispatch(dispatch, number, lasts);
        Ok(())
    }

    /// Answers the mint under way with a fresh id.
    pub fn mint(&mut self, id: EmbedId) {
        self.next_id += 1;
        self.mint_as(id, self.next_id);
    }

    pub fn mint_as(&mut self, id: EmbedId, hash: u64) {
        let ticket = self.member(id).mint.expect("a mint is under way");
        self.input(id, Input::Minted(ticket, TextHash::new(hash)));
    }

    pub fn mint_fails(&mut self, id: EmbedId) {
        let ticket = self.member(id).mint.expect("a mint is under way");
        let failure = session::MintFailure::Failed;
        self.input(id, session::Input::MintFailed(ticket, failure));
    }

    pub fn ready(&mut self, id: EmbedId) {
        self.input(id, session::Input::Ready(Some(Mode::Signed)));
    }

    pub fn destroy(&mut self, id: EmbedId) {
        self.input(id, session::Input::Destroy);
    }

    /// `session-expired` of a session that has lapsed just now.
    pub fn expired(&mut self, id: EmbedId) {
        let at = self.now.wall;
        self.input(
            id,
            session::Input::Expired {
                expired_at: at,
                reported_at: at,
            },
        );
    }

    /// Lets both clocks run, and hands in `Tick` whenever a timer that the shell has set is due.
    pub fn advance(&mut self, time: Millis) {
        let end = self.now.monotonic + time;
        loop {
            let timers = self
                .members
                .iter()
                .filter_map(|member| member.timer.map(|at| (at, member.id)));
            let Some((at, id)) = timers.min_by_key(|timer| timer.0).filter(|it| it.0 <= end) else {
                break;
            };
            self.pass(at - self.now.monotonic);
            self.input(id, session::Input::Tick);
        }
        self.pass(end - self.now.monotonic);
    }

    /// Lets both clocks run without any input, as in a frozen tab.
    pub fn pass(&mut self, time: Millis) {
        self.now.monotonic = self.now.monotonic + time;
        self.now.wall = self.now.wall + time;
    }

    pub fn state(&self, id: EmbedId) -> State {
        self.page.state(id).expect("the embed is open")
    }

    pub fn renewal(&self, id: EmbedId) -> Renewal {
        self.state(id).renewal
    }

    pub fn last_error(&self, id: EmbedId) -> Option<&'static str> {
        self.state(id).last_error.map(|error| error.code().as_str())
    }

    pub fn member(&mut self, id: EmbedId) -> &mut Member {
        let mut members = self.members.iter_mut();
        members
            .find(|it| it.id == id)
            .expect("the embed was opened")
    }

    /// The effects of one embed.
    pub fn effects(&self, id: EmbedId) -> Vec<Effect> {
        let of_embed = self.log.iter().filter(|entry| entry.0 == id);
        of_embed.map(|entry| entry.1).collect()
    }

    /// The embeds that mint now, in the order in which they were opened.
    pub fn minting(&self) -> Vec<EmbedId> {
        let minting = self.members.iter().filter(|member| member.mint.is_some());
        minting.map(|member| member.id).collect()
    }
}
