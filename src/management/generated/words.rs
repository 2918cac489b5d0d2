//! Generated from src/management/service.toml by `npm run generate`; change it there.

use std::time::Duration;

use super::super::job::Kind;

/// The words of a job that ended with a result.
pub const DONE: &[&str] = &["complete", "completed", "done", "succeeded", "success", "successful", "finished", "ready", "ok"];

/// The words of a job that ended without one.
pub const FAILED: &[&str] = &["failed", "failure", "error", "errored", "canceled", "cancelled", "aborted", "expired", "timed_out", "timedout", "timeout", "terminated", "rejected", "dropped", "stale", "skipped", "killed", "ended_without_result", "no_result", "invalid", "crashed", "stopped"];

pub const DASHBOARD_EXPORTS: Kind = Kind {
    operation: "dashboardExports.run",
    poll: "dashboardExports.retrieve",
    cancel: None,
    id: "jobId",
    collection: "dashboard-exports",
    limit: Duration::from_secs(300),
};

pub const TRANSFORM_SYNC: Kind = Kind {
    operation: "transformSync.run",
    poll: "transformSync.retrieve",
    cancel: Some("transformSync.cancel"),
    id: "syncJobId",
    collection: "transform-sync",
    limit: Duration::from_secs(3600),
};

pub const METRIC_VIEW_PREVIEWS: Kind = Kind {
    operation: "metricViewPreviews.run",
    poll: "metricViewPreviews.retrieve",
    cancel: Some("metricViewPreviews.cancel"),
    id: "previewId",
    collection: "lakehouse-metric-view-previews",
    limit: Duration::from_secs(3600),
};

/// Statuses below 500 of failures that may be temporary. Every status from 500 on may be, too.
pub const RETRIED: &[u16] = &[408, 429];

