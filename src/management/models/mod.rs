//! The types of requests and answers.
//!
//! `models!` declares a type once and creates its Rust type, its TypeScript type and its
//! documentation. Unknown fields are kept in `extra`, and unknown values of an enumeration in its
//! `Other`. A payload that the service does not describe is a `serde_json::Value`, and `unknown` in
//! TypeScript.

mod control_plane;
mod dashboard;
mod inputs;
mod queries;
mod schema;
mod scim;
mod workbook;

pub use crate::protocol::schema::Nullable;
pub use control_plane::*;
pub use dashboard::*;
pub use inputs::*;
pub use queries::*;
pub use schema::{Choice, Cursorless, FieldShape, Fields, Id, KnownField, ModelDoc, Open, Shape};
pub use scim::*;
pub use workbook::*;

/// All models, in the order of the files.
pub fn all() -> Vec<ModelDoc> {
    [
        workbook::MODELS,
        dashboard::MODELS,
        control_plane::MODELS,
        inputs::MODELS,
        queries::MODELS,
        scim::MODELS,
    ]
    .concat()
}
