//! The renewal machine of `svc-embed`, explored exhaustively: `docs/proof.md` describes what is
//! modelled, within which bounds, and what is proved.
#![allow(
    missing_docs,
    reason = "a program of its own; what is not plain is explained"
)]

pub mod calm;
pub mod clock;
pub mod embed;
pub mod laws;
pub mod ledger;
pub mod model;
pub mod moves;
pub mod play;
pub mod report;
pub mod scenario;
pub mod verdict;
pub mod world;
