//! The page machine of `svc-embed` under the model checker [stateright](https://docs.rs/stateright).
//!
//! `docs/proof.md` says what is modelled and proved, and `proof/README.md` explains the words. The
//! modules in the order in which they build on each other:
//!
//! 1. [`clock`], [`witness`], [`scenario`], [`verdict`]: what one exploration is, and its words.
//! 2. [`truth`]: an embed as it truly is. [`history`]: what the laws must remember of it.
//! 3. [`state`]: stateright's `State`: the page, the clocks, and the truth.
//! 4. [`step`], [`laws`], [`notes`]: one input to the page, how it is judged, and what is remembered.
//! 5. [`shell`]: hands inputs to the page and does its effects.
//! 6. [`action`]: stateright's `Action`: what can happen. [`next`]: how it happens.
//! 7. [`calm`]: the benign end of every history.
//! 8. [`model`]: stateright's `Model` and `Property`. [`report`]: runs explorations.
#![allow(
    missing_docs,
    reason = "a program of its own; names are explained where they are not plain"
)]

pub mod action;
pub mod calm;
pub mod clock;
pub mod history;
pub mod laws;
pub mod model;
pub mod next;
pub mod notes;
pub mod report;
pub mod run;
pub mod scenario;
pub mod shell;
pub mod state;
pub mod step;
pub mod truth;
pub mod verdict;
pub mod witness;
