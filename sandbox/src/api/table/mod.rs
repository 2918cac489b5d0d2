//! The table of operations.

mod generated;
mod rows;

use super::operation::Operation;
use generated::requests::REQUESTS;

/// Every operation.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    rows::OPERATIONS.iter()
}

/// The id, method, path and purpose of an operation by the client's table. An id that it does not have
/// does not compile.
#[allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "only the compiler calls it"
)]
pub const fn request(id: &str) -> [&'static str; 4] {
    let mut row = 0;
    while row < REQUESTS.len() {
        if is_same(REQUESTS[row][0].as_bytes(), id.as_bytes()) {
            return REQUESTS[row];
        }
        row += 1;
    }
    panic!("the client's table has no operation of this id");
}

/// `==`, which a constant cannot call.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([a, one @ ..], [b, other @ ..]) => *a == *b && is_same(one, other),
        _ => false,
    }
}
