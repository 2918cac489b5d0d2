//! The renewal machine: keeps a signed session alive for as long as the page is open.
//!
//! Pure: inputs and a clock reading go in ([`Session::handle`]), effects come out
//! ([`Session::poll`]), and [`Session::next_timeout`] returns when the next input is due. The machine
//! has no clock, no JavaScript and no I/O, so native tests and the model checker can drive it.
//!
//! Its invariants are those of [`page`](crate::page).

mod jitter;
mod machine;
mod policy;
mod state;
mod time;

pub use machine::{Effect, EffectKind, Input, LoadedBy, MintFailure, Reason, Session, Ticket};
pub use policy::{ID_LIFETIME, OnExhausted, Policy};
pub use state::{Mode, Renewal, State, Status};
pub use time::{Epoch, Millis, Monotonic, Now, WALL_SLACK};
