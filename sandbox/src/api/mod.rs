//! The API of the service: every operation of the [`table`], over `SQLite`.
//!
//! A request goes one way: [`router`] finds the operation and makes a [`call::Call`] of it, in one
//! transaction; [`caller`] says who calls, and whether the table allows it; the operation's handler
//! answers. What a handler wrote before it failed is undone with the transaction.

mod access;
mod audit;
mod call;
mod caller;
mod database;
mod documents;
mod embed_sessions;
mod embed_tenants;
mod operation;
mod page;
mod reply;
mod router;
mod rows;
mod seed;
mod spec;
mod table;
mod tenant;
mod token;

pub use database::{Dashboard, Database, DatabaseError};
pub use embed_sessions::PATH as GENERATE_SESSION;
pub use router::routes;
pub use seed::demonstration;
