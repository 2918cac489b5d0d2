//! What all embeds of a page share: their places, the turns to mint, and the ids that were given.
//! Whatever happens comes in here, with the slot of the embed that it concerns.

use core::mem::replace;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use spin::Mutex;

use super::effects::feed;
use super::embed::{Embed, receive};
use super::host;
use super::host::{UNDEFINED, Value};
use crate::error::Error;
use crate::protocol::{EmbedUrl, SessionId};
use crate::session::{GivenIds, Input, MintFailure, Policy, Ticket, Turn, Turns, grant};

/// The number of an embed on its page. None is given twice, but after millions of others.
pub(crate) type Slot = i32;

/// How long `ready` may take by default, in milliseconds.
pub(crate) const READY_TIMEOUT: u64 = 60_000;

/// What makes an embed.
pub(crate) struct Setup {
    /// `None` where the page loads the iframe itself.
    pub(crate) url: Option<EmbedUrl<Value>>,
    /// Whether there is a `getSession`.
    pub(crate) can_mint: bool,
    pub(crate) policy: Policy,
    /// How long `ready` may take, in milliseconds.
    pub(crate) ready_timeout: u64,
    /// For the jitter of this embed.
    pub(crate) seed: u32,
}

/// What the page's side tells, by the same numbers in `npm/src/host.js`. Beside it there is a
/// number and a value; which, stands behind the names.
pub(crate) mod news {
    // 0 is the start.
    pub(crate) const TICK: i32 = 1;
    /// The ticket, the answer.
    pub(crate) const MINTED: i32 = 2;
    /// The ticket.
    pub(crate) const MINT_FAILED: i32 = 3;
    /// The ticket.
    pub(crate) const SIGNED_OUT: i32 = 4;
    pub(crate) const RENEW: i32 = 5;
    /// Whether the iframe can be loaded anew.
    pub(crate) const RELOAD: i32 = 6;
    pub(crate) const FOREGROUND: i32 = 7;
    pub(crate) const DESTROY: i32 = 8;
    /// Whether it is from the tenant's origin, the message.
    pub(crate) const RECEIVE: i32 = 9;
    /// Whether it is the whole payload, the name and the payload. From the npm package alone.
    #[cfg(feature = "npm")]
    pub(crate) const SEND: i32 = 10;
    /// A seed, what `open` takes. From the npm package alone.
    #[cfg(feature = "npm")]
    pub(crate) const OPEN: i32 = 11;
}

/// How many embeds a page may have at a time. They are in a static: nothing is allocated, and no
/// code is there for that.
const PLACES: usize = 1_024;
/// The last of them; below a slot's number these bits are its place.
const LAST: Slot = 1_023;

/// The embeds, of which the first so many places have been used.
struct Embeds {
    used: usize,
    places: [Place; PLACES],
}

/// A place is used again, each time by another slot: its number and, in the lower bits, its place.
struct Place {
    slot: Slot,
    embed: Held,
}

/// An `Option`, but of zeros where there is none: a static of zeros adds nothing to the file.
#[expect(clippy::large_enum_variant, reason = "nothing is allocated")]
#[repr(u8)]
enum Held {
    None,
    Some(Embed),
}

// A lock that is only tried has no way to wait or to panic, and a static that is there from the
// beginning has no first use: neither has code for that.
static EMBEDS: Mutex<Embeds> = Mutex::new(Embeds {
    used: 0,
    places: [const {
        Place {
            slot: 0,
            embed: Held::None,
        }
    }; PLACES],
});

static TURNS: Turns = Turns::new();
/// Whether turns are being handed on.
static HANDING_ON: AtomicBool = AtomicBool::new(false);
/// Kept as long as the page: a cache outlives the embed that it first answered.
static GIVEN: GivenIds = GivenIds::new();

/// Uses the embed of `slot`, for which nothing may call the page's own code: it would find `None`,
/// as it does once the embed is destroyed.
pub(super) fn with<R>(slot: Slot, use_it: impl FnOnce(&mut Embed) -> R) -> Option<R> {
    with_place(slot, |place| match &mut place.embed {
        Held::Some(embed) => Some(use_it(embed)),
        Held::None => None,
    })?
}

fn with_place<R>(slot: Slot, use_it: impl FnOnce(&mut Place) -> R) -> Option<R> {
    EMBEDS.try_lock()?.place(slot).map(use_it)
}

impl Embeds {
    /// The place that `slot` has still.
    fn place(&mut self, slot: Slot) -> Option<&mut Place> {
        let place = self
            .places
            .get_mut(slot.cast_unsigned() as usize % PLACES)?;
        (place.slot == slot).then_some(place)
    }

    /// Gives `embed` a place, and its slot.
    fn add(&mut self, embed: Embed) -> Option<Slot> {
        let is_free = |(_, place): &(Slot, &mut Place)| matches!(place.embed, Held::None);
        let (index, place) = (0..).zip(&mut self.places).find(is_free)?;
        place.slot = ((place.slot | LAST) + 1 + index) & Slot::MAX;
        place.embed = Held::Some(embed);
        let slot = place.slot;
        self.used = self.used.max(index.cast_unsigned() as usize + 1);
        Some(slot)
    }
}

/// Takes an embed in, which waits for its start.
///
/// # Errors
/// Where the policy's values do not go together, or there are too many embeds.
pub(crate) fn open(setup: &Setup) -> Result<Slot, Error> {
    setup.policy.check()?;
    let url = setup.url.as_ref().map_or(UNDEFINED, |url| *url.text());
    let embed = Embed::new(setup);
    let slot = EMBEDS.try_lock().and_then(|mut embeds| embeds.add(embed));
    let slot = slot.ok_or(Error::TOO_MANY)?;
    host::set_url(url);
    Ok(slot)
}

/// The page's side tells something of the embed in `slot`. Gives 0, or the number of an error where
/// the embed is gone, or its iframe cannot be loaded anew; of a message, what [`receive`] does.
pub(crate) fn tell(slot: Slot, what: i32, number: u32, value: Value) -> i32 {
    let cannot_reload = what == news::RELOAD && number == 0;
    let input = match what {
        news::TICK => Some(Input::Tick),
        news::MINTED => Some(minted(slot, number, value)),
        news::MINT_FAILED => Some(Input::MintFailed(number, MintFailure::Failed)),
        news::SIGNED_OUT => Some(Input::MintFailed(number, MintFailure::SignedOut)),
        news::RENEW => Some(Input::Renew),
        news::RELOAD if !cannot_reload => Some(Input::Reload),
        news::FOREGROUND => Some(Input::Foreground),
        news::DESTROY => Some(Input::Destroy),
        news::RECEIVE => return receive(slot, number != 0, value),
        _ => None,
    };
    let fed = feed(slot, input, value);
    if what == news::DESTROY {
        close(slot);
    }
    match fed {
        Err(error) => error.number(),
        Ok(()) if cannot_reload => Error::NOT_RELOADABLE.number(),
        Ok(()) => 0,
    }
}

/// What `getSession` has answered.
fn minted(slot: Slot, ticket: Ticket, answer: Value) -> Input<()> {
    // The id with which the page has loaded an iframe of its own is spent, too.
    note_given(host::own_id(slot));
    if SessionId::of(answer).is_none() {
        Input::MintFailed(ticket, MintFailure::Invalid)
    } else if note_given(answer) {
        Input::Minted(ticket, ())
    } else {
        Input::MintFailed(ticket, MintFailure::Repeated)
    }
}

/// Notes that an id was given; false where it had been given before.
fn note_given(id: Value) -> bool {
    let units = (0..).map(|index| host::unit_at(id, index));
    let units = units.take_while(|unit| *unit != 0);
    GIVEN.note_units(units.map(i32::cast_unsigned))
}

/// Ends an embed whose session has ended.
pub(super) fn close(slot: Slot) {
    // A handler of `session` may have got here first.
    let is_first = with_place(slot, |place| {
        matches!(replace(&mut place.embed, Held::None), Held::Some(_))
    });
    if is_first == Some(true) {
        host::close(slot, Error::DESTROYED.number());
    }
}

/// Asks for a turn to mint for `slot`, which may come at once.
pub(super) fn request_turn(slot: Slot) {
    // A renewal whose pause is over at once has kept its turn.
    let has_turn = with(slot, |embed| {
        TURNS.request(&mut embed.turn);
        embed.turn == Turn::TAKEN
    });
    let granted = if has_turn == Some(true) {
        Some(slot)
    } else {
        grant_turn()
    };
    if let Some(granted) = granted {
        take_turn(granted);
    }
}

/// Gives turns to those who wait, as long as there are free ones. An embed that gives its own back
/// at once is followed by the loop, not by a call inside the call.
pub(super) fn hand_on_turns() {
    if HANDING_ON.swap(true, Relaxed) {
        return;
    }
    while let Some(slot) = grant_turn() {
        take_turn(slot);
    }
    HANDING_ON.store(false, Relaxed);
}

/// Gives a free turn to the embed that has waited for longest.
#[inline(never)]
fn grant_turn() -> Option<Slot> {
    let mut embeds = EMBEDS.try_lock()?;
    let used = embeds.used;
    grant(embeds.places.iter_mut().take(used).filter_map(|place| {
        let Held::Some(embed) = &mut place.embed else {
            return None;
        };
        Some((place.slot, &mut embed.turn))
    }))
}

fn take_turn(slot: Slot) {
    // It is there: it has just been given the turn.
    let _ = feed(slot, Some(Input::Turn), UNDEFINED);
}
