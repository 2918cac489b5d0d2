//! All embeds of one page as one machine.
//!
//! Pure, like [`session`]: a shell hands in what happened with a reading of the
//! clocks ([`Page::handle`]), and then does every effect that [`Page::poll`] returns until nothing
//! is left. The page calls nothing, so a shell may call it from anywhere, also while it is doing an
//! effect: the call inside simply polls the effects that are left.
//!
//! ```text
//!            Input              ┌─ page: the turns to mint and the used ids of all embeds ──────────────┐
//! shell ──────────▶ Page::handle│ for each embed: its timer, when actions go, the state that was told   │
//!       ◀────────── Page::poll  │   document: what each `load` and `navigate` means                     │
//!            Effect             │       │ shown, moved, navigated,       ▲ has it reported? is a `ready`│
//!                               │       ▼ offline, blocked, foreground   │ an answer, an embed awaited? │
//!                               │   session: when an id is minted, and whether it is posted or loaded   │
//!                               └───────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! There are two shells: `npm/src/shell/host.ts` over `src/npm`, and `src/bridge` for web apps in Rust. They compare
//! windows and read clocks; whatever they would otherwise conclude is concluded here.
//!
//! # Invariants
//!
//! Tests name the invariant they hold by its number.
//!
//! 1. **Few mints.** At most one mint is under way for an embed, and [`MINTS_AT_A_TIME`] for each tenant of a page. The
//!    embeds of a tenant are served in the order in which they asked; none waits while its tenant has a turn left.
//!    A turn ends with its mint. A move and a `reload` keep the mint, and its id is loaded.
//! 2. **One renewal a session.** `session-expiring` and `session-expired` of one session start one renewal, in either
//!    order, also if the ends that they name lie up to a minute apart. A late event of an earlier session starts none.
//! 3. **Minted at the moment of sending.** An id is delivered as soon as its mint ends, at most once, and never if it
//!    may be older than five minutes.
//! 4. **Fresh ids only.** An empty id, one that is no string, and one that any embed of the page was given before are
//!    refused and minted again.
//! 5. **Foreground mints only what is due.** A tab that comes back to a fresh session mints nothing, unless an
//!    attempt has failed. It does not disturb a load that is under way.
//! 6. **No failure ends the loop.** A failed attempt backs off. After the last one, the next trigger, a deadline or
//!    [`Policy::retry_stopped`] starts another. A rejection leaves the session as it was. Only a sign-out and
//!    `destroy` are final.
//! 7. **Bounded asking and loading.** A renewal has at most [`Policy::max_attempts`] attempts, with pauses that grow
//!    from [`Policy::retry_min`]; the page shortens them to a second, and moves to `retry_min`. Events of the embed make no storm: of
//!    three mints in a row that the page did not ask for, two lie `retry_min` apart.
//! 8. **One clock.** Durations are those of the monotonic clock, plus the sleep that it missed. A wall clock that is
//!    wrong or jumps by up to an hour changes nothing; a longer lead counts as sleep.
//! 9. **Nobody is minted for.** No id is minted for a private embed, nor while the iframe is in no document or the
//!    page is prerendered. An id that counted as taken and was lost with its document is followed by
//!    another, once for each renewal.
//! 10. **Everything ends, and is told.** Each `renew` and `reload` settles. [`Effect::TellSession`] follows each change
//!     that the page can see. After [`Effect::Close`], nothing is asked for an embed, and inputs for it are ignored.
//! 11. **A document that svc-embed did not load is unknown until its first event.** No id is posted to it before. It is
//!     loaded with a fresh id if it was moved, if it is silent when `ready` is due and the viewer sees it, or if it
//!     rejects an id, unless that one was posted after its `ready`.
//! 12. **Actions reach an embed, once.** None is sent before the document shows an embed; what was kept is sent then.
//!     What describes a state is sent again after a loss, and only then: by a late renewal, by another document, and by
//!     a remount at most once in `retry_min`.

mod document;
mod embed;
mod id;
mod input;
mod queue;
mod used_ids;

use crate::error::Error;
use crate::session::{self, Millis, Now, Policy, Session, State};

pub use crate::session::{Effect, EffectKind, LoadedBy};
pub use document::Fact;
use embed::Embed;
pub use id::EmbedId;
pub use input::Input;
use queue::Queue;
pub use used_ids::TextHash;
use used_ids::UsedIds;

/// How many embeds a page can hold. Browsers allow about as many iframes.
pub const MAX_EMBEDS: usize = 1_024;

/// How many mints for one tenant may be under way on a page. Without a limit, a page with fifty
/// dashboards would send fifty requests to its backend at once. The tenants do not share a limit,
/// because a backend that hangs must not stop the others.
pub const MINTS_AT_A_TIME: usize = 4;

/// How many session ids are remembered: those of a month of fifty embeds, in 16 kB.
pub const REMEMBERED_IDS: usize = 2_048;

variants! {
    /// Whether an action is sent now, kept for later, or both.
    pub enum Dispatch {
        /// Send it now.
        Send,
        /// Send it now, and keep it, since it may have to be sent again.
        SendAndKeep,
        /// Keep it until [`Effect::SendActions`].
        Keep,
    }
}

/// What an embed is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Who loads the iframe.
    pub loaded_by: LoadedBy,
    /// Whether the page gave a `getSession`; without one, the embed is private.
    pub can_mint: bool,
    /// How the session is renewed.
    pub policy: Policy,
    /// How long `ready` may take.
    pub ready_timeout: Millis,
    /// The tenant: a hash of its origin. Each tenant has its own turns to mint.
    pub tenant: TextHash,
    /// Any number; it decides how this embed spreads its renewals and retries.
    pub seed: u32,
}

impl Setup {
    /// A private embed of the bridge's, with every number as it is by default.
    pub const DEFAULT: Self = Self {
        loaded_by: LoadedBy::Bridge,
        can_mint: false,
        policy: Policy::DEFAULT,
        ready_timeout: Self::READY_TIMEOUT,
        tenant: TextHash::new(0),
        seed: 0,
    };
    /// How long `ready` may take by default.
    pub const READY_TIMEOUT: Millis = Millis::new(Self::READY_WAIT);
    /// The same, in milliseconds.
    pub const READY_WAIT: u64 = 60_000;
}

/// The embeds of a page.
///
/// Nothing is allocated: a `static` can hold a page, and one without embeds consists of zeros, so
/// that it adds nothing to a WebAssembly file.
///
/// The parameters are the number of embeds, of remembered ids and of mints at a time; the tests and
/// the proof use small ones. The number of embeds must be a power of two, see [`EmbedId`], and at
/// most 65,536; at least one id must be remembered. Other numbers do not compile.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Page<
    const EMBEDS: usize = MAX_EMBEDS,
    const IDS: usize = REMEMBERED_IDS,
    const MINTS: usize = MINTS_AT_A_TIME,
> {
    places: [Place; EMBEDS],
    /// The embeds that have effects to poll.
    pending: Queue<EMBEDS>,
    /// The embeds that wait for their turn to mint.
    waiting: Queue<EMBEDS>,
    used_ids: UsedIds<IDS>,
}

/// A place for an embed. It is used again, each time with another id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Place {
    /// How many embeds have had this place, with the present one.
    generation: u32,
    content: Content,
}

/// An `Option`, but made of zeros if there is no embed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::large_enum_variant, reason = "nothing is allocated")]
#[repr(u8)]
enum Content {
    Nothing,
    Embed(Embed),
}

impl Place {
    const EMPTY: Place = Place {
        generation: 0,
        content: Content::Nothing,
    };

    fn embed(&self) -> Option<&Embed> {
        match &self.content {
            Content::Embed(embed) => Some(embed),
            Content::Nothing => None,
        }
    }

    fn embed_mut(&mut self) -> Option<&mut Embed> {
        match &mut self.content {
            Content::Embed(embed) => Some(embed),
            Content::Nothing => None,
        }
    }
}

impl<const EMBEDS: usize, const IDS: usize, const MINTS: usize> Default
    for Page<EMBEDS, IDS, MINTS>
{
    fn default() -> Self {
        Self::new()
    }
}

impl<const EMBEDS: usize, const IDS: usize, const MINTS: usize> Page<EMBEDS, IDS, MINTS> {
    /// A page without embeds.
    pub const fn new() -> Self {
        const { assert!(EMBEDS.is_power_of_two(), "see `EmbedId`") };
        Self {
            places: [const { Place::EMPTY }; EMBEDS],
            pending: Queue::new(),
            waiting: Queue::new(),
            used_ids: UsedIds::new(),
        }
    }

    /// Adds an embed. Its first effects are to be polled. One that the bridge loads asks for the first mint, or waits for
    /// its turn; without `getSession`, for the first load. The policy is one that its shell has checked.
    ///
    /// # Errors
    /// [`Error::TooManyEmbeds`] if the page is full.
    pub fn open(&mut self, now: Now, setup: &Setup) -> Result<EmbedId, Error> {
        let is_free = |(_, place): &(usize, &mut Place)| matches!(place.content, Content::Nothing);
        let (index, place) = (self.places.iter_mut().enumerate())
            .find(is_free)
            .ok_or(Error::TooManyEmbeds)?;
        place.generation = place.generation.wrapping_add(1);
        place.content = Content::Embed(Embed::new(now, setup));
        let id = EmbedId::new(index, place.generation, EMBEDS);
        self.follow_up(now, index);
        if let Some(embed) = self.embed_mut(index) {
            // The page can see it.
            embed.told = embed.session.state();
        }
        Ok(id)
    }

    /// Takes what happened to the embed `id` at the time `now`. An embed that is gone is ignored: one whose
    /// [`Effect::Close`] was polled.
    pub fn handle(&mut self, now: Now, id: EmbedId, input: Input) {
        let Some(index) = self.index(id) else {
            return;
        };
        let Some(input) = self.checked(input) else {
            return;
        };
        if let Some(embed) = self.embed_mut(index) {
            embed.handle(now, input);
        }
        self.follow_up(now, index);
    }

    /// Whether an event of the embed `id` that has no meaning of its own, or a `view`, may change something. If not, a
    /// shell need not hand in that event: they come often, and reading the clocks costs more than this check.
    pub fn awaits(&self, id: EmbedId) -> bool {
        self.embed(id)
            .is_some_and(|embed| embed.session.awaits_sign() || embed.session.awaits_view())
    }

    /// Whether the document in the iframe of the embed `id` has shown itself.
    pub fn is_shown(&self, id: EmbedId) -> bool {
        self.embed(id)
            .is_some_and(|embed| embed.session.has_reported())
    }

    /// Notes that the page itself used a session id: in the URL of an iframe that it loads.
    pub fn note_used_id(&mut self, hash: TextHash) {
        self.used_ids.note(hash);
    }

    /// Whether an action that the page sends now is sent, kept for later, or both. An action that
    /// `lasts` describes a state. It is kept, because an embed that loses its state needs it again. Any action is kept
    /// while [`Effect::SendActions`] waits to be polled.
    ///
    /// # Errors
    /// [`Error::Destroyed`] if the embed is gone.
    pub fn dispatch(&self, id: EmbedId, lasts: bool) -> Result<Dispatch, Error> {
        let embed = self.embed(id).ok_or(Error::Destroyed)?;
        Ok(embed.dispatch(lasts))
    }

    /// The session of the embed `id` as the page may see it; `None` if the embed is gone.
    pub fn state(&self, id: EmbedId) -> Option<State> {
        self.embed(id).map(|embed| embed.session.state())
    }

    /// The next thing to do, and for which embed: everything for one, then for the next. A shell calls this after each
    /// input until it returns `None`.
    pub fn poll(&mut self) -> Option<(EmbedId, Effect)> {
        loop {
            let index = self.pending.first()?;
            let generation = self.places.get(index)?.generation;
            match self.embed_mut(index).and_then(Embed::poll) {
                Some(effect) => {
                    if let (Effect::Close, Some(place)) = (effect, self.places.get_mut(index)) {
                        place.content = Content::Nothing;
                    }
                    return Some((EmbedId::new(index, generation, EMBEDS), effect));
                }
                None => self.pending.remove(index),
            }
        }
    }

    /// The input for the session of the embed. The page itself decides whether an id is fresh, and
    /// whose turn it is.
    fn checked(&mut self, input: Input) -> Option<Input> {
        use session::Input as Of;
        let repeated = |ticket| Of::MintFailed(ticket, session::MintFailure::Repeated);
        Some(match input {
            Input::Minted(ticket, hash) if !self.used_ids.note(hash) => repeated(ticket).into(),
            Input::Session(Of::Minted(ticket)) => {
                Of::MintFailed(ticket, session::MintFailure::Invalid).into()
            }
            Input::Session(Of::Turn) => return None,
            input => input,
        })
    }

    /// After an input: the embed at `index` may have effects, may have ended its mint, and may want
    /// to mint.
    fn follow_up(&mut self, now: Now, index: usize) {
        self.enqueue(index);
        // An embed may give its turn back at once: a mint may have no time at all.
        while let Some(next) = self.next_turn() {
            if let Some(session) = self.session(next) {
                session.handle(now, session::Input::Turn);
            }
            self.enqueue(next);
        }
    }

    /// The embed at `index` may have effects, and may wait for its turn or wait no more.
    fn enqueue(&mut self, index: usize) {
        self.pending.push(index);
        let session = self.session(index);
        if session.is_some_and(|session| session.awaits_turn()) {
            self.waiting.push(index);
        } else {
            self.waiting.remove(index);
        }
    }

    /// The embed that may mint now: the one that has waited longest, of those whose tenant has a turn left.
    fn next_turn(&self) -> Option<usize> {
        // The tenant that was just found to have no turn left. Mostly all embeds are of one tenant, and
        // its mints are then counted once.
        let mut busy = None;
        let mut next = self.waiting.first();
        while let Some(index) = next {
            let tenant = self.places.get(index)?.embed()?.tenant;
            if busy != Some(tenant) {
                if self.mints(tenant) < MINTS {
                    return Some(index);
                }
                busy = Some(tenant);
            }
            next = self.waiting.behind(index);
        }
        None
    }

    /// How many mints for `tenant` are under way.
    fn mints(&self, tenant: TextHash) -> usize {
        let embeds = self.places.iter().filter_map(Place::embed);
        embeds.filter(|embed| embed.mints_for(tenant)).count()
    }

    fn session(&mut self, index: usize) -> Option<&mut Session> {
        self.embed_mut(index).map(|embed| &mut embed.session)
    }

    fn embed_mut(&mut self, index: usize) -> Option<&mut Embed> {
        self.places.get_mut(index)?.embed_mut()
    }

    fn embed(&self, id: EmbedId) -> Option<&Embed> {
        self.places.get(self.index(id)?)?.embed()
    }

    /// The place of the embed `id`, if it still has one.
    fn index(&self, id: EmbedId) -> Option<usize> {
        let index = id.index(EMBEDS);
        let place = self.places.get(index)?;
        let is_current = EmbedId::new(index, place.generation, EMBEDS) == id;
        (is_current && place.embed().is_some()).then_some(index)
    }
}
