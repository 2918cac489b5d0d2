//! Syncs and metric views.

use crate::api::operation::Access::{OneOf, User};
use crate::api::operation::Answer::{Json, List};
use crate::api::operation::{Operation, operations};
use crate::api::{metric_views, sync};

/// Either permission allows reading a publication configuration.
const SCHEMA_READ: &[&str] = &["SchemaRead", "SchemaUpdate"];

/// Changes a data model or a publication configuration.
const SCHEMA_UPDATE: &[&str] = &["SchemaUpdate"];

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "transformSync.start" => OneOf(SCHEMA_UPDATE), sync::start
        .body("@StartTransformSync")
        .answers(&[(201, Json("StartedSync"))]);

    "transformSync.list" => User, sync::list
        .answers(&[(200, List("SyncRun"))]);

    "transformSync.retrieve" => User, sync::retrieve
        .answers(&[(200, Json("Sync"))]);

    "transformSync.result" => User, sync::result
        .answers(&[(200, Json("SyncResult"))])
        .errors(&[(409, "the sync is still running")]);

    "transformSync.logs" => User, sync::logs
        .answers(&[(200, List("LogEntry"))]);

    "transformSync.cancel" => OneOf(SCHEMA_UPDATE), sync::cancel
        .answers(&[(200, Json("Sync"))]);

    "transformSync.generatedFiles" => User, sync::generated_files
        .answers(&[(200, List("File"))])
        .errors(&[(404, "the sync committed to a branch, or a stale or unknown job")]);

    "metricViewPreviews.create" => OneOf(SCHEMA_READ), metric_views::create_preview
        .answers(&[(202, Json("Preview"))]);

    "metricViewPreviews.retrieve" => OneOf(SCHEMA_READ), metric_views::retrieve_preview
        .answers(&[(200, Json("Preview"))]);

    "metricViewPreviews.result" => OneOf(SCHEMA_READ), metric_views::preview_result
        .answers(&[(200, Json("PreviewResult"))])
        .errors(&[(409, "still running, or ended without a result")]);

    "metricViewPreviews.cancel" => OneOf(SCHEMA_READ), metric_views::cancel_preview
        .answers(&[(200, Json("Preview"))]);

    "metricViewIntegrations.retrieve" => OneOf(SCHEMA_READ), metric_views::retrieve_integration
        .answers(&[(200, Json("Integration"))]);

    "metricViewIntegrations.upsert" => OneOf(SCHEMA_UPDATE), metric_views::upsert_integration
        .body("@UpsertMetricViewIntegration")
        .answers(&[(200, Json("Integration")), (201, Json("Integration"))])
        .errors(&[(404, "no such data source"), (409, "the configuration is at another version")]);
};
