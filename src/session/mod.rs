//! The renewal machine: keeps a signed session alive for as long as the page is open.
//!
//! Pure: inputs and a clock reading go in ([`Session::handle`]), effects come out
//! ([`Session::poll`]), and [`Session::next_timeout`] returns when the next input is due. The machine
//! has no clock, no JavaScript and no I/O, so native tests and the model checker can drive it.
//!
//! # Invariants
//!
//! Tests name the invariant they hold by its number.
//!
//! 1. **Single flight.** At most one mint is under way for an embed.
//! 2. **One renewal a session.** `session-expiring` and `session-expired` of one session start one
//!    renewal, in either order, also if the ends that they name lie up to a minute apart. A late event of an
//!    earlier session starts none.
//! 3. **Minted at the moment of sending.** An id is delivered as soon as its mint ends, at most
//!    once, and never if it may be older than five minutes.
//! 4. **Fresh ids only.** An empty id, one that is no string, and one that any embed of the page was
//!    given before are refused and minted again. The page recognizes them ([`MintFailure`]).
//! 5. **Foreground mints only what is due.** A tab that comes back to a fresh session mints
//!    nothing.
//! 6. **No failure ends the loop.** A failed attempt backs off; after the last one the session is
//!    `stopped` until the next trigger. While the session still works, the machine triggers the
//!    next renewal itself, half-way to the lapse. While somebody looks at the page, it makes one more
//!    attempt after each [`Policy::retry_stopped`]. Only a sign-out and `destroy` are final.
//! 7. **Bounded asking.** A renewal has at most [`Policy::max_attempts`] attempts, and then those of
//!    invariant 6. A pause of at least [`Policy::retry_min`] follows a failure, and at least one timer
//!    lies between two attempts even if that is zero. A call of `renew` or `reload` shortens it to a
//!    second, counted from the failure, and starts a renewal that gave up after the same second: a page
//!    that calls it at each failure asks its backend once a second. The machine's own deadline renews
//!    no session that began less than `retry_min` ago. After a renewal that gave up, the machine by
//!    itself waits at least [`Policy::retry_max`] before it starts another; the end of the session may
//!    start it at once, and an event of the embed that says something new after `retry_min`. No events
//!    of the embed make a storm: a renewed session that ends within [`Policy::retry_max`] is a failed
//!    attempt. Of three mints in a row that the page did not ask for, two lie `retry_min` apart.
//! 8. **One clock.** Durations are those of the monotonic clock, plus the sleep that it missed. A
//!    wall clock that is wrong or jumps by up to an hour changes nothing; a longer lead of the wall
//!    clock counts as sleep. Invariant 3 takes precedence: an id whose mint spans a jump of five
//!    minutes may be old, and is minted again.
//! 9. **Private embeds never mint.**
//! 10. **Destroyed is destroyed.** No timer, no effect, and a late mint is dropped.
//! 11. **A rejection leaves the session as it was**, and is followed by a fresh id.
//! 12. **A late renewal replays once.** If the embed lost its view state, the page's actions are sent
//!     again: at the first view, or else at the confirmation. A `ready` that answers later shows a second loss.
//! 13. **Every promise settles.** Each `renew` and `reload` ends in an [`Effect::Settle`], also if nobody sees
//!     the iframe or no embed is in it; the renewal and the load then go on without the promise.
//! 14. **A document that the bridge did not load is unknown until its first event.** No id is minted for it and
//!     posted to it before. It is loaded with a fresh id if it was moved, if the one before has rejected an id that
//!     was not posted to it, or if it has reported nothing when `ready` is overdue and the viewer sees the iframe.
//! 15. **Bounded loading.** The foreground leaves a load alone that may still come to its end, and repeats one that
//!     ended offline. A load without any event is a failed attempt when `ready` is overdue and seen; after other
//!     events, only the page loads again. [`Policy::retry_min`], and a second, lie between loads that moves ask for.
//! 16. **A renewal in time changes nothing.** The first `ready` after a post, within five minutes after the id counts
//!     as taken, is its answer. Any other `ready` of the same document means that the embed has mounted itself
//!     again: the actions are sent again, at most once in [`Policy::retry_min`].
//! 17. **Nobody is minted for.** While the iframe is in no document, or the page is prerendered, no id is minted; the
//!     attempt is made as soon as that changes. If the frame goes elsewhere within five minutes after an id counts as
//!     taken, or before, another follows, once for each renewal.

mod jitter;
mod machine;
mod policy;
mod state;
mod time;

pub use machine::{Effect, Input, MintFailure, Reason, Session, Ticket};
pub use policy::{ID_LIFETIME, OnExhausted, Policy};
pub use state::{Mode, Renewal, State, Status};
pub use time::{Epoch, Millis, Monotonic, Now, WALL_SLACK};
