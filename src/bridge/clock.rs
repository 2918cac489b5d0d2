//! The clocks of the page.

use js_sys::Date;

use crate::session::{Epoch, Monotonic, Now};

/// A reading of both clocks.
pub(super) fn now() -> Now {
    let wall = Date::now();
    let performance = web_sys::window().and_then(|window| window.performance());
    Now {
        monotonic: Monotonic::from_number(performance.map_or(wall, |clock| clock.now())),
        wall: Epoch::from_number(wall),
    }
}
