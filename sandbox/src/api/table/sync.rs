//! Syncs and metric views.

use crate::api::documents;
use crate::api::operation::Access::{Member, OneOf};
use crate::api::operation::{Operation, operations};

/// Either of them lets a caller read what is to be published.
const SCHEMA_READ: &[&str] = &["SchemaRead", "SchemaUpdate"];

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "transformSync.start" POST "/api/v1/deployments/{deploymentId}/transform-sync"
        Member, documents::create, "Start a data-transformation sync"
        .body("branchName:string output:string source:git|manifest manifest:object ref:string");

    "transformSync.list" GET "/api/v1/deployments/{deploymentId}/transform-sync"
        Member, documents::list, "Run history"
        .query("status:string trigger:string first:integer after:string")
        .answer("CursorList");

    "transformSync.retrieve" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
        Member, documents::retrieve, "Poll status";

    "transformSync.result" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result"
        Member, documents::list, "Result";

    "transformSync.logs" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs"
        Member, documents::list, "Log entries";

    "transformSync.cancel" DELETE "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
        Member, documents::delete, "Cancel a running sync";

    "transformSync.generatedFiles" GET "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files"
        Member, documents::list, "Files generated when the sync did not commit"
        .query("first:integer after:string")
        .answer("CursorList")
        .errors(&[(404, "the sync committed to a branch, or a stale or unknown job")]);

    "metricViewPreviews.create" POST "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews"
        OneOf(SCHEMA_READ), documents::create, "Queue an offline conversion of the latest successful build"
        .answer("202");

    "metricViewPreviews.retrieve" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
        OneOf(SCHEMA_READ), documents::retrieve, "Poll progress";

    "metricViewPreviews.result" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result"
        OneOf(SCHEMA_READ), documents::list, "Completed result"
        .errors(&[(409, "still running, or ended without a result")]);

    "metricViewPreviews.cancel" DELETE "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
        OneOf(SCHEMA_READ), documents::delete, "Request cancellation";

    "metricViewIntegrations.retrieve" GET "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
        OneOf(SCHEMA_READ), documents::retrieve, "Read the publication configuration";

    "metricViewIntegrations.upsert" PUT "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
        OneOf(&["SchemaUpdate"]), documents::update, "Create or update"
        .body("expectedConfigurationVersion!:integer");
};
