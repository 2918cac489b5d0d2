//! The exports of the npm package: what the thin TypeScript of `npm/src` stands on. They carry no
//! logic of their own; they turn JavaScript values into the bridge's types and back.

mod options;

use wasm_bindgen::prelude::*;

use crate::bridge::{self, Action, Slot, Value, item, news};
use crate::error::Error;

/// For what the compiler asks for one. Nothing of the bridge allocates as it stands, so none of it
/// ships; what did would get the first place that fits.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

/// A panic says nothing: its text, and the machinery that would write it, would be an eighth of
/// what ships. There is none that an input could cause.
#[cfg(all(target_family = "wasm", not(feature = "bridge")))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The one way in, by the numbers of `news`. Gives 0 or the number of an error; of a
/// message, what is to be done with it; of a new embed, its slot or, below 0, an error.
///
/// One function and not four, for each is called by way of a wrapper that has its price.
#[wasm_bindgen]
pub fn tell(slot: Slot, what: i32, number: u32, value: Value) -> i32 {
    match what {
        news::OPEN => options::read(value, number)
            .and_then(|setup| bridge::open(&setup))
            .unwrap_or_else(|error| -error.number()),
        news::SEND => {
            let action = Action::of(item(value, 0), item(value, 1), number != 0);
            let sent = action.and_then(|action| bridge::send(slot, &action));
            sent.map_or_else(Error::number, |()| 0)
        }
        _ => bridge::tell(slot, what, number, value),
    }
}
