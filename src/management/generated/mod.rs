//! What `npm run generate` writes from `service.toml`.
#![allow(
    clippy::doc_markdown,
    reason = "the texts are those of both languages and of the documentation"
)]

pub mod models;
pub mod namespaces;
#[rustfmt::skip]
pub mod table;
#[rustfmt::skip]
pub mod words;
