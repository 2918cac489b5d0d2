//! The timer of an embed.

use gloo_timers::callback::Timeout;

use super::{clock, page};
use crate::page::EmbedId;
use crate::session::{Input, Monotonic};

/// The longest delay that `setTimeout` takes. A timer that fires early does no harm: the embed sets
/// it again.
const LONGEST: u32 = i32::MAX.cast_unsigned();

/// Reports [`Input::Tick`] for the embed `id` when the monotonic clock reads `at`, unless it is
/// dropped before.
#[must_use = "dropping a timer stops it"]
pub(super) fn set(id: EmbedId, at: Monotonic) -> Timeout {
    let delay = at - clock::now().monotonic;
    let delay = u32::try_from(delay.0).map_or(LONGEST, |delay| delay.min(LONGEST));
    Timeout::new(delay, move || page::handle(id, Input::Tick))
}
