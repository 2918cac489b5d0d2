//! The table of operations, by the part of the service that they belong to.

mod administration;
mod deployments;
mod embedding;
mod scim;
mod sync;
mod workspace;

use super::operation::Operation;

/// Every operation.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    [
        workspace::OPERATIONS,
        deployments::OPERATIONS,
        sync::OPERATIONS,
        embedding::OPERATIONS,
        administration::OPERATIONS,
        scim::OPERATIONS,
    ]
    .into_iter()
    .flatten()
}
