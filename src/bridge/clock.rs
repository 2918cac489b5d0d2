//! The clocks of the page.

use js_sys::Date;

use crate::session::{Epoch, Monotonic, Now};

/// A reading of both clocks.
pub(super) fn now() -> Now {
    let wall = Date::now();
    let performance = web_sys::window().and_then(|window| window.performance());
    Now {
        monotonic: Monotonic(to_millis(performance.map_or(wall, |clock| clock.now()))),
        wall: Epoch(to_millis(wall)),
    }
}

/// A number of JavaScript's as whole milliseconds; 0 if it is negative or not a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
pub(super) fn to_millis(number: f64) -> u64 {
    number as u64
}
