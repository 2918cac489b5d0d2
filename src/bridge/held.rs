//! What is taken out of its cell while it is used. Unlike a borrow this has no way to panic, so
//! nothing that would report one is linked.

use core::cell::Cell;

/// Uses what `cell` holds. Nothing may look into the cell meanwhile: it would find the default.
pub(super) fn with<T: Default, R>(cell: &Cell<T>, use_it: impl FnOnce(&mut T) -> R) -> R {
    let mut value = cell.take();
    let result = use_it(&mut value);
    // What stood in for it meanwhile holds nothing that would have to be freed.
    core::mem::forget(cell.replace(value));
    result
}
