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
//! 14. **No dead document.** An iframe that was moved has been loaded with a spent id, and is loaded
//!     again with a fresh one. A rejection by a document that has reported nothing else is answered by
//!     a load, and so is one that answers no posted id: it is that of the next document. So is one that seems
//!     to answer an id, if a `load` follows within five minutes and no `ready` has come between. A renewal
//!     that is under way or stopped by then is ended by a load, too.
//! 15. **Bounded loading.** The foreground changes nothing while a load may still come to its end.
//!     A load has failed if the page was offline at the end of it; the foreground then loads the
//!     iframe again. It has failed, too, if a document has reported nothing when `ready` is overdue and
//!     the viewer sees the iframe: that is a failed attempt. If it has reported something, but not
//!     `ready`, the viewer may see something: the state has the error, and the page may call `reload`. The
//!     time for `ready` begins with the load. A frame that
//!     nobody sees may not be drawn, so its time begins anew when somebody does. Between a load and one that the foreground or a second move asks for lies a pause
//!     of at least [`Policy::retry_min`], and of at least a second; each move within eight seconds of a
//!     load doubles it, up to eight seconds. A `ready` that comes during the pause ends it.
//! 16. **A renewal in time changes nothing.** Each post is answered by at most one `ready`, within five
//!     minutes after the id counts as taken; the answer has the actions sent again only if the renewal was late. Any other `ready` of
//!     the same document means that the embed has mounted itself again, and has the actions sent again;
//!     not, though, if it comes in the pause after the one before. The pause is [`Policy::retry_min`] at
//!     first; each such `ready` doubles it, up to [`Policy::retry_max`]. If a document to which the frame
//!     has gone by itself comes to the end of its load within ten seconds of such a `ready`, that was the
//!     document's own: it has the actions sent again, unless it had already. One that reports nothing for
//!     two seconds has them sent, too, if an embed was ready before: it may have nothing to report. If it
//!     reports something within the next ten seconds, it was slow, and has them sent once more. Of many
//!     documents in a row that are ready before the end of their loads, only the first eight are sent the
//!     actions without a pause.
//! 17. **Nobody is minted for.** While the iframe is in no document, or the page is prerendered, no id is
//!     minted; the attempt is made as soon as that changes. Nor is one minted for a document to which the
//!     frame has gone by itself, and none posted to it, before an embed has shown itself in it. An event about
//!     the end of a session shows none in the first two seconds after its load: the document before may have
//!     sent it. If the frame goes elsewhere while an id is confirmed, within five minutes after it counts as
//!     taken without an answer, or soon after a `ready` that seemed to answer it, the id may be lost: the next
//!     document is given another.

mod jitter;
mod machine;
mod policy;
mod state;
mod time;

pub use machine::{Effect, Input, MintFailure, Reason, Session, Ticket};
pub use policy::{ID_LIFETIME, OnExhausted, Policy};
pub use state::{Mode, Renewal, State, Status};
pub use time::{Epoch, Millis, Monotonic, Now, WALL_SLACK};
