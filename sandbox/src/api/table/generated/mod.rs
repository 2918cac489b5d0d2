//! What `npm run generate` writes.

pub mod requests;
