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
    "transformSync.start" POST "/api/v1/deployments/{deploymentId}/transform-sync"
        OneOf(SCHEMA_UPDATE), sync::start, "Start a data-transformation sync"
        .body("@SyncInput")
        .answers(&[(201, Json("SyncStarted"))]);

    "transformSync.list" GET "/api/v1/deployments/{deploymentId}/transform-sync"
        User, sync::list, "Run history"
        .query("status:string trigger:string first:page after:string")
        .answers(&[(200, List("SyncRun"))]);

    "transformSync.retrieve" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
        User, sync::retrieve, "Poll status"
        .answers(&[(200, Json("Sync"))]);

    "transformSync.result" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result"
        User, sync::result, "Result"
        .answers(&[(200, Json("SyncResult"))])
        .errors(&[(409, "the sync is still running")]);

    "transformSync.logs" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs"
        User, sync::logs, "Log entries"
        .answers(&[(200, List("LogEntry"))]);

    "transformSync.cancel" DELETE "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
        OneOf(SCHEMA_UPDATE), sync::cancel, "Cancel a running sync"
        .answers(&[(200, Json("Sync"))]);

    "transformSync.generatedFiles" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files"
        User, sync::generated_files, "Files generated when the sync did not commit"
        .query("first:page after:string")
        .answers(&[(200, List("File"))])
        .errors(&[(404, "the sync committed to a branch, or a stale or unknown job")]);

    "metricViewPreviews.create" POST "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews"
        OneOf(SCHEMA_READ), metric_views::create_preview, "Queue an offline conversion of the latest successful build"
        .answers(&[(202, Json("Preview"))]);

    "metricViewPreviews.retrieve" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
        OneOf(SCHEMA_READ), metric_views::retrieve_preview, "Poll progress"
        .answers(&[(200, Json("Preview"))]);

    "metricViewPreviews.result" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result"
        OneOf(SCHEMA_READ), metric_views::preview_result, "Completed result"
        .answers(&[(200, Json("PreviewResult"))])
        .errors(&[(409, "still running, or ended without a result")]);

    "metricViewPreviews.cancel" DELETE "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
        OneOf(SCHEMA_READ), metric_views::cancel_preview, "Request cancellation"
        .answers(&[(200, Json("Preview"))]);

    "metricViewIntegrations.retrieve" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
        OneOf(SCHEMA_READ), metric_views::retrieve_integration, "Read the publication configuration"
        .answers(&[(200, Json("Integration"))]);

    "metricViewIntegrations.upsert" PUT "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
        OneOf(SCHEMA_UPDATE), metric_views::upsert_integration, "Create or update"
        .body("@IntegrationInput")
        .answers(&[(200, Json("Integration")), (201, Json("Integration"))])
        .errors(&[(404, "no such data source"), (409, "the configuration is at another version")]);
};
