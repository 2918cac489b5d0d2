//! The API of the service: every operation of the [`table`], over `SQLite`.
//!
//! Each request takes the same way: [`router`] finds the operation and creates a [`call::Call`] in
//! one transaction. [`caller`] identifies the caller and checks that the table allows the call. The
//! operation's handler answers. If a handler fails, the transaction undoes what it wrote.

mod attributes;
mod audit;
mod branches;
mod call;
mod caller;
mod checksum;
mod clone;
mod comments;
mod contract;
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
mod form;
pub mod fuzzing;
mod github;
mod jobs;
mod merge;
mod metric_views;
mod notifications;
mod oauth_tokens;
mod operation;
mod page;
mod placements;
mod query;
mod reply;
mod reports;
mod rights;
mod router;
mod rows;
mod scim;
mod search;
mod seed;
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

pub use call::id_of;
pub use caller::credential;
pub use database::{Dashboard, Database, DatabaseError};
pub use embed_sessions::PATH as GENERATE_SESSION;
pub use operation::Api;
pub use router::{failed_at, is_operation, operation_at, routes};
pub use seed::demonstration;
