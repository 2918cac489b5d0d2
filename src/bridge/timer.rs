//! The timer of an embed.

use gloo_timers::callback::Timeout;

use super::{clock, registry};
use crate::page::EmbedId;
use crate::session::{Input, Monotonic};

/// The longest delay that `setTimeout` takes, in milliseconds. A timer that fires early does no harm:
/// the embed sets it again.
const LONGEST: f64 = 2_147_483_647.0;

/// Reports [`Input::Tick`] for the embed `id` when the monotonic clock reads `at`, unless it is
/// dropped before.
#[must_use = "dropping a timer stops it"]
pub(super) fn set(id: EmbedId, at: Monotonic) -> Timeout {
    let delay = at - clock::now().monotonic;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the delay is at least 0 and at most LONGEST"
    )]
    let delay = delay.number().ceil().min(LONGEST) as u32;
    Timeout::new(delay, move || registry::handle(id, Input::Tick))
}
