//! The API of the service: every operation of the [`table`], over `SQLite`.
//!
//! A request goes one way: [`router`] finds the operation and makes a [`call::Call`] of it, in one
//! transaction; [`caller`] says who calls, and whether the table allows it; the operation's handler
//! answers. What a handler wrote before it failed is undone with the transaction.

mod access;
mod attributes;
mod audit;
mod branches;
mod call;
mod caller;
mod checksum;
mod clone;
mod comments;
mod dashboards;
mod data_api;
mod data_model;
mod database;
mod deployments;
mod documents;
mod embed_access;
mod embed_dashboards;
mod embed_sessions;
mod embed_tenants;
mod env_vars;
mod environments;
mod exports;
mod github;
mod jobs;
mod metric_views;
mod notifications;
mod operation;
mod page;
mod placements;
mod reply;
mod reports;
mod router;
mod rows;
mod scim;
mod seed;
mod spec;
mod sync;
mod table;
mod tenant;
mod token;
mod uploads;
mod usage_analytics;
mod users;
mod versions;
mod workbooks;
mod workspace;

pub use database::{Dashboard, Database, DatabaseError};
pub use embed_sessions::PATH as GENERATE_SESSION;
pub use router::routes;
pub use seed::demonstration;
