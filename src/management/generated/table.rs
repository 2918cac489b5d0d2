//! Generated from src/management/service.toml by `npm run generate`; change it there.

use super::super::operation::{Answer, Cursorless, Method, Operation, Paging, Part};

/// Every operation.
pub const OPERATIONS: &[Operation] = &[
    WORKBOOKS_DUPLICATE,
    WORKBOOKS_UPSERT_BY_SLUG,
    WORKBOOKS_SET_AI_WIDGET_THREAD,
    WORKBOOKS_RETRIEVE_EMBED_ACCESS,
    WORKBOOKS_SET_EMBED_ACCESS,
    DEPLOYMENTS_LIST,
    DEPLOYMENTS_UPDATE,
    DEPLOYMENTS_CREATE_TOKEN,
    DEPLOYMENTS_RETRIEVE_SETTINGS,
    DEPLOYMENTS_DELETE,
    DEPLOYMENTS_RETRIEVE_BUILD_STATUS,
    DEPLOYMENTS_LIST_LOGS,
    DEPLOYMENTS_LIST_PODS,
    DEPLOYMENTS_ADVANCE_CREATION_STEP,
    DEPLOYMENTS_RESET_CREATION_STEP,
    DEPLOYMENTS_CREATE,
    ENVIRONMENTS_LIST,
    ENVIRONMENTS_CREATE_META_SYNC_TOKEN,
    BRANCHES_SET_STAGING_ENVIRONMENT,
    BRANCHES_LIST,
    BRANCHES_CREATE,
    BRANCHES_COMMIT,
    BRANCHES_PULL,
    BRANCHES_MERGE,
    BRANCHES_MERGE_TO_DEFAULT,
    BRANCHES_DELETE,
    VERSIONS_LIST,
    AUDIT_LOGS_EXPORT,
    REPORTS_LIST,
    REPORTS_CONNECT_WORKBOOK,
    REPORTS_DISCONNECT_WORKBOOK,
    REPORTS_REFRESH_PLACEMENT,
    REPORTS_UPSERT_BY_PUBLIC_ID,
    FOLDERS_LIST,
    WORKSPACE_BULK_DELETE,
    WORKSPACE_BULK_MOVE,
    WORKSPACE_LIST_SHARED,
    DASHBOARD_EXPORTS_CREATE,
    DASHBOARD_EXPORTS_RETRIEVE,
    DASHBOARD_EXPORTS_DOWNLOAD,
    NOTIFICATIONS_LIST,
    NOTIFICATIONS_CREATE,
    NOTIFICATIONS_RETRIEVE,
    NOTIFICATIONS_UPDATE,
    NOTIFICATIONS_DELETE,
    TRANSFORM_SYNC_START,
    TRANSFORM_SYNC_LIST,
    TRANSFORM_SYNC_RETRIEVE,
    TRANSFORM_SYNC_RESULT,
    TRANSFORM_SYNC_LOGS,
    TRANSFORM_SYNC_CANCEL,
    TRANSFORM_SYNC_GENERATED_FILES,
    METRIC_VIEW_PREVIEWS_CREATE,
    METRIC_VIEW_PREVIEWS_RETRIEVE,
    METRIC_VIEW_PREVIEWS_RESULT,
    METRIC_VIEW_PREVIEWS_CANCEL,
    METRIC_VIEW_INTEGRATIONS_RETRIEVE,
    METRIC_VIEW_INTEGRATIONS_UPSERT,
    EMBED_TENANTS_LIST,
    EMBED_TENANTS_DELETE,
    EMBED_TENANTS_LIST_USERS,
    EMBED_TENANTS_CREATE_GROUP,
    EMBED_TENANTS_RETRIEVE_GROUP,
    EMBED_TENANTS_UPDATE_GROUP,
    EMBED_TENANTS_LIST_GROUP_USERS,
    EMBED_TENANTS_ADD_GROUP_USERS,
    EMBED_TENANTS_REMOVE_GROUP_USERS,
    EMBED_TENANTS_LIST_WORKBOOKS,
    EMBED_DASHBOARDS_SET_SIGNED_EMBEDDING,
    EMBED_DASHBOARDS_RUN_PYTHON,
    EMBED_DASHBOARDS_LIST_COMMENTS,
    EMBED_DASHBOARDS_CREATE_COMMENT,
    EMBED_DASHBOARDS_UPDATE_COMMENT,
    EMBED_DASHBOARDS_DELETE_COMMENT,
    EMBED_DASHBOARDS_RESOLVE_COMMENT,
    EMBED_DASHBOARDS_LIST_MENTIONABLE_USERS,
    EMBED_SESSIONS_GENERATE,
    ENV_VARS_LIST,
    ENV_VARS_SET,
    REGIONS_LIST,
    DATA_MODEL_LIST_FILES,
    DATA_MODEL_PUT_FILE,
    DATA_MODEL_DELETE_FILE,
    DATA_MODEL_RENAME_FILE,
    DATA_MODEL_START_UPLOAD,
    DATA_MODEL_UPLOAD_FILE,
    DATA_MODEL_FINISH_UPLOAD,
    DATA_MODEL_LIST_FILE_HASHES,
    DATA_MODEL_VALIDATE,
    DEV_MODE_START,
    DEV_MODE_STOP,
    USERS_ME,
    USERS_UPDATE_MY_SETTINGS,
    USERS_CREATE,
    USERS_UPDATE,
    USERS_DELETE,
    USERS_BULK,
    USER_ATTRIBUTES_LIST,
    USER_ATTRIBUTES_CREATE,
    USER_ATTRIBUTES_UPDATE,
    USER_ATTRIBUTE_VALUES_LIST,
    USER_ATTRIBUTE_VALUES_SET,
    TENANT_RETRIEVE_SETTINGS,
    TENANT_UPDATE_SETTINGS,
    OAUTH_INTEGRATIONS_LIST,
    OAUTH_INTEGRATIONS_CREATE,
    OAUTH_INTEGRATIONS_RETRIEVE,
    OAUTH_INTEGRATIONS_UPDATE,
    OAUTH_INTEGRATIONS_DELETE,
    USER_OAUTH_TOKENS_LIST,
    USER_OAUTH_TOKENS_CREATE,
    USER_OAUTH_TOKENS_RETRIEVE,
    USER_OAUTH_TOKENS_UPDATE,
    USER_OAUTH_TOKENS_DELETE,
    OIDC_TOKEN_CONFIGS_LIST,
    OIDC_TOKEN_CONFIGS_CREATE,
    OIDC_TOKEN_CONFIGS_RETRIEVE,
    OIDC_TOKEN_CONFIGS_UPDATE,
    OIDC_TOKEN_CONFIGS_DELETE,
    GITHUB_REQUEST,
    USAGE_ANALYTICS_CREATE_TOKEN,
    APP_RETRIEVE_THEME,
    APP_RETRIEVE_CONFIG,
    SPEC_RETRIEVE,
    SCIM_USERS_LIST,
    SCIM_USERS_CREATE,
    SCIM_USERS_RETRIEVE,
    SCIM_USERS_REPLACE,
    SCIM_USERS_PATCH,
    SCIM_USERS_DELETE,
    SCIM_GROUPS_LIST,
    SCIM_GROUPS_CREATE,
    SCIM_GROUPS_RETRIEVE,
    SCIM_GROUPS_REPLACE,
    SCIM_GROUPS_PATCH,
    SCIM_GROUPS_DELETE,
];

pub(in crate::management) const WORKBOOKS_DUPLICATE: Operation = Operation { id: "workbooks.duplicate", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKBOOKS_UPSERT_BY_SLUG: Operation = Operation { id: "workbooks.upsertBySlug", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKBOOKS_SET_AI_WIDGET_THREAD: Operation = Operation { id: "workbooks.setAiWidgetThread", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKBOOKS_RETRIEVE_EMBED_ACCESS: Operation = Operation { id: "workbooks.retrieveEmbedAccess", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKBOOKS_SET_EMBED_ACCESS: Operation = Operation { id: "workbooks.setEmbedAccess", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_LIST: Operation = Operation { id: "deployments.list", method: Method::Get, path: "/api/v1/deployments", input: Part::Query, answer: Answer::List, paging: Some(Paging::Offset), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_UPDATE: Operation = Operation { id: "deployments.update", method: Method::Put, path: "/api/v1/deployments/{deploymentId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_CREATE_TOKEN: Operation = Operation { id: "deployments.createToken", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/token", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_RETRIEVE_SETTINGS: Operation = Operation { id: "deployments.retrieveSettings", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/settings", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_DELETE: Operation = Operation { id: "deployments.delete", method: Method::Delete, path: "/api/v1/deployments/{deploymentId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_RETRIEVE_BUILD_STATUS: Operation = Operation { id: "deployments.retrieveBuildStatus", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/build-status", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_LIST_LOGS: Operation = Operation { id: "deployments.listLogs", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/logs", input: Part::Query, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_LIST_PODS: Operation = Operation { id: "deployments.listPods", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/pods", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_ADVANCE_CREATION_STEP: Operation = Operation { id: "deployments.advanceCreationStep", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/creation-step/advance", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_RESET_CREATION_STEP: Operation = Operation { id: "deployments.resetCreationStep", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/creation-step/reset", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEPLOYMENTS_CREATE: Operation = Operation { id: "deployments.create", method: Method::Post, path: "/build/api/v1/deployments/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const ENVIRONMENTS_LIST: Operation = Operation { id: "environments.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/environments", input: Part::Query, answer: Answer::List, paging: Some(Paging::Offset), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const ENVIRONMENTS_CREATE_META_SYNC_TOKEN: Operation = Operation { id: "environments.createMetaSyncToken", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_SET_STAGING_ENVIRONMENT: Operation = Operation { id: "branches.setStagingEnvironment", method: Method::Put, path: "/build/api/v1/deployments/{deploymentId}/branches/staging-environment", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_LIST: Operation = Operation { id: "branches.list", method: Method::Get, path: "/build/api/v1/deployments/{deploymentId}/branches", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_CREATE: Operation = Operation { id: "branches.create", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/branches", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_COMMIT: Operation = Operation { id: "branches.commit", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/commit", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_PULL: Operation = Operation { id: "branches.pull", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/pull", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_MERGE: Operation = Operation { id: "branches.merge", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/merge", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_MERGE_TO_DEFAULT: Operation = Operation { id: "branches.mergeToDefault", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/merge-to-default", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const BRANCHES_DELETE: Operation = Operation { id: "branches.delete", method: Method::Delete, path: "/build/api/v1/deployments/{deploymentId}/branches", input: Part::Query, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const VERSIONS_LIST: Operation = Operation { id: "versions.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/versions", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const AUDIT_LOGS_EXPORT: Operation = Operation { id: "auditLogs.export", method: Method::Get, path: "/api/v1/audit-logs/export", input: Part::Query, answer: Answer::File, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const REPORTS_LIST: Operation = Operation { id: "reports.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/reports", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: Some(Cursorless { order: "sortBy", value: "lastViewedAt", refused: &["first", "after"], instead: "limit" }), deprecated: &[], kept: None };
pub(in crate::management) const REPORTS_CONNECT_WORKBOOK: Operation = Operation { id: "reports.connectWorkbook", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const REPORTS_DISCONNECT_WORKBOOK: Operation = Operation { id: "reports.disconnectWorkbook", method: Method::Delete, path: "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const REPORTS_REFRESH_PLACEMENT: Operation = Operation { id: "reports.refreshPlacement", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const REPORTS_UPSERT_BY_PUBLIC_ID: Operation = Operation { id: "reports.upsertByPublicId", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const FOLDERS_LIST: Operation = Operation { id: "folders.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/folders", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKSPACE_BULK_DELETE: Operation = Operation { id: "workspace.bulkDelete", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/workspace/bulk-delete", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKSPACE_BULK_MOVE: Operation = Operation { id: "workspace.bulkMove", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/workspace/bulk-move", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const WORKSPACE_LIST_SHARED: Operation = Operation { id: "workspace.listShared", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/shared-workspace", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DASHBOARD_EXPORTS_CREATE: Operation = Operation { id: "dashboardExports.create", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/dashboard-exports", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DASHBOARD_EXPORTS_RETRIEVE: Operation = Operation { id: "dashboardExports.retrieve", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: Some("Exports and their files are kept for 5 minutes after submission. If this one is gone, start a new export.") };
pub(in crate::management) const DASHBOARD_EXPORTS_DOWNLOAD: Operation = Operation { id: "dashboardExports.download", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download", input: Part::None, answer: Answer::File, paging: None, cursorless: None, deprecated: &[], kept: Some("Exports and their files are kept for 5 minutes after submission. If this one is gone, start a new export.") };
pub(in crate::management) const NOTIFICATIONS_LIST: Operation = Operation { id: "notifications.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/notifications", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const NOTIFICATIONS_CREATE: Operation = Operation { id: "notifications.create", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/notifications", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const NOTIFICATIONS_RETRIEVE: Operation = Operation { id: "notifications.retrieve", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/notifications/{notificationId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const NOTIFICATIONS_UPDATE: Operation = Operation { id: "notifications.update", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/notifications/{notificationId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const NOTIFICATIONS_DELETE: Operation = Operation { id: "notifications.delete", method: Method::Delete, path: "/api/v1/deployments/{deploymentId}/notifications/{notificationId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_START: Operation = Operation { id: "transformSync.start", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/transform-sync", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_LIST: Operation = Operation { id: "transformSync.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/transform-sync", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_RETRIEVE: Operation = Operation { id: "transformSync.retrieve", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_RESULT: Operation = Operation { id: "transformSync.result", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_LOGS: Operation = Operation { id: "transformSync.logs", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_CANCEL: Operation = Operation { id: "transformSync.cancel", method: Method::Delete, path: "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TRANSFORM_SYNC_GENERATED_FILES: Operation = Operation { id: "transformSync.generatedFiles", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: Some("Generated files are kept for 1 hour after the sync completed. A sync that commits to a branch has none.") };
pub(in crate::management) const METRIC_VIEW_PREVIEWS_CREATE: Operation = Operation { id: "metricViewPreviews.create", method: Method::Post, path: "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const METRIC_VIEW_PREVIEWS_RETRIEVE: Operation = Operation { id: "metricViewPreviews.retrieve", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: Some("Previews are kept for at most 7 days.") };
pub(in crate::management) const METRIC_VIEW_PREVIEWS_RESULT: Operation = Operation { id: "metricViewPreviews.result", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: Some("Previews are kept for at most 7 days.") };
pub(in crate::management) const METRIC_VIEW_PREVIEWS_CANCEL: Operation = Operation { id: "metricViewPreviews.cancel", method: Method::Delete, path: "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const METRIC_VIEW_INTEGRATIONS_RETRIEVE: Operation = Operation { id: "metricViewIntegrations.retrieve", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const METRIC_VIEW_INTEGRATIONS_UPSERT: Operation = Operation { id: "metricViewIntegrations.upsert", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_LIST: Operation = Operation { id: "embedTenants.list", method: Method::Get, path: "/api/v1/embed-tenants/", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_DELETE: Operation = Operation { id: "embedTenants.delete", method: Method::Delete, path: "/api/v1/embed-tenants/{embedTenantName}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_LIST_USERS: Operation = Operation { id: "embedTenants.listUsers", method: Method::Get, path: "/api/v1/embed-tenants/{embedTenantName}/users", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_CREATE_GROUP: Operation = Operation { id: "embedTenants.createGroup", method: Method::Post, path: "/api/v1/embed-tenants/{embedTenantName}/groups", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_RETRIEVE_GROUP: Operation = Operation { id: "embedTenants.retrieveGroup", method: Method::Get, path: "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_UPDATE_GROUP: Operation = Operation { id: "embedTenants.updateGroup", method: Method::Patch, path: "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_LIST_GROUP_USERS: Operation = Operation { id: "embedTenants.listGroupUsers", method: Method::Get, path: "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_ADD_GROUP_USERS: Operation = Operation { id: "embedTenants.addGroupUsers", method: Method::Post, path: "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_REMOVE_GROUP_USERS: Operation = Operation { id: "embedTenants.removeGroupUsers", method: Method::Delete, path: "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_TENANTS_LIST_WORKBOOKS: Operation = Operation { id: "embedTenants.listWorkbooks", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_SET_SIGNED_EMBEDDING: Operation = Operation { id: "embedDashboards.setSignedEmbedding", method: Method::Patch, path: "/api/v1/embed/dashboard/{publicId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_RUN_PYTHON: Operation = Operation { id: "embedDashboards.runPython", method: Method::Post, path: "/api/v1/embed/dashboard/{publicId}/python-run", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_LIST_COMMENTS: Operation = Operation { id: "embedDashboards.listComments", method: Method::Get, path: "/api/v1/embed/dashboard/{publicId}/comments", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_CREATE_COMMENT: Operation = Operation { id: "embedDashboards.createComment", method: Method::Post, path: "/api/v1/embed/dashboard/{publicId}/comments", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_UPDATE_COMMENT: Operation = Operation { id: "embedDashboards.updateComment", method: Method::Patch, path: "/api/v1/embed/dashboard/{publicId}/comments/{commentId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_DELETE_COMMENT: Operation = Operation { id: "embedDashboards.deleteComment", method: Method::Delete, path: "/api/v1/embed/dashboard/{publicId}/comments/{commentId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_RESOLVE_COMMENT: Operation = Operation { id: "embedDashboards.resolveComment", method: Method::Post, path: "/api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_DASHBOARDS_LIST_MENTIONABLE_USERS: Operation = Operation { id: "embedDashboards.listMentionableUsers", method: Method::Get, path: "/api/v1/embed/dashboard/{publicId}/comments/mentionable-users", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const EMBED_SESSIONS_GENERATE: Operation = Operation { id: "embedSessions.generate", method: Method::Post, path: "/api/v1/embed/generate-session", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const ENV_VARS_LIST: Operation = Operation { id: "envVars.list", method: Method::Get, path: "/api/v1/deployments/{deploymentId}/env-vars", input: Part::Query, answer: Answer::List, paging: Some(Paging::Cursor), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const ENV_VARS_SET: Operation = Operation { id: "envVars.set", method: Method::Put, path: "/api/v1/deployments/{deploymentId}/env-vars", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const REGIONS_LIST: Operation = Operation { id: "regions.list", method: Method::Get, path: "/api/v1/regions/", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_LIST_FILES: Operation = Operation { id: "dataModel.listFiles", method: Method::Get, path: "/build/api/v1/deployments/{deploymentId}/data-model/files", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_PUT_FILE: Operation = Operation { id: "dataModel.putFile", method: Method::Put, path: "/build/api/v1/deployments/{deploymentId}/data-model/files", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_DELETE_FILE: Operation = Operation { id: "dataModel.deleteFile", method: Method::Delete, path: "/build/api/v1/deployments/{deploymentId}/data-model/files", input: Part::Query, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_RENAME_FILE: Operation = Operation { id: "dataModel.renameFile", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/data-model/files/rename", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_START_UPLOAD: Operation = Operation { id: "dataModel.startUpload", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/data-model/upload/start", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_UPLOAD_FILE: Operation = Operation { id: "dataModel.uploadFile", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/data-model/upload/file", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_FINISH_UPLOAD: Operation = Operation { id: "dataModel.finishUpload", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/data-model/upload/finish", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_LIST_FILE_HASHES: Operation = Operation { id: "dataModel.listFileHashes", method: Method::Get, path: "/build/api/v1/deployments/{deploymentId}/data-model/file-hashes", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DATA_MODEL_VALIDATE: Operation = Operation { id: "dataModel.validate", method: Method::Get, path: "/build/api/v1/deployments/{deploymentId}/data-model/validate", input: Part::Query, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEV_MODE_START: Operation = Operation { id: "devMode.start", method: Method::Post, path: "/build/api/v1/deployments/{deploymentId}/dev-mode", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const DEV_MODE_STOP: Operation = Operation { id: "devMode.stop", method: Method::Delete, path: "/build/api/v1/deployments/{deploymentId}/dev-mode", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USERS_ME: Operation = Operation { id: "users.me", method: Method::Get, path: "/api/v1/users/me", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USERS_UPDATE_MY_SETTINGS: Operation = Operation { id: "users.updateMySettings", method: Method::Patch, path: "/api/v1/users/me/settings", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[("lastSeenChangelogId", "the service ignores it")], kept: None };
pub(in crate::management) const USERS_CREATE: Operation = Operation { id: "users.create", method: Method::Post, path: "/api/v1/users/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USERS_UPDATE: Operation = Operation { id: "users.update", method: Method::Put, path: "/api/v1/users/{userId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USERS_DELETE: Operation = Operation { id: "users.delete", method: Method::Delete, path: "/api/v1/users/{userId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USERS_BULK: Operation = Operation { id: "users.bulk", method: Method::Post, path: "/api/v1/users/bulk", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_ATTRIBUTES_LIST: Operation = Operation { id: "userAttributes.list", method: Method::Get, path: "/api/v1/user-attributes/", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_ATTRIBUTES_CREATE: Operation = Operation { id: "userAttributes.create", method: Method::Post, path: "/api/v1/user-attributes/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_ATTRIBUTES_UPDATE: Operation = Operation { id: "userAttributes.update", method: Method::Put, path: "/api/v1/user-attributes/{attributeId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_ATTRIBUTE_VALUES_LIST: Operation = Operation { id: "userAttributeValues.list", method: Method::Get, path: "/api/v1/user-attribute-values/{userId}", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_ATTRIBUTE_VALUES_SET: Operation = Operation { id: "userAttributeValues.set", method: Method::Post, path: "/api/v1/user-attribute-values/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TENANT_RETRIEVE_SETTINGS: Operation = Operation { id: "tenant.retrieveSettings", method: Method::Get, path: "/api/v1/tenant/settings", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const TENANT_UPDATE_SETTINGS: Operation = Operation { id: "tenant.updateSettings", method: Method::Put, path: "/api/v1/tenant/settings", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OAUTH_INTEGRATIONS_LIST: Operation = Operation { id: "oauthIntegrations.list", method: Method::Get, path: "/api/v1/oauth-integrations/", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OAUTH_INTEGRATIONS_CREATE: Operation = Operation { id: "oauthIntegrations.create", method: Method::Post, path: "/api/v1/oauth-integrations/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OAUTH_INTEGRATIONS_RETRIEVE: Operation = Operation { id: "oauthIntegrations.retrieve", method: Method::Get, path: "/api/v1/oauth-integrations/{integrationId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OAUTH_INTEGRATIONS_UPDATE: Operation = Operation { id: "oauthIntegrations.update", method: Method::Put, path: "/api/v1/oauth-integrations/{integrationId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OAUTH_INTEGRATIONS_DELETE: Operation = Operation { id: "oauthIntegrations.delete", method: Method::Delete, path: "/api/v1/oauth-integrations/{integrationId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_OAUTH_TOKENS_LIST: Operation = Operation { id: "userOauthTokens.list", method: Method::Get, path: "/api/v1/user-oauth-tokens/", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_OAUTH_TOKENS_CREATE: Operation = Operation { id: "userOauthTokens.create", method: Method::Post, path: "/api/v1/user-oauth-tokens/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_OAUTH_TOKENS_RETRIEVE: Operation = Operation { id: "userOauthTokens.retrieve", method: Method::Get, path: "/api/v1/user-oauth-tokens/{tokenId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_OAUTH_TOKENS_UPDATE: Operation = Operation { id: "userOauthTokens.update", method: Method::Put, path: "/api/v1/user-oauth-tokens/{tokenId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USER_OAUTH_TOKENS_DELETE: Operation = Operation { id: "userOauthTokens.delete", method: Method::Delete, path: "/api/v1/user-oauth-tokens/{tokenId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OIDC_TOKEN_CONFIGS_LIST: Operation = Operation { id: "oidcTokenConfigs.list", method: Method::Get, path: "/api/v1/oidc-token-configs/", input: Part::None, answer: Answer::List, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OIDC_TOKEN_CONFIGS_CREATE: Operation = Operation { id: "oidcTokenConfigs.create", method: Method::Post, path: "/api/v1/oidc-token-configs/", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OIDC_TOKEN_CONFIGS_RETRIEVE: Operation = Operation { id: "oidcTokenConfigs.retrieve", method: Method::Get, path: "/api/v1/oidc-token-configs/{configId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OIDC_TOKEN_CONFIGS_UPDATE: Operation = Operation { id: "oidcTokenConfigs.update", method: Method::Put, path: "/api/v1/oidc-token-configs/{configId}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const OIDC_TOKEN_CONFIGS_DELETE: Operation = Operation { id: "oidcTokenConfigs.delete", method: Method::Delete, path: "/api/v1/oidc-token-configs/{configId}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const GITHUB_REQUEST: Operation = Operation { id: "github.request", method: Method::Any, path: "/api/v1/github/{path}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const USAGE_ANALYTICS_CREATE_TOKEN: Operation = Operation { id: "usageAnalytics.createToken", method: Method::Post, path: "/api/v1/usage-analytics/token", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const APP_RETRIEVE_THEME: Operation = Operation { id: "app.retrieveTheme", method: Method::Get, path: "/api/v1/app-theme", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[("light", "use palette and logoUrl"), ("dark", "use palette and logoUrl")], kept: None };
pub(in crate::management) const APP_RETRIEVE_CONFIG: Operation = Operation { id: "app.retrieveConfig", method: Method::Get, path: "/api/v1/app-config", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SPEC_RETRIEVE: Operation = Operation { id: "spec.retrieve", method: Method::Get, path: "/api/v1/spec", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_USERS_LIST: Operation = Operation { id: "scim.users.list", method: Method::Get, path: "/api/scim/v2/Users", input: Part::Query, answer: Answer::List, paging: Some(Paging::Scim), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_USERS_CREATE: Operation = Operation { id: "scim.users.create", method: Method::Post, path: "/api/scim/v2/Users", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_USERS_RETRIEVE: Operation = Operation { id: "scim.users.retrieve", method: Method::Get, path: "/api/scim/v2/Users/{id}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_USERS_REPLACE: Operation = Operation { id: "scim.users.replace", method: Method::Put, path: "/api/scim/v2/Users/{id}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_USERS_PATCH: Operation = Operation { id: "scim.users.patch", method: Method::Patch, path: "/api/scim/v2/Users/{id}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_USERS_DELETE: Operation = Operation { id: "scim.users.delete", method: Method::Delete, path: "/api/scim/v2/Users/{id}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_GROUPS_LIST: Operation = Operation { id: "scim.groups.list", method: Method::Get, path: "/api/scim/v2/Groups", input: Part::Query, answer: Answer::List, paging: Some(Paging::Scim), cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_GROUPS_CREATE: Operation = Operation { id: "scim.groups.create", method: Method::Post, path: "/api/scim/v2/Groups", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_GROUPS_RETRIEVE: Operation = Operation { id: "scim.groups.retrieve", method: Method::Get, path: "/api/scim/v2/Groups/{id}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_GROUPS_REPLACE: Operation = Operation { id: "scim.groups.replace", method: Method::Put, path: "/api/scim/v2/Groups/{id}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_GROUPS_PATCH: Operation = Operation { id: "scim.groups.patch", method: Method::Patch, path: "/api/scim/v2/Groups/{id}", input: Part::Body, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
pub(in crate::management) const SCIM_GROUPS_DELETE: Operation = Operation { id: "scim.groups.delete", method: Method::Delete, path: "/api/scim/v2/Groups/{id}", input: Part::None, answer: Answer::Json, paging: None, cursorless: None, deprecated: &[], kept: None };
