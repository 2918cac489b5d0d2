// Generated from src/management/service.toml by `npm run generate`; change it there.

import type { OpenBody, OpenObject, PathParameter, RequestOptions } from '../options.js';
import type { ApiPromise, ListPromise } from '../promise.js';
import type { Answer, Input } from '../tenant.js';
import type {
  AiWidgetThread,
  AuditLogQuery,
  Branch,
  BulkDelete,
  BulkMove,
  BulkUsers,
  ConnectWorkbook,
  CreateDashboardExport,
  CreateDeployment,
  CreateDeploymentToken,
  CreateMetaSyncToken,
  CursorQuery,
  Dashboard,
  DeleteBranchQuery,
  Deployment,
  DeploymentSummary,
  DuplicateWorkbook,
  EmbedSession,
  Environment,
  EnvironmentsQuery,
  ExportJob,
  GenerateSession,
  LogsQuery,
  MetaSyncTokenAnswer,
  Notification,
  NotificationInput,
  NotificationsQuery,
  OffsetQuery,
  PlacementAddress,
  Report,
  ReportInput,
  ReportsQuery,
  ScimGroup,
  ScimPatch,
  ScimQuery,
  ScimUser,
  SetSignedEmbedding,
  SetStagingEnvironment,
  StagingEnvironmentAnswer,
  StartTransformSync,
  StartedSync,
  SyncRun,
  TenantWorkbooksQuery,
  TransformSyncQuery,
  UpdateDeployment,
  UpsertMetricViewIntegration,
  UserAttributeInput,
  UserSettingsInput,
  ValidateQuery,
  Validation,
  VersionsAnswer,
  Workbook,
  WorkbookInput,
} from './resources.js';
import type { DashboardExportsRun, MetricViewPreviewsRun, TransformSyncRun } from '../job.js';

/** The operations of `workbooks`. */
export interface Workbooks {
  /**
   * Clone a workbook. With `shared: true`, only creator-mode embed sessions may call it. 400: no
   * published dashboard, or the workbook limit of the plan is reached. 403: another kind of caller
   * with `shared: true`. 404: the workbook is missing or in another deployment.
   */
  duplicate(deploymentId: PathParameter, workbookId: PathParameter, body?: DuplicateWorkbook, options?: RequestOptions): ApiPromise<Workbook>;
  /** Create or update a workbook by slug. */
  upsertBySlug(deploymentId: PathParameter, slug: PathParameter, body?: WorkbookInput, options?: RequestOptions): ApiPromise<Answer<'workbooks.upsertBySlug'>>;
  /** Persist a regenerated AI widget thread id. */
  setAiWidgetThread(deploymentId: PathParameter, workbookId: PathParameter, body: AiWidgetThread, options?: RequestOptions): ApiPromise<Dashboard>;
  /** Read dashboard access per embed tenant or for all embed users. */
  retrieveEmbedAccess(deploymentId: PathParameter, workbookId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'workbooks.retrieveEmbedAccess'>>;
  /** Set that access. The actions are read and none. */
  setEmbedAccess(deploymentId: PathParameter, workbookId: PathParameter, body?: Input<'workbooks.setEmbedAccess', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'workbooks.setEmbedAccess'>>;
}

/** The operations of `deployments`. */
export interface Deployments {
  /** List deployments. */
  list(query?: OffsetQuery, options?: RequestOptions): ListPromise<DeploymentSummary>;
  /**
   * Partial merge of a deployment. 400: releaseChannelVersion not on the version list.
   * templateVariables merges key by key; releaseChannelVersion takes the bare version, v-prefixed,
   * or full image reference; releaseChannel alone moves to that channel's latest.
   */
  update(deploymentId: PathParameter, body?: UpdateDeployment, options?: RequestOptions): ApiPromise<Deployment>;
  /** Deployment token. */
  createToken(deploymentId: PathParameter, body?: CreateDeploymentToken, options?: RequestOptions): ApiPromise<Answer<'deployments.createToken'>>;
  /** All deployment settings, secrets excluded. */
  retrieveSettings(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'deployments.retrieveSettings'>>;
  /** Delete a deployment. */
  delete(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'deployments.delete'>>;
  /** Build state. */
  retrieveBuildStatus(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'deployments.retrieveBuildStatus'>>;
  /** Container logs. */
  listLogs(deploymentId: PathParameter, query?: LogsQuery, options?: RequestOptions): ListPromise<Answer<'deployments.listLogs'>>;
  /** Pods. */
  listPods(deploymentId: PathParameter, options?: RequestOptions): ListPromise<Answer<'deployments.listPods'>>;
  /** Advance the setup wizard. */
  advanceCreationStep(deploymentId: PathParameter, body?: Input<'deployments.advanceCreationStep', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'deployments.advanceCreationStep'>>;
  /** Reset the setup wizard. */
  resetCreationStep(deploymentId: PathParameter, body?: Input<'deployments.resetCreationStep', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'deployments.resetCreationStep'>>;
  /** Create a deployment. */
  create(body?: CreateDeployment, options?: RequestOptions): ApiPromise<Deployment>;
}

/** The operations of `environments`. */
export interface Environments {
  /** List environments. */
  list(deploymentId: PathParameter, query?: EnvironmentsQuery, options?: RequestOptions): ListPromise<Environment>;
  /** Token scoped to metadata endpoints. */
  createMetaSyncToken(deploymentId: PathParameter, environmentId: PathParameter, body: CreateMetaSyncToken, options?: RequestOptions): ApiPromise<MetaSyncTokenAnswer>;
}

/** The operations of `branches`. */
export interface Branches {
  /**
   * Keep a branch staging environment active or not. Only shared branches; personal development
   * branches and the production branch are rejected.
   */
  setStagingEnvironment(deploymentId: PathParameter, body: SetStagingEnvironment, options?: RequestOptions): ApiPromise<StagingEnvironmentAnswer>;
  /** List branches. */
  list(deploymentId: PathParameter, options?: RequestOptions): ListPromise<Branch>;
  /** Create a branch. */
  create(deploymentId: PathParameter, body?: Input<'branches.create', OpenBody>, options?: RequestOptions): ApiPromise<Branch>;
  /** Commit. */
  commit(deploymentId: PathParameter, body?: Input<'branches.commit', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'branches.commit'>>;
  /** Pull. */
  pull(deploymentId: PathParameter, body?: Input<'branches.pull', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'branches.pull'>>;
  /** Merge. */
  merge(deploymentId: PathParameter, body?: Input<'branches.merge', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'branches.merge'>>;
  /** Merge to the default branch. */
  mergeToDefault(deploymentId: PathParameter, body?: Input<'branches.mergeToDefault', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'branches.mergeToDefault'>>;
  /** Delete a branch. Children are re-parented onto the deleted branch's parent. */
  delete(deploymentId: PathParameter, query: DeleteBranchQuery, options?: RequestOptions): ApiPromise<Answer<'branches.delete'>>;
}

/** The operations of `versions`. */
export interface Versions {
  /** List versions. */
  list(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<VersionsAnswer>;
}

/** The operations of `auditLogs`. */
export interface AuditLogs {
  /** Audit log as CSV. Enterprise plan with the Audit Log feature; permission AuditLogManage. */
  export(query?: AuditLogQuery, options?: RequestOptions): ApiPromise<Response>;
}

/** The operations of `reports`. */
export interface Reports {
  /**
   * List reports. No cursor pagination when sortBy=lastViewedAt. The name limit is presumed: the
   * lists that have no cursors call it limit.
   */
  list(deploymentId: PathParameter, query?: ReportsQuery, options?: RequestOptions): ListPromise<Report>;
  /** Record a spreadsheet placement. */
  connectWorkbook(deploymentId: PathParameter, reportId: PathParameter, body?: ConnectWorkbook, options?: RequestOptions): ApiPromise<Report>;
  /**
   * Remove one placement. Addressed by placementId, or by externalWorkbookId + sheetName +
   * anchorCell. Presumed to be sent as a body, not as the query: the description does not say
   * where; a refresh is addressed the same way, by a PUT, which has a body.
   */
  disconnectWorkbook(deploymentId: PathParameter, reportId: PathParameter, body?: PlacementAddress, options?: RequestOptions): ApiPromise<Answer<'reports.disconnectWorkbook'>>;
  /** Refresh a placement. Addressed as for disconnectWorkbook. */
  refreshPlacement(deploymentId: PathParameter, reportId: PathParameter, body?: PlacementAddress, options?: RequestOptions): ApiPromise<Answer<'reports.refreshPlacement'>>;
  /** Create or update a report by public id. 400: name or title over 255 characters. */
  upsertByPublicId(deploymentId: PathParameter, publicId: PathParameter, body?: ReportInput, options?: RequestOptions): ApiPromise<Report>;
}

/** The operations of `folders`. */
export interface Folders {
  /** List folders. */
  list(deploymentId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<Answer<'folders.list'>>;
}

/** The operations of `workspace`. */
export interface Workspace {
  /** Delete folders, workbooks and reports. Per-item failures are reported in the response. */
  bulkDelete(deploymentId: PathParameter, body: BulkDelete, options?: RequestOptions): ApiPromise<Answer<'workspace.bulkDelete'>>;
  /**
   * Move folders, workbooks and reports. Per-item failures are reported. The name folderId is
   * presumed: a workbook has a field of this name for its folder.
   */
  bulkMove(deploymentId: PathParameter, body: BulkMove, options?: RequestOptions): ApiPromise<Answer<'workspace.bulkMove'>>;
  /**
   * Items of the shared workspace. The prefix of the path is presumed: the description names the
   * path as GET /shared-workspace, and the workspace's other paths have this prefix.
   */
  listShared(deploymentId: PathParameter, options?: RequestOptions): ListPromise<Answer<'workspace.listShared'>>;
}

/** The operations of `dashboardExports`. */
export interface DashboardExports extends DashboardExportsRun {
  /**
   * Start a PNG or PDF render of a published dashboard. Asynchronous. Job and file dropped 5
   * minutes after submission. The names of the body's fields are presumed, except renderAs: they
   * are a comparable service's, and a notification names its dashboard in the same way.
   */
  create(deploymentId: PathParameter, body?: CreateDashboardExport, options?: RequestOptions): ApiPromise<ExportJob>;
  /** Poll the export status. */
  retrieve(deploymentId: PathParameter, jobId: PathParameter, options?: RequestOptions): ApiPromise<ExportJob>;
  /** Stream the finished file. */
  download(deploymentId: PathParameter, jobId: PathParameter, options?: RequestOptions): ApiPromise<Response>;
}

/** The operations of `notifications`. */
export interface Notifications {
  /** List scheduled notifications. */
  list(deploymentId: PathParameter, query?: NotificationsQuery, options?: RequestOptions): ListPromise<Notification>;
  /** Create a scheduled notification. */
  create(deploymentId: PathParameter, body: NotificationInput, options?: RequestOptions): ApiPromise<Notification>;
  /**
   * Read one notification. The path is presumed: the description names the methods only with the
   * path of the list; one notification has its id behind it.
   */
  retrieve(deploymentId: PathParameter, notificationId: PathParameter, options?: RequestOptions): ApiPromise<Notification>;
  /**
   * Update a notification. The path is presumed: the description names the methods only with the
   * path of the list; one notification has its id behind it.
   */
  update(deploymentId: PathParameter, notificationId: PathParameter, body: NotificationInput, options?: RequestOptions): ApiPromise<Notification>;
  /**
   * Delete a notification. The path is presumed: the description names the methods only with the
   * path of the list; one notification has its id behind it.
   */
  delete(deploymentId: PathParameter, notificationId: PathParameter, options?: RequestOptions): ApiPromise<undefined>;
}

/** The operations of `transformSync`. */
export interface TransformSync extends TransformSyncRun {
  /** Start a data-transformation sync. */
  start(deploymentId: PathParameter, body?: StartTransformSync, options?: RequestOptions): ApiPromise<StartedSync>;
  /** Run history. */
  list(deploymentId: PathParameter, query?: TransformSyncQuery, options?: RequestOptions): ListPromise<SyncRun>;
  /** Poll status. */
  retrieve(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ApiPromise<SyncRun>;
  /** Result. */
  result(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'transformSync.result'>>;
  /** Log entries. */
  logs(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ListPromise<Answer<'transformSync.logs'>>;
  /** Cancel a running sync. */
  cancel(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'transformSync.cancel'>>;
  /**
   * Files generated when the sync did not commit. 404: the sync committed to a branch, or a stale
   * or unknown job. Kept 1 hour after completion. Deployment read access.
   */
  generatedFiles(deploymentId: PathParameter, syncJobId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<Answer<'transformSync.generatedFiles'>>;
}

/** The operations of `metricViewPreviews`. */
export interface MetricViewPreviews extends MetricViewPreviewsRun {
  /**
   * Queue an offline conversion of the latest successful build. SchemaRead or SchemaUpdate; preview
   * feature activated per account.
   */
  create(deploymentId: PathParameter, body?: Input<'metricViewPreviews.create', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'metricViewPreviews.create'>>;
  /** Poll progress. */
  retrieve(deploymentId: PathParameter, previewId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'metricViewPreviews.retrieve'>>;
  /** Completed result. 409: still running, or ended without a result. Kept at most 7 days. */
  result(deploymentId: PathParameter, previewId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'metricViewPreviews.result'>>;
  /** Request cancellation. */
  cancel(deploymentId: PathParameter, previewId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'metricViewPreviews.cancel'>>;
}

/** The operations of `metricViewIntegrations`. */
export interface MetricViewIntegrations {
  /** Read the publication configuration. */
  retrieve(deploymentId: PathParameter, dataSourceName: PathParameter, options?: RequestOptions): ApiPromise<Answer<'metricViewIntegrations.retrieve'>>;
  /** Create or update. Optimistic concurrency; SchemaUpdate. */
  upsert(deploymentId: PathParameter, dataSourceName: PathParameter, body: UpsertMetricViewIntegration, options?: RequestOptions): ApiPromise<Answer<'metricViewIntegrations.upsert'>>;
}

/** The operations of `embedTenants`. */
export interface EmbedTenants {
  /** List embed tenants. */
  list(query?: CursorQuery, options?: RequestOptions): ListPromise<Answer<'embedTenants.list'>>;
  /** Delete an embed tenant. */
  delete(embedTenantName: PathParameter, options?: RequestOptions): ApiPromise<undefined>;
  /** List embed users. */
  listUsers(embedTenantName: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<Answer<'embedTenants.listUsers'>>;
  /** Create an embed group. */
  createGroup(embedTenantName: PathParameter, body?: Input<'embedTenants.createGroup', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedTenants.createGroup'>>;
  /** Read a group. */
  retrieveGroup(embedTenantName: PathParameter, groupId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'embedTenants.retrieveGroup'>>;
  /** Update a group. */
  updateGroup(embedTenantName: PathParameter, groupId: PathParameter, body?: Input<'embedTenants.updateGroup', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedTenants.updateGroup'>>;
  /** List group members. */
  listGroupUsers(embedTenantName: PathParameter, groupId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<Answer<'embedTenants.listGroupUsers'>>;
  /** Add group members. */
  addGroupUsers(embedTenantName: PathParameter, groupId: PathParameter, body?: Input<'embedTenants.addGroupUsers', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedTenants.addGroupUsers'>>;
  /** Remove group members. */
  removeGroupUsers(embedTenantName: PathParameter, groupId: PathParameter, body?: Input<'embedTenants.removeGroupUsers', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedTenants.removeGroupUsers'>>;
  /** Workbooks a tenant can access. Administrator only. */
  listWorkbooks(deploymentId: PathParameter, embedTenantName: PathParameter, query?: TenantWorkbooksQuery, options?: RequestOptions): ListPromise<Answer<'embedTenants.listWorkbooks'>>;
}

/** The operations of `embedDashboards`. */
export interface EmbedDashboards {
  /**
   * Enable or disable signed embedding. The name of the field is presumed: a dashboard has a field
   * of this name for it.
   */
  setSignedEmbedding(publicId: PathParameter, body?: SetSignedEmbedding, options?: RequestOptions): ApiPromise<Answer<'embedDashboards.setSignedEmbedding'>>;
  /** Run a Python report with dashboard filters applied. */
  runPython(publicId: PathParameter, body?: Input<'embedDashboards.runPython', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedDashboards.runPython'>>;
  /** List comment threads. Requires a signed embed session scoped to an embed tenant. */
  listComments(publicId: PathParameter, options?: RequestOptions): ListPromise<Answer<'embedDashboards.listComments'>>;
  /** Start a thread or reply. Requires a signed embed session scoped to an embed tenant. */
  createComment(publicId: PathParameter, body?: Input<'embedDashboards.createComment', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedDashboards.createComment'>>;
  /** Edit a comment (author only). Requires a signed embed session scoped to an embed tenant. */
  updateComment(publicId: PathParameter, commentId: PathParameter, body?: Input<'embedDashboards.updateComment', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedDashboards.updateComment'>>;
  /**
   * Soft-delete a comment (author only). Requires a signed embed session scoped to an embed tenant.
   */
  deleteComment(publicId: PathParameter, commentId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'embedDashboards.deleteComment'>>;
  /**
   * Resolve or re-open a thread (author only). Requires a signed embed session scoped to an embed
   * tenant.
   */
  resolveComment(publicId: PathParameter, commentId: PathParameter, body?: Input<'embedDashboards.resolveComment', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'embedDashboards.resolveComment'>>;
  /**
   * Fellow embed users for mention autocomplete. Requires a signed embed session scoped to an embed
   * tenant.
   */
  listMentionableUsers(publicId: PathParameter, options?: RequestOptions): ListPromise<Answer<'embedDashboards.listMentionableUsers'>>;
}

/** The operations of `embedSessions`. */
export interface EmbedSessions {
  /**
   * Mint a single-use embed session id (server-side, API key). The field ephemeralTtlSeconds was
   * removed and is refused. Never from a browser with an API key. The path is presumed: it is in
   * the public documentation of a comparable service. The name sessionId is presumed: set-session
   * calls the id so.
   */
  generate(body?: GenerateSession, options?: RequestOptions): ApiPromise<EmbedSession>;
}

/** The operations of `envVars`. */
export interface EnvVars {
  /** Environment variables. */
  list(deploymentId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<Answer<'envVars.list'>>;
  /** Set environment variables. */
  set(deploymentId: PathParameter, body?: Input<'envVars.set', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'envVars.set'>>;
}

/** The operations of `regions`. */
export interface Regions {
  /** Regions available to the tenant. */
  list(options?: RequestOptions): ListPromise<Answer<'regions.list'>>;
}

/** The operations of `dataModel`. */
export interface DataModel {
  /** Data-model files. */
  listFiles(deploymentId: PathParameter, options?: RequestOptions): ListPromise<Answer<'dataModel.listFiles'>>;
  /** Write a file. Dev-mode branches only. */
  putFile(deploymentId: PathParameter, body?: Input<'dataModel.putFile', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'dataModel.putFile'>>;
  /** Delete a file. Dev-mode branches only. */
  deleteFile(deploymentId: PathParameter, query?: OpenObject, options?: RequestOptions): ApiPromise<Answer<'dataModel.deleteFile'>>;
  /** Rename a file. Dev-mode branches only. */
  renameFile(deploymentId: PathParameter, body?: Input<'dataModel.renameFile', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'dataModel.renameFile'>>;
  /** Start a chunked upload. */
  startUpload(deploymentId: PathParameter, body?: Input<'dataModel.startUpload', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'dataModel.startUpload'>>;
  /** Upload one file or chunk. */
  uploadFile(deploymentId: PathParameter, body?: Input<'dataModel.uploadFile', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'dataModel.uploadFile'>>;
  /** Finish a chunked upload. */
  finishUpload(deploymentId: PathParameter, body?: Input<'dataModel.finishUpload', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'dataModel.finishUpload'>>;
  /** File hashes. */
  listFileHashes(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'dataModel.listFileHashes'>>;
  /**
   * Compile the deploy branch, a named branch or the dev branch. Compilation errors are a 200 with
   * valid: false.
   */
  validate(deploymentId: PathParameter, query?: ValidateQuery, options?: RequestOptions): ApiPromise<Validation>;
}

/** The operations of `devMode`. */
export interface DevMode {
  /** Start dev mode. */
  start(deploymentId: PathParameter, body?: Input<'devMode.start', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'devMode.start'>>;
  /** Stop dev mode. */
  stop(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'devMode.stop'>>;
}

/** The operations of `users`. */
export interface Users {
  /** Current user, includes userPolicies. */
  me(options?: RequestOptions): ApiPromise<Answer<'users.me'>>;
  /**
   * Partial merge of own settings. sheets merges field by field; an explicit null clears it.
   * lastSeenChangelogId is deprecated and ignored.
   */
  updateMySettings(body?: UserSettingsInput, options?: RequestOptions): ApiPromise<Answer<'users.updateMySettings'>>;
  /** Create a user. */
  create(body?: Input<'users.create', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'users.create'>>;
  /** Update a user. */
  update(userId: PathParameter, body?: Input<'users.update', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'users.update'>>;
  /** Delete a user. */
  delete(userId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'users.delete'>>;
  /**
   * Bulk action. Per-user failure reporting. The names of the fields are presumed: the description
   * names the actions but no field.
   */
  bulk(body?: BulkUsers, options?: RequestOptions): ApiPromise<Answer<'users.bulk'>>;
}

/** The operations of `userAttributes`. */
export interface UserAttributes {
  /** Attribute definitions. */
  list(options?: RequestOptions): ListPromise<Answer<'userAttributes.list'>>;
  /** Create a definition. */
  create(body?: UserAttributeInput, options?: RequestOptions): ApiPromise<Answer<'userAttributes.create'>>;
  /** Update a definition. */
  update(attributeId: PathParameter, body?: UserAttributeInput, options?: RequestOptions): ApiPromise<Answer<'userAttributes.update'>>;
}

/** The operations of `userAttributeValues`. */
export interface UserAttributeValues {
  /** Values of one user. */
  list(userId: PathParameter, options?: RequestOptions): ListPromise<Answer<'userAttributeValues.list'>>;
  /** Set values. */
  set(body?: Input<'userAttributeValues.set', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'userAttributeValues.set'>>;
}

/** The operations of `tenant`. */
export interface Tenant {
  /** Tenant settings. */
  retrieveSettings(options?: RequestOptions): ApiPromise<Answer<'tenant.retrieveSettings'>>;
  /** Update tenant settings. */
  updateSettings(body?: Input<'tenant.updateSettings', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'tenant.updateSettings'>>;
}

/** The operations of `oauthIntegrations`. */
export interface OauthIntegrations {
  /**
   * List: OAuth integration. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  list(options?: RequestOptions): ListPromise<Answer<'oauthIntegrations.list'>>;
  /**
   * Create: OAuth integration. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  create(body?: Input<'oauthIntegrations.create', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'oauthIntegrations.create'>>;
  /**
   * Read: OAuth integration. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  retrieve(integrationId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'oauthIntegrations.retrieve'>>;
  /**
   * Update: OAuth integration. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  update(integrationId: PathParameter, body?: Input<'oauthIntegrations.update', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'oauthIntegrations.update'>>;
  /**
   * Delete: OAuth integration. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  delete(integrationId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'oauthIntegrations.delete'>>;
}

/** The operations of `userOauthTokens`. */
export interface UserOauthTokens {
  /**
   * List: per-user OAuth token. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  list(options?: RequestOptions): ListPromise<Answer<'userOauthTokens.list'>>;
  /**
   * Create: per-user OAuth token. The path is presumed: the description names the collection and
   * says CRUD, which has these paths in the other collections.
   */
  create(body?: Input<'userOauthTokens.create', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'userOauthTokens.create'>>;
  /**
   * Read: per-user OAuth token. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  retrieve(tokenId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'userOauthTokens.retrieve'>>;
  /**
   * Update: per-user OAuth token. The path is presumed: the description names the collection and
   * says CRUD, which has these paths in the other collections.
   */
  update(tokenId: PathParameter, body?: Input<'userOauthTokens.update', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'userOauthTokens.update'>>;
  /**
   * Delete: per-user OAuth token. The path is presumed: the description names the collection and
   * says CRUD, which has these paths in the other collections.
   */
  delete(tokenId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'userOauthTokens.delete'>>;
}

/** The operations of `oidcTokenConfigs`. */
export interface OidcTokenConfigs {
  /**
   * List: OIDC token config. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  list(options?: RequestOptions): ListPromise<Answer<'oidcTokenConfigs.list'>>;
  /**
   * Create: OIDC token config. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  create(body?: Input<'oidcTokenConfigs.create', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'oidcTokenConfigs.create'>>;
  /**
   * Read: OIDC token config. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  retrieve(configId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'oidcTokenConfigs.retrieve'>>;
  /**
   * Update: OIDC token config. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  update(configId: PathParameter, body?: Input<'oidcTokenConfigs.update', OpenBody>, options?: RequestOptions): ApiPromise<Answer<'oidcTokenConfigs.update'>>;
  /**
   * Delete: OIDC token config. The path is presumed: the description names the collection and says
   * CRUD, which has these paths in the other collections.
   */
  delete(configId: PathParameter, options?: RequestOptions): ApiPromise<Answer<'oidcTokenConfigs.delete'>>;
}

/** The operations of `github`. */
export interface Github {
  /**
   * Repository-host integration; its operations are not shown. One method that takes method,
   * sub-path, query and body. The path is presumed: the description shows only its beginning,
   * /api/v1/github/.
   */
  request(method: string, path: string, input?: { query?: OpenObject | undefined; body?: OpenBody | undefined }, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `usageAnalytics`. */
export interface UsageAnalytics {
  /** API token for usage analytics, valid 1 hour. Admin only. */
  createToken(options?: RequestOptions): ApiPromise<Answer<'usageAnalytics.createToken'>>;
}

/** The operations of `app`. */
export interface App {
  /** App theme. AppTheme.light and AppTheme.dark are deprecated: use palette and logoUrl. */
  retrieveTheme(options?: RequestOptions): ApiPromise<Answer<'app.retrieveTheme'>>;
  /**
   * App configuration: appTheme, applyThemeGlobally, creatorMode, embedding, sheetsUi,
   * sheetsAgentChatEnabled, timezoneSettings.
   */
  retrieveConfig(options?: RequestOptions): ApiPromise<Answer<'app.retrieveConfig'>>;
}

/** The operations of `spec`. */
export interface Spec {
  /** The full `OpenAPI` 3.1 document of the handling build. */
  retrieve(options?: RequestOptions): ApiPromise<Answer<'spec.retrieve'>>;
}

/** The operations of `scim.users`. */
export interface ScimUsers {
  /** List Users. Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted. */
  list(query?: ScimQuery, options?: RequestOptions): ListPromise<ScimUser>;
  /**
   * Create in Users. The path is presumed: RFC 7644 has it; the description shows only the list of
   * users.
   */
  create(body?: ScimUser, options?: RequestOptions): ApiPromise<ScimUser>;
  /**
   * Read one of Users. The path is presumed: RFC 7644 has it; the description shows only the list
   * of users.
   */
  retrieve(id: PathParameter, options?: RequestOptions): ApiPromise<ScimUser>;
  /**
   * Replace one of Users. The path is presumed: RFC 7644 has it; the description shows only the
   * list of users.
   */
  replace(id: PathParameter, body?: ScimUser, options?: RequestOptions): ApiPromise<ScimUser>;
  /**
   * Change one of Users by a `PatchOp`. The path is presumed: RFC 7644 has it; the description
   * shows only the list of users.
   */
  patch(id: PathParameter, body?: ScimPatch, options?: RequestOptions): ApiPromise<ScimUser | undefined>;
  /**
   * Delete one of Users. The path is presumed: RFC 7644 has it; the description shows only the list
   * of users.
   */
  delete(id: PathParameter, options?: RequestOptions): ApiPromise<Answer<'scim.users.delete'>>;
}

/** The operations of `scim.groups`. */
export interface ScimGroups {
  /**
   * List Groups. Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted. The
   * path is presumed: RFC 7644 has it; the description shows only the list of users.
   */
  list(query?: ScimQuery, options?: RequestOptions): ListPromise<ScimGroup>;
  /**
   * Create in Groups. The path is presumed: RFC 7644 has it; the description shows only the list of
   * users.
   */
  create(body?: ScimGroup, options?: RequestOptions): ApiPromise<ScimGroup>;
  /**
   * Read one of Groups. The path is presumed: RFC 7644 has it; the description shows only the list
   * of users.
   */
  retrieve(id: PathParameter, options?: RequestOptions): ApiPromise<ScimGroup>;
  /**
   * Replace one of Groups. The path is presumed: RFC 7644 has it; the description shows only the
   * list of users.
   */
  replace(id: PathParameter, body?: ScimGroup, options?: RequestOptions): ApiPromise<ScimGroup>;
  /**
   * Change one of Groups by a `PatchOp`. The path is presumed: RFC 7644 has it; the description
   * shows only the list of users.
   */
  patch(id: PathParameter, body?: ScimPatch, options?: RequestOptions): ApiPromise<ScimGroup | undefined>;
  /**
   * Delete one of Groups. The path is presumed: RFC 7644 has it; the description shows only the
   * list of users.
   */
  delete(id: PathParameter, options?: RequestOptions): ApiPromise<Answer<'scim.groups.delete'>>;
}

/** Every operation, by its namespace. */
export interface Namespaces {
  readonly workbooks: Workbooks;
  readonly deployments: Deployments;
  readonly environments: Environments;
  readonly branches: Branches;
  readonly versions: Versions;
  readonly auditLogs: AuditLogs;
  readonly reports: Reports;
  readonly folders: Folders;
  readonly workspace: Workspace;
  readonly dashboardExports: DashboardExports;
  readonly notifications: Notifications;
  readonly transformSync: TransformSync;
  readonly metricViewPreviews: MetricViewPreviews;
  readonly metricViewIntegrations: MetricViewIntegrations;
  readonly embedTenants: EmbedTenants;
  readonly embedDashboards: EmbedDashboards;
  readonly embedSessions: EmbedSessions;
  readonly envVars: EnvVars;
  readonly regions: Regions;
  readonly dataModel: DataModel;
  readonly devMode: DevMode;
  readonly users: Users;
  readonly userAttributes: UserAttributes;
  readonly userAttributeValues: UserAttributeValues;
  readonly tenant: Tenant;
  readonly oauthIntegrations: OauthIntegrations;
  readonly userOauthTokens: UserOauthTokens;
  readonly oidcTokenConfigs: OidcTokenConfigs;
  readonly github: Github;
  readonly usageAnalytics: UsageAnalytics;
  readonly app: App;
  readonly spec: Spec;
  readonly scim: { readonly users: ScimUsers; readonly groups: ScimGroups };
}
