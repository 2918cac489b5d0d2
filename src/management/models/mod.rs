//! The shapes of what is sent and what comes back.
//!
//! A shape is declared once, with `models!`; its Rust type, its TypeScript type and its
//! documentation follow. What this version does not know survives: unknown fields in `extra`,
//! unknown values of an enumeration in its `Other`. A payload that the service does not describe
//! is a `serde_json::Value`, in TypeScript `unknown`.

mod control_plane;
mod dashboard;
mod inputs;
mod queries;
mod schema;
mod workbook;

pub use control_plane::*;
pub use dashboard::*;
pub use inputs::*;
pub use queries::*;
pub use schema::{FieldShape, ModelDoc, Open, Shape};
pub use workbook::*;

/// Every model, in the order of the files.
pub fn all() -> Vec<ModelDoc> {
    [
        workbook::MODELS,
        dashboard::MODELS,
        control_plane::MODELS,
        inputs::MODELS,
        queries::MODELS,
    ]
    .concat()
}
