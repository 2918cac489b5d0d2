//! Syncs and metric views.

use crate::api::operation::Access::{OneOf, User};
use crate::api::operation::{Operation, operations};
use crate::api::{metric_views, sync};

/// Either permission allows reading a publication configuration.
const SCHEMA_READ: &[&str] = &["SchemaRead", "SchemaUpdate"];

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "transformSync.start" POST "/api/v1/deployments/{deploymentId}/transform-sync"
        User, sync::start, "Start a data-transformation sync"
        .body("branchName:string output:string source:git|manifest manifest:object ref:string");

    "transformSync.list" GET "/api/v1/deployments/{deploymentId}/transform-sync"
        User, sync::list, "Run history"
        .query("status:string trigger:string first:integer after:string")
        .answer("CursorList");

    "transformSync.retrieve" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
        User, sync::retrieve, "Poll status";

    "transformSync.result" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result"
        User, sync::result, "Result"
        .errors(&[(409, "the sync is still running")]);

    "transformSync.logs" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs"
        User, sync::logs, "Log entries";

    "transformSync.cancel" DELETE "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
        User, sync::cancel, "Cancel a running sync";

    "transformSync.generatedFiles" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files"
        User, sync::generated_files, "Files generated when the sync did not commit"
        .query("first:integer after:string")
        .answer("CursorList")
        .errors(&[(404, "the sync committed to a branch, or a stale or unknown job")]);

    "metricViewPreviews.create" POST "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews"
        OneOf(SCHEMA_READ), metric_views::create_preview, "Queue an offline conversion of the latest successful build"
        .answer("202");

    "metricViewPreviews.retrieve" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
        OneOf(SCHEMA_READ), metric_views::retrieve_preview, "Poll progress";

    "metricViewPreviews.result" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result"
        OneOf(SCHEMA_READ), metric_views::preview_result, "Completed result"
        .errors(&[(409, "still running, or ended without a result")]);

    "metricViewPreviews.cancel" DELETE "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
        OneOf(SCHEMA_READ), metric_views::cancel_preview, "Request cancellation";

    "metricViewIntegrations.retrieve" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
        OneOf(SCHEMA_READ), metric_views::retrieve_integration, "Read the publication configuration";

    "metricViewIntegrations.upsert" PUT "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
        OneOf(&["SchemaUpdate"]), metric_views::upsert_integration, "Create or update"
        .body("expectedConfigurationVersion!:integer")
        .errors(&[(404, "no such data source"), (409, "the configuration is at another version")]);
};
