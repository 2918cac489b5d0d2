//! Declares every operation of the service, one row each.

#[allow(
    clippy::wildcard_imports,
    reason = "the table names nearly every model"
)]
use super::models::*;
use super::rows::{Maybe, Nothing, One, Pages, Stream, operations};
use serde_json::Value;

operations! {
    Workbooks workbooks "workbooks" {
        /// Clone a workbook.
        duplicate "duplicate" = Post "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate"
            (deployment_id, workbook_id) body(DuplicateWorkbook) -> One<Workbook>,
            note "With `shared: true`, only creator-mode embed sessions may call it. 400: no published dashboard, or the workbook limit of the plan is reached. 403: another kind of caller with `shared: true`. 404: the workbook is missing or in another deployment.";
        /// Create or update a workbook by slug.
        upsert_by_slug "upsertBySlug" = Put "/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}"
            (deployment_id, slug) body(WorkbookInput) -> One<Value>, checked Dashboards;
        /// Persist a regenerated AI widget thread id.
        set_ai_widget_thread "setAiWidgetThread" = Post "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread"
            (deployment_id, workbook_id) body(AiWidgetThread) -> One<Dashboard>;
        /// Read dashboard access per embed tenant or for all embed users.
        retrieve_embed_access "retrieveEmbedAccess" = Get "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access"
            (deployment_id, workbook_id) -> One<Value>;
        /// Set that access.
        set_embed_access "setEmbedAccess" = Put "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access"
            (deployment_id, workbook_id) body(Open) -> One<Value>,
            note "The actions are read and none.";
    }

    Deployments deployments "deployments" {
        /// List deployments.
        list "list" = Get "/api/v1/deployments"
            () query(OffsetQuery) -> Pages<DeploymentSummary>, paged Offset;
        /// Partial merge of a deployment.
        update "update" = Put "/api/v1/deployments/{deploymentId}"
            (deployment_id) body(UpdateDeployment) -> One<Deployment>,
            note "400: releaseChannelVersion not on the version list. templateVariables merges key by key; releaseChannelVersion takes the bare version, v-prefixed, or full image reference; releaseChannel alone moves to that channel's latest.";
        /// Deployment token.
        create_token "createToken" = Post "/api/v1/deployments/{deploymentId}/token"
            (deployment_id) body(CreateDeploymentToken) -> One<Value>, checked ExpiresIn;
        /// All deployment settings, secrets excluded.
        retrieve_settings "retrieveSettings" = Get "/api/v1/deployments/{deploymentId}/settings"
            (deployment_id) -> One<Value>;
        /// Delete a deployment.
        delete "delete" = Delete "/api/v1/deployments/{deploymentId}"
            (deployment_id) -> One<Value>;
        /// Build state.
        retrieve_build_status "retrieveBuildStatus" = Get "/api/v1/deployments/{deploymentId}/build-status"
            (deployment_id) -> One<Value>;
        /// Container logs.
        list_logs "listLogs" = Get "/api/v1/deployments/{deploymentId}/logs"
            (deployment_id) query(LogsQuery) -> Pages<Value>;
        /// Pods.
        list_pods "listPods" = Get "/api/v1/deployments/{deploymentId}/pods"
            (deployment_id) -> Pages<Value>;
        /// Advance the setup wizard.
        advance_creation_step "advanceCreationStep" = Post "/api/v1/deployments/{deploymentId}/creation-step/advance"
            (deployment_id) body(Open) -> One<Value>;
        /// Reset the setup wizard.
        reset_creation_step "resetCreationStep" = Post "/api/v1/deployments/{deploymentId}/creation-step/reset"
            (deployment_id) body(Open) -> One<Value>;
        /// Create a deployment.
        create "create" = Post "/build/api/v1/deployments/"
            () body(CreateDeployment) -> One<Deployment>;
    }

    Environments environments "environments" {
        /// List environments.
        list "list" = Get "/api/v1/deployments/{deploymentId}/environments"
            (deployment_id) query(EnvironmentsQuery) -> Pages<Environment>, paged Offset;
        /// Token scoped to metadata endpoints.
        create_meta_sync_token "createMetaSyncToken" = Post "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync"
            (deployment_id, environment_id) body(CreateMetaSyncToken) -> One<MetaSyncTokenAnswer>;
    }

    Branches branches "branches" {
        /// Keep a branch staging environment active or not.
        set_staging_environment "setStagingEnvironment" = Put "/build/api/v1/deployments/{deploymentId}/branches/staging-environment"
            (deployment_id) body(SetStagingEnvironment) -> One<StagingEnvironmentAnswer>,
            note "Only shared branches; personal development branches and the production branch are rejected.";
        /// List branches.
        list "list" = Get "/build/api/v1/deployments/{deploymentId}/branches"
            (deployment_id) -> Pages<Branch>;
        /// Create a branch.
        create "create" = Post "/build/api/v1/deployments/{deploymentId}/branches"
            (deployment_id) body(Open) -> One<Branch>;
        /// Commit.
        commit "commit" = Post "/build/api/v1/deployments/{deploymentId}/commit"
            (deployment_id) body(Open) -> One<Value>;
        /// Pull.
        pull "pull" = Post "/build/api/v1/deployments/{deploymentId}/pull"
            (deployment_id) body(Open) -> One<Value>;
        /// Merge.
        merge "merge" = Post "/build/api/v1/deployments/{deploymentId}/merge"
            (deployment_id) body(Open) -> One<Value>;
        /// Merge to the default branch.
        merge_to_default "mergeToDefault" = Post "/build/api/v1/deployments/{deploymentId}/merge-to-default"
            (deployment_id) body(Open) -> One<Value>;
        /// Delete a branch.
        delete "delete" = Delete "/build/api/v1/deployments/{deploymentId}/branches"
            (deployment_id) query(DeleteBranchQuery) -> One<Value>,
            note "Children are re-parented onto the deleted branch's parent.";
    }

    Versions versions "versions" {
        /// List versions.
        list "list" = Get "/api/v1/deployments/{deploymentId}/versions"
            (deployment_id) -> One<VersionsAnswer>;
    }

    AuditLogs audit_logs "auditLogs" {
        /// Audit log as CSV.
        export "export" = Get "/api/v1/audit-logs/export"
            () query(AuditLogQuery) -> Stream,
            note "Enterprise plan with the Audit Log feature; permission AuditLogManage.";
    }

    Reports reports "reports" {
        /// List reports.
        list "list" = Get "/api/v1/deployments/{deploymentId}/reports"
            (deployment_id) query(ReportsQuery) -> Pages<Report>, paged Cursor,
            note "No cursor pagination when sortBy=lastViewedAt. The name limit is presumed.";
        /// Record a spreadsheet placement.
        connect_workbook "connectWorkbook" = Put "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook"
            (deployment_id, report_id) body(ConnectWorkbook) -> One<Report>;
        /// Remove one placement.
        disconnect_workbook "disconnectWorkbook" = Delete "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook"
            (deployment_id, report_id) body(PlacementAddress) -> One<Value>,
            note "Addressed by placementId, or by externalWorkbookId + sheetName + anchorCell. Presumed to be sent as a body, not as the query.";
        /// Refresh a placement.
        refresh_placement "refreshPlacement" = Put "/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh"
            (deployment_id, report_id) body(PlacementAddress) -> One<Value>,
            note "Addressed as for disconnectWorkbook.";
        /// Create or update a report by public id.
        upsert_by_public_id "upsertByPublicId" = Put "/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}"
            (deployment_id, public_id) body(ReportInput) -> One<Report>, checked ReportNames,
            note "400: name or title over 255 characters.";
    }

    Folders folders "folders" {
        /// List folders.
        list "list" = Get "/api/v1/deployments/{deploymentId}/folders"
            (deployment_id) query(CursorQuery) -> Pages<Value>, paged Cursor;
    }

    Workspace workspace "workspace" {
        /// Delete folders, workbooks and reports.
        bulk_delete "bulkDelete" = Post "/api/v1/deployments/{deploymentId}/workspace/bulk-delete"
            (deployment_id) body(BulkDelete) -> One<Value>,
            note "Per-item failures are reported in the response.";
        /// Move folders, workbooks and reports.
        bulk_move "bulkMove" = Post "/api/v1/deployments/{deploymentId}/workspace/bulk-move"
            (deployment_id) body(BulkMove) -> One<Value>,
            note "Per-item failures are reported. The name folderId is presumed.";
        /// Items of the shared workspace.
        list_shared "listShared" = Get "/api/v1/deployments/{deploymentId}/shared-workspace"
            (deployment_id) -> Pages<Value>,
            note "The prefix of the path is presumed.";
    }

    DashboardExports dashboard_exports "dashboardExports" {
        /// Start a PNG or PDF render of a published dashboard.
        create "create" = Post "/api/v1/deployments/{deploymentId}/dashboard-exports"
            (deployment_id) body(CreateDashboardExport) -> One<ExportJob>,
            note "Asynchronous. Job and file dropped 5 minutes after submission. The names of the body's fields are presumed, except renderAs.";
        /// Poll the export status.
        retrieve "retrieve" = Get "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}"
            (deployment_id, job_id) -> One<ExportJob>, kept Export;
        /// Stream the finished file.
        download "download" = Get "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download"
            (deployment_id, job_id) -> Stream, kept Export;
    }

    Notifications notifications "notifications" {
        /// List scheduled notifications.
        list "list" = Get "/api/v1/deployments/{deploymentId}/notifications"
            (deployment_id) query(NotificationsQuery) -> Pages<Notification>, paged Cursor;
        /// Create a scheduled notification.
        create "create" = Post "/api/v1/deployments/{deploymentId}/notifications"
            (deployment_id) body(NotificationInput) -> One<Notification>;
        /// Read one notification.
        retrieve "retrieve" = Get "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
            (deployment_id, notification_id) -> One<Notification>,
            note "The path is presumed.";
        /// Update a notification.
        update "update" = Put "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
            (deployment_id, notification_id) body(NotificationInput) -> One<Notification>,
            note "The path is presumed.";
        /// Delete a notification.
        delete "delete" = Delete "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
            (deployment_id, notification_id) -> Nothing,
            note "The path is presumed.";
    }

    TransformSync transform_sync "transformSync" {
        /// Start a data-transformation sync.
        start "start" = Post "/api/v1/deployments/{deploymentId}/transform-sync"
            (deployment_id) body(StartTransformSync) -> One<StartedSync>;
        /// Run history.
        list "list" = Get "/api/v1/deployments/{deploymentId}/transform-sync"
            (deployment_id) query(TransformSyncQuery) -> Pages<SyncRun>, paged Cursor;
        /// Poll status.
        retrieve "retrieve" = Get "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
            (deployment_id, sync_job_id) -> One<SyncRun>;
        /// Result.
        result "result" = Get "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result"
            (deployment_id, sync_job_id) -> One<Value>;
        /// Log entries.
        logs "logs" = Get "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs"
            (deployment_id, sync_job_id) -> Pages<Value>;
        /// Cancel a running sync.
        cancel "cancel" = Delete "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}"
            (deployment_id, sync_job_id) -> One<Value>;
        /// Files generated when the sync did not commit.
        generated_files "generatedFiles" = Get "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files"
            (deployment_id, sync_job_id) query(CursorQuery) -> Pages<Value>, paged Cursor, kept Files,
            note "404: the sync committed to a branch, or a stale or unknown job. Kept 1 hour after completion. Deployment read access.";
    }

    MetricViewPreviews metric_view_previews "metricViewPreviews" {
        /// Queue an offline conversion of the latest successful build.
        create "create" = Post "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews"
            (deployment_id) body(Open) -> One<Value>,
            note "SchemaRead or SchemaUpdate; preview feature activated per account.";
        /// Poll progress.
        retrieve "retrieve" = Get "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
            (deployment_id, preview_id) -> One<Value>, kept Preview;
        /// Completed result.
        result "result" = Get "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result"
            (deployment_id, preview_id) -> One<Value>, kept Preview,
            note "409: still running, or ended without a result. Kept at most 7 days.";
        /// Request cancellation.
        cancel "cancel" = Delete "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}"
            (deployment_id, preview_id) -> One<Value>;
    }

    MetricViewIntegrations metric_view_integrations "metricViewIntegrations" {
        /// Read the publication configuration.
        retrieve "retrieve" = Get "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
            (deployment_id, data_source_name) -> One<Value>;
        /// Create or update.
        upsert "upsert" = Put "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}"
            (deployment_id, data_source_name) body(UpsertMetricViewIntegration) -> One<Value>,
            note "Optimistic concurrency; SchemaUpdate.";
    }

    EmbedTenants embed_tenants "embedTenants" {
        /// List embed tenants.
        list "list" = Get "/api/v1/embed-tenants/"
            () query(CursorQuery) -> Pages<Value>, paged Cursor;
        /// Delete an embed tenant.
        delete "delete" = Delete "/api/v1/embed-tenants/{embedTenantName}"
            (embed_tenant_name) -> Nothing;
        /// List embed users.
        list_users "listUsers" = Get "/api/v1/embed-tenants/{embedTenantName}/users"
            (embed_tenant_name) query(CursorQuery) -> Pages<Value>, paged Cursor;
        /// Create an embed group.
        create_group "createGroup" = Post "/api/v1/embed-tenants/{embedTenantName}/groups"
            (embed_tenant_name) body(Open) -> One<Value>;
        /// Read a group.
        retrieve_group "retrieveGroup" = Get "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}"
            (embed_tenant_name, group_id) -> One<Value>;
        /// Update a group.
        update_group "updateGroup" = Patch "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}"
            (embed_tenant_name, group_id) body(Open) -> One<Value>;
        /// List group members.
        list_group_users "listGroupUsers" = Get "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
            (embed_tenant_name, group_id) query(CursorQuery) -> Pages<Value>, paged Cursor;
        /// Add group members.
        add_group_users "addGroupUsers" = Post "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
            (embed_tenant_name, group_id) body(Open) -> One<Value>;
        /// Remove group members.
        remove_group_users "removeGroupUsers" = Delete "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
            (embed_tenant_name, group_id) body(Open) -> One<Value>;
        /// Workbooks a tenant can access.
        list_workbooks "listWorkbooks" = Get "/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks"
            (deployment_id, embed_tenant_name) query(TenantWorkbooksQuery) -> Pages<Value>, paged Cursor,
            note "Administrator only.";
    }

    EmbedDashboards embed_dashboards "embedDashboards" {
        /// Enable or disable signed embedding.
        set_signed_embedding "setSignedEmbedding" = Patch "/api/v1/embed/dashboard/{publicId}"
            (public_id) body(SetSignedEmbedding) -> One<Value>,
            note "The name of the field is presumed.";
        /// Run a Python report with dashboard filters applied.
        run_python "runPython" = Post "/api/v1/embed/dashboard/{publicId}/python-run"
            (public_id) body(Open) -> One<Value>;
        /// List comment threads.
        list_comments "listComments" = Get "/api/v1/embed/dashboard/{publicId}/comments"
            (public_id) -> Pages<Value>,
            note "Requires a signed embed session scoped to an embed tenant.";
        /// Start a thread or reply.
        create_comment "createComment" = Post "/api/v1/embed/dashboard/{publicId}/comments"
            (public_id) body(Open) -> One<Value>,
            note "Requires a signed embed session scoped to an embed tenant.";
        /// Edit a comment (author only).
        update_comment "updateComment" = Patch "/api/v1/embed/dashboard/{publicId}/comments/{commentId}"
            (public_id, comment_id) body(Open) -> One<Value>,
            note "Requires a signed embed session scoped to an embed tenant.";
        /// Soft-delete a comment (author only).
        delete_comment "deleteComment" = Delete "/api/v1/embed/dashboard/{publicId}/comments/{commentId}"
            (public_id, comment_id) -> One<Value>,
            note "Requires a signed embed session scoped to an embed tenant.";
        /// Resolve or re-open a thread (author only).
        resolve_comment "resolveComment" = Post "/api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve"
            (public_id, comment_id) body(Open) -> One<Value>,
            note "Requires a signed embed session scoped to an embed tenant.";
        /// Fellow embed users for mention autocomplete.
        list_mentionable_users "listMentionableUsers" = Get "/api/v1/embed/dashboard/{publicId}/comments/mentionable-users"
            (public_id) -> Pages<Value>,
            note "Requires a signed embed session scoped to an embed tenant.";
    }

    EmbedSessions embed_sessions "embedSessions" {
        /// Mint a single-use embed session id (server-side, API key).
        generate "generate" = Post "/api/v1/embed/generate-session"
            () body(GenerateSession) -> One<EmbedSession>, checked Session,
            note "The field ephemeralTtlSeconds was removed and is refused. Never from a browser with an API key. The path is presumed.";
    }

    EnvVars env_vars "envVars" {
        /// Environment variables.
        list "list" = Get "/api/v1/deployments/{deploymentId}/env-vars"
            (deployment_id) query(CursorQuery) -> Pages<Value>, paged Cursor;
        /// Set environment variables.
        set "set" = Put "/api/v1/deployments/{deploymentId}/env-vars"
            (deployment_id) body(Open) -> One<Value>;
    }

    Regions regions "regions" {
        /// Regions available to the tenant.
        list "list" = Get "/api/v1/regions/"
            () -> Pages<Value>;
    }

    DataModel data_model "dataModel" {
        /// Data-model files.
        list_files "listFiles" = Get "/build/api/v1/deployments/{deploymentId}/data-model/files"
            (deployment_id) -> Pages<Value>;
        /// Write a file.
        put_file "putFile" = Put "/build/api/v1/deployments/{deploymentId}/data-model/files"
            (deployment_id) body(Open) -> One<Value>,
            note "Dev-mode branches only.";
        /// Delete a file.
        delete_file "deleteFile" = Delete "/build/api/v1/deployments/{deploymentId}/data-model/files"
            (deployment_id) query(Open) -> One<Value>,
            note "Dev-mode branches only.";
        /// Rename a file.
        rename_file "renameFile" = Post "/build/api/v1/deployments/{deploymentId}/data-model/files/rename"
            (deployment_id) body(Open) -> One<Value>,
            note "Dev-mode branches only.";
        /// Start a chunked upload.
        start_upload "startUpload" = Post "/build/api/v1/deployments/{deploymentId}/data-model/upload/start"
            (deployment_id) body(Open) -> One<Value>;
        /// Upload one file or chunk.
        upload_file "uploadFile" = Post "/build/api/v1/deployments/{deploymentId}/data-model/upload/file"
            (deployment_id) body(Open) -> One<Value>;
        /// Finish a chunked upload.
        finish_upload "finishUpload" = Post "/build/api/v1/deployments/{deploymentId}/data-model/upload/finish"
            (deployment_id) body(Open) -> One<Value>;
        /// File hashes.
        list_file_hashes "listFileHashes" = Get "/build/api/v1/deployments/{deploymentId}/data-model/file-hashes"
            (deployment_id) -> One<Value>;
        /// Compile the deploy branch, a named branch or the dev branch.
        validate "validate" = Get "/build/api/v1/deployments/{deploymentId}/data-model/validate"
            (deployment_id) query(ValidateQuery) -> One<Validation>,
            note "Compilation errors are a 200 with valid: false.";
    }

    DevMode dev_mode "devMode" {
        /// Start dev mode.
        start "start" = Post "/build/api/v1/deployments/{deploymentId}/dev-mode"
            (deployment_id) body(Open) -> One<Value>;
        /// Stop dev mode.
        stop "stop" = Delete "/build/api/v1/deployments/{deploymentId}/dev-mode"
            (deployment_id) -> One<Value>;
    }

    Users users "users" {
        /// Current user, includes userPolicies.
        me "me" = Get "/api/v1/users/me"
            () -> One<Value>;
        /// Partial merge of own settings.
        update_my_settings "updateMySettings" = Patch "/api/v1/users/me/settings"
            () body(UserSettingsInput) -> One<Value>, checked UserSettings,
            note "sheets merges field by field; an explicit null clears it. lastSeenChangelogId is deprecated and ignored.";
        /// Create a user.
        create "create" = Post "/api/v1/users/"
            () body(Open) -> One<Value>;
        /// Update a user.
        update "update" = Put "/api/v1/users/{userId}"
            (user_id) body(Open) -> One<Value>;
        /// Delete a user.
        delete "delete" = Delete "/api/v1/users/{userId}"
            (user_id) -> One<Value>;
        /// Bulk action.
        bulk "bulk" = Post "/api/v1/users/bulk"
            () body(BulkUsers) -> One<Value>,
            note "Per-user failure reporting. The names of the fields are presumed.";
    }

    UserAttributes user_attributes "userAttributes" {
        /// Attribute definitions.
        list "list" = Get "/api/v1/user-attributes/"
            () -> Pages<Value>;
        /// Create a definition.
        create "create" = Post "/api/v1/user-attributes/"
            () body(UserAttributeInput) -> One<Value>;
        /// Update a definition.
        update "update" = Put "/api/v1/user-attributes/{attributeId}"
            (attribute_id) body(UserAttributeInput) -> One<Value>;
    }

    UserAttributeValues user_attribute_values "userAttributeValues" {
        /// Values of one user.
        list "list" = Get "/api/v1/user-attribute-values/{userId}"
            (user_id) -> Pages<Value>;
        /// Set values.
        set "set" = Post "/api/v1/user-attribute-values/"
            () body(Open) -> One<Value>;
    }

    Tenant tenant "tenant" {
        /// Tenant settings.
        retrieve_settings "retrieveSettings" = Get "/api/v1/tenant/settings"
            () -> One<Value>;
        /// Update tenant settings.
        update_settings "updateSettings" = Put "/api/v1/tenant/settings"
            () body(Open) -> One<Value>;
    }

    OauthIntegrations oauth_integrations "oauthIntegrations" {
        /// List: OAuth integration.
        list "list" = Get "/api/v1/oauth-integrations/"
            () -> Pages<Value>,
            note "The path is presumed.";
        /// Create: OAuth integration.
        create "create" = Post "/api/v1/oauth-integrations/"
            () body(Open) -> One<Value>,
            note "The path is presumed.";
        /// Read: OAuth integration.
        retrieve "retrieve" = Get "/api/v1/oauth-integrations/{integrationId}"
            (integration_id) -> One<Value>,
            note "The path is presumed.";
        /// Update: OAuth integration.
        update "update" = Put "/api/v1/oauth-integrations/{integrationId}"
            (integration_id) body(Open) -> One<Value>,
            note "The path is presumed.";
        /// Delete: OAuth integration.
        delete "delete" = Delete "/api/v1/oauth-integrations/{integrationId}"
            (integration_id) -> One<Value>,
            note "The path is presumed.";
    }

    UserOauthTokens user_oauth_tokens "userOauthTokens" {
        /// List: per-user OAuth token.
        list "list" = Get "/api/v1/user-oauth-tokens/"
            () -> Pages<Value>,
            note "The path is presumed.";
        /// Create: per-user OAuth token.
        create "create" = Post "/api/v1/user-oauth-tokens/"
            () body(Open) -> One<Value>,
            note "The path is presumed.";
        /// Read: per-user OAuth token.
        retrieve "retrieve" = Get "/api/v1/user-oauth-tokens/{tokenId}"
            (token_id) -> One<Value>,
            note "The path is presumed.";
        /// Update: per-user OAuth token.
        update "update" = Put "/api/v1/user-oauth-tokens/{tokenId}"
            (token_id) body(Open) -> One<Value>,
            note "The path is presumed.";
        /// Delete: per-user OAuth token.
        delete "delete" = Delete "/api/v1/user-oauth-tokens/{tokenId}"
            (token_id) -> One<Value>,
            note "The path is presumed.";
    }

    OidcTokenConfigs oidc_token_configs "oidcTokenConfigs" {
        /// List: OIDC token config.
        list "list" = Get "/api/v1/oidc-token-configs/"
            () -> Pages<Value>,
            note "The path is presumed.";
        /// Create: OIDC token config.
        create "create" = Post "/api/v1/oidc-token-configs/"
            () body(Open) -> One<Value>,
            note "The path is presumed.";
        /// Read: OIDC token config.
        retrieve "retrieve" = Get "/api/v1/oidc-token-configs/{configId}"
            (config_id) -> One<Value>,
            note "The path is presumed.";
        /// Update: OIDC token config.
        update "update" = Put "/api/v1/oidc-token-configs/{configId}"
            (config_id) body(Open) -> One<Value>,
            note "The path is presumed.";
        /// Delete: OIDC token config.
        delete "delete" = Delete "/api/v1/oidc-token-configs/{configId}"
            (config_id) -> One<Value>,
            note "The path is presumed.";
    }

    Github github "github" {
        /// Repository-host integration; its operations are not shown.
        request "request" = Any "/api/v1/github/{path}"
            (path) body(Open) -> One<Value>,
            note "One method that takes method, sub-path, query and body. The path is presumed.";
    }

    UsageAnalytics usage_analytics "usageAnalytics" {
        /// API token for usage analytics, valid 1 hour.
        create_token "createToken" = Post "/api/v1/usage-analytics/token"
            () -> One<Value>,
            note "Admin only.";
    }

    App app "app" {
        /// App theme.
        retrieve_theme "retrieveTheme" = Get "/api/v1/app-theme"
            () -> One<Value>, checked AppTheme,
            note "AppTheme.light and AppTheme.dark are deprecated: use palette and logoUrl.";
        /// App configuration: appTheme, applyThemeGlobally, creatorMode, embedding, sheetsUi, sheetsAgentChatEnabled, timezoneSettings.
        retrieve_config "retrieveConfig" = Get "/api/v1/app-config"
            () -> One<Value>;
    }

    Spec spec "spec" {
        /// The full `OpenAPI` 3.1 document of the handling build.
        retrieve "retrieve" = Get "/api/v1/spec"
            () -> One<Value>;
    }

    ScimUsers scim_users "scim.users" {
        /// List Users.
        list "list" = Get "/api/scim/v2/Users"
            () query(ScimQuery) -> Pages<ScimUser>, paged Scim, checked StartIndex,
            note "Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted.";
        /// Create in Users.
        create "create" = Post "/api/scim/v2/Users"
            () body(ScimUser) -> One<ScimUser>,
            note "Path by RFC 7644.";
        /// Read one of Users.
        retrieve "retrieve" = Get "/api/scim/v2/Users/{id}"
            (id) -> One<ScimUser>,
            note "Path by RFC 7644.";
        /// Replace one of Users.
        replace "replace" = Put "/api/scim/v2/Users/{id}"
            (id) body(ScimUser) -> One<ScimUser>,
            note "Path by RFC 7644.";
        /// Change one of Users by a `PatchOp`.
        patch "patch" = Patch "/api/scim/v2/Users/{id}"
            (id) body(ScimPatch) -> Maybe<ScimUser>,
            note "Path by RFC 7644.";
        /// Delete one of Users.
        delete "delete" = Delete "/api/scim/v2/Users/{id}"
            (id) -> One<Value>,
            note "Path by RFC 7644.";
    }

    ScimGroups scim_groups "scim.groups" {
        /// List Groups.
        list "list" = Get "/api/scim/v2/Groups"
            () query(ScimQuery) -> Pages<ScimGroup>, paged Scim, checked StartIndex,
            note "Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted. Path by RFC 7644.";
        /// Create in Groups.
        create "create" = Post "/api/scim/v2/Groups"
            () body(ScimGroup) -> One<ScimGroup>,
            note "Path by RFC 7644.";
        /// Read one of Groups.
        retrieve "retrieve" = Get "/api/scim/v2/Groups/{id}"
            (id) -> One<ScimGroup>,
            note "Path by RFC 7644.";
        /// Replace one of Groups.
        replace "replace" = Put "/api/scim/v2/Groups/{id}"
            (id) body(ScimGroup) -> One<ScimGroup>,
            note "Path by RFC 7644.";
        /// Change one of Groups by a `PatchOp`.
        patch "patch" = Patch "/api/scim/v2/Groups/{id}"
            (id) body(ScimPatch) -> Maybe<ScimGroup>,
            note "Path by RFC 7644.";
        /// Delete one of Groups.
        delete "delete" = Delete "/api/scim/v2/Groups/{id}"
            (id) -> One<Value>,
            note "Path by RFC 7644.";
    }
}
