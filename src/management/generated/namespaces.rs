//! Generated from src/management/service.toml by `npm run generate`; change it there.

use super::table;
use crate::management::client::{Call, Client, PathParameter, Transport};
use crate::management::gives::{Maybe, Nothing, One, Pages, Stream};
#[allow(clippy::wildcard_imports, reason = "nearly every model")]
use crate::management::models::*;
use serde_json::{Value, to_value};

impl<T: Transport> Client<T> {
    /// The operations of `workbooks`.
    pub fn workbooks(&self) -> Workbooks<'_, T> {
        Workbooks(self)
    }

    /// The operations of `deployments`.
    pub fn deployments(&self) -> Deployments<'_, T> {
        Deployments(self)
    }

    /// The operations of `environments`.
    pub fn environments(&self) -> Environments<'_, T> {
        Environments(self)
    }

    /// The operations of `branches`.
    pub fn branches(&self) -> Branches<'_, T> {
        Branches(self)
    }

    /// The operations of `versions`.
    pub fn versions(&self) -> Versions<'_, T> {
        Versions(self)
    }

    /// The operations of `auditLogs`.
    pub fn audit_logs(&self) -> AuditLogs<'_, T> {
        AuditLogs(self)
    }

    /// The operations of `reports`.
    pub fn reports(&self) -> Reports<'_, T> {
        Reports(self)
    }

    /// The operations of `folders`.
    pub fn folders(&self) -> Folders<'_, T> {
        Folders(self)
    }

    /// The operations of `workspace`.
    pub fn workspace(&self) -> Workspace<'_, T> {
        Workspace(self)
    }

    /// The operations of `dashboardExports`.
    pub fn dashboard_exports(&self) -> DashboardExports<'_, T> {
        DashboardExports(self)
    }

    /// The operations of `notifications`.
    pub fn notifications(&self) -> Notifications<'_, T> {
        Notifications(self)
    }

    /// The operations of `transformSync`.
    pub fn transform_sync(&self) -> TransformSync<'_, T> {
        TransformSync(self)
    }

    /// The operations of `metricViewPreviews`.
    pub fn metric_view_previews(&self) -> MetricViewPreviews<'_, T> {
        MetricViewPreviews(self)
    }

    /// The operations of `metricViewIntegrations`.
    pub fn metric_view_integrations(&self) -> MetricViewIntegrations<'_, T> {
        MetricViewIntegrations(self)
    }

    /// The operations of `embedTenants`.
    pub fn embed_tenants(&self) -> EmbedTenants<'_, T> {
        EmbedTenants(self)
    }

    /// The operations of `embedDashboards`.
    pub fn embed_dashboards(&self) -> EmbedDashboards<'_, T> {
        EmbedDashboards(self)
    }

    /// The operations of `embedSessions`.
    pub fn embed_sessions(&self) -> EmbedSessions<'_, T> {
        EmbedSessions(self)
    }

    /// The operations of `envVars`.
    pub fn env_vars(&self) -> EnvVars<'_, T> {
        EnvVars(self)
    }

    /// The operations of `regions`.
    pub fn regions(&self) -> Regions<'_, T> {
        Regions(self)
    }

    /// The operations of `dataModel`.
    pub fn data_model(&self) -> DataModel<'_, T> {
        DataModel(self)
    }

    /// The operations of `devMode`.
    pub fn dev_mode(&self) -> DevMode<'_, T> {
        DevMode(self)
    }

    /// The operations of `users`.
    pub fn users(&self) -> Users<'_, T> {
        Users(self)
    }

    /// The operations of `userAttributes`.
    pub fn user_attributes(&self) -> UserAttributes<'_, T> {
        UserAttributes(self)
    }

    /// The operations of `userAttributeValues`.
    pub fn user_attribute_values(&self) -> UserAttributeValues<'_, T> {
        UserAttributeValues(self)
    }

    /// The operations of `tenant`.
    pub fn tenant(&self) -> Tenant<'_, T> {
        Tenant(self)
    }

    /// The operations of `oauthIntegrations`.
    pub fn oauth_integrations(&self) -> OauthIntegrations<'_, T> {
        OauthIntegrations(self)
    }

    /// The operations of `userOauthTokens`.
    pub fn user_oauth_tokens(&self) -> UserOauthTokens<'_, T> {
        UserOauthTokens(self)
    }

    /// The operations of `oidcTokenConfigs`.
    pub fn oidc_token_configs(&self) -> OidcTokenConfigs<'_, T> {
        OidcTokenConfigs(self)
    }

    /// The operations of `github`.
    pub fn github(&self) -> Github<'_, T> {
        Github(self)
    }

    /// The operations of `usageAnalytics`.
    pub fn usage_analytics(&self) -> UsageAnalytics<'_, T> {
        UsageAnalytics(self)
    }

    /// The operations of `app`.
    pub fn app(&self) -> App<'_, T> {
        App(self)
    }

    /// The operations of `spec`.
    pub fn spec(&self) -> Spec<'_, T> {
        Spec(self)
    }

    /// The operations of `scim.users`.
    pub fn scim_users(&self) -> ScimUsers<'_, T> {
        ScimUsers(self)
    }

    /// The operations of `scim.groups`.
    pub fn scim_groups(&self) -> ScimGroups<'_, T> {
        ScimGroups(self)
    }
}

/// The operations of `workbooks`.
#[derive(Debug)]
pub struct Workbooks<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Workbooks<'a, T> {
    /// Clone a workbook.
    ///
    /// With `shared: true`, only creator-mode embed sessions may call it. 400: no published dashboard, or the workbook limit of the plan is reached. 403: another kind of caller with `shared: true`. 404: the workbook is missing or in another deployment.
    pub fn duplicate(
        &self,
        deployment_id: impl Into<PathParameter>,
        workbook_id: impl Into<PathParameter>,
        input: DuplicateWorkbook,
    ) -> Call<'a, T, One<Workbook>> {
        self.0.start(
            &table::WORKBOOKS_DUPLICATE,
            vec![deployment_id.into(), workbook_id.into()],
            to_value(input),
        )
    }

    /// Create or update a workbook by slug.
    pub fn upsert_by_slug(
        &self,
        deployment_id: impl Into<PathParameter>,
        slug: impl Into<PathParameter>,
        input: WorkbookInput,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::WORKBOOKS_UPSERT_BY_SLUG,
            vec![deployment_id.into(), slug.into()],
            to_value(input),
        )
    }

    /// Persist a regenerated AI widget thread id.
    pub fn set_ai_widget_thread(
        &self,
        deployment_id: impl Into<PathParameter>,
        workbook_id: impl Into<PathParameter>,
        input: AiWidgetThread,
    ) -> Call<'a, T, One<Dashboard>> {
        self.0.start(
            &table::WORKBOOKS_SET_AI_WIDGET_THREAD,
            vec![deployment_id.into(), workbook_id.into()],
            to_value(input),
        )
    }

    /// Read dashboard access per embed tenant or for all embed users.
    pub fn retrieve_embed_access(
        &self,
        deployment_id: impl Into<PathParameter>,
        workbook_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::WORKBOOKS_RETRIEVE_EMBED_ACCESS,
            vec![deployment_id.into(), workbook_id.into()],
            Ok(Value::Null),
        )
    }

    /// Set that access.
    ///
    /// The actions are read and none.
    pub fn set_embed_access(
        &self,
        deployment_id: impl Into<PathParameter>,
        workbook_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::WORKBOOKS_SET_EMBED_ACCESS,
            vec![deployment_id.into(), workbook_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `deployments`.
#[derive(Debug)]
pub struct Deployments<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Deployments<'a, T> {
    /// List deployments.
    pub fn list(&self, input: OffsetQuery) -> Call<'a, T, Pages<DeploymentSummary>> {
        self.0
            .start(&table::DEPLOYMENTS_LIST, vec![], to_value(input))
    }

    /// Partial merge of a deployment.
    ///
    /// 400: releaseChannelVersion not on the version list. templateVariables merges key by key; releaseChannelVersion takes the bare version, v-prefixed, or full image reference; releaseChannel alone moves to that channel's latest.
    pub fn update(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: UpdateDeployment,
    ) -> Call<'a, T, One<Deployment>> {
        self.0.start(
            &table::DEPLOYMENTS_UPDATE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Deployment token.
    pub fn create_token(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: CreateDeploymentToken,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_CREATE_TOKEN,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// All deployment settings, secrets excluded.
    pub fn retrieve_settings(
        &self,
        deployment_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_RETRIEVE_SETTINGS,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Delete a deployment.
    pub fn delete(&self, deployment_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_DELETE,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Build state.
    pub fn retrieve_build_status(
        &self,
        deployment_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_RETRIEVE_BUILD_STATUS,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Container logs.
    pub fn list_logs(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: LogsQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_LIST_LOGS,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Pods.
    pub fn list_pods(&self, deployment_id: impl Into<PathParameter>) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_LIST_PODS,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Advance the setup wizard.
    pub fn advance_creation_step(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_ADVANCE_CREATION_STEP,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Reset the setup wizard.
    pub fn reset_creation_step(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEPLOYMENTS_RESET_CREATION_STEP,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Create a deployment.
    pub fn create(&self, input: CreateDeployment) -> Call<'a, T, One<Deployment>> {
        self.0
            .start(&table::DEPLOYMENTS_CREATE, vec![], to_value(input))
    }
}

/// The operations of `environments`.
#[derive(Debug)]
pub struct Environments<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Environments<'a, T> {
    /// List environments.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: EnvironmentsQuery,
    ) -> Call<'a, T, Pages<Environment>> {
        self.0.start(
            &table::ENVIRONMENTS_LIST,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Token scoped to metadata endpoints.
    pub fn create_meta_sync_token(
        &self,
        deployment_id: impl Into<PathParameter>,
        environment_id: impl Into<PathParameter>,
        input: CreateMetaSyncToken,
    ) -> Call<'a, T, One<MetaSyncTokenAnswer>> {
        self.0.start(
            &table::ENVIRONMENTS_CREATE_META_SYNC_TOKEN,
            vec![deployment_id.into(), environment_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `branches`.
#[derive(Debug)]
pub struct Branches<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Branches<'a, T> {
    /// Keep a branch staging environment active or not.
    ///
    /// Only shared branches; personal development branches and the production branch are rejected.
    pub fn set_staging_environment(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: SetStagingEnvironment,
    ) -> Call<'a, T, One<StagingEnvironmentAnswer>> {
        self.0.start(
            &table::BRANCHES_SET_STAGING_ENVIRONMENT,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// List branches.
    pub fn list(&self, deployment_id: impl Into<PathParameter>) -> Call<'a, T, Pages<Branch>> {
        self.0.start(
            &table::BRANCHES_LIST,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Create a branch.
    pub fn create(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Branch>> {
        self.0.start(
            &table::BRANCHES_CREATE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Commit.
    pub fn commit(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::BRANCHES_COMMIT,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Pull.
    pub fn pull(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::BRANCHES_PULL,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Merge.
    pub fn merge(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::BRANCHES_MERGE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Merge to the default branch.
    pub fn merge_to_default(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::BRANCHES_MERGE_TO_DEFAULT,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Delete a branch.
    ///
    /// Children are re-parented onto the deleted branch's parent.
    pub fn delete(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: DeleteBranchQuery,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::BRANCHES_DELETE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `versions`.
#[derive(Debug)]
pub struct Versions<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Versions<'a, T> {
    /// List versions.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<VersionsAnswer>> {
        self.0.start(
            &table::VERSIONS_LIST,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `auditLogs`.
#[derive(Debug)]
pub struct AuditLogs<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> AuditLogs<'a, T> {
    /// Audit log as CSV.
    ///
    /// Enterprise plan with the Audit Log feature; permission AuditLogManage.
    pub fn export(&self, input: AuditLogQuery) -> Call<'a, T, Stream> {
        self.0
            .start(&table::AUDIT_LOGS_EXPORT, vec![], to_value(input))
    }
}

/// The operations of `reports`.
#[derive(Debug)]
pub struct Reports<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Reports<'a, T> {
    /// List reports.
    ///
    /// No cursor pagination when sortBy=lastViewedAt. The name limit is presumed: the lists that have no cursors call it limit.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: ReportsQuery,
    ) -> Call<'a, T, Pages<Report>> {
        self.0.start(
            &table::REPORTS_LIST,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Record a spreadsheet placement.
    pub fn connect_workbook(
        &self,
        deployment_id: impl Into<PathParameter>,
        report_id: impl Into<PathParameter>,
        input: ConnectWorkbook,
    ) -> Call<'a, T, One<Report>> {
        self.0.start(
            &table::REPORTS_CONNECT_WORKBOOK,
            vec![deployment_id.into(), report_id.into()],
            to_value(input),
        )
    }

    /// Remove one placement.
    ///
    /// Addressed by placementId, or by externalWorkbookId + sheetName + anchorCell. Presumed to be sent as a body, not as the query: the description does not say where; a refresh is addressed the same way, by a PUT, which has a body.
    pub fn disconnect_workbook(
        &self,
        deployment_id: impl Into<PathParameter>,
        report_id: impl Into<PathParameter>,
        input: PlacementAddress,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::REPORTS_DISCONNECT_WORKBOOK,
            vec![deployment_id.into(), report_id.into()],
            to_value(input),
        )
    }

    /// Refresh a placement.
    ///
    /// Addressed as for disconnectWorkbook.
    pub fn refresh_placement(
        &self,
        deployment_id: impl Into<PathParameter>,
        report_id: impl Into<PathParameter>,
        input: PlacementAddress,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::REPORTS_REFRESH_PLACEMENT,
            vec![deployment_id.into(), report_id.into()],
            to_value(input),
        )
    }

    /// Create or update a report by public id.
    ///
    /// 400: name or title over 255 characters.
    pub fn upsert_by_public_id(
        &self,
        deployment_id: impl Into<PathParameter>,
        public_id: impl Into<PathParameter>,
        input: ReportInput,
    ) -> Call<'a, T, One<Report>> {
        self.0.start(
            &table::REPORTS_UPSERT_BY_PUBLIC_ID,
            vec![deployment_id.into(), public_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `folders`.
#[derive(Debug)]
pub struct Folders<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Folders<'a, T> {
    /// List folders.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: CursorQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::FOLDERS_LIST,
            vec![deployment_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `workspace`.
#[derive(Debug)]
pub struct Workspace<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Workspace<'a, T> {
    /// Delete folders, workbooks and reports.
    ///
    /// Per-item failures are reported in the response.
    pub fn bulk_delete(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: BulkDelete,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::WORKSPACE_BULK_DELETE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Move folders, workbooks and reports.
    ///
    /// Per-item failures are reported. The name folderId is presumed: a workbook has a field of this name for its folder.
    pub fn bulk_move(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: BulkMove,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::WORKSPACE_BULK_MOVE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Items of the shared workspace.
    ///
    /// The prefix of the path is presumed: the description names the path as GET /shared-workspace, and the workspace's other paths have this prefix.
    pub fn list_shared(
        &self,
        deployment_id: impl Into<PathParameter>,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::WORKSPACE_LIST_SHARED,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `dashboardExports`.
#[derive(Debug)]
pub struct DashboardExports<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> DashboardExports<'a, T> {
    /// Start a PNG or PDF render of a published dashboard.
    ///
    /// Asynchronous. Job and file dropped 5 minutes after submission. The names of the body's fields are presumed, except renderAs: they are a comparable service's, and a notification names its dashboard in the same way.
    pub fn create(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: CreateDashboardExport,
    ) -> Call<'a, T, One<ExportJob>> {
        self.0.start(
            &table::DASHBOARD_EXPORTS_CREATE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Poll the export status.
    pub fn retrieve(
        &self,
        deployment_id: impl Into<PathParameter>,
        job_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<ExportJob>> {
        self.0.start(
            &table::DASHBOARD_EXPORTS_RETRIEVE,
            vec![deployment_id.into(), job_id.into()],
            Ok(Value::Null),
        )
    }

    /// Stream the finished file.
    pub fn download(
        &self,
        deployment_id: impl Into<PathParameter>,
        job_id: impl Into<PathParameter>,
    ) -> Call<'a, T, Stream> {
        self.0.start(
            &table::DASHBOARD_EXPORTS_DOWNLOAD,
            vec![deployment_id.into(), job_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `notifications`.
#[derive(Debug)]
pub struct Notifications<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Notifications<'a, T> {
    /// List scheduled notifications.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: NotificationsQuery,
    ) -> Call<'a, T, Pages<Notification>> {
        self.0.start(
            &table::NOTIFICATIONS_LIST,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Create a scheduled notification.
    pub fn create(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: NotificationInput,
    ) -> Call<'a, T, One<Notification>> {
        self.0.start(
            &table::NOTIFICATIONS_CREATE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Read one notification.
    ///
    /// The path is presumed: the description names the methods only with the path of the list; one notification has its id behind it.
    pub fn retrieve(
        &self,
        deployment_id: impl Into<PathParameter>,
        notification_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Notification>> {
        self.0.start(
            &table::NOTIFICATIONS_RETRIEVE,
            vec![deployment_id.into(), notification_id.into()],
            Ok(Value::Null),
        )
    }

    /// Update a notification.
    ///
    /// The path is presumed: the description names the methods only with the path of the list; one notification has its id behind it.
    pub fn update(
        &self,
        deployment_id: impl Into<PathParameter>,
        notification_id: impl Into<PathParameter>,
        input: NotificationInput,
    ) -> Call<'a, T, One<Notification>> {
        self.0.start(
            &table::NOTIFICATIONS_UPDATE,
            vec![deployment_id.into(), notification_id.into()],
            to_value(input),
        )
    }

    /// Delete a notification.
    ///
    /// The path is presumed: the description names the methods only with the path of the list; one notification has its id behind it.
    pub fn delete(
        &self,
        deployment_id: impl Into<PathParameter>,
        notification_id: impl Into<PathParameter>,
    ) -> Call<'a, T, Nothing> {
        self.0.start(
            &table::NOTIFICATIONS_DELETE,
            vec![deployment_id.into(), notification_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `transformSync`.
#[derive(Debug)]
pub struct TransformSync<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> TransformSync<'a, T> {
    /// Start a data-transformation sync.
    pub fn start(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: StartTransformSync,
    ) -> Call<'a, T, One<StartedSync>> {
        self.0.start(
            &table::TRANSFORM_SYNC_START,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Run history.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: TransformSyncQuery,
    ) -> Call<'a, T, Pages<SyncRun>> {
        self.0.start(
            &table::TRANSFORM_SYNC_LIST,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Poll status.
    pub fn retrieve(
        &self,
        deployment_id: impl Into<PathParameter>,
        sync_job_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<SyncRun>> {
        self.0.start(
            &table::TRANSFORM_SYNC_RETRIEVE,
            vec![deployment_id.into(), sync_job_id.into()],
            Ok(Value::Null),
        )
    }

    /// Result.
    pub fn result(
        &self,
        deployment_id: impl Into<PathParameter>,
        sync_job_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::TRANSFORM_SYNC_RESULT,
            vec![deployment_id.into(), sync_job_id.into()],
            Ok(Value::Null),
        )
    }

    /// Log entries.
    pub fn logs(
        &self,
        deployment_id: impl Into<PathParameter>,
        sync_job_id: impl Into<PathParameter>,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::TRANSFORM_SYNC_LOGS,
            vec![deployment_id.into(), sync_job_id.into()],
            Ok(Value::Null),
        )
    }

    /// Cancel a running sync.
    pub fn cancel(
        &self,
        deployment_id: impl Into<PathParameter>,
        sync_job_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::TRANSFORM_SYNC_CANCEL,
            vec![deployment_id.into(), sync_job_id.into()],
            Ok(Value::Null),
        )
    }

    /// Files generated when the sync did not commit.
    ///
    /// 404: the sync committed to a branch, or a stale or unknown job. Kept 1 hour after completion. Deployment read access.
    pub fn generated_files(
        &self,
        deployment_id: impl Into<PathParameter>,
        sync_job_id: impl Into<PathParameter>,
        input: CursorQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::TRANSFORM_SYNC_GENERATED_FILES,
            vec![deployment_id.into(), sync_job_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `metricViewPreviews`.
#[derive(Debug)]
pub struct MetricViewPreviews<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> MetricViewPreviews<'a, T> {
    /// Queue an offline conversion of the latest successful build.
    ///
    /// SchemaRead or SchemaUpdate; preview feature activated per account.
    pub fn create(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::METRIC_VIEW_PREVIEWS_CREATE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Poll progress.
    pub fn retrieve(
        &self,
        deployment_id: impl Into<PathParameter>,
        preview_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::METRIC_VIEW_PREVIEWS_RETRIEVE,
            vec![deployment_id.into(), preview_id.into()],
            Ok(Value::Null),
        )
    }

    /// Completed result.
    ///
    /// 409: still running, or ended without a result. Kept at most 7 days.
    pub fn result(
        &self,
        deployment_id: impl Into<PathParameter>,
        preview_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::METRIC_VIEW_PREVIEWS_RESULT,
            vec![deployment_id.into(), preview_id.into()],
            Ok(Value::Null),
        )
    }

    /// Request cancellation.
    pub fn cancel(
        &self,
        deployment_id: impl Into<PathParameter>,
        preview_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::METRIC_VIEW_PREVIEWS_CANCEL,
            vec![deployment_id.into(), preview_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `metricViewIntegrations`.
#[derive(Debug)]
pub struct MetricViewIntegrations<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> MetricViewIntegrations<'a, T> {
    /// Read the publication configuration.
    pub fn retrieve(
        &self,
        deployment_id: impl Into<PathParameter>,
        data_source_name: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::METRIC_VIEW_INTEGRATIONS_RETRIEVE,
            vec![deployment_id.into(), data_source_name.into()],
            Ok(Value::Null),
        )
    }

    /// Create or update.
    ///
    /// Optimistic concurrency; SchemaUpdate.
    pub fn upsert(
        &self,
        deployment_id: impl Into<PathParameter>,
        data_source_name: impl Into<PathParameter>,
        input: UpsertMetricViewIntegration,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::METRIC_VIEW_INTEGRATIONS_UPSERT,
            vec![deployment_id.into(), data_source_name.into()],
            to_value(input),
        )
    }
}

/// The operations of `embedTenants`.
#[derive(Debug)]
pub struct EmbedTenants<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> EmbedTenants<'a, T> {
    /// List embed tenants.
    pub fn list(&self, input: CursorQuery) -> Call<'a, T, Pages<Value>> {
        self.0
            .start(&table::EMBED_TENANTS_LIST, vec![], to_value(input))
    }

    /// Delete an embed tenant.
    pub fn delete(&self, embed_tenant_name: impl Into<PathParameter>) -> Call<'a, T, Nothing> {
        self.0.start(
            &table::EMBED_TENANTS_DELETE,
            vec![embed_tenant_name.into()],
            Ok(Value::Null),
        )
    }

    /// List embed users.
    pub fn list_users(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        input: CursorQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_LIST_USERS,
            vec![embed_tenant_name.into()],
            to_value(input),
        )
    }

    /// Create an embed group.
    pub fn create_group(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_CREATE_GROUP,
            vec![embed_tenant_name.into()],
            to_value(input),
        )
    }

    /// Read a group.
    pub fn retrieve_group(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        group_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_RETRIEVE_GROUP,
            vec![embed_tenant_name.into(), group_id.into()],
            Ok(Value::Null),
        )
    }

    /// Update a group.
    pub fn update_group(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        group_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_UPDATE_GROUP,
            vec![embed_tenant_name.into(), group_id.into()],
            to_value(input),
        )
    }

    /// List group members.
    pub fn list_group_users(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        group_id: impl Into<PathParameter>,
        input: CursorQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_LIST_GROUP_USERS,
            vec![embed_tenant_name.into(), group_id.into()],
            to_value(input),
        )
    }

    /// Add group members.
    pub fn add_group_users(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        group_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_ADD_GROUP_USERS,
            vec![embed_tenant_name.into(), group_id.into()],
            to_value(input),
        )
    }

    /// Remove group members.
    pub fn remove_group_users(
        &self,
        embed_tenant_name: impl Into<PathParameter>,
        group_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_REMOVE_GROUP_USERS,
            vec![embed_tenant_name.into(), group_id.into()],
            to_value(input),
        )
    }

    /// Workbooks a tenant can access.
    ///
    /// Administrator only.
    pub fn list_workbooks(
        &self,
        deployment_id: impl Into<PathParameter>,
        embed_tenant_name: impl Into<PathParameter>,
        input: TenantWorkbooksQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::EMBED_TENANTS_LIST_WORKBOOKS,
            vec![deployment_id.into(), embed_tenant_name.into()],
            to_value(input),
        )
    }
}

/// The operations of `embedDashboards`.
#[derive(Debug)]
pub struct EmbedDashboards<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> EmbedDashboards<'a, T> {
    /// Enable or disable signed embedding.
    ///
    /// The name of the field is presumed: a dashboard has a field of this name for it.
    pub fn set_signed_embedding(
        &self,
        public_id: impl Into<PathParameter>,
        input: SetSignedEmbedding,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_SET_SIGNED_EMBEDDING,
            vec![public_id.into()],
            to_value(input),
        )
    }

    /// Run a Python report with dashboard filters applied.
    pub fn run_python(
        &self,
        public_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_RUN_PYTHON,
            vec![public_id.into()],
            to_value(input),
        )
    }

    /// List comment threads.
    ///
    /// Requires a signed embed session scoped to an embed tenant.
    pub fn list_comments(&self, public_id: impl Into<PathParameter>) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_LIST_COMMENTS,
            vec![public_id.into()],
            Ok(Value::Null),
        )
    }

    /// Start a thread or reply.
    ///
    /// Requires a signed embed session scoped to an embed tenant.
    pub fn create_comment(
        &self,
        public_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_CREATE_COMMENT,
            vec![public_id.into()],
            to_value(input),
        )
    }

    /// Edit a comment (author only).
    ///
    /// Requires a signed embed session scoped to an embed tenant.
    pub fn update_comment(
        &self,
        public_id: impl Into<PathParameter>,
        comment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_UPDATE_COMMENT,
            vec![public_id.into(), comment_id.into()],
            to_value(input),
        )
    }

    /// Soft-delete a comment (author only).
    ///
    /// Requires a signed embed session scoped to an embed tenant.
    pub fn delete_comment(
        &self,
        public_id: impl Into<PathParameter>,
        comment_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_DELETE_COMMENT,
            vec![public_id.into(), comment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Resolve or re-open a thread (author only).
    ///
    /// Requires a signed embed session scoped to an embed tenant.
    pub fn resolve_comment(
        &self,
        public_id: impl Into<PathParameter>,
        comment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_RESOLVE_COMMENT,
            vec![public_id.into(), comment_id.into()],
            to_value(input),
        )
    }

    /// Fellow embed users for mention autocomplete.
    ///
    /// Requires a signed embed session scoped to an embed tenant.
    pub fn list_mentionable_users(
        &self,
        public_id: impl Into<PathParameter>,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::EMBED_DASHBOARDS_LIST_MENTIONABLE_USERS,
            vec![public_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `embedSessions`.
#[derive(Debug)]
pub struct EmbedSessions<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> EmbedSessions<'a, T> {
    /// Mint a single-use embed session id (server-side, API key).
    ///
    /// The field ephemeralTtlSeconds was removed and is refused. Never from a browser with an API key. The path is presumed: it is in the public documentation of a comparable service. The name sessionId is presumed: set-session calls the id so.
    pub fn generate(&self, input: GenerateSession) -> Call<'a, T, One<EmbedSession>> {
        self.0
            .start(&table::EMBED_SESSIONS_GENERATE, vec![], to_value(input))
    }
}

/// The operations of `envVars`.
#[derive(Debug)]
pub struct EnvVars<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> EnvVars<'a, T> {
    /// Environment variables.
    pub fn list(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: CursorQuery,
    ) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::ENV_VARS_LIST,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Set environment variables.
    pub fn set(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::ENV_VARS_SET,
            vec![deployment_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `regions`.
#[derive(Debug)]
pub struct Regions<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Regions<'a, T> {
    /// Regions available to the tenant.
    pub fn list(&self) -> Call<'a, T, Pages<Value>> {
        self.0.start(&table::REGIONS_LIST, vec![], Ok(Value::Null))
    }
}

/// The operations of `dataModel`.
#[derive(Debug)]
pub struct DataModel<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> DataModel<'a, T> {
    /// Data-model files.
    pub fn list_files(&self, deployment_id: impl Into<PathParameter>) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::DATA_MODEL_LIST_FILES,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Write a file.
    ///
    /// Dev-mode branches only.
    pub fn put_file(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_PUT_FILE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Delete a file.
    ///
    /// Dev-mode branches only.
    pub fn delete_file(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_DELETE_FILE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Rename a file.
    ///
    /// Dev-mode branches only.
    pub fn rename_file(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_RENAME_FILE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Start a chunked upload.
    pub fn start_upload(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_START_UPLOAD,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Upload one file or chunk.
    pub fn upload_file(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_UPLOAD_FILE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Finish a chunked upload.
    pub fn finish_upload(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_FINISH_UPLOAD,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// File hashes.
    pub fn list_file_hashes(
        &self,
        deployment_id: impl Into<PathParameter>,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DATA_MODEL_LIST_FILE_HASHES,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }

    /// Compile the deploy branch, a named branch or the dev branch.
    ///
    /// Compilation errors are a 200 with valid: false.
    pub fn validate(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: ValidateQuery,
    ) -> Call<'a, T, One<Validation>> {
        self.0.start(
            &table::DATA_MODEL_VALIDATE,
            vec![deployment_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `devMode`.
#[derive(Debug)]
pub struct DevMode<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> DevMode<'a, T> {
    /// Start dev mode.
    pub fn start(
        &self,
        deployment_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEV_MODE_START,
            vec![deployment_id.into()],
            to_value(input),
        )
    }

    /// Stop dev mode.
    pub fn stop(&self, deployment_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::DEV_MODE_STOP,
            vec![deployment_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `users`.
#[derive(Debug)]
pub struct Users<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Users<'a, T> {
    /// Current user, includes userPolicies.
    pub fn me(&self) -> Call<'a, T, One<Value>> {
        self.0.start(&table::USERS_ME, vec![], Ok(Value::Null))
    }

    /// Partial merge of own settings.
    ///
    /// sheets merges field by field; an explicit null clears it. lastSeenChangelogId is deprecated and ignored.
    pub fn update_my_settings(&self, input: UserSettingsInput) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::USERS_UPDATE_MY_SETTINGS, vec![], to_value(input))
    }

    /// Create a user.
    pub fn create(&self, input: Open) -> Call<'a, T, One<Value>> {
        self.0.start(&table::USERS_CREATE, vec![], to_value(input))
    }

    /// Update a user.
    pub fn update(
        &self,
        user_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::USERS_UPDATE, vec![user_id.into()], to_value(input))
    }

    /// Delete a user.
    pub fn delete(&self, user_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::USERS_DELETE, vec![user_id.into()], Ok(Value::Null))
    }

    /// Bulk action.
    ///
    /// Per-user failure reporting. The names of the fields are presumed: the description names the actions but no field.
    pub fn bulk(&self, input: BulkUsers) -> Call<'a, T, One<Value>> {
        self.0.start(&table::USERS_BULK, vec![], to_value(input))
    }
}

/// The operations of `userAttributes`.
#[derive(Debug)]
pub struct UserAttributes<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> UserAttributes<'a, T> {
    /// Attribute definitions.
    pub fn list(&self) -> Call<'a, T, Pages<Value>> {
        self.0
            .start(&table::USER_ATTRIBUTES_LIST, vec![], Ok(Value::Null))
    }

    /// Create a definition.
    pub fn create(&self, input: UserAttributeInput) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::USER_ATTRIBUTES_CREATE, vec![], to_value(input))
    }

    /// Update a definition.
    pub fn update(
        &self,
        attribute_id: impl Into<PathParameter>,
        input: UserAttributeInput,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::USER_ATTRIBUTES_UPDATE,
            vec![attribute_id.into()],
            to_value(input),
        )
    }
}

/// The operations of `userAttributeValues`.
#[derive(Debug)]
pub struct UserAttributeValues<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> UserAttributeValues<'a, T> {
    /// Values of one user.
    pub fn list(&self, user_id: impl Into<PathParameter>) -> Call<'a, T, Pages<Value>> {
        self.0.start(
            &table::USER_ATTRIBUTE_VALUES_LIST,
            vec![user_id.into()],
            Ok(Value::Null),
        )
    }

    /// Set values.
    pub fn set(&self, input: Open) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::USER_ATTRIBUTE_VALUES_SET, vec![], to_value(input))
    }
}

/// The operations of `tenant`.
#[derive(Debug)]
pub struct Tenant<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Tenant<'a, T> {
    /// Tenant settings.
    pub fn retrieve_settings(&self) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::TENANT_RETRIEVE_SETTINGS, vec![], Ok(Value::Null))
    }

    /// Update tenant settings.
    pub fn update_settings(&self, input: Open) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::TENANT_UPDATE_SETTINGS, vec![], to_value(input))
    }
}

/// The operations of `oauthIntegrations`.
#[derive(Debug)]
pub struct OauthIntegrations<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> OauthIntegrations<'a, T> {
    /// List: OAuth integration.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn list(&self) -> Call<'a, T, Pages<Value>> {
        self.0
            .start(&table::OAUTH_INTEGRATIONS_LIST, vec![], Ok(Value::Null))
    }

    /// Create: OAuth integration.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn create(&self, input: Open) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::OAUTH_INTEGRATIONS_CREATE, vec![], to_value(input))
    }

    /// Read: OAuth integration.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn retrieve(&self, integration_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::OAUTH_INTEGRATIONS_RETRIEVE,
            vec![integration_id.into()],
            Ok(Value::Null),
        )
    }

    /// Update: OAuth integration.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn update(
        &self,
        integration_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::OAUTH_INTEGRATIONS_UPDATE,
            vec![integration_id.into()],
            to_value(input),
        )
    }

    /// Delete: OAuth integration.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn delete(&self, integration_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::OAUTH_INTEGRATIONS_DELETE,
            vec![integration_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `userOauthTokens`.
#[derive(Debug)]
pub struct UserOauthTokens<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> UserOauthTokens<'a, T> {
    /// List: per-user OAuth token.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn list(&self) -> Call<'a, T, Pages<Value>> {
        self.0
            .start(&table::USER_OAUTH_TOKENS_LIST, vec![], Ok(Value::Null))
    }

    /// Create: per-user OAuth token.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn create(&self, input: Open) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::USER_OAUTH_TOKENS_CREATE, vec![], to_value(input))
    }

    /// Read: per-user OAuth token.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn retrieve(&self, token_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::USER_OAUTH_TOKENS_RETRIEVE,
            vec![token_id.into()],
            Ok(Value::Null),
        )
    }

    /// Update: per-user OAuth token.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn update(
        &self,
        token_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::USER_OAUTH_TOKENS_UPDATE,
            vec![token_id.into()],
            to_value(input),
        )
    }

    /// Delete: per-user OAuth token.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn delete(&self, token_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::USER_OAUTH_TOKENS_DELETE,
            vec![token_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `oidcTokenConfigs`.
#[derive(Debug)]
pub struct OidcTokenConfigs<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> OidcTokenConfigs<'a, T> {
    /// List: OIDC token config.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn list(&self) -> Call<'a, T, Pages<Value>> {
        self.0
            .start(&table::OIDC_TOKEN_CONFIGS_LIST, vec![], Ok(Value::Null))
    }

    /// Create: OIDC token config.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn create(&self, input: Open) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::OIDC_TOKEN_CONFIGS_CREATE, vec![], to_value(input))
    }

    /// Read: OIDC token config.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn retrieve(&self, config_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::OIDC_TOKEN_CONFIGS_RETRIEVE,
            vec![config_id.into()],
            Ok(Value::Null),
        )
    }

    /// Update: OIDC token config.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn update(
        &self,
        config_id: impl Into<PathParameter>,
        input: Open,
    ) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::OIDC_TOKEN_CONFIGS_UPDATE,
            vec![config_id.into()],
            to_value(input),
        )
    }

    /// Delete: OIDC token config.
    ///
    /// The path is presumed: the description names the collection and says CRUD, which has these paths in the other collections.
    pub fn delete(&self, config_id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::OIDC_TOKEN_CONFIGS_DELETE,
            vec![config_id.into()],
            Ok(Value::Null),
        )
    }
}

/// The operations of `github`.
#[derive(Debug)]
pub struct Github<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Github<'a, T> {
    /// Repository-host integration; its operations are not shown.
    ///
    /// One method that takes method, sub-path, query and body. The path is presumed: the description shows only its beginning, /api/v1/github/.
    pub fn request(&self, path: impl Into<PathParameter>, input: Open) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::GITHUB_REQUEST, vec![path.into()], to_value(input))
    }
}

/// The operations of `usageAnalytics`.
#[derive(Debug)]
pub struct UsageAnalytics<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> UsageAnalytics<'a, T> {
    /// API token for usage analytics, valid 1 hour.
    ///
    /// Admin only.
    pub fn create_token(&self) -> Call<'a, T, One<Value>> {
        self.0.start(
            &table::USAGE_ANALYTICS_CREATE_TOKEN,
            vec![],
            Ok(Value::Null),
        )
    }
}

/// The operations of `app`.
#[derive(Debug)]
pub struct App<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> App<'a, T> {
    /// App theme.
    ///
    /// AppTheme.light and AppTheme.dark are deprecated: use palette and logoUrl.
    pub fn retrieve_theme(&self) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::APP_RETRIEVE_THEME, vec![], Ok(Value::Null))
    }

    /// App configuration: appTheme, applyThemeGlobally, creatorMode, embedding, sheetsUi, sheetsAgentChatEnabled, timezoneSettings.
    pub fn retrieve_config(&self) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::APP_RETRIEVE_CONFIG, vec![], Ok(Value::Null))
    }
}

/// The operations of `spec`.
#[derive(Debug)]
pub struct Spec<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> Spec<'a, T> {
    /// The full `OpenAPI` 3.1 document of the handling build.
    pub fn retrieve(&self) -> Call<'a, T, One<Value>> {
        self.0.start(&table::SPEC_RETRIEVE, vec![], Ok(Value::Null))
    }
}

/// The operations of `scim.users`.
#[derive(Debug)]
pub struct ScimUsers<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> ScimUsers<'a, T> {
    /// List Users.
    ///
    /// Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted.
    pub fn list(&self, input: ScimQuery) -> Call<'a, T, Pages<ScimUser>> {
        self.0
            .start(&table::SCIM_USERS_LIST, vec![], to_value(input))
    }

    /// Create in Users.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn create(&self, input: ScimUser) -> Call<'a, T, One<ScimUser>> {
        self.0
            .start(&table::SCIM_USERS_CREATE, vec![], to_value(input))
    }

    /// Read one of Users.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn retrieve(&self, id: impl Into<PathParameter>) -> Call<'a, T, One<ScimUser>> {
        self.0.start(
            &table::SCIM_USERS_RETRIEVE,
            vec![id.into()],
            Ok(Value::Null),
        )
    }

    /// Replace one of Users.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn replace(
        &self,
        id: impl Into<PathParameter>,
        input: ScimUser,
    ) -> Call<'a, T, One<ScimUser>> {
        self.0
            .start(&table::SCIM_USERS_REPLACE, vec![id.into()], to_value(input))
    }

    /// Change one of Users by a `PatchOp`.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn patch(
        &self,
        id: impl Into<PathParameter>,
        input: ScimPatch,
    ) -> Call<'a, T, Maybe<ScimUser>> {
        self.0
            .start(&table::SCIM_USERS_PATCH, vec![id.into()], to_value(input))
    }

    /// Delete one of Users.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn delete(&self, id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::SCIM_USERS_DELETE, vec![id.into()], Ok(Value::Null))
    }
}

/// The operations of `scim.groups`.
#[derive(Debug)]
pub struct ScimGroups<'a, T>(pub(in crate::management) &'a Client<T>);

impl<'a, T: Transport> ScimGroups<'a, T> {
    /// List Groups.
    ///
    /// Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted. The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn list(&self, input: ScimQuery) -> Call<'a, T, Pages<ScimGroup>> {
        self.0
            .start(&table::SCIM_GROUPS_LIST, vec![], to_value(input))
    }

    /// Create in Groups.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn create(&self, input: ScimGroup) -> Call<'a, T, One<ScimGroup>> {
        self.0
            .start(&table::SCIM_GROUPS_CREATE, vec![], to_value(input))
    }

    /// Read one of Groups.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn retrieve(&self, id: impl Into<PathParameter>) -> Call<'a, T, One<ScimGroup>> {
        self.0.start(
            &table::SCIM_GROUPS_RETRIEVE,
            vec![id.into()],
            Ok(Value::Null),
        )
    }

    /// Replace one of Groups.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn replace(
        &self,
        id: impl Into<PathParameter>,
        input: ScimGroup,
    ) -> Call<'a, T, One<ScimGroup>> {
        self.0.start(
            &table::SCIM_GROUPS_REPLACE,
            vec![id.into()],
            to_value(input),
        )
    }

    /// Change one of Groups by a `PatchOp`.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn patch(
        &self,
        id: impl Into<PathParameter>,
        input: ScimPatch,
    ) -> Call<'a, T, Maybe<ScimGroup>> {
        self.0
            .start(&table::SCIM_GROUPS_PATCH, vec![id.into()], to_value(input))
    }

    /// Delete one of Groups.
    ///
    /// The path is presumed: RFC 7644 has it; the description shows only the list of users.
    pub fn delete(&self, id: impl Into<PathParameter>) -> Call<'a, T, One<Value>> {
        self.0
            .start(&table::SCIM_GROUPS_DELETE, vec![id.into()], Ok(Value::Null))
    }
}
