//! The renewal machine: keeps a signed session alive for as long as the page is open.
//!
//! Pure: inputs and a clock reading go in ([`Session::handle`]), effects come out
//! ([`Session::poll`]), and [`Session::next_timeout`] says when to come back. The machine knows
//! no clock, no JavaScript and no I/O, so its whole behaviour can be played through natively.
//!
//! # Invariants
//!
//! Tests name the invariant they hold by its number.
//!
//! 1. **Single flight.** At most one mint is under way for an embed.
//! 2. **One renewal a session.** `session-expiring` and `session-expired` of one session make one
//!    renewal, in either order; a late event of an earlier session makes none.
//! 3. **Minted at the moment of sending.** An id is delivered as soon as its mint ends, at most
//!    once, and never when it may be older than five minutes.
//! 4. **Fresh ids only.** An id that was given before, for whichever embed of the page, an empty
//!    one, or something that is no string is refused and minted again.
//! 5. **Foreground mints only what is due.** A tab that comes back to a fresh session mints
//!    nothing.
//! 6. **No failure ends the loop.** A failed attempt backs off; after the last one the session is
//!    `stopped` until the next trigger. Only a sign-out and `destroy` are final.
//! 7. **Bounded asking.** Attempts of one renewal are at most [`Policy::max_attempts`], and a
//!    failure is followed by a pause of at least [`Policy::retry_min`]. The machine's own deadline
//!    renews no session that was given less than that ago.
//! 8. **One clock.** Durations are taken from the monotonic clock, with the sleep that it missed. A
//!    wall clock that is wrong or jumps by up to an hour changes nothing; a longer lead of the wall
//!    clock counts as sleep. Invariant 3 goes before it: an id
//!    whose mint spans a jump of five minutes may be old, and is minted again.
//! 9. **Private embeds never mint.**
//! 10. **Destroyed is destroyed.** No timer, no effect, and a late mint is dropped.
//! 11. **A rejection leaves the session as it was**, and is followed by a fresh id.
//! 12. **A late renewal replays.** Where the embed lost its view state, the page's actions are
//!     sent again.
//! 13. **Every promise settles.** Each `renew` and `reload` ends in one [`Effect::Settle`].

mod given;
mod jitter;
mod machine;
mod policy;
mod seeded;
mod state;
mod time;
mod turns;

pub use crate::protocol::SessionId;
pub use given::GivenIds;
pub use machine::{Effect, Input, MintFailure, Reason, Session, Ticket};
pub use policy::{ID_LIFETIME, OnExhausted, Policy};
#[cfg(feature = "seeded-bugs")]
pub use seeded::Bug;
pub use state::{Mode, Renewal, State, Status};
pub use time::{Millis, Now, WALL_SLACK};
pub use turns::{MINTS_AT_A_TIME, Turn, Turns, grant};
